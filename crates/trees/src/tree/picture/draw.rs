//! Drawing cards, the branches between them, and the key.

use super::{
    Picture,
    card::{Card, HOUSE, LINE, ROOF},
};
use crate::tree::Side;
use plybench_figures::{
    Drawing,
    sheet::{Ink, MARGIN, SMALL, VALUE, width},
};

/// The key in words, for readers that do not see the picture.
const KEY: &str = "A node that points up has MAX to move, the side to move at the root; a node that points down has MIN to \
    move. Inside a node are its place in the order of visit and its value for MAX; below it are its window on entry and how it ended. \
    Broad lines are the best line. Dashed branches with a cross were never searched.";
pub(super) const KEY_HEIGHT: i32 = 76;

/// What stands below a node of a search, and of a proof.
const ASKED: [&str; 2] = ["window on entry", "plies left"];

/// A text of the key, which says what stands below a node.
fn of_proof(text: &str, is_proof: bool) -> String {
    text.replace(ASKED[0], ASKED[usize::from(is_proof)])
}

/// The key in words.
pub(super) fn key_in_words(is_proof: bool) -> String {
    of_proof(KEY, is_proof)
}

/// How broad lines are, in units.
const THIN: i32 = 1;
const BROAD: i32 = 3;
/// Half the size of the cross on a branch.
const CROSS: i32 = 6;

/// The key: what houses and branches mean.
pub(super) fn key(drawing: &mut Drawing, top: i32, is_proof: bool) {
    let (mut x, middle) = (MARGIN, top + HOUSE / 2);
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
    drawing.text(
        &of_proof(below, is_proof),
        (MARGIN, top + HOUSE + 8),
        Ink::Grey,
        false,
    );
}

/// A tree with its upper left corner at a place.
pub(super) fn tree(drawing: &mut Drawing, picture: &Picture, (left, top): (i32, i32)) {
    let place = |card: &Card| (left + card.place.0, top + card.place.1);
    // All branches first, so that no house is drawn over. A page shows each branch and each card when it is known: a root's branch
    // is an empty part.
    for card in &picture.cards {
        drawing.begin_part();
        let Some(above) = card.above else { continue };
        let over = &picture.cards[above];
        let (from_x, from_y) = place(over);
        let start = (from_x, from_y + over.head() + over.body() + 3);
        // Straight down past the texts of the neighbours, and then aside.
        let turn = (from_x, top + picture.level_ends[over.level] + 3);
        let (to_x, to_y) = place(card);
        let end = (to_x, to_y - if card.head() > 0 { 3 } else { 0 });
        let path = [start, turn, end];
        if card.is_searched() {
            let (ink, breadth) = searched(over.is_in_line && card.is_in_line);
            drawing.line(&path, ink, breadth);
        } else {
            drawing.dashed(&path, Ink::Grey);
            // Nearer to the lower end, where the branches of a node are apart.
            let way = |from: i32, to: i32| from + (to - from) * 3 / 5;
            cross(drawing, (way(turn.0, end.0), way(turn.1, end.1)));
        }
    }
    for card in &picture.cards {
        drawing.begin_part();
        draw_card(drawing, card, place(card));
    }
}

/// How lines of what was searched are drawn.
fn searched(is_in_line: bool) -> (Ink, i32) {
    match is_in_line {
        true => (Ink::Black, BROAD),
        false => (Ink::Dark, THIN),
    }
}

fn draw_card(drawing: &mut Drawing, card: &Card, (x, top): (i32, i32)) {
    let (ink, breadth) = match card.is_searched() {
        true => searched(card.is_in_line),
        false => (Ink::Grey, THIN),
    };
    if !card.label.is_empty() {
        drawing.text(&card.label, (x, top), ink, true);
    }
    let top = top + card.head();
    let mut below = top + 4;
    if let Some(side) = card.house {
        let look = (ink, breadth, !card.is_searched());
        house(drawing, side, (x, top, card.house_width()), look);
        // The number stands where the house is narrow, the value where it is wide.
        let (number, value) = match side {
            Side::Max => (top + 8, top + 24),
            Side::Min => (top + 29, top + 7),
        };
        if let Some(text) = &card.number {
            drawing.text(text, (x, number), Ink::Grey, true);
        }
        drawing.value(&card.value, (x, value), ink);
        below += HOUSE;
    }
    for (text, top) in card.lines.iter().zip((below..).step_by(LINE as usize)) {
        drawing.text(text, (x, top), Ink::Grey, true);
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
