//! Whether two settings help or hinder each other: the factor of both together, divided by the product of the factors of each alone.
//!
//! 1 means that they act independently. Above 1, they save partly the same; below 1, together they save more than one by one.

use super::{
    bootstrap::{self, Interval},
    log_ratio::{LogRatio, geometric_mean},
    subsets::SubsetCounts,
};

/// Two settings, with geometric means over positions of counts as multiples of those with no setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Interaction<'o> {
    /// The settings by number, the smaller first.
    pub numbers: [usize; 2],
    /// The settings.
    pub settings: [&'o str; 2],
    /// The factor of each alone.
    pub alone: [f64; 2],
    /// The factor of both together.
    pub joint: f64,
    /// The joint factor divided by the product of the single ones.
    pub ratio: f64,
    /// The 95 % confidence interval of this ratio; `None` with fewer than two positions.
    pub interval: Option<Interval>,
}

/// The interaction of each pair of settings of which the run has both variants alone and that with both.
#[must_use]
pub fn interactions<'o>(counts: &SubsetCounts<'o>) -> Vec<Interaction<'o>> {
    let count = counts.settings.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
    let mean = |subset: u32| {
        let pairs = counts.subsets.get(&subset)?.1.iter();
        geometric_mean(&pairs.map(|pair| pair.log_ratio).collect::<Vec<_>>())
    };
    let interaction = |numbers: [usize; 2]| {
        let [one, other] = numbers;
        let (alone, added) = (counts.step(0, other)?, counts.step(1 << one, other)?);
        let ratios = added
            .iter()
            .zip(&alone)
            .map(|(added, alone)| LogRatio::from_units(added - alone));
        let ratios: Vec<LogRatio> = ratios.collect();
        Some(Interaction {
            numbers,
            settings: numbers.map(|number| counts.settings[number]),
            alone: [mean(1 << one)?, mean(1 << other)?],
            joint: mean(1 << one | 1 << other)?,
            ratio: geometric_mean(&ratios)?,
            interval: bootstrap::interval(&ratios),
        })
    };
    pairs.filter_map(interaction).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::subsets::samples::{counted, of},
        *,
    };

    #[test]
    fn a_pair_by_hand() {
        // x halves, y quarters; together they leave 1/4 of one position and 1/16 of the other.
        let outcomes = counted(&[vec![64, 64], vec![32, 32], vec![16, 16], vec![16, 4]]);
        let found = interactions(&of(&outcomes, 3, &[0, 1, 2, 3], &[]));
        // z has no variants.
        let [pair] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((pair.numbers, pair.settings), ([0, 1], ["x", "y"]));
        let told = [pair.alone[0], pair.alone[1], pair.joint, pair.ratio]
            .map(|one| (one * 1e9).round() / 1e9);
        // The mean of 2 and 1/2 is 1: overlap on one position, help on the other.
        assert_eq!(told, [0.5, 0.25, 0.125, 1.0]);
        let ends = pair.interval.unwrap();
        assert!(
            ends.low <= 0.5 + 1e-9 && ends.high >= 2.0 - 1e-9,
            "{ends:?}"
        );
    }
}
