//! The bundled font: widths with kerning, and glyphs as outlines.
//!
//! Text is measured with it wherever a figure is drawn, since a system's fonts differ from the next one's.

use std::sync::LazyLock;

use ttf_parser::{
    Face, GlyphId, OutlineBuilder,
    gpos::{PairAdjustment, PositioningSubtable},
};

/// A weight of Inter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    Regular,
    Bold,
}

/// A font as PNG draws it, and as SVG carries it.
struct Files {
    outlines: &'static [u8],
    web: &'static [u8],
}

const REGULAR: Files = Files {
    outlines: include_bytes!("../../assets/font/Inter-Regular-subset.otf"),
    web: include_bytes!("../../assets/font/Inter-Regular-subset.woff2"),
};
const BOLD: Files = Files {
    outlines: include_bytes!("../../assets/font/Inter-Bold-subset.otf"),
    web: include_bytes!("../../assets/font/Inter-Bold-subset.woff2"),
};

fn face(files: &Files) -> Option<Face<'static>> {
    Face::parse(files.outlines, 0).ok()
}

impl Font {
    /// None only if the bundled file were damaged, which a test excludes.
    fn face(self) -> Option<&'static Face<'static>> {
        static FACES: LazyLock<[Option<Face<'static>>; 2]> =
            LazyLock::new(|| [face(&REGULAR), face(&BOLD)]);
        FACES[self as usize].as_ref()
    }

    /// The font as a WOFF2 file.
    pub(super) fn web(self) -> &'static [u8] {
        match self {
            Font::Regular => REGULAR.web,
            Font::Bold => BOLD.web,
        }
    }

    /// The weight as CSS counts it.
    pub(super) fn weight(self) -> u16 {
        match self {
            Font::Regular => 400,
            Font::Bold => 700,
        }
    }

    /// The height of a capital letter, as a multiple of the font size.
    pub(super) fn cap_height(self) -> f64 {
        let of =
            |face: &Face| Some(f64::from(face.capital_height()?) / f64::from(face.units_per_em()));
        self.face().and_then(of).unwrap_or(0.7)
    }

    /// The width of a text, in the unit of the font size.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        let Some(face) = self.face() else {
            return 0.0;
        };
        let units: i32 = advances(face, text).map(|(_, advance)| advance).sum();
        f64::from(units) * size / f64::from(face.units_per_em())
    }

    /// The font as an OpenType file.
    pub(super) fn outlines(self) -> &'static [u8] {
        match self {
            Font::Regular => REGULAR.outlines,
            Font::Bold => BOLD.outlines,
        }
    }

    /// The glyphs of a text, each with the distance to the next one as a multiple of the font size.
    pub(super) fn glyphs(self, text: &str) -> Vec<(u16, f64)> {
        let Some(face) = self.face() else {
            return Vec::new();
        };
        let em = f64::from(face.units_per_em());
        advances(face, text)
            .map(|(glyph, advance)| (glyph.0, f64::from(advance) / em))
            .collect()
    }

    /// The width of a glyph as a multiple of the font size.
    pub(super) fn advance(self, glyph: u16) -> f64 {
        let of = |face: &Face| {
            let advance = face.glyph_hor_advance(GlyphId(glyph))?;
            Some(f64::from(advance) / f64::from(face.units_per_em()))
        };
        self.face().and_then(of).unwrap_or(0.0)
    }

    /// Draws a text's outlines from its start on the baseline, y upwards, in the unit of the font size.
    pub(super) fn outline(self, text: &str, size: f64, pen: &mut impl Pen) {
        let Some(face) = self.face() else {
            return;
        };
        let scale = size / f64::from(face.units_per_em());
        let mut start = 0;
        for (glyph, advance) in advances(face, text) {
            let mut placed = Placed {
                pen,
                start: f64::from(start),
                scale,
            };
            face.outline_glyph(glyph, &mut placed);
            start += advance;
        }
    }
}

/// What draws the outlines of letters.
pub(super) trait Pen {
    fn move_to(&mut self, x: f64, y: f64);
    fn line_to(&mut self, x: f64, y: f64);
    /// A cubic curve with its two control points.
    fn curve_to(&mut self, one: (f64, f64), two: (f64, f64), to: (f64, f64));
    fn close(&mut self);
}

/// A pen in the coordinates of one glyph.
struct Placed<'p, P> {
    pen: &'p mut P,
    /// Where the glyph begins, in the font's units.
    start: f64,
    scale: f64,
}

impl<P> Placed<'_, P> {
    fn place(&self, x: f32, y: f32) -> (f64, f64) {
        (
            (f64::from(x) + self.start) * self.scale,
            f64::from(y) * self.scale,
        )
    }
}

impl<P: Pen> OutlineBuilder for Placed<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.pen.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.pen.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        // The outlines are CFF, which has cubic curves only; this is never called.
        self.curve_to(x1, y1, x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, two, to) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.pen.curve_to(one, two, to);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

/// The glyphs of a text, each with the distance to the next one in the font's units.
fn advances<'f>(face: &'f Face, text: &str) -> impl Iterator<Item = (GlyphId, i32)> + 'f {
    let glyphs: Vec<GlyphId> = text
        .chars()
        .map(|letter| face.glyph_index(letter).unwrap_or_default())
        .collect();
    (0..glyphs.len()).map(move |at| {
        let glyph = glyphs[at];
        let advance = i32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
        let next = glyphs.get(at + 1);
        let kern = next.map_or(0, |&next| kerning(face, glyph, next));
        (glyph, advance + i32::from(kern))
    })
}

/// What the font adds between two glyphs. The subset has one lookup, of pairs (OpenType 1.9, GPOS, lookup type 2): in
/// the first subtable that knows the left glyph stands the answer.
fn kerning(face: &Face, left: GlyphId, right: GlyphId) -> i16 {
    let Some(gpos) = face.tables().gpos else {
        return 0;
    };
    let subtables = gpos
        .lookups
        .into_iter()
        .flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable>());
    for subtable in subtables {
        let PositioningSubtable::Pair(pairs) = subtable else {
            continue;
        };
        let Some(covered) = pairs.coverage().get(left) else {
            continue;
        };
        match pairs {
            PairAdjustment::Format1 { sets, .. } => {
                let found = sets.get(covered).and_then(|set| set.get(right));
                if let Some((first, _)) = found {
                    return first.x_advance;
                }
            }
            PairAdjustment::Format2 {
                classes, matrix, ..
            } => {
                let classes = (classes.0.get(left), classes.1.get(right));
                return matrix.get(classes).map_or(0, |(first, _)| first.x_advance);
            }
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_fonts_can_be_read() {
        for font in [Font::Regular, Font::Bold] {
            assert!(font.face().is_some());
            assert_eq!(font.web()[..4], *b"wOF2");
            assert!((0.6..0.8).contains(&font.cap_height()));
        }
        assert!(Font::Bold.width("nodes", 10.0) > Font::Regular.width("nodes", 10.0));
    }

    #[test]
    fn letters_are_kerned() {
        let apart = |text: &str| -> f64 {
            let letters = text.chars().map(String::from);
            letters.map(|one| Font::Regular.width(&one, 100.0)).sum()
        };
        for pair in ["AV", "To", "P."] {
            assert!(
                Font::Regular.width(pair, 100.0) < apart(pair) - 2.0,
                "{pair}"
            );
        }
        assert_eq!(Font::Regular.width("nn", 100.0), apart("nn"));
    }
}
