//! Single calls of the node function, at any ply, depth and window: each is alone, but for the table.

use plybench_engine::{
    game::{Game, chess::Chess},
    observe::Counters,
    score::Score,
    search::{Limits, Memory, Search, SearchOptions},
    table::TableSize,
    techniques::{Added, Hooks, Limited, Node, SubSearch, Technique, null_move::NullMove},
    units::{Depth, MAX_PLY, Ply},
    variants,
    window::Window,
};

#[test]
fn single_calls_have_the_limits_of_their_search() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let mut counters = Counters::default();
    let limits = Limits {
        nodes: Some(100),
        stop: None,
    };
    let question = (Ply::ROOT, Depth::new(3), Window::full());
    let values = Search::new(&root, &variants::PLAIN.options)
        .limited(limits)
        .observed_by(&mut counters)
        .values_at([question, question]);
    assert_eq!((values.unwrap().len(), counters.all_ends()), (2, 100));
}

/// Cuts off where an evaluation two plies up is known, with a value that no search finds. Shows what another question left.
#[derive(Clone, Copy)]
struct SeesTrend;

impl<G: Game> Technique<G> for SeesTrend {
    fn hooks(&self) -> Hooks {
        Hooks::CUTOFF.and(Hooks::IMPROVING)
    }

    fn cutoff(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Option<Score> {
        let before = node.evaluation_two_plies_up?;
        (node.depth.plies() > 1).then_some(Score::evaluation(before + 7))
    }
}

type Question = (Ply, Depth, Window);
/// The values, and the nodes of all questions together.
type Answer = (Vec<Score>, u64);

/// A middlegame with twenty reversible plies, so that positions may repeat.
fn middlegame() -> Chess {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 20 30";
    Chess::from_fen(fen).unwrap()
}

/// Neither table nor killers nor history, which are meant to be kept.
fn learning_nothing() -> SearchOptions {
    let mut options = variants::PLAIN.options;
    options.quiescence = true;
    options.ordering.mvv_lva = true;
    options.techniques.null_move = Some(Limited::everywhere(NullMove::DEFAULT));
    options
}

#[test]
fn a_single_call_has_the_same_value_and_nodes_alone_as_after_others() {
    let root = middlegame();
    let low = Window::null_below(Score::evaluation(-400));
    let mut questions = Vec::new();
    // The pass refutes the first question of each pair. The next ones are at the ply that it led to, and at others from which the
    // root's position on the path would repeat.
    for (ply, depth, window) in [
        (0, 3, low),
        (1, 3, low),
        (0, 2, Window::full()),
        (4, 3, Window::full()),
        (2, 3, low),
        (3, 2, Window::full()),
        (1, 0, Window::full()),
        (6, 1, low),
        (250, 3, low),
        (0, 3, low),
    ] {
        questions.push((Ply::new(ply), Depth::new(depth), window));
    }
    fn asked(search: Search<'_, Chess>, questions: &[Question]) -> Answer {
        let mut counters = Counters::default();
        let search = search.observed_by(&mut counters);
        let values = search.values_at(questions.iter().copied()).unwrap();
        (values, counters.all_ends())
    }
    let check = |ask: &dyn Fn(&[Question]) -> Answer| {
        for first in &questions {
            for second in &questions {
                let alone = [*first, *second].map(|question| ask(&[question]));
                let values = alone.iter().map(|(values, _)| values[0]).collect();
                let nodes = alone.iter().map(|(_, nodes)| nodes).sum();
                assert_eq!(
                    ask(&[*first, *second]),
                    (values, nodes),
                    "{first:?} {second:?}"
                );
            }
        }
        let all = ask(&questions);
        let alone: Vec<Score> = questions.iter().map(|&one| ask(&[one]).0[0]).collect();
        assert_eq!(all.0, alone);
    };
    let options = learning_nothing();
    check(&|questions| asked(Search::new(&root, &options), questions));
    let own = [Added::everywhere(&SeesTrend as _)];
    check(&|questions| asked(Search::new(&root, &options).with_all(&own), questions));
}

/// The root's own key stands for every position of the game: at each ply it would be a draw.
#[test]
fn a_single_call_has_no_past() {
    let root = middlegame();
    let past = [root.key(); 20];
    let questions = || [0, 1, 4].map(|ply| (Ply::new(ply), Depth::new(2), Window::full()));
    let ask = |past: &[u64]| {
        let search = Search::new(&root, &learning_nothing()).after(past);
        search.values_at(questions()).unwrap()
    };
    let values = ask(&[]);
    assert_ne!(values, [Score::evaluation(0); 3]);
    assert_eq!(ask(&past), values);
}

#[test]
fn single_calls_leave_their_table_in_the_memory_that_they_are_given() {
    let root = middlegame();
    let mut options = learning_nothing();
    options.table.size = TableSize::Entries(1 << 10);
    let mut memory = Memory::default();
    let question = (Ply::ROOT, Depth::new(2), Window::full());
    let search = Search::new(&root, &options).in_memory_of(&mut memory);
    let values = search.values_at([question]).unwrap();
    assert_eq!(memory.table().capacity(), 1 << 10);
    let entry = memory.table().probe(root.key()).unwrap();
    assert_eq!(entry.score(Ply::ROOT), values[0]);
}

#[test]
fn a_single_call_beyond_the_last_ply_is_one_at_it() {
    // Mated, so that the value tells the ply; then a position in which techniques act.
    let mated = Chess::from_fen("R6k/8/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    let mut options = learning_nothing();
    for (root, mate_at_horizon) in [(mated, true), (middlegame(), false)] {
        options.mate_at_horizon = mate_at_horizon;
        let values = [MAX_PLY as u16, 256, 300, u16::MAX].map(|ply| {
            let question = (Ply::new(ply), Depth::new(3), Window::full());
            Search::new(&root, &options).values_at([question]).unwrap()
        });
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
        if mate_at_horizon {
            assert_eq!(values[0], [Score::mated_in(MAX_PLY as u16)]);
        }
    }
}
