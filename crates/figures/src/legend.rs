//! Rows of names below the title, each with the mark of its series, band or tiles.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    Figure, FigureError, Style,
    canvas::FINE,
    pen::{Area, LABEL, MARGIN, drawing, fine, ink, pale, width},
    style::{Colour, DARK},
};

/// Height of a row, width of a mark and what is left free between a mark and its name and after that, in units.
const ROW: i32 = 24;
const MARK: i32 = 36;
const GAP: i32 = 8;
const BETWEEN: i32 = 28;

/// What a key shows beside its name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    Series(Style),
    Band(Colour),
    Tiles(Colour, f64),
}

/// A name with its mark, and where the mark begins: its left end, and its middle from above.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    label: String,
    sign: Sign,
    left: i32,
    middle: i32,
}

/// What has a mark in one of the panels and a name, each name once, in the order of the panels' series.
fn signs(figure: &Figure) -> Vec<(&str, Sign)> {
    // With whether it is drawn anywhere: one that is empty here keeps its place if it is drawn there.
    let mut signs: Vec<(&str, Sign, bool)> = Vec::new();
    let mut add = |label, sign, is_drawn| match signs.iter_mut().find(|(other, ..)| *other == label)
    {
        Some((_, _, was_drawn)) => *was_drawn |= is_drawn,
        None => signs.push((label, sign, is_drawn)),
    };
    for panel in &figure.panels {
        for series in &panel.series {
            let is_drawn = !series.points.is_empty();
            add(series.label.as_str(), Sign::Series(series.style), is_drawn);
        }
        for band in &panel.bands {
            let is_drawn = !band.edges.is_empty();
            add(&band.label, Sign::Band(band.colour), is_drawn);
        }
        for tiles in &panel.tiles {
            let sign = Sign::Tiles(tiles.colour, tiles.strength);
            add(&tiles.label, sign, !tiles.tiles.is_empty());
        }
    }
    let drawn = signs
        .into_iter()
        .filter(|(label, _, is_drawn)| *is_drawn && !label.is_empty());
    drawn.map(|(label, sign, _)| (label, sign)).collect()
}

/// The keys in rows of a figure of this width, the first with its upper end here.
pub(super) fn keys(figure: &Figure, top: i32, breadth: i32) -> Vec<Key> {
    let (mut left, mut middle) = (MARGIN, top + ROW / 2);
    let key = |(label, sign): (&str, Sign)| {
        let room = MARK + GAP + width(label, LABEL);
        if left > MARGIN && left + room > breadth - MARGIN {
            (left, middle) = (MARGIN, middle + ROW);
        }
        let key = Key {
            label: label.to_owned(),
            sign,
            left,
            middle,
        };
        left += room + BETWEEN;
        key
    };
    signs(figure).into_iter().map(key).collect()
}

/// Where the legend ends.
pub(super) fn bottom(keys: &[Key], top: i32) -> i32 {
    keys.last().map_or(top, |key| key.middle + ROW / 2)
}

pub(super) fn draw(area: &Area, keys: &[Key]) -> Result<(), FigureError> {
    for key in keys {
        let rectangle = |style: ShapeStyle| {
            let corners = [
                fine(key.left, key.middle - 6),
                fine(key.left + MARK, key.middle + 6),
            ];
            area.draw(&Rectangle::new(corners, style)).map_err(drawing)
        };
        match key.sign {
            Sign::Series(style) => {
                let ends = [
                    fine(key.left, key.middle),
                    fine(key.left + MARK, key.middle),
                ];
                style.draw_line(area, &ends)?;
                style.draw_point(area, fine(key.left + MARK / 2, key.middle))?;
            }
            Sign::Band(colour) => rectangle(pale(colour.rgb()).filled())?,
            Sign::Tiles(colour, strength) => rectangle(colour.tinted(strength).filled())?,
        }
        let text = ink(LABEL, &DARK, HPos::Left, VPos::Center);
        let at = ((key.left + MARK + GAP) * FINE, key.middle * FINE);
        area.draw_text(&key.label, &text, at).map_err(drawing)?;
    }
    Ok(())
}
