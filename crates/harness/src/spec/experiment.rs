//! The experiment file.

use std::collections::HashSet;

use plybench_engine::units::MAX_DEPTH;
use serde::Serialize;
use thiserror::Error;
use toml::{Spanned, de::DeTable};

use super::{
    echo, echo_line, nearest,
    section::{Keys, Mistake, Section, line},
    suggestion,
    trees::{self, TREES, Trees},
    variant::{self, ExperimentVariant, GRID, LADDER, Located, VARIANT},
};

/// An experiment: some positions searched by some variants to some depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// What is to be found out.
    pub purpose: String,
    /// What is counted.
    pub metric: Metric,
    /// The variant that the others are compared with.
    pub baseline: String,
    /// Every position is searched to depth 1, 2, … up to this.
    pub depth: u8,
    /// The most nodes that a job may enter.
    pub nodes: Option<u64>,
    /// Whether a job ends with the first iteration that is at least as deep as the mate it scores.
    pub stop_at_mate: bool,
    /// What is searched, given here.
    pub positions: Vec<Position>,
    /// What is searched, given in files.
    pub datasets: Vec<DatasetSpec>,
    /// What is searched, made here: the trees that each table expands to.
    pub trees: Vec<Trees>,
    /// How it is searched, with what the grids and ladders expand to.
    pub variants: Vec<ExperimentVariant>,
}

/// What an experiment counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Entered nodes, all iterations together, from a cleared table.
    Nodes,
    /// The same at the moment the principal variation last changed.
    NodesToPv,
}

impl Metric {
    /// Every metric.
    pub const ALL: [Metric; 2] = [Metric::Nodes, Metric::NodesToPv];

    /// Its name, as an experiment file puts it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Metric::Nodes => "nodes",
            Metric::NodesToPv => "nodes-to-pv",
        }
    }
}

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// A name that records refer to.
    pub id: String,
    /// The position in FEN.
    pub fen: String,
    /// The line in which it stands, from 1.
    pub line: usize,
}

/// A file of positions, and which of them are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatasetSpec {
    /// An EPD or FEN file; a relative path starts at the experiment file.
    pub file: Spanned<String>,
    /// The line in which the file is named, from 1.
    pub line: usize,
    /// Only lines with this EPD operation.
    pub with: Option<String>,
    /// Only positions of at most so many men.
    pub men_at_most: Option<u32>,
    /// Only lines that claim a mate in at most so many moves, for either side.
    pub mate_at_most: Option<u32>,
    /// Of those that are left, only so many, from the first.
    pub take: Option<usize>,
}

const FILE: Keys = &[
    ("purpose", "purpose = \"What does the tight form save?\""),
    ("metric", "metric = \"nodes\""),
    ("baseline", "baseline = \"off\""),
    ("depth", "depth = 9"),
    ("nodes", "nodes = 400000"),
    ("stop-at-mate", "stop-at-mate = true"),
    ("positions", "[[positions]]"),
    ("datasets", "[[datasets]]"),
    ("trees", "[[trees]]"),
    ("variants", "[[variants]]"),
    ("grid", "[[grid]]"),
    ("ladder", "[[ladder]]"),
];
const POSITION: Keys = &[
    ("id", "id = \"krk\""),
    ("fen", "fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\""),
];
const DATASET: Keys = &[
    ("file", "file = \"../../datasets/mates.epd\""),
    ("with", "with = \"bm\""),
    ("men-at-most", "men-at-most = 24"),
    ("mate-at-most", "mate-at-most = 3"),
    ("take", "take = 20"),
];

