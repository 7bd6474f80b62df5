//! The `plybench` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    plybench::cli::main()
}
