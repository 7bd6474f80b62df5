//! The variants of an experiment, and the grids and ladders that expand to more of them.

use std::collections::{BTreeSet, HashMap};

use toml::{Table, Value, de::DeTable};

use super::{
    base::{Base, Bases, lay},
    combinations::combinations,
    judge::JUDGE,
    section::{Mistake, Section, SpannedValue, Text, plain},
    setting_name::{self, SettingError},
    settings::{self, Settings},
    subsets::Subsets,
};

/// The most variants in one grid: more are surely a mistake.
const MOST: usize = 100_000;

/// What `set`, `over` and the rungs of `add` are.
const SETTINGS: &str = "a table of settings, such as { mate-distance = \"cpw\" }";

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

/// The part that variants, grids, ladders and subsets have in common.
pub(super) struct Start<'t> {
    section: &'t Section<'t>,
    /// Which of them it is, for messages: `grid "form"`.
    title: String,
    pub(super) name: Text,
    base: Base,
}

impl<'t> Start<'t> {
    pub(super) fn of(
        kind: &'static str,
        section: &'t Section<'t>,
        bases: &Bases,
    ) -> Result<Self, Mistake> {
        let start = Start::named(kind, section)?;
        let base = bases.find(&bases.given(section)?);
        let base = base.map_err(|Mistake { at, problem }| start.mistake(at, problem))?;
        Ok(Start { base, ..start })
    }

    /// What is known of it without the other tables of the file.
    pub(super) fn named(kind: &'static str, section: &'t Section<'t>) -> Result<Self, Mistake> {
        let name: Text = section.filled("name", "some letters")?;
        Ok(Start {
            title: format!("{kind} {:?}", name.get_ref()),
            name,
            ..Start::of_defaults(section)
        })
    }

    /// The table `[defaults]`, which has no name.
    pub(super) fn of_defaults(section: &'t Section<'t>) -> Self {
        Start {
            section,
            title: "[defaults]".to_owned(),
            name: Text::new(0..0, String::new()),
            base: Base::default(),
        }
    }

