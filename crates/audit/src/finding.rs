//! What an engine does wrong.

use std::collections::BTreeMap;

use plybench_experiment::uci::Question;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The engine says what is not true.
    Lie,
    /// The engine does not do what it should.
    Fault,
    /// Worth knowing; an engine may do so on purpose.
    Note,
}

impl Severity {
    /// Its name, for people and programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Lie => "lie",
            Severity::Fault => "fault",
            Severity::Note => "note",
        }
    }
}

/// What can be found. The order is that of reports: lies, then faults, then notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A mate in fewer moves than possible.
    ShorterMate,
    /// A mate for the side that is mated or loses.
    WrongSide,
    /// A mate in a drawn position.
    MateInDraw,
    /// A line as long as the claimed mate that does not end with it.
    FalseLine,
    /// A best move that is not legal.
    IllegalMove,
    /// A move where there is none.
    MoveAfterEnd,
    /// A mate that a later iteration no longer has.
    LostMate,
    /// A mate that a later iteration makes longer.
    LengthenedMate,
    /// A line with a move that is not legal, or after the game's end.
    IllegalLine,
    /// A line of a mate that passes through a draw.
    DrawnLine,
    /// A best move that is not the first of the last line.
    OtherBestMove,
    /// More nodes than it was given.
    NodeLimit,
    /// More time than it was given.
    TimeLimit,
    /// Late after `stop`, or an answer to `go infinite` before it.
    Stop,
    /// The process ended, or did not answer.
    Died,
    /// The same large evaluation for won positions, in place of mates.
    EqualScores,
    /// A short mate that was not found.
    MissedMate,
    /// A mate that is possible in fewer moves.
    LongerMate,
    /// A line of a mate that ends before it.
    ShortLine,
    /// A line that goes on after the claimed mate's length.
    LongLine,
}

impl Kind {
    /// All kinds, in the order of reports.
    pub const ALL: [Kind; 20] = [
        Kind::ShorterMate,
        Kind::WrongSide,
        Kind::MateInDraw,
        Kind::FalseLine,
        Kind::IllegalMove,
        Kind::MoveAfterEnd,
        Kind::LostMate,
        Kind::LengthenedMate,
        Kind::IllegalLine,
        Kind::DrawnLine,
        Kind::OtherBestMove,
        Kind::NodeLimit,
        Kind::TimeLimit,
        Kind::Stop,
        Kind::Died,
        Kind::EqualScores,
        Kind::MissedMate,
        Kind::LongerMate,
        Kind::ShortLine,
        Kind::LongLine,
    ];

    /// How bad it is, its name for programs, and what it is in words.
    fn about(self) -> (Severity, &'static str, &'static str) {
        use Severity::{Fault, Lie, Note};
        match self {
            Kind::ShorterMate => (
                Lie,
                "shorter-mate",
                "claims a mate in fewer moves than possible",
            ),
            Kind::WrongSide => (Lie, "wrong-side", "claims a mate for the side that loses"),
            Kind::MateInDraw => (Lie, "mate-in-draw", "claims a mate in a drawn position"),
            Kind::FalseLine => (
                Lie,
                "false-line",
                "gives a line that does not end with the mate it claims",
            ),
            Kind::IllegalMove => (Lie, "illegal-move", "plays a move that is not legal"),
            Kind::MoveAfterEnd => (
                Fault,
                "move-after-end",
                "plays a move although the game is over",
            ),
            Kind::LostMate => (
                Fault,
                "lost-mate",
                "has a mate and loses it in a later iteration",
            ),
            Kind::LengthenedMate => (
                Fault,
                "lengthened-mate",
                "has a mate and makes it longer in a later iteration",
            ),
            Kind::IllegalLine => (
                Fault,
                "illegal-line",
                "gives a line with a move that is not legal",
            ),
            Kind::DrawnLine => (
                Fault,
                "drawn-line",
                "gives a line of a mate that passes through a draw",
            ),
            Kind::OtherBestMove => (
                Fault,
                "other-best-move",
                "plays another move than the first of its line",
            ),
            Kind::NodeLimit => (
                Fault,
                "node-limit",
                "enters over twice the nodes that it was given",
            ),
            Kind::TimeLimit => (Fault, "time-limit", "takes longer than it was given"),
            Kind::Stop => (Fault, "stop", "does not answer `stop` as it should"),
            Kind::Died => (Fault, "died", "ends or does not answer"),
            Kind::EqualScores => (
                Fault,
                "equal-scores",
                "scores won positions alike instead of claiming a mate",
            ),
            Kind::MissedMate => (
                Note,
                "missed-mate",
                "does not find a mate in at most 2 moves",
            ),
            Kind::LongerMate => (
                Note,
                "longer-mate",
                "ends with a mate that is possible in fewer moves",
            ),
            Kind::ShortLine => (
                Note,
                "short-line",
                "gives a line that ends before the mate it claims",
            ),
            Kind::LongLine => (
                Note,
                "long-line",
                "gives a line longer than the mate it claims",
            ),
        }
    }

    /// How bad it is.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.about().0
    }

    /// Its name, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().1
    }

    /// What the engine does, after "the engine".
    #[must_use]
    pub fn in_words(self) -> &'static str {
        self.about().2
    }
}

/// Something that an engine does wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In how many searches.
    pub cases: usize,
    /// The first of them, in words.
    pub first: String,
    /// What has to be typed to see it, a line each.
    pub lines: Vec<String>,
}

/// What an engine does wrong, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    found: BTreeMap<Kind, Finding>,
}

impl Findings {
    /// Adds a case: what was found, and the questions that show it, one after the other.
    pub(crate) fn add(&mut self, kind: Kind, first: impl FnOnce() -> String, asked: &[Question]) {
        let finding = self.found.entry(kind).or_insert_with(|| Finding {
            cases: 0,
            first: first(),
            lines: asked.iter().flat_map(Question::lines).collect(),
        });
        finding.cases += 1;
    }

    /// What was found, in the order of kinds.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &Finding)> {
        self.found.iter().map(|(kind, finding)| (*kind, finding))
    }

    /// What was found of a kind.
    #[must_use]
    pub fn of(&self, kind: Kind) -> Option<&Finding> {
        self.found.get(&kind)
    }

    /// How many kinds of this severity were found.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.found
            .keys()
            .filter(|kind| kind.severity() == severity)
            .count()
    }
}
