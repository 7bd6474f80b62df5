//! A table of an experiment file, read key by key, so that each error message has its line and says how to fix it.

use std::fmt::Display;

use serde::{Deserialize, de::DeserializeOwned};
use toml::{
    Spanned, Value,
    de::{DeTable, DeValue, ValueDeserializer},
};

use super::file_keys::{KEYS, Key};
use plybench_text::{echo, suggestion};

/// What is wrong, and the byte offset in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) at: usize,
    pub(super) problem: String,
}

impl Mistake {
    pub(super) fn new(at: usize, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Mistake { at, problem }
    }
}

/// The line of a place in a text, from 1.
pub(super) fn line(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// A value of the file, with its place in the text.
pub(super) type SpannedValue<'t> = Spanned<DeValue<'t>>;

/// A text of the file, with its place.
pub(super) type Text = Spanned<String>;

/// What to give in place of a value that is no text.
const TEXT: &str = "a text in quotes";

/// A table of the file.
pub(super) struct Section<'t> {
    text: &'t str,
    /// Its header line, such as `[[datasets]]`; empty for the file itself.
    header: String,
    at: usize,
    table: &'t DeTable<'t>,
    keys: &'static [Key],
}

impl<'t> Section<'t> {
    /// The top level of a file, which has no header.
    pub(super) fn file(text: &'t str, table: &'t DeTable<'t>) -> Result<Self, Mistake> {
        let file = Section {
            text,
            header: String::new(),
            at: 0,
            table,
            keys: &KEYS[""],
        };
        file.refuse_unknown(&[])?;
        Ok(file)
    }

    /// What `read` makes of each table of a list, `[[key]]`; nothing if it is not given.
    pub(super) fn each<T>(
        &self,
        key: &str,
        read: impl Fn(&Section) -> Result<T, Mistake>,
    ) -> Result<Vec<T>, Mistake> {
        let wrong = format!("{key} is not a list of tables; begin each with a line [[{key}]]");
        let Some(list) = self.get(key) else {
            return Ok(Vec::new());
        };
        let nodes = list.get_ref().as_array();
        let nodes = nodes.ok_or_else(|| Mistake::new(list.span().start, &*wrong))?;
        let table = |node| self.below(key, format!("[[{key}]]"), node, &wrong);
        let tables = nodes.iter();
        tables.map(|node| read(&table(node)?)).collect()
    }

