//! What is written at a node, and how much room it takes.

use plybench_checker::trace::NOBODY;

use crate::tree::{Branch, SearchTree, Side};
use plybench_figures::sheet::{SMALL, VALUE, bold_width, width};
use plybench_text::escape;

/// The height of a house and of a line of small text, the least width of a house, and what it has beside its value.
pub(super) const HOUSE: i32 = 44;
pub(super) const LINE: i32 = 15;
const LEAST_HOUSE: i32 = 50;
const BESIDE_VALUE: i32 = 20;
/// The part of a house's height that its roof takes.
pub(super) const ROOF: i32 = 16;
/// Cards of nodes are at least so wide, so that leaves are evenly spaced.
const LEAST_CARD: i32 = 64;

/// A node, or a move that was never searched.
#[derive(Default)]
pub(super) struct Card {
    /// The node or, of a move that was never searched, the node that has the move.
    pub(super) node: usize,
    /// How many cards are above it.
    pub(super) level: usize,
    /// The card above, by place.
    pub(super) above: Option<usize>,
    /// The cards below, by place.
    pub(super) below: Vec<usize>,
    /// The side to move; none if what is there has no house: several moves.
    pub(super) house: Option<Side>,
    /// The move that leads to it, above the house.
    pub(super) label: String,
    /// The place in the order of visit; none if it was never searched.
    pub(super) number: Option<String>,
    pub(super) value: String,
    /// What is written below the house.
    pub(super) lines: Vec<String>,
    pub(super) is_in_line: bool,
    /// Its middle and its top, from the upper left corner of the tree.
    pub(super) place: (i32, i32),
}

impl Card {
    pub(super) fn is_searched(&self) -> bool {
        self.number.is_some()
    }

    pub(super) fn house_width(&self) -> i32 {
        (bold_width(&self.value, VALUE) + BESIDE_VALUE).max(LEAST_HOUSE)
    }

    pub(super) fn width(&self) -> i32 {
        let texts = self.lines.iter().chain([&self.label]);
        let text = texts.map(|text| width(text, SMALL)).max().unwrap_or(0);
        let house = self.house.map_or(0, |_| self.house_width());
        text.max(house).max(LEAST_CARD)
    }

    /// The height of what is above the house.
    pub(super) fn head(&self) -> i32 {
        if self.label.is_empty() { 0 } else { LINE }
    }

    /// The height of the house and what is below it.
    pub(super) fn body(&self) -> i32 {
        let house = self.house.map_or(0, |_| HOUSE);
        let text = LINE * self.lines.len() as i32;
        house + if text > 0 { text + 4 } else { 0 }
    }

    /// The boxes of its texts: left, top, right and bottom.
    #[cfg(test)]
    pub(super) fn boxes(&self) -> Vec<([i32; 4], String)> {
        let (middle, top) = self.place;
        let line = |text: &String, top: i32| {
            let half = (width(text, SMALL) + 1) / 2;
            (
                [middle - half, top, middle + half, top + SMALL],
                text.clone(),
            )
        };
        let mut boxes = Vec::new();
        let house = top + self.head();
        if !self.label.is_empty() {
            boxes.push(line(&self.label, top));
        }
        if self.house.is_some() {
            let half = self.house_width() / 2;
            let text = format!("{} {}", self.number.clone().unwrap_or_default(), self.value);
            boxes.push(([middle - half, house, middle + half, house + HOUSE], text));
        }
        let below = house + self.house.map_or(0, |_| HOUSE) + 4;
        for (at, text) in self.lines.iter().enumerate() {
            boxes.push(line(text, below + LINE * at as i32));
        }
        boxes
    }
}

/// Adds the card of a node and those below it. Returns its place.
pub(super) fn gather(
    tree: &SearchTree,
    place: usize,
    above: Option<usize>,
    cards: &mut Vec<Card>,
) -> usize {
    let node = &tree.nodes[place];
    let own = cards.len();
    let mut label = node.label();
    // In a tree that lists its moves, the place from left to right is the move.
    if !tree.has_named_moves && node.visit.asked_by == NOBODY && !label.ends_with("again") {
        label.clear();
    }
    let window = tree.question(node);
    let level = above.map_or(0, |above| cards[above].level + 1);
    cards.push(Card {
        node: place,
        level,
        above,
        house: Some(node.side()),
        label: escape::plain(&label),
        number: Some((place + 1).to_string()),
        value: node.value_text(),
        lines: [window].into_iter().chain(node.ending()).collect(),
        is_in_line: node.visit.is_in_line,
        ..Card::default()
    });
    for branch in node.drawn() {
        let below = match branch {
            Branch::Searched(below) => gather(tree, below, Some(own), cards),
            Branch::Unsearched(one) => {
                // A position that would have been searched further has nothing to show but its move.
                let has_house = !(one.is_bundle || one.leaf.is_none() && tree.has_named_moves);
                let label = match one.is_bundle || tree.has_named_moves {
                    true => escape::plain(&one.mv),
                    false => String::new(),
                };
                let by = one.skipped_by.map(|technique| format!("by {technique}"));
                cards.push(Card {
                    node: place,
                    level: level + 1,
                    above: Some(own),
                    house: has_house.then_some(node.side().other()),
                    label,
                    value: one.leaf_text(),
                    lines: by.into_iter().collect(),
                    ..Card::default()
                });
                cards.len() - 1
            }
        };
        cards[own].below.push(below);
    }
    own
}
