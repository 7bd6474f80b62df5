//! The experiment file and its parser.

use std::{collections::HashSet, ops::RangeInclusive};

use plybench_engine::units::MAX_DEPTH;
use serde::Deserialize;
use thiserror::Error;
use toml::{Spanned, de::DeTable};

use plybench_records::Metric;

use super::{
    abbreviation::{NameError, find},
    base::Bases,
    engine::{self, EngineSpec},
    judge::{self, JUDGE, Judge},
    published::{self, Published},
    section::{Mistake, Section, Text, line},
    solver::{self, Ask, SolverSpec},
    subsets::{self, Subsets},
    trees::{self, Trees},
    variant::{self, ExperimentVariant, Ladder},
};
use plybench_text::{echo, echo_line};

/// An experiment: variants that search positions to a depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The question that it answers.
    pub purpose: String,
    /// The count by which variants are compared.
    pub metric: Metric,
    /// The variant that the others are compared with.
    pub baseline: String,
    /// Every position is searched to depth 1, 2, … up to this.
    pub depth: u8,
    /// The most nodes that a job may enter.
    pub nodes: Option<u64>,
    /// The most nodes of a second search, where the first ended at its limit and missed the best moves.
    pub nodes_if_missed: Option<u64>,
    /// Whether a job ends with the first iteration that is at least as deep as the mate it scores.
    pub stop_at_mate: bool,
    /// The opponent, if games are played from the positions instead of searching each once.
    pub against: Option<Opponent>,
    /// The positions that the file gives itself.
    pub positions: Vec<Position>,
    /// The data sets of further positions.
    pub datasets: Vec<DatasetSpec>,
    /// The synthetic trees that each `[[trees]]` table expands to.
    pub trees: Vec<Trees>,
    /// The variants, including those that grids, ladders and subsets expand to.
    pub variants: Vec<ExperimentVariant>,
    /// The ladders, whose rungs are among the variants.
    pub ladders: Vec<Ladder>,
    /// Settings that are on or off: those of `[[subsets]]`, `[[leave-one-out]]`, and grids of two values.
    pub subsets: Vec<Subsets>,
    /// Proof-number searches. They are variants, too.
    pub solvers: Vec<SolverSpec>,
    /// Other programs that search: those that speak UCI, then those that speak JSON. They are variants, too.
    pub engines: Vec<EngineSpec>,
    /// What values the moves that the variants choose.
    pub judge: Option<Judge>,
    /// The published table that it answers.
    pub published: Option<Published>,
}

/// Who plays against the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The oracle, on the losing side of each position.
    Oracle,
}

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its name in records; unique in the experiment.
    pub id: String,
    /// The position in FEN, as the file has it.
    pub fen: String,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// A data set, with the filters that choose its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatasetSpec {
    /// Where its positions are.
    pub source: DatasetSource,
    /// The line that names it, from 1.
    pub line: usize,
    /// What its positions are called together in tables and charts; the data set's name if none is given.
    pub category: Option<String>,
    /// Only lines with this EPD operation.
    pub with: Option<String>,
    /// Only lines with one of these ids; all if empty.
    pub ids: Vec<String>,
    /// Only positions of at least this many men.
    pub men_at_least: Option<u32>,
    /// Only positions of at most this many men.
    pub men_at_most: Option<u32>,
    /// The source of the distances to mate.
    pub distances: Distances,
    /// Only mates in at least this many moves, for either side.
    pub mate_at_least: Option<u32>,
    /// Only mates in at most this many moves, for either side.
    pub mate_at_most: Option<u32>,
    /// Of those that are left, so many are passed over at the beginning.
    pub skip: usize,
    /// Of those that are left then, only the first of this number.
    pub take: Option<usize>,
}

/// Where the positions of a data set are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatasetSource {
    /// In an EPD or FEN file; a relative path starts at the experiment file.
    File(Spanned<String>),
    /// In the built-in data set of this name.
    BuiltIn(String),
}

/// The source of the distances to mate of a data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distances {
    /// The claims of its lines. The default, which a file cannot name.
    #[default]
    #[serde(skip)]
    Claimed,
    /// The oracle's exact distance to mate, for every position.
    Oracle,
}

