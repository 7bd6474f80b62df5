//! The user's oracle, as subcommands use it.

use std::io::{self, IsTerminal};

use plybench_oracle::{Event, Oracle, OracleError};

use super::{failure::Failure, message};

/// The oracle with its tables where the user's are; says on stderr what takes long.
pub(super) fn open() -> Result<Oracle, Failure> {
    let terminal = io::stderr().is_terminal();
    let oracle = Oracle::of_user().map_err(failure)?;
    Ok(oracle.notifying(move |event| match event {
        Event::Building(table) => {
            let (material, number, of) = (table.material, table.number, table.of);
            if terminal {
                let percent = table.share * 100.0;
                message::draw(format_args!(
                    "\r\x1b[Ktable {number} of {of}, {material}: {percent:.0} %"
                ));
            }
            if table.share >= 1.0 {
                message::draw(if terminal { "\r\x1b[K" } else { "" });
                message::line(format_args!("table {number} of {of}, {material}: built"));
            }
        }
        Event::Rebuilding { path, problem } => {
            message::tell(format_args!(
                "warning: {}: {problem}; built anew",
                path.display()
            ));
        }
    }))
}

/// A position beyond the tables is the user's; a table that cannot be kept is not.
pub(super) fn failure(error: OracleError) -> Failure {
    match error {
        OracleError::TooManyMen { .. } | OracleError::Castling => Failure::input(error),
        OracleError::Cache(_) => Failure::impossible(error),
    }
}
