//! Trees whose visits are known, and trees of many kinds of search.

mod moves;
mod pictures;
mod written;

use std::{
    io::Write as _,
    ops::ControlFlow,
    process::{Command, Stdio},
};

use plybench_checker::trace::{Bound, End, Next, Observed, Reader, record_after};
use plybench_df_pn::{Limits, Solver};
use plybench_engine::{
    game::{Game, MoveKind, chess::Chess, explicit_tree::ExplicitTree, named::AnyPosition},
    search::SearchOptions,
};
use roxmltree::Document;

use self::pictures::no_overlap;
use super::{
    BranchOrder, Kind, SearchTree, Shape, Side, dot, json, letters, page, png, proof, record,
    smallest_text, svg, text,
};
use crate::{
    visits::{Reached, TreeError, Wanted},
    words::{self, score},
};
use plybench_experiment::{searcher::Root, spec, with_root};

const TEXTBOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
const KRK: &str = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
const KRK_MATE_IN_8: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const MIDDLEGAME: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

fn options(variant: &str, settings: &[&str]) -> SearchOptions {
    let given = settings.iter().map(|text| spec::setting(text).unwrap());
    let options = spec::variant(variant).unwrap().options;
    let options = spec::apply_all(options.into(), given).unwrap();
    options.search
}

fn asked<'q>(name: &'q str, options: &'q SearchOptions, iteration: u8) -> Wanted<'q> {
    Wanted {
        name,
        options,
        registered: &[],
        iteration,
        room: usize::MAX,
    }
}

fn of_lists(lists: &str, depth: u8, variant: &str, settings: &[&str]) -> SearchTree {
    let tree = AnyPosition::of(ExplicitTree::parse(lists).unwrap().root());
    let options = options(variant, settings);
    let wanted = asked(variant, &options, depth);
    record(&tree, &[], &wanted, BranchOrder::AsListed).unwrap()
}

fn of_chess(fen: &str, depth: u8, variant: &str, settings: &[&str]) -> SearchTree {
    let options = options(variant, settings);
    let root = Chess::from_fen(fen).unwrap();
    let wanted = asked(variant, &options, depth);
    record(&root, &[], &wanted, BranchOrder::AsSearched).unwrap()
}

#[test]
fn minimax_cuts_nothing_off() {
    let tree = of_lists(TEXTBOOK, 2, "minimax", &[]);
    assert_eq!((tree.nodes.len(), tree.unsearched()), (13, 0));
    let open = tree.nodes[0].window();
    for node in &tree.nodes {
        assert_eq!(node.window(), open);
        assert!(node.value().is_some());
        assert_eq!(node.bound(), Bound::Exact);
    }
    assert_eq!(tree.value, of_lists(TEXTBOOK, 2, "plain", &[]).value);
}

#[test]
fn the_textbook_tree_is_drawn_as_in_the_textbook() {
    let tree = of_lists(TEXTBOOK, 2, "plain", &[]);
    let wanted = "\
[[3, 12, 8], [2, 4, 6], [14, 5, 2]]
plain (alpha-beta), depth 2: value 3, 11 nodes entered, 2 moves never searched

 1  MAX        (-∞, ∞)    3
 2    0 MIN    (-∞, ∞)    3
 3      0 MAX  (-∞, ∞)    3  leaf
 4      1 MAX  (-∞, 3)   12  leaf
 5      2 MAX  (-∞, 3)    8  leaf
 6    1 MIN    (3, ∞)   ≤ 2  alpha cutoff
 7      0 MAX  (3, ∞)     2  leaf
 ×      1                 4  never searched
 ×      2                 6  never searched
 8    2 MIN    (3, ∞)     2
 9      0 MAX  (3, ∞)    14  leaf
10      1 MAX  (3, 14)    5  leaf
11      2 MAX  (3, 5)     2  leaf
";
    assert_eq!(text(&tree), wanted);
    let in_line = tree.nodes.iter().enumerate();
    let in_line: Vec<usize> = in_line
        .filter(|(_, node)| node.visit.is_in_line)
        .map(|(place, _)| place + 1)
        .collect();
    assert_eq!(in_line, [1, 2, 3]);
}

