//! The chart of saving and cost: nodes left against regret.

use super::{
    super::{interval, names::Names, number, ranking::depths},
    Row, SavingAndCost,
};
use plybench_analysis::ranking::Ranking;
use plybench_figures::{Axis, Caption, Colour, Figure, Panel, Point, Scale, Series, Style};

/// Names beside points have at most so many characters: enough for a subset of three settings.
const LONGEST_LABEL: usize = 64;

impl SavingAndCost<'_> {
    /// Nodes left against regret: a point a variant, with both intervals. A line joins the variants that no other beats in both.
    /// None if no variant has both numbers.
    pub(in super::super) fn figure(
        &self,
        ranking: &Ranking,
        metric: &str,
        experiment: &str,
    ) -> Option<Figure> {
        let rows = || self.of_all_categories();
        let names = Names::of(rows().map(|row| row.variant), LONGEST_LABEL);
        let mut points: Vec<Point> = rows()
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
        let (best, mut beaten): (Vec<Point>, Vec<Point>) = points.into_iter().partition(|point| {
            let is_best = point.y < least;
            least = least.min(point.y);
            is_best
        });
        // Names are written in this order while there is room. The short ones are those of single settings and of all together.
        beaten.sort_by_key(|point| point.label.split(" (").next().map(str::len));
        let judged = rows().filter_map(|row: &Row| row.regret(|of| of.best.all as usize));
        let judge = self.judge.as_deref()?;
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
                    judge,
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
