//! What is read of a search are its counters, and the difference of two has every node of both once.

mod kept;
mod packed;
mod reasons;
mod sums;
mod told;

use std::collections::{BTreeMap, HashSet};

use plybench_checker::{
    game::NO_MOVE,
    trace::{End, NOBODY, Observed, Reader, Summary, record},
};
use plybench_engine::{
    game::{chess::Chess, named::AnyPosition},
    search::SearchOptions,
};

use super::{
    Aspect, Difference, Divergence, NONE, Pair, What, Which, Why, alone, difference, keep, page,
};
use crate::names::Names;
use crate::visits::{Reached, Visit, Visits, Wanted, search};
use plybench_experiment::spec;
use plybench_records::registered::HasRegistered;

const KRK: &str = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
const PUBLISHED: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Searches that differ in all that can make two trees part.
const SEARCHES: [(&str, &[&str]); 9] = [
    ("plain", &[]),
    ("plain", &["killers=true", "history=true"]),
    ("plain", &["mate-distance=stockfish"]),
    ("plain", &["fail=hard", "scout=pvs"]),
    ("glass", &[]),
    ("glass", &["mate-distance=test-only"]),
    ("glass", &["null-move=true", "late-move-reduction=true"]),
    ("glass", &["driver=mtdf", "check-extension=true"]),
    ("micromax", &[]),
];

fn options((variant, settings): (&str, &[&str])) -> SearchOptions {
    let given = settings.iter().map(|text| spec::setting(text).unwrap());
    let options = spec::variant(variant).unwrap().options;
    spec::apply_all(options.into(), given).unwrap().search
}

fn visits<G: Observed + HasRegistered + Sync>(
    root: &G,
    options: &SearchOptions,
    iteration: u8,
) -> Visits {
    let wanted = Wanted {
        name: "a search",
        options,
        registered: &[],
        iteration,
        room: usize::MAX,
    };
    search(root, &[], &wanted).unwrap()
}

fn of_chess(fen: &str, depth: u8, settings: (&str, &[&str])) -> Visits {
    visits(&Chess::from_fen(fen).unwrap(), &options(settings), depth)
}

/// The end of the recording of a search of its own.
fn summary<G: Observed>(root: &G, options: &SearchOptions, depth: u8) -> Summary {
    let trace = record(root, options, depth, None, Vec::new()).unwrap();
    let mut trace = Reader::new(&trace[..]).unwrap();
    loop {
        if let plybench_checker::trace::Next::Summary(summary) = trace.step().unwrap() {
            return summary;
        }
    }
}

/// How many nodes ended in each way in the last iteration, from the counters of two searches, one an iteration deeper.
fn counted<G: Observed>(root: &G, options: &SearchOptions, depth: u8) -> BTreeMap<String, u64> {
    let ends = |depth: u8| {
        let counters = summary(root, options, depth).counters;
        let names = End::ALL.iter().map(|end| end.name());
        names
            .map(|name| {
                (
                    name.to_owned(),
                    counters.get(name).map_or(0, |all| all.iter().sum()),
                )
            })
            .collect::<BTreeMap<String, u64>>()
    };
    let earlier = match depth {
        1 => BTreeMap::new(),
        _ => ends(depth - 1),
    };
    let mut counted = ends(depth);
    for (name, count) in &mut counted {
        *count -= earlier.get(name).copied().unwrap_or(0);
    }
    counted
}

fn assert_counted<G: Observed + HasRegistered + Sync>(
    root: &G,
    settings: (&str, &[&str]),
    depth: u8,
) -> Visits {
    let options = options(settings);
    let visits = visits(root, &options, depth);
    let counted = counted(root, &options, depth);
    let mut found: BTreeMap<String, u64> = End::ALL
        .iter()
        .map(|end| (end.name().to_owned(), 0))
        .collect();
    for ((end, _), count) in visits.ends() {
        *found.entry(end.name().to_owned()).or_default() += count;
    }
    assert_eq!(found, counted, "{settings:?} depth {depth}");
    assert_eq!(visits.nodes.len() as u64, counted.values().sum::<u64>());
    visits
}