/// Why a text is not an experiment: it is not TOML, or a key or value is wrong or missing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ExperimentError {
    /// The line of the experiment file, from 1.
    pub line: usize,
    /// What is wrong on that line, and how to fix it.
    pub problem: String,
}

impl Experiment {
    /// Where the positions are from, in a few words for a caption: the names of data sets and files, each once.
    #[must_use]
    pub fn sources(&self) -> String {
        let datasets = self.datasets.iter().map(|set| match &set.source {
            DatasetSource::File(path) => {
                let path = path.get_ref();
                path.rsplit(['/', '\\']).next().unwrap_or(path)
            }
            DatasetSource::BuiltIn(name) => name,
        });
        let others = [
            (!self.positions.is_empty()).then_some("given in the experiment file"),
            (!self.trees.is_empty()).then_some("synthetic trees"),
        ];
        let mut seen = HashSet::new();
        let names = datasets.chain(others.into_iter().flatten());
        let names: Vec<&str> = names.filter(|name| seen.insert(*name)).collect();
        names.join(", ")
    }

    /// Whether the oracle is asked: for distances to mate, or to play.
    #[must_use]
    pub fn needs_oracle(&self) -> bool {
        let mut datasets = self.datasets.iter();
        self.against == Some(Opponent::Oracle)
            || datasets.any(|set| set.distances == Distances::Oracle)
    }

