//! The speed-up by a second core: an experiment with one job at a time and with two, in turns.
//!
//! The bench asserts that the bytes are the same, and prints the throughput, since the machine may be busy.
//! On an idle machine, `cargo bench -p plybench --bench cores -- --check` also asserts the speed-up: the
//! median of pairs whose order alternates is at least 1.9. With `--test` it runs a small part once.

#![allow(clippy::print_stdout, reason = "a bench prints its times")]

use std::{fs, path::Path, process::Command, time::Instant};

const ROUNDS: usize = 5;
/// The least speed-up that two cores must reach.
const BOUND: f64 = 1.9;

/// Seconds that a fresh run takes.
fn run(file: &Path, out: &Path, jobs: usize) -> f64 {
    let _ = fs::remove_dir_all(out);
    let began = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_plybench"))
        .args(["run", file.to_str().unwrap(), "--out"])
        .arg(out)
        .args(["--jobs", &jobs.to_string()])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    began.elapsed().as_secs_f64()
}

fn main() {
    let has = |option: &str| std::env::args().any(|argument| argument == option);
    let (is_test, is_check) = (has("--test"), has("--check"));
    let (take, rounds) = if is_test { (4, 1) } else { (200, ROUNDS) };
    let datasets = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets"
    ));
    let named = std::env::var_os("PLYBENCH_POSITIONS").map(Into::into);
    let mates = datasets.join("mates.epd");
    let positions = named.unwrap_or(if mates.is_file() {
        mates
    } else {
        datasets.join("assorted.epd")
    });
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("experiment.toml");
    let text = format!(
        "purpose = \"one core and two\"\nmetric = \"nodes\"\nbaseline = \"glass\"\ndepth = 40\nnodes = 400000\n\
         variants = [{{ name = \"glass\", base = \"glass\" }}]\n\
         [[datasets]]\nfile = {positions:?}\ntake = {take}\n"
    );
    fs::write(&file, text).unwrap();
    let (one, two) = (home.path().join("one"), home.path().join("two"));
    let mut ratios = Vec::new();
    for round in 0..rounds {
        // The order alternates, so that a slow change of the machine's load affects both.
        let mut seconds = [0.0; 2];
        for jobs in if round % 2 == 0 { [1, 2] } else { [2, 1] } {
            seconds[jobs - 1] = run(&file, if jobs == 1 { &one } else { &two }, jobs);
        }
        let records = |folder: &Path| fs::read(folder.join("records.jsonl")).unwrap();
        assert!(
            records(&one) == records(&two),
            "the bytes depend on the jobs"
        );
        ratios.push(seconds[0] / seconds[1]);
        println!(
            "--jobs 1 {:.2} s, --jobs 2 {:.2} s: {:.2} times the throughput",
            seconds[0],
            seconds[1],
            seconds[0] / seconds[1]
        );
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[rounds / 2];
    println!(
        "{}: {median:.2} times the throughput of one core (median of {rounds})",
        positions.display()
    );
    assert!(
        !is_check || median >= BOUND,
        "two cores are to bring {BOUND} times the throughput, if the machine has two and no other work"
    );
}
