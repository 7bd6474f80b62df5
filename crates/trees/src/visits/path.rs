//! The way to the node at which a step of a trace is taken: its positions, and how the search came to each.

use super::{OUTSIDE, Reached, TreeError};
use plybench_checker::{
    game::{NO_MOVE, Recorded},
    trace::{NOBODY, Requested, Step},
};

/// A node on the way, and how the search came to it.
pub(crate) struct PathNode<G> {
    position: G,
    pub(crate) reached: Reached,
    /// The number of the move that leads here or is left out, or [`NO_MOVE`].
    pub(crate) mv: u16,
    /// The technique that asked for it or whose reduction is undone, or [`NOBODY`].
    pub(crate) by: u8,
}

/// Where a trace is: the nodes that are entered and not left.
pub(crate) struct Path<'g, G> {
    root: &'g G,
    open: Vec<PathNode<G>>,
    coming: Option<PathNode<G>>,
}

impl<'g, G: Recorded> Path<'g, G> {
    /// Before the first step of a search of this root.
    pub(crate) fn new(root: &'g G) -> Self {
        Path {
            root,
            open: Vec::new(),
            coming: None,
        }
    }

    /// The node that takes the step.
    pub(crate) fn last(&self) -> Result<&PathNode<G>, TreeError> {
        self.open.last().ok_or(OUTSIDE)
    }

    /// The position of the node that takes the step.
    pub(crate) fn current(&self) -> Result<&G, TreeError> {
        Ok(&self.last()?.position)
    }

    /// The position of the node above it.
    pub(crate) fn above(&self) -> Option<&G> {
        self.open.iter().nth_back(1).map(|node| &node.position)
    }

    /// The name of a move of the current node; none for no move. A table's move can be one of another position with the same key.
    pub(crate) fn notation(&self, number: u16) -> Result<Option<String>, TreeError> {
        let position = self.current()?;
        Ok(position.find(number).map(|mv| position.notation(mv)))
    }

    /// Goes on to where the next step is taken.
    pub(crate) fn follow(&mut self, step: Step) -> Result<(), TreeError> {
        let (reached, mv, by) = match step {
            Step::Driven { .. } => (Reached::Root, NO_MOVE, NOBODY),
            Step::Searched { mv, .. } => (Reached::Move, mv, NOBODY),
            Step::SearchedAgain { mv, by, .. } => (Reached::MoveAgain, mv, by),
            Step::SubSearch { asked, mv, by, .. } => match asked {
                Requested::Move => (Reached::Move, mv, by),
                Requested::Pass => (Reached::Pass, mv, by),
                Requested::Again => (Reached::Again, mv, by),
                Requested::Without => (Reached::Without, mv, by),
            },
            Step::Entered { .. } => {
                let unled = TreeError::Contradiction("a node that nothing leads to is entered");
                self.open.push(self.coming.take().ok_or(unled)?);
                return Ok(());
            }
            Step::Left { .. } => {
                self.open.pop();
                return Ok(());
            }
            _ => return Ok(()),
        };
        let position = match reached {
            Reached::Root => Some(self.root.clone()),
            Reached::Again | Reached::Without => Some(self.current()?.clone()),
            Reached::Pass => self.current()?.pass(),
            Reached::Move | Reached::MoveAgain => {
                let position = self.current()?;
                Some(position.play(find(position, mv)?))
            }
        };
        self.coming = position.map(|position| PathNode {
            position,
            reached,
            mv,
            by,
        });
        Ok(())
    }
}

/// The move with a number.
pub(crate) fn find<G: Recorded>(position: &G, number: u16) -> Result<G::Move, TreeError> {
    (position.find(number)).ok_or(TreeError::Contradiction("a move that is not legal"))
}
