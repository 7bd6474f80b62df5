//! The positions on the way to the node at which a step of a trace is taken.

use super::{OUTSIDE, TreeError};
use plybench_checker::{
    game::Recorded,
    trace::{Asked, Step},
};

/// Where a trace is: the position of each node that is entered and not left.
pub(crate) struct Path<'g, G> {
    root: &'g G,
    open: Vec<G>,
    coming: Option<G>,
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

    /// The position of the node that takes the step.
    pub(crate) fn current(&self) -> Result<&G, TreeError> {
        self.open.last().ok_or(OUTSIDE)
    }

    /// The position of the node above the one that takes the step.
    pub(crate) fn above(&self) -> Option<&G> {
        self.open.iter().nth_back(1)
    }

    /// The name of a move of the current node; none for no move. A table's move can be one of another position with the same key.
    pub(crate) fn notation(&self, number: u16) -> Result<Option<String>, TreeError> {
        let position = self.current()?;
        Ok(position.find(number).map(|mv| position.notation(mv)))
    }

    /// Goes on to where the next step is taken.
    pub(crate) fn follow(&mut self, step: Step) -> Result<(), TreeError> {
        match step {
            Step::Driven { .. } => self.coming = Some(self.root.clone()),
            Step::Searched { mv, .. }
            | Step::SearchedAgain { mv, .. }
            | Step::Asked {
                asked: Asked::Move,
                mv,
                ..
            } => {
                let position = self.current()?;
                self.coming = Some(position.play(find(position, mv)?));
            }
            Step::Asked { asked, .. } => {
                let position = self.current()?;
                self.coming = match asked {
                    Asked::Pass => position.pass(),
                    _ => Some(position.clone()),
                };
            }
            Step::Entered { .. } => {
                let coming = self.coming.take();
                self.open.push(coming.ok_or(TreeError::Contradiction(
                    "a node that nothing leads to is entered",
                ))?);
            }
            Step::Left { .. } => drop(self.open.pop()),
            _ => {}
        }
        Ok(())
    }
}

/// The move with a number.
pub(crate) fn find<G: Recorded>(position: &G, number: u16) -> Result<G::Move, TreeError> {
    (position.find(number)).ok_or(TreeError::Contradiction("a move that is not legal"))
}
