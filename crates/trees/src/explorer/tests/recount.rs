//! What a page has, read as its scripts read it and counted again: from the steps of a recording, and from the page's own columns.

use std::{collections::BTreeMap, io::Read as _};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::read::GzDecoder;
use plybench_checker::{
    game::{NO_MOVE, Recorded},
    trace::{Bound, End, NOBODY, Next, Observed, Reader, Requested, Step, Summary, record},
};
use plybench_engine::{
    game::{chess::Chess, explicit_tree::ExplicitTree},
    score::Score,
    search::{FailMode, SearchOptions},
};
use plybench_records::registered::HasRegistered;
use serde_json::Value;

use super::*;
use crate::visits::Visits;

/// The numbers of a node by column.
type Row = BTreeMap<String, i64>;

/// The rows of a page's parts: the tree, the first search and the second.
struct Columns {
    head: Value,
    tree: Vec<Row>,
    of: [Vec<Row>; 2],
}

fn between<'p>(page: &'p str, before: &str) -> &'p str {
    let (_, rest) = page.split_once(before).unwrap();
    rest.split_once("</script>").unwrap().0
}

fn columns(page: &str) -> Columns {
    let head = between(page, "<script type=\"application/json\" class=\"head\">");
    let head: Value = serde_json::from_str(head).unwrap();
    let packed = STANDARD.decode(between(page, "class=\"nodes\">")).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    let mut parts: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut at = 0;
    for column in head["layout"].as_array().unwrap() {
        let text = |place: usize| column[place].as_str().unwrap().to_owned();
        let (part, name, kind) = (text(0), text(1), text(2));
        let length = column[3].as_u64().unwrap() as usize;
        let width = kind[1..].parse::<usize>().unwrap() / 8;
        assert_eq!(at % width, 0, "{name}");
        let rows = parts.entry(part).or_default();
        rows.resize(length, Row::new());
        for (row, bytes) in rows.iter_mut().zip(bytes[at..].chunks(width)) {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(bytes);
            let number = match &kind[..] {
                "i16" => i16::from_le_bytes([wide[0], wide[1]]).into(),
                _ => i64::from_le_bytes(wide),
            };
            row.insert(name.clone(), number);
        }
        at += (length * width).next_multiple_of(4);
    }
    assert_eq!(at, bytes.len());
    let mut part = |name| parts.remove(name).unwrap_or_default();
    Columns {
        tree: part("tree"),
        of: [part("a"), part("b")],
        head,
    }
}

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
            Step::Reduced { plies, by, .. } => {
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
            Step::Shallower { depth, by, .. } => {
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

fn assert_told<G: Observed + HasRegistered + Sync>(root: &G, options: &SearchOptions, depth: u8) {
    let (steps, summary) = steps(root, options, depth);
    let told = told(root, options, &steps);
    let is_chess = root.root_text().contains('/');
    let visits = visits(root, options, depth);
    let page = columns(&page(&[&visits], is_chess, usize::MAX));
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
}

#[test]
fn the_columns_of_a_page_are_what_the_steps_of_a_recording_tell() {
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
            ("plain", &["mate-distance=depth-clamp"]),
            ("glass", &["singular-extension=true"]),
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
            assert_told(&root, &options(settings), depth);
        }
    }
    let tree = ExplicitTree::parse("[[3,12,8],[2,4,6],[14,[5,1],2],[]]").unwrap();
    assert_told(&tree.root(), &options(("glass", &[])), 3);
}

/// The way to each node: of each node above it and itself, in which search it has which place below the node above.
fn ways(page: &Columns) -> Vec<Vec<(usize, i64)>> {
    let mut places = [0, 0];
    let mut open: Vec<(usize, (usize, i64))> = Vec::new();
    let mut roots = [0, 0];
    let ways = page.tree.iter().enumerate().map(|(at, node)| {
        open.retain(|&(end, _)| at < end);
        let mut own = None;
        for which in [0, 1] {
            if node["has"] >> which & 1 == 1 {
                let row = &page.of[which][places[which]];
                let mut place = row["place"];
                if row["reached"] == 0 {
                    (place, roots[which]) = (roots[which], roots[which] + 1);
                }
                own = own.or(Some((which, place)));
                places[which] += 1;
            }
        }
        open.push((at + node["span"] as usize, own.unwrap()));
        open.iter().map(|&(_, way)| way).collect()
    });
    ways.collect()
}

