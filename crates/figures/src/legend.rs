//! Rows of names below the title, each with the mark of its series, band or tiles.

use plotters::style::text_anchor::{HPos, VPos};

use super::{
    Figure, Style,
    canvas::FINE,
    pen::{GAP, LABEL, Pen, fine, ink, margin, pale, width},
    style::{Colour, DARK},
};

/// Height of a row, width of a mark and what is left free after a name, in units.
const ROW: i32 = 24;
const MARK: i32 = 36;
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
    let margin = margin(breadth);
    let (mut left, mut middle) = (margin, top + ROW / 2);
    let key = |(label, sign): (&str, Sign)| {
        let room = MARK + GAP + width(label, LABEL);
        if left > margin && left + room > breadth - margin {
            (left, middle) = (margin, middle + ROW);
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

pub(super) fn draw(pen: &Pen, keys: &[Key]) {
    for key in keys {
        let (left, middle) = fine(key.left, key.middle);
        let (right, half) = (left + MARK * FINE, 6 * FINE);
        let (above, below) = ([left, middle - half], [right, middle + half]);
        match key.sign {
            Sign::Series(style) => {
                style.draw_line(pen, &[(left, middle), (right, middle)]);
                style.draw_point(pen, (left + MARK / 2 * FINE, middle));
            }
            Sign::Band(colour) => pen.rectangle(above, below, &pale(colour.rgb())),
            Sign::Tiles(colour, strength) => {
                pen.rectangle(above, below, &colour.tinted(strength));
            }
        }
        let text = ink(LABEL, &DARK, HPos::Left, VPos::Center);
        pen.text(&key.label, &text, (right + GAP * FINE, middle));
    }
}
