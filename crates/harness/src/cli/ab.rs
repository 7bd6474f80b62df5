//! `plybench ab`.

use std::{
    path::{Path, PathBuf, absolute},
    sync::atomic::AtomicBool,
};

use super::{
    audit::{self, options},
    failure::Failure,
    finished_run, interrupt, memory, message,
    number::whole,
    output,
    progress::Progress,
    run::plan_of,
    write::{CiArguments, refuse_others_of, with_file_rule, write_into},
};
use plybench_analysis::{comparison::Comparison, seconds::Seconds};
use plybench_audit::ab::{
    Bound, Found, NAMES, Revisions, RevisionsError, Sample, Side, Smallest, Verdict, blank,
    document, experiment,
};
use plybench_experiment::{
    experiment_file::ExperimentFile,
    finished_run::{EXPERIMENT_FILE, FinishedRun},
    plan::{PlanInputs, Shard},
    run::{Session, SessionError},
    uci::is_path,
};
use plybench_files::user_file;
use plybench_records::{self as store, Staging, Unmatched, write_whole};

/// Compare two engines, two sets of options or two revisions: do they search the same tree, and if not, where do they differ?
///
/// Both search mates in up to 4 moves with three and four men, quiet middlegames and tactics, each in one search to the depth or
/// the node limit. The verdict says whether they are identical or names the smallest case that differs (fewest men, then depth,
/// then nodes), with the lines to type; and gives the ratio of nodes beyond a known mate and elsewhere, apart: a change of mate
/// distance pruning alone changes only the first.
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule(HELP)
)]
pub(super) struct Arguments {
    /// The first engine, A: a name in PATH, or a path; with --rev, the path of the built program within the repository
    #[arg(value_name = "A")]
    a: String,
    /// The second engine, B; if not given, A with other options or of another revision
    #[arg(value_name = "B", conflicts_with = "rev")]
    b: Option<String>,
    /// Set an option of both
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Set an option of A
    #[arg(long, value_name = "NAME=VALUE")]
    a_option: Vec<String>,
    /// Set an option of B
    #[arg(long, value_name = "NAME=VALUE")]
    b_option: Vec<String>,
    /// An argument of both programs
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// A revision to build, given twice: that of A, and that of B
    #[arg(long, value_name = "REV", requires = "build")]
    rev: Vec<String>,
    /// The shell command that builds a revision, in a worktree of its own
    #[arg(long, value_name = "COMMAND", requires = "rev")]
    build: Option<String>,
    /// The repository of the revisions
    #[arg(
        long,
        value_name = "DIR",
        default_value = ".",
        requires = "rev",
        hide_default_value = true
    )]
    repository: PathBuf,
    /// Search the positions of this file, EPD or FEN, in place of the built-in ones
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// The last depth, in plies
    #[arg(long, value_name = "N", default_value_t = 14, allow_negative_numbers = true, value_parser = whole::<u8>(1..))]
    depth: u8,
    /// The most nodes of a search
    #[arg(long, value_name = "N", default_value_t = 30_000, allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    nodes: u64,
    /// How many searches to run at once; one per core if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..))]
    jobs: Option<usize>,
    /// Exit with code 1 if B exceeds one of these: nodes>2% (more nodes than A, beyond a known mate or elsewhere), nodes (any other
    /// count), wrong-mate, score, move
    #[arg(long, value_name = "BOUND[,BOUND]", value_delimiter = ',')]
    fail_on: Vec<Bound>,
    /// Keep the run in this directory, created if missing, with tables, charts and a page
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    ci: CiArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const HELP: &str = "What it finds, measured in 3 to 7 seconds on two cores: one unit of each of eight parameters of Debian's Toga II with Hash = 4 (such \
    as Futility Margin 101 for 100) at 10 to 37 of the 112 positions, where Toga II differs from itself at 5; its null move reduction 2 for 3 \
    (elsewhere 1.051), no null move (1.106); the repair of the upper bound of mate distance pruning that Weiss had lost (beyond a known mate \
    0.462, elsewhere 1.000), and that of Halogen's loose one (0.301, exactly the same). What acts only at greater depths or with several \
    threads it does not find. A against A shows how far an engine repeats itself.\n\n\
    Examples: plybench ab old/engine new/engine --fail-on 'nodes>2%,wrong-mate'\n          \
    plybench ab stockfish --a-option Hash=1 --b-option Hash=64\n          \
    plybench ab src/engine --rev main --rev HEAD --build 'make -C src -j'";

/// The name of a document's files in the directory.
const NAME: &str = "ab";
/// How to name another directory.
const HOW: &str = " with --out";

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.out {
        Some(out) => {
            store::make_folder(out).map_err(store::RunError::from)?;
            refuse_others_of(out, blank(), NAME, HOW)?;
            compare_in(out, arguments)
        }
        // The run lies in a temporary directory, which is removed: nobody can use its name.
        None => {
            let staging = Staging::within(&std::env::temp_dir()).map_err(Failure::impossible)?;
            let compared = compare_in(staging.path(), arguments);
            compared.map_err(|failure| failure.without(staging.path()))
        }
    }
}

