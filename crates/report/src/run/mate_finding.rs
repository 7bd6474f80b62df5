//! Work to a mate, by variants of which some are proof-number searches: when alpha-beta is enough, and when not.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    super::shown::Shown,
    super::table::{Cell, Table, of_numbers, of_words},
    Drawn, RunReport,
    page::ALL,
};
use plybench_analysis::mate_finding::{Counted, Effort, MateFinding};
use plybench_figures::{Axis, Colour, Dash, Figure, Panel, Point, Scale, Series, Style};
use plybench_records::PositionRecord;

/// How to read the table.
pub(super) const MEANING: &str = "Of the positions whose data set claims a mate, those at which the variant scores some mate for the right side \
    (seen), and those at which it proves one in at most as many moves as claimed (proven): an alpha-beta search by an iteration at least as deep as \
    the mate, a proof-number search by its whole proof. Other programs prove nothing; a mate of theirs in time counts as proven. Medians are of \
    the work from the start of the search, in what the variant counts, over all these positions: where half or more have no mate, there \
    is none. Works of different kinds are no measure of each other.";

/// The mates of a run with proof-number searches.
#[derive(Clone, Debug)]
pub struct Mates<'r> {
    /// What all variants found.
    pub found: MateFinding<'r>,
    /// The limits of searches that enter nodes, by position.
    pub least: Vec<LeastNodes>,
}

/// The least nodes of proofs, of a position with few men.
#[derive(Clone, Debug)]
pub struct LeastNodes {
    /// The position's name.
    pub position: String,
    /// Nodes of the smallest graph found that proves the mate.
    pub proof: u64,
    /// The same with a graph that proves that there is no shorter mate.
    pub with_refutation: u64,
}

/// What a variant counts, in a table.
fn counted(of: Counted) -> &'static str {
    match of {
        Counted::Nodes => "nodes",
        Counted::Created => "created positions",
        Counted::Reported => "nodes it reports",
    }
}

/// A row for each variant over all positions, by category, and by length of the mate.
pub(super) fn table(mates: &Mates) -> Table {
    let found = &mates.found;
    let categories = categories(found);
    let lengths = found.lengths();
    let by_category = categories.iter().map(|category| (*category, None));
    let by_length = lengths.iter().map(|length| (ALL, Some(*length)));
    let groups: Vec<(&str, Option<u32>)> = std::iter::once((ALL, None))
        .chain(by_category.filter(|_| categories.len() > 1))
        .chain(by_length)
        .collect();
    let rows = found.variants.iter().enumerate().flat_map(|(at, variant)| {
        groups.iter().map(move |&(category, length)| {
            let is_in = |position: &PositionRecord| {
                let is_long = |length| position.dtm.map(i32::unsigned_abs) == Some(length);
                (category == ALL || position.category == category) && length.is_none_or(is_long)
            };
            (variant, category, length, found.effort(at, is_in))
        })
    });
    type Row<'r> = (&'r (&'r str, Counted), &'r str, Option<u32>, Effort);
    Table::rows(rows).columns([
        of_words("variant", |((name, _), ..): &Row| (*name).into()),
        of_words("counts", |((_, of), ..)| counted(*of).into()),
        of_words("category", |(_, category, ..)| (*category).into()),
        of_words("mate in", |(_, _, length, _)| {
            length
                .map_or_else(|| ALL.to_owned(), |length| length.to_string())
                .into()
        }),
        of_numbers("positions", |(.., effort)| effort.positions.into()),
        of_numbers("seen", |(.., effort)| effort.seen.into()),
        of_numbers("median to first", |(.., effort)| {
            Cell::from(effort.to_first)
        }),
        of_numbers("proven", |(.., effort)| effort.proven.into()),
        of_numbers("median to proof", |(.., effort)| {
            Cell::from(effort.to_proof)
        }),
    ])
}

