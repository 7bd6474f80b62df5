//! The charts of a published table: nodes and ratios by depth.

use super::published::PublishedReport;
use plybench_analysis::{counted::count, published::Row};
use plybench_figures::{
    Axis, Band, Colour, Dash, Edge, Figure, Mark, Panel, Point, Scale, Series, Style,
};
use plybench_text::escape;

/// A line without points, for what others have found.
const fn line(colour: Colour, dash: Dash) -> Style {
    Style {
        colour,
        ..Style::BASELINE.bare().with_line(dash)
    }
}

/// The lines of published columns. The first columns coincide at first: broad lines show on both sides of the others.
const PUBLISHED: [Style; 3] = [
    line(Colour::Orange, Dash::Dashed(7, 5)).broad(),
    line(Colour::ReddishPurple, Dash::Dashed(7, 5)),
    line(Colour::Grey, Dash::Dashed(7, 5)),
];
/// The lines of variants that answer them.
const MEASURED: [Style; 3] = [
    Style::BASELINE.broad(),
    Style::VARIANTS[0].with_line(Dash::Solid),
    Style::VARIANTS[6].with_line(Dash::Solid),
];

const MEDIAN: Style = line(Colour::Grey, Dash::Solid);

/// A line for each of these variants, with a label as a heading of a table.
fn lines<'r>(
    report: &'r PublishedReport,
    label: &str,
    variants: &[usize],
    styles: impl IntoIterator<Item = Style>,
    value: impl Fn(&'r Row, usize) -> Option<f64>,
) -> Vec<Series> {
    let line = |(&at, style): (&usize, Style)| {
        let point = |row: &'r Row| Some(Point::bare(f64::from(row.depth), value(row, at)?));
        Series {
            label: escape::plain(&report.heading(label, at)),
            style,
            points: report.table.rows.iter().filter_map(point).collect(),
        }
    };
    variants.iter().zip(styles).map(line).collect()
}

/// A chart of one panel over the depth, with the depth at which all answers first score a mate.
fn chart(report: &PublishedReport, title: &str, y: Axis, lines: Vec<Series>) -> Figure {
    let mate = report.table.first_mate();
    let mate = report.table.rows.iter().find(|row| Some(row.depth) == mate);
    let mark = |row: &Row| Mark {
        x: f64::from(row.depth),
        label: format!("{} first found", row.found[0].score.in_words()),
    };
    let x = Axis::new("depth (plies)", Scale::Whole);
    Figure {
        title: title.to_owned(),
        caption: escape::plain(&format!(
            "{}, one position; nodes = entered positions, summed over all iterations up to the depth, from a cleared table, \
             Plybench {}. Published: {}.",
            report.title,
            env!("CARGO_PKG_VERSION"),
            report.source
        ))
        .into(),
        panels: vec![Panel {
            marks: mate.into_iter().map(mark).collect(),
            ..Panel::of(x, y, lines)
        }],
        columns: 1,
    }
}

fn counted(report: &PublishedReport) -> &'static str {
    match report.table.is_to_pv {
        true => "nodes until the principal variation was found",
        false => "nodes",
    }
}

/// The nodes by depth.
pub(super) fn nodes(report: &PublishedReport) -> Figure {
    let (table, answers) = (&report.table, report.answers());
    let found = |row: &Row, at: usize| Some(count(&row.found[at], table.is_to_pv) as f64);
    let mut all = lines(report, "{v}", &answers, MEASURED, found);
    // Over those that were measured: their gaps let these shine through.
    let published = |row, at| Some(table.published(row, at)?.nodes as f64);
    all.extend(lines(
        report,
        "published, {p}",
        &answers,
        PUBLISHED,
        published,
    ));
    let y = Axis::new(format!("{} (log)", counted(report)), Scale::Log10);
    chart(report, "Nodes, published and measured", y, all)
}

/// The ratios by depth, with the band of seeds.
pub(super) fn ratio(report: &PublishedReport) -> Figure {
    let (table, mut ratios) = (&report.table, report.answers());
    ratios.retain(|&at| table.columns[at].reference.is_some());
    // Those that are compared with the first, as the answers are.
    let mut others = report.others();
    others.retain(|&at| table.columns[at].reference == Some(0));
    let ratio = |row, at| table.ratio(row, at, table.is_to_pv);
    let median = |row: &Row, _| Some(row.band.as_ref()?.median);
    let band = report.last_band().map(|last| Band {
        label: format!("90 % of {} seeds", last.seeds),
        colour: Colour::Grey,
        edges: table.rows.iter().filter_map(edge).collect(),
    });
    let of_band: &[usize] = if band.is_some() { &[0] } else { &[] };
    let of_others = Style::VARIANTS.into_iter().skip(1).take(3).map(Style::bare);
    let of_answers = MEASURED.into_iter().skip(1);
    let mut all = lines(report, "median of seeds", of_band, [MEDIAN], median);
    all.extend(lines(report, "{v} / {r}", &others, of_others, ratio));
    all.extend(lines(report, "{v} / {r}", &ratios, of_answers, ratio));
    let published = |row, at| table.published_ratio(row, at);
    all.extend(lines(
        report,
        "published {p} / {q}",
        &ratios,
        PUBLISHED,
        published,
    ));
    let points = all.iter().flat_map(|line| &line.points);
    let highest = points.map(|point| point.y).fold(1.0, f64::max);
    let y = Axis {
        range: Some([0.0, highest * 1.1]),
        ..Axis::new(format!("{}, ratio", counted(report)), Scale::Linear)
    };
    let mut figure = chart(report, "Ratios of nodes, published and measured", y, all);
    figure.panels[0].bands.extend(band);
    figure
}

fn edge(row: &Row) -> Option<Edge> {
    let (x, band) = (f64::from(row.depth), row.band.as_ref()?);
    let (low, high) = (band.low, band.high);
    Some(Edge { x, low, high })
}
