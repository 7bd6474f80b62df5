//! An axis: where a value stands between its ends, and where its ticks are.

use super::FigureError;

/// How values are placed on an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios; values must be above zero.
    Log10,
    /// Whole numbers, each with room to both sides.
    Whole,
    /// Names at even steps: the value 0 is the first of them, 1 the second.
    Names(Vec<String>),
}

/// An axis of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it measures, with the unit.
    pub label: String,
    /// How values map to places: linear, logarithmic or by name.
    pub scale: Scale,
    /// Its ends; from the data where not given.
    pub range: Option<[f64; 2]>,
    /// A value with a line across the panel.
    pub reference: Option<f64>,
    /// What is written below the ticks at some values, such as the number of positions there.
    pub notes: Vec<Note>,
}

/// What is written below a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The value at which the tick is.
    pub at: f64,
    /// What is written below it.
    pub text: String,
    /// A share from 0 to 1 that a bar below the text shows.
    pub share: Option<f64>,
}

/// An axis with its ends, in the axis's own scale (log10 where it is logarithmic).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ruler<'a> {
    scale: &'a Scale,
    low: f64,
    high: f64,
}

/// A tick with its place between the ends, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) share: f64,
    pub(super) text: String,
}

impl Axis {
    /// An axis whose ends come from the data.
    #[must_use]
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Axis {
            label: label.into(),
            scale,
            range: None,
            reference: None,
            notes: Vec::new(),
        }
    }

    /// Whether another axis has the same label and scale, so that both get the same ends.
    pub(super) fn is_like(&self, other: &Axis) -> bool {
        self.label == other.label && self.scale == other.scale
    }

    /// The ends for these values; those without a place on a logarithmic axis do not count.
    ///
    /// # Errors
    /// If a value is not finite, or none has a place.
    pub(super) fn ruler(
        &self,
        values: impl Iterator<Item = f64>,
    ) -> Result<Ruler<'_>, FigureError> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.chain(self.reference) {
            if !value.is_finite() {
                return Err(FigureError::Value(self.label.clone()));
            }
            if let Some(at) = place(&self.scale, value) {
                (low, high) = (low.min(at), high.max(at));
            }
        }
        if let Scale::Names(names) = &self.scale {
            (low, high) = (0.0, names.len() as f64 - 1.0);
        }
        let ends = self
            .range
            .map(|ends| ends.map(|end| place(&self.scale, end)));
        if let Some([Some(from), Some(to)]) = ends {
            return self.between(from, to);
        }
        if low > high {
            return Err(FigureError::Empty(self.label.clone()));
        }
        let margin = match self.scale {
            Scale::Whole | Scale::Names(_) => 0.5,
            Scale::Linear if high > low => (high - low) * 0.06,
            Scale::Linear => (high.abs() * 0.05).max(0.5),
            // Some to both sides, so that equal ratios are not blown up.
            Scale::Log10 => ((high - low) * 0.06).max(0.02),
        };
        self.between(low - margin, high + margin)
    }

    fn between(&self, low: f64, high: f64) -> Result<Ruler<'_>, FigureError> {
        // Not so for a range of no width, nor where the margin is lost in rounding.
        if low < high && (high - low).is_finite() {
            let scale = &self.scale;
            return Ok(Ruler { scale, low, high });
        }
        Err(FigureError::Value(self.label.clone()))
    }
}

impl Ruler<'_> {
    /// Where a value stands, from 0 to 1 between the ends; none on a logarithmic axis for one that is
    /// not above zero.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        place(self.scale, value).map(|at| (at - self.low) / (self.high - self.low))
    }

    /// Ticks at round values, at most about so many; all names of an axis of names.
    pub(super) fn ticks(&self, most: usize) -> Vec<Tick> {
        let (low, high) = (self.low, self.high);
        let values = match self.scale {
            Scale::Names(names) => (0..)
                .zip(names)
                .map(|(at, name)| (f64::from(at), name.clone()))
                .collect(),
            Scale::Whole => round_steps(low, high, most, 0),
            Scale::Linear => round_steps(low, high, most, i32::MIN),
            // Less than from 1 to 5.
            Scale::Log10 if high - low < 0.7 => {
                round_steps(libm::exp10(low), libm::exp10(high), most, i32::MIN)
            }
            Scale::Log10 => decades(low, high, most),
        };
        let tick = |(value, text)| {
            let share = self.share(value)?;
            (-1e-9..=1.0 + 1e-9)
                .contains(&share)
                .then_some(Tick { value, share, text })
        };
        values.into_iter().filter_map(tick).collect()
    }
}

/// Multiples of 1, 2 or 5 times a power of ten, which is at least this one.
fn round_steps(low: f64, high: f64, most: usize, least_power: i32) -> Vec<(f64, String)> {
    let wanted = (high - low) / most.max(1) as f64;
    let power = (libm::floor(libm::log10(wanted)) as i32).max(least_power);
    let sizes = (power..=power + 1).flat_map(|power| [1, 2, 5].map(|digit| (digit, power)));
    let (digit, power) = sizes
        .into_iter()
        .find(|&(digit, power)| f64::from(digit) * ten_to(power) >= wanted * 0.999)
        .unwrap_or((1, power + 2));
    let step = f64::from(digit) * ten_to(power);
    let (from, to) = (
        libm::ceil(low / step) as i64,
        libm::floor(high / step) as i64,
    );
    // All ticks in one unit, with the decimals that tell them apart.
    let largest = (from.unsigned_abs().max(to.unsigned_abs())) as f64 * step;
    let unit = Unit::of(largest);
    let decimals = (unit.power - power).max(0) as usize;
    let value = |at: i64| {
        let value = at as f64 * step;
        (value, unit.text(value, decimals))
    };
    (from..=to).map(value).collect()
}

