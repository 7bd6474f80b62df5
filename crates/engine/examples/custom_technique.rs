//! A technique from another crate: futility pruning two plies before the horizon, with its own
//! margin, on top of the built-in ones.
//!
//! `cargo run --release -p plybench-engine --example custom_technique`

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, chess::Chess},
    score::Score,
    search::Search,
    techniques::{MadeMove, Node, Technique},
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
        Chess::from_fen("r1bq1rk1/pp3ppp/2nbpn2/3p4/3P4/1PN1PN2/1BP1BPPP/R2Q1RK1 b - - 2 10")
            .expect("a legal position");
    let mut options = variants::find("plain").expect("a built-in variant").options;
    options.techniques.futility = true;
    println!("margin  score      nodes");
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
        println!("{margin:>6}  {score:>5}  {:>9}", outcome.nodes);
        nodes.push(outcome.nodes);
    }
    assert!(
        nodes.is_sorted_by(|wide, narrow| wide >= narrow),
        "a smaller margin skips more"
    );
}