/// Compares both, with the run in this directory.
fn compare_in(directory: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let files = arguments.ci.files()?;
    let positions = arguments.epd.as_deref().map(read_positions).transpose()?;
    let stop = interrupt::flag();
    let revisions = revisions(arguments)?;
    let sides = sides(arguments, revisions.as_ref(), stop)?;
    let engine = |side: usize| {
        let found = sides[side].engine(NAMES[side], stop);
        found.map_err(audit::failure)
    };
    let engines = [engine(0)?, engine(1)?];
    let sample = Sample {
        positions: positions.is_some().then(|| POSITIONS.to_owned()),
        depth: arguments.depth,
        nodes: arguments.nodes,
    };
    write_run(directory, &experiment(&sides, &sample), positions)?;
    let run = search(directory, arguments.jobs, stop)?;
    let outcomes = finished_run::outcomes(&run, &NAMES)?;
    let comparison = Comparison::of(&outcomes, NAMES[0], NAMES[1]);
    let failures = run.failures();
    if comparison.pairs.is_empty() {
        let why = match failures.is_empty() {
            true => "no depth was completed by both; give a higher --nodes".to_owned(),
            false => failures.join("; "),
        };
        return Err(Failure::impossible(format_args!(
            "there is nothing to compare: {why}"
        )));
    }
    failures.iter().for_each(message::note);
    let nodes = finished_run::node_limits(&run);
    let verdict = Verdict::of(&comparison, nodes.nodes);
    let mut smallest = Smallest::of(&comparison);
    if let Some(smallest) = &mut smallest
        && let Err(error) = smallest.ask_again(engines.each_ref(), stop)
    {
        message::note(format_args!(
            "the smallest case could not be asked again: {error}"
        ));
    }
    let (programs, times) = (run.programs(&NAMES), run.times()?);
    let document = document(&Found {
        comparison: &comparison,
        verdict: &verdict,
        asked: run.positions().len(),
        smallest: smallest.as_ref(),
        programs: programs.as_deref(),
        seconds: Seconds::of(&comparison, |variant, position| times.of(variant, position)),
        nodes,
        bounds: &arguments.fail_on,
        command: &command(arguments),
    });
    let printed = output::result(match arguments.json {
        true => document.json(),
        false => document.text(),
    });
    files.write(&document, "plybench ab")?;
    if let Some(out) = &arguments.out {
        let files = document.files(NAME).map_err(Failure::impossible)?;
        write_into(out, &files, HOW)?;
    }
    let exceeded = arguments.fail_on.iter();
    let exceeded = exceeded
        .filter_map(|bound| Some(format!("{} (--fail-on {bound})", bound.exceeded(&verdict)?)));
    let exceeded: Vec<String> = exceeded.collect();
    if !exceeded.is_empty() {
        return Err(Failure::found(exceeded.join("; ")));
    }
    // Notes have said why.
    match run.planned() - run.done() {
        0 => printed,
        failed => Err(Failure::impossible(format_args!(
            "{failed} of {} searches failed, and are not compared",
            run.planned()
        ))),
    }
}

/// The name of the copy of `--epd`, whose path an experiment file could not name if it is not UTF-8.
const POSITIONS: &str = "positions.epd";

fn read_positions(epd: &Path) -> Result<String, Failure> {
    let text = user_file::read_text(epd);
    text.map_err(|error| Failure::input(format_args!("--epd {}: {error}", epd.display())))
}

/// Writes the experiment file, and the positions if they are the user's, where there is nothing else.
fn write_run(directory: &Path, experiment: &str, positions: Option<String>) -> Result<(), Failure> {
    let files = [
        (EXPERIMENT_FILE, Some(experiment)),
        (POSITIONS, positions.as_deref()),
    ];
    for (name, text) in files {
        let file = directory.join(name);
        if file.exists() && user_file::read(&file).ok().as_deref() != text.map(str::as_bytes) {
            return Err(Failure::input(format_args!(
                "{} is of another run; give another directory{HOW}",
                file.display()
            )));
        }
    }
    for (name, text) in files {
        if let Some(text) = text {
            write_whole(&directory.join(name), text.as_bytes()).map_err(Failure::impossible)?;
        }
    }
    Ok(())
}

