//! What is checked of a trace, and how often it was.

use std::{borrow::Cow, collections::BTreeMap};

crate::worded::worded! {
    /// A statement that every step of a trace has to fulfil.
    Statement {
        Nesting "nesting" "Nodes are left in the order in which they were entered, each within an iteration."
        Declared "declared" "The search does nothing that its header does not declare."
        Legal "legal" "Each move is legal."
        Window "window" "The window of a move follows from that of the node above and the values before it."
        Depth "depth" "The depth of a move follows from that of the node above, extensions and reductions."
        Again "again" "A move is searched again when its value calls for it, and not otherwise."
        Cut "cut" "A node is cut off when a value reaches beta, and only then."
        Value "value" "A node's value follows from the values below it and its window."
        Ending "ending" "A node that says it has no legal moves has none; one that says it searched or pruned all of them did so."
        Mate "mate" "Values of mates are possible at their ply, and evaluations are not among them."
        Hit "hit" "What the table has was stored there before."
        Key "key" "A key of the table is that of one position."
        TableCut "table-cut" "An entry that ends a node is deep enough and settles its window."
        Stored "stored" "What is stored is what the node returns."
        Nodes "nodes" "The nodes that the program counts are those of its trace."
    }
}

/// The most kinds of what could not be checked: a program names its techniques as it likes.
const MOST_KINDS: usize = 200;

/// How often statements were checked, and what could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often each was.
    pub checked: BTreeMap<Statement, u64>,
    /// What could not be checked, and how often.
    pub unchecked: BTreeMap<(Statement, Cow<'static, str>), u64>,
}

impl Counts {
    pub(super) fn checked(&mut self, statement: Statement) {
        *self.checked.entry(statement).or_default() += 1;
    }

    pub(super) fn unchecked(&mut self, statement: Statement, what: impl Into<Cow<'static, str>>) {
        let mut what = what.into();
        if self.unchecked.len() >= MOST_KINDS
            && !self.unchecked.contains_key(&(statement, what.clone()))
        {
            what = "others".into();
        }
        *self.unchecked.entry((statement, what)).or_default() += 1;
    }
}
