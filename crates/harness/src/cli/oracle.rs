//! The oracle with the user's tables, as subcommands use it.

use std::io::{self, IsTerminal};

use plybench_oracle::{Event, Oracle, OracleError};

use super::{failure::Failure, message};

/// Opens the oracle with the user's tables; it reports on stderr which tables it builds.
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
                "warning: {}: {problem}; rebuilding it",
                path.display()
            ));
        }
    }))
}

/// The failure of an oracle's error: a position that no table covers is the user's fault, a table that cannot be stored is
/// not.
pub(super) fn failure(error: OracleError) -> Failure {
    match error {
        OracleError::TooManyMen { .. } => Failure::input(format_args!(
            "{error}; `plybench search` searches any position"
        )),
        OracleError::Castling => Failure::input(error),
        OracleError::Cache(_) => Failure::impossible(error),
    }
}
