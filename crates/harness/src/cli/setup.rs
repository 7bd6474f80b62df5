//! What the page of a run says of its experiment.

use super::{failure::Failure, verdicts};
use plybench_experiment::{
    finished_run::{EXPERIMENT_FILE, FinishedRun},
    spec::{self, Differences},
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
    let variants = run.variants().map(|name| {
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
    let built_in = built_in(&text);
    let mut repeat = repeat(built_in);
    if !is_beside {
        repeat.push(checksum(run, built_in)?);
    }
    Ok(Setup {
        name: built_in,
        purpose: experiment.purpose.trim().to_owned(),
        settings: settings(&Differences::of(experiment).map_err(Failure::input)?, run),
        verdicts: verdicts::of(&run.directory)?,
        variants: variants.collect(),
        limits: format!("--depth {}{}", experiment.depth, nodes.unwrap_or_default()),
        repeat,
        definitions: definitions(run),
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
    let descriptions = differences.settings.iter().filter_map(|name| {
        let whole = spec::whole_setting(name).ok()?;
        let mut all = spec::all_settings().iter();
        let setting = all.find(|setting| setting.key == whole)?;
        Some(format!(
            "`{name}`: {}.",
            setting.description.trim_end_matches('.')
        ))
    });
    let text = descriptions.collect::<Vec<_>>().join(" ");
    Some(Section::new("Settings that differ", table).with_text(text))
}

/// The name of an experiment file's text, if it is built in.
fn built_in(text: &str) -> Option<&'static str> {
    let mut built_in = spec::BUILT_IN.iter();
    Some(built_in.find(|known| known.text == text)?.name)
}

/// What the numbers count, and what counted them.
fn definitions(run: &FinishedRun) -> Vec<String> {
    vec![
        "A node is a call of the search for a position: the root, inner nodes, the horizon and quiescence. Nodes are summed over the \
         iterations from depth 1 to the depth. Other programs count as they report."
            .to_owned(),
        "Depth is in plies, moves of one side. M3 is a mate in 3 moves by the side to move, -M3 a mate in 3 moves against it.".to_owned(),
        format!(
            "Recorded with {}, written by Plybench {}.",
            run.searcher().with_counts(),
            env!("CARGO_PKG_VERSION")
        ),
    ]
}

/// The directory of a repetition.
fn repeated(built_in: Option<&str>) -> String {
    format!("{}.run", built_in.unwrap_or("experiment"))
}

/// The command that compares the records of a repetition with those of a page that stands elsewhere.
fn checksum(run: &FinishedRun, built_in: Option<&str>) -> Result<(String, String), Failure> {
    let records = run.directory.join(RECORDS);
    let digits = user_file::sha256(&records).map_err(|error| {
        Failure::impossible(format_args!("cannot read {}: {error}", records.display()))
    })?;
    Ok((
        format!("sha256sum {}/{RECORDS}", repeated(built_in)),
        format!(
            "Compares your records with those of this page, which are not kept here: their SHA-256 is {digits}."
        ),
    ))
}

/// The commands that run it again.
fn repeat(built_in: Option<&str>) -> Vec<(String, String)> {
    let directory = repeated(built_in);
    let run = match built_in {
        Some(name) => format!("plybench run {name}"),
        None => format!("plybench run {} --out {directory}", EXPERIMENT_FILE),
    };
    vec![
        (
            run,
            "Runs the experiment. Records are the same bytes on any machine and with any number of threads.".to_owned(),
        ),
        (
            format!("plybench report {directory} --open"),
            "Writes this page from the records.".to_owned(),
        ),
    ]
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
    let present = files
        .into_iter()
        .filter(|(file, _)| run.directory.join(file).is_file());
    present
        .map(|(file, about)| Download::new(file, about))
        .collect()
}
