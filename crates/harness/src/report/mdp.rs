//! The mate distance pruning report: `table.md`, `table.csv` and two charts.

use std::fmt::Write as _;

use super::{
    ReportError,
    chart::{Colour, LineChart, Mark, Picture, Scale, Series, Stroke, Weight},
};
use crate::analysis::mdp_table::{Cell, MdpTable, Row};

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
    vec![
        format!(
            "The columns first differ {}.",
            depth_or_never(table.first_difference)
        ),
        format!(
            "A mate score first entered the tree {}.",
            depth_or_never(table.first_mate_in_tree)
        ),
        format!(
            "Mate is first the root's score {}.",
            depth_or_never(table.first_mate_at_root)
        ),
        format!(
            "The largest deviation of a ratio from the published one is {:.1} %; of a ratio to PV, which is what was \
             published, {:.1} %.",
            table.worst_deviation * 100.0,
            table.worst_deviation_to_pv * 100.0
        ),
        format!(
            "The smallest proof of the mate is a tree of {} nodes (as a graph at most {}); the smallest \
             refutation of a mate two plies shorter is a tree of {} (as a graph at most {}).",
            table.minimal.proof_tree,
            table.minimal.proof_graph,
            table.minimal.refutation_tree,
            table.minimal.refutation_graph
        ),
    ]
}

/// The table in Markdown, with its definitions.
#[must_use]
pub fn markdown(table: &MdpTable) -> String {
    let mut text = String::from(
        "# Mate distance pruning on KR vs K, off and on\n\n\
         `8/7K/8/8/8/8/R7/7k w - - 0 1`, variant `glass`, written by `plybench reproduce`. \
         Nodes are all entered positions, iterations 1 to d together, from a cleared table; \
         \"to PV\" is the same count when the principal variation last changed. \
         The ratio is nodes on / nodes off, and \"ratio to PV\" that of the counts to PV. The published one is that of \
         Glass 1.0, which counted nodes until the principal variation was found; each deviation is from it. \
         The last columns are nodes as multiples of the smallest proof tree.\n\n",
    );
    for line in summary(table) {
        let _ = writeln!(text, "- {line}");
    }
    text.push_str(
        "\n| depth | score off | nodes off | to PV off | score on | nodes on | to PV on | published | ratio | deviation | ratio to PV | deviation | off / proof | on / proof |\n\
         |--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for row in &table.rows {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {:.3} | {:.3} | {:+.1} % | {:.3} | {:+.1} % | {:.1} | {:.1} |",
            row.depth,
            row.off.score,
            row.off.nodes,
            row.off.nodes_to_pv,
            row.on.score,
            row.on.nodes,
            row.on.nodes_to_pv,
            row.published_ratio,
            row.ratio,
            row.deviation * 100.0,
            row.ratio_to_pv,
            row.deviation_to_pv * 100.0,
            row.off_per_proof,
            row.on_per_proof
        );
    }
    text.push_str(
        "\n## Tight and loose\n\nThe column `on` is the form `test-only`: it cuts where the tight bounds cross and leaves the window as it is. \
         The tight form (`stockfish`) narrows the window to the same bounds, beta to M-p-1; the article's own (`cpw`) \
         narrows beta to M-p, one ply loose.\n\n\
         | depth | nodes off | nodes tight | ratio | nodes loose | ratio | published off | published on | ratio |\n\
         |--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for row in &table.rows {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.3} | {} | {:.3} | {} | {} | {:.3} |",
            row.depth,
            row.off.nodes,
            row.tight.nodes,
            row.ratio_tight,
            row.loose.nodes,
            row.ratio_loose,
            row.published_off,
            row.published_on,
            row.published_ratio
        );
    }
    text
}