/// The names of the nodes, and of the leaves that were never searched.
fn names(tree: &SearchTree) -> Vec<String> {
    let nodes = tree.nodes.iter().flat_map(|node| {
        let unsearched = node.unsearched().map(|one| one.name.clone());
        [node.name.clone()].into_iter().chain(unsearched)
    });
    let mut names: Vec<String> = nodes.collect();
    names.sort_unstable();
    names
}

#[test]
fn letters_go_level_by_level_and_are_the_same_in_both_trees() {
    let mut trees = ["minimax", "plain"].map(|variant| of_lists(TEXTBOOK, 2, variant, &[]));
    letters(&mut trees, BranchOrder::AsListed);
    let wanted = [
        "A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3",
    ];
    assert_eq!(names(&trees[0]), wanted);
    assert_eq!(names(&trees[1]), wanted);
    let value = |tree: &SearchTree, name: &str| {
        let mut nodes = tree.nodes.iter();
        nodes
            .find(|node| node.name == name)
            .map(|node| node.value_text())
    };
    assert_eq!(value(&trees[1], "D2"), Some("5".to_owned()));
    assert_eq!(value(&trees[1], "C2"), None);
    // Names of leaves stand in the picture on demand.
    let drawn = |trees: &[SearchTree]| svg(trees, Shape::Whole).contains(">D2</text>");
    assert!(drawn(&trees));
    trees
        .iter_mut()
        .for_each(|tree| tree.hides_leaf_names = true);
    assert!(!drawn(&trees) && svg(&trees, Shape::Whole).contains(">D</text>"));
    // Both sides of a subtree that one search does not enter: its letter is that of the other.
    let deep = "[[[1, 9], [8, 7]], [[0, 1], [9, 9]]]";
    let mut trees = ["plain", "minimax"].map(|variant| of_lists(deep, 3, variant, &[]));
    letters(&mut trees, BranchOrder::AsListed);
    let named = names(&trees[1]);
    assert!(names(&trees[0]).iter().all(|name| named.contains(name)));
    assert!(named.contains(&"G2".to_owned()) && !named.contains(&"H".to_owned()));
}

#[test]
fn a_value_is_exact_if_it_follows_from_the_values_below() {
    let bounds = |tree: &str, depth| -> Vec<String> {
        let tree = of_lists(tree, depth, "plain", &["fail=soft"]);
        let inner = tree.nodes.iter().filter(|node| !node.branches.is_empty());
        inner.map(|node| node.value_text()).collect()
    };
    // All leaves of the last are searched, and one of the second.
    assert_eq!(bounds(TEXTBOOK, 2), ["3", "3", "≤ 2", "2"]);
    // A bound that is the best leaves a bound, and one that is not does not.
    let deep = "[[[5, 6], [7, 8]], [[4, 3], [1, 9]]]";
    assert_eq!(bounds(deep, 3), ["6", "6", "6", "≥ 7", "≤ 4", "4"]);
    // A fail-hard search returns a bound of the window, not the value.
    let hard = of_lists(TEXTBOOK, 2, "plain", &["fail=hard"]);
    assert_eq!(hard.nodes[7].value_text(), "≤ 3");
}

#[test]
fn the_best_value_of_an_open_node_is_no_more_than_it_is_worth() {
    let tree = of_lists("[5, [[[2, -10], [1, 7]], 9]]", 4, "plain", &["fail=soft"]);
    // The first move of node 4 is worth at most 2, and the node itself 1.
    assert_eq!(tree.nodes[4].value_text(), "≤ 2");
    let left = tree
        .moments
        .iter()
        .find(|one| one.node == 4 && one.kind == Kind::Cuts);
    assert_eq!(left.unwrap().best_above, None);
}

#[test]
fn a_cut_by_a_bound_that_nobody_has_says_so() {
    let tree = of_lists(TEXTBOOK, 2, "plain", &["driver=mtdf"]);
    let cuts = tree.moments.iter().filter(|one| one.kind == Kind::Cuts);
    let cuts: Vec<&str> = cuts.map(|one| one.text.as_str()).collect();
    let says = "only values below";
    assert!(cuts.iter().any(|text| text.contains(says)), "{cuts:?}");
}

