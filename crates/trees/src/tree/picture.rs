//! Trees as a picture: an SVG document with the bundled font, the same bytes on any machine.
//!
//! A node is a card: the move that leads to it, a house with its place in the order of visit and its value, its window, and how it
//! ended. Houses point up at nodes of MAX and down at those of MIN, as triangles do in textbooks. Branches join cards and cross
//! none, and all text is inside a card. So two texts cannot overlap if two cards do not.

mod card;
mod draw;

use super::{
    SearchTree,
    layout::{Item, middles},
    text::summary,
};
use card::Card;
use plybench_figures::{
    Drawing,
    sheet::{self, MARGIN},
};
use plybench_text::escape;

/// Between two cards side by side.
const GAP: f64 = 14.0;
/// Between two levels: more where branches reach far, so that they are not flat.
const BETWEEN_LEVELS: (i32, i32) = (46, 200);
/// A branch reaches at most so many times as far aside as down, as long as the levels may be apart.
const FLATTEST: i32 = 8;
/// Between two trees, one below the other.
const BETWEEN_TREES: i32 = 36;
/// The key needs this width.
const LEAST_WIDTH: i32 = 640;
/// Titles are broken at this width however broad the tree is.
const BROADEST_TITLE: i32 = 960;

/// Trees of one root as SVG, one below the other.
#[must_use]
pub fn svg(trees: &[SearchTree]) -> String {
    drawn(trees).drawing.svg()
}

/// The same as a PDF file of one page.
#[must_use]
pub fn pdf(trees: &[SearchTree]) -> Vec<u8> {
    drawn(trees).drawing.pdf()
}

/// A tree for a page: the picture as an SVG element, its width in units, and where its cards are. In the element, a group for the branch
/// of each card, then one for each card, follow what is always seen.
pub(super) fn inline(tree: &SearchTree) -> (String, i32, Vec<Place>) {
    let Drawn {
        drawing,
        size: (width, height),
        pictures,
    } = drawn(std::slice::from_ref(tree));
    let share = |part: i32, whole: i32| (f64::from(part) / f64::from(whole) * 1e6).round() / 1e4;
    let places = pictures.iter().flat_map(|(picture, (left, top))| {
        picture.cards.iter().map(move |card| {
            let (middle, above) = card.place;
            let across = [left + middle - card.width() / 2, card.width()];
            let down = [top + above, card.head() + card.body()];
            let [left, wide] = across.map(|part| share(part, width));
            let [top, high] = down.map(|part| share(part, height));
            (card.node, card.is_searched(), left, top, wide, high)
        })
    });
    (drawing.inline_svg(), width, places.collect())
}

/// Where a card is: its node or, of a move that was never searched, the node that has the move; whether it was searched; its left and
/// upper end, its width and its height, in per cent of the picture's from the upper left corner.
pub(super) type Place = (usize, bool, f64, f64, f64, f64);

/// A picture of trees.
struct Drawn {
    drawing: Drawing,
    /// The width and the height in units.
    size: (i32, i32),
    /// Each tree with its upper left corner.
    pictures: Vec<(Picture, (i32, i32))>,
}

fn drawn(trees: &[SearchTree]) -> Drawn {
    let pictures: Vec<Picture> = trees.iter().map(Picture::of).collect();
    let widest = pictures.iter().map(|picture| picture.width).max();
    let width = widest.unwrap_or(0).max(LEAST_WIDTH) + 2 * MARGIN;
    let root = escape::plain(trees.first().map_or("", |tree| &tree.root));
    let title = sheet::title(&root, width.min(BROADEST_TITLE) - 2 * MARGIN);
    let key_top = MARGIN + sheet::TITLE_LINE * title.len() as i32;
    let first = key_top + draw::KEY_HEIGHT;
    let below = |picture: &Picture| sheet::LABEL_LINE + picture.height + BETWEEN_TREES;
    let height = first + pictures.iter().map(below).sum::<i32>() - BETWEEN_TREES + MARGIN;
    let size = (width, height.max(first + MARGIN));
    let summaries: Vec<String> = trees.iter().map(summary).collect();
    let is_proof = trees.iter().any(|tree| tree.claim.is_some());
    let key = draw::key_in_words(is_proof);
    let description = format!("{}. {key}", summaries.join(". "));
    let mut drawing = Drawing::new(size, &format!("Search tree of {root}"), &description);
    let tops = (MARGIN..).step_by(sheet::TITLE_LINE as usize);
    for (line, top) in title.iter().zip(tops) {
        drawing.title(line, (MARGIN, top));
    }
    draw::key(&mut drawing, key_top, is_proof);
    let mut top = first;
    let place = |(picture, summary): (Picture, &String)| {
        drawing.label(summary, (MARGIN, top));
        let origin = ((width - picture.width) / 2, top + sheet::LABEL_LINE);
        draw::tree(&mut drawing, &picture, origin);
        top += below(&picture);
        (picture, origin)
    };
    Drawn {
        pictures: pictures.into_iter().zip(&summaries).map(place).collect(),
        drawing,
        size,
    }
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
    pub(super) fn of(tree: &SearchTree) -> Self {
        let mut cards: Vec<Card> = Vec::new();
        let roots = tree.roots();
        let roots: Vec<usize> = roots
            .map(|root| card::gather(tree, root, None, &mut cards))
            .collect();
        let items: Vec<Item> = (cards.iter())
            .map(|card| (card.width().into(), &card.below[..]))
            .collect();
        let middles = middles(&items, &roots, GAP);
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
