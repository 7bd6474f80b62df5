//! The mate distance pruning report: `table.md`, `table.csv` and two charts.

use plybench_engine::game::chess::Chess;
use serde_json::json;

use super::{
    document::{Document, Section},
    number,
    page::{Download, Page},
    seeds::{first_mates, percent},
    table::{Cell, ColumnOf, Table, numbers},
};
use plybench_analysis::{
    depth_result::DepthResult,
    mdp_table::{MdpRow, MdpTable},
    published,
    seed_band::BandRow,
};
use plybench_figures::{
    Axis, Band, Colour, Dash, Edge, Figure, Mark, Panel, Point, Scale, Series, Style,
};

/// For a terminal: the published ratio beside what is counted in the same way.
#[must_use]
pub fn summary(table: &MdpTable) -> Document {
    Document {
        facts: facts(table),
        sections: vec![Section::new(
            "By depth: nodes to PV, which are the nodes until the principal variation was found, as published; then all nodes",
            Table::of(&table.rows, summary_columns()),
        )],
        ..document(table)
    }
}

/// The whole report.
#[must_use]
pub fn document(table: &MdpTable) -> Document {
    let mut facts = facts(table);
    facts.extend(seeds_fact(table));
    facts.push(proof_fact(table));
    let mut sections = vec![
        Section::new("By depth", Table::of(&table.rows, columns())),
        Section::new(
            "Beside the article",
            Table::of(&table.rows, article_columns()),
        )
        .with_text(
            "The article's own columns, scores and nodes until the principal variation was found, each beside ours, and ours as a multiple \
             of them. Its scores are those of Glass's evaluation, which is not public.",
        ),
        Section::new(
            "The fit and the description beside the article",
            Table::of(&table.rows, described_columns()),
        )
        .with_text(described_text(table)),
        seeds(table),
        Section::new("Tight and loose", Table::of(&table.rows, form_columns())).with_text(
            "The column `on` is the form `test-only`: it cuts where the tight bounds cross and leaves the window as it is. \
             The tight form (`stockfish`) narrows the window to the same bounds, beta to M-p-1; the article's own (`cpw`) \
             narrows beta to M-p, one ply loose. Published counts and all ratios here are to PV.",
        ),
    ];
    sections.retain(|section| !section.table.is_empty());
    Document {
        title: "Mate distance pruning on KR vs K, off and on".to_owned(),
        intro: "`8/7K/8/8/8/8/R7/7k w - - 0 1`, variant `glass`, written by `plybench reproduce`. \
                Nodes are all entered positions, summed over all iterations up to the depth, from a cleared table; \
                \"to PV\" is the same count when the principal variation last changed. \
                Ratios are on / off. The published one is that of Glass 1.0, which counted nodes until the principal variation was \
                found, so the ratio to PV is the one to compare with it; the deviation is from it. \
                The last columns are all nodes as multiples of the smallest proof tree."
            .to_owned(),
        position: Chess::from_fen(published::FEN).ok(),
        facts,
        sections,
        values: json!(table.rows),
        figures: vec![("nodes", nodes_chart(table)), ("ratio", ratio_chart(table))],
        rows: Table::of(&table.rows, rows()),
        page: page(table),
        ..Document::default()
    }
}

fn page(table: &MdpTable) -> Page {
    let last = table.rows.last().map(|row| {
        format!(
            "At depth {} the search with mate distance pruning takes {} of the nodes to PV of the search without it; the published ratio is {}.",
            row.depth,
            number::ratio(row.ratio_to_pv),
            number::ratio(row.published_ratio)
        )
    });
    let facts = facts(table).into_iter();
    Page {
        command: "reproduce",
        purpose: "Does mate distance pruning save what the published table says?".to_owned(),
        answer: last.into_iter().chain(facts.skip(2).take(2)).collect(),
        repeat: vec![(
            "plybench reproduce --out krk-mdp".to_owned(),
            "Searches to depth 20 and writes this page. Records are the same bytes on any machine and with any number of threads.".to_owned(),
        )],
        downloads: vec![
            Download::new("experiment.toml", "the experiment"),
            Download::new("positions.jsonl", "the position"),
            Download::new("records.jsonl", "the records, a line for each search with its completed depths"),
        ],
        ..Page::default()
    }
}

fn depth_or_never(depth: Option<u8>) -> String {
    depth.map_or_else(|| "never".to_owned(), |depth| format!("at depth {depth}"))
}

