//! What a difference may not exceed: `--fail-on nodes>2%,wrong-mate,score`.

use std::{fmt, str::FromStr};

use super::Verdict;
use plybench_analysis::tolerance::Tolerance;

/// A bound that B must keep, compared with A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// B enters at most so many percent more nodes than A, beyond a known mate, elsewhere and in all, and at no position over twice as many
    /// at a depth that A reaches and it does not.
    Nodes(Tolerance),
    /// Every node count is the same.
    SameNodes,
    /// B claims no mate that is shorter than possible or for the wrong side.
    WrongMate,
    /// Every score is the same.
    Score,
    /// Every best move is the same.
    Move,
}

/// What can be given.
const GIVE: &str = "give nodes>2%, nodes, wrong-mate, score or move, several of them with commas";

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text {
            "nodes" => Ok(Bound::SameNodes),
            "wrong-mate" => Ok(Bound::WrongMate),
            "score" => Ok(Bound::Score),
            "move" => Ok(Bound::Move),
            _ => {
                let percent = text.strip_prefix("nodes>").ok_or(GIVE)?;
                let tolerance = percent.parse().map_err(|error| format!("nodes: {error}"))?;
                Ok(Bound::Nodes(tolerance))
            }
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Nodes(tolerance) => write!(f, "nodes>{tolerance}"),
            Bound::SameNodes => f.write_str("nodes"),
            Bound::WrongMate => f.write_str("wrong-mate"),
            Bound::Score => f.write_str("score"),
            Bound::Move => f.write_str("move"),
        }
    }
}

impl Bound {
    /// In what B exceeds the bound, in words; none if it keeps it.
    #[must_use]
    pub fn exceeded(self, verdict: &Verdict) -> Option<String> {
        let positions = |number: usize, what: &str| {
            let positions = plybench_text::plural::count(number, "position");
            (number > 0).then(|| format!("{what} at {positions}"))
        };
        match self {
            Bound::Nodes(tolerance) => {
                let parts = ["before a mate is known", "beyond a known mate", "in all"];
                let more = verdict
                    .ratios()
                    .into_iter()
                    .zip(parts)
                    .filter_map(|(ratio, part)| {
                        const WHOLE: u64 = 1_000_000_000;
                        let more = (ratio? - 1.0).max(0.0);
                        let parts = (more * WHOLE as f64).round() as u64;
                        let is_more = !tolerance.allows(parts, WHOLE);
                        is_more.then(|| format!("{:.2} % {part}", 100.0 * more))
                    });
                let more: Vec<String> = more.collect();
                match more.is_empty() {
                    true => positions(
                        verdict.explosions,
                        "B does not reach A's depth, for which it would need over twice the nodes,",
                    ),
                    false => Some(format!("B enters more nodes than A: {}", more.join(", "))),
                }
            }
            Bound::SameNodes => positions(
                verdict.other_nodes.max(verdict.other_depths),
                "node counts differ",
            ),
            Bound::WrongMate if verdict.checked == 0 => Some(
                "no position has a known distance to mate (dm), so that no mate can be checked"
                    .to_owned(),
            ),
            Bound::WrongMate => positions(verdict.wrong_mates[1], "B claims a wrong mate"),
            Bound::Score => positions(verdict.other_scores, "scores differ"),
            Bound::Move => positions(verdict.other_moves, "best moves differ"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_given() {
        for text in [
            "nodes>2%",
            "nodes>0.5%",
            "nodes",
            "wrong-mate",
            "score",
            "move",
        ] {
            assert_eq!(text.parse::<Bound>().unwrap().to_string(), text);
        }
        for (text, says) in [
            ("node", "give nodes>2%"),
            ("nodes>2", "nodes: give a percentage"),
        ] {
            let said = text.parse::<Bound>().unwrap_err();
            assert!(said.contains(says), "{said}");
        }
    }
}
