//! `plybench techniques`.

use std::io::{self, Write};

use plybench_engine::techniques::{BuiltIn, Effect};
use serde_json::json;

use super::failure::Failure;

/// List the techniques: what they may change, their condition, source and users
#[derive(clap::Args)]
#[command(after_help = "Example: plybench techniques --json")]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let registry = BuiltIn::registry();
    if arguments.json {
        let list: Vec<_> = registry
            .iter()
            .map(|entry| {
                let info = entry.info;
                json!({
                    "name": info.name, "setting": setting(entry.key, info.name),
                    "effect": info.effect.name(), "condition": info.condition,
                    "source": info.source, "used_by": info.used_by,
                })
            })
            .collect();
        writeln!(out, "{}", json!(list))?;
        return Ok(());
    }
    for entry in registry {
        let info = entry.info;
        writeln!(
            out,
            "{}  ({})",
            setting(entry.key, info.name),
            info.effect.name()
        )?;
        writeln!(out, "  condition  {}", info.condition)?;
        writeln!(out, "  source     {}", info.source)?;
        writeln!(out, "  used by    {}", info.used_by)?;
    }
    for effect in [Effect::Exact, Effect::MateExact, Effect::Heuristic] {
        writeln!(out, "{}: {}", effect.name(), effect.promise())?;
    }
    Ok(())
}

/// What `--set` takes to switch it on.
fn setting(key: &str, name: &str) -> String {
    if key.is_empty() {
        format!("{name}=true")
    } else {
        format!("{key}={name}")
    }
}
