//! The mate distance pruning report: `table.md`, `table.csv` and two charts.

use std::fmt::Write as _;

use super::{
    ReportError,
    document::{Document, Section},
    figure::{Axis, Band, Colour, Dash, Edge, Figure, Mark, Panel, Point, Scale, Series, Style},
    number::{self, NONE},
    seeds::{first_mates, percent},
    table::{Cell, Table, numbers},
};
use crate::analysis::{
    depth_result::DepthResult,
    mdp_table::{MdpRow, MdpTable},
    seed_band::BandRow,
};

/// Every file of the report with its bytes.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn files(table: &MdpTable) -> Result<Vec<(&'static str, Vec<u8>)>, ReportError> {
    let (nodes, ratio) = (nodes_chart(table), ratio_chart(table));
    let at = |name| move |source| ReportError { name, source };
    Ok(vec![
        ("table.md", markdown(table).into_bytes()),
        ("table.csv", csv(table).into_bytes()),
        (
            "nodes.svg",
            nodes.svg().map_err(at("nodes.svg"))?.into_bytes(),
        ),
        ("nodes.png", nodes.png().map_err(at("nodes.png"))?),
        (
            "ratio.svg",
            ratio.svg().map_err(at("ratio.svg"))?.into_bytes(),
        ),
        ("ratio.png", ratio.png().map_err(at("ratio.png"))?),
    ])
}

fn depth_or_never(depth: Option<u8>) -> String {
    depth.map_or_else(|| "never".to_owned(), |depth| format!("at depth {depth}"))
}

/// What the table shows, in sentences; also printed by the command.
#[must_use]
pub fn summary(table: &MdpTable) -> Vec<String> {
    let mut facts = vec![
        format!(
            "Off and on first differ in all nodes {}, in nodes to PV {}.",
            depth_or_never(table.first_difference),
            depth_or_never(table.first_difference_to_pv)
        ),
        format!(
            "A mate score first entered the tree {}.",
            depth_or_never(table.first_mate_in_tree)
        ),
        format!(
            "The root's score is first a mate {}.",
            depth_or_never(table.first_mate_at_root)
        ),
        format!(
            "Ratios to PV are within {:.1} % of the published ones, which are of nodes to PV too; ratios of all nodes within \
             {:.1} %.",
            table.worst_deviation_to_pv * 100.0,
            table.worst_deviation * 100.0
        ),
    ];
    facts.extend(absolute(table));
    facts.extend(seeds(table));
    facts.push(format!(
        "The smallest proof of the mate is a tree of {} nodes (as a graph at most {}); the smallest \
         refutation of a mate two plies shorter is a tree of {} (as a graph at most {}). Its lines go on after the \
         rook is taken; where they end with that, it is {} (as a graph at most {}).",
        table.minimal.proof_tree,
        table.minimal.proof_graph,
        table.minimal.refutation_tree,
        table.minimal.refutation_graph,
        table.minimal.refutation_tree_without_material,
        table.minimal.refutation_graph_without_material
    ));
    facts
}

/// How far the counts themselves are from the published ones.
fn absolute(table: &MdpTable) -> Option<String> {
    let late = table.rows.iter().filter(|row| row.depth >= LATE);
    let factors = late.flat_map(|row| [row.off_per_published(), row.on_per_published()]);
    let least = factors.clone().reduce(f64::min)?;
    let most = factors.reduce(f64::max)?;
    let before = table
        .rows
        .iter()
        .take_while(|row| !row.off.score.is_mate())
        .last()?;
    Some(format!(
        "The counts themselves differ from the published ones: from depth {LATE} on they are {least:.1} to {most:.1} times as \
         large. The scores before the mate differ too (at depth {}: {} here, {} published).",
        before.depth, before.off.score, before.published_scores[0]
    ))
}

