//! What a difference says is the reason, checked against the nodes of the search that it names.

use super::{packed::between, *};

/// What is said to be the reason is so in the search that is named.
pub(super) fn assert_reasons(a: &Visits, b: &Visits, found: &Difference) {
    let table_move = |node: &Visit| node.hit.map_or(NO_MOVE, |hit| hit.mv);
    // What each search goes to where the two first go to different nodes.
    let tried = |pair: &Pair| -> [u16; 2] {
        let below = |visits: &Visits, place: u32| -> Vec<u16> {
            let below = visits.below(Some(place as usize));
            below.map(|at| visits.nodes[at].shown).collect()
        };
        let both = [below(a, pair.places[0]), below(b, pair.places[1])];
        let first = (0..).find(|&at| both[0].get(at) != both[1].get(at));
        both.map(|moves| {
            first
                .and_then(|at| moves.get(at))
                .copied()
                .unwrap_or(NO_MOVE)
        })
    };
    for Divergence { pair, why, .. } in &found.divergences {
        let Some(pair) = found.pairs.get(*pair as usize) else {
            continue;
        };
        let nodes = [
            &a.nodes[pair.places[0] as usize],
            &b.nodes[pair.places[1] as usize],
        ];
        let which = why.which as usize;
        let (own, other) = (nodes[which], nodes[1 - which]);
        match why.what {
            What::Ends(end) => {
                assert_eq!((own.end, own.ended_by), (end, why.by));
                assert!(other.end == End::Expanded || own.size <= other.size);
            }
            What::TableMove => {
                let moves = [own, other].map(table_move);
                assert!(moves[0] != NO_MOVE && moves[0] != moves[1]);
                assert_eq!(tried(pair)[which], moves[0]);
            }
            What::Order => {
                let moves = nodes.map(table_move);
                let is_tried =
                    |which: usize| moves[which] != NO_MOVE && tried(pair)[which] == moves[which];
                assert!(moves[0] == moves[1] || !is_tried(0) && !is_tried(1));
            }
            What::Window => {
                let is_narrowed = own.window == other.window && own.narrowed != own.window;
                let by = if is_narrowed { own.narrowed_by } else { NOBODY };
                assert_eq!(why.by, by);
            }
            _ => {}
        }
    }
}

/// Two searches of the plain variant, named as the first and the second.
fn named(fen: &str, depth: u8, settings: [&[&str]; 2]) -> [Visits; 2] {
    [("first", settings[0]), ("second", settings[1])].map(|(name, settings)| {
        let mut visits = of_chess(fen, depth, ("plain", settings));
        visits.name = name.to_owned();
        visits
    })
}

