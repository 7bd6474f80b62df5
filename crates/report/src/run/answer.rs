//! The answer of a page, in sentences: what each variant saves and what that costs, best first. Of many variants, the best and those
//! that the purpose names have a sentence each, and the others are told in groups; if it names two, they are compared with each other.

use std::iter;

use super::{
    super::{
        counted::counted,
        names::{Names, is_named},
        number,
    },
    RunReport,
    solved::SolvedByVariant,
};
use plybench_analysis::{
    proportion::Proportion,
    ranking::{Against, RankedVariant},
    solved::Solved,
};
use plybench_text::plural;

/// So many variants have a sentence each.
const MOST_ALONE: usize = 6;
/// So many names of a group are told.
const MOST_NAMES: usize = 4;
/// Variants of a group differ by at most this factor from the next.
const NEAR: f64 = 1.15;

/// A variant with its ratio to the baseline.
type Ranked<'r> = (&'r RankedVariant<'r>, f64);

pub(super) fn of(subject: &RunReport, names: &Names) -> Vec<String> {
    let rows = subject.answer.rows.iter();
    // The best first, as the ranking has them.
    let ranked = rows.filter_map(|row| Some((row, row.summary.geometric_mean?)));
    let ranked: Vec<Ranked> = ranked.collect();
    if ranked.is_empty() {
        return vec!["No position has a ratio.".to_owned()];
    }
    let is_told =
        |(row, _): &&Ranked| is_named(&subject.setup.purpose, &names.label(row.comparison.b));
    let named: Vec<Ranked> = ranked.iter().filter(is_told).copied().collect();
    let (alone, others): (Vec<Ranked>, Vec<Ranked>) = match (ranked.len(), named.len()) {
        (0..=MOST_ALONE, _) => (ranked.clone(), Vec::new()),
        // The best is told in any case.
        (_, told) => {
            let (alone, others) = (ranked[1..].iter())
                .partition::<Vec<Ranked>, _>(|one| told <= MOST_ALONE && is_told(one));
            (iter::once(ranked[0]).chain(alone).collect(), others)
        }
    };
    let mut sentences = what_is_solved(subject, names);
    let is_solved_told = !sentences.is_empty();
    sentences.extend(within(subject, &ranked));
    sentences.extend(alone.iter().map(|one| sentence(subject, names, one)));
    sentences.extend(of_two(subject, names, &named));
    sentences.extend(in_groups(&others, names));
    sentences.push(of_scores(subject, &others, &ranked, names));
    sentences.extend(solved(subject, names).filter(|_| !is_solved_told));
    let positions = |(row, _): &Ranked| row.summary.positions;
    let all = positions(&ranked[0]);
    if ranked.iter().all(|one| positions(one) == all) {
        let all = plural::large_count(all as u64, "position");
        sentences.push(format!("Ratios are geometric means over {all}."));
    }
    sentences.extend(names.note());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// From where to where the ratios go of variants that are each compared with one of their own.
fn within(subject: &RunReport, ranked: &[Ranked]) -> Option<String> {
    let Against::SameVariantWith(setting) = &subject.answer.against else {
        return None;
    };
    let ends = [ranked.first()?, ranked.last()?].map(|(_, mean)| number::ratio(*mean));
    Some(format!(
        "Each variant is compared with the one that differs only in {setting}: it needs {} to {} times its {}.",
        ends[0],
        ends[1],
        counted(subject.metric)
    ))
}

/// What a variant saves and what that costs.
fn sentence(subject: &RunReport, names: &Names, (row, mean): &Ranked) -> String {
    let interval = row.summary.interval.map(number::interval);
    let interval = interval.map_or_else(String::new, |ends| format!(" (95 % interval {ends})"));
    // The cost is that against the baseline.
    let cost = subject.cost.in_words(row.comparison.b);
    let cost = cost.filter(|_| matches!(subject.answer.against, Against::Baseline(_)));
    let cost = cost.map_or_else(String::new, |cost| format!(", {cost}"));
    let of = match &subject.answer.against {
        Against::SameVariantWith(setting) => format!("of the same with {setting}"),
        _ => format!("of \"{}\"", names.label(row.comparison.a)),
    };
    format!(
        "\"{}\" needs {} times the {} {of}{interval}{cost}.",
        names.label(row.comparison.b),
        number::ratio(*mean),
        counted(subject.metric),
    )
}

/// How the two variants that a purpose compares stand to each other, if both ratios are of the same positions at the same depths.
fn of_two(subject: &RunReport, names: &Names, named: &[Ranked]) -> Option<String> {
    let &[(less, of_less), (more, of_more)] = named else {
        return None;
    };
    fn places<'r>(row: &'r RankedVariant) -> impl Iterator<Item = (&'r str, usize)> {
        let pairs = row.comparison.pairs.iter();
        pairs.map(|pair| (pair.position.position.as_str(), pair.depth_a))
    }
    let is_level =
        less.comparison.a == more.comparison.a && of_less > 0.0 && places(less).eq(places(more));
    is_level.then(|| {
        format!(
            "\"{}\" needs {} times the {} of \"{}\".",
            names.label(more.comparison.b),
            number::ratio(of_more / of_less),
            counted(subject.metric),
            names.label(less.comparison.b),
        )
    })
}

