//! How an experiment searches: its variants, and the grids and ladders that expand to more.

use std::collections::{BTreeSet, HashMap};

use toml::{Spanned, Table, Value, de::DeTable};

use super::{
    section::{Keys, Mistake, Node, Section, key, plain},
    settings::{self, SettingError, Settings},
};

/// More variants than this in one grid are a slip of the pen.
const MOST: usize = 100_000;

/// The keys of `[[variants]]`.
pub(super) const VARIANT: Keys = &[
    key("name", "name = \"tight\"", "what it is called"),
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
];
/// The keys of `[[grid]]`.
pub(super) const GRID: Keys = &[
    key("name", "name = \"form\"", "beginning of their names"),
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
    key("name", "name = \"steps\"", "beginning of their names"),
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

/// A configuration to search with: a named variant and what differs from it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentVariant {
    /// A name that records refer to.
    pub name: String,
    /// The named variant that it starts from.
    pub base: String,
    /// Settings that differ from it, by their whole names.
    pub set: Table,
}

impl ExperimentVariant {
    /// The settings in full.
    ///
    /// # Errors
    /// If the base or a setting does not exist, or takes no such value.
    pub fn options(&self) -> Result<Settings, SettingError> {
        let base = settings::variant(&self.base)?.options.into();
        self.set.iter().try_fold(
            base,
            |options: Settings, (key, value): (&String, &Value)| {
                settings::apply(&options, key, value.clone())
            },
        )
    }
}

/// Variants of which each has some settings more than the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// What it stands on: its base and `set` alone. It is searched only where it is the baseline.
    pub foot: ExperimentVariant,
    /// The names of its rungs, from the first.
    pub rungs: Vec<String>,
}

/// A setting as it stands in a table of the file.
struct Given<'t> {
    /// Its name as it is written there, and where.
    key: String,
    at: usize,
    /// Its whole name.
    whole: String,
    node: &'t Node<'t>,
}

