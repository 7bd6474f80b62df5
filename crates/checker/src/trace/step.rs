//! The steps of a search, as a trace holds them.

use std::io::Read;

use serde_json::Value;

use super::{TraceError, blocks::fill};

/// A kind of field: its bytes, lowest first.
trait Field: Sized {
    const BYTES: usize;
    fn write(self, to: &mut Vec<u8>);
    /// `bytes` has [`Self::BYTES`] bytes. None if they do not stand for a value.
    fn read(bytes: &[u8]) -> Option<Self>;
    fn json(self) -> Value;
}

macro_rules! number_fields {
    ($($number:ty),*) => {$(
        impl Field for $number {
            const BYTES: usize = size_of::<$number>();
            fn write(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Option<Self> {
                Some(<$number>::from_le_bytes(bytes.try_into().ok()?))
            }
            fn json(self) -> Value {
                self.into()
            }
        }
    )*};
}
number_fields!(u8, u16, i16);

impl Field for bool {
    const BYTES: usize = 1;
    fn write(self, to: &mut Vec<u8>) {
        to.push(self.into());
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }
    fn json(self) -> Value {
        self.into()
    }
}

/// Declares an enum that is a field of one byte: its place in the list.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$item_doc])* $item,)*
        }

        impl $name {
            /// Each of them.
            pub const ALL: &'static [Self] = &[$($name::$item),*];

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$item => $text,)*
                }
            }
        }

        impl Field for $name {
            const BYTES: usize = 1;
            fn write(self, to: &mut Vec<u8>) {
                to.push(self as u8);
            }
            fn read(bytes: &[u8]) -> Option<Self> {
                Self::ALL.get(usize::from(*bytes.first()?)).copied()
            }
            fn json(self) -> Value {
                self.name().into()
            }
        }
    };
}

choice! {
    /// A bound of the window.
    Side {
        /// Alpha.
        Lower = "alpha",
        /// Beta.
        Upper = "beta",
    }
}

choice! {
    /// What a table's value says of the true one.
    Bound {
        /// It is at least the value.
        Lower = "lower bound",
        /// It is at most the value.
        Upper = "upper bound",
        /// It is the value.
        Exact = "exact",
    }
}

choice! {
    /// How a node ends.
    End {
        /// Mate distance pruning closed the window.
        MdpCut = "mdp_cut",
        /// A draw by rule.
        RuleDraw = "rule_draw",
        /// The table's entry settled it.
        TableCut = "table_cut",
        /// A technique returned a value.
        TechniqueCut = "technique_cut",
        /// It was evaluated.
        Horizon = "horizon",
        /// Mated.
        Mated = "mated",
        /// Stalemate.
        Stalemate = "stalemate",
        /// Its moves were searched.
        Expanded = "expanded",
        /// The node limit ended the search here or below.
        Stopped = "stopped",
        /// The move before it was illegal, and its king is captured.
        KingCaptured = "king_captured",
    }
}

choice! {
    /// What a technique asks to be searched.
    Asked {
        /// The position after a move.
        Move = "a move",
        /// The position after a pass.
        Pass = "a pass",
        /// The node itself.
        Again = "the node itself",
        /// The node itself without a move.
        Without = "the node without a move",
    }
}

/// Declares the steps with their tags: the enum, and how it is written and read.
macro_rules! steps {
    ($($(#[$doc:meta])* $tag:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* })*) => {
        /// A step of a search. Windows and values are from the point of view of the side to move at the node at `ply`; `by` is the
        /// place of a technique, [`NOBODY`] for none.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Step {
            $($(#[$doc])* $name { $($(#[$field_doc])* $field: $kind,)* },)*
        }

        impl Step {
            /// Appends the step's bytes: its tag, then its fields.
            pub fn write(self, to: &mut Vec<u8>) {
                match self {
                    $(Step::$name { $($field,)* } => {
                        to.push($tag);
                        $($field.write(to);)*
                    })*
                }
            }

            /// Reads the fields of the step with this tag; `offset` is the place of the tag.
            pub(super) fn read(tag: u8, offset: u64, from: &mut impl Read) -> Result<Self, TraceError> {
                match tag {
                    $($tag => {
                        const LENGTH: usize = 0 $(+ <$kind as Field>::BYTES)*;
                        let mut bytes = [0; LENGTH];
                        fill(&mut bytes, offset, from)?;
                        let rest = &bytes[..];
                        $(let (own, rest) = rest.split_at(<$kind as Field>::BYTES);
                        let $field = <$kind as Field>::read(own).ok_or(TraceError::Field {
                            offset,
                            step: stringify!($name),
                            field: stringify!($field),
                        })?;)*
                        let _ = rest;
                        Ok(Step::$name { $($field,)* })
                    })*
                    _ => Err(TraceError::Tag { offset, tag }),
                }
            }

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Step::$name { .. } => stringify!($name),)*
                }
            }

            /// Its fields by name: numbers, and the names of bounds, ends and requests.
            #[must_use]
            pub fn fields(self) -> Vec<(&'static str, Value)> {
                match self {
                    $(Step::$name { $($field,)* } => vec![$((stringify!($field), $field.json()),)*],)*
                }
            }

            /// The number of bytes that it takes.
            #[must_use]
            pub fn length(self) -> u64 {
                match self {
                    $(Step::$name { .. } => 1 $(+ <$kind as Field>::BYTES as u64)*,)*
                }
            }
        }
    };
}