/// Why a text is no experiment: it is no TOML, a key is wrong or missing, or a value is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ExperimentError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Experiment {
    /// Reads an experiment file, and expands its grids, ladders and trees.
    ///
    /// # Errors
    /// If the text is no TOML, lacks a key, has an unknown one, or a variant or
    /// a tree cannot be made.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        Experiment::read(text).map_err(|mistake| ExperimentError {
            line: line(text, mistake.at),
            problem: echo_line(&mistake.problem),
        })
    }

    fn read(text: &str) -> Result<Self, Mistake> {
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let problem = error.message().lines().collect::<Vec<_>>().join(", ");
            Mistake::new(
                at,
                format!("this is no TOML: {problem}; reports/README.md has an example"),
            )
        })?;
        let file = Section::file(text, table.get_ref(), FILE)?;
        let purpose = file.text("purpose")?;
        if purpose.get_ref().trim().is_empty() {
            let give = "a sentence that says what is to be found out";
            return Err(file.refused("purpose", file.required("purpose")?, give));
        }
        file.required("depth")?;
        let most = u64::from(MAX_DEPTH);
        let experiment = Experiment {
            purpose: purpose.into_inner(),
            metric: metric(&file)?,
            baseline: file.text("baseline")?.into_inner(),
            depth: file
                .whole("depth", 1..=most)?
                .map_or(MAX_DEPTH, |depth| depth as u8),
            nodes: file.whole("nodes", 1..=u64::MAX)?,
            stop_at_mate: file.flag("stop-at-mate")?,
            positions: (file.tables("positions", POSITION)?.iter())
                .map(position)
                .collect::<Result<_, _>>()?,
            datasets: (file.tables("datasets", DATASET)?.iter())
                .map(dataset)
                .collect::<Result<_, _>>()?,
            trees: (file.tables("trees", TREES)?.iter())
                .map(trees::expand)
                .collect::<Result<_, _>>()?,
            variants: variants(&file)?,
        };
        if experiment.positions.is_empty()
            && experiment.datasets.is_empty()
            && experiment.trees.is_empty()
        {
            let problem = "no positions; give [[positions]], [[datasets]] or [[trees]]";
            return Err(Mistake::new(0, problem));
        }
        let names = || experiment.variants.iter().map(|variant| &*variant.name);
        if !names().any(|name| name == experiment.baseline) {
            let baseline = file.text("baseline")?;
            let problem = format!(
                "no variant is named {:?}; {}",
                echo(baseline.get_ref()),
                suggestion(baseline.get_ref(), names())
            );
            return Err(Mistake::new(baseline.span().start, problem));
        }
        Ok(experiment)
    }
}

fn metric(file: &Section) -> Result<Metric, Mistake> {
    let given = file.text("metric")?;
    let mut all = Metric::ALL.into_iter();
    all.find(|metric| metric.name() == given.get_ref())
        .ok_or_else(|| {
            let names = Metric::ALL.map(Metric::name);
            let near = nearest(given.get_ref(), names.into_iter());
            let near = near.map(|near| format!("; did you mean {near:?}?"));
            let problem = format!(
                "unknown metric {:?}; there are {}{}",
                echo(given.get_ref()),
                names.join(" and "),
                near.unwrap_or_default()
            );
            Mistake::new(given.span().start, problem)
        })
}

fn position(section: &Section) -> Result<Position, Mistake> {
    let fen = section.text("fen")?;
    Ok(Position {
        id: section.text("id")?.into_inner(),
        line: section.line(&fen),
        fen: fen.into_inner(),
    })
}

fn dataset(section: &Section) -> Result<DatasetSpec, Mistake> {
    let file = section.text("file")?;
    let small = |key, least, most: u32| {
        let number = section.whole(key, least..=u64::from(most))?;
        Ok(number.and_then(|number| u32::try_from(number).ok()))
    };
    Ok(DatasetSpec {
        line: section.line(&file),
        file,
        with: section.optional_text("with")?.map(Spanned::into_inner),
        men_at_most: small("men-at-most", 2, 32)?,
        mate_at_most: small("mate-at-most", 0, 1000)?,
        take: small("take", 1, u32::MAX)?.map(|take| take as usize),
    })
}

