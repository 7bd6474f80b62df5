//! `plybench variants`.

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
    let all = variants::ALL.iter();
    if arguments.json {
        let list = all.map(|variant| {
            json!({"name": variant.name, "purpose": variant.purpose, "options": variant.options})
        });
        return output::json(&list.collect::<Vec<_>>());
    }
    let listed = all.map(|variant| {
        let settings = spec::listing(&variant.options.into()).into_iter();
        let settings = settings.map(|(key, value)| format!("  {key} = {value}\n"));
        let settings: String = settings.collect();
        format!("{}: {}\n{settings}", variant.name, variant.purpose)
    });
    let all = listed.collect::<String>();
    output::result(all + "`plybench settings` lists what each setting takes.\n")
}
