//! `plybench techniques`.

use plybench_engine::techniques::{BuiltIn, Effect, Registered};
use serde_json::json;

use super::{failure::Failure, output, settings};
use plybench_experiment::spec::{self, Setting};
use plybench_records::registered;
use plybench_report::table::{Table, words};

/// List the techniques with their effect, condition, parameters, source and users
#[derive(clap::Args)]
#[command(after_help = "Example: plybench techniques --json")]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print a Markdown table, the catalogue of crates/engine/README.md
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let registered = registered::registry().iter().map(|entry| Registered {
        key: "",
        info: entry.info,
        alone: BuiltIn::OFF,
    });
    let registry: Vec<Registered> = BuiltIn::registry().into_iter().chain(registered).collect();
    if arguments.markdown {
        return output::result(catalogue(&registry));
    }
    if arguments.json {
        return output::json(&registry.iter().map(as_json).collect::<Vec<_>>());
    }
    let mut text = String::new();
    for entry in &registry {
        let parameters = parameters(entry);
        let parameters =
            parameters.map(|one| format!("  parameter  {}: {}\n", brief(one), one.description));
        let (info, parameters) = (entry.info, parameters.collect::<String>());
        text += &format!(
            "{}  ({})\n  condition  {}\n{parameters}  source     {}\n  used by    {}\n",
            setting(entry),
            info.effect.name(),
            info.condition,
            info.source,
            info.used_by
        );
    }
    for effect in [Effect::Exact, Effect::MateExact, Effect::Heuristic] {
        text += &format!("{}: {}\n", effect.name(), effect.promise());
    }
    output::result(text + DEEPER_ENTRIES + "\n")
}

fn catalogue(registry: &[Registered]) -> String {
    let columns = ["setting", "effect", "condition", "parameters", "source"];
    let mut table = Table::new(columns.map(words));
    for entry in registry {
        let unshared = parameters(entry).filter(|parameter| !parameter.is_shared);
        let parameters: Vec<String> = unshared.map(brief).collect();
        let (info, parameters) = (entry.info, parameters.join("; "));
        table.push([
            setting(entry).into(),
            info.effect.name().into(),
            info.condition.into(),
            parameters.into(),
            info.source.into(),
        ]);
    }
    table.markdown()
}

fn as_json(entry: &Registered) -> serde_json::Value {
    let info = entry.info;
    let parameters = parameters(entry).map(settings::as_json);
    json!({
        "name": info.name, "setting": setting(entry), "effect": info.effect.name(), "condition": info.condition,
        "parameters": parameters.collect::<Vec<_>>(), "source": info.source, "used_by": info.used_by,
    })
}

/// The parameters of a technique.
fn parameters(entry: &Registered) -> impl Iterator<Item = &'static Setting> {
    let name = entry.info.name;
    let is_parameter = move |setting: &&Setting| {
        let technique = setting.technique.as_deref();
        technique.is_some_and(|key| key.rsplit('.').next() == Some(name))
    };
    spec::all_settings().iter().filter(is_parameter)
}

/// A parameter with its default and range: `reduction = 2 (1 to 16 plies)`.
fn brief(parameter: &Setting) -> String {
    let range = parameter.range().map(|range| format!(" ({range})"));
    format!(
        "{} = {}{}",
        parameter.name(),
        parameter.default,
        range.unwrap_or_default()
    )
}

/// What "exact" means with a transposition table.
const DEEPER_ENTRIES: &str = "
\"Exact\" compares searches of the same depth. By default a table entry serves where its depth is at least the wanted one
(table.depth=at-least), so a search can use entries of deeper searches, and a search that prunes has other entries. The
score at a given depth can then differ although the technique is exact. On 8/7K/8/8/8/8/R7/7k w - - 0 1 with --variant glass,
mate-distance=stockfish scores the mate in 8 already at depths 14 and 15, where the search without it scores 530 and 540.
With --set table.depth=exactly both score 530 and 540 there, in a billion nodes; a smaller example is
  plybench search '4K1k1/8/8/1R6/8/8/8/8 w - - 0 1' --depth 7 --variant glass --set mate-distance=stockfish
It scores a mate in 4 at depths 6 and 7. With --set table.depth=exactly it scores 535 and 540 there, and so does the
search with mate-distance=off, with either table.";

/// The argument of `--set` that switches a technique on.
fn setting(entry: &Registered) -> String {
    let name = entry.info.name;
    if entry.key.is_empty() {
        format!("{name}=true")
    } else {
        format!("{}={name}", entry.key)
    }
}
