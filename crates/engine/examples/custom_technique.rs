//! A technique from another crate: futility pruning two plies before the horizon, with its own
//! margin, on top of the built-in ones.
//!
//! At depth 4 of the position below, a margin of 500 centipawns saves 13 % of the nodes, one of 300 saves 34 %, and one
//! of 150 saves 36 %; the score stays 400. With a margin of 10,000 nothing is skipped.
//!
//! `cargo run --release -p plybench-engine --example custom_technique`

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, chess::Chess},
    score::Score,
    search::Search,
    techniques::{Limited, MadeMove, Node, Technique, futility::Futility},
    variants,
};

/// Passes over quiet moves two plies before the horizon if even the margin leaves them below alpha.
#[derive(Clone, Copy)]
struct ExtendedFutility {
    /// In centipawns.
    margin: i32,
}

impl<G: Game> Technique<G> for ExtendedFutility {
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let alpha = node.window.alpha();
        node.depth.plies() == 2
            && !node.in_check
            && !mv.gives_check
            && !alpha.is_mate()
            && Score::evaluation(node.static_evaluation() + self.margin) <= alpha
            && mv.is_quiet()
    }
}

fn main() {
    let root =
        Chess::from_fen("8/2P5/P7/8/3Bp3/K3R1pR/1P1p2p1/5krb w - - 0 1").expect("a legal position");
    let mut options = variants::find("plain").expect("a built-in variant").options;
    options.techniques.futility = Some(Limited::everywhere(Futility::DEFAULT));
    println!("margin  score  nodes  saved");
    let mut nodes = Vec::new();
    for margin in [10_000, 500, 300, 150] {
        let mut score = None;
        let outcome = Search::new(&root, &options)
            .with(ExtendedFutility { margin })
            .to_depth(4, |iteration, _| {
                score = Some(iteration.score);
                ControlFlow::Continue(())
            });
        let score = score.map_or_else(String::new, |score| score.to_string());
        nodes.push(outcome.nodes);
        let saved = 100.0 - outcome.nodes as f64 * 100.0 / nodes[0] as f64;
        println!(
            "{margin:>6}  {score:>5}  {:>5}  {saved:>3.0} %",
            outcome.nodes
        );
    }
    assert!(
        nodes.is_sorted_by(|wide, narrow| wide > narrow),
        "a smaller margin skips more"
    );
}
