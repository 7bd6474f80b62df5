//! A trace as JSON Lines: the header, a line for each step, and the summary. Moves and techniques have their names instead of
//! their numbers, so that other tools need nothing of this program to read it.

use std::io::{BufRead, Write};

use plybench_checker::{
    game::Recorded,
    trace::{Next, Reader, Step},
};
use serde_json::{Map, Value, json};

use crate::{
    visits::{Credits, Path, TreeError},
    words,
};

/// Writes the lines of a trace of this root.
///
/// # Errors
/// If the trace cannot be read or contradicts the game, or a line cannot be written.
pub fn json_lines<G: Recorded>(
    root: &G,
    mut trace: Reader<impl BufRead>,
    to: &mut dyn Write,
) -> Result<(), TreeError> {
    let mut write = |line: &Value| writeln!(to, "{line}").map_err(TreeError::Write);
    write(&json!({"header": trace.header}))?;
    let own = trace.header.own.iter();
    let credits = Credits::of(own.map(|technique| technique.name.as_str()))?;
    let mut path = Path::new(root);
    loop {
        match trace.step()? {
            Next::Step(step) => {
                write(&line(&path, credits.credited(step))?)?;
                path.follow(step)?;
            }
            Next::Summary(summary) => return write(&json!({"summary": summary})),
        }
    }
}

/// The line of a step.
fn line<G: Recorded>(path: &Path<'_, G>, step: Step) -> Result<Value, TreeError> {
    let mut fields = Map::new();
    fields.insert("step".to_owned(), step.name().into());
    for (name, value) in step.fields() {
        let number = value.as_u64().unwrap_or_default();
        let (name, value) = match name {
            "mv" => ("move", path.notation(number as u16)?.into()),
            "by" => ("by", words::technique(number as u8).into()),
            other => (other, value),
        };
        fields.insert(name.to_owned(), value);
    }
    Ok(fields.into())
}
