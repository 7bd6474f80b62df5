//! `plybench search`.

use std::ops::ControlFlow;

use plybench_engine::{
    game::chess::Chess,
    score::Score,
    search::{MateValues, SearchOptions},
    units::{Depth, MAX_DEPTH, MAX_PLY, Ply},
    window::Window,
};
use serde_json::json;

use super::{
    configuration::ConfigurationArguments,
    failure::Failure,
    message,
    number::{DEPTHS, whole},
    output,
    root::root,
    step_check, zoo,
};
use plybench_conformance::{verify::TestedSearch, zoo::Mutant};
use plybench_experiment::{
    plan::{Job, Limit, SearchMethod},
    run,
    searcher::{Memory, Root, Searcher, Skeleton},
};
use plybench_figures::board;
use plybench_records::{Ended, Identity, Iteration, JobId, ScoreRecord, counts};

/// Search one position, depth by depth
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench search '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 16 --variant glass --set mate-distance=stockfish\n          plybench search '8/7K/8/8/8/8/R7/7k w - - 0 1' --moves a2b2 h1g1 --depth 8"
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four, of another game (`plybench games` lists them), or a uniform tree, such
    /// as `branching=4 depth=6 spread=100 mated-share=0.01 best-first-share=0.5 seed=3`; quotes are optional
    #[arg(required = true, num_args = 1..)]
    fen: Vec<String>,
    /// Search the position after these moves, in UCI notation, in SAN or in the other game's notation; the positions before it count as
    /// repeated
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with_all = ["mutant", "ply"])]
    moves: Vec<String>,
    /// Search depth 1, 2, … up to this, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = depth_or_horizon)]
    depth: u8,
    #[command(flatten)]
    configuration: ConfigurationArguments,
    /// Search with this bug from `plybench zoo`
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// Enter at most N nodes; only iterations that are completed within them are printed
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,
    /// Search once more, record every step, and check each with a program that shares only positions, moves and evaluations with
    /// the search; exit with 1 if a step is wrong
    #[arg(long, conflicts_with = "ply")]
    check: bool,
    /// Search a single node instead: print the value of the position P plies below a root, searched
    /// to --depth (0 is the horizon) with --window
    #[arg(
        long,
        value_name = "P",
        requires = "window",
        conflicts_with = "nodes",
        allow_negative_numbers = true,
        value_parser = whole::<u16>(0..=MAX_PLY as i128 - 1)
    )]
    ply: Option<u16>,
    /// The window for --ply, as numbers: centipawns, or 30000 minus the plies to a mate
    #[arg(
        long,
        value_name = "ALPHA,BETA",
        requires = "ply",
        allow_hyphen_values = true,
        value_parser = window
    )]
    window: Option<Window>,
    /// Draw the board first
    #[arg(long, conflicts_with_all = ["json", "ply"])]
    board: bool,
    /// Print one JSON object per depth
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let root = root(&arguments.fen.join(" "), &arguments.moves)?;
    let options = arguments.configuration.settings(|variant| variant)?;
    if arguments.board {
        let Some(position) = root.position() else {
            return Err(Failure::input("--board needs a chess position"));
        };
        output::result(board::text(position.board()))?;
    }
    let method = SearchMethod::Skeleton(Box::new(options.clone()));
    let mutant = arguments.mutant.as_deref().map(zoo::mutant).transpose()?;
    if let (Some(mutant), Some(technique)) = (&mutant, options.registered.first()) {
        return Err(Failure::input(format_args!(
            "--mutant {} has only the built-in techniques; search without {}",
            mutant.subject.name, technique.name
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
    if let (Some(ply), Some(window)) = (arguments.ply, arguments.window) {
        let search = match mutant {
            Some(mutant) => mutant.subject.search,
            None => TestedSearch::registered(options.registered),
        };
        let Root::Chess(root) = &root else {
            return Err(Failure::input("--ply needs a chess position"));
        };
        let question = (Ply::new(ply), Depth::new(arguments.depth), window);
        return single_node(&search, root, &options.search, question, arguments.json);
    }
    let depth = arguments.depth;
    if depth == 0 {
        return Err(Failure::input(format_args!(
            "--depth 0; give 1 to {MAX_DEPTH}, or --ply and --window, too"
        )));
    }
    let checked = arguments
        .check
        .then(|| step_check::tested(&options, mutant.as_ref()));
    let (checked, search_options) = (checked.transpose()?, options.search);
    let mut memory = Memory::default();
    let Identity { searcher, settings } = method.identity();
    let record = mutant.as_ref().map_or(searcher, Mutant::record);
    let job = Job {
        id: JobId::of(&record, &root.text(), &settings, arguments.nodes, false),
        variant: arguments.configuration.variant.clone(),
        method,
        position: String::new(),
        root,
        depth,
        limit: Limit {
            nodes: arguments.nodes,
            stop_at_mate: false,
        },
        claim: None,
        if_missed: None,
        is_compared: false,
    };
    let mut searcher: Box<dyn Searcher> = match &mutant {
        Some(mutant) => Box::new(mutant.searcher(options.search)),
        None => Box::new(Skeleton::new(options, &mut memory)),
    };
    let mut printed = Ok(());
    let done = run::run(&job, &mut *searcher, None, |iteration, _| {
        printed = match arguments.json {
            true => output::json(&as_json(iteration)),
            false => output::result(line(iteration)),
        };
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    let done = done.map_err(Failure::impossible)?;
    printed?;
    if done.ended == Ended::Nodes {
        message::note(format_args!(
            "the node limit ended the search within depth {}",
            done.depth() + 1
        ));
    }
    drop(searcher);
    // Its table is freed before the next one is allocated.
    drop(memory);
    if let Some(search) = checked {
        step_check::check(
            &search,
            &search_options,
            &job,
            &done.iterations,
            arguments.json,
        )?;
    }
    Ok(())
}

/// A depth; 0 is only for a single node.
fn depth_or_horizon(text: &str) -> Result<u8, String> {
    match text {
        "0" => Ok(0),
        _ => whole(DEPTHS)(text),
    }
}

fn window(text: &str) -> Result<Window, String> {
    let bound = |text: &str| text.trim().parse().ok().and_then(Score::from_raw);
    let window = text
        .split_once(',')
        .and_then(|(alpha, beta)| Window::new(bound(alpha)?, bound(beta)?));
    window.ok_or_else(|| "give ALPHA,BETA with -30001 ≤ ALPHA < BETA ≤ 30001".to_owned())
}

/// Searches a single node, as `plybench verify` does, and prints its value.
fn single_node(
    search: &TestedSearch,
    root: &Chess,
    options: &SearchOptions,
    question: (Ply, Depth, Window),
    json: bool,
) -> Result<(), Failure> {
    let values = search.values_at(root, options, &[question]);
    for value in values.map_err(Failure::impossible)? {
        let score = ScoreRecord::from(value);
        match json {
            true => output::json(&json!({ "value": value.raw(), "score": score }))?,
            false => output::result(format_args!("{} ({value})\n", value.raw()))?,
        }
    }
    Ok(())
}

/// The row of an iteration, below the heading if it is the first.
fn line(iteration: &Iteration) -> String {
    let heading = match iteration.depth {
        1 => "depth  score      nodes      to PV  line\n",
        _ => "",
    };
    format!(
        "{heading}{:>5}  {:>5}  {:>9}  {:>9}  {}\n",
        iteration.depth,
        iteration.score.to_string(),
        iteration.nodes,
        iteration.nodes_to_pv().unwrap_or_default(),
        iteration.pv.join(" ")
    )
}

/// An iteration as JSON: its result, how the nodes ended, and all counts.
fn as_json(iteration: &Iteration) -> serde_json::Value {
    let ends = iteration.counts.iter().filter_map(|(name, count)| {
        let end = name.strip_prefix(counts::ENDS)?;
        Some((end.to_owned(), json!(count)))
    });
    let mut all = json!({
        "depth": iteration.depth,
        "score": iteration.score,
        "nodes": iteration.nodes,
        "nodes_to_pv": iteration.nodes_to_pv(),
        "best_move": iteration.best_move(),
        "pv": iteration.pv,
        "ends": ends.collect::<serde_json::Map<String, serde_json::Value>>(),
        "counts": iteration.counts,
    });
    if !iteration.moves.is_empty() {
        let moves = iteration.moves.iter();
        let moves = moves.map(|(mv, score)| json!({"move": mv, "score": score}));
        all["moves"] = moves.collect();
    }
    all
}
