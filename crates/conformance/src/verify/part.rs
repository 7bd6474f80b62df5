//! The parts of a search that a bug of the zoo alters, from which follows which checks it meets.

/// The part of a search that a bug alters. A check names the parts that it can see ([`Check::sees`](super::Check::sees)): where its
/// searches do not use the part, or the part cannot change what it compares, it would only repeat the result of the sound search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The windows that mate distance pruning narrows.
    MateDistance,
    /// The values of mates.
    MateValues,
    /// How scores go through the table, and what its entries decide.
    Table,
    /// The 50-move rule and repetitions.
    Draws,
    /// The moves that may be skipped, the value of a node that skips some, and mates that are returned by a technique.
    SkippedMoves,
    /// Which iterations count, and when they end.
    Deepening,
    /// Where a technique acts and by how much. No mate becomes wrong by that: the search does not take a node for lost if it skipped
    /// moves.
    Conditions,
    /// Which searches are done again, with which window, and how often a node counts.
    SearchedAgain,
    /// The order of moves, the table's replacement and the scope of a technique.
    Settings,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 9] = [
        Part::MateDistance,
        Part::MateValues,
        Part::Table,
        Part::Draws,
        Part::SkippedMoves,
        Part::Deepening,
        Part::Conditions,
        Part::SearchedAgain,
        Part::Settings,
    ];
}
