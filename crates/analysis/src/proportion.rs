//! A share that was counted in a sample, and how well it is known.

use super::normal;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proportion {
    /// How many of them have what is counted.
    pub hits: u64,
    /// How many there are.
    pub all: u64,
}

impl Proportion {
    /// The share, from 0 to 1; 0 of nothing.
    #[must_use]
    pub fn share(self) -> f64 {
        self.hits as f64 / self.all.max(1) as f64
    }

    /// The ends of its 95 % interval: Wilson's score interval (Wilson 1927, Journal of the American Statistical Association 22,
    /// p. 209). It holds near 0 and 1, too, where the usual one does not. None of nothing.
    #[must_use]
    pub fn interval(self) -> Option<[f64; 2]> {
        if self.all == 0 {
            return None;
        }
        let (share, z) = (self.share(), normal::quantile(0.975));
        let square = z * z / self.all as f64;
        let middle = share + square / 2.0;
        let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt();
        Some([-half, half].map(|side| ((middle + side) / (1.0 + square)).clamp(0.0, 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_intervals() {
        // Newcombe (1998), Statistics in Medicine 17, p. 861: method 3 of table I.
        for (hits, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = |hits| Proportion { hits, all }.interval().unwrap();
            let [below, above] = interval(hits);
            let rounded = |end: f64| (end * 1e4).round() / 1e4;
            assert_eq!((rounded(below), rounded(above)), (low, high));
            let [missed_below, missed_above] = interval(all - hits);
            assert!((below + missed_above - 1.0).abs() < 1e-12);
            assert!((above + missed_below - 1.0).abs() < 1e-12);
        }
        assert_eq!(Proportion::default().interval(), None);
    }
}
