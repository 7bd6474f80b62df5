//! `plybench settings`.

use serde_json::json;

use super::{failure::Failure, output};
use plybench_experiment::spec::{self, Setting, Takes, With, Word};

/// List the settings with their meaning, values, unit, range and default
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench settings\n          plybench settings null-move\n\nSettings are given with --set KEY=VALUE and in experiment files. The last part of a name is enough where it is unique."
)]
pub(super) struct Arguments {
    /// List only the settings whose names contain this
    #[arg(value_name = "TEXT")]
    text: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let text = arguments.text.as_deref().unwrap_or_default();
    let chosen = spec::all_settings().iter();
    let chosen: Vec<&Setting> = chosen
        .filter(|setting| setting.key.contains(text))
        .collect();
    if chosen.is_empty() {
        let names = spec::all_settings().iter().map(Setting::name);
        return Err(Failure::input(format_args!(
            "no setting has {:?} in its name; {} (`plybench settings` lists them)",
            plybench_text::echo(text),
            plybench_text::suggestion(text, names)
        )));
    }
    if arguments.json {
        return output::json(&chosen.into_iter().map(as_json).collect::<Vec<_>>());
    }
    let mut text = String::new();
    for setting in chosen {
        let (key, forms, meaning) = (&setting.key, setting.forms(), &setting.description);
        text += &format!("{key}: {}\n  {meaning}\n", forms.join(", "));
        if let Takes::Words(words) = &setting.takes {
            for word in words {
                let number = match &word.with {
                    With::Number(bounds) => format!(" (N {bounds})"),
                    _ => String::new(),
                };
                text += &format!("    {}{number}: {}\n", word.name, word.description);
                for parameter in parameters(word) {
                    let (name, meaning) = (parameter.name(), &parameter.description);
                    let limits = limits(parameter);
                    text += &format!("      {name} ({limits}): {meaning}\n");
                }
            }
        }
        text += &format!("  {}\n", limits(setting));
    }
    output::result(text)
}

/// The range and the default of a setting.
fn limits(setting: &Setting) -> String {
    let range = setting.range().map(|range| format!("{range}; "));
    format!("{}default {}", range.unwrap_or_default(), setting.default)
}

fn parameters(word: &Word) -> &[Setting] {
    match &word.with {
        With::Parameters(parameters) => parameters,
        With::Nothing | With::Number(_) => &[],
    }
}

pub(super) fn as_json(setting: &Setting) -> serde_json::Value {
    let words = match &setting.takes {
        Takes::Words(words) => words.as_slice(),
        _ => &[],
    };
    let words = words.iter().map(|word| {
        let number = match &word.with {
            With::Number(bounds) => Some([bounds.least, bounds.most]),
            _ => None,
        };
        let parameters = parameters(word).iter().map(as_json).collect::<Vec<_>>();
        json!({
            "name": word.name, "description": word.description, "number": number, "parameters": parameters,
        })
    });
    json!({
        "words": words.collect::<Vec<_>>(), "key": setting.key, "forms": setting.forms(), "description": setting.description, "unit": setting.unit,
        "range": setting.range(), "technique": setting.technique, "default": setting.default,
    })
}
