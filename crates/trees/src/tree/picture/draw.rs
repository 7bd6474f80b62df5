//! Drawing cards, the branches between them, and the key.

use super::{
    Picture,
    card::{Card, HOUSE, LINE, ROOF},
};
use crate::tree::Side;
use plybench_figures::{
    Drawing,
    sheet::{Ink, SMALL, VALUE, width},
};

/// The key in words, for readers that do not see the picture.
const KEY: &str = "A node that points up has MAX to move, the side to move at the root; a node that points down has MIN to \
    move. Inside a node are its place in the order of visit and its value for MAX; below it are its window on entry and how it ended. \
    Broad lines are the best line. Dashed branches with a cross were never searched.";
pub(super) const KEY_HEIGHT: i32 = 76;

/// What is special about the trees of a picture.
#[derive(Clone, Copy)]
pub(super) struct Told {
    /// Whether they are proofs, which have no windows.
    pub(super) is_proof: bool,
    /// Whether nodes have letters.
    pub(super) has_letters: bool,
}

impl Told {
    /// A text of the key, which says what stands in a node and below it.
    fn of(self, text: &str) -> String {
        let text = match self.is_proof {
            true => text.replace("window on entry", "plies left"),
            false => text.to_owned(),
        };
        match self.has_letters {
            true => text
                .replace("place in the order of visit", "name")
                .replace("order of visit", "name"),
            false => text,
        }
    }

    /// The key in words.
    pub(super) fn in_words(self) -> String {
        self.of(KEY)
    }
}

/// How broad lines are, in units.
const THIN: i32 = 1;
const BROAD: i32 = 3;
/// Half the size of the cross on a branch.
const CROSS: i32 = 6;

/// The key: what houses and branches mean.
pub(super) fn key(drawing: &mut Drawing, (left, top): (i32, i32), told: Told) {
    let (mut x, middle) = (left, top + HOUSE / 2);
    // Words beside a sample, and how far the next sample begins from this one.
    let say = |drawing: &mut Drawing, words, x: &mut i32, beside| {
        drawing.text(words, (*x + beside, middle - SMALL / 2), Ink::Dark, false);
        *x += beside + width(words, SMALL) + 24;
    };
    for (side, words) in [(Side::Max, "MAX moves"), (Side::Min, "MIN moves")] {
        let look = (Ink::Dark, THIN, false);
        house(drawing, side, (x + 20, top, 40), look);
        say(drawing, words, &mut x, 48);
    }
    drawing.line(&[(x, middle), (x + 36, middle)], Ink::Dark, BROAD);
    say(drawing, "best line", &mut x, 44);
    drawing.dashed(&[(x, middle), (x + 36, middle)], Ink::Grey);
    cross(drawing, (x + 18, middle));
    say(drawing, "never searched", &mut x, 44);
    let below =
        "Inside a node: order of visit, value for MAX. Below it: window on entry, how it ended.";
    drawing.text(&told.of(below), (left, top + HOUSE + 8), Ink::Grey, false);
}

/// A tree with its upper left corner at a place.
pub(super) fn tree(drawing: &mut Drawing, picture: &Picture, (left, top): (i32, i32)) {
    let place = |card: &Card| (left + card.place.0, top + card.place.1);
    // All branches first, so that no house is drawn over. A page shows each part of a card when it is known: a root's branch is an
    // empty part.
    for card in &picture.cards {
        drawing.begin_part();
        let Some(above) = card.above else { continue };
        let over = &picture.cards[above];
        let path = branch(picture, (over, place(over)), (card, place(card)), top);
        if card.is_searched {
            let (ink, breadth) = searched(over.is_in_line && card.is_in_line);
            drawing.line(&path, ink, breadth);
        } else {
            drawing.dashed(&path, Ink::Grey);
            // Nearer to the lower end, where the branches of a node are apart.
            let way = |from: i32, to: i32| from + (to - from) * 3 / 5;
            let [_, turn, end] = path;
            cross(drawing, (way(turn.0, end.0), way(turn.1, end.1)));
        }
    }
    for part in [outline, question, answer] {
        for card in &picture.cards {
            drawing.begin_part();
            part(drawing, card, place(card));
        }
    }
}

/// The outlines of all cards, alike whether they are searched or not: what a page shows of those that are not visited yet. Each is a part.
pub(super) fn outlines(drawing: &mut Drawing, picture: &Picture, (left, top): (i32, i32)) {
    let place = |card: &Card| (left + card.place.0, top + card.place.1);
    for card in &picture.cards {
        drawing.begin_part();
        let at = place(card);
        if let Some(above) = card.above {
            let over = &picture.cards[above];
            // From below the texts of the level, which are not seen yet: where a node has more of them, it will be cut.
            let [_, turn, end] = branch(picture, (over, place(over)), (card, at), top);
            drawing.line(&[turn, end], Ink::Grey, THIN);
        }
        let at = (at.0, at.1 + card.head(), card.house_width());
        house(drawing, card.side, at, (Ink::Grey, THIN, false));
    }
}