#[test]
fn values_are_those_of_max_whoever_moves() {
    // MIN is mated after the second move: the best that MAX can have.
    let tree = of_lists("[[3, 5], []]", 2, "plain", &[]);
    assert_eq!(score(tree.value), "M1");
    let mated = tree.nodes.last().unwrap();
    assert_eq!(
        (mated.visit.end, mated.value_text().as_str()),
        (End::Mated, "M1")
    );
    // Fail-hard bounds cut a leaf's value to the window.
    let tree = of_lists(TEXTBOOK, 2, "plain", &["fail=hard"]);
    let twelve = &tree.nodes[3];
    assert_eq!(
        (twelve.value_text().as_str(), twelve.bound()),
        ("≥ 3", Bound::Lower)
    );
}

#[test]
fn a_driver_that_searches_the_root_again_has_several_trees() {
    let tree = of_lists(TEXTBOOK, 2, "plain", &["driver=mtdf"]);
    assert!(tree.roots().count() > 1);
    assert_eq!(tree.value, 3);
}

#[test]
fn a_move_that_is_searched_again_is_two_nodes() {
    let tree = of_lists("[[1,1],[5,6],[0,9]]", 2, "plain", &["scout=pvs"]);
    let mut nodes = tree.nodes.iter();
    assert!(
        nodes.any(|node| node.visit.reached == Reached::MoveAgain),
        "{}",
        text(&tree)
    );
}

#[test]
fn a_technique_is_named_where_it_acts() {
    let tree = of_chess(KRK, 4, "plain", &["mate-distance=stockfish"]);
    let closed = tree.nodes.iter().find(|node| node.visit.end == End::MdpCut);
    let ending = closed.and_then(|node| node.ending());
    assert_eq!(
        ending.as_deref(),
        Some("window closed by mate-distance"),
        "{}",
        text(&tree)
    );
    let tree = of_chess(MIDDLEGAME, 2, "plain", &["futility=true"]);
    let skipped = tree.nodes.iter().flat_map(|node| node.unsearched());
    let mut by = skipped.map(|one| one.skipped_by);
    assert!(by.any(|by| by == Some("futility")));
}

/// The nodes of the wanted iteration by the search's own counters.
fn counted<G: Observed>(root: &G, options: &SearchOptions, depth: u8) -> u64 {
    let trace = record_after(root, &[], options, depth, None, Vec::new()).unwrap();
    let mut trace = Reader::new(&trace[..]).unwrap();
    let summary = loop {
        if let Next::Summary(summary) = trace.step().unwrap() {
            break summary;
        }
    };
    let nodes = |depth| {
        summary
            .iterations
            .iter()
            .find(|one| one.depth == depth)
            .map_or(0, |one| one.nodes)
    };
    nodes(depth) - nodes(depth - 1)
}

/// Each node is once below another, after it, and nothing is left out but by a cause.
fn check(tree: &SearchTree) {
    let mut below = vec![0; tree.nodes.len()];
    for (place, node) in tree.nodes.iter().enumerate() {
        for branch in &node.branches {
            if let super::Branch::Searched(child) = branch {
                below[*child] += 1;
                assert_eq!(tree.nodes[*child].parent, Some(place));
            }
        }
        if node.visit.end == End::KingCaptured {
            let above = &tree.nodes[node.parent.unwrap()];
            assert_eq!(node.visit.depth, above.visit.depth.saturating_sub(1));
        }
        let cut = node.unsearched().any(|one| one.skipped_by.is_none());
        if node.visit.end == End::Expanded && node.refuted_by.is_none() {
            assert!(!cut, "node {} has all its moves: {}", place + 1, text(tree));
        }
    }
    for (place, node) in tree.nodes.iter().enumerate() {
        assert_eq!(below[place], usize::from(node.parent.is_some()));
    }
    assert!(tree.nodes.iter().any(|node| node.visit.is_in_line));
}