fn facts(table: &MdpTable) -> Vec<String> {
    let mut facts = vec![
        format!(
            "The counts of off and on first differ {} (all nodes) and {} (nodes to PV).",
            depth_or_never(table.first_difference),
            depth_or_never(table.first_difference_to_pv)
        ),
        format!(
            "A node anywhere in the tree first scores a mate {}.",
            depth_or_never(table.first_mate_in_tree)
        ),
        format!(
            "The root's score is first a mate {}.",
            depth_or_never(table.first_mate_at_root)
        ),
        format!(
            "Ratios to PV are within {:.1} % of the published ones, which also count nodes to PV; ratios of all nodes are within \
             {:.1} %.",
            table.worst_deviation_to_pv * 100.0,
            table.worst_deviation * 100.0
        ),
    ];
    facts.extend(absolute(table));
    facts
}

/// The smallest trees that prove the mate.
fn proof_fact(table: &MdpTable) -> String {
    let minimal = &table.minimal;
    format!(
        "The smallest proof of the mate is a tree of {} nodes (as a graph at most {}); the smallest \
         refutation of a mate two plies shorter is a tree of {} (as a graph at most {}). Its lines go on after the \
         rook is captured; if they end there, it is {} (as a graph at most {}).",
        minimal.proof_tree,
        minimal.proof_graph,
        minimal.refutation_tree,
        minimal.refutation_graph,
        minimal.refutation_tree_without_material,
        minimal.refutation_graph_without_material
    )
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
fn seeds_fact(table: &MdpTable) -> Option<String> {
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

fn range(row: &BandRow) -> String {
    format!("{} to {}", number::ratio(row.low), number::ratio(row.high))
}

fn summary_columns() -> [ColumnOf<MdpRow>; 11] {
    [
        (numbers("depth"), |row| row.depth.into()),
        (numbers("score off"), |row| row.off.score.to_string().into()),
        (numbers("score on"), |row| row.on.score.to_string().into()),
        (numbers("to PV off"), |row| row.off.nodes_to_pv.into()),
        (numbers("to PV on"), |row| row.on.nodes_to_pv.into()),
        (numbers("on / off"), |row| Cell::Ratio(row.ratio_to_pv)),
        (numbers("published"), |row| Cell::Ratio(row.published_ratio)),
        (numbers("90 % of seeds"), |row| {
            row.seeds.as_ref().map(range).into()
        }),
        (numbers("all nodes off"), |row| row.off.nodes.into()),
        (numbers("all nodes on"), |row| row.on.nodes.into()),
        (numbers("all on / off"), |row| Cell::Ratio(row.ratio)),
    ]
}

fn columns() -> [ColumnOf<MdpRow>; 13] {
    [
        (numbers("depth"), |row| row.depth.into()),
        (numbers("score off"), |row| row.off.score.to_string().into()),
        (numbers("to PV off"), |row| row.off.nodes_to_pv.into()),
        (numbers("score on"), |row| row.on.score.to_string().into()),
        (numbers("to PV on"), |row| row.on.nodes_to_pv.into()),
        (numbers("ratio to PV"), |row| Cell::Ratio(row.ratio_to_pv)),
        (numbers("published"), |row| Cell::Ratio(row.published_ratio)),
        (numbers("deviation"), |row| {
            Cell::Change(row.deviation_to_pv)
        }),
        (numbers("nodes off"), |row| row.off.nodes.into()),
        (numbers("nodes on"), |row| row.on.nodes.into()),
        (numbers("ratio"), |row| Cell::Ratio(row.ratio)),
        (numbers("off / proof"), |row| {
            Cell::Multiple(row.off_per_proof)
        }),
        (numbers("on / proof"), |row| {
            Cell::Multiple(row.on_per_proof)
        }),
    ]
}

/// The article's scores and counts, each beside ours.
fn article_columns() -> [ColumnOf<MdpRow>; 11] {
    [
        (numbers("depth"), |row| row.depth.into()),
        (numbers("score off"), |row| row.off.score.to_string().into()),
        (numbers("published score off"), |row| {
            row.published_scores[0].clone().into()
        }),
        (numbers("score on"), |row| row.on.score.to_string().into()),
        (numbers("published score on"), |row| {
            row.published_scores[1].clone().into()
        }),
        (numbers("to PV off"), |row| row.off.nodes_to_pv.into()),
        (numbers("published off"), |row| row.published_off.into()),
        (numbers("off / published off"), |row| {
            Cell::Multiple(row.off_per_published())
        }),
        (numbers("to PV on"), |row| row.on.nodes_to_pv.into()),
        (numbers("published on"), |row| row.published_on.into()),
        (numbers("on / published on"), |row| {
            Cell::Multiple(row.on_per_published())
        }),
    ]
}

/// What the description says beside the fit.
fn described_text(table: &MdpTable) -> String {
    let deviation = |row: &MdpRow| (row.ratio_described_to_pv / row.published_ratio - 1.0).abs();
    let worst = table.rows.iter().map(deviation).fold(0.0, f64::max);
    let mates = table
        .rows
        .iter()
        .filter(|row| row.described_off.score.is_mate());
    let mate = mates.map(|row| row.depth).next();
    let ends = table.rows.last().map_or_else(String::new, |row| {
        format!(
            " At depth {} the description visits {:.2} times the published nodes without the pruning, the fit {:.2} times.",
            row.depth,
            row.described_off.nodes_to_pv as f64 / row.published_off as f64,
            row.off_per_published()
        )
    });
    format!(
        "Nodes to PV. `glass` is fitted to these ratios. `glass-cpw` is not: it has the techniques that the Chess Programming Wiki \
         names for Glass, among them a table of its own for nodes of the principal variation, with this project's parameters and \
         the article's form of the pruning (`cpw`). It first scores a mate {}, and its ratios differ from the published ones \
         by up to {:.0} %.{ends}",
        depth_or_never(mate),
        worst * 100.0
    )
}

fn described_columns() -> [ColumnOf<MdpRow>; 11] {
    [
        (numbers("depth"), |row| row.depth.into()),
        (numbers("published off"), |row| row.published_off.into()),
        (numbers("published on"), |row| row.published_on.into()),
        (numbers("published on / off"), |row| {
            Cell::Ratio(row.published_ratio)
        }),
        (numbers("glass off"), |row| row.off.nodes_to_pv.into()),
        (numbers("glass on"), |row| row.on.nodes_to_pv.into()),
        (numbers("glass on / off"), |row| {
            Cell::Ratio(row.ratio_to_pv)
        }),
        (numbers("glass-cpw score off"), |row| {
            row.described_off.score.to_string().into()
        }),
        (numbers("glass-cpw off"), |row| {
            row.described_off.nodes_to_pv.into()
        }),
        (numbers("glass-cpw on"), |row| {
            row.described_on.nodes_to_pv.into()
        }),
        (numbers("glass-cpw on / off"), |row| {
            Cell::Ratio(row.ratio_described_to_pv)
        }),
    ]
}

fn form_columns() -> [ColumnOf<MdpRow>; 10] {
    [
        (numbers("depth"), |row| row.depth.into()),
        (numbers("to PV off"), |row| row.off.nodes_to_pv.into()),
        (numbers("to PV tight"), |row| row.tight.nodes_to_pv.into()),
        (numbers("tight / off"), |row| {
            Cell::Ratio(row.ratio_tight_to_pv)
        }),
        (numbers("to PV loose"), |row| row.loose.nodes_to_pv.into()),
        (numbers("loose / off"), |row| {
            Cell::Ratio(row.ratio_loose_to_pv)
        }),
        (numbers("published off"), |row| row.published_off.into()),
        (numbers("published on"), |row| row.published_on.into()),
        (numbers("published on / off"), |row| {
            Cell::Ratio(row.published_ratio)
        }),
        (numbers("off / published off"), |row| {
            Cell::Ratio(row.off_per_published())
        }),
    ]
}

/// For programs.
fn rows() -> [ColumnOf<MdpRow>; 29] {
    fn of_seeds(row: &MdpRow, cell: fn(&BandRow) -> Cell) -> Cell {
        row.seeds.as_ref().map(cell).into()
    }
    [
        (numbers("depth"), |row| row.depth.into()),
        (numbers("score off"), |row| row.off.score.to_string().into()),
        (numbers("nodes off"), |row| row.off.nodes.into()),
        (numbers("nodes to PV off"), |row| row.off.nodes_to_pv.into()),
        (numbers("score on"), |row| row.on.score.to_string().into()),
        (numbers("nodes on"), |row| row.on.nodes.into()),
        (numbers("nodes to PV on"), |row| row.on.nodes_to_pv.into()),
        (numbers("ratio"), |row| Cell::Ratio(row.ratio)),
        (numbers("published ratio"), |row| {
            Cell::Ratio(row.published_ratio)
        }),
        (numbers("ratio to PV"), |row| Cell::Ratio(row.ratio_to_pv)),
        (numbers("off per proof"), |row| {
            Cell::Multiple(row.off_per_proof)
        }),
        (numbers("on per proof"), |row| {
            Cell::Multiple(row.on_per_proof)
        }),
        (numbers("nodes tight"), |row| row.tight.nodes.into()),
        (numbers("ratio tight"), |row| Cell::Ratio(row.ratio_tight)),
        (numbers("nodes loose"), |row| row.loose.nodes.into()),
        (numbers("ratio loose"), |row| Cell::Ratio(row.ratio_loose)),
        (numbers("published off"), |row| row.published_off.into()),
        (numbers("published on"), |row| row.published_on.into()),
        (numbers("ratio tight to PV"), |row| {
            Cell::Ratio(row.ratio_tight_to_pv)
        }),
        (numbers("ratio loose to PV"), |row| {
            Cell::Ratio(row.ratio_loose_to_pv)
        }),
        (numbers("seeds"), |row| {
            of_seeds(row, |band| band.seeds.into())
        }),
        (numbers("seeds low"), |row| {
            of_seeds(row, |band| Cell::Ratio(band.low))
        }),
        (numbers("seeds median"), |row| {
            of_seeds(row, |band| Cell::Ratio(band.median))
        }),
        (numbers("seeds high"), |row| {
            of_seeds(row, |band| Cell::Ratio(band.high))
        }),
        (numbers("published score off"), |row| {
            row.published_scores[0].clone().into()
        }),
        (numbers("published score on"), |row| {
            row.published_scores[1].clone().into()
        }),
        (numbers("nodes to PV described off"), |row| {
            row.described_off.nodes_to_pv.into()
        }),
        (numbers("nodes to PV described on"), |row| {
            row.described_on.nodes_to_pv.into()
        }),
        (numbers("ratio described to PV"), |row| {
            Cell::Ratio(row.ratio_described_to_pv)
        }),
    ]
}

/// The ratios with other seeds.
fn seeds(table: &MdpTable) -> Section {
    let rows = table.rows.iter().filter_map(|row| row.seeds.as_ref());
    let seeds = rows.clone().next().map_or(0, |row| row.seeds);
    // At the others every ratio is 1.
    let rows =
        rows.filter(|row| row.low < row.high || row.first_mates + row.first_longer_mates > 0);
    let columns: [ColumnOf<BandRow>; 10] = [
        (numbers("depth"), |row| row.depth.into()),
        (numbers("5 %"), |row| Cell::Ratio(row.low)),
        (numbers("median"), |row| Cell::Ratio(row.median)),
        (numbers("95 %"), |row| Cell::Ratio(row.high)),
        (numbers("published"), |row| Cell::Ratio(row.published)),
        (numbers("seeds below published"), |row| {
            percent(row.published_quantile()).into()
        }),
        (numbers("chosen seed"), |row| Cell::ratio(row.chosen)),
        (numbers("seeds below chosen"), |row| {
            row.chosen_quantile().map(percent).into()
        }),
        (numbers("first score the mate"), |row| {
            row.first_mates.into()
        }),
        (numbers("first score a longer one"), |row| {
            row.first_longer_mates.into()
        }),
    ];
    Section::new("Other seeds", Table::of(rows, columns)).with_text(format!(
        "Equal moves are shuffled by a seed, and that of `glass` was fitted. Here are the ratios to PV with \
         {seeds} seeds, by `plybench reproduce --seeds {seeds}` \
         (the project's report `krk-mdp-seeds` has them all). \"Seeds below\" is the share of the seeds with a smaller ratio; those that equal it \
         count half. At the depths that are left out every ratio is 1."
    ))
}

/// From this depth on the counts are a steady multiple of the published ones.
const LATE: u8 = 13;

const CAPTION: &str = "KR vs K, 8/7K/8/8/8/8/R7/7k w, one position; nodes = entered positions, \
                       summed over all iterations up to the depth, from a cleared table; variant glass, Plybench";

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