    /// Parses an experiment file, and expands its grids, ladders and trees.
    ///
    /// # Errors
    /// If the text is not TOML, lacks a key, has an unknown one, or a variant or a tree is invalid.
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
                format!("not valid TOML: {problem}; `plybench new` writes an example"),
            )
        })?;
        let file = Section::file(text, table.get_ref())?;
        let purpose = file.filled("purpose", "a sentence that says what the experiment is for")?;
        file.required("depth")?;
        let baseline: Text = file.text("baseline")?;
        let bases = Bases::of(&file)?;
        let Searchers {
            mut variants,
            ladders,
            subsets,
            solvers,
            engines,
        } = searchers(&file, &bases, baseline.get_ref())?;
        let published = published::published(&file, baseline.get_ref(), &mut variants)?;
        let metric: Text = file.text("metric")?;
        let against = "\"oracle\", or leave it out to search the positions";
        let experiment = Experiment {
            published,
            purpose: purpose.into_inner(),
            metric: super::metric(metric.get_ref())
                .map_err(|problem| Mistake::new(metric.span().start, problem))?,
            baseline: baseline.get_ref().clone(),
            depth: (file.whole("depth", 1, Some(MAX_DEPTH))?).unwrap_or(MAX_DEPTH),
            nodes: file.whole("nodes", 1, None)?,
            nodes_if_missed: nodes_if_missed(&file)?,
            stop_at_mate: (file.optional("stop-at-mate", "true or false")?).unwrap_or_default(),
            against: file.optional("against", against)?,
            positions: file.each("positions", position)?,
            datasets: file.each("datasets", dataset)?,
            trees: file.each("trees", trees::expand)?,
            variants,
            ladders,
            subsets,
            solvers,
            engines,
            judge: file
                .single("judge")?
                .as_ref()
                .map(|section| judge::judge(section, &bases))
                .transpose()?,
        };
        if experiment.positions.is_empty()
            && experiment.datasets.is_empty()
            && experiment.trees.is_empty()
        {
            let problem = "no positions; give [[positions]], [[datasets]] or [[trees]]";
            return Err(Mistake::new(0, problem));
        }
        if experiment.against.is_some() {
            experiment.refuse_with_games(&file)?;
        }
        if let Some(engine) = experiment.engines.first()
            && experiment.metric != Metric::Nodes
        {
            let problem = format!(
                "metric = \"{}\" with {}, which does not report it; give \"nodes\"",
                experiment.metric,
                echo(&engine.called())
            );
            return Err(Mistake::new(metric.span().start, problem));
        }
        // A mate is a question of its own, beside searches to depths.
        let asked_once = experiment.engines.iter().filter_map(|one| one.go.as_ref());
        let mut asked_once = asked_once.filter(|go| !go.get_ref().starts_with("mate "));
        if let Some(go) = asked_once.next()
            && (experiment.depth > 1 || experiment.nodes.is_some())
        {
            let problem = format!(
                "go = {:?} asks once for each position; give depth = 1 and no nodes, or remove it",
                go.get_ref()
            );
            return Err(Mistake::new(go.span().start, problem));
        }
        let names = || experiment.names();
        if experiment.judge.is_some() && names().any(|name| name == JUDGE) {
            let problem = "a variant has the name of the [judge]; give it another name";
            return Err(Mistake::new(file.required("judge")?.span().start, problem));
        }
        if !names().any(|name| name == experiment.baseline) {
            let feet = experiment.ladders.iter().map(|ladder| &*ladder.foot.name);
            let given = echo(baseline.get_ref());
            let problem = match find(baseline.get_ref(), names().chain(feet)) {
                // An abbreviation is not accepted: the meaning of a file must not depend on its other variants.
                Ok(name) => format!("no variant is named {given:?}; did you mean {name:?}?"),
                Err(NameError::Ambiguous { candidates, .. }) => {
                    format!("no variant is named {given:?}; did you mean {candidates}?")
                }
                Err(error) => error.to_string(),
            };
            return Err(Mistake::new(baseline.span().start, problem));
        }
        if let Some(why) = experiment.why_without_ratios(&experiment.baseline, &experiment.metric) {
            let given = echo(baseline.get_ref());
            let problem = format!(
                "baseline = {given:?}, which {why}; give another baseline, or another metric"
            );
            return Err(Mistake::new(baseline.span().start, problem));
        }
        if !experiment.solvers.is_empty() && experiment.published.is_some() {
            let problem = "[published] is about alpha-beta searches; remove it, or the variants with base = \"df-pn\"";
            return Err(Mistake::new(
                file.required("published")?.span().start,
                problem,
            ));
        }
        Ok(experiment)
    }

    /// Refuses what is not meant for games.
    fn refuse_with_games(&self, file: &Section) -> Result<(), Mistake> {
        let refused = [
            (
                self.stop_at_mate,
                "stop-at-mate",
                "stop-at-mate is for searches; remove it, or play no games",
            ),
            (
                self.nodes_if_missed.is_some(),
                "nodes-if-missed",
                "nodes-if-missed is for searches; remove it, or play no games",
            ),
            (
                self.metric != Metric::Nodes,
                "metric",
                "games count nodes only; give metric = \"nodes\"",
            ),
            (
                self.judge.is_some(),
                "judge",
                "[judge] values the moves of searches; remove it",
            ),
            (
                !self.solvers.is_empty(),
                "variants",
                "base = \"df-pn\" solves positions and plays no games; remove it",
            ),
            (
                !self.trees.is_empty(),
                "trees",
                "[[trees]] have no games of chess; remove them",
            ),
            (
                self.engines.iter().any(|one| one.protocol.is_uci()),
                "engine",
                "[[engine]] searches positions and plays no games; remove it",
            ),
            (
                !self.engines.is_empty(),
                "program",
                "[[program]] searches positions and plays no games; remove it",
            ),
        ];
        let Some((_, key, problem)) = refused.into_iter().find(|(is_given, ..)| *is_given) else {
            return Ok(());
        };
        let at = file.required(key)?.span().start;
        let problem = format!("{problem} with against = \"oracle\"");
        Err(Mistake::new(at, problem))
    }

    /// The names of all variants, then of the solvers, and then of the engines.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        let variants = self.variants.iter().map(|variant| &*variant.name);
        let solvers = self.solvers.iter().map(|solver| &*solver.name);
        variants
            .chain(solvers)
            .chain(self.engines.iter().map(|engine| &*engine.name))
    }

    /// Why a variant has no ratios to others by a metric, as the end of a sentence that begins with it; none if it has.
    #[must_use]
    pub fn why_without_ratios(&self, name: &str, metric: &Metric) -> Option<String> {
        let solver = self.solvers.iter().find(|solver| solver.name == name);
        let engine = self.engines.iter().find(|engine| engine.name == name);
        let is_once = solver.is_some_and(|solver| solver.ask == Ask::Claimed)
            || engine.is_some_and(|engine| engine.go.is_some());
        if solver.is_some() != metric.is_of_solvers() {
            Some(format!("does not count {metric}"))
        } else if is_once && self.depth > 1 {
            Some("is asked a single question and has no depths to compare".to_owned())
        } else {
            None
        }
    }
}

