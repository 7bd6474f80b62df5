//! Where the trees of a picture stand, below its title and its key.

use super::{GAP, Picture, Shape, TIGHT_GAP, draw::KEY_HEIGHT};
use crate::tree::{SearchTree, text::summary};
use plybench_figures::sheet::{self, LABEL_LINE, LABEL_STEP, MARGIN, TITLE_LINE};

/// Between two trees, one below the other.
const BETWEEN_ROWS: i32 = 36;
/// Between two trees side by side.
const BETWEEN_COLUMNS: i32 = 22;
/// The key needs this width.
const LEAST_WIDTH: i32 = 640;
/// The label of a tree beside others is broken at its tree's width, or at this one.
const LEAST_COLUMN: i32 = 240;
/// Titles are broken at this width however broad the tree is.
const BROADEST_TITLE: i32 = 960;

/// A picture's trees with their places, in units from its upper left corner.
pub(in crate::tree) struct Arrangement {
    pub(in crate::tree) size: (i32, i32),
    pub(in crate::tree) title: Vec<String>,
    pub(in crate::tree) key_at: (i32, i32),
    pub(in crate::tree) trees: Vec<Placed>,
}

/// A tree with its place.
pub(in crate::tree) struct Placed {
    pub(in crate::tree) picture: Picture,
    pub(in crate::tree) at: (i32, i32),
    /// What it is, in lines, with the place of the first.
    pub(in crate::tree) label: Vec<String>,
    pub(in crate::tree) label_at: (i32, i32),
}

impl Arrangement {
    /// Trees one below the other. On a slide they may stand closer, or side by side, whichever makes their type largest.
    pub(in crate::tree) fn of(trees: &[SearchTree], title: &str, shape: Shape) -> Self {
        let usual = Arrangement::stacked(trees, title, shape, GAP);
        if shape == Shape::Whole {
            return usual;
        }
        let others = [
            Arrangement::stacked(trees, title, shape, TIGHT_GAP),
            Arrangement::beside(trees, title, shape, GAP),
            Arrangement::beside(trees, title, shape, TIGHT_GAP),
        ];
        // Narrower is larger on a screen.
        let narrower = |best: Self, next: Self| match next.size.0 < best.size.0 {
            true => next,
            false => best,
        };
        others.into_iter().fold(usual, narrower)
    }

    fn stacked(trees: &[SearchTree], title: &str, shape: Shape, gap: f64) -> Self {
        let pictures: Vec<Picture> = trees.iter().map(|tree| Picture::of(tree, gap)).collect();
        let widest = pictures.iter().map(|picture| picture.width).max();
        let mut arranged = Arrangement::without_trees(widest.unwrap_or(0), title, shape);
        let room = arranged.size.0 - 2 * MARGIN;
        let mut top = arranged.size.1;
        for (tree, picture) in trees.iter().zip(pictures) {
            let label = sheet::label(&summary(tree), room);
            let lines = label.len();
            arranged.add(picture, label, (MARGIN, room), (top, lines));
            top = arranged.size.1 + BETWEEN_ROWS;
        }
        arranged.on_its_sheet(shape)
    }

    fn beside(trees: &[SearchTree], title: &str, shape: Shape, gap: f64) -> Self {
        let pictures = Picture::row(trees, gap);
        let widths = pictures.iter().map(|picture| picture.width);
        let columns: Vec<i32> = widths.map(|width| width.max(LEAST_COLUMN)).collect();
        let between = BETWEEN_COLUMNS * (columns.len() as i32 - 1);
        let needed = columns.iter().sum::<i32>() + between;
        let mut arranged = Arrangement::without_trees(needed, title, shape);
        let labels = trees.iter().zip(&columns);
        let labels = labels.map(|(tree, &column)| sheet::label(&summary(tree), column));
        let labels: Vec<Vec<String>> = labels.collect();
        // All trees begin at the same height.
        let lines = labels.iter().map(Vec::len).max().unwrap_or(0);
        let (mut left, top) = ((arranged.size.0 - needed) / 2, arranged.size.1);
        for ((picture, label), column) in pictures.into_iter().zip(labels).zip(columns) {
            arranged.add(picture, label, (left, column), (top, lines));
            left += column + BETWEEN_COLUMNS;
        }
        arranged.on_its_sheet(shape)
    }

    /// The title and the key above trees that need so much width.
    fn without_trees(needed: i32, title: &str, shape: Shape) -> Self {
        let room = needed.max(LEAST_WIDTH);
        let title = match shape {
            Shape::Whole => sheet::title(title, room.min(BROADEST_TITLE)),
            Shape::Slide => Vec::new(),
        };
        let top = MARGIN + TITLE_LINE * title.len() as i32;
        Arrangement {
            size: (room + 2 * MARGIN, top + KEY_HEIGHT),
            title,
            key_at: (MARGIN, top),
            trees: Vec::new(),
        }
    }

    /// Adds a tree below its label, in the middle of a column, which has its left end and its width. The label has room for so many lines
    /// from its top.
    fn add(
        &mut self,
        picture: Picture,
        label: Vec<String>,
        (left, column): (i32, i32),
        (top, lines): (i32, usize),
    ) {
        let below = top + LABEL_LINE + LABEL_STEP * (lines.max(1) as i32 - 1);
        self.size.1 = self.size.1.max(below + picture.height);
        self.trees.push(Placed {
            at: (left + (column - picture.width) / 2, below),
            picture,
            label,
            label_at: (left, top),
        });
    }

    /// The same with a margin below. What a slide has beyond that is around the trees.
    fn on_its_sheet(mut self, shape: Shape) -> Self {
        let (width, height) = (self.size.0, self.size.1 + MARGIN);
        self.size = match shape {
            Shape::Whole => (width, height),
            Shape::Slide => {
                let width = width.max((height * 16 + 8) / 9);
                (width, width * 9 / 16)
            }
        };
        let (aside, down) = ((self.size.0 - width) / 2, (self.size.1 - height) / 2);
        self.key_at.0 += aside;
        for one in &mut self.trees {
            for at in [&mut one.at, &mut one.label_at] {
                *at = (at.0 + aside, at.1 + down);
            }
        }
        self
    }
}