/// The way from a card to one below it: straight down past the texts of the neighbours, and then aside.
fn branch(
    picture: &Picture,
    (over, (from_x, from_y)): (&Card, (i32, i32)),
    (card, (to_x, to_y)): (&Card, (i32, i32)),
    top: i32,
) -> [(i32, i32); 3] {
    let start = (from_x, from_y + over.head() + over.body() + 3);
    let turn = (from_x, top + picture.level_ends[over.level] + 3);
    let end = (to_x, to_y - if card.head() > 0 { 3 } else { 0 });
    [start, turn, end]
}

/// How lines of what was searched are drawn.
fn searched(is_in_line: bool) -> (Ink, i32) {
    match is_in_line {
        true => (Ink::Black, BROAD),
        false => (Ink::Dark, THIN),
    }
}

/// How a card is drawn.
fn look(card: &Card) -> (Ink, i32) {
    match card.is_searched {
        true => searched(card.is_in_line),
        false => (Ink::Grey, THIN),
    }
}

/// The house of a card.
fn outline(drawing: &mut Drawing, card: &Card, (x, top): (i32, i32)) {
    let (ink, breadth) = look(card);
    let place = (x, top + card.head(), card.house_width());
    house(drawing, card.side, place, (ink, breadth, !card.is_searched));
}

/// What is known of a card when its node is entered: the move, its name and its window.
fn question(drawing: &mut Drawing, card: &Card, (x, top): (i32, i32)) {
    if !card.label.is_empty() {
        drawing.text(&card.label, (x, top), look(card).0, true);
    }
    let house = top + card.head();
    // The name stands where the house is narrow, the value where it is wide.
    let name = match card.side {
        Side::Max => house + 8,
        Side::Min => house + 29,
    };
    if !card.name.is_empty() {
        drawing.text(&card.name, (x, name), Ink::Grey, true);
    }
    if let Some(text) = &card.asked {
        drawing.text(text, (x, house + HOUSE + 4), Ink::Grey, true);
    }
}

/// What is known of a card when its node is left: its value, and how it ended.
fn answer(drawing: &mut Drawing, card: &Card, (x, top): (i32, i32)) {
    let house = top + card.head();
    let value = match card.side {
        Side::Max => house + 24,
        Side::Min => house + 7,
    };
    if !card.value.is_empty() {
        drawing.value(&card.value, (x, value), look(card).0);
    }
    if let Some(text) = &card.ending {
        let line = i32::from(card.asked.is_some()) * LINE;
        drawing.text(text, (x, house + HOUSE + 4 + line), Ink::Grey, true);
    }
}

/// A house with the middle of its top at a place: a node that was searched is filled, one that was not is dashed.
fn house(
    drawing: &mut Drawing,
    side: Side,
    (x, top, wide): (i32, i32, i32),
    (ink, breadth, is_dashed): (Ink, i32, bool),
) {
    let (left, right, bottom) = (x - wide / 2, x + wide / 2, top + HOUSE);
    let corners = [
        (x, top),
        (right, top + ROOF),
        (right, bottom),
        (left, bottom),
        (left, top + ROOF),
    ];
    // A house of MIN is turned by half a circle.
    let (corners, fill) = match side {
        Side::Max => (corners, Ink::White),
        Side::Min => {
            let turned = corners.map(|(along, down)| (2 * x - along, top + bottom - down));
            (turned, Ink::Pale)
        }
    };
    // Once around and one side more, so that the first corner is joined as the others are.
    let outline = [&corners[..], &corners[..2]].concat();
    if is_dashed {
        return drawing.dashed(&outline[..=corners.len()], ink);
    }
    drawing.area(&corners, fill);
    drawing.line(&outline, ink, breadth);
}

fn cross(drawing: &mut Drawing, (x, y): (i32, i32)) {
    let (left, right) = (x - CROSS, x + CROSS);
    drawing.line(&[(left, y - CROSS), (right, y + CROSS)], Ink::Cut, 2);
    drawing.line(&[(left, y + CROSS), (right, y - CROSS)], Ink::Cut, 2);
}

/// The value is written in this size, and has to fit into the wide part of a house.
const _: () = assert!(VALUE + ROOF < HOUSE);