/// The node limit of a second search, which is larger than that of the first.
fn nodes_if_missed(file: &Section) -> Result<Option<u64>, Mistake> {
    let further = file.whole("nodes-if-missed", 1, None)?;
    if further.is_none() {
        return Ok(None);
    }
    let give = match file.whole("nodes", 1, None)? {
        Some(nodes) if further > Some(nodes) => return Ok(further),
        Some(nodes) => format!("more than nodes = {nodes}"),
        None => "nodes, too, the limit of the first search".to_owned(),
    };
    Err(file.refused("nodes-if-missed", &give))
}

fn position(section: &Section) -> Result<Position, Mistake> {
    let fen: Text = section.text("fen")?;
    Ok(Position {
        id: section.text("id")?,
        line: section.line(&fen),
        fen: fen.into_inner(),
    })
}

fn dataset(section: &Section) -> Result<DatasetSpec, Mistake> {
    let (name, file) = (
        section.optional_text::<Text>("name")?,
        section.optional_text::<Text>("file")?,
    );
    let (line, source) = match (name, file) {
        (Some(name), None) => (
            section.line(&name),
            DatasetSource::BuiltIn(name.into_inner()),
        ),
        (None, Some(file)) => (section.line(&file), DatasetSource::File(file)),
        (Some(name), Some(_)) => {
            let problem = "[[datasets]] has both name and file; remove one of them";
            return Err(Mistake::new(name.span().start, problem));
        }
        (None, None) => {
            return Err(section.lacks("name or file", "name = \"mates\" or file = \"mine.epd\""));
        }
    };
    let dtm = "\"oracle\", or leave it out to take what the file claims";
    let take: Option<u32> = section.whole("take", 1, Some(u32::MAX))?;
    let skip: Option<u32> = section.whole("skip", 0, Some(u32::MAX))?;
    let (men_at_least, men_at_most) = bounds(section, ["men-at-least", "men-at-most"], 2..=32)?;
    let mates = ["mate-at-least", "mate-at-most"];
    let (mate_at_least, mate_at_most) = bounds(section, mates, 0..=1000)?;
    Ok(DatasetSpec {
        source,
        line,
        category: category(section)?,
        with: section.optional_text("with")?,
        ids: ids(section)?,
        men_at_least,
        men_at_most,
        distances: section.optional("dtm", dtm)?.unwrap_or_default(),
        mate_at_least,
        mate_at_most,
        skip: skip.unwrap_or(0) as usize,
        take: take.map(|take| take as usize),
    })
}

/// A category's name, which tables show beside `all`, the whole.
fn category(section: &Section) -> Result<Option<String>, Mistake> {
    let name = section.optional_text("category")?;
    match name.as_deref().map(str::trim) {
        Some("" | "all") => Err(section.refused("category", "a name other than \"all\"")),
        _ => Ok(name),
    }
}

/// The values of two keys, of which the first must not exceed the second.
fn bounds(
    section: &Section,
    [least, most]: [&str; 2],
    range: RangeInclusive<u32>,
) -> Result<(Option<u32>, Option<u32>), Mistake> {
    let bound = |key| section.whole(key, *range.start(), Some(*range.end()));
    match (bound(least)?, bound(most)?) {
        (Some(low), Some(high)) if low > high => {
            Err(section.refused(least, &format!("at most {most} = {high}")))
        }
        bounds => Ok(bounds),
    }
}

fn ids(section: &Section) -> Result<Vec<String>, Mistake> {
    let give = "a list of ids in quotes, such as [\"WAC.001\", \"WAC.002\"]";
    let ids: Option<Vec<String>> = section.optional("ids", give)?;
    match ids {
        Some(ids) if ids.is_empty() => Err(section.refused("ids", give)),
        ids => Ok(ids.unwrap_or_default()),
    }
}

