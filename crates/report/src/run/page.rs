//! What the page of a run shows beside its charts: the answer, the main table by category and depth, and every position.

use std::sync::Arc;

use super::{
    super::{
        counted::counted,
        document::Section,
        names::Names,
        page::{Finding, Page, PositionCard, Positions, VariantCommand},
        ranking::{whole_cells, whole_columns},
        summary::{summary_cells, summary_columns, with_what_applies},
        table::{Cell, Table, numbers, words},
        technique_totals, work,
    },
    RunReport, answer, mate_finding, mates_found,
    solved::SolvedByVariant,
};
use plybench_analysis::{
    grouping::By,
    judge::{MateLoss, Regret},
    outcomes::Outcome,
    ranking::{Against, RankedVariant},
    solved::NodeLimits,
    summary::Summary,
};
use plybench_text::plural;

/// Names with more characters are written without the names of settings, where that still tells them apart.
const LONGEST: usize = 40;
/// Names of variants that are compared with a twin of their own have room for the names of settings.
const LONGEST_TWIN: usize = 56;

/// So many positions are shown, and so many rows: a page opens at once, and an export has the others.
const MOST_CARDS: usize = 500;
const MOST_ROWS: usize = 500;

/// The category of rows over all categories, and the depth of rows in which each position counts at the deepest depth that all
/// variants completed.
pub(in super::super) const ALL: &str = "all";
const DEEPEST: &str = "deepest";

pub(super) fn of(subject: &RunReport) -> Page {
    let mut sections = vec![main(subject)];
    if !subject.work.is_empty() {
        sections.push(work::section(subject.all, subject.work));
    }
    if let Some(mates) = subject.mates {
        let section = Section::new("Work to a mate", mate_finding::table(mates));
        let section = section.with_text(mate_finding::MEANING);
        let filters = [
            ("variant", None),
            ("category", None),
            ("mate_in", Some(ALL)),
        ];
        sections.push(section.with_filters(filters));
    }
    sections.push(subject.cost.section_by_category());
    let mates = mates_found::table(subject);
    let mates = mates.map(|found| Section::new("Mates found", found));
    sections.extend(mates.map(|section| section.with_text(mates_found::MEANING)));
    sections.extend(
        SolvedByVariant::of(subject)
            .iter()
            .flat_map(SolvedByVariant::sections),
    );
    let published = subject.published.iter();
    sections.extend(published.flat_map(|published| published.sections.iter().cloned()));
    let totals = technique_totals::section(subject.technique_totals, subject.variants);
    sections.extend(totals);
    Page {
        command: "report",
        setup: subject.setup.clone(),
        answer: answer::of(subject, &names_of_answer(subject)),
        sections,
        positions: positions(subject),
    }
}

/// The variants' names without what all share.
fn names(subject: &RunReport) -> Names {
    let variants = subject.setup.variants.iter();
    Names::uncut(variants.map(|variant| variant.name.as_str()), LONGEST)
}

/// The names of the answer: twins with another setting have none.
fn names_of_answer(subject: &RunReport) -> Names {
    match subject.answer.against {
        Against::Baseline(_) => names(subject),
        _ => {
            let rows = subject.answer.rows.iter();
            Names::uncut(rows.map(|row| row.comparison.b), LONGEST_TWIN)
        }
    }
}