/// What a variant, a grid and a ladder have in common.
struct Start<'t> {
    section: &'t Section<'t>,
    /// What it is, for messages.
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

    /// The settings of a table, in the order of their short names. A setting that stands there under two names is
    /// refused.
    /// With lists of values, a technique's table is one of its parameters.
    fn given(&self, table: &'t DeTable<'t>, has_lists: bool) -> Result<Vec<Given<'t>>, Mistake> {
        let mut all = Vec::new();
        self.collect(table, ("", has_lists), &mut all)?;
        all.sort_by_key(|given| given.at);
        let mut before: HashMap<&str, &str> = HashMap::new();
        for given in &all {
            if let Some(other) = before.insert(&given.whole, &given.key) {
                let problem = format!(
                    "{other:?} and {:?} are the same setting; take one of them out",
                    given.key
                );
                return Err(self.mistake(given.at, problem));
            }
        }
        all.sort_by(|one, other| settings::short(&one.whole).cmp(settings::short(&other.whole)));
        Ok(all)
    }

    fn collect(
        &self,
        table: &'t DeTable<'t>,
        (above, has_lists): (&str, bool),
        all: &mut Vec<Given<'t>>,
    ) -> Result<(), Mistake> {
        for (key, node) in table {
            let (at, key) = (key.span().start, format!("{above}{}", key.get_ref()));
            match node.get_ref().as_table() {
                // `table.size = "off"` without quotation marks is a table in a table.
                Some(below)
                    if settings::is_group(&key) || has_lists && settings::is_technique(&key) =>
                {
                    self.collect(below, (&format!("{key}."), has_lists), all)?;
                }
                _ => {
                    let whole = settings::whole(&key).map_err(|error| self.mistake(at, error))?;
                    all.push(Given {
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

    /// The value of a setting, if the setting takes it.
    fn held(&self, given: &Given, node: &Node) -> Result<Value, Mistake> {
        let value = plain(node)?;
        settings::check(&given.whole, &value)
            .map_err(|error| self.mistake(node.span().start, error))?;
        Ok(value)
    }

    fn held_all(&self, table: &'t DeTable<'t>) -> Result<Table, Mistake> {
        let mut all = Table::new();
        for given in self.given(table, false)? {
            let value = self.held(&given, given.node)?;
            for (key, value) in settings::parts(&given.whole, value) {
                if all.insert(key.clone(), value).is_some() {
                    let problem = format!(
                        "{:?} is given twice; take one of them out",
                        settings::short(&key)
                    );
                    return Err(self.mistake(given.at, problem));
                }
            }
        }
        Ok(all)
    }

    fn set(&self) -> Result<Table, Mistake> {
        let table = self.section.settings("set")?;
        table.map_or_else(|| Ok(Table::new()), |table| self.held_all(table))
    }

    /// A variant that stands at a place in the file.
    fn variant(&self, at: usize, name: String, set: Table) -> Result<Located, Mistake> {
        let base = self.base.clone();
        let variant = ExperimentVariant { name, base, set };
        // Each setting is one; together they may not fit, as where a technique is off that one is a parameter of.
        variant.options().map_err(|error| self.mistake(at, error))?;
        Ok((at, variant))
    }
}

/// A variant with the place of its name.
pub(super) type Located = (usize, ExperimentVariant);

/// The variant of a `[[variants]]`.
pub(super) fn single(section: &Section) -> Result<Vec<Located>, Mistake> {
    let start = Start::of("variant", section)?;
    let (name, at) = (start.name.get_ref().clone(), start.name.span().start);
    Ok(vec![start.variant(at, name, start.set()?)?])
}

/// A setting with a value, and how it stands in the name of a grid's variant: `size=entries:4096`.
#[derive(Clone)]
struct Chosen {
    parts: Vec<(String, Value)>,
    text: String,
}

/// Variants with every combination of the values of some settings.
pub(super) fn grid(section: &Section) -> Result<Vec<Located>, Mistake> {
    let start = Start::of("grid", section)?;
    let (name, at) = (start.name.get_ref(), start.name.span().start);
    let set = start.set()?;
    let over = section.required("over")?;
    let table = section.settings("over")?;
    let mut overs: Vec<Vec<Chosen>> = vec![Vec::new()];
    let mut varied: BTreeSet<String> = BTreeSet::new();
    for given in table.map_or_else(|| Ok(Vec::new()), |table| start.given(table, true))? {
        let nodes: Vec<&Node> = match given.node.get_ref().as_array() {
            Some(array) => array.iter().collect(),
            None => vec![given.node],
        };
        if nodes.is_empty() {
            return Err(section.refused(&given.key, given.node, "at least one value"));
        }
        if overs.len().saturating_mul(nodes.len()) > MOST {
            let problem = format!("more than {MOST} variants; give shorter lists");
            return Err(start.mistake(at, problem));
        }
        let key = settings::short(&given.whole);
        let choose = |node: &Node| {
            let value = start.held(&given, node)?;
            Ok(Chosen {
                text: format!("{key}={}", settings::brief(&value)),
                parts: settings::parts(&given.whole, value),
            })
        };
        let values = nodes.into_iter().map(choose);
        let values = values.collect::<Result<Vec<Chosen>, Mistake>>()?;
        let parts = values.iter().flat_map(|value| &value.parts);
        let own: BTreeSet<String> = parts.map(|(key, _)| key.clone()).collect();
        for key in &own {
            let places = match (set.contains_key(key), varied.contains(key)) {
                (true, _) => "in set and in over; take it out of one of them",
                (_, true) => "twice in over; take it out of one place",
                _ => continue,
            };
            let problem = format!("{:?} stands {places}", settings::short(key));
            return Err(start.mistake(given.at, problem));
        }
        varied.extend(own);
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

/// What a rung adds, as it stands in its name: `killers,size=entries:4096`.
fn addition(added: &Table) -> String {
    let mut settings: Vec<String> = added
        .iter()
        .map(|(key, value)| match (settings::short(key), value) {
            (key, Value::Boolean(true)) => key.to_owned(),
            (key, value) => format!("{key}={}", settings::brief(value)),
        })
        .collect();
    settings.sort();
    settings.join(",")
}

/// The rungs of a ladder, which adds settings to its base one after the other; with the foot if that is the baseline.
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
        let added = start.held_all(table)?;
        names.push(format!("{name}/{number} +{}", addition(&added)));
        // A technique that is given anew has no parameters of the rungs before.
        let anew = |key: &str| {
            added
                .keys()
                .any(|new| settings::is_technique(new) && key.starts_with(&format!("{new}.")))
        };
        set.retain(|key, _| !anew(key));
        set.extend(added);
        variants.push(start.variant(at, names[number - 1].clone(), set.clone())?);
    }
    let ladder = Ladder {
        foot: foot.1,
        rungs: names,
    };
    Ok((ladder, variants))
}
