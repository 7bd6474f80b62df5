//! The columns of a page, told again by the steps of a recording.

use std::collections::BTreeSet;

use plybench_checker::{
    game::{NO_MOVE, Recorded},
    trace::{Bound, End, NOBODY, Next, Observed, Reader, Requested, Step, Summary, record},
};
use plybench_engine::{
    game::{chess::Chess, named::AnyPosition},
    score::Score,
    search::{FailMode, SearchOptions},
};
use plybench_records::registered::HasRegistered;

use super::{
    packed::{Row, columns},
    *,
};

/// A move of a page in UCI notation.
fn uci(number: i64) -> String {
    let square = |square: i64| {
        format!(
            "{}{}",
            (b'a' + (square & 7) as u8) as char,
            (square >> 3) + 1
        )
    };
    let promotion = ["", "n", "b", "r", "q"][(number & 7) as usize];
    format!(
        "{}{}{promotion}",
        square(number >> 9),
        square(number >> 3 & 63)
    )
}

/// The steps of the last iteration, and what the search returned.
fn steps<G: Observed>(root: &G, options: &SearchOptions, depth: u8) -> (Vec<Step>, Summary) {
    let trace = record(root, options, depth, None, Vec::new()).unwrap();
    let mut trace = Reader::new(&trace[..]).unwrap();
    let mut steps = Vec::new();
    loop {
        match trace.step().unwrap() {
            Next::Step(Step::Iteration { .. }) => steps.clear(),
            Next::Step(step) => steps.push(step),
            Next::Summary(summary) => return (steps, summary),
        }
    }
}

/// An open node: its place, its position, and how many nodes it has led to.
type Open<G> = (usize, G, i64);