fn decades(low: f64, high: f64, most: usize) -> Vec<(f64, String)> {
    let decades = high - low;
    let digits: &[u8] = match most as f64 / decades {
        room if room >= 3.0 => &[1, 2, 5],
        room if room >= 2.0 => &[1, 3],
        _ => &[1],
    };
    let each = libm::ceil(decades / most.max(1) as f64).max(1.0) as i32;
    let (from, to) = (libm::floor(low) as i32, libm::ceil(high) as i32);
    let powers = (from..=to).filter(|power| power % each == 0);
    let ticks = powers.flat_map(|power| {
        digits.iter().map(move |&digit| {
            let value = f64::from(digit) * ten_to(power);
            let unit = Unit::of(value);
            (
                value,
                unit.text(value, (unit.power - power).max(0) as usize),
            )
        })
    });
    ticks.collect()
}

/// Where a value stands on the scale.
fn place(scale: &Scale, value: f64) -> Option<f64> {
    match scale {
        Scale::Log10 => (value > 0.0).then(|| libm::log10(value)),
        _ => Some(value),
    }
}

fn ten_to(power: i32) -> f64 {
    libm::exp10(f64::from(power))
}

/// What a number is a multiple of, as people read it: 50 k, 2 M.
#[derive(Clone, Copy)]
struct Unit {
    power: i32,
    suffix: &'static str,
}

impl Unit {
    fn of(value: f64) -> Self {
        let (power, suffix) = match value {
            v if v >= 1e12 => (12, " T"),
            v if v >= 1e9 => (9, " G"),
            v if v >= 1e6 => (6, " M"),
            v if v >= 1e4 => (3, " k"),
            _ => (0, ""),
        };
        Unit { power, suffix }
    }

    fn text(self, value: f64, decimals: usize) -> String {
        if value == 0.0 {
            return "0".to_owned();
        }
        if decimals > 6 {
            return format!("{value:e}");
        }
        format!("{:.decimals$}{}", value / ten_to(self.power), self.suffix)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(scale: Scale, values: &[f64], most: usize) -> Vec<String> {
        let axis = Axis::new("nodes", scale);
        let ruler = axis.ruler(values.iter().copied()).unwrap();
        let ticks = ruler.ticks(most).into_iter();
        ticks.map(|tick| tick.text).collect()
    }

    #[test]
    fn ticks_are_round() {
        use Scale::{Linear, Log10, Whole};
        let cases: [(Scale, &[f64], usize, &[&str]); 8] = [
            (Whole, &[1.0, 5.0], 20, &["1", "2", "3", "4", "5"]),
            (Whole, &[1.0, 21.0], 6, &["5", "10", "15", "20"]),
            (
                Linear,
                &[0.0, 1.0],
                6,
                &["0", "0.2", "0.4", "0.6", "0.8", "1.0"],
            ),
            (Linear, &[9.2e3, 10.8e3], 5, &["9.5 k", "10.0 k", "10.5 k"]),
            (Log10, &[0.1, 2.0], 8, &["0.1", "0.2", "0.5", "1", "2"]),
            (Log10, &[1.0, 2e6], 4, &["1", "100", "10 k", "1 M"]),
            (
                Log10,
                &[0.0, 0.8, 1.0],
                6,
                &["0.80", "0.85", "0.90", "0.95", "1.00"],
            ),
            (
                Scale::Names(vec!["a".to_owned(), "b".to_owned()]),
                &[0.0],
                1,
                &["a", "b"],
            ),
        ];
        for (scale, values, most, ticks) in cases {
            assert_eq!(texts(scale, values, most), ticks, "{values:?}");
        }
    }

    #[test]
    fn what_has_no_place_is_told() {
        let axis = Axis::new("nodes", Scale::Log10);
        assert_eq!(
            axis.ruler([0.0].into_iter()),
            Err(FigureError::Empty("nodes".into()))
        );
        let bad = axis.ruler([1.0, f64::NAN].into_iter());
        assert_eq!(bad, Err(FigureError::Value("nodes".into())));
        let ruler = axis.ruler([1.0, 10.0].into_iter()).unwrap();
        assert_eq!(ruler.share(0.0), None);
    }

    proptest! {
        /// No two ticks have the same text, each text is the value of its tick, and all lie between the ends.
        #[test]
        fn ticks_differ_and_say_their_values(
            middle in prop_oneof![-1e7_f64..1e7, -10.0_f64..10.0, 1e-4_f64..1e-2],
            width in prop_oneof![1e-6_f64..1e-3, 1e-2_f64..1.0, 1.0_f64..1e6],
            most in 1_usize..20,
            kind in 0..3,
        ) {
            let (scale, ends) = match kind {
                0 => (Scale::Linear, [middle, middle + width]),
                1 => (Scale::Whole, [middle.round(), (middle + width).round()]),
                _ => (Scale::Log10, [middle.abs(), middle.abs() + width]),
            };
            let axis = Axis::new("x", scale);
            let ruler = axis.ruler(ends.into_iter()).unwrap();
            let ticks = ruler.ticks(most);
            for two in ticks.windows(2) {
                prop_assert!(two[0].share < two[1].share && two[0].text != two[1].text, "{two:?}");
            }
            for tick in ticks {
                let (number, unit) = tick.text.split_once(' ').unwrap_or((&tick.text, ""));
                let unit = [("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9)]
                    .into_iter()
                    .find(|(name, _)| *name == unit);
                let value = number.parse::<f64>().unwrap() * unit.unwrap().1;
                prop_assert!((value - tick.value).abs() <= 1e-9 * tick.value.abs().max(1e-9), "{tick:?}");
                prop_assert!((-0.01..=1.01).contains(&tick.share));
            }
        }
    }
}