#[test]
fn the_nodes_of_a_tree_are_those_that_the_search_counts() {
    let searches: [(&str, &[&str]); 9] = [
        ("plain", &[]),
        ("plain", &["fail=hard", "scout=pvs"]),
        ("plain", &["driver=mtdf", "legality=king-capture"]),
        ("plain", &["driver={ aspiration = 25 }"]),
        ("glass", &[]),
        ("vipermate", &[]),
        ("micromax", &[]),
        ("solver", &[]),
        (
            "glass",
            &[
                "null-move=true",
                "late-move-reduction=true",
                "singular-extension=true",
                "prob-cut=true",
            ],
        ),
    ];
    let mut large = 0;
    for (variant, settings) in searches {
        let options = options(variant, settings);
        for (text, depth) in [
            (KRK, 2),
            (KRK, 3),
            (MIDDLEGAME, 1),
            (
                "branching=3 depth=4 spread=50 mated-share=0.1 best-first-share=0.5 seed=3",
                4,
            ),
        ] {
            let question = asked(variant, &options, depth);
            let (tree, nodes) = with_root!(&Root::parse(text).unwrap(), |root, past| (
                record(root, past, &question, BranchOrder::AsListed),
                counted(root, &options, depth)
            ));
            match tree {
                Ok(tree) => {
                    assert_eq!(
                        tree.nodes.len() as u64,
                        nodes,
                        "{variant} {settings:?} {text}"
                    );
                    check(&tree);
                    no_overlap(&tree);
                }
                Err(error) => {
                    assert!(
                        error.to_string().contains("give a smaller --depth"),
                        "{error}"
                    );
                    large += 1;
                }
            }
        }
    }
    assert!(large < 9, "{large}");
}

#[test]
fn text_from_data_is_escaped() {
    let mut tree = of_lists("[1, 2]", 1, "plain", &[]);
    tree.root = "<b>&\"\\\n\u{1b}\u{202e}]]>".to_owned();
    let picture = svg(std::slice::from_ref(&tree), Shape::Whole);
    assert!(Document::parse(&picture).is_ok());
    assert!(!picture.contains("<b>") && !picture.contains('\u{1b}'));
    let graph = dot(&[tree]);
    assert!(
        graph.contains("<b>&\\\"\\\\") && !graph.contains('\u{1b}'),
        "{graph}"
    );
}

#[test]
fn the_json_has_every_node_and_move() {
    let tree = of_lists(TEXTBOOK, 2, "plain", &[]);
    let value = json(&[tree]);
    let tree = &value["trees"][0];
    assert_eq!(
        (&tree["entered"], &tree["unsearched"]),
        (&11.into(), &2.into())
    );
    assert_eq!(tree["score"], serde_json::json!({ "cp": 3 }));
    let node = &tree["nodes"][5];
    let wanted = serde_json::json!({
        "number": 6, "parent": 1, "children": [7], "reached": "move", "move": "1", "asked_by": null, "ply": 1, "depth": 1,
        "quiescence": false, "side": "MIN", "window": [3, 30001], "value": 2, "bound": "at most", "end": "expanded",
        "by": null, "refuted_by": "0", "in_pv": false, "unsearched": [
            { "move": "1", "why": "cut", "by": null, "leaf": 4 },
            { "move": "2", "why": "cut", "by": null, "leaf": 6 },
        ],
    });
    assert_eq!(*node, wanted);
    let leaf = &tree["nodes"][6];
    assert_eq!((&leaf["ply"], &leaf["depth"]), (&2.into(), &0.into()));
}

#[test]
fn what_goes_into_the_table_is_as_max_sees_it() {
    let tree = of_lists(TEXTBOOK, 2, "glass", &[]);
    let mut of_min = 0;
    for moment in &tree.moments {
        let node = &tree.nodes[moment.node];
        let (Some(stored), Some(value)) = (&moment.stored, node.value()) else {
            continue;
        };
        // As the search knows it: the picture may know more.
        let bound = node.side().bound(node.visit.bound);
        assert_eq!((stored.value, stored.bound), (value, bound));
        of_min += usize::from(node.side() == Side::Min);
    }
    assert!(of_min > 0);
}

