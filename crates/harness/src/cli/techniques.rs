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
    writeln!(out, "{DEEPER_ENTRIES}")?;
    Ok(())
}

/// What "exact" means with a table.
const DEEPER_ENTRIES: &str = "
\"Exact\" compares searches of the same depth. By default a table entry serves where its depth is at least the wanted one
(table.depth=at-least), so that a search finds entries of deeper searches, and one that prunes finds others. A score at
a given depth can then differ although the technique is exact. On 8/7K/8/8/8/8/R7/7k w - - 0 1 with --variant glass,
mate-distance=stockfish scores the mate in 8 already at depths 14 and 15, where the search without it scores 530 and 540.
With --set table.depth=exactly both score 530 and 540 there, in a billion nodes; a smaller example is
  plybench search '4K1k1/8/8/1R6/8/8/8/8 w - - 0 1' --depth 7 --variant glass --set mate-distance=stockfish
It scores a mate in 4 at depths 6 and 7. With --set table.depth=exactly it scores 535 and 540 there, and so does the
search with mate-distance=off, with either table.";

/// What `--set` takes to switch it on.
fn setting(key: &str, name: &str) -> String {
    if key.is_empty() {
        format!("{name}=true")
    } else {
        format!("{key}={name}")
    }
}
