//! Every step of recorded searches, validated by the checker, and what the same searches return without being recorded: the technique
//! alone, with every technique after it in the registry, and in a covering of the other settings, on chess, on uniform trees, on
//! trees written by hand and on every other game that is known; and endings with mates, with windows that grow.

use super::{
    BARE, Check, CheckedSearch, EXACT_TABLE, Findings, Material, NULL_WINDOWS, Part, Recorded,
    TestedSearcher, Violation, arguments_of, edges, with_clock,
};
use plybench_checker::check::{Checked, Refused};
use plybench_engine::{
    eval::Evaluation,
    game::{
        chess::Chess,
        named::{self, AnyPosition},
        uniform_tree::UniformTree,
    },
    ordering::OrderingOptions,
    search::{DrawRules, FailMode, GrowingAspiration, RootDriver, ScoutMode, SearchOptions},
    table::{PrincipalEntries, Replacement, TableDepth, TableOptions, TableSize},
    techniques::BuiltIn,
};
use plybench_experiment::searcher::Root;
use plybench_games::PlayedGame;

pub(super) const CHECK: Check = Check {
    name: "steps",
    holds: "every step of a recorded search follows from the position, the settings and the steps before it, and the search returns \
            the same without being recorded",
    applies: |subject| subject.search.has_rules(),
    sees: &Part::ALL,
    run,
};

/// Deeper than any of these searches comes: the node limit ends them.
const DEPTH: u8 = 50;

/// Trees of few nodes end before the limit. A draw of searches ends at so many times those that it would take if each reached its limit.
const MOST_SEARCHES: u64 = 8;

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

/// Windows that grow until they hold a mate. Each ending with a mate is searched in these settings.
const GROWING: SearchOptions = SearchOptions {
    driver: RootDriver::GrowingAspiration(GrowingAspiration {
        from_depth: 2,
        ..GrowingAspiration::DEFAULT
    }),
    ..SETTINGS[3]
};

/// Nodes of each search for a mate: enough to see most of them.
const MATE: u64 = 5_000;

/// A root as a finding shows it.
fn text(root: &Root) -> String {
    match root {
        Root::Game(game) => format!("{START} after {GAME}, {}", game.position().fen()),
        _ => root.text(),
    }
}

/// The command that repeats a search.
fn command(root: &Root, subject: &TestedSearcher, options: &SearchOptions, nodes: u64) -> String {
    let text = match root {
        Root::Game(_) => format!("{START}' --moves '{GAME}"),
        _ => root.text(),
    };
    let (program, settings) = (subject.program(), arguments_of(&subject.with(options)));
    format!("{program} search '{text}' --depth {DEPTH} --nodes {nodes} --check{settings}")
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
    uniform: Vec<AnyPosition>,
    explicit: Vec<AnyPosition>,
    others: Vec<AnyPosition>,
}

/// Positions of other games, besides the first of each.
const OTHERS: [&str; 4] = [
    "connect 4x4 3 place ..../.xo./..../....",
    "connect 5x4 4 drop ...../..o../.ox../.xxo.",
    "othello --------XXXXXX--XXOOXO--XOXXOO--OXXXOX--XOOXXO--OOOOOO---------- X",
    "othello OOOOOOOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXO---------------- O",
];

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
            let tree = UniformTree {
                branching: 3 + (seed % 4) as u16 * 2,
                depth: 9 + (seed % 3) as u8,
                spread: 60,
                mated_share,
                best_first_share: 0.4,
                seed: material.seed.wrapping_mul(31).wrapping_add(seed),
            };
            AnyPosition::of(tree.root().expect("its parameters are in range"))
        };
        let read = |text| AnyPosition::read(text).and_then(Result::ok);
        let of_file = |text| read(text).expect("a position of this file");
        // Some games have no usual first position. Those of the calling program come first, so that a few searches reach them.
        let firsts = named::all().into_iter().rev();
        let firsts = firsts.filter_map(|game| read(game.name));
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
            explicit: TREES.map(of_file).into(),
            others: firsts.chain(OTHERS.map(of_file)).collect(),
        }
    }

    /// The roots in turn, chess twice as often as a uniform tree, one of every seventh written by hand, after a game or of another game;
    /// or only chess.
    fn root(&self, turn: usize, is_chess: bool) -> Root {
        if is_chess {
            return Root::Chess(self.chess[turn % self.chess.len()].clone());
        }
        let of = turn / 7;
        match turn % 7 {
            0 if !of.is_multiple_of(3) => Root::Game(self.game.clone()),
            0 => Root::Other(match of / 3 % 2 {
                0 => self.explicit[of / 6 % self.explicit.len()].clone(),
                _ => self.others[of / 6 % self.others.len()].clone(),
            }),
            2 | 5 => Root::Other(self.uniform[(2 * of + turn % 2) % self.uniform.len()].clone()),
            slot => Root::Chess(self.chess[(4 * of + slot / 2) % self.chess.len()].clone()),
        }
    }
}

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let budget = material.budget;
    let mut draw = Draw {
        subject,
        material,
        roots: Roots::of(material),
        turn: 0,
    };
    let whole = subject.whole;
    let settings = whole.as_ref().map_or(&SETTINGS[..], std::slice::from_ref);
    let of = |turn: usize| subject.options(&settings[turn % settings.len()]);
    draw.until(budget.alone, "alone", of, found);
    let endings = material.endings.iter().chain(&material.long_endings);
    let mates = endings.filter(|ending| ending.mate().is_some_and(|(_, plies)| plies > 1));
    found.over(mates, |ending, found| {
        let root = Root::Chess(ending.root.clone());
        draw.search(&root, &subject.options(&GROWING), MATE, found);
    });
    // With each technique that comes after it.
    let registry = BuiltIn::registry();
    let place = registry
        .iter()
        .position(|entry| entry.alone == subject.techniques);
    let others = place.map_or(&[][..], |place| &registry[place + 1..]);
    for other in others.iter().filter(|_| budget.pair > 0) {
        let both = other.alone.and(subject.techniques);
        // Only one form of mate distance pruning can be on.
        if both != subject.techniques {
            let of_both = |turn| SearchOptions {
                techniques: both,
                ..of(turn)
            };
            let name = format!("with {}", other.info.name);
            draw.until(budget.pair, &name, of_both, found);
        }
    }
    // In a covering of the other settings and of its own parameters.
    let base = subject.options(&BARE);
    for options in edges::covering(&base, place.map(|place| &registry[place]), material.seed) {
        draw.until(budget.row, "settings", |_| options, found);
    }
}

