//! `plybench search`.

use std::{io::Write, ops::ControlFlow};

use plybench_engine::{
    game::{
        chess::Chess,
        uniform_tree::{CheckedTree, UniformTree},
    },
    score::Score,
    search::{MateValues, SearchOptions},
    units::{Depth, MAX_DEPTH, MAX_PLY, Ply},
    window::Window,
};
use serde_json::json;
use toml::Value;

use super::{failure::Failure, memory, message, moves, output, step_check::step_check, zoo};
use plybench_conformance::{verify::TestedSearch, zoo::Mutant};
use plybench_experiment::{
    plan::{Job, Limit, SearchMethod},
    run,
    searcher::{Memory, Root, Searcher, Skeleton},
    spec::{self, Settings},
};
use plybench_figures::board;
use plybench_records::{Ended, Identity, Iteration, JobId, ScoreRecord, counts};

/// Search one position, depth by depth
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench search '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 16 --variant glass --set mate-distance=stockfish\n          plybench search '8/7K/8/8/8/8/R7/7k w - - 0 1' --moves a2b2 h1g1 --depth 8"
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four, or a uniform tree, such as `branching=4 depth=6 spread=100
    /// mated-share=0.01 best-first-share=0.5 seed=3`; quotes are optional
    #[arg(required = true, num_args = 1..)]
    fen: Vec<String>,
    /// Search the position after these moves, in UCI notation or in SAN; the positions before it count as repeated
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with_all = ["mutant", "ply"])]
    moves: Vec<String>,
    /// Search depth 1, 2, … up to this, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    depth: i64,
    /// The named configuration to start from
    #[arg(long, value_name = "VARIANT", default_value = "plain")]
    variant: String,
    /// Change a setting of the variant; names can be whole or short, values are as in TOML
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Search with this bug from `plybench zoo`
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// Enter at most N nodes; only iterations that are completed within them are printed
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Search once more, record every step, and check each with a program that shares only positions, moves and evaluations with
    /// the search; exit with 1 if a step is wrong
    #[arg(long, conflicts_with = "ply")]
    check: bool,
    /// Search a single node instead: print the value of the position P plies below a root, searched
    /// to --depth (0 is the horizon) with --window
    #[arg(long, value_name = "P", requires = "window", conflicts_with = "nodes")]
    ply: Option<u16>,
    /// The window for --ply, as numbers: centipawns, or 30000 minus the plies to a mate
    #[arg(
        long,
        value_name = "ALPHA,BETA",
        requires = "ply",
        allow_hyphen_values = true
    )]
    window: Option<String>,
    /// Draw the board first
    #[arg(long, conflicts_with_all = ["json", "ply"])]
    board: bool,
    /// Print one JSON object per depth
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let root = root(&arguments.fen.join(" "), &arguments.moves)?;
    let variant = spec::variant(&arguments.variant).map_err(Failure::input)?;
    let options = options(variant.options, &arguments.settings)?;
    if arguments.board {
        let Some(position) = root.position() else {
            return Err(Failure::input("--board needs a chess position"));
        };
        output::result(board::text(position.board()))?;
    }
    let method = SearchMethod::Skeleton(Box::new(options.clone()));
    memory::refuse_beyond_free(1, method.memory())?;
    let mutant = arguments.mutant.as_deref().map(zoo::mutant).transpose()?;
    if let (Some(mutant), Some(technique)) = (&mutant, options.registered.first()) {
        return Err(Failure::input(format_args!(
            "--mutant {} has only the built-in techniques; search without {}",
            mutant.subject.name,
            technique.name()
        )));
    }
    if let Some(mutant) = mutant.as_ref().filter(|mutant| mutant.form().is_some())
        && options.search.mates == MateValues::Flat
    {
        return Err(Failure::input(format_args!(
            "--mutant {} has a form of mate distance pruning, which mates=flat excludes; give --set mates=by-ply",
            mutant.subject.name
        )));
    }
    if let (Some(ply), Some(window)) = (arguments.ply, &arguments.window) {
        let search = match mutant {
            Some(mutant) => mutant.subject.search,
            None => TestedSearch::registered(options.registered),
        };
        let Root::Chess(root) = &root else {
            return Err(Failure::input("--ply needs a chess position"));
        };
        return single_node(&search, root, &options.search, ply, window, arguments);
    }
    let depth = depth(arguments.depth, 1)?;
    if arguments.nodes == Some(0) {
        return Err(Failure::input("--nodes 0; give 1 or more"));
    }
    let step_check = step_check(arguments.check, &root, &options, mutant.as_ref())?;
    let mut memory = Memory::default();
    let Identity { searcher, settings } = method.identity();
    let record = mutant.as_ref().map_or(searcher, Mutant::record);
    let job = Job {
        id: JobId::of(&record, &root.text(), &settings, arguments.nodes, false),
        variant: arguments.variant.clone(),
        method,
        position: String::new(),
        root,
        depth,
        limit: Limit {
            nodes: arguments.nodes,
            stop_at_mate: false,
        },
    };
    let mut searcher: Box<dyn Searcher> = match &mutant {
        Some(mutant) => Box::new(mutant.searcher(options.search)),
        None => Box::new(Skeleton::new(options, &mut memory)),
    };
    let mut out = output::writer();
    let mut failure = None;
    let done = run::run(&job, &mut *searcher, None, |iteration, _| {
        match print(&mut out, iteration, arguments.json) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    let done = done.map_err(Failure::impossible)?;
    failure.map_or(Ok(()), Err)?;
    if done.ended == Ended::Nodes {
        message::note(format_args!(
            "the node limit ended the search within depth {}",
            done.depth() + 1
        ));
    }
    drop(searcher);
    // Its table is freed before the next one is allocated.
    drop(memory);
    if let Some(step_check) = step_check {
        step_check.run(depth, arguments.nodes, &done.iterations)?;
    }
    Ok(())
}

/// The root that the user names: a chess position, perhaps with moves played from it, or a uniform tree by its parameters.
pub(super) fn root(text: &str, played: &[String]) -> Result<Root, Failure> {
    if text.starts_with("branching=") {
        if !played.is_empty() {
            return Err(Failure::input("--moves needs a chess position"));
        }
        let tree: UniformTree = text.parse().map_err(Failure::input)?;
        let tree = CheckedTree::try_from(tree).map_err(Failure::input)?;
        return Ok(Root::Tree(tree));
    }
    let position = Chess::from_fen(text).map_err(Failure::input)?;
    Ok(if played.is_empty() {
        Root::Chess(position)
    } else {
        Root::Game(moves::game(position, played)?)
    })
}

/// Searches a single node, as `plybench verify` does, and prints its value.
fn single_node(
    search: &TestedSearch,
    root: &Chess,
    options: &SearchOptions,
    ply: u16,
    window: &str,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let bound = |text: &str| text.trim().parse().ok().and_then(Score::from_raw);
    let window = window
        .split_once(',')
        .and_then(|(alpha, beta)| Window::new(bound(alpha)?, bound(beta)?))
        .ok_or_else(|| {
            Failure::input(format_args!(
                "--window {:?}; give ALPHA,BETA with -30001 ≤ ALPHA < BETA ≤ 30001",
                plybench_text::echo(window)
            ))
        })?;
    let depth = depth(arguments.depth, 0)?;
    if usize::from(ply) >= MAX_PLY {
        return Err(Failure::input(format_args!(
            "--ply {ply}; give less than {MAX_PLY}"
        )));
    }
    let question = (Ply::new(ply), Depth::new(depth), window);
    let values = search.values_at(root, options, &[question]);
    for value in values.map_err(Failure::impossible)? {
        let mut out = output::writer();
        if arguments.json {
            let value = json!({ "value": value.raw(), "score": ScoreRecord::from(value) });
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "{} ({value})", value.raw())?;
        }
        out.flush()?;
    }
    Ok(())
}

