//! `plybench man`.

use std::{io, path::PathBuf};

use clap::Command;
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

use super::{
    failure::Failure,
    output,
    write::{with_file_rule, write_into},
};

/// Write the manual pages, one per subcommand
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule("Example: plybench man ~/.local/share/man/man1   (then `man plybench` and `man plybench-run`)")
)]
pub(super) struct Arguments {
    /// The directory to write to, created if missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let pages = pages()?;
    let directory = &arguments.directory;
    write_into(directory, &pages, "")?;
    output::summary(format_args!(
        "{} manual pages: {}\n",
        pages.len(),
        directory.display()
    ));
    Ok(())
}

/// The pages of the command and of all its subcommands, with their file names.
fn pages() -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut command = super::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    let mut commands = vec![command];
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().cloned());
        pages.push(page(command).map_err(Failure::impossible)?);
    }
    Ok(pages)
}

/// The manual page of a command. What follows the options in the help is typeset here, since `Man` would fill the lines of
/// examples.
fn page(command: Command) -> io::Result<(String, Vec<u8>)> {
    let help = command
        .get_after_long_help()
        .or_else(|| command.get_after_help());
    let help = help.map(ToString::to_string);
    let none = None::<&str>;
    let page = Man::new(command.after_help(none).after_long_help(none));
    // No date: an empty argument of the title has to be quoted, or the next one takes its place.
    let page = page.date("\"\"");
    let page = page.source(format!("plybench {}", super::VERSION));
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    if let Some(help) = help {
        notes(&help).to_writer(&mut bytes)?;
    }
    Ok((page.get_filename(), bytes))
}

/// The notes of a page. Paragraphs are filled, except examples and others with indented lines.
fn notes(help: &str) -> Roff {
    let mut notes = Roff::new();
    notes.control("SH", ["NOTES"]);
    for paragraph in help.split("\n\n") {
        notes.control("PP", []);
        let is_set = |line: &str| line.starts_with(' ') || line.starts_with("Example");
        let keeps_lines = paragraph.lines().any(is_set);
        if keeps_lines {
            notes.control("nf", []);
        }
        for line in paragraph.lines() {
            notes.text([roman(line)]);
        }
        if keeps_lines {
            notes.control("fi", []);
        }
    }
    notes
}