#[test]
fn each_technique_that_searches_less_is_named_as_the_reason() {
    for (setting, what) in [
        ("null-move=true", What::Ends(End::TechniqueCut)),
        ("late-move-reduction=true", What::Shallower),
        ("check-extension=true", What::Shallower),
        ("futility=true", What::Skips),
        ("mate-distance=depth-clamp", What::Shallower),
    ] {
        let is_mate = setting.starts_with("mate-distance");
        let (fen, depth) = if is_mate { (KRK, 5) } else { (MIDDLEGAME, 3) };
        let a = of_chess(fen, depth, ("plain", &[]));
        let b = of_chess(fen, depth, ("plain", &[setting]));
        let found = assert_whole(&a, &b);
        let name = setting.split('=').next().unwrap();
        let is_named = |one: &&super::Divergence| {
            one.why.what == what && crate::words::technique(one.why.by) == Some(name)
        };
        assert!(
            found.divergences.iter().any(|one| is_named(&one)),
            "{setting}: {:?}",
            found
                .divergences
                .iter()
                .map(|one| one.why)
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn of_two_nodes_that_end_early_the_one_with_fewer_nodes_is_named() {
    // White takes the queen. Whatever else it does, Black stands better than that before it moves.
    let fen = "3q4/pp4kp/6p1/8/8/8/PP4PP/3R2K1 w - - 0 1";
    let [a, b] = ["null-move=true", "reverse-futility=true"]
        .map(|setting| of_chess(fen, 4, ("plain", &["mvv-lva=true", "scout=pvs", setting])));
    let found = assert_whole(&a, &b);
    let both_end = found.divergences.iter().filter(|one| {
        let places = found.pairs[one.pair as usize].places;
        let [x, y] = [&a.nodes[places[0] as usize], &b.nodes[places[1] as usize]];
        (x.end, y.end) == (End::TechniqueCut, End::TechniqueCut)
    });
    let both_end: Vec<Why> = both_end.map(|one| one.why).collect();
    assert!(!both_end.is_empty());
    for why in both_end {
        assert_eq!(
            (why.what, why.which),
            (What::Ends(End::TechniqueCut), Which::B)
        );
    }
}

#[test]
fn a_search_that_goes_on_is_not_said_to_skip() {
    let a = of_chess(MIDDLEGAME, 2, ("plain", &["futility=true"]));
    let b = of_chess(MIDDLEGAME, 2, ("plain", &["futility=true", "mvv-lva=true"]));
    for divergence in assert_whole(&a, &b).divergences {
        let skips = divergence.why.what == What::Skips;
        assert!(
            !skips || divergence.only[1 - divergence.why.which as usize] > 0,
            "{divergence:?}"
        );
    }
}

#[test]
fn a_difference_names_the_search_that_does_it() {
    let searches = named(KRK, 5, [&[], &["mate-distance=test-only"]]);
    let text = page(&[&searches[0], &searches[1]], &Names::new(true), 100);
    let first = between(&text, "<section id=\"first\">");
    let cell = "<td>second: window closed by mate-distance</td>";
    let pair = "<td>first: moves searched; second: window closed by mate-distance</td>";
    assert!(
        first.contains(pair) || first.contains("<td>the nodes below have different values</td>")
    );
    assert!(text.contains(cell) && !text.contains("first: window closed"));
    // The divergences, the largest first, and their sums.
    let (_, rest) = text.split_once("<section id=\"reasons\">").unwrap();
    let (reasons, rest) = rest.split_once("<section id=\"divergences\">").unwrap();
    let listed = rest.split_once("</table>").unwrap().0;
    let numbers = |rows: &str| -> Vec<usize> {
        let cells = rows.split("<td class=\"n\">").skip(1);
        let cells = cells.map(|cell| cell.split('<').next().unwrap().replace(',', ""));
        cells.map(|number| number.parse().unwrap()).collect()
    };
    let sizes: Vec<usize> = numbers(listed).chunks(2).map(|only| only[0]).collect();
    assert!(sizes.is_sorted_by(|one, other| one >= other));
    let only = searches[0].nodes.len() - searches[1].nodes.len();
    assert_eq!(numbers(reasons)[1..], [only, 0]);
    let totals = text.split_once("<section id=\"totals\">").unwrap().1;
    let totals = numbers(totals.split_once("</table>").unwrap().0);
    let rows: Vec<&[usize]> = totals.chunks(2).collect();
    let (ends, [all, both, alone]) = rows.split_last_chunk::<3>().unwrap();
    for which in [0, 1] {
        assert_eq!(all[which], searches[which].nodes.len());
        assert_eq!(ends.iter().map(|row| row[which]).sum::<usize>(), all[which]);
        assert_eq!(both[which] + alone[which], all[which]);
    }
}

#[test]
fn the_first_differences_name_the_search_and_its_technique() {
    for (fen, depth, setting, what) in [
        (
            KRK,
            5,
            "mate-distance=stockfish",
            "narrowed by mate-distance",
        ),
        (
            KRK,
            5,
            "mate-distance=depth-clamp",
            "a smaller depth is enough by mate-distance",
        ),
        (
            MIDDLEGAME,
            3,
            "late-move-reduction=true",
            "reduced by late-move-reduction",
        ),
        (
            MIDDLEGAME,
            3,
            "check-extension=true",
            "extended by check-extension",
        ),
    ] {
        for (name, settings) in [
            ("second", [&[][..], &[setting]]),
            ("first", [&[setting], &[]]),
        ] {
            let [a, b] = &named(fen, depth, settings);
            let text = page(&[a, b], &Names::new(true), 100);
            let (_, first) = text.split_once("<section id=\"first\">").unwrap();
            let (first, _) = first.split_once("</table>").unwrap();
            assert!(
                first.contains(&format!("<td>{name}: {what}</td>")),
                "{setting}: {first}"
            );
        }
    }
}
