//! Where the trees of a picture stand, below its title and its key.

use super::{GAP, INLINE_GAP, Picture, Shape, draw::KEY_HEIGHT};
use crate::tree::{SearchTree, text::summary};
use plybench_figures::sheet::{self, LABEL_LINE, LABEL_STEP, MARGIN, TITLE_LINE};

/// Between two trees, one below the other or side by side.
const BETWEEN: (i32, i32) = (36, 22);
/// The key needs this width.
const LEAST_WIDTH: i32 = 640;
/// The label of a tree beside others is broken at its tree's width, or at this one.
const LEAST_COLUMN: i32 = 240;
/// Titles are broken at this width however broad the tree is.
const BROADEST_TITLE: i32 = 960;

/// A picture's trees with their places, in units from its upper left corner.
pub(super) struct Arrangement {
    pub(super) size: (i32, i32),
    pub(super) title: Vec<String>,
    pub(super) key_top: i32,
    pub(super) trees: Vec<Placed>,
}

/// A tree with its place.
pub(super) struct Placed {
    pub(super) picture: Picture,
    pub(super) at: (i32, i32),
    /// What it is, in lines, with the place of the first.
    pub(super) label: Vec<String>,
    pub(super) label_at: (i32, i32),
}

impl Arrangement {
    /// Trees one below the other or, on a slide that is then narrower, side by side.
    pub(super) fn of(trees: &[SearchTree], title: &str, shape: Shape) -> Self {
        let stacked = Arrangement::with(trees, title, shape, false);
        if shape == Shape::Whole || trees.len() < 2 {
            return stacked;
        }
        let beside = Arrangement::with(trees, title, shape, true);
        match beside.size.0 < stacked.size.0 {
            true => beside,
            false => stacked,
        }
    }

    fn with(trees: &[SearchTree], title: &str, shape: Shape, is_beside: bool) -> Self {
        let gap = if is_beside { INLINE_GAP } else { GAP };
        let pictures: Vec<Picture> = trees.iter().map(|tree| Picture::of(tree, gap)).collect();
        let widths = pictures.iter().map(|picture| picture.width);
        let columns: Vec<i32> = widths.map(|width| width.max(LEAST_COLUMN)).collect();
        let widest = columns.iter().copied().max().unwrap_or(0);
        let needed = match is_beside {
            true => columns.iter().sum::<i32>() + BETWEEN.1 * (columns.len() as i32 - 1),
            false => widest,
        };
        let room = needed.max(LEAST_WIDTH);
        let title = match shape {
            Shape::Whole => sheet::title(title, room.min(BROADEST_TITLE)),
            Shape::Slide => Vec::new(),
        };
        let key_top = MARGIN + TITLE_LINE * title.len() as i32;
        let top = key_top + KEY_HEIGHT;
        let rooms = columns
            .iter()
            .map(|&column| if is_beside { column } else { room });
        let labels: Vec<Vec<String>> = (trees.iter().zip(rooms.clone()))
            .map(|(tree, room)| sheet::label(&summary(tree), room))
            .collect();
        // Side by side, trees begin at the same height.
        let most_lines = labels.iter().map(Vec::len).max().unwrap_or(0);
        let (mut left, mut top, mut end) = (MARGIN, top, top);
        let mut placed = Vec::new();
        for ((picture, label), room) in pictures.into_iter().zip(labels).zip(rooms) {
            let lines = if is_beside { most_lines } else { label.len() };
            let below = top + LABEL_LINE + LABEL_STEP * (lines as i32 - 1);
            let bottom = below + picture.height;
            end = end.max(bottom);
            placed.push(Placed {
                at: (left + (room - picture.width) / 2, below),
                picture,
                label,
                label_at: (left, top),
            });
            match is_beside {
                true => left += room + BETWEEN.1,
                false => top = bottom + BETWEEN.0,
            }
        }
        let (width, height) = (room + 2 * MARGIN, end + MARGIN);
        let size = match shape {
            Shape::Whole => (width, height),
            Shape::Slide => {
                let width = width.max((height * 16 + 8) / 9);
                (width, width * 9 / 16)
            }
        };
        // What a slide has beyond the need is around the trees.
        let (aside, down) = ((size.0 - width) / 2, (size.1 - height) / 2);
        for one in &mut placed {
            for at in [&mut one.at, &mut one.label_at] {
                *at = (at.0 + aside, at.1 + down);
            }
        }
        Arrangement {
            size,
            title,
            key_top,
            trees: placed,
        }
    }
}
