//! The variants of an experiment, and the grids and ladders that expand to more of them.

use std::collections::{BTreeSet, HashMap};

use toml::{Spanned, Table, Value, de::DeTable};

use super::{
    section::{Keys, Mistake, Section, SpannedValue, key, plain},
    setting_name::{self, SettingError},
    settings::{self, Settings},
};

/// The most variants in one grid: more are surely a mistake.
const MOST: usize = 100_000;

/// The keys of `[[variants]]`.
pub(super) const VARIANT: Keys = &[
    key("name", "name = \"tight\"", "its name"),
    key(
        "base",
        "base = \"plain\"",
        "a configuration of `plybench variants`",
    ),
    key(
        "set",
        "set = { mate-distance = \"stockfish\" }",
        "the settings that differ from it",
    ),
    key(
        super::published::COLUMN,
        "column = \"off\"",
        "the column of [published] it answers",
    ),
];
/// The keys of `[[grid]]`.
pub(super) const GRID: Keys = &[
    key("name", "name = \"form\"", "prefix of their names"),
    key("base", "base = \"plain\"", "as in [[variants]]"),
    key(
        "set",
        "set = { scout = \"pvs\" }",
        "settings of all of them",
    ),
    key(
        "over",
        "over = { mate-distance = [\"off\", \"stockfish\"] }",
        "settings with a list of values each",
    ),
];
/// The keys of `[[ladder]]`.
pub(super) const LADDER: Keys = &[
    key("name", "name = \"steps\"", "prefix of their names"),
    key("base", "base = \"plain\"", "as in [[variants]]"),
    key(
        "set",
        "set = { scout = \"pvs\" }",
        "settings of all of them",
    ),
    key(
        "add",
        "add = [{ mvv-lva = true }, { history = true }]",
        "the settings that each rung adds",
    ),
];

/// A configuration of the search: a named variant of the engine, and the settings that differ from it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentVariant {
    /// Its name in records; unique in the experiment.
    pub name: String,
    /// The named variant of the engine that it starts from.
    pub base: String,
    /// The settings that differ from it, by their whole names.
    pub set: Table,
}

impl ExperimentVariant {
    /// The full settings.
    ///
    /// # Errors
    /// If the base or a setting does not exist, or a setting does not take its value.
    pub fn options(&self) -> Result<Settings, SettingError> {
        let base = settings::variant(&self.base)?.options.into();
        settings::apply_all(base, self.set.clone())
    }

    /// The arguments of commands that search with it: `--variant plain --set mate-distance=stockfish`.
    #[must_use]
    pub fn arguments(&self) -> String {
        let mut arguments = format!("--variant {}", self.base);
        for (key, value) in &self.set {
            let argument = settings::argument(setting_name::short(key), &value.to_string());
            arguments.push_str(&format!(" {argument}"));
        }
        arguments
    }
}

/// Variants of which each adds some settings to the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The variant below the first rung: base and `set` alone. It is searched only if it is the baseline.
    pub foot: ExperimentVariant,
    /// The names of its rungs, from the first.
    pub rungs: Vec<String>,
}

/// An entry of a table of settings in the file.
struct SettingEntry<'t> {
    /// The setting's name as written, and its place.
    key: String,
    at: usize,
    /// Its full name, of which `key` may be an abbreviation.
    whole: String,
    node: &'t SpannedValue<'t>,
}

/// The part that variants, grids and ladders have in common.
struct Start<'t> {
    section: &'t Section<'t>,
    /// Which of them it is, for messages.
    kind: &'static str,
    name: Spanned<String>,
    base: String,
}

impl<'t> Start<'t> {
    fn of(kind: &'static str, section: &'t Section<'t>) -> Result<Self, Mistake> {
        let name = section.text("name")?;
        if name.get_ref().is_empty() {
            return Err(section.refused("name", section.required("name")?, "some letters"));
        }
        let base = section.text("base")?;
        settings::variant(base.get_ref()).map_err(|error| {
            let problem = format!("{kind} {:?}: {error}", name.get_ref());
            Mistake::new(base.span().start, problem)
        })?;
        Ok(Start {
            section,
            kind,
            base: base.get_ref().clone(),
            name,
        })
    }

    fn mistake(&self, at: usize, problem: impl std::fmt::Display) -> Mistake {
        Mistake::new(
            at,
            format!("{} {:?}: {problem}", self.kind, self.name.get_ref()),
        )
    }

