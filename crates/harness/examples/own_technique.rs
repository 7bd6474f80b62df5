//! The command line with an additional technique: futility pruning one ply further from the horizon, where a quiet move is
//! skipped if even a larger margin leaves it below alpha (after Heinz, "Extended Futility Pruning", 1998).
//!
//! It appears beside the built-in techniques everywhere:
//!
//! ```text
//! cargo run --release --example own_technique -- techniques
//! cargo run --release --example own_technique -- search FEN --depth 6 --set extended-futility=true
//! cargo run --release --example own_technique -- verify --technique extended-futility
//! ```
//!
//! and in an experiment file: `set = { extended-futility = { margin = 300 } }`, or
//! `over = { "extended-futility.margin" = [150, 300, 500] }` in a grid.

use std::process::ExitCode;

use plybench::registered::{self, Registrable};
use plybench_engine::{
    game::Game,
    score::Score,
    techniques::{Effect, Hooks, Info, MadeMove, Node, Technique},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Skips quiet moves two plies before the horizon that cannot reach alpha.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct ExtendedFutility {
    /// The most that a quiet move is expected to gain.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    margin: u16,
}

impl Default for ExtendedFutility {
    fn default() -> Self {
        ExtendedFutility { margin: 300 }
    }
}

impl<G: Game> Technique<G> for ExtendedFutility {
    fn hooks(&self) -> Hooks {
        Hooks::PRUNE
    }

    fn prunes(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let alpha = node.window.alpha();
        node.depth.plies() == 2
            && !node.in_check
            && !node.in_quiescence
            && !mv.gives_check
            && !alpha.is_mate()
            && Score::evaluation(node.static_evaluation() + i32::from(self.margin)) <= alpha
            && mv.is_quiet()
    }
}

impl Registrable for ExtendedFutility {
    const INFO: Info = Info {
        name: "extended-futility",
        effect: Effect::Heuristic,
        condition: "d = 2, not in check, quiet, no check, a no mate, e + margin ≤ a: skip",
        source: "Heinz, Extended Futility Pruning (1998)",
        used_by: "DarkThought",
    };
}

fn main() -> ExitCode {
    registered::register::<ExtendedFutility>().expect("no other technique has its name");
    plybench::cli::main()
}
