//! What each variant saves and what it costs, side by side: nodes left, and what a judge says of its moves.

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    interval,
    names::Names,
    number,
    ranking::depths,
    table::{Cell, ColumnOf, Table, named, of_numbers, of_words},
};
use plybench_analysis::{
    comparison::Comparison,
    cost::{Cost, Mates, Regrets},
    ranking::Ranking,
    solved::NodeLimits,
    summary::Summary,
};
use plybench_figures::{Axis, Caption, Colour, Figure, Panel, Point, Scale, Series, Style};
use plybench_text::escape;

/// Names beside points have at most so many characters.
const LONGEST_LABEL: usize = 32;

/// The heading of the table.
const HEADING: &str = "Saving and cost";

/// How the table is read.
const MEANING: &str = "`ratio`: nodes left, as above. Another move, another score: the share of the positions at which the variant \
    differs there from the one that it is compared with, and by how many centipawns the scores differ on average where neither is a mate. `regret`: the \
    value of the best move less that of the move played, in centipawns, both from one search of the judge; its mean over the positions at \
    which no mate is lost, with the 95 % interval (BCa bootstrap of positions). `best`: the share of the moves that the judge values as \
    the best, of those that it could judge. `solved`: positions with best moves that the variant solves. `mates lost`: moves with which a mate is missed, delayed, allowed or hastened; they have no \
    regret in centipawns. Of known mates, `missed` are those not scored as a mate for the right side, `longer` and `shorter` those \
    scored with another length.";

/// A variant with what it saves and what it costs.
#[derive(Debug)]
struct Row<'o> {
    variant: &'o str,
    against: &'o str,
    summary: Summary,
    cost: Cost,
}

impl<'o> Row<'o> {
    fn of(comparison: &Comparison<'o>, limits: NodeLimits) -> Self {
        Row {
            variant: comparison.b,
            against: comparison.a,
            summary: comparison.summary(),
            cost: Cost::of(comparison, limits),
        }
    }

    fn regret<T>(&self, of: impl Fn(&Regrets) -> T) -> Option<T> {
        self.cost.regret.as_ref().map(of)
    }

    fn mates(&self, of: fn(&Mates) -> usize) -> Cell {
        self.cost.mates.as_ref().map(of).into()
    }
}

/// What the rows of a ranking save and cost.
#[derive(Debug)]
pub struct SavingAndCost<'o> {
    /// The baseline, where all rows have the same, and then the ranked variants.
    rows: Vec<Row<'o>>,
    /// How the judge searched, as a sentence.
    judge: String,
}

impl<'o> SavingAndCost<'o> {
    /// Of a run whose judge searched as this sentence says; the limits are those of its searches.
    #[must_use]
    pub fn of(ranking: &Ranking<'o>, limits: NodeLimits, judge: &str) -> Self {
        let comparisons = ranking.rows.iter().map(|row| &row.comparison);
        let shared = comparisons.clone().next().filter(|first| {
            let mut others = comparisons.clone();
            others.all(|comparison| comparison.a == first.a)
        });
        let baseline = shared.map(Comparison::of_baseline);
        SavingAndCost::of_all(baseline.iter().chain(comparisons), limits, judge)
    }

    /// Of two variants.
    #[must_use]
    pub fn of_two(comparison: &Comparison<'o>, limits: NodeLimits, judge: &str) -> Self {
        let all = [&comparison.of_baseline(), comparison];
        SavingAndCost::of_all(all.into_iter(), limits, judge)
    }

