//! The steps of a search, as a trace holds them.

use plybench_engine::{
    observe::{End as EngineEnd, Event, SubSearchOf},
    table::Bound as EngineBound,
    techniques::{MateBound, TechniqueId},
};
use serde_json::Value;

use super::TraceError;
use crate::{
    game::{NO_MOVE, Recorded},
    rules,
};

/// A kind of field: its bytes, lowest first.
trait Field: Sized + Into<Value> {
    const BYTES: usize;
    fn write(self, to: &mut Vec<u8>);
    /// `bytes` has [`Self::BYTES`] bytes. None if they do not stand for a value.
    fn read(bytes: &[u8]) -> Option<Self>;
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
}

/// Declares an enum that is a field of one byte, its place in the list, and its conversion from the engine's enum.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident of $engine:ident $(<$payload:ident>)? {
        $($(#[$item_doc:meta])* $item:ident $(($of:tt))? = $text:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$item_doc])* $item,)*
        }

        impl $name {
            /// In the order of their bytes in a trace.
            pub const ALL: &'static [Self] = &[$($name::$item),*];

            /// As records, JSON and lines for people have it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$item => $text,)*
                }
            }
        }

        impl$(<$payload>)? From<$engine$(<$payload>)?> for $name {
            fn from(from: $engine$(<$payload>)?) -> Self {
                match from {
                    $($engine::$item $(($of))? => $name::$item,)*
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
        }

        impl From<$name> for Value {
            fn from(chosen: $name) -> Self {
                chosen.name().into()
            }
        }
    };
}

choice! {
    /// A bound of the window.
    Side of MateBound {
        /// Values up to this fail low.
        Lower = "alpha",
        /// Values from this on fail high.
        Upper = "beta",
    }
}

