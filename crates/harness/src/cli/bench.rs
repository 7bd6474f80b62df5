//! `plybench bench`.

use std::{
    hint::black_box,
    ops::ControlFlow,
    path::PathBuf,
    time::{Duration, Instant},
};

use plybench_engine::{
    game::chess::Chess, observe::Counters, search::Search, techniques::MateDistance, variants,
};
use serde::Serialize;

use super::{failure::Failure, number::whole, output};
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
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = whole::<u16>(1..=1000))]
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
    /// The median of each over the pairs.
    #[serde(flatten)]
    medians: Rates,
    pairs: Vec<Rates>,
    engines: Vec<EngineRate>,
}

#[derive(Serialize)]
struct Rates {
    nodes_per_second: f64,
    /// Moves made, at inner nodes too.
    perft_nodes_per_second: f64,
    /// The search's rate as a share of perft's.
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
        pairs.push(Rates {
            nodes_per_second: search_rate,
            perft_nodes_per_second: perft_rate,
            ratio: search_rate / perft_rate,
        });
    }
    let medians = Rates {
        nodes_per_second: median(&pairs, |pair| pair.nodes_per_second),
        perft_nodes_per_second: median(&pairs, |pair| pair.perft_nodes_per_second),
        ratio: median(&pairs, |pair| pair.ratio),
    };
    let engines = match arguments.engines {
        true => engine_rates(medians.nodes_per_second)?,
        false => Vec::new(),
    };
    let report = Report {
        medians,
        pairs,
        engines,
    };
    match arguments.json {
        true => output::json(&report),
        false => output::result(report.text()),
    }
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
    let rate = |engine: PathBuf| {
        let rate = uci::node_rate(&engine, FEN, ENGINE_TIME);
        let nodes_per_second = rate.map_err(Failure::impossible)?;
        Ok(EngineRate {
            name: engine.display().to_string(),
            nodes_per_second,
            ratio: skeleton / nodes_per_second,
        })
    };
    installed.into_iter().map(rate).collect()
}

impl Report {
    fn text(&self) -> String {
        let millions = |rate: f64| rate / 1e6;
        let engines = self.engines.iter().map(|engine| {
            let (rate, ratio) = (millions(engine.nodes_per_second), engine.ratio);
            let name = &engine.name;
            format!("{name}  {rate:.2} million nodes/s; the search is {ratio:.1} times as fast\n")
        });
        format!(
            "search  {:>7.2} million nodes/s\nperft   {:>7.2} million moves/s\nratio   {:>7.3} (median of {})\n{}",
            millions(self.medians.nodes_per_second),
            millions(self.medians.perft_nodes_per_second),
            self.medians.ratio,
            count(self.pairs.len(), "pair"),
            engines.collect::<String>()
        )
    }
}

fn median(pairs: &[Rates], of: fn(&Rates) -> f64) -> f64 {
    let mut sorted: Vec<f64> = pairs.iter().map(of).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}
