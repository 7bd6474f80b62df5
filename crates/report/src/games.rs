//! Games against the oracle: a table by variant and depth, and a chart of the share that was won.

use std::sync::Arc;

use super::{
    document::{Document, Pictures, Section},
    page::{self, Finding, Page, PositionCard, Positions, Setup, VariantCommand},
    share,
    shown::Shown,
    table::{Cell, Table, named, of_numbers, of_words},
};
use plybench_analysis::games::{AgainstBaseline, Ending, Game, GamesAtDepth, GamesByVariant};
use plybench_figures::{Axis, Figure, Panel, Point, Scale};

/// The names of the files, without endings: the table and the chart.
const TABLE: &str = "games";
/// The file of the chart, without an ending.
pub const CHART: &str = "mated-by-depth";

/// What is reported of games.
#[derive(Clone, Copy, Debug)]
pub struct GamesReport<'r> {
    /// Every game, by variant and depth.
    pub games: &'r GamesByVariant,
    /// The variants in the chart.
    pub shown: Shown<'r>,
    /// What the page says of the experiment.
    pub setup: &'r Setup,
    /// How the charts are written as files.
    pub pictures: &'r Pictures,
}

/// The names of all files that a report of games has.
pub fn names() -> impl Iterator<Item = String> {
    let tables = ["md", "csv"].map(|ending| format!("{TABLE}.{ending}"));
    let charts = ["svg", "png", "pdf"].map(|ending| format!("{CHART}.{ending}"));
    let all = tables.into_iter().chain(charts);
    all.chain([page::INDEX.to_owned()])
}

/// The table and the chart.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn files(subject: &GamesReport) -> Result<Vec<(String, Vec<u8>)>, super::ReportError> {
    let document = document(subject);
    Document {
        page: page(subject, &document),
        pictures: subject.pictures.clone(),
        ..document
    }
    .files(TABLE)
}

fn document(subject: &GamesReport) -> Document {
    let table = table(subject.games);
    Document {
        title: format!("Games against the oracle = {}", subject.shown.baseline),
        facts: vec![subject.shown.experiment.to_owned()],
        terms: vec![
            "From each position, one game for each depth: the variant plays the winning side and searches each move to that depth, \
             and the oracle defends with a move that puts the mate off longest. A game ends by mate, stalemate, a dead position, \
             threefold repetition, or fifty moves without a capture or a pawn's move."
                .to_owned(),
            "Share: games that the variant won, with its 95 % interval (Wilson 1927). Over: moves of a won game beyond the \
             shortest mate. Nodes: all searches of these games."
                .to_owned(),
            format!(
                "Only this, only baseline: positions that one of the two won and the other did not, beside {}; p of the exact \
                 two-sided sign test.",
                subject.shown.baseline
            ),
        ],
        sections: vec![Section::new("By variant and depth", table.clone())],
        figures: figure(subject).into_iter().map(|figure| (CHART, figure)).collect(),
        rows: table,
        ..Document::default()
    }
}

fn page(subject: &GamesReport, document: &Document) -> Page {
    let table = Section::new("By variant and depth", document.rows.clone())
        .with_filters([("variant", None), ("depth", None)]);
    let deepest = || {
        let last = subject.games.rows.iter().map(|row| row.depth).max();
        let rows = subject.games.rows.iter();
        rows.filter(move |row| Some(row.depth) == last)
    };
    let sentence = |row: &GamesAtDepth| {
        let [share, low, high] = [share::share, share::low, share::high];
        let [share, low, high] = [share, low, high].map(|cell| cell(row.won()).for_people());
        format!(
            "Depth {}: {} wins {} of {} ({share}, 95 % interval {low} to {high}).",
            row.depth,
            row.variant,
            row.won().hits,
            row.won().all
        )
    };
    let finding = |row: &GamesAtDepth, game: &Game| Finding {
        depth: row.depth.into(),
        score: game.in_words(),
        best_move: None,
        count: game.nodes,
        regret: None,
    };
    let positions = subject.games.positions.iter().enumerate();
    let cards = positions.map(|(at, position)| PositionCard {
        position: Arc::clone(position),
        findings: deepest()
            .map(|row| row.games.get(at).map(|game| finding(row, game)))
            .collect(),
    });
    let variants = deepest().map(|row| &row.variant);
    let variant = |name: &String| VariantCommand {
        name: name.clone(),
        arguments: None,
    };
    Page {
        command: "report",
        setup: subject.setup.clone(),
        answer: deepest().map(sentence).collect(),
        sections: vec![table],
        positions: Positions {
            about:
                "The game of each variant with searches of the greatest depth, against the oracle."
                    .to_owned(),
            result: "outcome",
            counted: "nodes".to_owned(),
            variants: variants.map(variant).collect(),
            limits: String::new(),
            cards: cards.collect(),
        },
    }
}

fn table(games: &GamesByVariant) -> Table {
    fn against(row: &GamesAtDepth, cell: fn(AgainstBaseline) -> Cell) -> Cell {
        row.against.map(cell).into()
    }
    Table::rows(&games.rows).columns([
        of_words("variant", |row| row.variant.as_str().into()),
        of_numbers("depth", |row| row.depth.into()),
        of_numbers("games", |row| row.won().all.into()),
        of_numbers("won", |row| row.won().hits.into()),
        of_numbers("share", |row| share::share(row.won())),
        named("share_low", of_numbers("from", |row| share::low(row.won()))),
        named("share_high", of_numbers("to", |row| share::high(row.won()))),
        of_numbers("repetition", |row| row.ended(Ending::Repetition).into()),
        of_numbers("fifty moves", |row| row.ended(Ending::FiftyMoves).into()),
        of_numbers("stalemate", |row| row.ended(Ending::Stalemate).into()),
        of_numbers("dead", |row| row.ended(Ending::DeadPosition).into()),
        of_numbers("lost", |row| row.lost().into()),
        named(
            "over_median",
            of_numbers("over, median", |row| {
                row.median_over().map(u64::from).into()
            }),
        ),
        named(
            "over_most",
            of_numbers("over, most", |row| {
                row.over().last().copied().map(u64::from).into()
            }),
        ),
        of_numbers("only this", |row| {
            against(row, |found| found.only_this.into())
        }),
        of_numbers("only baseline", |row| {
            against(row, |found| found.only_baseline.into())
        }),
        of_numbers("p", |row| against(row, |found| Cell::Probability(found.p))),
        of_numbers("nodes", |row| row.nodes().into()),
    ])
}

fn figure(subject: &GamesReport) -> Option<Figure> {
    let points = |name: &str| -> Vec<Point> {
        let rows = subject.games.of(name);
        let points = rows.map(|row| share::point(row.depth.into(), row.won()));
        points.collect()
    };
    let shown = subject.shown;
    let series = shown.series_with_baseline(shown.all().map(points));
    if series.iter().all(|one| one.points.is_empty()) {
        return None;
    }
    let what = "Points: the share of won positions that the variant mates in, playing against the oracle. Thin lines: its 95 % interval \
                (Wilson).";
    let x = Axis::new("depth (plies)", Scale::Whole);
    let y = share::axis("games won by mate (%)");
    Some(Figure {
        title: "Won positions that are mated, by depth of the searches".to_owned(),
        caption: subject.shown.caption(what.to_owned(), None, None),
        panels: vec![Panel::of(x, y, series)],
        columns: 1,
    })
}
