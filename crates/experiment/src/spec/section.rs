//! A table of an experiment file, read key by key, so that each error message has its line and says how to fix it.

use std::ops::{Range, RangeInclusive};

use serde::Deserialize;
use toml::{
    Spanned, Value,
    de::{DeTable, DeValue, ValueDeserializer},
};

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

/// The keys that a table may have.
pub(super) type Keys = &'static [Key];

/// A key of the experiment file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// A line that gives it.
    pub(super) example: &'static str,
    /// The comment behind the example where `--help` lists the keys, at most 44 characters.
    pub(super) about: &'static str,
}

pub(super) const fn key(name: &'static str, example: &'static str, about: &'static str) -> Key {
    Key {
        name,
        example,
        about,
    }
}

/// A table of the file.
pub(super) struct Section<'t> {
    text: &'t str,
    /// Its header line, such as `[[datasets]]`; empty for the file itself.
    header: String,
    at: usize,
    table: &'t DeTable<'t>,
    keys: Keys,
}

impl<'t> Section<'t> {
    /// The top level of a file, which has no header.
    pub(super) fn file(text: &'t str, table: &'t DeTable<'t>, keys: Keys) -> Result<Self, Mistake> {
        let file = Section {
            text,
            header: String::new(),
            at: 0,
            table,
            keys,
        };
        file.refuse_unknown(&[])?;
        Ok(file)
    }

    /// The tables of a list, `[[key]]`; none if it is not given.
    pub(super) fn tables(&self, key: &str, keys: Keys) -> Result<Vec<Section<'t>>, Mistake> {
        let Some(list) = self.get(key) else {
            return Ok(Vec::new());
        };
        let refused = |at| {
            let problem =
                format!("{key} is not a list of tables; begin each with a line [[{key}]]");
            Mistake::new(at, problem)
        };
        let array = list.get_ref().as_array();
        let nodes = array.ok_or_else(|| refused(list.span().start))?.iter();
        let table = |node: &'t SpannedValue<'t>| {
            let at = node.span().start;
            let section = Section {
                text: self.text,
                header: format!("[[{key}]]"),
                at,
                table: node.get_ref().as_table().ok_or_else(|| refused(at))?,
                keys,
            };
            section.refuse_unknown(self.keys)?;
            Ok(section)
        };
        nodes.map(table).collect()
    }

    /// A table of the file, `[key]`, if it is given.
    pub(super) fn single(&self, key: &str, keys: Keys) -> Result<Option<Section<'t>>, Mistake> {
        let Some(node) = self.get(key) else {
            return Ok(None);
        };
        let at = node.span().start;
        let table = node.get_ref().as_table().ok_or_else(|| {
            let problem = format!("{key} is not a table; begin it with a line [{key}]");
            Mistake::new(at, problem)
        })?;
        let section = Section {
            text: self.text,
            header: format!("[{key}]"),
            at,
            table,
            keys,
        };
        section.refuse_unknown(self.keys)?;
        Ok(Some(section))
    }

    /// A mistake of the whole table.
    pub(super) fn mistake(&self, problem: impl Into<String>) -> Mistake {
        Mistake::new(self.at, problem)
    }

    fn refuse_unknown(&self, outside: Keys) -> Result<(), Mistake> {
        let names = || self.keys.iter().map(|key| key.name);
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if names().any(|known| known == name) {
                continue;
            }
            let hint = if outside.iter().any(|key| key.name == name) {
                format!(
                    "it belongs to the file itself; move it above the first {}",
                    self.header
                )
            } else {
                suggestion(name, names())
            };
            let of = if self.header.is_empty() {
                String::new()
            } else {
                format!(" in {}", self.header)
            };
            let problem = format!("unknown key {:?}{of}; {hint}", echo(name));
            return Err(Mistake::new(key.span().start, problem));
        }
        Ok(())
    }

    /// The line of a value, from 1.
    pub(super) fn line(&self, value: &Spanned<String>) -> usize {
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
        let problem = format!("{header}{of}{key} is missing; add a line such as {example}{place}");
        Mistake::new(self.at, problem)
    }

    /// The mistake of a wrong value: the value, and what to give instead.
    pub(super) fn refused(&self, key: &str, node: &SpannedValue, give: &str) -> Mistake {
        let span = node.span();
        let value = self.text.get(Range::clone(&span)).unwrap_or_default();
        let value = value.lines().next().unwrap_or_default();
        Mistake::new(span.start, format!("{key} = {}; give {give}", echo(value)))
    }

    fn string(&self, key: &str, node: &SpannedValue) -> Result<Spanned<String>, Mistake> {
        let text = node.get_ref().as_str();
        let text = text.ok_or_else(|| self.refused(key, node, "a text in quotes"))?;
        Ok(Spanned::new(node.span(), text.to_owned()))
    }

    pub(super) fn text(&self, key: &str) -> Result<Spanned<String>, Mistake> {
        self.string(key, self.required(key)?)
    }

    pub(super) fn optional_text(&self, key: &str) -> Result<Option<Spanned<String>>, Mistake> {
        let node = self.get(key);
        node.map(|node| self.string(key, node)).transpose()
    }

    /// An optional boolean, which is false by default.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Mistake> {
        self.get(key).map_or(Ok(false), |node| {
            let flag = node.get_ref().as_bool();
            flag.ok_or_else(|| self.refused(key, node, "true or false"))
        })
    }

    /// An optional whole number.
    pub(super) fn whole(
        &self,
        key: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, Mistake> {
        let Some(node) = self.get(key) else {
            return Ok(None);
        };
        let number = match plain(node) {
            Ok(Value::Integer(number)) => u64::try_from(number).ok(),
            _ => None,
        };
        let fits = number.filter(|number| range.contains(number));
        fits.map(Some).ok_or_else(|| {
            let give = match *range.end() {
                u64::MAX => format!("a whole number, {} or more", range.start()),
                end => format!("a whole number, {} to {end}", range.start()),
            };
            self.refused(key, node, &give)
        })
    }

    /// A table of settings, `{ mate-distance = "cpw" }`, if it is given.
    pub(super) fn settings(&self, key: &str) -> Result<Option<&'t DeTable<'t>>, Mistake> {
        let Some(node) = self.get(key) else {
            return Ok(None);
        };
        let table = node.get_ref().as_table();
        let give = "a table of settings, such as { mate-distance = \"cpw\" }";
        table.map(Some).ok_or_else(|| self.refused(key, node, give))
    }
}

/// A value without spans.
pub(super) fn plain(node: &SpannedValue) -> Result<Value, Mistake> {
    Value::deserialize(ValueDeserializer::from(node.clone())).map_err(|_| {
        let problem = "a number has more than 64 bits; give a smaller one";
        Mistake::new(node.span().start, problem)
    })
}
