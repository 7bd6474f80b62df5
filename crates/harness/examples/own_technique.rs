//! The command line with two additional techniques. Extended futility is futility pruning one ply further from the horizon, where a
//! quiet move is skipped if even a larger margin leaves it below alpha (after Heinz, "Extended Futility Pruning", 1998). It has a
//! rule, from which the checker predicts its steps. Late move pruning skips quiet moves late in the order near the horizon. It has no
//! rule: the checker accepts what it does, checks all that follows, and says how many steps it could not check.
//!
//! They appear beside the built-in techniques everywhere:
//!
//! ```text
//! cargo run --release --example own_technique -- techniques
//! cargo run --release --example own_technique -- search FEN --depth 6 --set extended-futility=true
//! cargo run --release --example own_technique -- search FEN --depth 6 --set extended-futility=true --check
//! cargo run --release --example own_technique -- verify --technique extended-futility
//! ```
//!
//! and in an experiment file, with `set = { extended-futility = { margin = 300 } }` in a variant, or in a grid:
//!
//! ```toml
//! [[grid]]
//! name = "margin"
//! base = "plain"
//! set = { extended-futility = true }
//! over = { "extended-futility.margin" = [150, 300, 500] }
//! ```

use std::process::ExitCode;

use plybench::{
    registered::{self, Registrable},
    verify::rules,
};
use plybench_checker::{game::Recorded, node, rules::Rule, value};
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

/// The condition once more, written for the checker, which shares nothing with the search but positions, moves and evaluations.
impl<G: Recorded> Rule<G> for ExtendedFutility {
    fn prunes(&self, node: &node::OpenNode<'_, G>, made: &node::MadeMove<G::Move>) -> bool {
        let alpha = node.window.alpha;
        let expected = value::evaluation(node.static_evaluation() + i32::from(self.margin));
        node.depth == 2
            && !node.in_check
            && !node.in_quiescence
            && made.is_quiet
            && !made.gives_check
            && !value::is_mate(alpha)
            && expected <= alpha
    }
}

/// Skips quiet moves late in the order near the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct MoveLimit {
    /// The moves that are searched for each ply of depth.
    #[schemars(range(min = 1, max = 100), extend("unit" = "moves"))]
    moves: u8,
}

impl Default for MoveLimit {
    fn default() -> Self {
        MoveLimit { moves: 5 }
    }
}

impl<G: Game> Technique<G> for MoveLimit {
    fn hooks(&self) -> Hooks {
        Hooks::PRUNE
    }

    fn prunes(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let depth = node.depth.plies();
        (1..=3).contains(&depth)
            && !node.in_check
            && !mv.gives_check
            && mv.is_quiet()
            && mv.number >= usize::from(self.moves) * usize::from(depth)
    }
}

impl Registrable for MoveLimit {
    const INFO: Info = Info {
        name: "move-limit",
        effect: Effect::Heuristic,
        condition: "1 ≤ d ≤ 3, not in check, quiet, no check, the move's number ≥ moves · d: skip",
        source: "https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning",
        used_by: "Stockfish",
    };
}

fn main() -> ExitCode {
    rules::register::<ExtendedFutility>().expect("no other technique has its name");
    registered::register::<MoveLimit>().expect("no other technique has its name");
    plybench::cli::main()
}
