//! What other programs read: the lines of a trace, and the data for the script of a page.

use std::collections::BTreeMap;

use plybench_checker::trace::record_after;
use serde_json::Value;

use super::{
    super::{Branch, json_lines},
    *,
};

/// The lines of a trace of a position.
fn lines(fen: &str, depth: u8, settings: &[&str]) -> Vec<Value> {
    let root = Chess::from_fen(fen).unwrap();
    let trace = record_after(
        &root,
        &[],
        &options("plain", settings),
        depth,
        None,
        Vec::new(),
    );
    let trace = trace.unwrap();
    let mut lines = Vec::new();
    json_lines(&root, Reader::new(&trace[..]).unwrap(), &mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_lines_of_a_trace_name_moves_and_techniques() {
    let lines = lines(KRK, 4, &["mate-distance=stockfish"]);
    let is_whole =
        lines[0].get("header").is_some() && lines.last().unwrap().get("summary").is_some();
    assert!(is_whole);
    let steps = &lines[1..lines.len() - 1];
    let mut by: BTreeMap<(&str, Option<&str>), usize> = BTreeMap::new();
    for step in steps {
        if let Some(technique) = step.get("by") {
            let what = step.get("end").unwrap_or(&step["step"]).as_str().unwrap();
            *by.entry((what, technique.as_str())).or_default() += 1;
        }
    }
    let nobody = ["expanded", "horizon", "mated", "rule_draw", "stalemate"].map(|end| (end, None));
    let mate_distance = ["Closed", "Narrowed", "mdp_cut"].map(|what| (what, Some("mate-distance")));
    let mut wanted: Vec<_> = mate_distance.into_iter().chain(nobody).collect();
    wanted.sort_unstable();
    assert_eq!(by.keys().copied().collect::<Vec<_>>(), wanted);
    // The first iteration searches each move of the root, and nothing below.
    let first = steps
        .iter()
        .skip(1)
        .take_while(|step| step["step"] != "Iteration");
    let mut moves: Vec<&str> = first
        .filter_map(|step| step.get("move")?.as_str())
        .collect();
    moves.sort_unstable();
    let tree = of_chess(KRK, 1, "plain", &[]);
    let mut wanted: Vec<&str> = tree.nodes[1..]
        .iter()
        .filter_map(|node| node.mv.as_deref())
        .collect();
    wanted.sort_unstable();
    assert_eq!(moves, wanted);
}

/// The data of a page of one tree, and its picture.
fn data(page: &str) -> (Value, String) {
    let (_, steps) = page.split_once("class=\"steps\">").unwrap();
    let steps = serde_json::from_str(steps.split_once("</script>").unwrap().0).unwrap();
    let (_, picture) = page.split_once("<svg class=\"picture\"").unwrap();
    let (picture, _) = picture.split_once("</svg>").unwrap();
    (steps, format!("<svg{picture}</svg>"))
}

#[test]
fn the_data_of_a_page_are_the_steps_and_nodes_of_the_tree() {
    let tree = of_lists(TEXTBOOK, 2, "glass", &[]);
    let (data, _) = data(&page(std::slice::from_ref(&tree)));
    assert_eq!(data["table"], true);
    let nodes = tree.nodes.iter().map(|node| {
        serde_json::json!([
            node.parent,
            node.side().name(),
            tree.drawn_label(node),
            node.name
        ])
    });
    assert_eq!(data["nodes"], Value::Array(nodes.collect()));
    let moments = data["moments"].as_array().unwrap();
    assert_eq!(moments.len(), tree.moments.len());
    // The nodes as the kinds of the steps enter and leave them.
    let (mut open, mut entered): (Vec<u64>, u64) = (Vec::new(), 0);
    let mut stored = 0;
    for (moment, told) in moments.iter().zip(&tree.moments) {
        if moment[1] == "enters" {
            open.push(entered);
            entered += 1;
        }
        assert_eq!(moment[0], *open.last().unwrap());
        assert_eq!(moment[2], *told.text);
        let bounds = [0, 1].map(|at| &data["values"][moment[3][at].as_u64().unwrap() as usize]);
        let window = [told.window.alpha, told.window.beta].map(words::score);
        assert_eq!(bounds, [&window[0], &window[1]]);
        if moment[1] == "leaves" || moment[1] == "cuts" {
            let is_cut = tree.nodes[moment[0].as_u64().unwrap() as usize]
                .refuted_by
                .is_some();
            assert_eq!(moment[1] == "cuts", is_cut, "{moment}");
            open.pop();
        }
        if let Some(entry) = moment[6].as_array() {
            let text = moment[2].as_str().unwrap();
            let bound = entry[1].as_str().unwrap();
            assert!(
                text.ends_with(&format!(", depth {}", entry[2])),
                "{text} {entry:?}"
            );
            assert!(["exact", "at least", "at most"].contains(&bound));
            stored += 1;
        }
    }
    assert!(open.is_empty() && stored > 0);
    assert_eq!(entered, tree.nodes.len() as u64);
}

/// The script shows and hides a card by its place, and draws a frame around it.
#[test]
fn the_places_of_a_page_are_those_of_the_cards_in_its_picture() {
    for tree in [
        of_lists(TEXTBOOK, 2, "plain", &[]),
        of_lists(TEXTBOOK, 2, "glass", &["driver=mtdf"]),
        of_chess(KRK, 2, "plain", &["mate-distance=stockfish"]),
    ] {
        let (data, picture) = data(&page(std::slice::from_ref(&tree)));
        let document = Document::parse(&picture).unwrap();
        let groups: Vec<_> = document
            .descendants()
            .filter(|one| one.has_tag_name("g"))
            .collect();
        let places = data["places"].as_array().unwrap();
        // A group for each of a card's outline, branch, house, question and answer.
        assert_eq!(groups.len(), 5 * places.len());
        let mut searched = Vec::new();
        let mut unsearched = vec![0; tree.nodes.len()];
        for (at, place) in places.iter().enumerate() {
            let part = |part: usize| groups[part * places.len() + at];
            let [outline, _, house, question, answer] = [0, 1, 2, 3, 4].map(part);
            let (node, is_searched) = (place[0].as_u64().unwrap(), place[1].as_bool().unwrap());
            let [left, top, wide] = [2, 3, 4].map(|at| place[at].as_f64().unwrap());
            let text = |group: roxmltree::Node<'_, '_>| -> Vec<(f64, String)> {
                let texts = group.descendants().filter(|one| one.has_tag_name("text"));
                let found = texts.map(|one| {
                    let number = |name| one.attribute(name).unwrap().parse::<f64>().unwrap();
                    // Texts are in the middle.
                    assert!((number("x") - left - wide / 2.0).abs() < 1.1, "{place}");
                    (number("y"), one.text().unwrap_or_default().to_owned())
                });
                found.collect()
            };
            // The corners of the house are those of the place, to the unit; an unsearched one is dashed, and only its outline is an area.
            for group in [Some(outline), is_searched.then_some(house)]
                .into_iter()
                .flatten()
            {
                let house = group.descendants().find(|one| one.has_tag_name("polygon"));
                let points = house.unwrap().attribute("points").unwrap();
                let ends = points.split([' ', ',']).filter(|end| !end.is_empty());
                let ends: Vec<f64> = ends.map(|end| end.parse().unwrap()).collect();
                let least = |from: usize| {
                    let all = ends.iter().skip(from).step_by(2).copied();
                    (
                        all.clone().fold(f64::MAX, f64::min),
                        all.fold(0.0, f64::max),
                    )
                };
                let ((low, high), (above, below)) = (least(0), least(1));
                assert!(
                    (low - left).abs() < 1.1 && (high - left - wide).abs() < 1.1,
                    "{place}"
                );
                assert!(
                    (above - top).abs() < 0.6 && (below - top - 44.0).abs() < 0.6,
                    "{place}"
                );
            }
            let (asked, answered) = (text(question), text(answer));
            match is_searched {
                true => {
                    searched.push(node);
                    let shown = &tree.nodes[node as usize];
                    let has =
                        |texts: &[(f64, String)], text: &str| texts.iter().any(|one| one.1 == text);
                    assert!(has(&asked, &shown.name), "{place}: {asked:?}");
                    assert!(has(&answered, &shown.value_text()), "{place}: {answered:?}");
                    let value = answered.iter().find(|one| one.1 == shown.value_text());
                    assert!((top..top + 44.0).contains(&value.unwrap().0), "{place}");
                }
                false => unsearched[node as usize] += 1,
            }
        }
        searched.sort_unstable();
        assert!(searched.into_iter().eq(0..tree.nodes.len() as u64));
        let drawn = tree.nodes.iter().map(|node| {
            let drawn = node.drawn();
            drawn
                .iter()
                .filter(|one| matches!(one, Branch::Unsearched(_)))
                .count()
        });
        assert!(drawn.eq(unsearched));
    }
}