/// The table as comma-separated values, one row a depth.
#[must_use]
pub fn csv(table: &MdpTable) -> String {
    let mut text = String::from(
        "depth,score_off,nodes_off,nodes_to_pv_off,score_on,nodes_on,nodes_to_pv_on,ratio,published_ratio,\
         ratio_to_pv,off_per_proof,on_per_proof,nodes_tight,ratio_tight,nodes_loose,ratio_loose,published_off,published_on\n",
    );
    for row in &table.rows {
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{:.6},{:.6},{:.6},{:.3},{:.3},{},{:.6},{},{:.6},{},{}",
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
            row.published_on
        );
    }
    text
}

const CAPTION: &str = "KR vs K, 8/7K/8/8/8/8/R7/7k w, one position; nodes = entered positions, \
                       iterations 1 to d together, from a cleared table; variant glass, Plybench";

fn caption() -> String {
    format!(
        "{CAPTION} {}. Published: Glass 1.0, Chess Programming Wiki.",
        env!("CARGO_PKG_VERSION")
    )
}

fn series(
    table: &MdpTable,
    label: &str,
    (colour, stroke, weight): (Colour, Stroke, Weight),
    value: impl Fn(&Row) -> f64,
) -> Series {
    Series {
        label: label.to_owned(),
        points: table
            .rows
            .iter()
            .map(|row| (f64::from(row.depth), value(row)))
            .collect(),
        colour,
        stroke,
        weight,
    }
}

fn mate_mark(table: &MdpTable) -> Vec<Mark> {
    table
        .first_mate_at_root
        .map(|depth| Mark {
            x: f64::from(depth),
            label: "mate in 8 first found".to_owned(),
        })
        .into_iter()
        .collect()
}

fn nodes_chart(table: &MdpTable) -> LineChart {
    // As the published ones are counted.
    let nodes = |cell: fn(&Row) -> &Cell| move |row: &Row| cell(row).nodes_to_pv as f64;
    LineChart {
        title: "Nodes to the principal variation, mate distance pruning off and on".to_owned(),
        caption: caption(),
        x_label: "depth (plies)".to_owned(),
        y_label: "nodes until the principal variation was found (log)".to_owned(),
        y_scale: Scale::Log10,
        y_range: None,
        // Off and on coincide until mate is seen: the broad one shows on both sides.
        series: vec![
            series(
                table,
                "published, off",
                (Colour::Orange, Stroke::Dashed, Weight::Broad),
                |row| row.published_off as f64,
            ),
            series(
                table,
                "published, on",
                (Colour::SkyBlue, Stroke::Dashed, Weight::Regular),
                |row| row.published_on as f64,
            ),
            series(
                table,
                "off",
                (Colour::Vermillion, Stroke::SolidWithMarkers, Weight::Broad),
                nodes(|row| &row.off),
            ),
            series(
                table,
                "on",
                (Colour::Blue, Stroke::SolidWithMarkers, Weight::Regular),
                nodes(|row| &row.on),
            ),
        ],
        marks: mate_mark(table),
    }
}

fn ratio_chart(table: &MdpTable) -> LineChart {
    LineChart {
        title: "What mate distance pruning leaves: nodes on / nodes off".to_owned(),
        caption: caption(),
        x_label: "depth (plies)".to_owned(),
        y_label: "nodes on / nodes off".to_owned(),
        y_scale: Scale::Linear,
        y_range: Some((0.0, 1.1)),
        series: vec![
            series(
                table,
                "on",
                (Colour::SkyBlue, Stroke::Solid, Weight::Broad),
                |row| row.ratio,
            ),
            series(
                table,
                "on, to PV",
                (Colour::Blue, Stroke::SolidWithMarkers, Weight::Regular),
                |row| row.ratio_to_pv,
            ),
            series(
                table,
                "tight form",
                (Colour::Vermillion, Stroke::Solid, Weight::Regular),
                |row| row.ratio_tight,
            ),
            series(
                table,
                "loose form",
                (Colour::BluishGreen, Stroke::Solid, Weight::Regular),
                |row| row.ratio_loose,
            ),
            series(
                table,
                "published (to PV)",
                (Colour::Orange, Stroke::Dashed, Weight::Regular),
                |row| row.published_ratio,
            ),
        ],
        marks: mate_mark(table),
    }
}
