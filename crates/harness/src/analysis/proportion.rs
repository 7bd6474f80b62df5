//! How well a share is known that was counted in a sample.

use super::normal;

/// The ends of the 95 % interval of a share, from 0 to 1, of which `hits` of `all` were counted: Wilson's score interval (Wilson
/// 1927, Journal of the American Statistical Association 22, p. 209). It holds near 0 and 1, too, where the usual one does not.
/// None of nothing.
#[must_use]
pub fn interval(hits: u64, all: u64) -> Option<[f64; 2]> {
    if all == 0 {
        return None;
    }
    let (n, z) = (all as f64, normal::quantile(0.975));
    let (share, square) = (hits as f64 / n, z * z / n);
    let middle = share + square / 2.0;
    let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt();
    Some([-half, half].map(|side| ((middle + side) / (1.0 + square)).clamp(0.0, 1.0)))
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
            let [below, above] = interval(hits, all).unwrap();
            let rounded = |end: f64| (end * 1e4).round() / 1e4;
            assert_eq!((rounded(below), rounded(above)), (low, high));
            let [missed_below, missed_above] = interval(all - hits, all).unwrap();
            assert!((below + missed_above - 1.0).abs() < 1e-12);
            assert!((above + missed_below - 1.0).abs() < 1e-12);
        }
        assert_eq!(interval(0, 0), None);
    }
}