/// The rows that the steps tell, with moves as texts.
fn told<G: Recorded>(root: &G, options: &SearchOptions, steps: &[Step]) -> Vec<(Row, [String; 4])> {
    let mut rows: Vec<(Row, [String; 4])> = Vec::new();
    let mut open: Vec<Open<G>> = Vec::new();
    let (mut coming, mut changes) = (None, Row::new());
    let none = || ["-", "-", "-", "-"].map(str::to_owned);
    let name = |position: &G, number: u16| match position.find(number) {
        Some(mv) => position.notation(mv),
        None => "-".to_owned(),
    };
    for &step in steps {
        let here = open.last().cloned();
        let at = |mv| {
            let position = &here.as_ref().unwrap().1;
            position.play(position.find(mv).unwrap())
        };
        let same = || here.as_ref().unwrap().1.clone();
        let mut set = |numbers: &[(&str, i64)]| {
            let row = &mut rows[here.as_ref().unwrap().0].0;
            row.extend(
                numbers
                    .iter()
                    .map(|&(name, number)| (name.to_owned(), number)),
            );
        };
        match step {
            Step::Driven { .. } => coming = Some((root.clone(), 0, NO_MOVE, NOBODY)),
            Step::Searched { mv, .. } => coming = Some((at(mv), 1, mv, NOBODY)),
            Step::SearchedAgain { mv, by, .. } => coming = Some((at(mv), 2, mv, by)),
            Step::SubSearch { asked, mv, by, .. } => {
                changes.clear();
                coming = Some(match asked {
                    Requested::Move => (at(mv), 1, mv, by),
                    Requested::Pass => (same().pass().unwrap(), 3, mv, by),
                    Requested::Again => (same(), 4, mv, by),
                    Requested::Without => (same(), 5, mv, by),
                });
            }
            Step::Extended { plies, by, .. } => {
                changes.extend([
                    ("extended".to_owned(), plies.into()),
                    ("extendedBy".to_owned(), by.into()),
                ]);
            }
            Step::Shortened { plies, by, .. } | Step::Reduced { plies, by, .. } => {
                changes.extend([
                    ("reduced".to_owned(), plies.into()),
                    ("reducedBy".to_owned(), by.into()),
                ]);
            }
            Step::Entered {
                ply,
                depth,
                alpha,
                beta,
                in_quiescence,
            } => {
                let (position, reached, mv, by) = coming.take().unwrap();
                let [alpha, beta] = [alpha, beta].map(i64::from);
                let numbers = [
                    ("reached", reached),
                    ("askedBy", by.into()),
                    ("ply", ply.into()),
                    ("depth", depth.into()),
                    ("needed", depth.into()),
                    ("neededBy", 255),
                    ("quiescence", in_quiescence.into()),
                    ("alpha", alpha),
                    ("beta", beta),
                    ("narrowedAlpha", alpha),
                    ("narrowedBeta", beta),
                    ("narrowedBy", 255),
                    ("extended", 0),
                    ("extendedBy", 255),
                    ("reduced", 0),
                    ("reducedBy", 255),
                    ("skipped", 0),
                    ("skippedBy", 255),
                    ("hitValue", -32768),
                    ("hitDepth", 0),
                    ("hitBound", 255),
                    ("storedValue", -32768),
                    ("storedDepth", 0),
                    ("storedBound", 255),
                    ("size", 0),
                    ("line", 0),
                    (
                        "evaluation",
                        Score::evaluation(position.evaluate(options.evaluation))
                            .raw()
                            .into(),
                    ),
                    ("place", open.last().map_or(0, |above| above.2)),
                ];
                let mut row: Row = numbers
                    .map(|(name, number)| (name.to_owned(), number))
                    .into();
                row.append(&mut changes);
                let mut names = none();
                if let Some(above) = open.last_mut() {
                    names[0] = name(&above.1, mv);
                    above.2 += 1;
                }
                open.push((rows.len(), position, 0));
                rows.push((row, names));
                for (place, ..) in &open {
                    *rows[*place].0.get_mut("size").unwrap() += 1;
                }
            }
            Step::Narrowed {
                alpha, beta, by, ..
            } => set(&[
                ("narrowedAlpha", alpha.into()),
                ("narrowedBeta", beta.into()),
                ("narrowedBy", by.into()),
            ]),
            Step::Closed { by, .. } => set(&[("narrowedBy", by.into())]),
            Step::Shallower { depth, by, .. } | Step::DepthChanged { depth, by, .. } => {
                set(&[("needed", depth.into()), ("neededBy", by.into())]);
            }
            Step::TableHit {
                value,
                depth,
                bound,
                mv,
                ..
            } => {
                set(&[
                    ("hitValue", value.into()),
                    ("hitDepth", depth.into()),
                    ("hitBound", number(bound)),
                ]);
                let (place, position, _) = here.unwrap();
                rows[place].1[1] = name(&position, mv);
            }
            Step::Stored {
                value,
                depth,
                bound,
                mv,
                ..
            } => {
                set(&[
                    ("storedValue", value.into()),
                    ("storedDepth", depth.into()),
                    ("storedBound", number(bound)),
                ]);
                let (place, position, _) = here.unwrap();
                rows[place].1[2] = name(&position, mv);
            }
            Step::BetaCutoff { mv, .. } => {
                let (place, position, _) = here.unwrap();
                rows[place].1[3] = name(&position, mv);
            }
            Step::Skipped { by, .. } => {
                let row = &mut rows[here.unwrap().0].0;
                *row.get_mut("skipped").unwrap() += 1;
                row.insert("skippedBy".to_owned(), by.into());
            }
            Step::Left { end, by, value, .. } => {
                let ends = End::ALL.iter().position(|&one| one == end).unwrap();
                let (place, ..) = open.pop().unwrap();
                let row = &mut rows[place].0;
                let is_static = match end {
                    End::Horizon => row["quiescence"] == 0,
                    other => [End::RuleDraw, End::Mated, End::Stalemate].contains(&other),
                };
                let certainty = match i64::from(value) {
                    _ if is_static && options.fail == FailMode::Soft => 0,
                    value if value <= row["alpha"] => 2,
                    value if value >= row["beta"] => 1,
                    _ => 0,
                };
                let numbers = [
                    ("end", ends as i64),
                    ("endedBy", by.into()),
                    ("value", value.into()),
                    ("certainty", certainty),
                ];
                row.extend(numbers.map(|(name, number)| (name.to_owned(), number)));
            }
            Step::KingCaptured { .. } => {
                for (place, ..) in &open {
                    *rows[*place].0.get_mut("size").unwrap() += 1;
                }
                let above = open.last_mut().unwrap();
                let ply = rows[above.0].0["ply"];
                let ends = End::ALL
                    .iter()
                    .position(|&one| one == End::KingCaptured)
                    .unwrap();
                let numbers = [
                    ("size", 1),
                    ("reached", 1),
                    ("ply", ply + 1),
                    ("end", ends as i64),
                    ("place", above.2),
                    ("value", -32768),
                    ("evaluation", -32768),
                    ("line", 0),
                ];
                above.2 += 1;
                rows.push((
                    numbers
                        .map(|(name, number)| (name.to_owned(), number))
                        .into(),
                    none(),
                ));
            }
            Step::Iteration { .. } | Step::FirstMove { .. } => {}
        }
    }
    rows
}

/// A bound as the scripts of a page number it.
fn number(bound: Bound) -> i64 {
    match bound {
        Bound::Lower => 0,
        Bound::Upper => 1,
        Bound::Exact => 2,
    }
}

/// The places of the best line: from the last search of the root, of each move the last search.
fn line(rows: &[Row], moves: &[u16]) -> Vec<usize> {
    let by_move = |row: &Row| row["reached"] == 2 || row["reached"] == 1 && row["askedBy"] == 255;
    let mut line: Vec<usize> = rows
        .iter()
        .rposition(|row| row["reached"] == 0)
        .into_iter()
        .collect();
    for &mv in moves {
        let above = *line.last().unwrap();
        let end = above + rows[above]["size"] as usize;
        let below = (above + 1..end).filter(|&at| {
            rows[at]["ply"] == rows[above]["ply"] + 1 && rows[at]["move"] == i64::from(mv)
        });
        let is_child =
            |&at: &usize| (above + 1..at).all(|one| one + rows[one]["size"] as usize <= at);
        let Some(next) = below.filter(is_child).rfind(|&at| by_move(&rows[at])) else {
            break;
        };
        line.push(next);
    }
    line
}

