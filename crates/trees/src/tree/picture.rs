//! Trees as a picture: an SVG document with the bundled font, the same bytes on any machine.
//!
//! A node is a card: the move that leads to it, a house with its place in the order of visit and its value, its window, and how it
//! ended. Houses point up at nodes of MAX and down at those of MIN, as triangles do in textbooks. Branches join cards and cross
//! none, and all text is inside a card. So two texts cannot overlap if two cards do not.

mod arrangement;
mod card;
mod draw;

use super::{
    SearchTree,
    layout::{Item, middles},
    text::summary,
};
use arrangement::Arrangement;
use card::Card;
use plybench_figures::{
    Drawing, FigureError,
    sheet::{self, MARGIN, SMALL},
};
use plybench_text::escape;

/// Between two cards side by side in a picture.
pub(super) const GAP: f64 = 14.0;
/// The same on a page, where two trees stand beside each other.
pub(super) const INLINE_GAP: f64 = 2.0;
/// Between two levels: more where branches reach far, so that they are not flat.
const BETWEEN_LEVELS: (i32, i32) = (34, 200);
/// A branch reaches at most so many times as far aside as down, as long as the levels may be apart.
const FLATTEST: i32 = 8;
/// Around a tree on a page.
const INLINE_MARGIN: i32 = 4;

/// The shape of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// As the trees need it, below a title.
    #[default]
    Whole,
    /// 16:9, without a title; trees stand side by side where that makes them larger.
    Slide,
}

/// Trees of one root as SVG, one below the other.
#[must_use]
pub fn svg(trees: &[SearchTree], shape: Shape) -> String {
    drawn(trees, shape).svg()
}

/// The same as a PDF file of one page.
#[must_use]
pub fn pdf(trees: &[SearchTree], shape: Shape) -> Vec<u8> {
    drawn(trees, shape).pdf()
}

/// The same as PNG.
///
/// # Errors
/// If it is too large to be kept in memory.
pub fn png(trees: &[SearchTree], shape: Shape) -> Result<Vec<u8>, FigureError> {
    drawn(trees, shape).png()
}

/// The height of the smallest text of a picture, in pixels, on a screen of this width.
#[must_use]
pub fn smallest_text(trees: &[SearchTree], shape: Shape, screen: f64) -> f64 {
    let (width, _) = Arrangement::of(trees, "", shape).size;
    f64::from(SMALL) * screen / f64::from(width)
}

/// A tree for a page: the picture as an SVG element, its width and height in units, and where its houses are. In the element,
/// a group for the outline of each card is followed by one for each branch, one for each house, one for what is known of each as its node is entered, and one
/// for what is known as it is left.
pub(super) fn inline(tree: &SearchTree) -> (String, (i32, i32), Vec<Place>) {
    let picture = Picture::of(tree, INLINE_GAP);
    let size = (
        picture.width + 2 * INLINE_MARGIN,
        picture.height + 2 * INLINE_MARGIN,
    );
    let mut drawing = Drawing::new(size, &summary(tree), "");
    let at = (INLINE_MARGIN, INLINE_MARGIN);
    draw::outlines(&mut drawing, &picture, at);
    draw::tree(&mut drawing, &picture, at);
    let place = |card: &Card| {
        let ((middle, top), wide) = (card.place, card.house_width());
        let left = INLINE_MARGIN + middle - wide / 2;
        (
            card.node,
            card.is_searched,
            left,
            INLINE_MARGIN + top + card.head(),
            wide,
        )
    };
    let places = picture.cards.iter().map(place).collect();
    (drawing.inline_svg(), size, places)
}

/// Where a house is: its node or, of a move that was never searched, the node that has the move; whether it was searched; its left and
/// upper end and its width, in units from the picture's upper left corner.
pub(super) type Place = (usize, bool, i32, i32, i32);

fn drawn(trees: &[SearchTree], shape: Shape) -> Drawing {
    let told = draw::Told {
        is_proof: trees.iter().any(|tree| tree.claim.is_some()),
        has_letters: (trees.iter().flat_map(|tree| tree.nodes.first()))
            .any(|node| node.name != "1"),
    };
    let root = escape::plain(trees.first().map_or("", |tree| &tree.root));
    let arranged = Arrangement::of(trees, &root, shape);
    let summaries: Vec<String> = trees.iter().map(summary).collect();
    let description = format!("{}. {}", summaries.join(". "), told.in_words());
    let title = format!("Search tree of {root}");
    let mut drawing = Drawing::new(arranged.size, &title, &description);
    let tops = (MARGIN..).step_by(sheet::TITLE_LINE as usize);
    for (line, top) in arranged.title.iter().zip(tops) {
        drawing.title(line, (MARGIN, top));
    }
    draw::key(&mut drawing, arranged.key_top, told);
    for one in &arranged.trees {
        let tops = (one.label_at.1..).step_by(sheet::LABEL_STEP as usize);
        for (line, top) in one.label.iter().zip(tops) {
            drawing.label(line, (one.label_at.0, top));
        }
        draw::tree(&mut drawing, &one.picture, one.at);
    }
    drawing
}

/// A tree with the places of its cards.
pub(super) struct Picture {
    cards: Vec<Card>,
    /// Where each level ends.
    level_ends: Vec<i32>,
    width: i32,
    height: i32,
}

impl Picture {
    /// The picture with so much room between two cards.
    pub(super) fn of(tree: &SearchTree, gap: f64) -> Self {
        let mut cards: Vec<Card> = Vec::new();
        let roots = tree.roots();
        let roots: Vec<usize> = roots
            .map(|root| card::gather(tree, root, None, &mut cards))
            .collect();
        let items: Vec<Item> = (cards.iter())
            .map(|card| (card.width().into(), &card.below[..]))
            .collect();
        let middles = middles(&items, &roots, gap);
        // Of each level: the most that is above a house, the most from there on, and how far a branch to it reaches aside.
        let mut levels: Vec<[i32; 3]> = Vec::new();
        for (card, middle) in cards.iter().zip(&middles) {
            let aside = card.above.map_or(0.0, |above| middle - middles[above]);
            levels.resize(levels.len().max(card.level + 1), [0; 3]);
            let sizes = [card.head(), card.body(), aside.abs() as i32];
            for (most, size) in levels[card.level].iter_mut().zip(sizes) {
                *most = size.max(*most);
            }
        }
        let (mut tops, mut level_ends, mut end) = (Vec::new(), Vec::new(), 0);
        for (level, [head, body, reach]) in levels.into_iter().enumerate() {
            if level > 0 {
                let (least, most) = BETWEEN_LEVELS;
                end += (reach / FLATTEST).clamp(least, most);
            }
            tops.push(end + head);
            end += head + body;
            level_ends.push(end);
        }
        let right = |(middle, (width, _)): (&f64, &Item)| (middle + width / 2.0).ceil() as i32;
        let width = middles.iter().zip(&items).map(right).max();
        for (card, middle) in cards.iter_mut().zip(&middles) {
            // Houses of a level stand in a row; the moves above them differ in height.
            card.place = (middle.round() as i32, tops[card.level] - card.head());
        }
        Picture {
            cards,
            height: end,
            level_ends,
            width: width.unwrap_or(0),
        }
    }

    /// The boxes of all texts: left, top, right and bottom, from the upper left corner of the tree.
    #[cfg(test)]
    pub(super) fn boxes(&self) -> Vec<([i32; 4], String)> {
        self.cards.iter().flat_map(Card::boxes).collect()
    }

    /// The size in units.
    #[cfg(test)]
    pub(super) fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }
}