fn assert_adds_up(a: &Visits, b: &Visits) {
    let whole = page(&[a, b], true, usize::MAX);
    let all = columns(&whole);
    let count = all.tree.len();
    let mut shares = [0, 0, 0];
    for (at, node) in all.tree.iter().enumerate() {
        assert_eq!(node["size"], node["span"]);
        let within = &all.tree[at..at + node["span"] as usize];
        let only = |has| within.iter().filter(|one| one["has"] == has).count() as i64;
        assert_eq!(
            (node["onlyA"], node["onlyB"]),
            (only(1), only(2)),
            "node {at}"
        );
        shares[node["has"] as usize % 3] += 1;
    }
    for visits in [a, b] {
        let (name, iteration, nodes) = (&visits.name, visits.iteration, visits.nodes.len());
        let said = format!("{name}, iteration {iteration}: {nodes} nodes");
        assert!(
            whole.replace(',', "").contains(&said.replace(',', "")),
            "{said}"
        );
    }
    let sizes = [&all.of[0], &all.of[1]].map(Vec::len);
    assert_eq!(sizes, [a.nodes.len(), b.nodes.len()]);
    assert_eq!(all.head["names"].as_array().unwrap().len(), 2);
    let said = format!(
        "{} nodes are in both, {} only in {}, {} only in {}",
        shares[0], shares[1], a.name, shares[2], b.name
    );
    assert!(
        whole.replace(',', "").contains(&said.replace(',', "")),
        "{said}"
    );
    // What is kept has the numbers that it has among all nodes.
    let of: BTreeMap<_, _> = ways(&all).into_iter().zip(&all.tree).collect();
    for most in [1, 40, 400] {
        let text = page(&[a, b], true, most);
        let kept = columns(&text);
        let shown = kept.tree.len();
        assert!(shown >= (2 * most).min(count) && shown <= count);
        let mut before = Vec::new();
        for (way, node) in ways(&kept).into_iter().zip(&kept.tree) {
            for name in ["size", "onlyA", "onlyB", "has"] {
                assert_eq!(node[name], of[&way][name], "{name} of {way:?}");
            }
            before.push(way);
        }
        // Each link leads to the same node.
        let leads = |page: &str, columns: &Columns| -> Vec<Vec<(usize, i64)>> {
            let ways = ways(columns);
            let links = page.split("data-node=\"").skip(1);
            let nodes = links.map(|link| link.split('"').next().unwrap().parse::<usize>().unwrap());
            nodes.map(|node| ways[node].clone()).collect()
        };
        assert_eq!(leads(&text, &kept), leads(&whole, &all));
        // In the order of the whole tree, each once.
        let rest = of.len() - shown;
        let all_ways = ways(&all);
        let mut places = before
            .iter()
            .map(|way| all_ways.iter().position(|one| one == way).unwrap());
        assert!(places.by_ref().is_sorted_by(|one, other| one < other));
        if rest > 0 {
            let said = format!(
                "shows {shown} nodes: those with the largest subtrees, and the listed divergences. The other {rest},"
            );
            assert!(
                text.replace(',', "").contains(&said.replace(',', "")),
                "{said}"
            );
        }
    }
}

#[test]
fn a_difference_adds_up_whole_and_in_part() {
    for (fen, depth, [a, b]) in [
        (
            KRK,
            4,
            [
                ("plain", &[][..]),
                ("glass", &["mate-distance=test-only"][..]),
            ],
        ),
        (
            MIDDLEGAME,
            2,
            [
                ("glass", &["driver=mtdf"]),
                ("plain", &["null-move=true", "mvv-lva=true"]),
            ],
        ),
        (
            KRK,
            4,
            [
                ("glass", &["late-move-reduction=true"]),
                ("glass", &["driver=mtdf"]),
            ],
        ),
    ] {
        let searches = [("first", a), ("second", b)].map(|(name, settings)| {
            let mut visits = of_chess(fen, depth, settings);
            visits.name = name.to_owned();
            visits
        });
        assert_adds_up(&searches[0], &searches[1]);
    }
}

#[test]
fn a_difference_names_the_search_that_does_it() {
    let searches = [("first", &[][..]), ("second", &["mate-distance=test-only"])];
    let searches = searches.map(|(name, settings)| {
        let mut visits = of_chess(KRK, 5, ("plain", settings));
        visits.name = name.to_owned();
        visits
    });
    let text = page(&[&searches[0], &searches[1]], true, 100);
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
fn the_searches_of_a_root_add_up_to_the_nodes_of_the_iteration() {
    let visits = of_chess(KRK, 4, ("glass", &["driver=mtdf"]));
    let text = page(&[&visits], true, 100);
    let (_, rest) = text.split_once("nodes in ").unwrap();
    let (roots, rest) = rest.split_once(" searches of the root (").unwrap();
    let sizes = rest.split_once(')').unwrap().0.split(" + ");
    let sizes: Vec<usize> = sizes
        .map(|size| size.replace(',', "").parse().unwrap())
        .collect();
    assert!(sizes.len() > 1 && roots == sizes.len().to_string());
    assert_eq!(sizes.iter().sum::<usize>(), visits.nodes.len());
    let once = of_chess(KRK, 2, ("plain", &[]));
    assert!(!page(&[&once], true, 100).contains("searches of the root ("));
}