fn categories<'r>(found: &'r MateFinding) -> Vec<&'r str> {
    let all = found.positions.iter().map(|one| one.category.as_str());
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The share of the positions that are proven, by work: a panel for each category.
pub(super) fn figure(subject: &RunReport) -> Drawn {
    let mates = subject.mates.ok_or(None)?;
    let found = &mates.found;
    let styles = [Style::BASELINE].into_iter().chain(Style::VARIANTS);
    let categories = categories(found);
    let places = most_proofs(found, 1 + Style::VARIANTS.len());
    let panels = categories.iter().map(|&category| {
        let is_in = |position: &PositionRecord| position.category == category;
        let all = found.effort(0, is_in).positions;
        let lines = places.iter().zip(styles.clone()).map(|(&at, style)| {
            let (name, of) = found.variants[at];
            Series {
                label: format!("{name} ({})", counted(of)),
                style: style.bare(),
                points: steps(&found.proofs(at, is_in), all),
            }
        });
        let mut series: Vec<Series> = lines.collect();
        series.extend(least(mates, category, all));
        let x = Axis::new("work to the proof (log)", Scale::Log10);
        let y = Axis {
            range: Some([0.0, 100.0]),
            ..Axis::new("positions proven (%)", Scale::Linear)
        };
        Panel {
            heading: format!("{category} (n {all})"),
            ..Panel::of(x, y, series)
        }
    });
    let panels: Vec<Panel> = panels.collect();
    let mut lines = panels.iter().flat_map(|panel| &panel.series);
    if lines.all(|one| one.points.is_empty()) {
        return Err(Some("no mate is proven"));
    }
    // Proof-number searches are not in the ranking, by which other charts choose.
    let (all, others) = (found.variants.len(), places.len().saturating_sub(1));
    let choice = (all > places.len()).then(|| {
        format!(
            "Shown are the baseline and the {others} variants that prove the most, of {all} in all."
        )
    });
    let shown = Shown {
        choice: choice.as_deref(),
        ..subject.shown
    };
    let limits = match mates.least.is_empty() {
        true => "",
        false => {
            " Grey: the limits of searches that enter nodes, the smallest graphs known that prove the mate, and that there is no shorter one."
        }
    };
    let what = format!(
        "Of the positions with a claimed mate, the share that is proven with at most so much work. Each line has its own unit, which the \
         legend gives: entered nodes of alpha-beta, positions created by proof-number search, nodes as another program reports them, whose \
         mates are not verified.{limits}"
    );
    Ok(Figure {
        title: "Positions proven, by work: when alpha-beta is enough".to_owned(),
        caption: shown.caption(what, None, subject.programs),
        columns: panels.len().min(2),
        panels,
    })
}

/// The places of the baseline and of the variants that prove the most mates, in their order.
fn most_proofs(found: &MateFinding, most: usize) -> Vec<usize> {
    let mut others: Vec<usize> = (1..found.variants.len()).collect();
    others.sort_by_key(|&at| Reverse(found.effort(at, |_| true).proven));
    others.truncate(most - 1);
    others.sort_unstable();
    std::iter::once(0).chain(others).collect()
}

/// The corners of the steps to each proof, with shares of `all` in percent.
fn steps(proofs: &[u64], all: usize) -> Vec<Point> {
    let share = |count: usize| count as f64 / all.max(1) as f64 * 100.0;
    let corners = proofs
        .iter()
        .enumerate()
        .flat_map(|(at, &work)| [at, at + 1].map(|count| Point::bare(work as f64, share(count))));
    corners.collect()
}

/// The limits of a category, if they are known for all of its positions.
fn least(mates: &Mates, category: &str, all: usize) -> Vec<Series> {
    let positions = mates.found.positions.iter();
    let known = positions.filter(|position| position.category == category);
    let known = known.filter_map(|position| {
        let mut least = mates.least.iter();
        least.find(|one| one.position == position.position)
    });
    let known: Vec<&LeastNodes> = known.collect();
    if known.len() < all {
        return Vec::new();
    }
    type Of = fn(&LeastNodes) -> u64;
    let limits: [(&str, Colour, Of); 2] = [
        ("smallest proof (nodes)", Colour::Silver, |one| one.proof),
        ("proof and refutation (nodes)", Colour::Grey, |one| {
            one.with_refutation
        }),
    ];
    let line = |(label, colour, of): (&str, Colour, Of)| {
        let mut nodes: Vec<u64> = known.iter().map(|one| of(one)).collect();
        nodes.sort_unstable();
        Series {
            label: label.to_owned(),
            style: Style {
                colour,
                ..Style::BASELINE.bare().with_line(Dash::Solid)
            },
            points: steps(&nodes, all),
        }
    };
    limits.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use plybench_records::{Ended, ScoreRecord, samples::job};

    use super::*;

    #[test]
    fn the_baseline_and_those_that_prove_the_most_are_drawn() {
        let names: Vec<String> = (0..12).map(|number| format!("v{number}")).collect();
        let positions: Vec<Arc<PositionRecord>> = (0..12)
            .map(|number| {
                Arc::new(PositionRecord {
                    position: format!("p{number:02}"),
                    dtm: Some(1),
                    ..PositionRecord::default()
                })
            })
            .collect();
        // The baseline proves nothing. Of the others, number 1 proves as many mates as any, and those after it one less each.
        let proved = names.iter().enumerate().skip(1).flat_map(|(at, name)| {
            positions[at..].iter().map(|position| {
                let mut job = job(name, &position.position, &[1], Ended::Depth);
                job.iterations[0].score = ScoreRecord::mate(1).unwrap();
                Ok(job)
            })
        });
        let jobs: Vec<_> = proved.collect();
        let variants = names.iter().map(|name| (name.as_str(), Counted::Nodes));
        let jobs = Box::new(jobs.into_iter());
        let found = MateFinding::gather(&positions, variants.collect(), jobs).unwrap();
        assert_eq!(most_proofs(&found, 4), [0, 1, 2, 3]);
        assert_eq!(most_proofs(&found, 20), (0..12).collect::<Vec<_>>());
    }
}