    /// A table of the file, `[key]`, if it is given.
    pub(super) fn single(&self, key: &str) -> Result<Option<Section<'t>>, Mistake> {
        let wrong = format!("{key} is not a table; begin it with a line [{key}]");
        let node = self.get(key);
        let table = node.map(|node| self.below(key, format!("[{key}]"), node, &wrong));
        table.transpose()
    }

    /// The table of a node below the file; `wrong` is the problem if it is none.
    fn below(
        &self,
        key: &str,
        header: String,
        node: &'t SpannedValue<'t>,
        wrong: &str,
    ) -> Result<Section<'t>, Mistake> {
        let at = node.span().start;
        let table = node.get_ref().as_table();
        let section = Section {
            text: self.text,
            header,
            at,
            table: table.ok_or_else(|| Mistake::new(at, wrong))?,
            keys: &KEYS[key],
        };
        section.refuse_unknown(self.keys)?;
        Ok(section)
    }

    /// A mistake of the whole table.
    pub(super) fn mistake(&self, problem: impl Into<String>) -> Mistake {
        Mistake::new(self.at, problem)
    }

    fn refuse_unknown(&self, outside: &[Key]) -> Result<(), Mistake> {
        let names = || self.keys.iter().map(|key| key.name);
        let is_known = |key: &&Spanned<_>| names().any(|known| *key.get_ref() == known);
        let Some(key) = self.table.keys().find(|key| !is_known(key)) else {
            return Ok(());
        };
        let name: &str = key.get_ref();
        let header = &self.header;
        let hint = match outside.iter().any(|key| key.name == name) {
            true => format!("it belongs to the file itself; move it above the first {header}"),
            false => suggestion(name, names()),
        };
        let of = if header.is_empty() { "" } else { " in " };
        let problem = format!("unknown key {:?}{of}{header}; {hint}", echo(name));
        Err(Mistake::new(key.span().start, problem))
    }

    /// The line of a value, from 1.
    pub(super) fn line(&self, value: &Text) -> usize {
        line(self.text, value.span().start)
    }

    /// The value of a key, if it is given.
    pub(super) fn get(&self, key: &str) -> Option<&'t SpannedValue<'t>> {
        let mut pairs = self.table.iter();
        pairs.find_map(|(name, value)| (name.get_ref() == key).then_some(value))
    }

    /// The value of a required key.
    pub(super) fn required(&self, key: &str) -> Result<&'t SpannedValue<'t>, Mistake> {
        self.get(key).ok_or_else(|| {
            let known = self.keys.iter().find(|known| known.name == key);
            self.lacks(key, known.map_or("", |known| known.example))
        })
    }

    /// The mistake that a key is missing, with an example line.
    pub(super) fn lacks(&self, key: &str, example: &str) -> Mistake {
        let (of, place) = if self.header.is_empty() {
            ("", ", above the first table")
        } else {
            (" lacks a key: ", "")
        };
        let header = &self.header;
        self.mistake(format!(
            "{header}{of}{key} is missing; add a line such as {example}{place}"
        ))
    }

    /// The mistake of a wrong value of a key, or that it is missing: the value, and what to give instead.
    pub(super) fn refused(&self, key: &str, give: &str) -> Mistake {
        let node = self.required(key);
        node.map_or_else(|missing| missing, |node| self.refused_at(key, node, give))
    }

    /// The mistake of a wrong value below a key.
    pub(super) fn refused_at(&self, key: &str, node: &SpannedValue, give: &str) -> Mistake {
        let value = self.text.get(node.span()).unwrap_or_default();
        let value = value.lines().next().unwrap_or_default();
        let problem = format!("{key} = {}; give {give}", echo(value));
        Mistake::new(node.span().start, problem)
    }

    /// The value of a key, if it is given. If it is not of this type, the message says what to give.
    pub(super) fn optional<T: DeserializeOwned>(
        &self,
        key: &str,
        give: &str,
    ) -> Result<Option<T>, Mistake> {
        let node = self.get(key);
        let value = node.map(|node| T::deserialize(ValueDeserializer::from(node.clone())));
        let value = value.transpose();
        value.map_err(|_| self.refused(key, give))
    }

    /// A required text: a `String`, or a [`Text`] with its place.
    pub(super) fn text<T: DeserializeOwned>(&self, key: &str) -> Result<T, Mistake> {
        let text = self.optional_text(key)?;
        text.ok_or_else(|| self.refused(key, TEXT))
    }

    pub(super) fn optional_text<T: DeserializeOwned>(
        &self,
        key: &str,
    ) -> Result<Option<T>, Mistake> {
        self.optional(key, TEXT)
    }

    /// A required text that is not blank; `give` says what it should be.
    pub(super) fn filled(&self, key: &str, give: &str) -> Result<Text, Mistake> {
        let text: Text = self.text(key)?;
        let is_filled = !text.get_ref().trim().is_empty();
        is_filled
            .then_some(text)
            .ok_or_else(|| self.refused(key, give))
    }

    /// An optional whole number of at least `least` and, if that is given, at most `most`.
    pub(super) fn whole<N: TryFrom<i64> + PartialOrd + Display>(
        &self,
        key: &str,
        least: N,
        most: Option<N>,
    ) -> Result<Option<N>, Mistake> {
        let give = match &most {
            None => format!("a whole number, {least} or more"),
            Some(most) => format!("a whole number, {least} to {most}"),
        };
        let Some(number) = self.optional::<i64>(key, &give)? else {
            return Ok(None);
        };
        let fits = |number: &N| *number >= least && most.as_ref().is_none_or(|most| number <= most);
        let number = N::try_from(number).ok().filter(fits);
        number.map(Some).ok_or_else(|| self.refused(key, &give))
    }

    /// A table below the file's tables, if it is given; `give` says what it contains.
    pub(super) fn table(&self, key: &str, give: &str) -> Result<Option<&'t DeTable<'t>>, Mistake> {
        let node = self.get(key);
        let table = node.map(|node| node.get_ref().as_table());
        let table = table.map(|table| table.ok_or_else(|| self.refused(key, give)));
        table.transpose()
    }
}

/// A value without spans.
pub(super) fn plain(node: &SpannedValue) -> Result<Value, Mistake> {
    Value::deserialize(ValueDeserializer::from(node.clone())).map_err(|_| {
        let problem = "a number has more than 64 bits; give a smaller one";
        Mistake::new(node.span().start, problem)
    })
}