/// Variants whose ratios are near to each other, in one sentence, best first.
fn in_groups(others: &[Ranked], names: &Names) -> Option<String> {
    let near = |one: &Ranked, next: &Ranked| next.1 <= one.1 * NEAR;
    let groups = others.chunk_by(near).map(|group| {
        let labels = group
            .iter()
            .map(|(row, _)| format!("\"{}\"", names.label(row.comparison.b)));
        let mut labels: Vec<String> = labels.take(MOST_NAMES).collect();
        let more = group.len() - labels.len();
        if more > 0 {
            labels.push(format!("{more} more"));
        }
        let ends =
            [group.first(), group.last()].map(|end| end.map(|(_, mean)| number::ratio(*mean)));
        let [low, high] = ends.map(Option::unwrap_or_default);
        let ratio = if low == high {
            low
        } else {
            format!("{low} to {high}")
        };
        format!("{} {ratio}", plural::listed(&labels))
    });
    let groups: Vec<String> = groups.collect();
    (!groups.is_empty()).then(|| format!("The others, best first: {}.", groups.join("; ")))
}

/// In how many of all variants scores differ, if some have no sentence of their own; a few are named.
fn of_scores(subject: &RunReport, others: &[Ranked], all: &[Ranked], names: &Names) -> String {
    let others_score = match subject.answer.against {
        Against::Baseline(_) => "the baseline's",
        _ => "that of the variant that it is compared with",
    };
    let differs = |(row, _): &&Ranked| row.comparison.score_differences() > 0;
    let differ: Vec<&Ranked> = all.iter().filter(differs).collect();
    match (others.is_empty(), differ.len()) {
        (true, _) => String::new(),
        (false, 0) => {
            format!("No score differs from {others_score} at a depth that both completed.")
        }
        (false, count) => {
            let labels = differ
                .iter()
                .map(|(row, _)| format!("\"{}\"", names.label(row.comparison.b)));
            let who = match count {
                0..MOST_NAMES => format!(" ({})", plural::listed(&labels.collect::<Vec<_>>())),
                _ => String::new(),
            };
            format!(
                "In {count} of {}{who}, some score differs from {others_score} at a depth that both completed.",
                plural::count(all.len(), "variant")
            )
        }
    }
}

/// What few variants solve, the best first, if the run asks that: a sentence each.
fn what_is_solved(subject: &RunReport, names: &Names) -> Vec<String> {
    let (Some(nodes), Some(further)) = (subject.nodes.nodes, subject.nodes.if_missed) else {
        return Vec::new();
    };
    let [nodes, further] = [nodes, further].map(plural::in_thousands);
    let solved = SolvedByVariant::of(subject);
    let mut all = solved.map_or_else(Vec::new, |solved| solved.by_variant());
    if all.len() > 1 + MOST_ALONE {
        return Vec::new();
    }
    all.sort_by_key(|(_, of)| std::cmp::Reverse(of.solved.hits));
    let sentence = |(name, of): &(&str, Solved)| {
        let Proportion { hits, all } = of.solved;
        let others = match all - hits {
            0 => String::new(),
            missed => format!(", and {} of the other {missed} with {further}", of.search),
        };
        let all = plural::count(all as usize, "position");
        format!(
            "\"{}\" solves {hits} of {all} with at most {nodes} nodes{others}.",
            names.label(name)
        )
    };
    all.iter().map(sentence).collect()
}

fn solved(subject: &RunReport, names: &Names) -> Option<String> {
    let solved = SolvedByVariant::of(subject)?;
    let [(_, of_baseline), (most, of_most)] = solved.most();
    Some(format!(
        "Of {} with best moves, the baseline solves {}, the best of the others, \"{}\", {}.",
        plural::count(of_baseline.all as usize, "position"),
        of_baseline.hits,
        names.label(most),
        of_most.hits
    ))
}