/// The columns are what the steps tell. Returns them.
fn assert_told<G: Observed + HasRegistered + Sync>(
    root: &G,
    options: &SearchOptions,
    depth: u8,
) -> Vec<Row> {
    let (steps, summary) = steps(root, options, depth);
    let told = told(root, options, &steps);
    let is_chess = root.root_text().contains('/');
    let visits = visits(root, options, depth);
    let page = columns(&page(&[&visits], &Names::new(is_chess), usize::MAX));
    let rows = &page.of[0];
    assert_eq!(rows.len(), told.len());
    let text = |number: i64| match number {
        65535 => "-".to_owned(),
        number if is_chess => uci(number),
        number => number.to_string(),
    };
    for (at, (row, (told, moves))) in rows.iter().zip(&told).enumerate() {
        for (name, number) in told.iter().filter(|(name, _)| *name != "line") {
            assert_eq!(row[name], *number, "node {at}: {name}");
        }
        let shown = ["move", "hitMove", "storedMove", "refuted"].map(|name| text(row[name]));
        for (shown, wanted) in shown.iter().zip(moves) {
            // A table's move can be one of another position with the same key.
            assert!(
                shown == wanted
                    || wanted == "-" && row["end"] == 9
                    || wanted == "-" && row["reached"] == 3,
                "node {at}: {shown} {wanted}"
            );
        }
    }
    let marked = (0..rows.len()).filter(|&at| rows[at]["line"] == 1);
    let last = &summary.iterations.last().unwrap().line;
    assert_eq!(marked.collect::<Vec<_>>(), line(rows, last));
    assert!(
        page.tree
            .iter()
            .zip(rows)
            .all(|(tree, row)| tree["size"] == row["size"] && tree["span"] == row["size"])
    );
    page.of.into_iter().next().unwrap()
}

#[test]
fn the_columns_of_a_page_are_what_the_steps_of_a_recording_tell() {
    let (mut reached, mut needs_less) = (BTreeSet::new(), 0);
    let mut told = |rows: Vec<Row>| {
        let ways = rows
            .iter()
            .map(|row| (row["reached"], row["askedBy"] == 255));
        reached.extend(ways);
        let less = rows
            .iter()
            .filter(|row| row["end"] != 9 && row["needed"] < row["depth"]);
        needs_less += less.count();
    };
    for (fen, depth) in [
        (KRK, 3),
        (MIDDLEGAME, 1),
        ("4k2r/P6p/8/8/8/8/7P/R3K2R w KQk - 0 1", 2),
    ] {
        let root = Chess::from_fen(fen).unwrap();
        let more = [
            (
                "glass",
                &[
                    "mate-distance=stockfish",
                    "razoring=true",
                    "futility=true",
                    "late-move-reduction=true",
                ][..],
            ),
            (
                "plain",
                &[
                    "quiescence=true",
                    "fail=hard",
                    "legality=king-capture",
                    "check-extension=true",
                ],
            ),
        ];
        // Quiescence of a middlegame without an order of captures has millions of nodes.
        let more = more.into_iter().filter(|_| fen != MIDDLEGAME);
        for settings in SEARCHES.into_iter().chain(more) {
            told(assert_told(&root, &options(settings), depth));
        }
    }
    let tree = AnyPosition::read("[[3,12,8],[2,4,6],[14,[5,1],2],[]]");
    let tree = tree.unwrap().unwrap();
    told(assert_told(&tree, &options(("glass", &[])), 3));
    let root = Chess::from_fen("3q4/pp4kp/6p1/8/8/8/PP4PP/3R2K1 w - - 0 1").unwrap();
    let first = options(("glass", &["prob-cut={ min-depth = 3 }"]));
    told(assert_told(&root, &first, 4));
    let root = Chess::from_fen(KRK).unwrap();
    let asking: &[&str] = &[
        "singular-extension={ min-depth = 3 }",
        "razoring=true",
        "null-move=true",
    ];
    let clamping: &[&str] = &["mate-distance=depth-clamp"];
    for settings in [("glass", asking), ("plain", clamping)] {
        told(assert_told(&root, &options(settings), 5));
    }
    // Each way to a node, those that a technique asks for apart.
    let all = [
        (0, true),
        (1, false),
        (1, true),
        (2, true),
        (3, false),
        (4, false),
        (5, false),
    ];
    assert!(reached.iter().eq(&all), "{reached:?}");
    assert!(needs_less > 0);
}
