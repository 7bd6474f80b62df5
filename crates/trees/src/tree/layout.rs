//! Where the nodes of a tree stand side by side.
//!
//! Subtrees are packed as close as their outlines allow, once from the left and once from the right, and stand halfway between;
//! parents stand above the middle of their children. So a picture and its mirror image are laid out alike, and subtrees of the same
//! shape look alike wherever they are: the conditions of Reingold and Tilford, "Tidier Drawings of Trees" (1981). The method is
//! Kennedy's, "Drawing Trees" (1996): nothing can overlap, since halfway between two arrangements that keep the distances, the
//! distances are kept.

/// What has a place: its width, and what stands below it, from left to right, by place in the list.
pub(super) type Item<'l> = (f64, &'l [usize]);

/// The ends of a subtree at each level, from its top's middle.
type Outline = Vec<(f64, f64)>;

/// The middle of each item; the leftmost end of all is at 0. Items below each other come after their parent in the list.
pub(super) fn middles(items: &[Item], roots: &[usize], gap: f64) -> Vec<f64> {
    // How far each item stands from its parent's middle.
    let mut offsets = vec![0.0; items.len()];
    let mut outlines: Vec<Outline> = vec![Outline::new(); items.len()];
    for (place, (width, below)) in items.iter().enumerate().rev() {
        let outline = |&at: &usize| std::mem::take(&mut outlines[at]);
        let all: Vec<Outline> = below.iter().map(outline).collect();
        let places = beside(&all, gap);
        let own = (-width / 2.0, width / 2.0);
        outlines[place] = [own].into_iter().chain(around(&all, &places)).collect();
        for (&child, offset) in below.iter().zip(places) {
            offsets[child] = offset;
        }
    }
    let tops: Vec<Outline> = roots.iter().map(|&root| outlines[root].clone()).collect();
    let places = beside(&tops, gap);
    let lefts = around(&tops, &places).into_iter().map(|(left, _)| left);
    let left = lefts.fold(f64::INFINITY, f64::min);
    for (&root, place) in roots.iter().zip(places) {
        offsets[root] = place - left;
    }
    for (place, (_, below)) in items.iter().enumerate() {
        for &below in *below {
            offsets[below] += offsets[place];
        }
    }
    offsets
}

/// The places of subtrees side by side, from the middle between the first and the last.
fn beside(outlines: &[Outline], gap: f64) -> Vec<f64> {
    let mirror = |outline: &Outline| {
        outline
            .iter()
            .map(|&(left, right)| (-right, -left))
            .collect()
    };
    let mirrored: Vec<Outline> = outlines.iter().rev().map(mirror).collect();
    let from_left = packed(outlines, gap);
    let from_right = packed(&mirrored, gap).into_iter().rev();
    let from_right = from_right.map(|place| -place).collect();
    let halfway = centred(from_left).into_iter().zip(centred(from_right));
    halfway.map(|(one, other)| (one + other) / 2.0).collect()
}

/// Each subtree as far to the left as those before it allow.
fn packed(outlines: &[Outline], gap: f64) -> Vec<f64> {
    let mut before = Outline::new();
    let mut places = Vec::new();
    for outline in outlines {
        let touching = before.iter().zip(outline);
        let place = touching
            .map(|((_, right), (left, _))| right + gap - left)
            .reduce(f64::max)
            .unwrap_or(0.0);
        extend(&mut before, outline, place);
        places.push(place);
    }
    places
}

fn centred(places: Vec<f64>) -> Vec<f64> {
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return places;
    };
    let middle = (first + last) / 2.0;
    places.into_iter().map(|place| place - middle).collect()
}

/// The outline of subtrees at their places.
fn around(outlines: &[Outline], places: &[f64]) -> Outline {
    let mut all = Outline::new();
    for (outline, place) in outlines.iter().zip(places) {
        extend(&mut all, outline, *place);
    }
    all
}

/// Extends an outline to a subtree whose top stands at a place.
fn extend(all: &mut Outline, outline: &Outline, place: f64) {
    for (level, (left, right)) in outline.iter().enumerate() {
        let (left, right) = (left + place, right + place);
        match all.get_mut(level) {
            Some(ends) => *ends = (ends.0.min(left), ends.1.max(right)),
            None => all.push((left, right)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn leaves_are_evenly_spaced_and_parents_stand_above_the_middle() {
        let items: [Item; 8] = [
            (10.0, &[1, 2]),
            (10.0, &[3, 4, 5]),
            (10.0, &[6, 7]),
            (10.0, &[]),
            (10.0, &[]),
            (10.0, &[]),
            (10.0, &[]),
            (10.0, &[]),
        ];
        let middles = middles(&items, &[0], 2.0);
        assert_eq!(middles[3..], [5.0, 17.0, 29.0, 41.0, 53.0]);
        assert_eq!(middles[..3], [32.0, 17.0, 47.0]);
    }

    #[test]
    fn a_small_subtree_stands_halfway_between_large_ones() {
        let items: [Item; 10] = [
            (2.0, &[1, 2, 3]),
            (2.0, &[4, 5, 6]),
            (2.0, &[]),
            (2.0, &[7, 8, 9]),
            (2.0, &[]),
            (2.0, &[]),
            (2.0, &[]),
            (2.0, &[]),
            (2.0, &[]),
            (2.0, &[]),
        ];
        let middles = middles(&items, &[0], 1.0);
        assert_eq!(middles[2] - middles[1], middles[3] - middles[2]);
        assert_eq!(middles[0], middles[2]);
    }

    proptest! {
        #[test]
        fn nothing_overlaps(parents in prop::collection::vec((0_usize..1000, 1_u8..40), 1..60)) {
            let mut below = vec![Vec::new(); parents.len()];
            let mut levels = vec![0; parents.len()];
            for place in 1..parents.len() {
                let parent = parents[place].0 % place;
                below[parent].push(place);
                levels[place] = levels[parent] + 1;
            }
            let widths = parents.iter().map(|&(_, width)| f64::from(width));
            let items: Vec<Item> = widths.zip(below.iter().map(Vec::as_slice)).collect();
            let middles = middles(&items, &[0], 3.0);
            for one in 0..items.len() {
                prop_assert!(middles[one] - items[one].0 / 2.0 > -1e-6);
                for other in 0..one {
                    let apart = (middles[one] - middles[other]).abs();
                    let needed = (items[one].0 + items[other].0) / 2.0 + 3.0;
                    prop_assert!(levels[one] != levels[other] || apart > needed - 1e-6);
                }
                if let (Some(first), Some(last)) = (items[one].1.first(), items[one].1.last()) {
                    let middle = (middles[*first] + middles[*last]) / 2.0;
                    prop_assert!((middles[one] - middle).abs() < 1e-6);
                }
            }
        }
    }
}
