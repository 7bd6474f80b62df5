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
    /// All of them, the worst first.
    pub const ALL: [Severity; 3] = [Severity::Lie, Severity::Fault, Severity::Note];

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

/// Declares what can be found: the enum, the list and what is said of each.
macro_rules! kinds {
    ($($kind:ident: $severity:ident $name:literal $words:literal,)*) => {
        /// What can be found. The order is that of reports: lies, then faults, then notes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $(#[doc = concat!("The engine ", $words, ".")] $kind,)*
        }

        impl Kind {
            /// All kinds, in the order of reports.
            pub const ALL: [Kind; [$($name),*].len()] = [$(Kind::$kind),*];

            /// How bad it is, its name for programs, and what it is in words.
            fn about(self) -> (Severity, &'static str, &'static str) {
                match self {
                    $(Kind::$kind => (Severity::$severity, $name, $words),)*
                }
            }
        }
    };
}

kinds! {
    ShorterMate: Lie "shorter-mate" "claims a mate in fewer moves than possible",
    WrongSide: Lie "wrong-side" "claims a mate for the side that loses",
    MateInDraw: Lie "mate-in-draw" "claims a mate in a drawn position",
    FalseLine: Lie "false-line" "gives a line that does not end with the mate it claims",
    IllegalMove: Lie "illegal-move" "plays a move that is not legal",
    MoveAfterEnd: Fault "move-after-end" "plays a move although the game is over",
    LostMate: Fault "lost-mate" "has a mate and loses it in a later iteration",
    LengthenedMate: Fault "lengthened-mate" "has a mate and makes it longer in a later iteration",
    IllegalLine: Fault "illegal-line" "gives a line with a move that is not legal",
    DrawnLine: Fault "drawn-line" "gives a line of a mate that passes through a draw",
    NoMove: Fault "no-move" "plays no move, although it has one",
    OtherBestMove: Fault "other-best-move" "plays another move than the first of its line",
    SameVariation: Fault "same-variation" "begins two variations (MultiPV) with the same move",
    RisingVariation: Fault "rising-variation" "gives a variation (MultiPV) a higher value than the one before it",
    NodeLimit: Fault "node-limit" "enters over twice the nodes that it was given",
    TimeLimit: Fault "time-limit" "takes longer than it was given",
    Stop: Fault "stop" "does not answer `stop` as it should",
    Died: Fault "died" "ends or does not answer",
    EqualScores: Fault "equal-scores" "scores won positions alike instead of claiming a mate",
    GoMate: Note "go-mate" "does not end `go mate` with the mate",
    MissedMate: Note "missed-mate" "does not find a mate in at most 2 moves",
    LongerMate: Note "longer-mate" "ends with a mate that is possible in fewer moves",
    ShortLine: Note "short-line" "gives a line that ends before the mate it claims",
    LongLine: Note "long-line" "gives a line longer than the mate it claims",
}

impl Kind {
    /// The kind of a name for programs.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
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
