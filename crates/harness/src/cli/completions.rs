//! `plybench completions`.

use clap_complete::{Shell, generate};

use super::{failure::Failure, output};

/// Print the completion script for a shell: subcommands, options and files
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench completions bash > ~/.local/share/bash-completion/completions/plybench\n          \
                  plybench completions zsh > ~/.zfunc/_plybench   (in a directory of $fpath)\n          \
                  plybench completions fish > ~/.config/fish/completions/plybench.fish\n\n\
                  It takes effect in a new shell."
)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let mut command = super::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    output::result(String::from_utf8_lossy(&script))
}
