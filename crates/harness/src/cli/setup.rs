//! What the page of a run says of its experiment.

use super::{failure::Failure, verdicts};
use plybench_experiment::{
    finished_run::{EXPERIMENT_FILE, FinishedRun},
    spec::{self, BUILT_IN, Differences, Takes, Word},
};
use plybench_files::user_file;
use plybench_records::{ENGINES, POSITIONS, RECORDS};
use plybench_report::{
    document::Section,
    page::{Download, Setup, VariantCommand},
    table::{Cell, Table, words},
};

/// The setup of a run; `is_beside` if the page stands in the run's directory, so that it can link the run's files.
pub(super) fn of(run: &FinishedRun, is_beside: bool) -> Result<Setup, Failure> {
    let experiment = &run.experiment;
    let nodes = experiment.nodes.map(|nodes| format!(" --nodes {nodes}"));
    let of_games = experiment.against.is_some();
    let variants = run.compared().map(|name| {
        let mut variants = experiment.variants.iter();
        let searched = variants.find(|variant| variant.name == name && !of_games);
        VariantCommand {
            name: name.to_owned(),
            arguments: searched.map(spec::ExperimentVariant::arguments),
        }
    });
    let file = run.directory.join(EXPERIMENT_FILE);
    let text = user_file::read(&file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let mut built_in = BUILT_IN.iter();
    let built_in = built_in.find(|known| known.text == text);
    let built_in = built_in.map(|known| known.name);
    Ok(Setup {
        name: built_in,
        purpose: experiment.purpose.trim().to_owned(),
        settings: settings(&Differences::of(experiment).map_err(Failure::input)?, run),
        verdicts: verdicts::of(&run.directory)?,
        variants: variants.collect(),
        limits: format!("--depth {}{}", experiment.depth, nodes.unwrap_or_default()),
        repeat: repeat(run, built_in, is_beside)?,
        terms: terms(run),
        origin: Some(format!(
            "Recorded with {}, written by Plybench {}.",
            run.searcher().with_counts(),
            env!("CARGO_PKG_VERSION")
        )),
        experiment: text,
        downloads: match is_beside {
            true => downloads(run),
            false => Vec::new(),
        },
    })
}

/// A row for each variant with the settings that differ; none if none does.
fn settings(differences: &Differences, run: &FinishedRun) -> Option<Section> {
    if differences.settings.is_empty() {
        return None;
    }
    let names = differences.settings.iter().map(|name| words(name.as_str()));
    let columns: Vec<_> = [words("variant")].into_iter().chain(names).collect();
    let mut table = Table::new(columns);
    for variant in run.variants() {
        let Some(values) = differences.values(variant) else {
            continue;
        };
        let values = values.iter().map(|value| match value.is_empty() {
            true => Cell::Missing,
            false => value.as_str().into(),
        });
        table.push([variant.into()].into_iter().chain(values));
    }
    let values: Vec<_> = run
        .variants()
        .filter_map(|variant| differences.values(variant))
        .collect();
    let named = differences.settings.iter().enumerate();
    let descriptions = named.filter_map(|(at, name)| {
        let of_variants: Vec<&str> = values.iter().map(|values| values[at].as_str()).collect();
        meaning(name, &of_variants)
    });
    let text = descriptions.collect::<Vec<_>>().join(" ");
    Some(Section::new("Settings that differ", table).with_text(text))
}

/// What a setting means and, if its values are words, what those mean that variants have.
fn meaning(name: &str, values: &[&str]) -> Option<String> {
    let whole = spec::whole_setting(name).ok()?;
    let mut all = spec::all_settings().iter();
    let setting = all.find(|setting| setting.key == whole)?;
    let words = match &setting.takes {
        Takes::Words(words) => words.as_slice(),
        _ => &[],
    };
    // A number or parameters may follow a word.
    let is_word = |value: &str, word: &Word| value.split(':').next() == Some(&word.name);
    let used = words.iter();
    let used = used.filter(|word| values.iter().any(|value| is_word(value, word)));
    let without_stop = |text: &str| text.trim_end_matches('.').to_owned();
    let used = used.map(|word| format!("`{}`: {}", word.name, without_stop(&word.description)));
    let used: Vec<String> = used.collect();
    let description = without_stop(&setting.description);
    Some(match used.is_empty() {
        true => format!("`{name}`: {description}."),
        false => format!("`{name}`: {description} ({}).", used.join("; ")),
    })
}

/// What is counted and how it is written.
fn terms(run: &FinishedRun) -> Vec<&'static str> {
    let solvers = "A proof-number search enters no nodes. Its expansions are visits of a position in which its moves are made, and created \
                   positions are those made by a move.";
    let terms = [
        Some(
            "A node is a call of the search for a position: the root, inner nodes, the horizon and quiescence. Nodes are summed over the \
             iterations from depth 1 to the depth. Other programs count as they report.",
        ),
        (!run.experiment.solvers.is_empty()).then_some(solvers),
        Some(
            "Depth is in plies, moves of one side. M3 is a mate in 3 moves by the side to move, -M3 a mate in 3 moves against it.",
        ),
    ];
    terms.into_iter().flatten().collect()
}

/// The commands that run it again, each with what it does. Records that the page does not stand beside are compared by checksum.
fn repeat(
    run: &FinishedRun,
    built_in: Option<&str>,
    is_beside: bool,
) -> Result<Vec<(String, String)>, Failure> {
    let directory = format!("{}.run", built_in.unwrap_or("experiment"));
    let again = match built_in {
        Some(name) => format!("plybench run {name}"),
        None => format!("plybench run {EXPERIMENT_FILE} --out {directory}"),
    };
    let mut commands = vec![
        (
            again,
            "Runs the experiment. Records are the same bytes on any machine and with any number of threads.".to_owned(),
        ),
        (
            format!("plybench report {directory} --open"),
            "Writes this page from the records.".to_owned(),
        ),
    ];
    if !is_beside {
        let records = run.directory.join(RECORDS);
        let digits = user_file::sha256(&records).map_err(|error| {
            Failure::impossible(format_args!("cannot read {}: {error}", records.display()))
        })?;
        commands.push((
            format!("sha256sum {directory}/{RECORDS}"),
            format!(
                "Compares your records with those of this page, which are not kept here: their SHA-256 is {digits}."
            ),
        ));
    }
    Ok(commands)
}

/// The files of the run.
fn downloads(run: &FinishedRun) -> Vec<Download> {
    let files = [
        (EXPERIMENT_FILE, "the experiment"),
        (POSITIONS, "the positions"),
        (
            RECORDS,
            "the records, a line for each search with its completed depths",
        ),
        (ENGINES, "the other programs, with their checksums"),
    ];
    let files = files.into_iter();
    let present = files.filter(|(file, _)| run.directory.join(file).is_file());
    present
        .map(|(file, about)| Download::new(file, about))
        .collect()
}
