//! The user's oracle, as subcommands use it.

use std::io::{self, IsTerminal};

use plybench_oracle::{Event, Oracle, OracleError};

use super::{failure::Failure, message};

/// The oracle with its tables where the user's are; says on stderr what takes long.
pub(super) fn open() -> Result<Oracle, Failure> {
    let terminal = io::stderr().is_terminal();
    let oracle = Oracle::of_user().map_err(failure)?;
    Ok(oracle.notifying(move |event| match event {
        Event::Building(material, share) if terminal => {
            let end = if share < 1.0 { "" } else { "\n" };
            message::draw(format_args!(
                "\rtable {material}: {:3.0} %{end}",
                share * 100.0
            ));
        }
        Event::Building(material, share) if share >= 1.0 => {
            message::line(format_args!("table {material}: built"));
        }
        Event::Building(..) => {}
        Event::Rebuilding(path, problem) => {
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