/// The ranking, and the same for each category and depth.
fn main(subject: &RunReport) -> Section {
    let first = [words("variant"), words("category"), numbers("depth")];
    let columns = summary_columns(first).into_iter();
    let of_judge = [numbers("regret"), numbers("mates lost")];
    let mut table = Table::new(columns.chain(whole_columns()).chain(of_judge));
    let mut categories = false;
    let crossed = subject.answer.rows.iter().map(|row| {
        let comparison = &row.comparison;
        comparison.groups(By::Depth).len() * comparison.groups(By::Category).len()
    });
    let is_crossed = crossed.sum::<usize>() <= MOST_ROWS;
    for row in &subject.answer.rows {
        let comparison = &row.comparison;
        let mut push =
            |category: &str, depth: Cell, summary: &Summary, whole: Option<&RankedVariant>| {
                let mut cells = vec![comparison.b.into(), category.into(), depth];
                cells.extend(summary_cells(summary));
                cells.extend(whole.map_or([const { Cell::Missing }; 4], whole_cells));
                cells.extend(match whole {
                    Some(_) => subject.cost.regret_cells(comparison.b),
                    None => [const { Cell::Missing }; 2],
                });
                table.push(cells);
            };
        push(ALL, DEEPEST.into(), &row.summary, Some(row));
        let by_category = comparison.groups(By::Category);
        let is_split = by_category.len() > 1;
        categories |= is_split;
        for (group, summary) in by_category.iter().filter(|_| is_split) {
            push(&group.to_string(), DEEPEST.into(), summary, None);
        }
        for (group, summary) in comparison.groups(By::Depth) {
            push(ALL, Cell::from(&group), &summary, None);
        }
        if is_split && is_crossed {
            for ([at, category], summary) in comparison.groups_of_two(By::Depth, By::Category) {
                push(&category.to_string(), Cell::from(&at), &summary, None);
            }
        }
    }
    let positions = subject.answer.rows.iter().map(|row| row.summary.positions);
    let table = with_what_applies(table, positions).hiding_empty(&["regret", "mates_lost"]);
    let mut filters = vec![("variant", None)];
    filters.extend(categories.then_some(("category", Some(ALL))));
    filters.push(("depth", Some(DEEPEST)));
    // The cost where no judge gives it.
    let cost = match subject.cost.has_judge() {
        true => &["scores_differ", "moves_differ"][..],
        false => &[],
    };
    // Of one category, its column says nothing.
    let category: &[&str] = if categories { &[] } else { &["category"] };
    let always = ["ties", "p", "p_holm", "left_out"].iter();
    let more = always.chain(cost).chain(category);
    Section::new(
        match &subject.answer.against {
            Against::SameVariantWith(setting) => {
                format!("Variants, each against the same with {setting}")
            }
            _ => format!("Variants against {}", subject.answer.baseline()),
        },
        table,
    )
    .with_more(more.copied())
    .with_text(format!(
        "Category `all` is over all positions. Depth `deepest` compares each position at the deepest depth that all variants completed; at any other \
         depth the positions are those at which all completed it.{}",
        match categories && !is_crossed {
            true => " `plybench compare --by depth,category` has depths and categories together.",
            false => "",
        }
    ))
    .with_filters(filters)
}

fn positions(subject: &RunReport) -> Positions {
    let outcomes = subject.outcomes;
    let all = outcomes.positions().len();
    let shown = all.min(MOST_CARDS);
    // Evenly from the first to the last.
    let last = all.saturating_sub(1);
    let places: Vec<usize> = (0..shown)
        .map(|at| at * last / shown.saturating_sub(1).max(1))
        .collect();
    let cards = places.iter().map(|&at| PositionCard {
        position: Arc::clone(&outcomes.positions()[at]),
        findings: Vec::with_capacity(subject.setup.variants.len()),
    });
    let mut cards: Vec<PositionCard> = cards.collect();
    for variant in &subject.setup.variants {
        let mut of_places = places.iter().peekable();
        let found = outcomes.of(&variant.name).enumerate();
        let found = found.filter(|(at, _)| of_places.next_if(|place| *place == at).is_some());
        for (card, (_, found)) in cards.iter_mut().zip(found) {
            card.findings
                .push(found.and_then(|found| finding(found, subject.nodes)));
        }
    }
    let variants = &subject.setup.variants;
    let names = names(subject);
    let mut about = "At the last depth that each variant completed. Scores are in centipawns from the side to move; M3 is a mate in 3 moves, -M3 is \
                     being mated in 3."
        .to_owned();
    about.extend(names.note().map(|note| format!(" {note}")));
    if shown < all {
        let (shown, all) = (
            plural::in_thousands(shown as u64),
            plural::in_thousands(all as u64),
        );
        about += &format!(
            " These are {shown} of the {all} positions, evenly from the first to the last; `plybench export` writes all of them."
        );
    }
    let variants = variants.iter().map(|variant| VariantCommand {
        name: names.label(&variant.name),
        ..variant.clone()
    });
    Positions {
        about,
        result: "score",
        counted: counted(subject.metric).to_owned(),
        variants: variants.collect(),
        limits: subject.setup.limits.clone(),
        cards,
    }
}

/// What the first search found, which the card's command repeats.
fn finding(outcome: &Outcome, limits: NodeLimits) -> Option<Finding> {
    let (depth, last) = outcome.within(limits.nodes)?;
    Some(Finding {
        depth,
        score: last.score.to_string(),
        best_move: last.best_move.clone(),
        count: last.count,
        regret: last.regret.map(regret),
    })
}

fn regret(of: Regret) -> String {
    // Mates of one side differ by an even number of plies.
    let sooner_or_later = |plies: u32, how| format!("mate {plies} plies {how}");
    match of {
        Regret::Centipawns(loss) => loss.to_string(),
        Regret::Mate(MateLoss::Delayed(plies)) => sooner_or_later(plies, "later"),
        Regret::Mate(MateLoss::Hastened(plies)) => sooner_or_later(plies, "sooner"),
        Regret::Mate(loss) => format!("mate {}", loss.name()),
    }
}
