//! Colours that colour-blind readers can tell apart: Okabe and Ito, "Color Universal Design" (2008);
//! their yellow is too pale on white, and grey stands in for it.

use plotters::style::RGBColor;

/// Tells colours apart by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Colour {
    Black,
    Orange,
    SkyBlue,
    BluishGreen,
    Blue,
    Vermillion,
    ReddishPurple,
    Grey,
}

impl Colour {
    pub(super) fn rgb(self) -> RGBColor {
        match self {
            Colour::Black => RGBColor(0, 0, 0),
            Colour::Orange => RGBColor(230, 159, 0),
            Colour::SkyBlue => RGBColor(86, 180, 233),
            Colour::BluishGreen => RGBColor(0, 158, 115),
            Colour::Blue => RGBColor(0, 114, 178),
            Colour::Vermillion => RGBColor(213, 94, 0),
            Colour::ReddishPurple => RGBColor(204, 121, 167),
            Colour::Grey => GREY,
        }
    }
}

/// Text.
pub(super) const DARK: RGBColor = RGBColor(60, 60, 60);
/// Axes, marks and captions.
pub(super) const GREY: RGBColor = RGBColor(120, 120, 120);
/// The grid.
pub(super) const LIGHT: RGBColor = RGBColor(226, 226, 226);