    fn of_all<'c>(
        comparisons: impl Iterator<Item = &'c Comparison<'o>>,
        limits: NodeLimits,
        judge: &str,
    ) -> Self
    where
        'o: 'c,
    {
        SavingAndCost {
            rows: comparisons.map(|one| Row::of(one, limits)).collect(),
            judge: judge.to_owned(),
        }
    }

    /// Adds them to a document: the table for people, all numbers for programs.
    pub fn add(&self, document: &mut Document) {
        document.sections.push(self.section());
        document.values["saving_and_cost"] = self.json();
    }

    /// The table, with what its columns mean.
    #[must_use]
    pub(super) fn section(&self) -> Section {
        let text = format!("{} {MEANING}", escape::markdown_line(&self.judge));
        Section::new(HEADING, self.table().without_empty_columns()).with_text(text)
    }

    /// The table with all columns, for programs.
    #[must_use]
    pub(super) fn table(&self) -> Table {
        fn centipawns(of: Option<f64>) -> Cell {
            of.map(Cell::Multiple).into()
        }
        let table = Table::rows(&self.rows).columns([
            of_words("variant", |row: &&Row| row.variant.into()),
            of_numbers("positions", |row| row.summary.positions.into()),
            of_numbers("ratio", |row| Cell::ratio(row.summary.geometric_mean)),
            of_numbers("low", |row| Cell::low(row.summary.interval)),
            of_numbers("high", |row| Cell::high(row.summary.interval)),
            end("regret", "regret", |row| {
                centipawns(row.regret(|of| of.mean).flatten())
            }),
            end("regret_low", "low", |row| {
                centipawns(row.regret(|of| of.interval.map(|ends| ends.low)).flatten())
            }),
            end("regret_high", "high", |row| {
                centipawns(row.regret(|of| of.interval.map(|ends| ends.high)).flatten())
            }),
            of_numbers("worst", |row| {
                row.regret(|of| of.worst.map(u64::from)).flatten().into()
            }),
            of_numbers("judged", |row| row.regret(|of| of.best.all).into()),
            of_numbers("best", |row| {
                row.regret(|of| Cell::Share(of.best.share())).into()
            }),
            of_numbers("mates lost", |row| row.regret(|of| of.mates_lost).into()),
            of_numbers("another move", |row| {
                Cell::Share(row.cost.other_moves.share())
            }),
            of_numbers("another score", |row| {
                Cell::Share(row.cost.other_scores.share())
            }),
            end("score_difference", "by", |row| {
                centipawns(row.cost.score_difference)
            }),
            of_numbers("solved", |row| {
                row.cost.solved.map(|solved| solved.hits).into()
            }),
            end("solved_of", "of", |row| {
                row.cost.solved.map(|solved| solved.all).into()
            }),
            of_numbers("known mates", |row| row.mates(|mates| mates.known)),
            of_numbers("missed", |row| row.mates(|mates| mates.missed)),
            of_numbers("longer", |row| row.mates(|mates| mates.longer)),
            of_numbers("shorter", |row| row.mates(|mates| mates.shorter)),
            of_words("against", |row| row.against.into()),
        ]);
        // Where all are compared with the same, the first row is that one.
        let is_shared = self
            .rows
            .iter()
            .all(|row| row.against == self.rows[0].against);
        match is_shared {
            true => table.hiding(&["against"]),
            false => table,
        }
    }

    /// The same for programs, by variant.
    fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let cost = &row.cost;
            json!({
                "variant": row.variant,
                "against": row.against,
                "geomean_ratio": row.summary.geometric_mean.map(number::significant),
                "ci95": row.summary.interval.map(|ends| [ends.low, ends.high].map(number::significant)),
                "other_moves": cost.other_moves.hits,
                "other_scores": cost.other_scores.hits,
                "score_difference": cost.score_difference.map(number::significant),
                "regret": row.regret(|of| json!({
                    "mean": of.mean.map(number::significant),
                    "ci95": of.interval.map(|ends| [ends.low, ends.high].map(number::significant)),
                    "worst": of.worst,
                    "judged": of.best.all,
                    "best": of.best.hits,
                    "mates_lost": of.mates_lost,
                })),
                "solved": cost.solved.map(|solved| json!({"solved": solved.hits, "of": solved.all})),
                "mates": cost.mates.map(|mates| json!({
                    "known": mates.known, "missed": mates.missed, "longer": mates.longer, "shorter": mates.shorter,
                })),
            })
        });
        json!({"judge": self.judge, "variants": rows.collect::<Value>()})
    }

    /// Nodes left against regret: a point a variant, with both intervals. A line joins the variants that no other beats in both.
    /// None if no variant has both numbers.
    pub(super) fn figure(
        &self,
        ranking: &Ranking,
        metric: &str,
        experiment: &str,
    ) -> Option<Figure> {
        let names = Names::of(self.rows.iter().map(|row| row.variant), LONGEST_LABEL);
        let mut points: Vec<Point> = self
            .rows
            .iter()
            .filter_map(|row| {
                let regret = row.cost.regret.as_ref()?;
                Some(Point {
                    whisker: regret.interval.map(interval),
                    across: row.summary.interval.map(interval),
                    label: match regret.mates_lost {
                        0 => names.label(row.variant),
                        1 => format!("{} (1 mate lost)", names.label(row.variant)),
                        lost => format!("{} ({lost} mates lost)", names.label(row.variant)),
                    },
                    ..Point::bare(row.summary.geometric_mean?, regret.mean?)
                })
            })
            .collect();
        if points.is_empty() {
            return None;
        }
        points.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
        let mut least = f64::INFINITY;
        let (best, beaten): (Vec<Point>, Vec<Point>) = points.into_iter().partition(|point| {
            let is_best = point.y < least;
            least = least.min(point.y);
            is_best
        });
        let judged = self
            .rows
            .iter()
            .filter_map(|row| row.regret(|of| of.best.all as usize));
        let x = Axis {
            reference: Some(1.0),
            ..Axis::new(
                format!("{metric} left, as a multiple of the baseline's (log)"),
                Scale::Log10,
            )
        };
        let series = |label: &str, style: Style, points: Vec<Point>| Series {
            label: label.to_owned(),
            style,
            points,
        };
        let beaten_style = Style {
            colour: Colour::Silver,
            ..Style::VARIANTS[0].points()
        };
        Some(Figure {
            title: "What each variant saves, and what it costs".to_owned(),
            caption: Caption {
                marks: format!(
                    "Across: geometric mean of the ratio at the deepest depth that all variants completed ({}). Upwards: the mean of the \
                     regret, the value of the best move less that of the move played, over the positions at which no mate is lost; the mates that a \
                     variant's moves lose stand beside its name. {} {} judged positions. Lines: both 95 % intervals (BCa bootstrap of positions). A variant that is not on the joined line is \
                     dominated: another leaves no more nodes and has no greater regret.",
                    depths(ranking),
                    self.judge,
                    number::each(judged),
                ),
                context: format!(
                    "{experiment} {}Plybench {}.",
                    names.note().map_or_else(String::new, |note| note + " "),
                    env!("CARGO_PKG_VERSION")
                ),
                ..Caption::default()
            },
            panels: vec![Panel::of(
                x,
                Axis::new("mean regret (centipawns)", Scale::Linear),
                vec![
                    series("dominated", beaten_style, beaten),
                    series("not dominated", Style::VARIANTS[0], best),
                ],
            )],
            columns: 1,
        })
    }
}

/// A column of numbers with a name of its own for programs.
fn end<T>(key: &str, heading: &str, cell: fn(&T) -> Cell) -> ColumnOf<T> {
    named(key, of_numbers(heading, cell))
}
