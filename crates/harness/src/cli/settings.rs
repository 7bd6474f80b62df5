//! `plybench settings`.

use serde_json::json;

use super::{failure::Failure, output};
use plybench_experiment::spec::{self, Setting, Takes};

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
                let number = word.number.map(|bounds| format!(" (N {bounds})"));
                let number = number.unwrap_or_default();
                text += &format!("    {}{number}: {}\n", word.name, word.description);
            }
        }
        let range = setting.range().map(|range| format!("{range}; "));
        let range = range.unwrap_or_default();
        text += &format!("  {range}default {}\n", setting.default);
    }
    output::result(text)
}

pub(super) fn as_json(setting: &Setting) -> serde_json::Value {
    let words = match &setting.takes {
        Takes::Words(words) => words.as_slice(),
        _ => &[],
    };
    let words = words.iter().map(|word| {
        let number = word.number.map(|bounds| [bounds.least, bounds.most]);
        json!({ "name": word.name, "description": word.description, "number": number })
    });
    json!({
        "words": words.collect::<Vec<_>>(), "key": setting.key, "forms": setting.forms(), "description": setting.description, "unit": setting.unit,
        "range": setting.range(), "technique": setting.technique, "default": setting.default,
    })
}
