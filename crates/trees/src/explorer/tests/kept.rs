//! Which nodes of a large tree a page keeps.

use super::*;

#[test]
fn the_largest_subtrees_are_kept_with_all_above_them() {
    let visits = of_chess(PUBLISHED, 6, ("glass", &[]));
    let pairs = alone(&visits);
    for most in [1, 2, 10, 100, 1_000, pairs.len(), usize::MAX] {
        let kept = keep(&pairs, most, &[]);
        assert_eq!(kept.places.len(), most.min(pairs.len()));
        let is_kept: HashSet<u32> = kept.places.iter().copied().collect();
        let sizes = |is: bool| {
            let nodes = (0..)
                .zip(&pairs)
                .filter(|(at, _)| is_kept.contains(at) == is);
            nodes.map(|(_, pair)| pair.size).collect::<Vec<u32>>()
        };
        assert_eq!(
            sizes(false).into_iter().max().unwrap_or(0),
            kept.largest_left_out
        );
        assert!(sizes(true).into_iter().min() >= Some(kept.largest_left_out));
        for (number, (&place, &span)) in kept.places.iter().zip(&kept.spans).enumerate() {
            let end = place + pairs[place as usize].size;
            let within = kept
                .places
                .iter()
                .filter(|&&one| (place..end).contains(&one));
            assert_eq!(within.count(), span as usize);
            assert_eq!(kept.of(place), number as u32);
        }
        for at in 0..pairs.len() as u32 {
            let stands_for = kept.of(at);
            if stands_for != NONE {
                let place = kept.places[stands_for as usize];
                assert!((place..place + pairs[place as usize].size).contains(&at));
            }
        }
    }
}

#[test]
fn required_nodes_are_kept_with_all_above_them() {
    let visits = of_chess(PUBLISHED, 6, ("glass", &[]));
    let pairs = alone(&visits);
    let deepest = (0..).zip(&visits.nodes).max_by_key(|(_, node)| node.ply);
    let (place, _) = deepest.unwrap();
    let kept = keep(&pairs, 5, &[place]);
    assert_eq!(kept.places[kept.of(place) as usize], place);
    let above = (0..)
        .zip(&pairs)
        .filter(|(at, pair)| *at <= place && place < at + pair.size);
    for (at, _) in above {
        assert!(kept.places.contains(&at));
    }
}
