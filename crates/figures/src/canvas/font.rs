//! The bundled font: widths with kerning, and glyphs as outlines.
//!
//! Text is measured with it wherever a figure is drawn, since a system's fonts differ from the next one's.

use std::sync::LazyLock;

use ttf_parser::{
    Face, GlyphId,
    gpos::{PairAdjustment, PositioningSubtable},
};

/// A weight of Inter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    Regular,
    Bold,
}

/// A font as each format has it.
pub(super) struct Files {
    /// The OpenType file, whose outlines PNG draws and PDF embeds.
    pub(super) outlines: &'static [u8],
    /// The WOFF2 file, which SVG carries.
    pub(super) web: &'static [u8],
    /// The weight as CSS counts it.
    pub(super) weight: u16,
    /// Its name in PDF: among the resources of a page, and as a font.
    pub(super) names: [&'static [u8]; 2],
    /// The breadth of upright stems, in thousandths of the font size.
    pub(super) stem: f32,
}

const REGULAR: Files = Files {
    outlines: include_bytes!("../../assets/font/Inter-Regular-subset.otf"),
    web: include_bytes!("../../assets/font/Inter-Regular-subset.woff2"),
    weight: 400,
    names: [b"Regular", b"Inter-Regular"],
    stem: 90.0,
};
const BOLD: Files = Files {
    outlines: include_bytes!("../../assets/font/Inter-Bold-subset.otf"),
    web: include_bytes!("../../assets/font/Inter-Bold-subset.woff2"),
    weight: 700,
    names: [b"Bold", b"Inter-Bold"],
    stem: 150.0,
};

/// A glyph of a text. Widths are multiples of the font size.
pub(super) struct Glyph {
    pub(super) number: u16,
    /// Without kerning.
    pub(super) width: f64,
    /// The distance to the next glyph, with kerning.
    pub(super) advance: f64,
}

impl Font {
    pub(super) const ALL: [Font; 2] = [Font::Regular, Font::Bold];

    pub(super) fn files(self) -> &'static Files {
        match self {
            Font::Regular => &REGULAR,
            Font::Bold => &BOLD,
        }
    }

    /// None only if the bundled file were damaged, which a test excludes.
    pub(super) fn face(self) -> Option<&'static Face<'static>> {
        static FACES: LazyLock<[Option<Face<'static>>; 2]> =
            LazyLock::new(|| Font::ALL.map(|font| Face::parse(font.files().outlines, 0).ok()));
        FACES[self as usize].as_ref()
    }

    /// The height of a capital letter, as a multiple of the font size.
    pub(super) fn cap_height(self) -> f64 {
        let of = |face: &Face| Some(f64::from(face.capital_height()?) / em(face));
        self.face().and_then(of).unwrap_or(0.7)
    }

    /// The width of a text, in the unit of the font size.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        self.face().map_or(0.0, |face| {
            let units: i32 = advances(face, text).map(|(_, advance)| advance).sum();
            f64::from(units) * size / em(face)
        })
    }

    /// The glyphs of a text in their order.
    pub(super) fn glyphs(self, text: &str) -> Vec<Glyph> {
        let Some(face) = self.face() else {
            return Vec::new();
        };
        let glyph = |(glyph, advance): (GlyphId, i32)| Glyph {
            number: glyph.0,
            width: f64::from(width(face, glyph)) / em(face),
            advance: f64::from(advance) / em(face),
        };
        advances(face, text).map(glyph).collect()
    }
}

/// The font's units in the font size.
pub(super) fn em(face: &Face) -> f64 {
    face.units_per_em().into()
}

/// The width of a glyph in the font's units.
fn width(face: &Face, glyph: GlyphId) -> i32 {
    face.glyph_hor_advance(glyph).unwrap_or(0).into()
}

/// The glyphs of a text, each with the distance to the next one in the font's units.
pub(super) fn advances<'f>(
    face: &'f Face,
    text: &str,
) -> impl Iterator<Item = (GlyphId, i32)> + 'f {
    let glyph = |letter| face.glyph_index(letter).unwrap_or_default();
    let glyphs: Vec<GlyphId> = text.chars().map(glyph).collect();
    (0..glyphs.len()).map(move |at| {
        let glyph = glyphs[at];
        let next = glyphs.get(at + 1);
        let kern = next.map_or(0, |&next| kerning(face, glyph, next));
        (glyph, width(face, glyph) + i32::from(kern))
    })
}

/// What the font adds between two glyphs. The subset has one lookup, of pairs (OpenType 1.9, GPOS, lookup type 2): in
/// the first subtable that knows the left glyph stands the answer.
fn kerning(face: &Face, left: GlyphId, right: GlyphId) -> i16 {
    let lookups = face.tables().gpos.into_iter().flat_map(|gpos| gpos.lookups);
    let mut subtables = lookups.flat_map(|lookup| lookup.subtables.into_iter());
    let found = subtables.find_map(|subtable| {
        let PositioningSubtable::Pair(pairs) = subtable else {
            return None;
        };
        let covered = pairs.coverage().get(left)?;
        match pairs {
            PairAdjustment::Format1 { sets, .. } => Some(sets.get(covered)?.get(right)?.0),
            PairAdjustment::Format2 {
                classes, matrix, ..
            } => {
                let found = matrix.get((classes.0.get(left), classes.1.get(right)));
                Some(found.map(|(first, _)| first).unwrap_or_default())
            }
        }
    });
    found.map_or(0, |record| record.x_advance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_fonts_can_be_read() {
        for font in Font::ALL {
            assert!(font.face().is_some());
            assert_eq!(font.files().web[..4], *b"wOF2");
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
