//! A trace as JSON Lines: the header, a line for each step, and the summary. Moves and techniques have their names instead of
//! their numbers, so that other tools need nothing of this program to read it.

use std::io::{BufRead, Write};

use plybench_checker::{
    game::{NO_MOVE, Recorded},
    trace::{Asked, NOBODY, Next, Reader, Step},
};
use plybench_engine::techniques::BuiltIn;
use serde_json::{Map, Value, json};

use super::{TreeError, build::find};

/// The fields that have the number of a move, and the one that has the place of a technique.
const MOVE: &str = "mv";
const TECHNIQUE: &str = "by";

/// Positions on the way to the node at which a step is taken.
struct Path<G> {
    open: Vec<G>,
    coming: Option<G>,
}

/// Writes the lines of a trace of this root.
///
/// # Errors
/// If the trace cannot be read or contradicts the game, or a line cannot be written.
pub fn json_lines<G: Recorded>(
    root: &G,
    mut trace: Reader<impl BufRead>,
    to: &mut impl Write,
) -> Result<(), TreeError> {
    let mut write = |line: &Value| writeln!(to, "{line}").map_err(TreeError::Write);
    write(&json!({"header": trace.header}))?;
    let mut path = Path {
        open: Vec::new(),
        coming: None,
    };
    loop {
        match trace.step()? {
            Next::Step(step) => {
                write(&line(&path, step)?)?;
                path.follow(root, step)?;
            }
            Next::Summary(summary) => return write(&json!({"summary": summary})),
        }
    }
}

/// The line of a step.
fn line<G: Recorded>(path: &Path<G>, step: Step) -> Result<Value, TreeError> {
    let mut fields = Map::new();
    fields.insert("step".to_owned(), step.name().into());
    for (name, value) in step.fields() {
        let number = value.as_u64().unwrap_or_default();
        let (name, value) = match name {
            MOVE => ("move", path.notation(number as u16)?.into()),
            TECHNIQUE if number == u64::from(NOBODY) => (TECHNIQUE, Value::Null),
            TECHNIQUE => {
                let technique = BuiltIn::NAMES.get(number as usize).copied();
                (TECHNIQUE, technique.unwrap_or("own technique").into())
            }
            other => (other, value),
        };
        fields.insert(name.to_owned(), value);
    }
    Ok(fields.into())
}

impl<G: Recorded> Path<G> {
    fn current(&self) -> Result<&G, TreeError> {
        self.open
            .last()
            .ok_or(TreeError::Contradiction("a step outside any node"))
    }

    /// The name of a move of the current node; none for no move. A table's move can be one of another position with the same key.
    fn notation(&self, number: u16) -> Result<Option<String>, TreeError> {
        if number == NO_MOVE {
            return Ok(None);
        }
        let position = self.current()?;
        Ok(find(position, number).ok().map(|mv| position.notation(mv)))
    }

    /// Goes on to where the next step is taken.
    fn follow(&mut self, root: &G, step: Step) -> Result<(), TreeError> {
        match step {
            Step::Driven { .. } => self.coming = Some(root.clone()),
            Step::Searched { mv, .. } | Step::SearchedAgain { mv, .. } => {
                let position = self.current()?;
                self.coming = Some(position.play(find(position, mv)?));
            }
            Step::Asked { asked, mv, .. } => {
                let position = self.current()?;
                self.coming = match asked {
                    Asked::Move => Some(position.play(find(position, mv)?)),
                    Asked::Pass => position.pass(),
                    Asked::Again | Asked::Without => Some(position.clone()),
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
