//! Trees as a picture: an SVG document with the bundled font, the same bytes on any machine.
//!
//! A node is a card: the move that leads to it, a house with its place in the order of visit and its value, its window, and how it
//! ended. Houses point up at nodes of MAX and down at those of MIN, as triangles do in textbooks. Branches join cards and cross
//! none, and all text is inside a card. So two texts cannot overlap if two cards do not.

pub(super) mod arrangement;
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
/// The same on a page and on a slide, where two trees may stand side by side.
pub(super) const TIGHT_GAP: f64 = 2.0;
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

/// Trees of one root as SVG.
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

/// Trees for a page, side by side: each picture as an SVG element, its width and height in units, and where its houses are. In the element,
/// a group for the outline of each card is followed by one for each branch, one for each house, one for what is known of each as its node is entered, and one
/// for what is known as it is left.
pub(super) fn inline(trees: &[SearchTree]) -> Vec<Inline> {
    let pictures = trees.iter().zip(Picture::row(trees, TIGHT_GAP));
    pictures
        .map(|(tree, picture)| drawn_inline(tree, &picture))
        .collect()
}

/// A tree on a page: its SVG element, its size and its places.
pub(super) type Inline = (String, (i32, i32), Vec<Place>);

fn drawn_inline(tree: &SearchTree, picture: &Picture) -> Inline {
    let size = (
        picture.width + 2 * INLINE_MARGIN,
        picture.height + 2 * INLINE_MARGIN,
    );
    let mut drawing = Drawing::new(size, &summary(tree), "");
    let at = (INLINE_MARGIN, INLINE_MARGIN);
    draw::outlines(&mut drawing, picture, at);
    draw::tree(&mut drawing, picture, at);
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
    draw::key(&mut drawing, arranged.key_at, told);
    for one in &arranged.trees {
        let tops = (one.label_at.1..).step_by(sheet::LABEL_STEP as usize);
        for (line, top) in one.label.iter().zip(tops) {
            drawing.label(line, (one.label_at.0, top));
        }
        draw::tree(&mut drawing, &one.picture, one.at);
    }
    drawing
}

/// The cards of a tree and where their middles are, with so much room between two cards.
fn laid_out(tree: &SearchTree, gap: f64) -> (Vec<Card>, Vec<f64>) {
    let mut cards: Vec<Card> = Vec::new();
    let roots = tree.roots();
    let roots: Vec<usize> = roots
        .map(|root| card::gather(tree, root, None, &mut cards))
        .collect();
    let items: Vec<Item> = (cards.iter())
        .map(|card| (card.width().into(), &card.below[..]))
        .collect();
    let middles = middles(&items, &roots, gap);
    (cards, middles)
}

fn levels(cards: &[Card], middles: &[f64]) -> Levels {
    let mut levels = Levels::new();
    for (card, middle) in cards.iter().zip(middles) {
        let aside = card.above.map_or(0.0, |above| middle - middles[above]);
        levels.resize(levels.len().max(card.level + 1), [0; 3]);
        let sizes = [card.head(), card.body(), aside.abs() as i32];
        for (most, size) in levels[card.level].iter_mut().zip(sizes) {
            *most = size.max(*most);
        }
    }
    levels
}

/// A tree with the places of its cards.
pub(super) struct Picture {
    cards: Vec<Card>,
    /// Where each level ends.
    level_ends: Vec<i32>,
    width: i32,
    height: i32,
}

/// Of each level of a tree: the most that is above a house, the most from there on, and how far a branch to it reaches aside.
type Levels = Vec<[i32; 3]>;

impl Picture {
    /// The picture with so much room between two cards.
    pub(super) fn of(tree: &SearchTree, gap: f64) -> Self {
        let (cards, middles) = laid_out(tree, gap);
        let levels = levels(&cards, &middles);
        Picture::with(cards, &middles, &levels)
    }

    /// The pictures of trees that stand side by side: equal levels have equal heights.
    pub(super) fn row(trees: &[SearchTree], gap: f64) -> Vec<Self> {
        let all: Vec<_> = trees.iter().map(|tree| laid_out(tree, gap)).collect();
        let mut common = Levels::new();
        for (cards, middles) in &all {
            let levels = levels(cards, middles);
            common.resize(common.len().max(levels.len()), [0; 3]);
            for (most, sizes) in common.iter_mut().zip(levels) {
                *most = std::array::from_fn(|at| most[at].max(sizes[at]));
            }
        }
        let all = all.into_iter();
        all.map(|(cards, middles)| Picture::with(cards, &middles, &common))
            .collect()
    }

    /// The picture of cards with these middles, on levels that are at least as large as theirs.
    fn with(mut cards: Vec<Card>, middles: &[f64], levels: &Levels) -> Self {
        let deepest = cards.iter().map(|card| card.level).max().unwrap_or(0);
        let (mut tops, mut level_ends, mut end) = (Vec::new(), Vec::new(), 0);
        for (level, [head, body, reach]) in levels.iter().enumerate().take(deepest + 1) {
            if level > 0 {
                let (least, most) = BETWEEN_LEVELS;
                end += (reach / FLATTEST).clamp(least, most);
            }
            tops.push(end + head);
            end += head + body;
            level_ends.push(end);
        }
        let right =
            |(middle, card): (&f64, &Card)| (middle + f64::from(card.width()) / 2.0).ceil() as i32;
        let width = middles.iter().zip(&cards).map(right).max();
        for (card, middle) in cards.iter_mut().zip(middles) {
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