/// The searches of a subject, each with the next root.
struct Draw<'d> {
    subject: &'d TestedSearcher,
    material: &'d Material,
    roots: Roots,
    /// The searches so far.
    turn: usize,
}

impl Draw<'_> {
    /// Searches until so many nodes are checked, times the scale. `settings` has those of each turn.
    fn until(
        &mut self,
        wanted: u64,
        kind: &str,
        settings: impl Fn(usize) -> SearchOptions,
        found: &mut Findings,
    ) {
        let limit = (wanted / 4).clamp(2_500, 40_000);
        let wanted = wanted * self.material.scale as u64;
        let mut recorded = Recorded {
            wanted,
            ..Recorded::default()
        };
        while recorded.nodes < wanted
            && recorded.searches < MOST_SEARCHES * wanted.div_ceil(limit)
            && !found.is_finished()
        {
            recorded.searches += 1;
            let options = settings(self.turn);
            let is_chess = self.subject.search.technique.is_some();
            let root = self.roots.root(self.turn, is_chess);
            self.turn += 1;
            let Some(checked) = self.search(&root, &options, limit, found) else {
                continue;
            };
            recorded.nodes += checked.summary.nodes;
            let counters = checked.summary.counters;
            recorded
                .acted
                .extend(self.subject.search.techniques_that_acted(&counters));
        }
        found.add_recorded(kind, recorded);
    }

    /// A search; none if a step is wrong.
    fn search(
        &self,
        root: &Root,
        options: &SearchOptions,
        nodes: u64,
        found: &mut Findings,
    ) -> Option<Checked> {
        let subject = self.subject;
        let search = CheckedSearch {
            search: &subject.search,
            options,
            depth: DEPTH,
            nodes: Some(nodes),
        };
        let result = search.of(root);
        found.record(result.is_ok(), || {
            let problem = result.as_ref().err().map(Refused::to_string);
            Violation {
                what: format!("{}: {}", text(root), problem.unwrap_or_default()),
                reproduce: command(root, subject, options, nodes),
            }
        });
        let checked = result.ok()?;
        for (technique, &steps) in &checked.unchecked {
            *found.unchecked.entry(technique.clone()).or_default() += steps;
        }
        Some(checked)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::super::{Budget, built_in},
        *,
    };
    use plybench_engine::techniques::{Limited, null_move::NullMove};

    fn material(budget: Budget) -> Material {
        let oracle = &mut plybench_oracle::Oracle::in_memory();
        Material::draw(1, 1, budget, oracle).unwrap()
    }

    fn subject(name: &str) -> TestedSearcher {
        let mut all = built_in().into_iter();
        all.find(|subject| subject.name == name).unwrap()
    }

    #[test]
    fn each_draw_reaches_its_nodes_and_says_who_acted() {
        let material = material(Budget {
            alone: 200_000,
            pair: 3_000,
            row: 0,
        });
        let check = |name| {
            let mut found = Findings::new(None);
            run(&subject(name), &material, &mut found);
            assert_eq!(found.violations, 0, "{name}");
            for (kind, drawn) in &found.recorded {
                assert!(drawn.least >= drawn.wanted, "{name} {kind}");
            }
            found.recorded
        };
        let modern = check("modern");
        let on = subject("modern").techniques.on::<Chess>().len();
        assert_eq!(modern["alone"].acted.len(), on);
        assert!(modern["alone"].nodes >= 200_000);
        let pairs = |name| {
            let recorded = check(name);
            let kinds = recorded.keys();
            kinds.filter(|kind| kind.starts_with("with ")).count()
        };
        // A pair belongs to the first of its two techniques.
        let registry = BuiltIn::registry();
        let [.., first, last] = &registry[..] else {
            panic!("too few techniques");
        };
        assert_eq!([first, last].map(|entry| pairs(entry.info.name)), [1, 0]);
    }

    #[test]
    fn small_trees_end_a_draw_below_its_nodes() {
        let material = material(Budget::ZOO);
        let mut roots = Roots::of(&material);
        roots.chess = vec![Chess::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap()];
        // An altered technique is for chess; this one is as it should be.
        let mut subject = subject("none");
        subject.search.technique = Some(&NullMove::DEFAULT);
        subject.search.stands_for = Some(BuiltIn {
            null_move: Some(Limited::everywhere(NullMove::DEFAULT)),
            ..BuiltIn::OFF
        });
        let mut draw = Draw {
            subject: &subject,
            material: &material,
            roots,
            turn: 0,
        };
        let mut found = Findings::new(None);
        draw.until(50_000, "alone", |_| BARE, &mut found);
        let drawn = &found.recorded["alone"];
        // Each search is of 50 depths with a node each, and may enter 12,500.
        assert_eq!((drawn.searches, drawn.least), (32, 32 * 50));
        assert_eq!((drawn.wanted, found.violations), (50_000, 0));
    }
}
