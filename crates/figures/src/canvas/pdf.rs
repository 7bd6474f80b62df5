//! A canvas as a PDF file of one page, which is as large as the picture. Text stays text, in the bundled font.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::{
    Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};
use plotters_backend::BackendCoord;

use super::{Drawing, Font, Look, Paint, Shape, Text, units};

/// Points of 1/72 inch in a unit where the picture has no width in millimetres: 96 units to the inch, as in CSS.
const POINTS_A_UNIT: f32 = 0.75;
const POINTS_A_MILLIMETRE: f32 = 72.0 / 25.4;

/// How far the control points of a quarter of a circle are from its ends, in radii.
const QUARTER: f32 = 0.552_284_8;

const IDENTITY: SystemInfo = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

impl Drawing {
    /// As a PDF file of one page.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        let (width, height) = (self.size.0 as f32, self.size.1 as f32);
        let scale = self.millimetres.map_or(POINTS_A_UNIT, |millimetres| {
            millimetres as f32 * POINTS_A_MILLIMETRE / width
        });
        let mut next = Ref::new(1);
        let mut new = || {
            let this = next;
            next = Ref::new(this.get() + 1);
            this
        };
        let [catalog, pages, page, content, info] = [(); 5].map(|()| new());
        let fonts: Vec<(Font, [Ref; 5])> = (self.fonts())
            .map(|font| (font, [(); 5].map(|()| new())))
            .collect();
        let opacities = self.opacities().into_iter().map(|share| (share, new()));
        let opacities: Vec<(u8, Ref)> = opacities.collect();

        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.document_info(info)
            .title(TextStr(&self.title))
            .producer(TextStr("Plybench"));
        pdf.pages(pages).kids([page]).count(1);
        let mut one = pdf.page(page);
        one.parent(pages).contents(content);
        one.media_box(Rect::new(0.0, 0.0, width * scale, height * scale));
        let mut resources = one.resources();
        let mut named = resources.fonts();
        for (font, refs) in &fonts {
            named.pair(name(*font), refs[0]);
        }
        named.finish();
        let mut states = resources.ext_g_states();
        for (share, state) in &opacities {
            states.pair(Name(state_name(*share).as_bytes()), *state);
        }
        states.finish();
        resources.finish();
        one.finish();
        for (share, state) in &opacities {
            let share = f32::from(*share) / 100.0;
            pdf.ext_graphics(*state)
                .non_stroking_alpha(share)
                .stroking_alpha(share);
        }
        for (font, refs) in &fonts {
            self.embed(&mut pdf, *font, *refs);
        }
        let mut drawn = Content::new();
        // From here on in units, from the upper left corner.
        drawn.transform([scale, 0.0, 0.0, -scale, 0.0, height * scale]);
        for shape in &self.shapes {
            draw(&mut drawn, shape);
        }
        pdf.stream(content, &drawn.finish());
        pdf.finish()
    }

    /// The opacities of all shapes that are not opaque, in per cent.
    fn opacities(&self) -> BTreeSet<u8> {
        let paints = self.shapes.iter().map(|shape| match shape {
            Shape::Path(_, look) | Shape::Circle(_, _, look) => &look.paint,
            Shape::Text(text) => &text.paint,
        });
        paints.map(percent).filter(|share| *share < 100).collect()
    }

    /// Embeds a font, with the widths and the characters of the glyphs that the picture has. Its objects are the whole, the part with
    /// the glyphs, the descriptor, the file, and the map to characters.
    fn embed(&self, pdf: &mut Pdf, font: Font, [whole, cid, descriptor, file, map]: [Ref; 5]) {
        let texts = self.texts().filter(|text| text.font == font);
        let glyphs: BTreeMap<u16, (f64, char)> = texts
            .flat_map(|text| font.glyphs(&text.text).into_iter().zip(text.text.chars()))
            .map(|(glyph, letter)| (glyph.number, (glyph.width, letter)))
            .collect();
        let files = font.files();
        let base = Name(files.names[1]);
        pdf.type0_font(whole)
            .base_font(base)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(map);
        let mut sized = pdf.cid_font(cid);
        sized
            .subtype(CidFontType::Type0)
            .base_font(base)
            .system_info(IDENTITY)
            .font_descriptor(descriptor)
            .default_width(0.0);
        let mut widths = sized.widths();
        for (glyph, (width, _)) in &glyphs {
            widths.consecutive(*glyph, [*width as f32 * 1000.0]);
        }
        widths.finish();
        sized.finish();
        let rise = font.cap_height() as f32 * 1000.0;
        pdf.font_descriptor(descriptor)
            .name(base)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(-1000.0, -400.0, 3000.0, 1200.0))
            .italic_angle(0.0)
            .ascent(970.0)
            .descent(-240.0)
            .cap_height(rise)
            .stem_v(files.stem)
            .font_file3(file);
        pdf.stream(file, files.outlines)
            .pair(Name(b"Subtype"), Name(b"OpenType"));
        let mut unicode = UnicodeCmap::new(Name(b"Inter"), IDENTITY);
        for (glyph, (_, letter)) in glyphs {
            unicode.pair(glyph, letter);
        }
        pdf.cmap(map, &unicode.finish());
    }
}

