//! `plybench bench`.

use std::{
    hint::black_box,
    io::Write,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use plybench_engine::{
    game::chess::Chess, observe::Counters, search::Search, techniques::MateDistance, variants,
};
use serde::Serialize;

use super::{failure::Failure, output};
use plybench_experiment::{searcher::Counted, uci};
use plybench_text::plural::count;

/// Measure the node rate of the search relative to the rate of move generation
///
/// The search (variant glass, mate distance pruning off, counters on, the published table's
/// position to depth 20) and the board library's perft (depth 8 of the same position, every move
/// made one by one) take turns. A rate is the number of nodes entered, or of moves made at all
/// depths, per second; the ratio is the median over the pairs. The counts of both are checked
/// before anything is timed.
#[derive(clap::Args)]
#[command(after_help = "Example: plybench bench --pairs 5 --engines --json")]
pub(super) struct Arguments {
    /// Number of pairs of one search and one perft
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pairs: u16,
    /// Also measure the chess engines that are installed from Debian packages
    #[arg(long)]
    engines: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const DEPTH: u8 = 20;
/// The position of the published table.
const FEN: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
/// Nodes of the published table's left column at that depth.
const NODES: u64 = 13_049_768;
const PERFT_DEPTH: u8 = 8;
/// Moves that perft makes, at inner nodes and leaves.
const MOVES: u64 = 27_269_544;
/// How long an engine searches.
const ENGINE_TIME: Duration = Duration::from_secs(3);

#[derive(Serialize)]
struct Report {
    /// Median node rate of the search.
    nodes_per_second: f64,
    /// Median rate of making moves, at inner nodes too.
    perft_nodes_per_second: f64,
    /// Median over the pairs of the search's rate as a share of perft's.
    ratio: f64,
    pairs: Vec<Pair>,
    engines: Vec<EngineRate>,
}

#[derive(Serialize)]
struct Pair {
    nodes_per_second: f64,
    perft_nodes_per_second: f64,
    ratio: f64,
}

#[derive(Serialize)]
struct EngineRate {
    name: String,
    nodes_per_second: f64,
    /// The search's rate as a multiple of the engine's.
    ratio: f64,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let root = Chess::from_fen(FEN).map_err(Failure::impossible)?;
    let moves: u64 = (1..=PERFT_DEPTH).map(|depth| root.perft(depth)).sum();
    let (nodes, leaves) = (search(&root), root.perft(PERFT_DEPTH));
    if (nodes, moves) != (NODES, MOVES) {
        return Err(Failure::impossible(format_args!(
            "the search entered {nodes} nodes, not {NODES}, or perft made {moves} moves, not {MOVES}; nothing was measured"
        )));
    }
    let mut pairs = Vec::new();
    for _ in 0..arguments.pairs {
        let began = Instant::now();
        let nodes_again = search(black_box(&root));
        let search_rate = nodes_again as f64 / began.elapsed().as_secs_f64();
        let began = Instant::now();
        let again = black_box(&root).perft(PERFT_DEPTH);
        let perft_rate = MOVES as f64 / began.elapsed().as_secs_f64();
        if (nodes_again, again) != (nodes, leaves) {
            return Err(Failure::impossible(
                "node counts differ between runs; nothing was measured",
            ));
        }
        pairs.push(Pair {
            nodes_per_second: search_rate,
            perft_nodes_per_second: perft_rate,
            ratio: search_rate / perft_rate,
        });
    }
    let nodes_per_second = median(pairs.iter().map(|pair| pair.nodes_per_second));
    let engines = if arguments.engines {
        engine_rates(nodes_per_second)?
    } else {
        Vec::new()
    };
    let report = Report {
        nodes_per_second,
        perft_nodes_per_second: median(pairs.iter().map(|pair| pair.perft_nodes_per_second)),
        ratio: median(pairs.iter().map(|pair| pair.ratio)),
        pairs,
        engines,
    };
    print(&report, arguments.json)
}

/// Searches the published table's position without mate distance pruning and returns the nodes entered.
fn search(root: &Chess) -> u64 {
    let mut options = variants::GLASS.options;
    options.techniques.mate_distance = MateDistance::Off;
    let mut counters = Counters::default();
    let search = Search::new(root, &options).observed_by(&mut counters);
    Chess::to_depth(search, DEPTH, &mut |_, _| ControlFlow::Continue(())).nodes
}

fn engine_rates(skeleton: f64) -> Result<Vec<EngineRate>, Failure> {
    let installed = uci::installed();
    if installed.is_empty() {
        return Err(Failure::impossible(format_args!(
            "no engine is installed; install some with `apt-get install {}`",
            uci::DEBIAN.join(" ")
        )));
    }
    let mut rates = Vec::new();
    for engine in installed {
        let rate = uci::node_rate(&engine, FEN, ENGINE_TIME).map_err(Failure::impossible)?;
        let nodes_per_second = rate.nodes_per_second();
        rates.push(EngineRate {
            name: rate.name,
            nodes_per_second,
            ratio: skeleton / nodes_per_second,
        });
    }
    Ok(rates)
}

fn print(report: &Report, json: bool) -> Result<(), Failure> {
    let mut out = output::writer();
    if json {
        let line = serde_json::to_string(report).map_err(Failure::impossible)?;
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let millions = |rate: f64| rate / 1e6;
    writeln!(
        out,
        "search  {:>7.2} million nodes/s",
        millions(report.nodes_per_second)
    )?;
    writeln!(
        out,
        "perft   {:>7.2} million moves/s",
        millions(report.perft_nodes_per_second)
    )?;
    writeln!(
        out,
        "ratio   {:>7.3} (median of {})",
        report.ratio,
        count(report.pairs.len(), "pair")
    )?;
    for engine in &report.engines {
        writeln!(
            out,
            "{}  {:.2} million nodes/s; the search is {:.1} times as fast",
            engine.name,
            millions(engine.nodes_per_second),
            engine.ratio
        )?;
    }
    Ok(())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}
