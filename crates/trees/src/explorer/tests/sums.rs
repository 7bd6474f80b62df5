//! The numbers of a page added up again from its own columns.

use std::collections::BTreeMap;

use super::{
    packed::{Columns, columns},
    *,
};
use crate::visits::Visits;

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
    let whole = page(&[a, b], &Names::new(true), usize::MAX);
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
        let text = page(&[a, b], &Names::new(true), most);
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
fn the_searches_of_a_root_add_up_to_the_nodes_of_the_iteration() {
    let visits = of_chess(KRK, 4, ("glass", &["driver=mtdf"]));
    let text = page(&[&visits], &Names::new(true), 100);
    let (_, rest) = text.split_once("nodes in ").unwrap();
    let (roots, rest) = rest.split_once(" searches of the root (").unwrap();
    let sizes = rest.split_once(')').unwrap().0.split(" + ");
    let sizes: Vec<usize> = sizes
        .map(|size| size.replace(',', "").parse().unwrap())
        .collect();
    assert!(sizes.len() > 1 && roots == sizes.len().to_string());
    assert_eq!(sizes.iter().sum::<usize>(), visits.nodes.len());
    let once = of_chess(KRK, 2, ("plain", &[]));
    assert!(!page(&[&once], &Names::new(true), 100).contains("searches of the root ("));
}
