//! Games against the oracle: a table by variant and depth, and a chart of the share that was won.

use std::sync::Arc;

use super::{
    document::{Document, Pictures, Section},
    names::Names,
    page::{self, Finding, Page, PositionCard, Positions, Setup, VariantCommand},
    share,
    table::{Cell, ColumnOf, Table, numbers, words},
};
use plybench_analysis::games::{AgainstBaseline, Game, GamesAtDepth, GamesByVariant};
use plybench_figures::{Axis, Figure, Panel, Scale, Series, Style};
use plybench_text::escape;

/// The names of the files, without endings: the table and the chart.
const TABLE: &str = "games";
/// The chart.
pub const CHART: &str = "mated-by-depth";

/// Names in the legend have at most so many characters.
const LONGEST: usize = 48;

/// What is reported of games.
#[derive(Clone, Copy, Debug)]
pub struct GamesReport<'r> {
    /// The games.
    pub games: &'r GamesByVariant,
    /// The variant that the others are compared with.
    pub baseline: &'r str,
    /// The other variants that the chart shows.
    pub shown: &'r [&'r str],
    /// How they were chosen, where not all are shown.
    pub choice: Option<&'r str>,
    /// The experiment's purpose, positions and limits, as sentences.
    pub experiment: &'r str,
    /// What the page says of the experiment.
    pub setup: &'r Setup,
    /// How the charts are written as files.
    pub pictures: &'r Pictures,
}

/// The names of all files that a report of games has.
pub fn names() -> impl Iterator<Item = String> {
    [
        (TABLE, "md"),
        (TABLE, "csv"),
        (CHART, "svg"),
        (CHART, "png"),
        (CHART, "pdf"),
    ]
    .into_iter()
    .map(|(name, ending)| format!("{name}.{ending}"))
    .chain([page::INDEX.to_owned()])
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
    let table = Table::of(&subject.games.rows, columns());
    Document {
        title: format!("Games against the oracle = {}", subject.baseline),
        facts: vec![
            subject.experiment.to_owned(),
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
                subject.baseline
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
        let [share, low, high] = share::texts(row.won);
        format!(
            "Depth {}: {} wins {} of {} ({share}, 95 % interval {low} to {high}).",
            row.depth, row.variant, row.won.hits, row.won.all
        )
    };
    let depth = deepest().map(|row| usize::from(row.depth)).next();
    let cards = subject
        .games
        .positions
        .iter()
        .enumerate()
        .map(|(at, position)| {
            let games = subject.games.deepest.iter().map(|games| games.get(at));
            let finding = |game: &Game| Finding {
                depth: depth.unwrap_or(0),
                score: game.in_words(),
                best_move: None,
                count: game.nodes,
            };
            PositionCard {
                position: Arc::clone(position),
                findings: games.map(|game| game.map(finding)).collect(),
            }
        });
    let variants = deepest().map(|row| &row.variant);
    let variant = |name: &String| VariantCommand {
        name: name.clone(),
        arguments: None,
    };
    Page {
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
        ..Page::of("report", subject.setup)
    }
}

fn columns() -> Vec<ColumnOf<GamesAtDepth>> {
    fn share_cell(row: &GamesAtDepth, at: usize) -> Cell {
        share::cells(row.won)[at].clone()
    }
    fn against(row: &GamesAtDepth, cell: fn(AgainstBaseline) -> Cell) -> Cell {
        row.against.map_or(Cell::Missing, cell)
    }
    vec![
        (words("variant"), |row| row.variant.as_str().into()),
        (numbers("depth"), |row| row.depth.into()),
        (numbers("games"), |row| row.won.all.into()),
        (numbers("won"), |row| row.won.hits.into()),
        (numbers("share"), |row| share_cell(row, 0)),
        (numbers("from").named("share_low"), |row| share_cell(row, 1)),
        (numbers("to").named("share_high"), |row| share_cell(row, 2)),
        (numbers("repetition"), |row| row.others.repetition.into()),
        (numbers("fifty moves"), |row| row.others.fifty_moves.into()),
        (numbers("stalemate"), |row| row.others.stalemate.into()),
        (numbers("dead"), |row| row.others.dead.into()),
        (numbers("lost"), |row| row.others.lost.into()),
        (numbers("over, median").named("over_median"), |row| {
            row.median_over().map(u64::from).into()
        }),
        (numbers("over, most").named("over_most"), |row| {
            row.over.last().copied().map(u64::from).into()
        }),
        (numbers("only this"), |row| {
            against(row, |found| found.only_this.into())
        }),
        (numbers("only baseline"), |row| {
            against(row, |found| found.only_baseline.into())
        }),
        (numbers("p"), |row| {
            against(row, |found| Cell::Probability(found.p))
        }),
        (numbers("nodes"), |row| row.nodes.into()),
    ]
}

fn figure(subject: &GamesReport) -> Option<Figure> {
    let names = Names::of(
        subject.shown.iter().copied().chain([subject.baseline]),
        LONGEST,
    );
    let series = |(name, style): (&str, Style)| Series {
        label: names.label(name),
        style,
        points: subject
            .games
            .of(name)
            .map(|row| share::point(row.depth.into(), row.won))
            .collect(),
    };
    let variants = subject.shown.iter().copied().zip(Style::VARIANTS);
    let series: Vec<Series> = [(subject.baseline, Style::BASELINE)]
        .into_iter()
        .chain(variants)
        .map(series)
        .collect();
    if series.iter().all(|one| one.points.is_empty()) {
        return None;
    }
    let caption = [
        "Points: the share of won positions that the variant mates in, playing against the oracle. Thin lines: its 95 % interval \
         (Wilson)."
            .to_owned(),
        subject.experiment.to_owned(),
    ];
    let more = [
        names.note(),
        subject.choice.map(str::to_owned),
        Some(format!("Plybench {}.", env!("CARGO_PKG_VERSION"))),
    ];
    let caption: Vec<String> = caption
        .into_iter()
        .chain(more.into_iter().flatten())
        .collect();
    let y = share::axis("games won by mate (%)");
    Some(Figure {
        title: "Won positions that are mated, by depth of the searches".to_owned(),
        caption: escape::plain(&caption.join(" ")),
        panels: vec![Panel::of(
            Axis::new("depth (plies)", Scale::Whole),
            y,
            series,
        )],
        columns: 1,
    })
}