/// Stands for no technique.
pub const NOBODY: u8 = u8::MAX;

steps! {
    /// An iteration begins.
    1 Iteration { /** Its depth. */ depth: u8, }
    /// The driver searches the root.
    2 Driven { /** Alpha. */ alpha: i16, /** Beta. */ beta: i16, }
    /// A node is entered.
    3 Entered {
        /** Its distance from the root. */ ply: u8,
        /** Plies to the horizon. */ depth: u8,
        /** Alpha. */ alpha: i16,
        /** Beta. */ beta: i16,
        /** Whether it belongs to quiescence. */ in_quiescence: bool,
    }
    /// A bound of the node's window moved.
    4 Narrowed {
        /** The node's. */ ply: u8,
        /** The bound. */ side: Side,
        /** Alpha of the narrowed window. */ alpha: i16,
        /** Beta of the narrowed window. */ beta: i16,
        /** The technique. */ by: u8,
    }
    /// The node's window closed.
    5 Closed { /** The node's. */ ply: u8, /** The bound that closed it. */ side: Side, /** The technique. */ by: u8, }
    /// A smaller depth is enough for the node.
    6 Shallower { /** The node's. */ ply: u8, /** That depth. */ depth: u8, /** The technique. */ by: u8, }
    /// The table has an entry for the position.
    7 TableHit {
        /** The node's. */ ply: u8,
        /** The entry's value, as it is kept. */ value: i16,
        /** The entry's depth. */ depth: u8,
        /** What the value says. */ bound: Bound,
        /** The entry's move, or [`NO_MOVE`](crate::game::NO_MOVE). */ mv: u16,
    }
    /// A technique asks for a search, which comes next.
    8 Asked {
        /** The node's. */ ply: u8,
        /** What is searched. */ asked: Asked,
        /** The move to make or to leave out, or [`NO_MOVE`](crate::game::NO_MOVE). */ mv: u16,
        /** The depth. */ depth: u8,
        /** Alpha, as the node that asks sees it. */ alpha: i16,
        /** Beta, as the node that asks sees it. */ beta: i16,
        /** The technique. */ by: u8,
    }
    /// A technique found the move to try first.
    9 FirstMove { /** The node's. */ ply: u8, /** The move. */ mv: u16, /** The technique. */ by: u8, }
    /// A move is skipped.
    10 Skipped { /** The node's. */ ply: u8, /** The move. */ mv: u16, /** Its place. */ number: u16, /** The technique. */ by: u8, }
    /// The next move is searched deeper.
    11 Extended {
        /** The node's. */ ply: u8,
        /** The move. */ mv: u16,
        /** Its place in the order. */ number: u16,
        /** By how many plies. */ plies: u8,
        /** The technique. */ by: u8,
    }
    /// The next move is searched to a smaller depth first.
    12 Reduced {
        /** The node's. */ ply: u8,
        /** The move. */ mv: u16,
        /** Its place in the order. */ number: u16,
        /** By how many plies. */ plies: u8,
        /** The technique. */ by: u8,
    }
    /// A move is searched.
    13 Searched {
        /** The node's. */ ply: u8,
        /** The move. */ mv: u16,
        /** Its place in the order. */ number: u16,
        /** The depth of the position after it. */ depth: u8,
        /** Alpha, as the node sees it. */ alpha: i16,
        /** Beta, as the node sees it. */ beta: i16,
    }
    /// The same move is searched again.
    14 SearchedAgain {
        /** The node's. */ ply: u8,
        /** The move. */ mv: u16,
        /** Its place in the order. */ number: u16,
        /** The depth of the position after it. */ depth: u8,
        /** Alpha, as the node sees it. */ alpha: i16,
        /** Beta, as the node sees it. */ beta: i16,
        /** The technique whose reduction is undone. */ by: u8,
    }
    /// A move fails high.
    15 Refuted { /** The node's. */ ply: u8, /** The move. */ mv: u16, /** Its place in the order. */ number: u16, }
    /// The node's result goes to the table.
    16 Stored {
        /** The node's. */ ply: u8,
        /** The value, as it is kept. */ value: i16,
        /** The depth. */ depth: u8,
        /** What the value says. */ bound: Bound,
        /** The move, or [`NO_MOVE`](crate::game::NO_MOVE). */ mv: u16,
        /** Whether the entry of another position gave way. */ overwrote: bool,
    }
    /// The node is left.
    17 Left { /** The node's. */ ply: u8, /** How it ended. */ end: End, /** The technique that ended it. */ by: u8, /** Its value. */ value: i16, }
    /// A move leaves the own king in check; the node after it is entered and left at once.
    18 KingCaptured { /** The node's that has the move. */ ply: u8, /** The move. */ mv: u16, }
}

impl Step {
    /// The step, credited to `to` if it is credited to `from`.
    pub(super) fn credited(mut self, from: u8, to: u8) -> Self {
        match &mut self {
            Step::Narrowed { by, .. }
            | Step::Closed { by, .. }
            | Step::Shallower { by, .. }
            | Step::Asked { by, .. }
            | Step::FirstMove { by, .. }
            | Step::Skipped { by, .. }
            | Step::Extended { by, .. }
            | Step::Reduced { by, .. }
            | Step::SearchedAgain { by, .. }
            | Step::Left { by, .. }
                if *by == from =>
            {
                *by = to;
            }
            _ => {}
        }
        self
    }
}
