//! The mate distance pruning report: `table.md`, `table.csv` and two charts.

use std::fmt::Write as _;

use super::{
    ReportError,
    chart::{Band, Colour, LineChart, Mark, Picture, Scale, Series, Stroke, Weight},
    document::Document,
    grid::{Grid, numbers},
    number::{self, NONE},
    seeds::{first_mates, percent},
};
use crate::analysis::{
    mdp_table::{Cell, MdpTable, Row},
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
            "The largest deviation of a ratio to PV from the published one, which is of nodes to PV too, is {:.1} %; of a \
             ratio of all nodes {:.1} %.",
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
        "The counts themselves are not the published ones: from depth {LATE} on they are {least:.1} to {most:.1} times as \
         large, and before the mate the scores are others ({} against {} at depth {}).",
        before.off.score, before.published_scores[0], before.depth
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
    let mut grid = Grid::new([
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
            row.depth.to_string(),
            row.off.score.to_string(),
            row.on.score.to_string(),
            row.off.nodes_to_pv.to_string(),
            row.on.nodes_to_pv.to_string(),
            number::ratio(row.ratio_to_pv),
            number::ratio(row.published_ratio),
            row.seeds.as_ref().map_or_else(|| NONE.to_owned(), range),
            row.off.nodes.to_string(),
            row.on.nodes.to_string(),
            number::ratio(row.ratio),
        ]);
    }
    Document {
        title: "Mate distance pruning on KR vs K, off and on".to_owned(),
        facts: summary(table),
        sections: vec![(
            "By depth: nodes until the principal variation was found, as published; then all nodes entered"
                .to_owned(),
            grid,
        )],
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
        band: None,
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
    let rows: Vec<&BandRow> = table
        .rows
        .iter()
        .filter_map(|row| row.seeds.as_ref())
        .collect();
    let mut series_of_all = Vec::new();
    if !rows.is_empty() {
        series_of_all.push(Series {
            label: "median of seeds".to_owned(),
            points: rows
                .iter()
                .map(|row| (f64::from(row.depth), row.median))
                .collect(),
            colour: Colour::Grey,
            stroke: Stroke::Solid,
            weight: Weight::Regular,
        });
    }
    series_of_all.extend([
        series(
            table,
            "tight form",
            (Colour::Vermillion, Stroke::Solid, Weight::Regular),
            |row| row.ratio_tight_to_pv,
        ),
        series(
            table,
            "loose form",
            (Colour::BluishGreen, Stroke::Solid, Weight::Regular),
            |row| row.ratio_loose_to_pv,
        ),
        series(
            table,
            "on, chosen seed",
            (Colour::Blue, Stroke::SolidWithMarkers, Weight::Regular),
            |row| row.ratio_to_pv,
        ),
        series(
            table,
            "published",
            (Colour::Orange, Stroke::Dashed, Weight::Regular),
            |row| row.published_ratio,
        ),
    ]);
    LineChart {
        title: "What mate distance pruning leaves: nodes to the principal variation, on / off"
            .to_owned(),
        caption: rows.first().map_or_else(caption, |row| {
            format!(
                "{} Tight, loose and on are of the seed that was chosen for glass; the median and the band are of {} seeds, with off \
                 and on of the same seed.",
                caption(),
                row.seeds
            )
        }),
        x_label: "depth (plies)".to_owned(),
        y_label: "nodes until the principal variation was found, on / off".to_owned(),
        y_scale: Scale::Linear,
        y_range: Some((0.0, 1.1)),
        band: rows.first().map(|row| Band {
            label: format!("90 % of {} seeds", row.seeds),
            points: rows
                .iter()
                .map(|row| (f64::from(row.depth), row.low, row.high))
                .collect(),
            colour: Colour::Grey,
        }),
        series: series_of_all,
        marks: mate_mark(table),
    }
}
