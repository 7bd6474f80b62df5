//! Ratios by two groups as a grid of colours, each with its number.

use super::number;
use plybench_figures::{Axis, Colour, Panel, Scale, Tile, Tiles};

/// A ratio and where it stands, from 0.
pub(super) struct Ratio {
    pub(super) column: usize,
    pub(super) row: usize,
    pub(super) ratio: f64,
}

/// A panel with the names of columns and rows. Ratios below 1 are blue, those above 1 vermillion; the further from 1, the
/// stronger.
pub(super) fn panel(x: (String, Vec<String>), y: (String, Vec<String>), ratios: &[Ratio]) -> Panel {
    let distance = |ratio: f64| ratio.ln().abs();
    let largest = ratios.iter().map(|tile| distance(tile.ratio));
    let largest = largest.fold(0.0, f64::max);
    let tiles = ratios.iter().map(|tile| Tiles {
        label: String::new(),
        colour: match tile.ratio <= 1.0 {
            true => Colour::Blue,
            false => Colour::Vermillion,
        },
        strength: match largest > 0.0 {
            true => 0.04 + 0.9 * distance(tile.ratio) / largest,
            false => 0.04,
        },
        tiles: vec![Tile {
            column: tile.column,
            row: tile.row,
            text: number::ratio(tile.ratio),
        }],
    });
    Panel {
        tiles: tiles.collect(),
        ..Panel::of(
            Axis::new(x.0, Scale::Names(x.1)),
            Axis::new(y.0, Scale::Names(y.1)),
            Vec::new(),
        )
    }
}

/// What the colours are, as a sentence.
pub(super) const COLOURS: &str =
    "Blue: fewer than the baseline; vermillion: more; the further from 1, the stronger.";
