//! `plybench variants`.

use std::io::Write;

use plybench_engine::variants;
use serde_json::json;

use super::{failure::Failure, output};
use plybench_experiment::spec;

/// List the named configurations with their settings
#[derive(clap::Args)]
#[command(after_help = "Example: plybench variants --json")]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = output::writer();
    if arguments.json {
        let list: Vec<_> = variants::ALL
            .iter()
            .map(|variant| {
                json!({"name": variant.name, "purpose": variant.purpose, "options": variant.options})
            })
            .collect();
        writeln!(out, "{}", json!(list))?;
        return Ok(out.flush()?);
    }
    for variant in variants::ALL {
        writeln!(out, "{}: {}", variant.name, variant.purpose)?;
        for (key, value) in spec::listing(&variant.options.into()) {
            writeln!(out, "  {key} = {value}")?;
        }
    }
    writeln!(out, "`plybench settings` lists what each setting takes.")?;
    Ok(out.flush()?)
}