    pub(super) fn mistake(&self, at: usize, problem: impl std::fmt::Display) -> Mistake {
        Mistake::new(at, format!("{}: {problem}", self.title))
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

    pub(super) fn checked_table(&self, table: &'t DeTable<'t>) -> Result<Table, Mistake> {
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

    pub(super) fn set(&self) -> Result<Table, Mistake> {
        let table = self.section.table("set", SETTINGS)?;
        table.map_or_else(|| Ok(Table::new()), |table| self.checked_table(table))
    }

    /// A variant with these settings over those of its base, with the place of its name or its prefix.
    pub(super) fn variant(&self, name: String, set: &Table) -> Result<Located, Mistake> {
        let (at, Base { engine, set: below }) = (self.name.span().start, self.base.clone());
        let mut variant = ExperimentVariant {
            name,
            base: engine,
            set: below,
        };
        lay(&mut variant.set, set);
        // Each setting is valid alone, but not all together may be: a parameter needs its technique to be on.
        variant.options().map_err(|error| self.mistake(at, error))?;
        Ok((at, variant))
    }
}

/// A variant with the place of its name.
pub(super) type Located = (usize, ExperimentVariant);

/// The variant of a `[[variants]]` table.
pub(super) fn single(section: &Section, bases: &Bases) -> Result<Located, Mistake> {
    let start = Start::of("variant", section, bases)?;
    start.variant(start.name.get_ref().clone(), &start.set()?)
}

/// The configuration of a `[judge]` table.
pub(super) fn judge(section: &Section, bases: &Bases) -> Result<ExperimentVariant, Mistake> {
    let start = Start {
        title: "[judge]".to_owned(),
        base: bases.find(&bases.given(section)?)?,
        ..Start::of_defaults(section)
    };
    let (_, variant) = start.variant(JUDGE.to_owned(), &start.set()?)?;
    Ok(variant)
}

/// The variants of a `[[grid]]` table: every combination of the values of its settings.
/// If none has more than two, these are settings in subsets, too.
pub(super) fn grid(
    section: &Section,
    bases: &Bases,
) -> Result<(Option<Subsets>, Vec<Located>), Mistake> {
    let start = Start::of("grid", section, bases)?;
    let (name, set) = (start.name.get_ref(), start.set()?);
    let table = section.table("over", SETTINGS)?;
    let entries = table.map_or_else(|| Ok(Vec::new()), |table| start.entries(table, true))?;
    if entries.is_empty() {
        return Err(section.refused("over", "settings with a list of values each"));
    }
    let mut varied: BTreeSet<String> = BTreeSet::new();
    let mut lists = Vec::new();
    for entry in entries {
        let one = || std::slice::from_ref(entry.node);
        let nodes = entry.node.get_ref().as_array();
        let nodes = nodes.map_or_else(one, |array| &array[..]);
        if nodes.is_empty() {
            return Err(section.refused_at(&entry.key, entry.node, "at least one value"));
        }
        // A value, and its text in the names of variants: `size=entries:4096`.
        let choose = |node: &SpannedValue| {
            let value = start.checked(&entry, node)?;
            let key = setting_name::short(&entry.whole);
            let text = format!("{key}={}", settings::brief(&value));
            Ok((text, settings::parts(&entry.whole, value)))
        };
        let values = nodes.iter().map(choose);
        let values = values.collect::<Result<Vec<_>, Mistake>>()?;
        let parts = values.iter().flat_map(|(_, parts)| parts);
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
        lists.push(values);
    }
    let all = combinations(&lists, MOST).ok_or_else(|| {
        let problem = format!("more than {MOST} variants; give shorter lists");
        start.mistake(start.name.span().start, problem)
    })?;
    let expand = |chosen: Vec<&(String, Vec<_>)>| {
        let texts: Vec<&str> = chosen.iter().map(|(text, _)| text.as_str()).collect();
        let mut set = set.clone();
        set.extend(chosen.iter().flat_map(|(_, parts)| parts.clone()));
        start.variant(format!("{name}/{}", texts.join(",")), &set)
    };
    let variants: Vec<Located> = all.into_iter().map(expand).collect::<Result<_, _>>()?;
    let subsets = Subsets::of_grid(name, &lists, &variants);
    Ok((subsets, variants))
}

/// The settings that a rung adds, as in its name: `killers,size=entries:4096`.
pub(super) fn addition(added: &Table) -> String {
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
pub(super) fn ladder(
    section: &Section,
    bases: &Bases,
    baseline: &str,
) -> Result<(Ladder, Vec<Located>), Mistake> {
    let start = Start::of("ladder", section, bases)?;
    let (name, mut set) = (start.name.get_ref(), start.set()?);
    let add = section.required("add")?;
    let give = "a list of tables, such as [{ mvv-lva = true }, { history = true }]";
    let rungs = add.get_ref().as_array().filter(|rungs| !rungs.is_empty());
    let rungs = rungs.ok_or_else(|| section.refused("add", give))?;
    let foot = start.variant(format!("{name}/0"), &set)?;
    let mut variants = Vec::new();
    if foot.1.name == baseline {
        variants.push(foot.clone());
    }
    let mut names = Vec::new();
    for (number, node) in (1..).zip(rungs.iter()) {
        let table = node.get_ref().as_table().filter(|rung| !rung.is_empty());
        let table = table.ok_or_else(|| section.refused_at("add", node, give))?;
        let added = start.checked_table(table)?;
        let name = format!("{name}/{number} +{}", addition(&added));
        names.push(name.clone());
        lay(&mut set, &added);
        variants.push(start.variant(name, &set)?);
    }
    let ladder = Ladder {
        foot: foot.1,
        rungs: names,
    };
    Ok((ladder, variants))
}
