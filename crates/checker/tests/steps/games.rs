//! Searches within a game: the positions before the root count as repeated.

use plybench_checker::{
    check::{Refused, check_after},
    trace::{Header, Iterated, Reader, Summary, record_after},
};
use plybench_engine::{
    game::{Game, MoveKind, chess::Chess},
    search::{Memory, Search, SearchOptions, Sound},
    variants,
};

use super::{
    altered::{sealed, unsealed},
    reference,
    settings::{Random, all_axes, axes, describe, options},
};

/// A position of a game, with the keys of the positions before it.
pub(crate) struct Moment {
    pub(crate) root: Chess,
    pub(crate) past: Vec<u64>,
}

impl Moment {
    /// The position after moves in UCI notation.
    fn after(start: &str, moves: &str) -> Self {
        let mut root = Chess::from_fen(start).unwrap();
        let mut past = Vec::new();
        for text in moves.split(' ') {
            let mut played = None;
            root.for_each_move(MoveKind::All, |mv| {
                if root.notation(mv) == text {
                    played = Some(mv);
                }
            });
            past.push(root.key());
            root = root.play(played.unwrap());
        }
        Moment { root, past }
    }
}

/// Endings and middlegames in which the search soon meets positions of the game, of white and of black; with an irreversible move
/// on the way, near the fiftieth move, and with a root that has occurred before.
pub(crate) fn moments() -> Vec<Moment> {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    [
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g2 h8h7 g2g1 h7h8 g1g3"),
        (
            "8/8/8/8/8/2k5/7r/1K6 w - - 92 80",
            "b1a1 h2h3 a1b1 h3h2 b1a1",
        ),
        ("7k/8/8/8/8/8/3q4/1K6 b - - 0 1", "h8g8 b1a1 g8h8"),
        (start, "g1f3 g8f6 f3g1 f6g8"),
        (start, "g1f3 g8f6 e2e4 f6g8 f3g1 b8c6"),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "f3g3 e8f8 g3f3 f8e8 f3f4",
        ),
    ]
    .map(|(start, moves)| Moment::after(start, moves))
    .into()
}

/// The iterations that the search completes within 1,500 nodes, from the end of its trace.
fn searched(moment: &Moment, past: &[u64], options: &SearchOptions) -> Vec<Iterated> {
    let trace = record_after(&moment.root, past, options, 12, Some(1_500), Vec::new()).unwrap();
    let summary = trace.windows(2).rposition(|end| end == b"\0{").unwrap();
    let summary: Summary = serde_json::from_slice(&trace[summary + 1..]).unwrap();
    summary.iterations
}

#[test]
fn the_reference_search_agrees_after_a_game() {
    let axes = axes();
    let mut random = Random(5);
    let mut acted = vec![0; moments().len()];
    for _ in 0..200 {
        let case = random.case(&axes);
        let options = options(&axes, &case);
        for (moment, acted) in moments().iter().zip(&mut acted) {
            let found = searched(moment, &moment.past, &options);
            let depth = found.last().map_or(0, |iteration| iteration.depth);
            let settings = serde_json::to_value(options).unwrap();
            let expected =
                reference::search_after(&moment.root, &moment.past, &settings, depth).unwrap();
            let fen = moment.root.fen();
            assert_eq!(expected, found, "{fen}\n{}", describe(&axes, &case));
            *acted += usize::from(found != searched(moment, &[], &options));
        }
    }
    // Without this, the game could play no part.
    assert!(acted.iter().all(|&cases| cases > 0), "{acted:?}");
}

#[test]
fn the_checker_accepts_searches_after_a_game_and_only_with_their_game() {
    let axes = all_axes();
    let mut random = Random(6);
    for turn in 0..120 {
        let case = random.case(&axes);
        let options = options(&axes, &case);
        let moment = &moments()[turn % moments().len()];
        let Moment { root, past } = moment;
        let trace = record_after(root, past, &options, 40, Some(1_500), Vec::new()).unwrap();
        let check = |past: &[u64]| check_after(root, past, Reader::new(&trace[..]).unwrap());
        let fen = root.fen();
        assert!(check(past).is_ok(), "{fen}\n{}", describe(&axes, &case));
        let earlier = [&[1, 2, 3], &past[..]].concat();
        let is_in_reach = past.len() < usize::from(root.reversible_plies());
        assert_eq!(check(&earlier).is_ok(), !is_in_reach, "{fen}");
        assert!(matches!(check(&[]), Err(Refused::Past { .. })), "{fen}");
    }
}

/// The header and the caller's game can agree on a game that the search did not have; then a step is wrong.
#[test]
fn steps_of_a_search_after_another_game_are_refused() {
    for Moment { root, past } in moments() {
        let options = &variants::PLAIN.options;
        let of = |past: &[u64]| {
            unsealed(&record_after(&root, past, options, 40, Some(20_000), Vec::new()).unwrap())
        };
        let (with, without) = (of(&past), of(&[]));
        let header_ends = |trace: &[u8]| trace.iter().position(|&byte| byte == b'\n').unwrap();
        let exchanged = sealed(
            &[
                &with[..header_ends(&with)],
                &without[header_ends(&without)..],
            ]
            .concat(),
        );
        let refused = check_after(&root, &past, Reader::new(&exchanged[..]).unwrap());
        assert!(
            matches!(refused, Err(Refused::Step { .. })),
            "{}",
            root.fen()
        );
    }
}

/// The checker begins with an empty table. A search that begins with another one is not the search of the header.
#[test]
fn a_search_with_the_table_of_an_earlier_one_is_refused() {
    let Moment { root, past } = &moments()[0];
    let options = &variants::GLASS.options;
    let mut memory = Memory::keeping_the_table();
    let mut checked = || {
        let settings = serde_json::to_value(options).unwrap();
        let header = Header::new(root, past, settings, 4, None);
        let search = Search::dynamic(root, options, &Sound, &[]).after(past);
        let search = search.in_memory_of(&mut memory);
        let mut trace = Vec::new();
        header.record(search, None, None, &mut trace).unwrap();
        check_after(root, past, Reader::new(&trace[..]).unwrap())
    };
    assert!(checked().is_ok());
    assert!(matches!(checked(), Err(Refused::Step { .. })));
}
