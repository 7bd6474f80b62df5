//! The time and memory of planning and merging a million jobs.
//!
//! There are ten thousand positions and a hundred variants. The records are those of searches to depth 1,
//! one per position, written under the name of each variant: the bench measures files, not the search. It
//! asserts the results, and that the time of a merge is proportional to its jobs, and prints the times.
//! With `--test` it runs a hundredth of the jobs and asserts only the results.

#![allow(clippy::print_stdout, reason = "a bench prints its times")]

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use plybench::{
    plan::{Plan, Shard},
    run,
    searcher::Memory,
    spec::Experiment,
    store::{JobRecord, Journal, Machine, Timing, Unmatched},
};
use plybench_engine::game::chess::Chess;

const PARTS: usize = 4;

/// Positions of king and rook against king, all different.
fn positions(count: usize) -> String {
    let square = |index: usize| (index % 8, index / 8);
    let mut lines = Vec::new();
    for index in 0.. {
        let men = [
            (square(index / 4096 % 64), 'K'),
            (square(index / 64 % 64), 'k'),
            (square(index % 64), 'R'),
        ];
        let mut board = [['1'; 8]; 8];
        for ((file, rank), man) in men {
            board[rank][file] = man;
        }
        let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
        let fen = format!("{} w - - 0 1", ranks.join("/"));
        if Chess::from_fen(&fen).is_ok() {
            lines.push(fen);
        }
        if lines.len() == count {
            break;
        }
    }
    lines.join("\n")
}

/// An experiment with this many positions, and with 20 variants for each value of `contempt`.
fn experiment(folder: &Path, count: usize, contempts: usize) -> PathBuf {
    fs::write(folder.join("krk.fen"), positions(count)).unwrap();
    let contempts: Vec<String> = (0..contempts).map(|c| c.to_string()).collect();
    let text = format!(
        "purpose = \"a million jobs\"\nmetric = \"nodes\"\nbaseline = \"g/contempt=0,fail=hard,mate-distance=off,scout=pvs\"\ndepth = 1\n\
         [[datasets]]\nfile = \"krk.fen\"\n[[grid]]\nname = \"g\"\nbase = \"plain\"\n\
         over = {{ contempt = [{}], mate-distance = [\"off\", \"stockfish\", \"cpw\", \"vipermate\", \"lower-only\"], fail = [\"hard\", \"soft\"], scout = [\"full-window\", \"pvs\"] }}\n",
        contempts.join(", ")
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

/// Writes the parts of a finished run, and returns the numbers of jobs and records.
fn write_parts(file: &Path, parts: &[PathBuf]) -> (usize, usize) {
    let text = fs::read_to_string(file).unwrap();
    let experiment = Experiment::parse(&text).unwrap();
    let plan = Plan::of(&experiment, file.parent().unwrap(), |_| ()).unwrap();
    let count = plan.positions().len();
    let mut memory = Memory::default();
    let searched: Vec<JobRecord> = (0..count)
        .map(|number| {
            let job = plan.job(number);
            let mut searcher = run::searcher(&job, &mut memory);
            run::run(&job, &mut *searcher, None, |_, _| ControlFlow::Continue(())).unwrap()
        })
        .collect();
    let mut records = 0;
    for (index, part) in parts.iter().enumerate() {
        let shard = Shard {
            index,
            count: parts.len(),
        };
        let mut journal = Journal::open(part, &plan, Unmatched::Keep).unwrap();
        for number in plan.numbers(shard) {
            let mut own = searched[number % count].clone();
            let job = plan.job(number);
            own.job = job.id;
            own.variant.clone_from(&job.variant);
            let timing = Timing {
                job: job.id,
                seconds: vec![0.0; own.iterations.len()],
                machine: Machine::this().clone(),
            };
            journal.append(number, &own, &timing).unwrap();
            records += own.iterations.len();
        }
        journal.finish().unwrap();
    }
    (plan.jobs(), records)
}

/// The cost of a command.
struct Took {
    seconds: f64,
    /// Processor time in hundredths of a second, which other processes do not affect.
    ticks: u64,
    peak_mib: u64,
    said: String,
}

/// Runs `plybench` and samples its memory peak every few milliseconds.
fn plybench(arguments: &[&str]) -> Took {
    let began = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_plybench"))
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let statistics = format!("/proc/{}/stat", child.id());
    let (mut peak_mib, mut ticks) = (0, 0);
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak_mib = peak_mib.max(kib.unwrap_or(0) / 1024);
        // User and system time are the 14th and 15th field; the 2nd is the name, in parentheses.
        let text = fs::read_to_string(&statistics).unwrap_or_default();
        let fields = text.rsplit(')').next().unwrap_or_default();
        let times = fields.split_whitespace().skip(11).take(2);
        ticks = ticks.max(times.filter_map(|time| time.parse::<u64>().ok()).sum());
        sleep(Duration::from_millis(5));
    }
    let seconds = began.elapsed().as_secs_f64();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    Took {
        seconds,
        ticks,
        peak_mib,
        said: String::from_utf8(output.stdout).unwrap(),
    }
}

fn main() {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let count = if is_test { 100 } else { 10_000 };
    let mut merges = Vec::new();
    for contempts in [1, 2, 5] {
        let home = tempfile::tempdir().unwrap();
        let file = experiment(home.path(), count, contempts);
        let jobs = count * 20 * contempts;

        let file = file.to_str().unwrap();
        let plan = plybench(&["run", file, "--dry-run", "--json"]);
        let told: serde_json::Value = serde_json::from_str(&plan.said).unwrap();
        assert_eq!(told["to_run"], jobs);
        assert!(told["estimated_nodes"].as_f64().unwrap() > jobs as f64);

        let parts: Vec<PathBuf> = (1..=PARTS)
            .map(|part| home.path().join(format!("part-{part}")))
            .collect();
        let (written, records) = write_parts(Path::new(file), &parts);
        assert_eq!((written, records), (jobs, jobs));
        let merged = home.path().join("merged");
        let mut arguments = vec!["merge", merged.to_str().unwrap(), "--experiment", file];
        arguments.extend(parts.iter().map(|part| part.to_str().unwrap()));
        let merge = plybench(&arguments);
        assert!(merge.said.starts_with(&format!("{jobs} of {jobs} jobs")));
        let bytes = fs::metadata(merged.join("records.jsonl")).unwrap().len();
        let again = plybench(&["run", file, "--out", merged.to_str().unwrap(), "--json"]);
        let told: serde_json::Value = serde_json::from_str(&again.said).unwrap();
        assert_eq!((&told["run"], &told["kept"]), (&0.into(), &jobs.into()));
        println!(
            "{jobs:>8} jobs, {:>4} MiB: dry run {:.2} s, {} MiB; merge {:.2} s, {:.2} s of processors, {} MiB; a run with nothing left to do {:.2} s, {} MiB",
            bytes >> 20,
            plan.seconds,
            plan.peak_mib,
            merge.seconds,
            merge.ticks as f64 / 100.0,
            merge.peak_mib,
            again.seconds,
            again.peak_mib,
        );
        merges.push(merge.ticks as f64 / jobs as f64);
    }
    let growth = merges[2] / merges[0];
    println!("processor time to merge a job, of the most over the fewest jobs: {growth:.2}");
    assert!(
        is_test || growth < 2.0,
        "a merge is to take a time in proportion"
    );
}