/// What other seeds of the shuffle show.
fn seeds(table: &MdpTable) -> Option<String> {
    let rows: Vec<BandRow> = table
        .rows
        .iter()
        .filter_map(|row| row.seeds.clone())
        .collect();
    let last = rows.last()?;
    let chosen = last.chosen.zip(last.chosen_quantile());
    let chosen = chosen.map_or_else(String::new, |(ratio, quantile)| {
        format!(
            ", and {} below the chosen seed's {}",
            percent(quantile),
            number::ratio(ratio)
        )
    });
    Some(format!(
        "With {} seeds of the shuffle the ratio to PV at depth {} has the median {} and lies between {} and {} for 90 % \
         of them. {} of the seeds are below the published {}{chosen}. {}",
        last.seeds,
        last.depth,
        number::ratio(last.median),
        number::ratio(last.low),
        number::ratio(last.high),
        percent(last.published_quantile()),
        number::ratio(last.published),
        first_mates(&rows)
    ))
}

/// For a terminal: the published ratio beside what is counted in the same way.
#[must_use]
pub fn document(table: &MdpTable) -> Document {
    let mut grid = Table::new([
        numbers("depth"),
        numbers("score off"),
        numbers("score on"),
        numbers("to PV off"),
        numbers("to PV on"),
        numbers("on / off"),
        numbers("published"),
        numbers("90 % of seeds"),
        numbers("all nodes off"),
        numbers("all nodes on"),
        numbers("on / off"),
    ]);
    for row in &table.rows {
        grid.push([
            Cell::Count(row.depth.into()),
            row.off.score.to_string().into(),
            row.on.score.to_string().into(),
            row.off.nodes_to_pv.into(),
            row.on.nodes_to_pv.into(),
            Cell::Ratio(row.ratio_to_pv),
            Cell::Ratio(row.published_ratio),
            row.seeds.as_ref().map(range).into(),
            row.off.nodes.into(),
            row.on.nodes.into(),
            Cell::Ratio(row.ratio),
        ]);
    }
    Document {
        title: "Mate distance pruning on KR vs K, off and on".to_owned(),
        facts: summary(table),
        sections: vec![Section::new(
            "By depth: nodes until the principal variation was found, as published; then all nodes entered",
            grid,
        )],
        ..Document::default()
    }
}

fn range(row: &BandRow) -> String {
    format!("{} to {}", number::ratio(row.low), number::ratio(row.high))
}

/// The table in Markdown, with its definitions.
#[must_use]
pub fn markdown(table: &MdpTable) -> String {
    let mut text = String::from(
        "# Mate distance pruning on KR vs K, off and on\n\n\
         `8/7K/8/8/8/8/R7/7k w - - 0 1`, variant `glass`, written by `plybench reproduce`. \
         Nodes are all entered positions, iterations 1 to d together, from a cleared table; \
         \"to PV\" is the same count when the principal variation last changed. \
         Ratios are on / off. The published one is that of Glass 1.0, which counted nodes until the principal variation was \
         found, so the ratio to PV is the one to compare with it; the deviation is from it. \
         The last columns are all nodes as multiples of the smallest proof tree.\n\n",
    );
    for line in summary(table) {
        let _ = writeln!(text, "- {line}");
    }
    text.push_str(
        "\n| depth | score off | to PV off | score on | to PV on | ratio to PV | published | deviation | nodes off | nodes on | ratio | off / proof | on / proof |\n\
         |--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for row in &table.rows {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {:.3} | {:.3} | {:+.1} % | {} | {} | {:.3} | {:.1} | {:.1} |",
            row.depth,
            row.off.score,
            row.off.nodes_to_pv,
            row.on.score,
            row.on.nodes_to_pv,
            row.ratio_to_pv,
            row.published_ratio,
            row.deviation_to_pv * 100.0,
            row.off.nodes,
            row.on.nodes,
            row.ratio,
            row.off_per_proof,
            row.on_per_proof
        );
    }
    text.push_str(&seeds_markdown(table));
    text.push_str(
        "\n## Tight and loose\n\nThe column `on` is the form `test-only`: it cuts where the tight bounds cross and leaves the window as it is. \
         The tight form (`stockfish`) narrows the window to the same bounds, beta to M-p-1; the article's own (`cpw`) \
         narrows beta to M-p, one ply loose. Published counts and all ratios here are to PV.\n\n\
         | depth | to PV off | to PV tight | ratio | to PV loose | ratio | published off | published on | ratio | off / published off |\n\
         |--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for row in &table.rows {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.3} | {} | {:.3} | {} | {} | {:.3} | {:.2} |",
            row.depth,
            row.off.nodes_to_pv,
            row.tight.nodes_to_pv,
            row.ratio_tight_to_pv,
            row.loose.nodes_to_pv,
            row.ratio_loose_to_pv,
            row.published_off,
            row.published_on,
            row.published_ratio,
            row.off_per_published()
        );
    }
    text
}