    /// The entries of a table of settings, in the order of their short names. A setting that is given twice under two names
    /// is refused. With lists of values, a technique's table is one of its parameters.
    fn entries(
        &self,
        table: &'t DeTable<'t>,
        has_lists: bool,
    ) -> Result<Vec<SettingEntry<'t>>, Mistake> {
        let mut all = Vec::new();
        self.collect(table, "", has_lists, &mut all)?;
        all.sort_by_key(|entry| entry.at);
        let mut before: HashMap<&str, &str> = HashMap::new();
        for entry in &all {
            if let Some(other) = before.insert(&entry.whole, &entry.key) {
                let problem = format!(
                    "{other:?} and {:?} are the same setting; remove one of them",
                    entry.key
                );
                return Err(self.mistake(entry.at, problem));
            }
        }
        all.sort_by(|one, other| {
            setting_name::short(&one.whole).cmp(setting_name::short(&other.whole))
        });
        Ok(all)
    }

    fn collect(
        &self,
        table: &'t DeTable<'t>,
        above: &str,
        has_lists: bool,
        all: &mut Vec<SettingEntry<'t>>,
    ) -> Result<(), Mistake> {
        for (key, node) in table {
            let (at, key) = (key.span().start, format!("{above}{}", key.get_ref()));
            match node.get_ref().as_table() {
                // `table.size = "off"` without quotation marks is a table in a table.
                Some(below)
                    if setting_name::is_group(&key)
                        || has_lists && setting_name::is_technique(&key) =>
                {
                    self.collect(below, &format!("{key}."), has_lists, all)?;
                }
                _ => {
                    let whole =
                        setting_name::whole(&key).map_err(|error| self.mistake(at, error))?;
                    all.push(SettingEntry {
                        key,
                        at,
                        whole,
                        node,
                    });
                }
            }
        }
        Ok(())
    }

    /// The value of a node, if the setting takes it.
    fn checked(&self, entry: &SettingEntry, node: &SpannedValue) -> Result<Value, Mistake> {
        let value = plain(node)?;
        settings::check(&entry.whole, &value)
            .map_err(|error| self.mistake(node.span().start, error))?;
        Ok(value)
    }

    fn checked_table(&self, table: &'t DeTable<'t>) -> Result<Table, Mistake> {
        let mut all = Table::new();
        for entry in self.entries(table, false)? {
            let value = self.checked(&entry, entry.node)?;
            for (key, value) in settings::parts(&entry.whole, value) {
                if all.insert(key.clone(), value).is_some() {
                    let problem = format!(
                        "{:?} is given twice; remove one of them",
                        setting_name::short(&key)
                    );
                    return Err(self.mistake(entry.at, problem));
                }
            }
        }
        Ok(all)
    }

    fn set(&self) -> Result<Table, Mistake> {
        let table = self.section.settings("set")?;
        table.map_or_else(|| Ok(Table::new()), |table| self.checked_table(table))
    }

    /// A variant, with its place in the file.
    fn variant(&self, at: usize, name: String, set: Table) -> Result<Located, Mistake> {
        let base = self.base.clone();
        let variant = ExperimentVariant { name, base, set };
        // Each setting is valid alone, but not all together may be: a parameter needs its technique to be on.
        variant.options().map_err(|error| self.mistake(at, error))?;
        Ok((at, variant))
    }
}

/// A variant with the place of its name.
pub(super) type Located = (usize, ExperimentVariant);

/// The variant of a `[[variants]]` table.
pub(super) fn single(section: &Section) -> Result<Vec<Located>, Mistake> {
    let start = Start::of("variant", section)?;
    let (name, at) = (start.name.get_ref().clone(), start.name.span().start);
    Ok(vec![start.variant(at, name, start.set()?)?])
}

/// A setting with a value, and its text in the name of a grid's variant: `size=entries:4096`.
#[derive(Clone)]
struct Chosen {
    parts: Vec<(String, Value)>,
    text: String,
}