fn print(out: &mut impl Write, iteration: &Iteration, json: bool) -> Result<(), Failure> {
    if json {
        writeln!(out, "{}", as_json(iteration))?;
    } else {
        if iteration.depth == 1 {
            writeln!(out, "depth  score      nodes      to PV  line")?;
        }
        writeln!(
            out,
            "{:>5}  {:>5}  {:>9}  {:>9}  {}",
            iteration.depth,
            iteration.score.to_string(),
            iteration.nodes,
            iteration.nodes_to_pv().unwrap_or_default(),
            iteration.pv.join(" ")
        )?;
    }
    out.flush()?;
    Ok(())
}

/// An iteration as JSON: its result, how the nodes ended, and all counts.
fn as_json(iteration: &Iteration) -> serde_json::Value {
    let ends = iteration.counts.iter().filter_map(|(name, count)| {
        let end = name.strip_prefix(counts::ENDS)?;
        Some((end.to_owned(), json!(count)))
    });
    json!({
        "depth": iteration.depth,
        "score": iteration.score,
        "nodes": iteration.nodes,
        "nodes_to_pv": iteration.nodes_to_pv(),
        "best_move": iteration.best_move(),
        "pv": iteration.pv,
        "ends": ends.collect::<serde_json::Map<String, serde_json::Value>>(),
        "counts": iteration.counts,
    })
}

/// Checks that a depth is within bounds.
pub(super) fn depth(depth: i64, least: u8) -> Result<u8, Failure> {
    u8::try_from(depth)
        .ok()
        .filter(|plies| (least..=MAX_DEPTH).contains(plies))
        .ok_or_else(|| Failure::input(format_args!("--depth {depth}; give {least} to {MAX_DEPTH}")))
}

/// The options of a variant with the settings of the command line.
pub(super) fn options(variant: SearchOptions, settings: &[String]) -> Result<Settings, Failure> {
    let mut given: Vec<(String, String, Value)> = Vec::new();
    for setting in settings {
        let (key, value) = spec::setting(setting).map_err(Failure::input)?;
        let whole = spec::whole_setting(&key).map_err(Failure::input)?;
        if let Some((_, other, _)) = given.iter().find(|(known, ..)| *known == whole) {
            return Err(Failure::input(format_args!(
                "--set: {other:?} and {key:?} are the same setting; remove one of them"
            )));
        }
        given.push((whole, key, value));
    }
    // A technique before its parameters, however they were given.
    given.sort_by(|one, other| one.0.cmp(&other.0));
    let given = given.into_iter().map(|(_, key, value)| (key, value));
    spec::apply_all(variant.into(), given).map_err(Failure::input)
}
