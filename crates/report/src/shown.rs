//! The variants that the charts of a run show: a variant looks the same in all of them.

use super::names::{Names, is_named};
use plybench_figures::{Caption, Point, Series, Style};
use plybench_text::escape;

/// So many variants beside the baseline can be told apart in a chart.
pub const MOST_VARIANTS: usize = Style::VARIANTS.len();

/// Names in legends have at most so many characters.
const LONGEST: usize = 48;

/// What the charts of a run show.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'r> {
    /// The variant that the others are compared with.
    pub baseline: &'r str,
    /// The other variants in the charts, at most [`MOST_VARIANTS`].
    pub others: &'r [&'r str],
    /// How they were chosen, where not all are shown.
    pub choice: Option<&'r str>,
    /// The experiment's purpose, positions and limits, as sentences.
    pub experiment: &'r str,
}

impl<'r> Shown<'r> {
    /// The baseline and the others.
    pub(super) fn all(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        std::iter::once(self.baseline).chain(self.others.iter().copied())
    }

    /// The names as the charts have them.
    pub(super) fn names(&self) -> Names {
        // A baseline that ends the list does not decide what the names of a grid have in common.
        let others = self.others.iter().copied();
        Names::of(others.chain([self.baseline]), LONGEST)
    }

    /// Series of the others, in their order.
    pub(super) fn series(&self, points: impl IntoIterator<Item = Vec<Point>>) -> Vec<Series> {
        let names = self.names();
        let shown = self.others.iter().zip(Style::VARIANTS).zip(points);
        let one = |((name, style), points): ((&&str, Style), Vec<Point>)| Series {
            label: names.label(name),
            style,
            points,
        };
        shown.map(one).collect()
    }

    /// Series of the baseline and of the others.
    pub(super) fn series_with_baseline(
        &self,
        points: impl IntoIterator<Item = Vec<Point>>,
    ) -> Vec<Series> {
        let mut points = points.into_iter();
        let baseline = Series {
            label: self.names().label(self.baseline),
            style: Style::BASELINE,
            points: points.next().unwrap_or_default(),
        };
        std::iter::once(baseline)
            .chain(self.series(points))
            .collect()
    }

    /// A caption: what the chart shows, the experiment, what is measured, how the variants are named and were chosen, and which
    /// other programs are among them.
    pub(super) fn caption(
        &self,
        what: String,
        metric: Option<String>,
        programs: Option<&str>,
    ) -> Caption {
        let parts = [
            Some(self.experiment.to_owned()),
            metric,
            self.names().note(),
            self.choice.map(str::to_owned),
            programs.map(str::to_owned),
            Some(format!("Plybench {}.", env!("CARGO_PKG_VERSION"))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        Caption {
            marks: escape::plain(&what),
            context: escape::plain(&parts.join(" ")),
            ..Caption::default()
        }
    }
}

/// The ranked variants that the charts show, in the ranking's order, and a sentence on how they were chosen if they are not all: the first,
/// those that the experiment's purpose names, and others evenly from the first to the last, unless the user has named them (`chosen`).
#[must_use]
pub fn shown<'r>(
    ranked: &[&'r str],
    chosen: &[&str],
    purpose: &str,
) -> (Vec<&'r str>, Option<String>) {
    let all = ranked.len();
    let (shown, how): (Vec<&str>, _) = if !chosen.is_empty() {
        let named = ranked.iter().filter(|name| chosen.contains(name));
        (named.copied().collect(), "as chosen with --variants")
    } else if all <= MOST_VARIANTS {
        (ranked.to_vec(), "")
    } else {
        let labels = Names::uncut(ranked.iter().copied(), LONGEST);
        let mut kept = vec![false; all];
        kept[0] = true;
        let places = 0..all;
        let named = |&at: &usize| is_named(purpose, &labels.label(ranked[at]));
        let named = places.clone().skip(1).filter(named);
        for at in named.take(MOST_VARIANTS - 1) {
            kept[at] = true;
        }
        let has_named = kept[1..].contains(&true);
        let others: Vec<usize> = places.filter(|&at| !kept[at]).collect();
        let room = MOST_VARIANTS - (all - others.len());
        // The last of them is always among them.
        for number in (1..=room).rev() {
            kept[others[number * others.len() / room - 1]] = true;
        }
        let spread = ranked.iter().zip(kept).filter(|(_, kept)| *kept);
        let how = match has_named {
            true => {
                "those that the purpose names and others evenly from the first to the last of the ranking"
            }
            false => "evenly from the first to the last of the ranking",
        };
        (spread.map(|(name, _)| *name).collect(), how)
    };
    let number = shown.len();
    let choice = (number < all)
        .then(|| format!("Shown beside the baseline: {number} of {all} variants, {how}."));
    (shown, choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_variants_are_thinned_evenly_and_named_ones_are_not() {
        let ranked = [
            "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
        ];
        let (few, choice) = shown(&ranked[..7], &[], "");
        assert_eq!((few.len(), choice), (7, None));
        let (thinned, choice) = shown(&ranked, &[], "");
        assert_eq!(thinned, ["a", "c", "e", "g", "i", "k", "m"]);
        assert!(choice.unwrap().contains("7 of 13"));
        let (named, choice) = shown(&ranked, &["k", "b"], "");
        assert_eq!(named, ["b", "k"]);
        assert!(choice.unwrap().contains("2 of 13 variants, as chosen"));
    }

    #[test]
    fn those_that_the_purpose_names_are_among_them() {
        let ranked: Vec<String> = (0..20).map(|at| format!("form/f=v{at:02}")).collect();
        let ranked: Vec<&str> = ranked.iter().map(String::as_str).collect();
        let (few, choice) = shown(&ranked, &[], "Is v13 better than v17?");
        assert_eq!(few.len(), MOST_VARIANTS);
        for wanted in [0, 13, 17, 19] {
            assert!(few.contains(&ranked[wanted]), "{few:?}");
        }
        assert!(choice.unwrap().contains("those that the purpose names"));
        let purpose = ranked.join(" ").replace("form/f=", "");
        assert_eq!(shown(&ranked, &[], &purpose).0, ranked[..MOST_VARIANTS]);
    }
}
