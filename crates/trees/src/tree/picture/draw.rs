//! Drawing cards, the branches between them, and the key.

use super::{
    Picture,
    card::{Card, HOUSE, LINE, ROOF},
};
use crate::tree::Side;
use plybench_figures::{
    FigureError,
    sheet::{Ink, SMALL, Sheet, VALUE, width},
};

/// The key in words, for readers that do not see the picture.
pub(super) const KEY: &str = "A house that points up is a node where MAX moves, the side to move at the root; one that points down \
    is a node where MIN moves. In it are its place in the order of visit and its value as MAX sees it, below it the window on entry. \
    Broad lines are the best line. Dashed branches with a cross were never searched.";
pub(super) const KEY_HEIGHT: i32 = 76;

/// How broad lines are, in units.
const THIN: i32 = 1;
const BROAD: i32 = 3;
/// Half the size of the cross on a branch.
const CROSS: i32 = 6;

/// The key: what houses and branches mean.
pub(super) fn key(sheet: &mut Sheet, top: i32) -> Result<(), FigureError> {
    let left = super::MARGIN;
    let mut x = left;
    let middle = top + HOUSE / 2;
    let say = |sheet: &mut Sheet, words, x: &mut i32, beside| {
        sheet.text(words, (*x + beside, middle - SMALL / 2), Ink::Dark, false)?;
        *x += beside + width(words, SMALL) + 24;
        Ok::<(), FigureError>(())
    };
    for (side, words) in [(Side::Max, "MAX moves"), (Side::Min, "MIN moves")] {
        let sample = (x + 20, top, 40);
        house(sheet, side, sample, (Ink::Dark, THIN, false))?;
        say(sheet, words, &mut x, 48)?;
    }
    sheet.line(&[(x, middle), (x + 36, middle)], Ink::Dark, BROAD)?;
    say(sheet, "best line", &mut x, 44)?;
    sheet.dashed(&[(x, middle), (x + 36, middle)], Ink::Grey)?;
    cross(sheet, (x + 18, middle))?;
    say(sheet, "never searched", &mut x, 44)?;
    sheet.text(
        "In a house: order of visit, value as MAX sees it. Below it: window on entry, how it ended.",
        (left, top + HOUSE + 8),
        Ink::Grey,
        false,
    )
}

/// A tree with its upper left corner at a place.
pub(super) fn tree(
    sheet: &mut Sheet,
    picture: &Picture,
    (left, top): (i32, i32),
) -> Result<(), FigureError> {
    let place = |at: usize| {
        let (x, y) = picture.places[at];
        (left + x, top + y)
    };
    // All branches first, so that no house is drawn over. A page shows each branch and each card when it is known: a root's branch
    // is an empty part.
    for (at, card) in picture.cards.iter().enumerate() {
        sheet.begin_part();
        let Some(above) = card.above else { continue };
        let (from_x, from_y) = place(above);
        let over = &picture.cards[above];
        let start = (from_x, from_y + over.head() + over.body() + 3);
        // Straight down past the texts of the neighbours, and then aside.
        let turn = (from_x, top + picture.level_ends[over.level] + 3);
        let (to_x, to_y) = place(at);
        let end = (to_x, to_y - if card.head() > 0 { 3 } else { 0 });
        let path = [start, turn, end];
        if card.is_searched() {
            let is_best = over.is_in_line && card.is_in_line;
            let (ink, breadth) = if is_best {
                (Ink::Black, BROAD)
            } else {
                (Ink::Dark, THIN)
            };
            sheet.line(&path, ink, breadth)?;
        } else {
            sheet.dashed(&path, Ink::Grey)?;
            // Nearer to the lower end, where the branches of a node are apart.
            let way = |from: i32, to: i32| from + (to - from) * 3 / 5;
            cross(sheet, (way(turn.0, end.0), way(turn.1, end.1)))?;
        }
    }
    for (at, card) in picture.cards.iter().enumerate() {
        sheet.begin_part();
        draw_card(sheet, card, place(at))?;
    }
    Ok(())
}

fn draw_card(sheet: &mut Sheet, card: &Card, (x, top): (i32, i32)) -> Result<(), FigureError> {
    let (ink, breadth) = match (card.is_searched(), card.is_in_line) {
        (true, true) => (Ink::Black, BROAD),
        (true, false) => (Ink::Dark, THIN),
        (false, _) => (Ink::Grey, THIN),
    };
    if !card.label.is_empty() {
        sheet.text(&card.label, (x, top), ink, true)?;
    }
    let top = top + card.head();
    let mut below = top + 4;
    if let Some(side) = card.house {
        house(
            sheet,
            side,
            (x, top, card.house_width()),
            (ink, breadth, !card.is_searched()),
        )?;
        // The number stands where the house is narrow, the value where it is wide.
        let (number, value) = match side {
            Side::Max => (top + 8, top + 24),
            Side::Min => (top + 29, top + 7),
        };
        if let Some(text) = &card.number {
            sheet.text(text, (x, number), Ink::Grey, true)?;
        }
        sheet.value(&card.value, (x, value), ink)?;
        below += HOUSE;
    }
    for (text, top) in card.lines.iter().zip((below..).step_by(LINE as usize)) {
        sheet.text(text, (x, top), Ink::Grey, true)?;
    }
    Ok(())
}

/// A house with the middle of its top at a place: a node that was searched is filled, one that was not is dashed.
fn house(
    sheet: &mut Sheet,
    side: Side,
    (x, top, wide): (i32, i32, i32),
    (ink, breadth, is_dashed): (Ink, i32, bool),
) -> Result<(), FigureError> {
    let (left, right, bottom) = (x - wide / 2, x + wide / 2, top + HOUSE);
    let corners = [
        (x, top),
        (right, top + ROOF),
        (right, bottom),
        (left, bottom),
        (left, top + ROOF),
    ];
    let corners = corners.map(|(along, down)| match side {
        Side::Max => (along, down),
        // Turned by half a circle.
        Side::Min => (2 * x - along, top + bottom - down),
    });
    let outline: Vec<(i32, i32)> = corners
        .into_iter()
        .chain([corners[0], corners[1]])
        .collect();
    if is_dashed {
        return sheet.dashed(&outline[..=corners.len()], ink);
    }
    let fill = match side {
        Side::Max => Ink::White,
        Side::Min => Ink::Pale,
    };
    sheet.area(&corners, fill)?;
    // Once around and one side more, so that the first corner is joined as the others are.
    sheet.line(&outline, ink, breadth)
}

fn cross(sheet: &mut Sheet, (x, y): (i32, i32)) -> Result<(), FigureError> {
    let (left, right) = (x - CROSS, x + CROSS);
    sheet.line(&[(left, y - CROSS), (right, y + CROSS)], Ink::Cut, 2)?;
    sheet.line(&[(left, y + CROSS), (right, y - CROSS)], Ink::Cut, 2)
}

/// The value is written in this size, and has to fit into the wide part of a house.
const _: () = assert!(VALUE + ROOF < HOUSE);
