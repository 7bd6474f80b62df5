//! How an experiment searches: its variants, and the grids and ladders that expand to more.

use plybench_engine::search::SearchOptions;
use toml::{Spanned, Table, Value};

use super::{
    section::{Keys, Mistake, Node, Section, plain},
    settings::{self, SettingError},
};

/// More variants than this in one grid are a slip of the pen.
const MOST: usize = 100_000;

/// The keys of `[[variants]]`.
pub(super) const VARIANT: Keys = &[
    ("name", "name = \"tight\""),
    ("base", "base = \"plain\""),
    ("set", "set = { mate-distance = \"stockfish\" }"),
];
/// The keys of `[[grid]]`.
pub(super) const GRID: Keys = &[
    ("name", "name = \"form\""),
    ("base", "base = \"plain\""),
    ("set", "set = { scout = \"pvs\" }"),
    (
        "over",
        "over = { mate-distance = [\"off\", \"stockfish\"] }",
    ),
];
/// The keys of `[[ladder]]`.
pub(super) const LADDER: Keys = &[
    ("name", "name = \"steps\""),
    ("base", "base = \"plain\""),
    ("add", "add = [{ mvv-lva = true }, { history = true }]"),
];

/// A configuration to search with: a named variant and what differs from it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentVariant {
    /// A name that records refer to.
    pub name: String,
    /// The named variant that it starts from.
    pub base: String,
    /// Settings that differ from it.
    pub set: Table,
}

impl ExperimentVariant {
    /// The settings in full.
    ///
    /// # Errors
    /// If the base or a setting does not exist, or takes no such value.
    pub fn options(&self) -> Result<SearchOptions, SettingError> {
        let base = settings::variant(&self.base)?.options;
        self.set
            .iter()
            .try_fold(base, |options, (key, value): (&String, &Value)| {
                settings::apply(&options, key, value.clone())
            })
    }
}

/// Settings as they stand in a variant's name.
fn named(settings: &Table) -> String {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let pairs = settings
        .iter()
        .map(|(key, value)| format!("{key}={}", text(value)));
    pairs.collect::<Vec<_>>().join(",")
}

/// What a variant, a grid and a ladder have in common.
struct Start<'t> {
    section: &'t Section<'t>,
    /// What it is, for messages.
    kind: &'static str,
    name: Spanned<String>,
    base: String,
    options: SearchOptions,
}

impl<'t> Start<'t> {
    fn of(kind: &'static str, section: &'t Section<'t>) -> Result<Self, Mistake> {
        let name = section.text("name")?;
        if name.get_ref().is_empty() {
            return Err(section.refused("name", section.required("name")?, "some letters"));
        }
        let base = section.text("base")?;
        let found = settings::variant(base.get_ref());
        let start = |options| Start {
            section,
            kind,
            base: base.get_ref().clone(),
            options,
            name: name.clone(),
        };
        let found = found.map_err(|error| {
            let problem = format!("{kind} {:?}: {error}", name.get_ref());
            Mistake::new(base.span().start, problem)
        });
        Ok(start(found?.options))
    }

    /// The value of a setting, if the setting takes it.
    fn held(&self, key: &str, key_at: usize, node: &Node) -> Result<Value, Mistake> {
        let value = plain(node)?;
        settings::apply(&self.options, key, value.clone()).map_err(|error| {
            let at = match error {
                SettingError::Value { .. } => node.span().start,
                _ => key_at,
            };
            let problem = format!("{} {:?}: {error}", self.kind, self.name.get_ref());
            Mistake::new(at, problem)
        })?;
        Ok(value)
    }

    fn set(&self) -> Result<Table, Mistake> {
        let pairs = self.section.pairs("set")?.into_iter();
        let set = pairs.map(|(key, node)| {
            let value = self.held(key.get_ref(), key.span().start, node)?;
            Ok((key.get_ref().to_string(), value))
        });
        set.collect()
    }

    fn variant(&self, name: String, set: Table) -> ExperimentVariant {
        let base = self.base.clone();
        ExperimentVariant { name, base, set }
    }
}

/// A variant with the place of its name.
pub(super) type Located = (usize, ExperimentVariant);

/// The variant of a `[[variants]]`.
pub(super) fn single(section: &Section) -> Result<Vec<Located>, Mistake> {
    let start = Start::of("variant", section)?;
    let variant = start.variant(start.name.get_ref().clone(), start.set()?);
    Ok(vec![(start.name.span().start, variant)])
}

/// Variants with every combination of the values of some settings.
pub(super) fn grid(section: &Section) -> Result<Vec<Located>, Mistake> {
    let start = Start::of("grid", section)?;
    let (name, at) = (start.name.get_ref(), start.name.span().start);
    let set = start.set()?;
    let over = section.required("over")?;
    let mut overs = vec![Table::new()];
    for (key, node) in section.pairs("over")? {
        let nodes: Vec<&Node> = match node.get_ref().as_array() {
            Some(array) => array.iter().collect(),
            None => vec![node],
        };
        if nodes.is_empty() {
            return Err(section.refused(key.get_ref(), node, "at least one value"));
        }
        if overs.len().saturating_mul(nodes.len()) > MOST {
            let problem = format!("grid {name:?}: more than {MOST} variants; give shorter lists");
            return Err(Mistake::new(at, problem));
        }
        let value = |node: &Node| start.held(key.get_ref(), key.span().start, node);
        let values = nodes.into_iter().map(value);
        let values = values.collect::<Result<Vec<Value>, Mistake>>()?;
        overs = overs
            .iter()
            .flat_map(|over| {
                values.iter().map(move |value| {
                    let mut over = over.clone();
                    over.insert(key.get_ref().to_string(), value.clone());
                    over
                })
            })
            .collect();
    }
    if overs[0].is_empty() {
        return Err(section.refused("over", over, "settings with a list of values each"));
    }
    let expand = |over: Table| {
        let name = format!("{name}/{}", named(&over));
        let mut set = set.clone();
        set.extend(over);
        (at, start.variant(name, set))
    };
    Ok(overs.into_iter().map(expand).collect())
}

/// Variants of which each has one setting more than the last.
pub(super) fn ladder(section: &Section) -> Result<Vec<Located>, Mistake> {
    let start = Start::of("ladder", section)?;
    let at = start.name.span().start;
    let add = section.required("add")?;
    let give = "a list of tables, such as [{ mvv-lva = true }, { history = true }]";
    let rungs = add.get_ref().as_array().filter(|rungs| !rungs.is_empty());
    let rungs = rungs.ok_or_else(|| section.refused("add", add, give))?;
    let mut set = Table::new();
    let mut name = start.name.get_ref().clone();
    let mut variants = vec![(at, start.variant(name.clone(), set.clone()))];
    for node in rungs.iter() {
        let rung = node.get_ref().as_table();
        let mut added = Table::new();
        for (key, node) in rung.ok_or_else(|| section.refused("add", node, give))? {
            let value = start.held(key.get_ref(), key.span().start, node)?;
            added.insert(key.get_ref().to_string(), value);
        }
        name = format!("{name}+{}", named(&added));
        set.extend(added);
        variants.push((at, start.variant(name.clone(), set.clone())));
    }
    Ok(variants)
}