/// The variants with the ladders and subsets among them, and whatever else searches.
struct Searchers {
    variants: Vec<ExperimentVariant>,
    ladders: Vec<Ladder>,
    subsets: Vec<Subsets>,
    solvers: Vec<SolverSpec>,
    engines: Vec<EngineSpec>,
}

fn searchers(file: &Section, bases: &Bases, baseline: &str) -> Result<Searchers, Mistake> {
    let (mut located, mut solvers) = (Vec::new(), Vec::new());
    let given = file.each("variants", |section| {
        Ok(match solver::solver(section, bases)? {
            Some(solver) => (None, Some(solver)),
            None => (Some(variant::single(section, bases)?), None),
        })
    })?;
    for (variant, solver) in given {
        located.extend(variant);
        solvers.extend(solver);
    }
    let grids = file.each("grid", |section| variant::grid(section, bases))?;
    let (grids, of_grids): (Vec<_>, Vec<_>) = grids.into_iter().unzip();
    located.extend(of_grids.into_iter().flatten());
    let ladders = file.each("ladder", |section| {
        variant::ladder(section, bases, baseline)
    })?;
    let (ladders, rungs): (_, Vec<_>) = ladders.into_iter().unzip();
    located.extend(rungs.into_iter().flatten());
    let mut subsets = Vec::new();
    for (key, expand) in subsets::TABLES {
        for (one, variants) in file.each(key, |section| expand(section, bases))? {
            // As with the foot of a ladder: none or a single setting, whatever the sizes.
            let own = one.variants.iter().map(|(_, variant)| variant);
            let base = own.filter(|own| {
                own.name == baseline && variants.iter().all(|(_, other)| other != *own)
            });
            located.extend(base.map(|base| (variants[0].0, base.clone())));
            subsets.push(one);
            located.extend(variants);
        }
    }
    subsets.extend(grids.into_iter().flatten());
    let named = file.each("ladder", |section| section.text::<Text>("name"))?;
    let named = named.iter().map(|name| (name.span().start, name.get_ref()));
    refuse_same("two ladders", named)?;
    let mut engines = file.each("engine", engine::engine)?;
    engines.extend(file.each("program", engine::program)?);
    if located.is_empty() && solvers.is_empty() && engines.is_empty() {
        let problem = "no variants; give [[variants]], [[grid]], [[ladder]], [[leave-one-out]], [[subsets]], [[engine]] or [[program]]";
        return Err(Mistake::new(0, problem));
    }
    let kind = match engines.is_empty() {
        true => "two variants",
        false => "two variants or engines",
    };
    let variants = located.iter().map(|(at, variant)| (*at, &variant.name));
    let named = variants.chain(solvers.iter().map(|(at, solver)| (*at, &solver.name)));
    let named = named.chain(engines.iter().map(|(at, engine)| (*at, &engine.name)));
    refuse_same(kind, named)?;
    Ok(Searchers {
        variants: located.into_iter().map(|(_, variant)| variant).collect(),
        ladders,
        subsets,
        solvers: solvers.into_iter().map(|(_, solver)| solver).collect(),
        engines: engines.into_iter().map(|(_, engine)| engine).collect(),
    })
}