fn variants(file: &Section) -> Result<Vec<ExperimentVariant>, Mistake> {
    type Expand = fn(&Section) -> Result<Vec<Located>, Mistake>;
    let kinds: [(&str, Keys, Expand); 3] = [
        ("variants", VARIANT, variant::single),
        ("grid", GRID, variant::grid),
        ("ladder", LADDER, variant::ladder),
    ];
    let mut located = Vec::new();
    for (key, keys, expand) in kinds {
        for section in file.tables(key, keys)? {
            located.append(&mut expand(&section)?);
        }
    }
    if located.is_empty() {
        let problem = "no variants; give [[variants]], [[grid]] or [[ladder]]";
        return Err(Mistake::new(0, problem));
    }
    let mut names = HashSet::new();
    let twice = located
        .iter()
        .find(|(_, variant)| !names.insert(&variant.name));
    if let Some((at, variant)) = twice {
        let name = echo(&variant.name);
        let problem = format!("two variants are named {name:?}; give each its own name");
        return Err(Mistake::new(*at, problem));
    }
    Ok(located.into_iter().map(|(_, variant)| variant).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
purpose = "test"
metric = "nodes"
baseline = "off"
depth = 3
positions = [{ id = "krk", fen = "8/7K/8/8/8/8/R7/7k w - - 0 1" }]
variants = [{ name = "off", base = "plain", set = { mate-distance = "cpw" } }]
"#;

    fn problem(text: &str) -> String {
        Experiment::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn an_experiment_is_read() {
        let experiment = Experiment::parse(GOOD).unwrap();
        assert_eq!(experiment.metric, Metric::Nodes);
        assert!(experiment.variants[0].options().is_ok());
    }

    #[test]
    fn a_mistake_is_located() {
        for (from, to, line, says) in [
            ("depth = 3", "dept = 3", 5, "dept"),
            (
                "set = { mate-distance",
                "set = { mate-distanse",
                7,
                "\"mate-distance\"",
            ),
            ("baseline = \"off\"", "baseline = \"of\"", 4, "\"off\""),
            ("depth = 3", "depth = 0", 5, "1 to 100"),
            ("purpose = \"test\"", "purpose = \"\"", 2, "purpose"),
            ("\"plain\"", "\"plane\"", 7, "\"plain\""),
        ] {
            let message = problem(&GOOD.replace(from, to));
            assert!(
                message.starts_with(&format!("line {line}: ")) && message.contains(says),
                "{message}"
            );
        }
    }

    #[test]
    fn trees_are_expanded_and_their_mistakes_located() {
        let trees = "[[trees]]\nname = \"b\"\nbranching = [2, 4]\ndepth = 6\nspread = 100\n\
                     mated-share = 0.01\nbest-first-share = 0.5\nseeds = 3\n";
        let text = format!("{GOOD}{trees}");
        assert_eq!(Experiment::parse(&text).unwrap().trees[0].trees.len(), 6);
        for (from, to, line, says) in [
            ("[2, 4]", "[2, 400]", 10, "branching = 400; give 1 to 255"),
            (
                "share = 0.01",
                "share = -1",
                13,
                "mated-share = -1; give 0 to 1",
            ),
            ("branching", "brancing", 10, "\"branching\""),
            ("seeds = 3\n", "", 8, "seeds"),
        ] {
            let message = problem(&text.replace(from, to));
            assert!(
                message.starts_with(&format!("line {line}: ")) && message.contains(says),
                "{message}"
            );
        }
    }

    #[test]
    fn a_grid_is_all_combinations_and_a_ladder_adds_up() {
        let text = format!(
            "{GOOD}\n[[grid]]\nname = \"g\"\nbase = \"plain\"\nover = {{ mate-distance = [\"off\", \"cpw\"], fail = [\"hard\", \"soft\"] }}\n\
             [[ladder]]\nname = \"l\"\nbase = \"plain\"\nadd = [{{ mvv-lva = true }}, {{ history = true }}]\n"
        );
        let experiment = Experiment::parse(&text).unwrap();
        let names: Vec<&str> = experiment
            .variants
            .iter()
            .map(|variant| variant.name.as_str())
            .collect();
        assert_eq!(names.len(), 1 + 4 + 3);
        assert!(
            names.contains(&"g/fail=soft,mate-distance=cpw"),
            "{names:?}"
        );
        assert_eq!(names[7], "l+mvv-lva=true+history=true");
        let last = experiment.variants[7].options().unwrap();
        assert!(last.ordering.mvv_lva && last.ordering.history);
        let doubled = text.replace("name = \"l\"", "name = \"off\"");
        assert!(problem(&doubled).contains("two variants"));
    }
}