/// The ratios with other seeds, in Markdown.
fn seeds_markdown(table: &MdpTable) -> String {
    let rows = table.rows.iter().filter_map(|row| row.seeds.as_ref());
    let Some(seeds) = rows.clone().next().map(|row| row.seeds) else {
        return String::new();
    };
    let mut text = format!(
        "\n## Other seeds\n\nEqual moves are shuffled by a seed, and that of `glass` was fitted. Here are the ratios to PV with \
         {seeds} seeds, by `plybench reproduce --seeds {seeds}` \
         ([what it shows](../krk-mdp-seeds/README.md)). \"Below\" is the share of the seeds whose ratio is smaller; those that \
         equal it count half. At the depths that are left out every ratio is 1.\n\n\
         | depth | 5 % | median | 95 % | published | seeds below | chosen seed | seeds below | first score the mate | first score a longer one |\n\
         |--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    // At the others every ratio is 1.
    for row in rows.filter(|row| row.low < row.high || row.first_mates + row.first_longer_mates > 0)
    {
        let _ = writeln!(
            text,
            "| {} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {} | {} | {} | {} |",
            row.depth,
            row.low,
            row.median,
            row.high,
            row.published,
            percent(row.published_quantile()),
            row.chosen.map_or_else(|| NONE.to_owned(), number::ratio),
            row.chosen_quantile()
                .map_or_else(|| NONE.to_owned(), percent),
            row.first_mates,
            row.first_longer_mates
        );
    }
    text
}

/// The table as comma-separated values, one row a depth.
#[must_use]
pub fn csv(table: &MdpTable) -> String {
    let mut text = String::from(
        "depth,score_off,nodes_off,nodes_to_pv_off,score_on,nodes_on,nodes_to_pv_on,ratio,published_ratio,\
         ratio_to_pv,off_per_proof,on_per_proof,nodes_tight,ratio_tight,nodes_loose,ratio_loose,published_off,published_on,\
         ratio_tight_to_pv,ratio_loose_to_pv,seeds,seeds_low,seeds_median,seeds_high\n",
    );
    for row in &table.rows {
        let seeds = row.seeds.as_ref().map_or_else(
            || ",,,".to_owned(),
            |row| format!("{},{},{},{}", row.seeds, row.low, row.median, row.high),
        );
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{:.6},{:.6},{:.6},{:.3},{:.3},{},{:.6},{},{:.6},{},{},{:.6},{:.6},{seeds}",
            row.depth,
            row.off.score,
            row.off.nodes,
            row.off.nodes_to_pv,
            row.on.score,
            row.on.nodes,
            row.on.nodes_to_pv,
            row.ratio,
            row.published_ratio,
            row.ratio_to_pv,
            row.off_per_proof,
            row.on_per_proof,
            row.tight.nodes,
            row.ratio_tight,
            row.loose.nodes,
            row.ratio_loose,
            row.published_off,
            row.published_on,
            row.ratio_tight_to_pv,
            row.ratio_loose_to_pv
        );
    }
    text
}

/// From this depth on the counts are a steady multiple of the published ones.
const LATE: u8 = 13;

const CAPTION: &str = "KR vs K, 8/7K/8/8/8/8/R7/7k w, one position; nodes = entered positions, \
                       iterations 1 to d together, from a cleared table; variant glass, Plybench";

fn caption() -> String {
    format!(
        "{CAPTION} {}. Published: Glass 1.0, Chess Programming Wiki.",
        env!("CARGO_PKG_VERSION")
    )
}

/// Without pruning, with the fitted form of it, and with the tight and the loose one.
const OFF: Style = Style::BASELINE;
const ON: Style = Style::VARIANTS[0].with_line(Dash::Solid);
const TIGHT: Style = Style::VARIANTS[1];
const LOOSE: Style = Style::VARIANTS[2];