#[test]
fn graphviz_takes_the_graph() {
    let trees = [
        of_lists(TEXTBOOK, 2, "plain", &[]),
        of_chess(KRK, 2, "glass", &[]),
    ];
    let graph = dot(&trees);
    assert_eq!(graph.matches("style=dashed").count() % 2, 0);
    assert!(graph.contains("t0_1 [shape=house,") && graph.contains("t0_2 [shape=invhouse,"));
    let run = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn();
    let mut run = match run {
        Ok(run) => run,
        // Not every machine has Graphviz; scripts/test installs it.
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "dot: {error}");
            return;
        }
    };
    run.stdin
        .take()
        .unwrap()
        .write_all(graph.as_bytes())
        .unwrap();
    assert!(run.wait().unwrap().success());
}

#[test]
fn many_unsearched_moves_are_one_branch() {
    let tree = of_lists("[[3,12],[2,1,1,1,1,1,1,1,1]]", 2, "plain", &[]);
    assert_eq!(tree.unsearched(), 8);
    // In the summary and at the branch.
    assert_eq!(text(&tree).matches("8 moves").count(), 2, "{}", text(&tree));
    no_overlap(&tree);
}

#[test]
fn a_large_tree_is_refused() {
    let refuse = |depth| {
        let tree = "branching=9 depth=9 spread=50 mated-share=0 best-first-share=0 seed=1";
        let root = AnyPosition::read(tree).unwrap().unwrap();
        let options = options("plain", &[]);
        let refused = record(
            &root,
            &[],
            &asked("plain", &options, depth),
            BranchOrder::AsListed,
        );
        refused.unwrap_err().to_string()
    };
    assert!(refuse(5).ends_with("nodes, and at most 2,000 can be drawn; give a smaller --depth"));
    assert!(refuse(9).contains("enters more than 100,000 nodes"));
}

#[test]
fn the_moments_enter_and_leave_every_node_once_and_tell_each_cut() {
    let settings = ["mate-distance=stockfish", "null-move=true"];
    for tree in [
        of_lists(TEXTBOOK, 2, "plain", &[]),
        of_chess(KRK, 3, "glass", &settings[..1]),
        of_chess(MIDDLEGAME, 2, "plain", &settings),
        of_chess(KRK, 2, "plain", &["legality=king-capture"]),
        of_chess(
            KRK,
            2,
            "plain",
            &["quiescence=true", "size={ entries = 64 }"],
        ),
    ] {
        let mut path = Vec::new();
        let (mut entered, mut left, mut cuts) = (Vec::new(), Vec::new(), Vec::new());
        for moment in &tree.moments {
            if moment.kind == Kind::Enters {
                assert_eq!(tree.nodes[moment.node].parent, path.last().copied());
                assert_eq!(tree.nodes[moment.node].window(), moment.window);
                path.push(moment.node);
                entered.push(moment.node);
            }
            assert_eq!(path.last(), Some(&moment.node), "{}", moment.text);
            if matches!(moment.kind, Kind::Leaves | Kind::Cuts) {
                left.extend(path.pop());
            }
            if moment.kind == Kind::Cuts {
                cuts.push(moment.node);
            }
        }
        left.sort_unstable();
        assert_eq!(entered, left);
        // An illegal move's node is entered and left by a step of the node above.
        let ends = tree.nodes.iter().map(|node| node.visit.end).enumerate();
        let nodes = ends.filter(|(_, end)| *end != End::KingCaptured);
        let nodes = nodes.map(|(at, _)| at);
        assert_eq!(entered, nodes.collect::<Vec<_>>());
        cuts.sort_unstable();
        let is_cut = |at: &usize| {
            let node = &tree.nodes[*at];
            let is_static = matches!(node.visit.end, End::Horizon);
            !is_static && node.unsearched().any(|one| one.skipped_by.is_none())
        };
        assert_eq!(
            cuts,
            entered.iter().copied().filter(is_cut).collect::<Vec<_>>()
        );
        let page = page(std::slice::from_ref(&tree));
        assert!(page.starts_with("<!DOCTYPE html><!-- plybench tree -->"));
    }
}