/// Refuses the second of two things of a kind with the same name, given with their places.
fn refuse_same<'n>(
    kind: &str,
    mut named: impl Iterator<Item = (usize, &'n String)>,
) -> Result<(), Mistake> {
    let mut names = HashSet::new();
    let Some((at, name)) = named.find(|(_, name)| !names.insert(*name)) else {
        return Ok(());
    };
    let problem = format!("{kind} are named {:?}; give each its own name", echo(name));
    Err(Mistake::new(at, problem))
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

    fn names(text: &str) -> Vec<String> {
        let variants = Experiment::parse(text).unwrap().variants.into_iter();
        variants.map(|variant| variant.name).collect()
    }

    #[test]
    fn a_grid_is_all_combinations_and_a_ladder_adds_up() {
        let text = format!(
            "{GOOD}\n[[grid]]\nname = \"g\"\nbase = \"plain\"\nover = {{ mate-distance = [\"off\", \"cpw\"], table.size = [\"off\", {{ mib = 1 }}] }}\n\
             [[ladder]]\nname = \"l\"\nbase = \"plain\"\nset = {{ scout = \"pvs\" }}\nadd = [{{ mvv-lva = true }}, {{ table.size = {{ mib = 1 }}, history = true }}]\n"
        );
        let named = names(&text);
        assert_eq!(
            named,
            [
                "off",
                "g/mate-distance=off,size=off",
                "g/mate-distance=off,size=mib:1",
                "g/mate-distance=cpw,size=off",
                "g/mate-distance=cpw,size=mib:1",
                "l/1 +mvv-lva",
                "l/2 +history,size=mib:1",
            ]
        );
        let experiment = Experiment::parse(&text).unwrap();
        let last = experiment.variants[6].options().unwrap();
        assert!(last.search.ordering.mvv_lva && last.search.ordering.history);
        assert_eq!(last.search.scout, plybench_engine::search::ScoutMode::Pvs);
        let doubled = text.replace("name = \"g\"", "name = \"g\"\n").replacen(
            "over = { mate-distance = [\"off\"",
            "over = { mate-distance = [\"cpw\"",
            1,
        );
        assert!(problem(&doubled).contains("two variants"));
        let again = &text[text.find("[[ladder]]").unwrap()..];
        let twice = problem(&format!("{text}{again}"));
        assert!(
            twice.ends_with("two ladders are named \"l\"; give each its own name"),
            "{twice}"
        );
    }

    #[test]
    fn the_foot_of_a_ladder_is_searched_where_it_is_the_baseline() {
        let ladder = "[[ladder]]\nname = \"l\"\nbase = \"plain\"\nset = { scout = \"pvs\" }\nadd = [{ mvv-lva = true }]\n";
        let text = format!("{GOOD}\n{ladder}");
        assert_eq!(names(&text), ["off", "l/1 +mvv-lva"]);
        let text = text.replace("baseline = \"off\"", "baseline = \"l/0\"");
        assert_eq!(names(&text), ["off", "l/0", "l/1 +mvv-lva"]);
        let foot = Experiment::parse(&text).unwrap().variants[1].options();
        let wanted = plybench_engine::search::SearchOptions {
            scout: plybench_engine::search::ScoutMode::Pvs,
            ..super::super::variant("plain").unwrap().options
        };
        assert_eq!(foot, Ok(wanted.into()));
        let slip = text.replace("\"l/0\"", "\"ll0\"");
        let several = problem(&text.replace("\"l/0\"", "\"l\""));
        let says = "no variant is named \"l\"; did you mean \"l/1 +mvv-lva\" or \"l/0\"?";
        assert!(several.ends_with(says), "{several}");
        assert!(
            problem(&slip).ends_with("did you mean \"l/0\"?"),
            "{}",
            problem(&slip)
        );
    }

    #[test]
    fn a_setting_given_twice_is_refused_with_both_names() {
        for (to, line, says) in [
            (
                "set = { size = \"off\", \"table.size\" = { mib = 1 } }",
                7,
                "variant \"off\": \"size\" and \"table.size\" are the same setting; remove one of them",
            ),
            (
                "set = { table.size = \"off\", size = \"off\" }",
                7,
                "\"table.size\" and \"size\" are the same setting",
            ),
        ] {
            let message = problem(&GOOD.replace("set = { mate-distance = \"cpw\" }", to));
            assert!(
                message.starts_with(&format!("line {line}: ")) && message.contains(says),
                "{message}"
            );
        }
        let grid = "\n[[grid]]\nname = \"g\"\nbase = \"plain\"\nset = { fail = \"hard\" }\nover = { fail = [\"soft\"] }\n";
        let message = problem(&format!("{GOOD}{grid}"));
        let says =
            "line 13: grid \"g\": \"fail\" is given both in set and in over; remove one of the two";
        assert_eq!(message, says);
        let ladder = "\n[[ladder]]\nname = \"l\"\nbase = \"plain\"\nadd = [{ size = \"off\", table.size = \"off\" }]\n";
        assert!(problem(&format!("{GOOD}{ladder}")).contains("are the same setting"));
    }
}