/// Every node of both searches once, each below what it is below in its search, and divergences that have what is not matched.
fn assert_whole(a: &Visits, b: &Visits) -> Difference {
    let found = difference([a, b]);
    for (which, visits) in [a, b].into_iter().enumerate() {
        let places: Vec<u32> = (found.pairs.iter())
            .map(|pair| pair.places[which])
            .filter(|&place| place != NONE)
            .collect();
        let different: HashSet<u32> = places.iter().copied().collect();
        assert_eq!(places.len(), visits.nodes.len());
        assert_eq!(different.len(), visits.nodes.len());
        // The first search stands in the order of its visit.
        assert!(which == 1 || places.is_sorted());
        let parents = parents(&found.pairs, which);
        for (pair, parent) in found.pairs.iter().zip(parents) {
            if let (Some(place), Some(parent)) = (place(pair.places[which]), parent) {
                assert!(visits.below(Some(parent)).any(|below| below == place));
            }
        }
    }
    for pair in &found.pairs {
        if let (Some(x), Some(y)) = (place(pair.places[0]), place(pair.places[1])) {
            assert_eq!(a.nodes[x].thing(), b.nodes[y].thing());
        }
    }
    let first = |differs: fn(&Visit, &Visit) -> bool| {
        let both = |pair: &Pair| {
            Some((
                &a.nodes[place(pair.places[0])?],
                &b.nodes[place(pair.places[1])?],
            ))
        };
        let differs = |pair| both(pair).is_some_and(|(x, y)| differs(x, y));
        found.pairs.iter().position(differs).map(|at| at as u32)
    };
    assert_eq!(
        found.first[Aspect::Window as usize],
        first(|x, y| (x.window, x.narrowed) != (y.window, y.narrowed))
    );
    assert_eq!(
        found.first[Aspect::Depth as usize],
        first(|x, y| (x.depth, x.needed, x.in_quiescence) != (y.depth, y.needed, y.in_quiescence))
    );
    assert_matched(a, b, &found);
    reasons::assert_reasons(a, b, &found);
    let only = |which: usize| {
        let is = |pair: &&Pair| pair.places[1 - which] == NONE;
        found.pairs.iter().filter(is).count() as u64
    };
    let sums: [u64; 2] =
        [0, 1].map(|which| found.divergences.iter().map(|one| one.only[which]).sum());
    assert_eq!(sums, [only(0), only(1)]);
    found
}

/// Below each matched node as many searches of each move are matched as both have, what only the second visits comes before what it
/// visits next, and the result that differs first is that of the first node that is left.
fn assert_matched(a: &Visits, b: &Visits, found: &Difference) {
    let key = |node: &Visit| match node.is_of_move() {
        true => (Reached::Move, node.mv, NOBODY),
        false => (node.reached, node.mv, node.asked_by),
    };
    let mut left: Option<(usize, usize)> = None;
    for (at, pair) in found.pairs.iter().enumerate() {
        let [Some(x), Some(y)] = pair.places.map(place) else {
            continue;
        };
        let end = at + pair.size as usize;
        if a.nodes[x].value != b.nodes[y].value && left.is_none_or(|(first, _)| end <= first) {
            left = Some((end, at));
        }
        let next = |&child: &usize| Some(child + found.pairs.get(child)?.size as usize);
        let below = std::iter::successors(Some(at + 1), next).take_while(|&child| child < end);
        let below: Vec<[u32; 2]> = below.map(|child| found.pairs[child].places).collect();
        let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
        for (which, visits, node) in [(0, a, x), (1, b, y)] {
            for child in visits.below(Some(node)) {
                counts
                    .entry(format!("{:?}", key(&visits.nodes[child])))
                    .or_default()[which] += 1;
            }
        }
        for (number, &[one, other]) in below.iter().enumerate() {
            if one != NONE && other != NONE {
                let key = format!("{:?}", key(&a.nodes[one as usize]));
                counts.entry(key).or_default()[2] += 1;
                let alone = below[number..].iter().filter(|places| places[0] == NONE);
                assert!(alone.into_iter().all(|places| places[1] > other));
            }
            let next = below[number..]
                .iter()
                .find(|places| !places.contains(&NONE));
            assert!(one != NONE || next.is_none_or(|places| other < places[1]));
        }
        assert!(
            counts
                .values()
                .all(|[one, other, both]| both == one.min(other))
        );
    }
    let first = left.map(|(_, at)| at as u32);
    assert_eq!(found.first[Aspect::Result as usize], first);
}

fn place(place: u32) -> Option<usize> {
    (place != NONE).then_some(place as usize)
}

/// For each node of the common tree the place in one search of the node above it.
fn parents(pairs: &[Pair], which: usize) -> Vec<Option<usize>> {
    let mut open: Vec<(usize, u32)> = Vec::new();
    (pairs.iter().enumerate())
        .map(|(at, pair)| {
            while open.last().is_some_and(|&(end, _)| end <= at) {
                open.pop();
            }
            let parent = open.last().and_then(|&(_, above)| place(above));
            open.push((at + pair.size as usize, pair.places[which]));
            parent
        })
        .collect()
}

#[test]
fn the_nodes_are_those_of_the_counters_and_the_difference_has_each_once() {
    let positions = [(KRK, 5), (PUBLISHED, 6), (MIDDLEGAME, 3)];
    for (fen, depth) in positions {
        let root = Chess::from_fen(fen).unwrap();
        let all = SEARCHES.map(|settings| assert_counted(&root, settings, depth));
        for a in &all {
            for b in &all {
                assert_whole(a, b);
            }
        }
    }
    let tree = "branching=5 depth=5 spread=50 mated-share=0.1 best-first-share=0.5 seed=3";
    let root = AnyPosition::read(tree).unwrap().unwrap();
    let searches = [SEARCHES[0], SEARCHES[1], SEARCHES[2], SEARCHES[4]];
    let all = searches.map(|settings| assert_counted(&root, settings, 5));
    for a in &all {
        for b in &all {
            assert_whole(a, b);
        }
    }
}