/// Runs the experiment in a directory.
fn search(
    directory: &Path,
    jobs: Option<usize>,
    stop: &'static AtomicBool,
) -> Result<FinishedRun, Failure> {
    let file = directory.join(EXPERIMENT_FILE);
    let read = ExperimentFile::read(&file)?;
    let inputs = PlanInputs {
        stop: Some(stop),
        ..PlanInputs::default()
    };
    let plan = plan_of(&file, &read, inputs)?;
    let threads = memory::threads(jobs, plan.jobs());
    memory::refuse_beyond_free(threads, plan.memory(threads))?;
    let session = Session::open(&plan, Shard::WHOLE, directory, Unmatched::Keep)?;
    read.save(&plan, directory, message::note)?;
    let progress = Progress::new(session.to_do(), "searches");
    let ended = session.run(threads, stop, || progress.step());
    progress.finish();
    ended.map_err(|error| match error {
        SessionError::Interrupted(_) => Failure::interrupted("interrupted"),
        other => other.into(),
    })?;
    Ok(FinishedRun::open(directory)?)
}

/// The worktrees, if revisions are compared.
fn revisions(arguments: &Arguments) -> Result<Option<Revisions>, Failure> {
    match arguments.rev.len() {
        0 => Ok(None),
        2 => Ok(Some(Revisions::of(&arguments.repository).map_err(failure)?)),
        given => Err(Failure::input(format_args!(
            "--rev is given {}; give it twice, for A and for B",
            match given {
                1 => "once".to_owned(),
                given => format!("{given} times"),
            }
        ))),
    }
}

fn sides(
    arguments: &Arguments,
    revisions: Option<&Revisions>,
    stop: &AtomicBool,
) -> Result<[Side; 2], Failure> {
    let both = options("--option", &arguments.option)?;
    let of_a = options("--a-option", &arguments.a_option)?;
    let of_b = options("--b-option", &arguments.b_option)?;
    let (of_a, of_b) = ([both.clone(), of_a].concat(), [both, of_b].concat());
    let programs = match revisions {
        None => {
            let b = arguments.b.as_ref().unwrap_or(&arguments.a);
            if arguments.b.is_none() && of_a == of_b {
                return Err(Failure::input(
                    "A is compared with itself; give a second engine, or --a-option, --b-option or --rev",
                ));
            }
            [program(&arguments.a)?, program(b)?]
        }
        Some(revisions) => {
            let build = arguments.build.as_deref().unwrap_or_default();
            let built = |at: usize| {
                message::note(format_args!(
                    "building {} ({})",
                    arguments.rev[at], NAMES[at]
                ));
                let side =
                    revisions.build(NAMES[at], &arguments.rev[at], build, &arguments.a, stop);
                side.map_err(failure)
            };
            [built(0)?, built(1)?]
        }
    };
    let [a, b] = programs;
    let with = |side: Side, options| Side {
        args: arguments.arg.clone(),
        options,
        ..side
    };
    Ok([with(a, of_a), with(b, of_b)])
}

/// An engine by its name in `PATH` or its path, which the experiment file has as a whole one.
fn program(name: &str) -> Result<Side, Failure> {
    let command = match is_path(name) {
        true => whole_path("the engine", Path::new(name))?,
        false => name.to_owned(),
    };
    Ok(Side {
        command,
        ..Side::default()
    })
}

/// A path from the root, as the experiment file can have it.
fn whole_path(of: &str, path: &Path) -> Result<String, Failure> {
    let at = |problem: &str| Failure::input(format_args!("{of} {}: {problem}", path.display()));
    let whole = absolute(path).map_err(|error| at(&error.to_string()))?;
    let whole = whole.into_os_string().into_string();
    whole.map_err(|_| at("the path is not UTF-8 text; give it another name"))
}

fn failure(error: RevisionsError) -> Failure {
    match error {
        RevisionsError::Input(_) => Failure::input(error),
        RevisionsError::System(_) => Failure::impossible(error),
        RevisionsError::Stopped => Failure::interrupted(error),
    }
}

/// The command that does the same again, for the page.
fn command(arguments: &Arguments) -> String {
    let mut command = format!("plybench ab {}", quoted(&arguments.a));
    let mut add = |name: &str, value: &str| command.push_str(&format!("{name} {}", quoted(value)));
    arguments.b.iter().for_each(|b| add("", b));
    let given = [
        (" --option", &arguments.option),
        (" --a-option", &arguments.a_option),
        (" --b-option", &arguments.b_option),
        (" --arg", &arguments.arg),
        (" --rev", &arguments.rev),
    ];
    for (name, values) in given {
        values.iter().for_each(|value| add(name, value));
    }
    if let Some(build) = &arguments.build {
        add(" --repository", &arguments.repository.to_string_lossy());
        add(" --build", build);
    }
    if let Some(epd) = &arguments.epd {
        add(" --epd", &epd.to_string_lossy());
    }
    add(" --depth", &arguments.depth.to_string());
    add(" --nodes", &arguments.nodes.to_string());
    command
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-=+:,".contains(&byte);
    match !word.is_empty() && word.bytes().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