#[test]
fn the_textbook_search_is_told_step_by_step() {
    let tree = of_lists(TEXTBOOK, 2, "plain", &[]);
    let told: Vec<String> = tree
        .moments
        .iter()
        .map(|moment| format!("{} {}", moment.node + 1, moment.text))
        .collect();
    let wanted = [
        "1 is entered at depth 2, with the window (-∞, ∞)",
        "2 is entered at depth 1, with the window (-∞, ∞)",
        "3 is entered at the horizon, with the window (-∞, ∞)",
    ];
    assert_eq!(told[..3], wanted, "{told:#?}");
    let cut = tree
        .moments
        .iter()
        .find(|moment| moment.kind == Kind::Cuts)
        .unwrap();
    assert_eq!(
        (cut.node + 1, cut.text.as_str()),
        (
            6,
            "has the value ≤ 2: alpha cutoff. MIN already has 2, MAX has 3 elsewhere: the rest cannot matter"
        )
    );
    // The window as it is then, not as it was on entry.
    assert_eq!(words::window(cut.window), "(3, ∞)");
    let last = tree.moments.last().unwrap();
    assert_eq!(words::window(last.window), "(3, ∞)");
    assert_eq!((last.node, last.text.as_str()), (0, "has the value 3"));
}

fn of_proof(fen: &str, plies: u8) -> Result<SearchTree, TreeError> {
    let root = Chess::from_fen(fen).unwrap();
    let mut solver = Solver::new(Limits::DEFAULT);
    let solution = solver.solve(&root, plies, &mut |_| ControlFlow::Continue(()));
    proof(&root, &solution.unwrap(), "df-pn")
}

#[test]
fn the_tree_of_a_proof_has_one_move_and_every_reply_and_that_of_a_refutation_the_reverse() {
    let mated = "8/8/8/8/8/1K6/7R/k7 b - - 0 1";
    for (fen, plies, claim) in [
        (KRK, 3, "mate within 3 plies"),
        (KRK, 1, "no mate within 1 ply"),
        (mated, 2, "mated within 2 plies"),
        (KRK_MATE_IN_8, 15, "mate within 15 plies"),
        (KRK_MATE_IN_8, 3, "no mate within 3 plies"),
    ] {
        let tree = of_proof(fen, plies).unwrap();
        let is_mate = !claim.starts_with("no ");
        assert_eq!(tree.claim.as_deref(), Some(claim));
        let (mut positions, mut leaves) = (vec![Chess::from_fen(fen).unwrap()], 0);
        for (place, node) in tree.nodes.iter().enumerate() {
            if let (Some(parent), Some(name)) = (node.parent, &node.mv) {
                let before = &positions[parent];
                let mut after = None;
                before.for_each_move(MoveKind::All, |mv| {
                    if before.notation(mv) == *name {
                        after = Some(before.play(mv));
                    }
                });
                positions.push(after.unwrap());
            }
            let (position, left) = (&positions[place], node.visit.depth);
            let mut moves = 0;
            position.for_each_move(MoveKind::All, |_| moves += 1);
            let is_attackers = left % 2 == 1;
            let expected = match (is_attackers == is_mate, left, moves) {
                (_, _, 0) | (_, 0, _) => 0,
                (false, 1, _) if !is_mate => 0,
                (true, ..) => 1,
                (false, ..) => moves,
            };
            assert_eq!(
                node.branches.len(),
                expected,
                "{fen}, {plies}, node {place}"
            );
            if is_mate && expected == 0 {
                assert!(position.in_check() && node.visit.end == End::Mated);
                leaves += 1;
            }
        }
        assert_eq!(leaves > 0, is_mate);
        // A proof can be drawn in every form.
        let trees = std::slice::from_ref(&tree);
        assert!(text(&tree).contains(&format!("df-pn: {claim}, shown by ")));
        assert!(dot(trees).contains("within 1"));
        let picture = svg(trees, Shape::Whole);
        assert!(picture.contains("plies left") && !picture.contains("window on entry"));
        assert!(page(trees).contains("the plies left"));
        assert_eq!(json(trees)["trees"][0]["entered"], serde_json::Value::Null);
    }
}

#[test]
fn a_proof_that_is_too_large_is_counted() {
    let error = of_proof(KRK_MATE_IN_8, 9).unwrap_err().to_string();
    assert!(
        error.contains(" nodes as a tree, and at most 2,000"),
        "{error}"
    );
}
