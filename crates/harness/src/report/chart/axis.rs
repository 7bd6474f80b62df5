//! An axis: where a value stands between its ends, and where its ticks are.

use super::{ChartError, line::Scale};

/// An axis of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it measures, with the unit.
    pub label: String,
    /// Its scale.
    pub scale: Scale,
    /// Whether only whole numbers have a place, each with room to both sides.
    pub is_whole: bool,
    /// A value with a line across the figure.
    pub reference: Option<f64>,
}

/// An axis with its ends, in the axis's own scale (log10 where it is logarithmic).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ruler {
    scale: Scale,
    is_whole: bool,
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
    /// The ends for these values; those without a place on a logarithmic axis do not count.
    ///
    /// # Errors
    /// If a value is not finite, or none has a place.
    pub(super) fn ruler(&self, values: impl Iterator<Item = f64>) -> Result<Ruler, ChartError> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let reference = self.reference.into_iter();
        for value in values.chain(reference) {
            if !value.is_finite() {
                return Err(ChartError::Value(self.label.clone()));
            }
            if self.scale == Scale::Linear || value > 0.0 {
                let at = place(self.scale, value);
                (low, high) = (low.min(at), high.max(at));
            }
        }
        if low > high {
            return Err(ChartError::Empty(self.label.clone()));
        }
        let margin = match (self.is_whole, self.scale) {
            (true, _) => 0.5,
            (false, Scale::Linear) if high > low => (high - low) * 0.06,
            (false, Scale::Linear) => (high.abs() * 0.05).max(0.5),
            // Some to both sides, so that equal ratios are not blown up.
            (false, Scale::Log10) => ((high - low) * 0.06).max(0.02),
        };
        Ok(Ruler {
            scale: self.scale,
            is_whole: self.is_whole,
            low: low - margin,
            high: high + margin,
        })
    }
}

impl Ruler {
    /// Where a value stands, from 0 to 1 between the ends; none on a logarithmic axis for one that is
    /// not above zero.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        let has_place = self.scale == Scale::Linear || value > 0.0;
        has_place.then(|| (place(self.scale, value) - self.low) / (self.high - self.low))
    }

    /// Ticks at round values, at most about so many.
    pub(super) fn ticks(&self, most: usize) -> Vec<Tick> {
        let values = match self.scale {
            Scale::Linear => self.round_steps(self.low, self.high, most),
            Scale::Log10 => self.log_ticks(most),
        };
        let tick = |(value, text)| Some((self.share(value)?, value, text));
        let ticks = values.into_iter().filter_map(tick);
        let inside = ticks.filter(|(share, ..)| (-1e-9..=1.0 + 1e-9).contains(share));
        inside
            .map(|(share, value, text)| Tick { value, share, text })
            .collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten.
    fn round_steps(&self, low: f64, high: f64, most: usize) -> Vec<(f64, String)> {
        let wanted = (high - low) / most as f64;
        let power = libm::floor(libm::log10(wanted)) as i32;
        let sizes = (power..=power + 1).flat_map(|power| [1, 2, 5].map(|digit| (digit, power)));
        let (digit, power) = sizes
            .filter(|&(_, power)| !self.is_whole || power >= 0)
            .find(|&(digit, power)| f64::from(digit) * ten_to(power) >= wanted * 0.999)
            .unwrap_or((1, (power + 1).max(0)));
        let step = f64::from(digit) * ten_to(power);
        let decimals = (-power).max(0) as usize;
        let (from, to) = (
            libm::ceil(low / step) as i64,
            libm::floor(high / step) as i64,
        );
        let value = |at: i64| {
            let value = at as f64 * step;
            (
                value,
                if value >= 1e4 {
                    readable(value)
                } else {
                    format!("{value:.decimals$}")
                },
            )
        };
        (from..=to).map(value).collect()
    }

    fn log_ticks(&self, most: usize) -> Vec<(f64, String)> {
        let decades = self.high - self.low;
        if decades < 0.7 {
            let (low, high) = (libm::exp10(self.low), libm::exp10(self.high));
            return self.round_steps(low, high, most);
        }
        let digits: &[u8] = match most as f64 / decades {
            room if room >= 3.0 => &[1, 2, 5],
            room if room >= 2.0 => &[1, 3],
            _ => &[1],
        };
        let each = libm::ceil(decades / most as f64).max(1.0) as i32;
        let (from, to) = (libm::floor(self.low) as i32, libm::ceil(self.high) as i32);
        let powers = (from..=to).filter(|power| power % each == 0);
        let ticks = powers.flat_map(|power| {
            digits.iter().map(move |&digit| {
                let value = f64::from(digit) * ten_to(power);
                let decimals = (-power).max(0) as usize;
                (
                    value,
                    if value >= 1e4 {
                        readable(value)
                    } else {
                        format!("{value:.decimals$}")
                    },
                )
            })
        });
        ticks.collect()
    }
}

fn place(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Log10 => libm::log10(value),
    }
}

fn ten_to(power: i32) -> f64 {
    libm::exp10(f64::from(power))
}

/// A large number as people read it: 50 k, 2 M.
fn readable(value: f64) -> String {
    match value.round() {
        v if v >= 1e9 => format!("{:.0} G", v / 1e9),
        v if v >= 1e6 => format!("{:.0} M", v / 1e6),
        v => format!("{:.0} k", v / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: Scale, is_whole: bool, values: &[f64], most: usize) -> Vec<String> {
        let axis = Axis {
            label: "nodes".to_owned(),
            scale,
            is_whole,
            reference: None,
        };
        let ruler = axis.ruler(values.iter().copied()).unwrap();
        let ticks = ruler.ticks(most).into_iter();
        ticks.map(|tick| tick.text).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(
            texts(Scale::Linear, true, &[1.0, 5.0], 20),
            ["1", "2", "3", "4", "5"]
        );
        assert_eq!(
            texts(Scale::Linear, true, &[1.0, 21.0], 6),
            ["5", "10", "15", "20"]
        );
        assert_eq!(
            texts(Scale::Linear, false, &[0.0, 1.0], 6),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(
            texts(Scale::Log10, false, &[0.1, 2.0], 8),
            ["0.1", "0.2", "0.5", "1", "2"]
        );
        assert_eq!(
            texts(Scale::Log10, false, &[1.0, 2e6], 4),
            ["1", "100", "10 k", "1 M"]
        );
        assert_eq!(
            texts(Scale::Log10, false, &[0.0, 0.8, 1.0], 6),
            ["0.80", "0.85", "0.90", "0.95", "1.00"]
        );
    }

    #[test]
    fn what_has_no_place_is_told() {
        let axis = Axis {
            label: "nodes".to_owned(),
            scale: Scale::Log10,
            is_whole: false,
            reference: None,
        };
        assert_eq!(
            axis.ruler([0.0].into_iter()),
            Err(ChartError::Empty("nodes".into()))
        );
        let bad = axis.ruler([1.0, f64::NAN].into_iter());
        assert_eq!(bad, Err(ChartError::Value("nodes".into())));
        let ruler = axis.ruler([1.0, 10.0].into_iter()).unwrap();
        assert_eq!(ruler.share(0.0), None);
    }
}
