//! `plybench trace`.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, Write},
    path::PathBuf,
};

use plybench_checker::trace::{Header, Reader};
use plybench_conformance::verify::rules;
use plybench_df_pn::claim;
use plybench_engine::search::{Search, Sound};

use super::{
    configuration::ConfigurationArguments,
    failure::Failure,
    message,
    number::{DEPTHS, whole},
    output, proof,
    root::root,
    write::{NamedFile, with_file_rule},
};
use plybench_experiment::{spec::Settings, with_root};
use plybench_records::registered::RegisteredTechnique;
use plybench_text::plural::{in_thousands, large_count};
use plybench_trees::{Compiled, visits::TreeError};

/// Record every step of a search into a file, the one that `--check` validates; or print the steps as JSON
///
/// crates/checker/README.md describes the file. A step takes 2 to 12 bytes, a node about 50. Of the variant df-pn, the file is the
/// certificate of a mate, which `plybench check-trace` checks.
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule(&format!(
        "Examples: plybench trace '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 6 --out krk.trace\n          plybench trace '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 3 --out krk.trace --json | jq 'select(.step == \"Left\")'\n          plybench trace '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 15 --variant df-pn --out krk.certificate\n\n\
        {} The file has the proof.", proof::HELP
    ))
)]
pub(super) struct Arguments {
    /// The position in FEN or of another game, a uniform tree's parameters, or a tree as for `plybench tree`
    #[arg(required = true, num_args = 1..)]
    fen: Vec<String>,
    /// Search the position after these moves, in UCI notation, in SAN or in the other game's notation
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Search depth 1, 2, … up to this, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u8>(DEPTHS))]
    depth: u8,
    /// Enter at most N nodes
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    configuration: ConfigurationArguments,
    /// The file that is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print the steps as JSON Lines, too: the header, an object for each step with the names of moves and techniques, the summary
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let root = root(&arguments.fen.join(" "), &arguments.moves)?;
    let file = NamedFile::new(&arguments.out, "--out", "trace")?;
    let others = [
        ("--nodes", arguments.nodes.is_some()),
        ("--json", arguments.json),
    ];
    if proof::is_wanted(&arguments.configuration, &others)? {
        return with_root!(&root, |root, _past| certify(root, arguments.depth, file));
    }
    let settings = arguments.configuration.settings(|variant| variant)?;
    with_root!(&root, |root, past| run(
        root, past, &settings, arguments, file
    ))
}

/// Writes the certificate of a mate within so many plies, or that there is none.
fn certify<G: Compiled>(root: &G, plies: u8, named: NamedFile) -> Result<(), Failure> {
    let solution = proof::solve(root, plies)?;
    proof::write_certificate(&solution, root, &root.root_text(), named)?;
    output::summary(format_args!(
        "{}: {}, {}\n",
        named.path.display(),
        claim(solution.is_mate, plies.into()),
        large_count(solution.nodes.len() as u64, "line")
    ));
    Ok(())
}

fn run<G: Compiled>(
    root: &G,
    past: &[u64],
    settings: &Settings,
    arguments: &Arguments,
    named: NamedFile,
) -> Result<(), Failure> {
    let (path, unwritable) = (named.path, named.failure());
    let options = serde_json::to_value(settings.search).map_err(Failure::impossible)?;
    let header = Header::new(root, past, options, arguments.depth, arguments.nodes);
    let header = header.with_own(rules::in_header(&settings.registered));
    let added = settings.registered.iter();
    let added: Vec<_> = added.map(RegisteredTechnique::within).collect();
    let search = Search::dynamic(root, &settings.search, &Sound, &added).after(past);
    let mut file = named.create()?;
    let recorded = header.record(search, None, None, &mut file);
    recorded.map_err(&unwritable)?;
    named.finish(file)?;
    let bytes = fs::metadata(path).map_err(&unwritable)?.len();
    let (name, bytes) = (path.display(), in_thousands(bytes));
    if !arguments.json {
        output::summary(format_args!("{name}: {bytes} bytes\n"));
        return Ok(());
    }
    let trace = File::open(path).map_err(&unwritable)?;
    let trace = Reader::new(BufReader::new(trace)).map_err(Failure::impossible)?;
    let mut out = BufWriter::new(output::writer());
    match root.write_json_lines(trace, &mut out) {
        Err(TreeError::Write(error)) => return Err(error.into()),
        other => other.map_err(Failure::impossible)?,
    }
    out.flush()?;
    message::note(format_args!("{name} has {bytes} bytes"));
    Ok(())
}