choice! {
    /// What a table's value says of the true one.
    Bound of EngineBound {
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
    End of EngineEnd {
        /// Mate distance pruning closed the window.
        MdpCut = "mdp_cut",
        /// A draw by rule.
        RuleDraw = "rule_draw",
        /// The table's entry settled it.
        TableCut = "table_cut",
        /// A technique returned a value.
        TechniqueCut = "technique_cut",
        /// No depth was left, or quiescence stood pat: the static evaluation.
        Horizon = "horizon",
        /// No legal moves, in check.
        Mated = "mated",
        /// No legal moves, not in check.
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
    /// What a technique requests to be searched.
    Requested of SubSearchOf<M> {
        /// The position after a move.
        Move(_) = "a move",
        /// The position after a pass.
        Pass = "a pass",
        /// The same node, to another depth or with another window.
        Again = "the node itself",
        /// The node itself without a move.
        Without(_) = "the node without a move",
    }
}

/// The move to make or to leave out in a requested search.
fn moved<M>(asked: SubSearchOf<M>) -> Option<M> {
    match asked {
        SubSearchOf::Move(mv) | SubSearchOf::Without(mv) => Some(mv),
        SubSearchOf::Pass | SubSearchOf::Again => None,
    }
}

/// Declares the steps: their tags, the engine's events that they record, their lines for people, and their fields with the values
/// from the event. In JSON a step has the name of the variant, or else the one in brackets, which version 3 of the format has.
/// `$number` gives the number of a move, `$credit` the place of a technique.
macro_rules! steps {
    (|$number:ident, $credit:ident| $($(#[$doc:meta])* $tag:literal $name:ident $(($json:literal))? of Event::$event:ident { $($part:ident),* } = $text:literal {
        $($(#[$field_doc:meta])* $field:ident: $kind:ty = $value:expr,)*
    })*) => {
        /// A step of a search. Windows and values are from the point of view of the side to move at the node at `ply`; `by` is the
        /// place of a technique, [`NOBODY`] for none.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Step {
            $($(#[$doc])* $name { $($(#[$field_doc])* $field: $kind,)* },)*
        }

        impl Step {
            /// The event as a step. The first of the caller's own techniques is credited as the built-in one at `stands_for`.
            pub(super) fn of<G: Recorded>(event: &Event<'_, G>, stands_for: Option<u8>) -> Self {
                let $number = |mv: Option<G::Move>| mv.map_or(NO_MOVE, G::number);
                let $credit = |by: Option<TechniqueId>| match (by, stands_for) {
                    (None, _) => NOBODY,
                    (Some(by), Some(place)) if by.place() == rules::COUNT => place,
                    (Some(by), _) => by.place() as u8,
                };
                match *event {
                    $(Event::$event { $($part,)* .. } => Step::$name { $($field: $value,)* },)*
                }
            }

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
            pub(super) fn read(tag: u8, offset: u64, fields: &[u8]) -> Result<Self, TraceError> {
                match tag {
                    $($tag => {
                        let (step, rest) = ([$($json,)? stringify!($name)][0], fields);
                        $(let (bytes, rest) = rest
                            .split_at_checked(<$kind as Field>::BYTES)
                            .ok_or(TraceError::Truncated { offset })?;
                        let $field = <$kind as Field>::read(bytes).ok_or(TraceError::Field {
                            offset,
                            step,
                            field: stringify!($field),
                        })?;)*
                        let _ = rest;
                        Ok(Step::$name { $($field,)* })
                    })*
                    _ => Err(TraceError::Tag { offset, tag }),
                }
            }

            /// Its name in JSON.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Step::$name { .. } => [$($json,)? stringify!($name)][0],)*
                }
            }

            /// Its fields by name: numbers, and the names of bounds, ends and requests.
            #[must_use]
            pub fn fields(self) -> Vec<(&'static str, Value)> {
                match self {
                    $(Step::$name { $($field,)* } => vec![$((stringify!($field), $field.into()),)*],)*
                }
            }

            /// The line for people, without the technique. A field's name in braces stands for its value.
            pub(super) fn line(self) -> &'static str {
                match self {
                    $(Step::$name { .. } => $text,)*
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
    |mv_number, credit|
    /// An iteration begins.
    1 Iteration of Event::Iteration { depth } = "iteration {depth}" {
        /// Plies to the horizon at the root.
        depth: u8 = depth.plies(),
    }
    /// The driver searches the root.
    2 Driven of Event::Driven { window } = "root in ({alpha}, {beta})" {
        /// Values up to this fail low.
        alpha: i16 = window.alpha().raw(),
        /// Values from this on fail high.
        beta: i16 = window.beta().raw(),
    }
    /// A node is entered.
    3 Entered of Event::Entered { ply, depth, window, in_quiescence } = "{in_quiescence}node at ply {ply}, depth {depth} in ({alpha}, {beta})" {
        /// Its distance from the root.
        ply: u8 = ply.plies() as u8,
        /// Plies to the horizon.
        depth: u8 = depth.plies(),
        /// Values up to this fail low.
        alpha: i16 = window.alpha().raw(),
        /// Values from this on fail high.
        beta: i16 = window.beta().raw(),
        /// Whether it belongs to quiescence.
        in_quiescence: bool = in_quiescence,
    }
    /// A bound of the node's window moved.
    4 Narrowed of Event::Narrowed { ply, bound, window, by } = "{side} moved: ({alpha}, {beta})" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The bound that moved.
        side: Side = bound.into(),
        /// Alpha of the narrowed window.
        alpha: i16 = window.alpha().raw(),
        /// Beta of the narrowed window.
        beta: i16 = window.beta().raw(),
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// The node's window closed.
    5 Closed of Event::Closed { ply, bound, by } = "window closed by {side}" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The bound that closed it.
        side: Side = bound.into(),
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// A smaller depth is enough for the node.
    6 Shallower of Event::Shallower { ply, depth, by } = "depth {depth} is enough" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// Plies to the horizon that are enough.
        depth: u8 = depth.plies(),
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// The table has an entry for the position.
    7 TableHit of Event::TableHit { ply, entry } = "table hit: {value}, {bound}, depth {depth}, {mv}" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// As the table keeps it: a mate counts from the node.
        value: i16 = entry.table_score().raw(),
        /// Plies to which the entry was searched.
        depth: u8 = entry.depth().plies(),
        /// What the value says.
        bound: Bound = entry.bound().into(),
        /// The entry's move, or [`NO_MOVE`](crate::game::NO_MOVE).
        mv: u16 = mv_number(entry.best_move()),
    }
    /// A technique asks for a search, which comes next.
    8 SubSearch ("Asked") of Event::SubSearch { ply, asked, depth, window, by } = "search of {asked} to depth {depth} in ({alpha}, {beta}), requested" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// What the requested search is of.
        asked: Requested = asked.into(),
        /// The move to make or to leave out, or [`NO_MOVE`](crate::game::NO_MOVE).
        mv: u16 = mv_number(moved(asked)),
        /// Plies to the horizon of what is searched.
        depth: u8 = depth.plies(),
        /// Alpha, as the node that asks sees it.
        alpha: i16 = window.alpha().raw(),
        /// Beta, as the node that asks sees it.
        beta: i16 = window.beta().raw(),
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// A technique found the move to try first.
    9 FirstMove of Event::FirstMove { ply, mv, by } = "{mv} first" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// A move is skipped.
    10 Skipped of Event::Skipped { ply, mv, number, by } = "{mv} (number {number}) skipped" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// Its place in the order, from 0.
        number: u16 = number as u16,
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// The next move is searched deeper.
    11 Extended of Event::Extended { ply, mv, number, plies, by } = "{mv} (number {number}) extended by {plies}" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// Its place in the order, from 0.
        number: u16 = number as u16,
        /// By how many plies.
        plies: u8 = plies,
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// The next move is searched to a smaller depth first.
    12 Reduced of Event::Reduced { ply, mv, number, plies, by } = "{mv} (number {number}) reduced by {plies}" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// Its place in the order, from 0.
        number: u16 = number as u16,
        /// By how many plies.
        plies: u8 = plies,
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// A move is searched.
    13 Searched of Event::Searched { ply, mv, number, depth, window } = "{mv} (number {number}) to depth {depth} in ({alpha}, {beta})" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// Its place in the order, from 0.
        number: u16 = number as u16,
        /// The depth of the position after it.
        depth: u8 = depth.plies(),
        /// Alpha, as the node sees it.
        alpha: i16 = window.alpha().raw(),
        /// Beta, as the node sees it.
        beta: i16 = window.beta().raw(),
    }
    /// The same move is searched again.
    14 SearchedAgain of Event::SearchedAgain { ply, mv, number, depth, window, by } = "{mv} (number {number}) again to depth {depth} in ({alpha}, {beta})" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// Its place in the order, from 0.
        number: u16 = number as u16,
        /// The depth of the position after it.
        depth: u8 = depth.plies(),
        /// Alpha, as the node sees it.
        alpha: i16 = window.alpha().raw(),
        /// Beta, as the node sees it.
        beta: i16 = window.beta().raw(),
        /// The technique whose reduction is undone.
        by: u8 = credit(by),
    }
    /// A move fails high.
    15 BetaCutoff ("Refuted") of Event::BetaCutoff { ply, mv, number } = "{mv} (number {number}) fails high" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// Its place in the order, from 0.
        number: u16 = number as u16,
    }
    /// The node's result goes to the table.
    16 Stored of Event::Stored { ply, entry, overwrote } = "stored {value}, {bound}, depth {depth}, {mv}{overwrote}" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// As the table keeps it: a mate counts from the node.
        value: i16 = entry.table_score().raw(),
        /// Plies to the horizon of what is searched.
        depth: u8 = entry.depth().plies(),
        /// What the value says.
        bound: Bound = entry.bound().into(),
        /// The move, or [`NO_MOVE`](crate::game::NO_MOVE).
        mv: u16 = mv_number(entry.best_move()),
        /// Whether the entry of another position gave way.
        overwrote: bool = overwrote,
    }
    /// The node is left.
    17 Left of Event::Left { ply, end, by, value } = "left as {end} with {value}" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// The one way in which the node ended.
        end: End = end.into(),
        /// The technique that ended it.
        by: u8 = credit(by),
        /// The value that the node returns.
        value: i16 = value.raw(),
    }
    /// A move leaves the own king in check; the node after it is entered and left at once.
    18 KingCaptured of Event::KingCaptured { ply, mv } = "{mv} loses the king" {
        /// The node's that has the move.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
    }
    /// The node is searched to another depth.
    19 DepthChanged of Event::DepthChanged { ply, from, depth, by } = "depth {from} becomes {depth}" {
        /// Of the node, from the root.
        ply: u8 = ply.plies() as u8,
        /// Plies to the horizon before.
        from: u8 = from.plies(),
        /// Plies to the horizon to which it is searched.
        depth: u8 = depth.plies(),
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
    /// The next move is searched less deeply.
    20 Shortened of Event::Shortened { ply, mv, number, plies, by } = "{mv} (number {number}) shortened by {plies}" {
        /// The node's that has the move.
        ply: u8 = ply.plies() as u8,
        /// The number of the move.
        mv: u16 = mv_number(Some(mv)),
        /// Its place among the node's moves.
        number: u16 = number as u16,
        /// By how many plies.
        plies: u8 = plies,
        /// The place of the technique.
        by: u8 = credit(Some(by)),
    }
}

impl Step {
    /// The place of the technique that takes the step, or [`NOBODY`].
    #[must_use]
    pub fn by(mut self) -> u8 {
        self.by_mut().map_or(NOBODY, |by| *by)
    }

    /// The field for the technique that takes the step, if it has one.
    pub fn by_mut(&mut self) -> Option<&mut u8> {
        match self {
            Step::Narrowed { by, .. }
            | Step::Closed { by, .. }
            | Step::Shallower { by, .. }
            | Step::DepthChanged { by, .. }
            | Step::SubSearch { by, .. }
            | Step::FirstMove { by, .. }
            | Step::Skipped { by, .. }
            | Step::Extended { by, .. }
            | Step::Reduced { by, .. }
            | Step::Shortened { by, .. }
            | Step::SearchedAgain { by, .. }
            | Step::Left { by, .. } => Some(by),
            _ => None,
        }
    }
}
