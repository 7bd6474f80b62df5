//! Every step of recorded searches, validated by the checker, and what the same searches return without being recorded: the technique
//! alone, with every technique after it in the registry, and in a covering of the other settings, on chess, on uniform trees and on
//! trees written by hand.

use super::{
    BARE, Check, CheckedSearch, EXACT_TABLE, Findings, Material, NULL_WINDOWS, TestedSearcher,
    Violation, arguments_of, edges, with_clock,
};
use plybench_checker::check::{Checked, Refused};
use plybench_engine::{
    eval::Evaluation,
    game::{
        chess::Chess,
        explicit_tree::ExplicitTree,
        uniform_tree::{CheckedTree, UniformTree},
    },
    ordering::OrderingOptions,
    search::{DrawRules, FailMode, RootDriver, ScoutMode, SearchOptions},
    table::{PrincipalEntries, Replacement, TableDepth, TableOptions, TableSize},
    techniques::BuiltIn,
};
use plybench_games::PlayedGame;

pub(super) const CHECK: Check = Check {
    name: "steps",
    holds: "every step of a recorded search follows from the position, the settings and the steps before it, and the search returns \
            the same without being recorded",
    applies: |subject| subject.search.has_rules(),
    run,
};

/// Nodes of the searches of a technique alone, of a pair, and of a row of the covering.
const ALONE: u64 = 1_000_000;
const PAIR: u64 = 10_000;
const ROW: u64 = 10_000;

/// Deeper than any of these searches comes: the node limit ends them.
const DEPTH: u8 = 50;

/// Repetitions count, the evaluation has many values, and a mate at the horizon is not seen.
const DRAWS: DrawRules = DrawRules {
    repetition: true,
    fifty_moves: true,
    contempt: 7,
};

/// The settings in which each technique is checked alone.
const SETTINGS: [SearchOptions; 4] = [
    SearchOptions {
        evaluation: Evaluation::PieceSquare,
        draws: DRAWS,
        quiescence: true,
        mate_at_horizon: false,
        ordering: OrderingOptions {
            killers: true,
            history: true,
            history_gravity: true,
            countermoves: true,
            continuation_history: true,
            losing_captures_last: true,
            ..BARE.ordering
        },
        ..BARE
    },
    SearchOptions {
        draws: DRAWS,
        evaluation: Evaluation::Material,
        driver: RootDriver::Aspiration(40),
        ..EXACT_TABLE
    },
    SearchOptions {
        draws: DRAWS,
        evaluation: Evaluation::PieceSquare,
        quiescence: true,
        ..NULL_WINDOWS
    },
    SearchOptions {
        fail: FailMode::Soft,
        scout: ScoutMode::Pvs,
        driver: RootDriver::Aspiration(25),
        draws: DRAWS,
        evaluation: Evaluation::MopUp,
        table: TableOptions {
            size: TableSize::Entries(3000),
            depth: TableDepth::AtLeast,
            replacement: Replacement::DepthPreferred,
            probe_at_horizon: false,
            principal_variation: PrincipalEntries::Shared,
        },
        ..EXACT_TABLE
    },
];

