//! Trees as pictures: what has its place where.

use super::{
    super::picture::{GAP, Picture, TIGHT_GAP, arrangement::Arrangement},
    *,
};

#[test]
fn a_slide_is_nine_sixteenths_as_high_as_wide() {
    let tree = of_lists(TEXTBOOK, 2, "plain", &[]);
    let trees = std::slice::from_ref(&tree);
    let picture = svg(trees, Shape::Slide);
    let document = Document::parse(&picture).unwrap();
    let size = |name| {
        document
            .root_element()
            .attribute(name)
            .unwrap()
            .parse::<f64>()
            .unwrap()
    };
    assert!((size("width") * 9.0 / 16.0 - size("height")).abs() < 1.0);
    assert!(!picture.contains(">[[3, 12, 8], [2, 4, 6], [14, 5, 2]]<"));
    assert!(smallest_text(trees, Shape::Slide, 1366.0) >= 18.0);
    // So is the text of two trees, which stand side by side.
    let two = ["minimax", "plain"].map(|variant| of_lists(TEXTBOOK, 2, variant, &[]));
    assert!(smallest_text(&two, Shape::Slide, 1366.0) >= 18.0);
    // One of 16 leaves stands closer.
    let wide = of_lists(
        "[[1,2,3,4],[5,6,7,8],[9,8,7,6],[5,4,3,2]]",
        2,
        "minimax",
        &[],
    );
    assert!(smallest_text(&[wide], Shape::Slide, 1366.0) >= 18.0);
    assert_eq!(&png(trees, Shape::Slide).unwrap()[1..4], b"PNG");
}

/// Trees and their labels lie on the sheet and beside or below each other, and a row of trees is in the middle of a slide.
#[test]
fn trees_have_places_of_their_own() {
    for lists in ["5", "[300,-1200]", "[[1,2],[3,4]]", TEXTBOOK] {
        for count in 0..=3 {
            let name = "a-name-without-a-space-that-is-longer-than-a-tree-is-wide";
            let trees: Vec<SearchTree> = (0..count)
                .map(|number| SearchTree {
                    name: name[..10 * number + 5].to_owned(),
                    ..of_lists(lists, 2, "plain", &[])
                })
                .collect();
            for shape in [Shape::Whole, Shape::Slide] {
                let Arrangement { size, trees, .. } = Arrangement::of(&trees, lists, shape);
                let boxes = trees.iter().map(|one| {
                    let (width, height) = one.picture.size();
                    let ((left, top), (label_left, label_top)) = (one.at, one.label_at);
                    assert!(
                        label_top < top && label_left >= 32,
                        "{lists} {count} {shape:?}"
                    );
                    [left, label_top, left + width, top + height]
                });
                let boxes: Vec<[i32; 4]> = boxes.collect();
                for (at, one) in boxes.iter().enumerate() {
                    let is_inside = one[0] >= 32 && one[2] <= size.0 - 32 && one[3] <= size.1 - 32;
                    assert!(is_inside, "{lists} {count} {shape:?}: {one:?} on {size:?}");
                    for other in &boxes[at + 1..] {
                        assert!(
                            other[0] >= one[2] || other[1] >= one[3],
                            "{one:?} {other:?}"
                        );
                    }
                }
                let (left, right) = (
                    boxes.first().map(|one| one[0]),
                    boxes.last().map(|one| one[2]),
                );
                if let (Some(left), Some(right)) = (left, right) {
                    assert!(
                        (left - (size.0 - right)).abs() <= 2,
                        "{lists} {count} {shape:?}"
                    );
                }
            }
        }
    }
}

/// Alpha-beta says of a node how it was cut, which takes a line more; minimax does not.
#[test]
fn equal_levels_of_trees_side_by_side_have_equal_heights() {
    let trees = ["minimax", "plain"].map(|variant| of_lists(TEXTBOOK, 2, variant, &[]));
    // The first leaf, which has the same place in the order of visit in both.
    let top_of_leaf = |picture: &Picture| {
        let boxes = picture.boxes();
        let leaf = boxes.iter().find(|(_, text)| text == "3 3").unwrap();
        leaf.0[1]
    };
    let row = Picture::row(&trees, TIGHT_GAP);
    assert_eq!(top_of_leaf(&row[0]), top_of_leaf(&row[1]));
    let alone = trees.each_ref().map(|tree| Picture::of(tree, TIGHT_GAP));
    assert_ne!(top_of_leaf(&alone[0]), top_of_leaf(&alone[1]));
}

/// No two boxes of text share a place, and all lie in the picture.
pub(super) fn no_overlap(tree: &SearchTree) {
    no_overlap_with(tree, GAP);
    no_overlap_with(tree, TIGHT_GAP);
}

fn no_overlap_with(tree: &SearchTree, gap: f64) {
    let picture = Picture::of(tree, gap);
    let (width, height) = picture.size();
    let mut boxes = picture.boxes();
    assert!(boxes.len() >= 2 * tree.nodes.len());
    boxes.sort_by_key(|(place, _)| place[0]);
    for (at, (one, text)) in boxes.iter().enumerate() {
        let [left, top, right, bottom] = *one;
        assert!(
            left >= 0 && top >= 0 && right <= width && bottom <= height,
            "{text} {one:?} {width} {height}"
        );
        let beside = boxes[at + 1..]
            .iter()
            .take_while(|(other, _)| other[0] < right);
        for (other, other_text) in beside {
            assert!(
                other[1] >= bottom || other[3] <= top,
                "{text} {one:?} and {other_text} {other:?}"
            );
        }
    }
}

#[test]
fn the_picture_is_xml_that_refers_to_nothing_outside() {
    let trees = ["plain", "glass"].map(|variant| of_lists(TEXTBOOK, 2, variant, &[]));
    let picture = svg(&trees, Shape::Whole);
    assert_eq!(picture, svg(&trees, Shape::Whole));
    let document = Document::parse(&picture).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    for wanted in ["≤ 2", "14", "(3, ∞)", "alpha cutoff", "4", "6"] {
        assert!(texts.contains(&wanted), "{wanted}: {texts:?}");
    }
    let outside = picture
        .replace("http://www.w3.org/2000/svg", "")
        .replace("url(data:", "");
    assert!(!outside.contains("http") && !outside.contains("url("));
    trees.iter().for_each(no_overlap);
}
