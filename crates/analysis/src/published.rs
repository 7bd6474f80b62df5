//! The published table: Chess Programming Wiki, "Mate Distance Pruning", a KR vs K search by Glass 1.0 with the pruning off and
//! on. It counts nodes until the principal variation was found.

/// The table's position.
pub const FEN: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";

/// One row of the published table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedRow {
    /// Nominal depth in plies, 1 to 20.
    pub depth: u8,
    /// Score without the pruning, as the article prints it: centipawns or `M8`.
    pub score_off: String,
    /// Nodes without the pruning.
    pub nodes_off: u64,
    /// Score with the pruning, in the same form.
    pub score_on: String,
    /// Nodes with the pruning.
    pub nodes_on: u64,
}

impl PublishedRow {
    /// Returns the nodes with the pruning as a share of those without.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.nodes_on as f64 / self.nodes_off as f64
    }
}

/// Returns the twenty rows.
#[must_use]
pub fn table() -> Vec<PublishedRow> {
    include_str!("published.csv")
        .lines()
        .skip(1)
        .filter_map(row)
        .collect()
}

fn row(line: &str) -> Option<PublishedRow> {
    let mut fields = line.split(',');
    let mut next = || fields.next();
    Some(PublishedRow {
        depth: next()?.parse().ok()?,
        score_off: next()?.to_owned(),
        nodes_off: next()?.parse().ok()?,
        score_on: next()?.to_owned(),
        nodes_on: next()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_are_read_and_the_last_ratio_is_about_a_half() {
        let table = table();
        assert_eq!(table.len(), 20);
        assert!(table.iter().zip(1..).all(|(row, depth)| row.depth == depth));
        assert!((table[19].ratio() - 0.469).abs() < 0.0005);
        assert_eq!(
            (table[15].score_off.as_str(), table[14].ratio()),
            ("M8", 1.0)
        );
    }
}
