//! What is written at a node, and how much room it takes.

use crate::tree::{Branch, SearchTree, Side};
use plybench_figures::sheet::{SMALL, VALUE, bold_width, width};
use plybench_text::escape;

/// The height of a house and of a line of small text, the least width of a house, and what it has beside its value.
pub(super) const HOUSE: i32 = 44;
pub(super) const LINE: i32 = 15;
const LEAST_HOUSE: i32 = 40;
const BESIDE_VALUE: i32 = 20;
/// The part of a house's height that its roof takes.
pub(super) const ROOF: i32 = 16;
/// Cards of nodes are at least so wide, so that leaves with short windows are evenly spaced.
const LEAST_CARD: i32 = 44;

/// A node, or a move that was never searched.
pub(super) struct Card {
    /// The node or, of a move that was never searched, the node that has the move.
    pub(super) node: usize,
    /// How many cards are above it.
    pub(super) level: usize,
    /// The card above, by place.
    pub(super) above: Option<usize>,
    /// The cards below, by place.
    pub(super) below: Vec<usize>,
    /// Whether it was searched.
    pub(super) is_searched: bool,
    /// The side to move.
    pub(super) side: Side,
    /// The move that leads to it, above the house.
    pub(super) label: String,
    /// What the node is called.
    pub(super) name: String,
    pub(super) value: String,
    /// What is known below the house before the node has its value: its window or, of a move that was never searched, by whom it was
    /// skipped.
    pub(super) asked: Option<String>,
    /// How it ended, below that.
    pub(super) ending: Option<String>,
    pub(super) is_in_line: bool,
    /// Its middle and its top, from the upper left corner of the tree.
    pub(super) place: (i32, i32),
}

impl Card {
    pub(super) fn house_width(&self) -> i32 {
        (bold_width(&self.value, VALUE) + BESIDE_VALUE).max(LEAST_HOUSE)
    }

    /// Even, so that both halves are whole.
    pub(super) fn width(&self) -> i32 {
        let texts = self.lines().chain([&self.label]);
        let text = texts.map(|text| width(text, SMALL)).max().unwrap_or(0);
        let least = text.max(self.house_width()).max(LEAST_CARD);
        least + least % 2
    }

    /// What is written below the house.
    fn lines(&self) -> impl Iterator<Item = &String> {
        self.asked.iter().chain(&self.ending)
    }

    /// The height of what is above the house.
    pub(super) fn head(&self) -> i32 {
        if self.label.is_empty() { 0 } else { LINE }
    }

    /// The height of the house and what is below it.
    pub(super) fn body(&self) -> i32 {
        let text = LINE * self.lines().count() as i32;
        HOUSE + if text > 0 { text + 4 } else { 0 }
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
        let half = self.house_width() / 2;
        let text = format!("{} {}", self.name, self.value);
        boxes.push(([middle - half, house, middle + half, house + HOUSE], text));
        let below = house + HOUSE + 4;
        for (at, text) in self.lines().enumerate() {
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
    let level = above.map_or(0, |above| cards[above].level + 1);
    cards.push(Card {
        node: place,
        level,
        above,
        below: Vec::new(),
        is_searched: true,
        side: node.side(),
        label: escape::plain(&tree.drawn_label(node)),
        name: tree.drawn_name(&node.name),
        value: node.value_text(),
        asked: Some(tree.question(node)),
        ending: node.ending(),
        is_in_line: node.visit.is_in_line,
        place: (0, 0),
    });
    for branch in node.drawn() {
        let below = match branch {
            Branch::Searched(below) => gather(tree, below, Some(own), cards),
            Branch::Unsearched(one) => {
                let label = match one.is_bundle || tree.has_named_moves {
                    true => escape::plain(&one.mv),
                    false => String::new(),
                };
                cards.push(Card {
                    node: place,
                    level: level + 1,
                    above: Some(own),
                    below: Vec::new(),
                    is_searched: false,
                    side: node.side().other(),
                    label,
                    value: one.leaf_text(),
                    asked: one.skipped_by.map(|technique| format!("by {technique}")),
                    ending: None,
                    name: tree.drawn_name(&one.name),
                    is_in_line: false,
                    place: (0, 0),
                });
                cards.len() - 1
            }
        };
        cards[own].below.push(below);
    }
    own
}