#[test]
fn a_search_does_not_differ_from_itself() {
    let visits = of_chess(MIDDLEGAME, 3, ("glass", &[]));
    let found = assert_whole(&visits, &visits);
    assert_eq!(found.pairs.len(), visits.nodes.len());
    assert_eq!(found.divergences, []);
    assert_eq!(found.first, [None; 4]);
    let sizes = |pairs: &[Pair]| pairs.iter().map(|pair| pair.size).collect::<Vec<_>>();
    assert_eq!(sizes(&found.pairs), sizes(&alone(&visits)));
}

#[test]
fn a_move_searched_again_is_matched_like_one_searched_first() {
    let first = of_chess(MIDDLEGAME, 2, ("plain", &[]));
    let mut again = first.clone();
    for node in again
        .nodes
        .iter_mut()
        .filter(|node| node.reached == Reached::Move)
    {
        (node.reached, node.asked_by) = (Reached::MoveAgain, 0);
    }
    let found = assert_whole(&first, &again);
    assert_eq!(found.pairs.len(), first.nodes.len());
    assert_eq!(found.divergences, []);
}

#[test]
fn searches_that_order_moves_differently_are_matched_by_move() {
    let a = of_chess(MIDDLEGAME, 1, ("plain", &[]));
    let b = of_chess(MIDDLEGAME, 1, ("plain", &["mvv-lva=true"]));
    let moves = |visits: &Visits| visits.nodes.iter().map(|node| node.mv).collect::<Vec<_>>();
    assert_ne!(moves(&a), moves(&b));
    let found = assert_whole(&a, &b);
    // At depth 1 both search every move; by place none but the root would be the same.
    assert_eq!(found.pairs.len(), 49);
    assert_eq!(found.divergences, []);
    assert_eq!(found.first[Aspect::Order as usize], Some(0));
    assert_eq!(found.first[Aspect::Result as usize], None);
}

#[test]
fn an_order_differs_where_a_move_is_cut_off_in_the_other_search() {
    let a = of_chess(MIDDLEGAME, 2, ("plain", &[]));
    let b = of_chess(MIDDLEGAME, 2, ("plain", &["mvv-lva=true"]));
    let found = assert_whole(&a, &b);
    let by_order = |divergence: &&Divergence| divergence.why.what == What::Order;
    let first = found.divergences.iter().find(by_order).unwrap().pair;
    assert!(found.first[Aspect::Order as usize].unwrap() <= first);
}

#[test]
fn what_mate_distance_pruning_saves_is_below_the_nodes_that_it_cuts() {
    let a = of_chess(KRK, 5, ("plain", &[]));
    let b = of_chess(KRK, 5, ("plain", &["mate-distance=test-only"]));
    let found = assert_whole(&a, &b);
    // Without a table and without another order nothing else can part.
    assert!(!found.divergences.is_empty());
    for divergence in &found.divergences {
        assert_eq!(divergence.why.what, What::Ends(End::MdpCut));
        assert_eq!(divergence.why.which, Which::B);
        assert_eq!(divergence.only[1], 0);
    }
    assert_eq!(found.first[Aspect::Window as usize], None);
    assert_eq!(found.first[Aspect::Order as usize], None);
    assert_eq!(found.first[Aspect::Depth as usize], None);
    assert_eq!(a.value, b.value);
}

#[test]
fn a_castling_move_is_shown_with_the_square_of_the_king() {
    let visits = of_chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, ("plain", &[]));
    let shown: Vec<u16> = visits.nodes.iter().map(|node| node.shown).collect();
    let number = |from: u16, to: u16| from << 9 | to << 3;
    assert!(shown.contains(&number(4, 6)));
    assert!(!shown.contains(&number(4, 7)));
}

#[test]
fn a_page_has_the_same_bytes_and_shows_names_as_text() {
    let mut visits = of_chess(KRK, 3, ("glass", &[]));
    visits.name = "<script>alert(1)</script>\u{1b}".to_owned();
    let written = page(&[&visits], &Names::new(true), 100);
    assert_eq!(written, page(&[&visits], &Names::new(true), 100));
    assert!(
        !written.contains("<script>alert")
            && !written.contains('\u{1b}')
            && !written.contains("\\u001b")
    );
    assert!(written.contains("&lt;script&gt;alert(1)"));
    let tree = AnyPosition::read("[[3,12,8],[2,4,6],[14,5,2]]");
    let visits = self::visits(&tree.unwrap().unwrap(), &options(("plain", &[])), 2);
    assert!(page(&[&visits, &visits], &Names::new(false), 100).contains("11 nodes are in both"));
}