/// A line without points, for what others have found.
const fn line(colour: Colour, dash: Dash) -> Style {
    Style {
        colour,
        ..Style::BASELINE.bare().with_line(dash)
    }
}

const PUBLISHED: Style = line(Colour::Orange, Dash::Dashed(7, 5));

fn series(table: &MdpTable, label: &str, style: Style, value: impl Fn(&MdpRow) -> f64) -> Series {
    let rows = table.rows.iter();
    let points = rows.map(|row| Point::bare(f64::from(row.depth), value(row)));
    Series {
        label: label.to_owned(),
        style,
        points: points.collect(),
    }
}

fn mate_mark(table: &MdpTable) -> Vec<Mark> {
    let mark = |depth| Mark {
        x: f64::from(depth),
        label: "mate in 8 first found".to_owned(),
    };
    table.first_mate_at_root.map(mark).into_iter().collect()
}

fn depth_axis() -> Axis {
    Axis::new("depth (plies)", Scale::Whole)
}

fn nodes_chart(table: &MdpTable) -> Figure {
    // As the published ones are counted.
    let nodes =
        |cell: fn(&MdpRow) -> &DepthResult| move |row: &MdpRow| cell(row).nodes_to_pv as f64;
    let y = Axis::new(
        "nodes until the principal variation was found (log)",
        Scale::Log10,
    );
    // Off and on coincide until the mate is seen: the broad lines show on both sides of the others.
    let lines = vec![
        series(table, "published, off", PUBLISHED.broad(), |row| {
            row.published_off as f64
        }),
        series(
            table,
            "published, on",
            line(Colour::ReddishPurple, Dash::Dashed(7, 5)),
            |row| row.published_on as f64,
        ),
        series(table, "off", OFF.broad(), nodes(|row| &row.off)),
        series(table, "on", ON, nodes(|row| &row.on)),
    ];
    Figure {
        title: "Nodes to the principal variation, mate distance pruning off and on".to_owned(),
        caption: caption(),
        panels: vec![Panel {
            marks: mate_mark(table),
            ..Panel::of(depth_axis(), y, lines)
        }],
        columns: 1,
    }
}

fn ratio_chart(table: &MdpTable) -> Figure {
    let rows: Vec<&BandRow> = table
        .rows
        .iter()
        .filter_map(|row| row.seeds.as_ref())
        .collect();
    let median = rows
        .iter()
        .map(|row| Point::bare(f64::from(row.depth), row.median));
    let lines = vec![
        Series {
            label: "median of seeds".to_owned(),
            style: line(Colour::Grey, Dash::Solid),
            points: median.collect(),
        },
        series(table, "tight form", TIGHT.bare(), |row| {
            row.ratio_tight_to_pv
        }),
        series(table, "loose form", LOOSE.bare(), |row| {
            row.ratio_loose_to_pv
        }),
        series(table, "on, chosen seed", ON, |row| row.ratio_to_pv),
        series(table, "published", PUBLISHED, |row| row.published_ratio),
    ];
    let band = rows.first().map(|row| Band {
        label: format!("90 % of {} seeds", row.seeds),
        colour: Colour::Grey,
        edges: rows
            .iter()
            .map(|row| Edge {
                x: f64::from(row.depth),
                low: row.low,
                high: row.high,
            })
            .collect(),
    });
    let about_seeds = rows.first().map_or_else(String::new, |row| {
        format!(
            " The tight form, the loose form and \"on\" use the seed that was chosen for glass. The median and the band are of {} seeds, \
             off and on with the same seed.",
            row.seeds
        )
    });
    let y = Axis {
        range: Some([0.0, 1.1]),
        ..Axis::new(
            "nodes until the principal variation was found, on / off",
            Scale::Linear,
        )
    };
    Figure {
        title: "What mate distance pruning leaves: nodes to the principal variation, on / off"
            .to_owned(),
        caption: caption() + &about_seeds,
        panels: vec![Panel {
            bands: band.into_iter().collect(),
            marks: mate_mark(table),
            ..Panel::of(depth_axis(), y, lines)
        }],
        columns: 1,
    }
}
