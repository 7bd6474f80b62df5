//! `plybench datasets`.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use plybench_oracle::Material;
use serde_json::json;

use super::{
    failure::Failure,
    message,
    number::whole,
    oracle, output,
    write::{NamedFile, refuse_changed, with_file_rule, write_into},
};
use plybench_experiment::dataset::{
    self, BUILT_IN, BuiltInDataset, DrawError, Drawing, PROVENANCE,
};

/// List the built-in data sets, print one, write them all, or draw positions by their distance to mate
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples: plybench datasets\n          plybench datasets show krk\n          plybench datasets export\n          plybench datasets draw KRK --per-distance 4 --seed 1 --out krk.epd"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Action {
    Show(ShowArguments),
    Export(ExportArguments),
    Draw(DrawArguments),
    #[command(external_subcommand)]
    Other(Vec<String>),
}

/// Print the file of a data set
#[derive(clap::Args)]
#[command(after_help = "Example: plybench datasets show mates > mates.epd")]
struct ShowArguments {
    /// The name of the data set, with or without .epd
    name: String,
}

/// Write all data sets as files, with a README of their sources, rules of selection and checksums
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule("Example: plybench datasets export /tmp/positions\n\nAn experiment file can name a data set without exporting it; see `plybench run --help`. Files that were changed are not replaced.")
)]
struct ExportArguments {
    /// The directory to write to, created if missing
    #[arg(value_name = "DIR", default_value = "datasets")]
    directory: PathBuf,
}

/// Draw positions of up to four men by exact distance to mate, no two of them mirror images
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule("Example: plybench datasets draw KRK --per-distance 4 --seed 1 --out krk.epd\n\nWhite has the stronger side and mates. The same arguments give the same bytes on any machine. The table is built when first needed and kept in PLYBENCH_CACHE or the system's cache directory.")
)]
struct DrawArguments {
    /// The men on the board, such as KRK or KQKR
    material: String,
    /// How many positions of each distance in moves; all of them where there are fewer
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..))]
    per_distance: usize,
    /// The seed of the random choice
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..))]
    seed: u64,
    /// Draw positions in which the side to move is mated; their distances are negative
    #[arg(long)]
    mated_side: bool,
    /// Write to this file instead of printing
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.action {
        Some(Action::Show(arguments)) => show(&arguments.name),
        Some(Action::Export(arguments)) => export(&arguments.directory),
        Some(Action::Draw(arguments)) => draw(arguments),
        Some(Action::Other(words)) => Err(unknown_action(words)),
        None => list(arguments.json),
    }
}

fn list(json: bool) -> Result<(), Failure> {
    if json {
        return output::json(&BUILT_IN.map(|set| {
            json!({ "name": set.name(), "file": set.file, "positions": set.positions(), "purpose": set.purpose })
        }));
    }
    let lines = BUILT_IN.map(|set| {
        let (file, positions, purpose) = (set.file, set.positions(), set.purpose);
        format!("{file:<16} {positions:>4}  {purpose}\n")
    });
    output::result(lines.concat())
}

/// The failure for a word that is no subcommand, which may be the name of a data set.
fn unknown_action(words: &[String]) -> Failure {
    let given = words.first().map_or("", String::as_str);
    let sets = BUILT_IN.iter().map(BuiltInDataset::name);
    let near = plybench_text::nearest(
        given,
        ["show", "export", "draw"].into_iter().chain(sets.clone()),
    );
    let hint = match near {
        Some(set) if sets.clone().any(|name| name == set) => {
            format!("to print a data set, give `plybench datasets show {set}`")
        }
        Some(action) => format!("did you mean `plybench datasets {action}`?"),
        None => "give show, export or draw, or nothing for the list of the data sets".to_owned(),
    };
    Failure::input(format_args!(
        "unknown subcommand {:?}; {hint}",
        plybench_text::echo(given)
    ))
}

fn show(name: &str) -> Result<(), Failure> {
    let set = BuiltInDataset::named(name).map_err(Failure::input)?;
    output::result(set.text)
}

fn export(directory: &Path) -> Result<(), Failure> {
    let sets = BUILT_IN.iter().map(|set| (set.file, set.text.as_bytes()));
    let readme = ("README.md", PROVENANCE.as_bytes());
    let files: Vec<(&str, &[u8])> = sets.chain([readme]).collect();
    refuse_changed(directory, &files)?;
    write_into(directory, &files, "")?;
    output::summary(format_args!(
        "{} data sets and README.md: {}\n",
        BUILT_IN.len(),
        directory.display()
    ));
    Ok(())
}

fn draw(arguments: &DrawArguments) -> Result<(), Failure> {
    let material = &arguments.material;
    let material = Material::parse(&material.to_ascii_uppercase()).ok_or_else(|| {
        Failure::input(format_args!(
            "{:?} is not material of three or four men; give the men of both sides, each from its king on, such as KRK or KQKR",
            plybench_text::echo(material)
        ))
    })?;
    let drawing = Drawing {
        material,
        per_distance: arguments.per_distance,
        mated_side_moves: arguments.mated_side,
        seed: arguments.seed,
    };
    let out = NamedFile::optional(&arguments.out, "--out", "epd")?;
    let text =
        dataset::draw(&mut oracle::open()?, &drawing, message::tell).map_err(
            |error| match error {
                DrawError::NoMate(_) => Failure::input(error),
                DrawError::Oracle(error) => oracle::failure(error),
            },
        )?;
    match out {
        None => output::result(text),
        Some(file) => file.write(text.as_bytes()),
    }
}