/// The name of a font among the resources of a page.
fn name(font: Font) -> Name<'static> {
    Name(font.files().names[0])
}

fn percent(paint: &Paint) -> u8 {
    (paint.opacity.clamp(0.0, 1.0) * 100.0).round() as u8
}

fn state_name(share: u8) -> String {
    format!("opacity-{share}")
}

fn draw(content: &mut Content, shape: &Shape) {
    content.save_state();
    match shape {
        Shape::Path(places, look) => {
            colour(content, look);
            trace(content, places);
            if look.line.is_none() {
                content.close_path();
            }
            paint(content, look);
        }
        Shape::Circle(centre, radius, look) => {
            colour(content, look);
            circle(content, *centre, *radius);
            paint(content, look);
        }
        Shape::Text(text) => write(content, text),
    }
    content.restore_state();
}

fn colour(content: &mut Content, Look { paint, line }: &Look) {
    let (red, green, blue) = paint.rgb;
    let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
    match line {
        None => content.set_fill_rgb(red, green, blue),
        Some(width) => content
            .set_stroke_rgb(red, green, blue)
            .set_line_width(units(*width as i32)),
    };
    let share = percent(paint);
    if share < 100 {
        content.set_parameters(Name(state_name(share).as_bytes()));
    }
}

fn paint(content: &mut Content, look: &Look) {
    match look.line {
        None => content.fill_nonzero(),
        Some(_) => content.stroke(),
    };
}

fn trace(content: &mut Content, places: &[BackendCoord]) {
    for (at, (x, y)) in places.iter().enumerate() {
        match at {
            0 => content.move_to(units(*x), units(*y)),
            _ => content.line_to(units(*x), units(*y)),
        };
    }
}

fn circle(content: &mut Content, (x, y): BackendCoord, radius: u32) {
    let (x, y, r) = (units(x), units(y), units(radius as i32));
    let c = r * QUARTER;
    content
        .move_to(x + r, y)
        .cubic_to(x + r, y + c, x + c, y + r, x, y + r)
        .cubic_to(x - c, y + r, x - r, y + c, x - r, y)
        .cubic_to(x - r, y - c, x - c, y - r, x, y - r)
        .cubic_to(x + c, y - r, x + r, y - c, x + r, y)
        .close_path();
}

fn write(content: &mut Content, text: &Text) {
    let size = units(text.size as i32);
    let glyphs = text.font.glyphs(&text.text);
    let whole: f64 = glyphs.iter().map(|glyph| glyph.advance).sum();
    let start = -text.before as f32 * whole as f32 * size;
    let (x, y) = (units(text.at.0), units(text.at.1));
    colour(content, &Look::filled(text.paint));
    content.begin_text().set_font(name(text.font), size);
    // Letters stand upright although y points down.
    content.set_text_matrix(match text.is_upright {
        false => [1.0, 0.0, 0.0, -1.0, x + start, y],
        true => [0.0, -1.0, -1.0, 0.0, x, y - start],
    });
    let mut shown = content.show_positioned();
    let mut items = shown.items();
    for glyph in glyphs {
        items.show(Str(&glyph.number.to_be_bytes()));
        // What kerning adds to the glyph's own width, in thousandths and to the left.
        let kern = (glyph.width - glyph.advance) * 1000.0;
        if kern != 0.0 {
            items.adjust(kern as f32);
        }
    }
    items.finish();
    shown.finish();
    content.end_text();
}