/// The variants of a `[[grid]]` table: every combination of the values of its settings.
pub(super) fn grid(section: &Section) -> Result<Vec<Located>, Mistake> {
    let start = Start::of("grid", section)?;
    let (name, at) = (start.name.get_ref(), start.name.span().start);
    let set = start.set()?;
    let over = section.required("over")?;
    let table = section.settings("over")?;
    let mut overs: Vec<Vec<Chosen>> = vec![Vec::new()];
    let mut varied: BTreeSet<String> = BTreeSet::new();
    for entry in table.map_or_else(|| Ok(Vec::new()), |table| start.entries(table, true))? {
        let nodes: Vec<&SpannedValue> = match entry.node.get_ref().as_array() {
            Some(array) => array.iter().collect(),
            None => vec![entry.node],
        };
        if nodes.is_empty() {
            return Err(section.refused(&entry.key, entry.node, "at least one value"));
        }
        if overs.len().saturating_mul(nodes.len()) > MOST {
            let problem = format!("more than {MOST} variants; give shorter lists");
            return Err(start.mistake(at, problem));
        }
        let key = setting_name::short(&entry.whole);
        let choose = |node: &SpannedValue| {
            let value = start.checked(&entry, node)?;
            Ok(Chosen {
                text: format!("{key}={}", settings::brief(&value)),
                parts: settings::parts(&entry.whole, value),
            })
        };
        let values = nodes.into_iter().map(choose);
        let values = values.collect::<Result<Vec<Chosen>, Mistake>>()?;
        let parts = values.iter().flat_map(|value| &value.parts);
        let keys: BTreeSet<String> = parts.map(|(key, _)| key.clone()).collect();
        for key in &keys {
            let places = match (set.contains_key(key), varied.contains(key)) {
                (true, _) => "both in set and in over",
                (_, true) => "twice in over",
                _ => continue,
            };
            let key = setting_name::short(key);
            let problem = format!("{key:?} is given {places}; remove one of the two");
            return Err(start.mistake(entry.at, problem));
        }
        varied.extend(keys);
        overs = overs
            .iter()
            .flat_map(|over| {
                values.iter().map(|value| {
                    let mut over = over.clone();
                    over.push(value.clone());
                    over
                })
            })
            .collect();
    }
    if overs[0].is_empty() {
        return Err(section.refused("over", over, "settings with a list of values each"));
    }
    let expand = |over: Vec<Chosen>| {
        let texts: Vec<&str> = over.iter().map(|chosen| chosen.text.as_str()).collect();
        let name = format!("{name}/{}", texts.join(","));
        let mut set = set.clone();
        set.extend(over.into_iter().flat_map(|chosen| chosen.parts));
        start.variant(at, name, set)
    };
    overs.into_iter().map(expand).collect()
}

/// The settings that a rung adds, as in its name: `killers,size=entries:4096`.
fn addition(added: &Table) -> String {
    let mut settings: Vec<String> = added
        .iter()
        .map(|(key, value)| match (setting_name::short(key), value) {
            (key, Value::Boolean(true)) => key.to_owned(),
            (key, value) => format!("{key}={}", settings::brief(value)),
        })
        .collect();
    settings.sort();
    settings.join(",")
}

/// The ladder of a `[[ladder]]` table, and its rungs as variants, with the foot if that is the baseline.
pub(super) fn ladder(section: &Section, baseline: &str) -> Result<(Ladder, Vec<Located>), Mistake> {
    let start = Start::of("ladder", section)?;
    let (name, at) = (start.name.get_ref(), start.name.span().start);
    let mut set = start.set()?;
    let add = section.required("add")?;
    let give = "a list of tables, such as [{ mvv-lva = true }, { history = true }]";
    let rungs = add.get_ref().as_array().filter(|rungs| !rungs.is_empty());
    let rungs = rungs.ok_or_else(|| section.refused("add", add, give))?;
    let foot = start.variant(at, format!("{name}/0"), set.clone())?;
    let mut variants = Vec::new();
    if foot.1.name == baseline {
        variants.push(foot.clone());
    }
    let mut names = Vec::new();
    for (number, node) in (1..).zip(rungs.iter()) {
        let table = node.get_ref().as_table().filter(|rung| !rung.is_empty());
        let table = table.ok_or_else(|| section.refused("add", node, give))?;
        let added = start.checked_table(table)?;
        names.push(format!("{name}/{number} +{}", addition(&added)));
        // A technique that this rung sets again loses the parameters of the rungs before.
        let is_reset = |key: &str| {
            added
                .keys()
                .any(|new| setting_name::is_technique(new) && key.starts_with(&format!("{new}.")))
        };
        set.retain(|key, _| !is_reset(key));
        set.extend(added);
        variants.push(start.variant(at, names[number - 1].clone(), set.clone())?);
    }
    let ladder = Ladder {
        foot: foot.1,
        rungs: names,
    };
    Ok((ladder, variants))
}
