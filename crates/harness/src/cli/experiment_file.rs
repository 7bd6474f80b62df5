//! The experiment file: the one that a command is given, and the one in a run's directory.

use std::{io, path::Path};

use super::failure::Failure;
use crate::{
    dataset::nearest_file,
    spec::{self, Experiment},
    user_file,
};

/// Its name in a run's directory.
pub(super) const NAME: &str = "experiment.toml";

/// What the long help of a command says of experiment files, with an example of the command.
pub(super) fn help(example: &str) -> String {
    format!(
        "Example: {example}\n\nThe experiment file is TOML, with these keys:\n\n{}\n\
         Give some positions and some variants. A setting is named by its whole name or, where that is enough, its last part; \
         `plybench settings` lists them. `plybench new` writes a commented file that runs as it is; reports/README.md has the \
         full description.",
        spec::file_format()
    )
}

/// Reads an experiment file; also gives its text. `missing` says what it is that the file cannot be read.
pub(super) fn open(
    file: &Path,
    missing: impl FnOnce(io::Error) -> Failure,
) -> Result<(Experiment, String), Failure> {
    let name = file.display();
    let text = String::from_utf8(user_file::read(file).map_err(missing)?).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = sound.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::input(format_args!(
            "{name}, line {line}: not UTF-8 text; save the file as UTF-8"
        ))
    })?;
    let experiment = Experiment::parse(&text);
    let experiment = experiment.map_err(|error| Failure::input(format_args!("{name}, {error}")))?;
    Ok((experiment, text))
}

/// Reads the experiment file that the user names.
pub(super) fn named(file: &Path) -> Result<(Experiment, String), Failure> {
    open(file, |error| {
        let name = file.display();
        if !user_file::is_at_fault(&error) {
            return Failure::impossible(format_args!("cannot read {name}: {error}"));
        }
        let own = file.join(NAME);
        let mend = if own.is_file() {
            format!("give the file in it, {}", own.display())
        } else {
            nearest_file(file).map_or_else(
                || "give an experiment file (`plybench new` writes one)".to_owned(),
                |near| format!("did you mean {}?", near.display()),
            )
        };
        Failure::input(format_args!("cannot read {name}: {error}; {mend}"))
    })
}