/// A root of one of the games.
enum Root<'m> {
    Chess(Chess),
    Game(&'m PlayedGame),
    Uniform(&'m CheckedTree),
    Explicit(&'m ExplicitTree),
}

impl Root<'_> {
    fn text(&self) -> String {
        match self {
            Root::Chess(root) => root.fen(),
            Root::Game(game) => format!("{START} after {GAME}, {}", game.position().fen()),
            Root::Uniform(tree) => tree.shape().to_string(),
            Root::Explicit(tree) => tree.to_string(),
        }
    }

    fn checked(&self, search: &CheckedSearch<'_>) -> Result<Checked, Refused> {
        match self {
            Root::Chess(root) => search.of_chess(root, &[]),
            Root::Game(game) => search.of_chess(game.position(), &game.past()),
            Root::Uniform(tree) => search.of_tree(tree),
            Root::Explicit(tree) => search.of_list(tree),
        }
    }

    /// The command that repeats the search, if there is one for this game.
    fn command(
        &self,
        subject: &TestedSearcher,
        options: &SearchOptions,
        nodes: u64,
    ) -> Option<String> {
        let text = match self {
            Root::Explicit(_) => return None,
            Root::Game(_) => format!("{START}' --moves '{GAME}"),
            _ => self.text(),
        };
        let (program, settings) = (subject.program(), arguments_of(&subject.with(options)));
        Some(format!(
            "{program} search '{text}' --depth {DEPTH} --nodes {nodes} --check{settings}"
        ))
    }
}

/// Pieces go out, and one comes back: the reply from the root that brings back the other repeats the first position.
const START: &str = "r3k2r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPPQ1PPP/R3K2R w - - 4 9";
const GAME: &str = "f3g5 f6g4 g5f3";

/// Pawns that capture and promote, of both sides.
const PROMOTIONS: [&str; 2] = [
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
];

/// The roots of all searches.
struct Roots {
    game: PlayedGame,
    chess: Vec<Chess>,
    uniform: Vec<CheckedTree>,
    explicit: Vec<ExplicitTree>,
}

/// Trees of textbooks' kind: leaves at several depths, mates, a node without a choice.
const TREES: [&str; 3] = [
    "[[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3, 14, 8]]]",
    "[[3, [12, 8]], [[], 4, [6, [1, 2]]], [[14, 5], 2]]",
    "[[[[[], 5], 7], [[], 3]], [[9, [[]]], 1], [[], []]]",
];

impl Roots {
    fn of(material: &Material) -> Self {
        let endings = material.long_endings.iter().map(|ending| &ending.root);
        let clocked = endings.clone().zip([97, 98, 99, 100]);
        let clocked = clocked.filter_map(|(root, clock)| with_clock(root, clock));
        let chess = material.assorted.iter().chain(endings.clone()).cloned();
        let uniform = |(seed, mated_share): (u64, f64)| {
            let tree = CheckedTree::try_from(UniformTree {
                branching: 3 + (seed % 4) as u16 * 2,
                depth: 9 + (seed % 3) as u8,
                spread: 60,
                mated_share,
                best_first_share: 0.4,
                seed: material.seed.wrapping_mul(31).wrapping_add(seed),
            });
            tree.expect("its parameters are in range")
        };
        let explicit = |text| ExplicitTree::parse(text).expect("a tree of this file");
        let position = |fen| Chess::from_fen(fen).expect("a position of this file");
        Roots {
            game: PlayedGame::read(position(START), GAME.split(' ')).expect("a game of this file"),
            chess: clocked
                .chain(PROMOTIONS.map(position))
                .chain(chess)
                .collect(),
            uniform: [(1, 0.0), (2, 0.01), (3, 0.05), (4, 0.2)]
                .map(uniform)
                .into(),
            explicit: TREES.map(explicit).into(),
        }
    }

    /// The roots in turn, chess twice as often as a uniform tree, one of every seventh written by hand or after a game; or only chess.
    fn root(&self, turn: usize, is_chess: bool) -> Root<'_> {
        if is_chess {
            return Root::Chess(self.chess[turn % self.chess.len()].clone());
        }
        let of = turn / 7;
        match turn % 7 {
            0 if !of.is_multiple_of(3) => Root::Game(&self.game),
            0 => Root::Explicit(&self.explicit[of / 3 % self.explicit.len()]),
            2 | 5 => Root::Uniform(&self.uniform[(2 * of + turn % 2) % self.uniform.len()]),
            slot => Root::Chess(self.chess[(4 * of + slot / 2) % self.chess.len()].clone()),
        }
    }
}

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let roots = Roots::of(material);
    let mut turn = 0;
    let mut search = |options: &SearchOptions, nodes: u64, found: &mut Findings| {
        let root = roots.root(turn, subject.search.technique.is_some());
        turn += 1;
        let result = root.checked(&CheckedSearch {
            search: &subject.search,
            options,
            depth: DEPTH,
            nodes: Some(nodes),
        });
        found.record(result.is_ok(), || {
            let problem = result.as_ref().err().map(Refused::to_string);
            Violation {
                what: format!("{}: {}", root.text(), problem.unwrap_or_default()),
                reproduce: root.command(subject, options, nodes).unwrap_or_else(|| {
                    let seed = material.seed;
                    let (program, name) = (subject.program(), subject.name);
                    format!("{program} verify --technique {name} --seed {seed}")
                }),
            }
        });
        let Ok(checked) = result else { return nodes };
        for (technique, steps) in checked.unchecked {
            *found.unchecked.entry(technique).or_default() += steps;
        }
        checked.summary.nodes
    };
    // Alone.
    let scale = material.scale as u64;
    let mut number = 0;
    let mut enough = |wanted: u64,
                      settings: &mut dyn FnMut(usize) -> SearchOptions,
                      found: &mut Findings| {
        let mut nodes = 0;
        while nodes < wanted * scale && !found.is_finished() {
            // Small trees end long before the limit; as 1,000 nodes at least, they cannot prolong the loop without end.
            nodes += search(&settings(number), (wanted / 4).clamp(2_500, 40_000), found).max(1_000);
            number += 1;
        }
    };
    let of = |number: usize| subject.options(&SETTINGS[number % SETTINGS.len()]);
    enough(ALONE, &mut |number| of(number), found);
    // With each technique that comes after it.
    let registry = BuiltIn::registry();
    let place = registry
        .iter()
        .position(|entry| entry.alone == subject.techniques);
    for other in place.map_or(&[][..], |place| &registry[place + 1..]) {
        let both = other.alone.and(subject.techniques);
        // Only one form of mate distance pruning can be on.
        if both != subject.techniques {
            let mut options = |number: usize| SearchOptions {
                techniques: both,
                ..of(number)
            };
            enough(PAIR, &mut options, found);
        }
    }
    // In a covering of the other settings and of its own parameters.
    let base = subject.options(&BARE);
    for options in edges::covering(&base, place.map(|place| &registry[place]), material.seed) {
        enough(ROW, &mut |_| options, found);
    }
}
