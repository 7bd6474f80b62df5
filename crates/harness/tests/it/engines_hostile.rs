//! Engines that hang, lie, or leave something behind. What they do is in `engines_broken.rs`.

#![cfg(target_os = "linux")]

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    sync::OnceLock,
    thread::sleep,
    time::{Duration, Instant},
};

use super::{
    engines::{end, engine},
    engines_broken::{hostile, pretender},
    experiment::{fails, jobs, plybench, run, stderr, stdout_json},
    side_by_side::side_by_side,
};
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

/// The processes that have this in their environment, which children inherit. What has ended but was not waited for has none.
fn marked(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let marked = processes.filter(|one| {
        let environment = fs::read(one.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(mark)
    });
    let lines = marked.filter_map(|one| fs::read_to_string(one.path().join("cmdline")).ok());
    lines.map(|line| line.replace('\0', " ")).collect()
}

/// Waits until no process with this mark is left.
pub(super) fn gone(mark: &str) {
    let until = Instant::now() + Duration::from_secs(10);
    while !marked(mark).is_empty() {
        let left = marked(mark);
        assert!(Instant::now() < until, "left running: {left:?}");
        sleep(Duration::from_millis(10));
    }
}

/// The command with a mark, for a run of the hostile engine.
pub(super) fn marked_run(file: &Path, out: &Path, mark: &str) -> Command {
    let mut command = Command::new("env");
    // As in a terminal, though the tests may run without one.
    command
        .arg("--default-signal=HUP")
        .arg(cargo_bin("plybench"));
    command.args([
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ]);
    command
        .env("PLYBENCH_TEST_MARK", mark)
        .stderr(Stdio::null())
        .stdout(Stdio::null());
    command
}

/// What hostile engines do that ends by itself, and what ends at the time limit.
const DIES: [&str; 10] = [
    "dies",
    "dies-later",
    "garbage",
    "closes",
    "illegal",
    "moveless",
    "orphan",
    "babbling-orphan",
    "mated",
    "twice",
];
const HANGS: [&str; 5] = ["silent", "endless", "babble", "unstoppable", "hangs-later"];
/// How many positions each of them is asked for in one run.
const RUNS_OF_EACH: usize = 14;
/// Whatever engines write, the command needs no more than this: four times what it takes with engines that do nothing.
const MOST_KIB: u64 = 64 << 10;

/// Waits for a command's end: its exit code, and the most memory that it took, in KiB.
fn watched(mut command: Child) -> (Option<i32>, u64) {
    let status = format!("/proc/{}/status", command.id());
    let mut most = 0;
    loop {
        let told = fs::read_to_string(&status).unwrap_or_default();
        // Until it is the command, it shares the memory of these tests.
        let told = told.strip_prefix("Name:\tplybench\n").unwrap_or_default();
        let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(peak.unwrap_or(0));
        if let Some(status) = command.try_wait().unwrap() {
            assert!(most > 0);
            return (status.code(), most);
        }
        sleep(Duration::from_millis(10));
    }
}

/// The records of all searches that are not of the hostile engine.
fn finished(out: &Path) -> Vec<Value> {
    let mut jobs = jobs(out);
    jobs.retain(|job| job["variant"] == "plain" || job["variant"] == "mdp");
    jobs
}

#[test]
fn two_hundred_hostile_runs_leave_nothing_running_and_lose_nothing() {
    const RUNS: usize = 200;
    let home = tempfile::tempdir().unwrap();
    // Written before any run begins: a program that another thread's child still has open for writing cannot be started.
    let file = |how: &&str| {
        let folder = home.path().join(how);
        fs::create_dir(&folder).unwrap();
        let more = "timeout = 1\nprocess = \"position\"";
        hostile(&folder, &format!("{how:?}"), more)
    };
    let [dies, hangs] = [&DIES[..], &HANGS].map(|ways| ways.iter().map(file).collect::<Vec<_>>());
    // Those that take a second are fewer.
    let hangs: Vec<_> = hangs.iter().cycle().take(RUNS / 8).collect();
    let dies = dies.iter().cycle().take(RUNS - hangs.len());
    let runs: Vec<_> = hangs.into_iter().chain(dies).enumerate().collect();
    assert_eq!(runs.len(), RUNS);
    // Of the first run that ends.
    let known = OnceLock::new();
    side_by_side(16, runs, |(number, file)| {
        let out = home.path().join(format!("out-{number:03}"));
        let mark = out.to_str().unwrap();
        let run = marked_run(file, &out, mark).spawn().unwrap();
        let (code, most) = watched(run);
        let how = file.parent().unwrap().file_name().unwrap();
        assert_eq!(code, Some(3), "{how:?}");
        assert!(most < MOST_KIB, "{how:?}: {most} KiB");
        // In order, so all is gone when the command ends, but for what waits for its end.
        gone(mark);
        for position in ["krk", "krk2"] {
            assert_eq!(end(&out, "bad", position)["ended"], "failed", "{how:?}");
        }
        let finished = finished(&out);
        assert_eq!(finished.len(), 4, "{how:?}");
        assert_eq!(known.get_or_init(|| finished.clone()), &finished, "{how:?}");
    });
    assert_eq!(marked(home.path().to_str().unwrap()), [""; 0]);
}

/// What is left behind by each engine, such as a thread that reads what it may still write, would add up in one process.
#[test]
fn two_hundred_hostile_jobs_of_one_run_leave_nothing_running_and_lose_nothing() {
    let home = tempfile::tempdir().unwrap();
    // The program, and a file that is written anew: with all engines, and positions that are told apart by their clocks.
    let file = hostile(home.path(), "", "");
    let positions = (0..RUNS_OF_EACH).map(|clock| {
        format!("{{ id = \"{clock}\", fen = \"7k/8/6K1/8/8/8/R7/8 w - - {clock} 60\" }}")
    });
    let positions: Vec<String> = positions.collect();
    let engines = DIES.iter().chain(&HANGS).map(|how| {
        let more = format!("args = [{how:?}]\ntimeout = 1\nprocess = \"position\"");
        engine(how, "./hostile", &more)
    });
    let engines: String = engines.collect();
    let positions = positions.join(", ");
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"plain\"\ndepth = 2\npositions = [{positions}]\n\
         variants = [{{ name = \"plain\", base = \"plain\" }},\n\
         {{ name = \"mdp\", base = \"plain\", set = {{ mate-distance = \"cpw\" }} }}]\n{engines}"
    );
    fs::write(&file, text).unwrap();
    let out = home.path().join("out");
    let mark = home.path().to_str().unwrap();
    let mut run = marked_run(&file, &out, mark);
    let (code, most) = watched(run.args(["--jobs", "16"]).spawn().unwrap());
    assert_eq!(code, Some(3));
    assert!(most < MOST_KIB, "{most} KiB");
    gone(mark);
    let all = jobs(&out);
    let failed = all.iter().filter(|job| job["ended"] == "failed").count();
    let ways = DIES.len() + HANGS.len();
    assert_eq!(failed, ways * RUNS_OF_EACH);
    assert!(failed >= 200, "{failed}");
    assert_eq!(finished(&out).len(), 2 * RUNS_OF_EACH);
    assert!(finished(&out).iter().all(|job| job["ended"] == "depth"));
}

/// A run of an engine that does not answer, behind a script that does not pass on its end, once the engine is there.
fn searching(home: &Path) -> Child {
    let file = hostile(home, "\"silent\"", "timeout = 600\nprocess = \"position\"");
    let wrapper = pretender(home, "./hostile \"$@\"\ntrue");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replace("./hostile", wrapper.to_str().unwrap()) + "cwd = \".\"\n",
    )
    .unwrap();
    let run = marked_run(&file, &home.join("out"), home.to_str().unwrap())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    let records = home.join("out/records.jsonl");
    let variants = || {
        fs::read_to_string(&records)
            .unwrap_or_default()
            .matches("ended")
            .count()
    };
    let engines = || {
        let all = marked(home.to_str().unwrap());
        all.iter()
            .filter(|line| line.contains("./hostile silent"))
            .count()
    };
    while variants() < 4 || engines() == 0 {
        assert!(Instant::now() < until, "the engine does not begin");
        sleep(Duration::from_millis(20));
    }
    run
}

#[test]
fn no_signal_that_ends_a_run_leaves_an_engine_behind() {
    for (signal, code) in [
        ("INT", Some(130)),
        ("TERM", None),
        ("HUP", None),
        ("KILL", None),
        ("ABRT", None),
    ] {
        let home = tempfile::tempdir().unwrap();
        let mut run = searching(home.path());
        let kill = Command::new("kill")
            .args(["-s", signal, &run.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        assert_eq!(run.wait().unwrap().code(), code, "{signal}");
        gone(home.path().to_str().unwrap());
    }
}

#[test]
fn an_engine_that_does_not_read_hangs_nothing() {
    let home = tempfile::tempdir().unwrap();
    let big = "x".repeat(200_000);
    let options = format!("options = {{ Big = \"{big}\" }}\nstart-timeout");
    let file = hostile(home.path(), "\"deaf\"", &format!("{options} = 1"));
    let arguments = ["run", file.to_str().unwrap()];
    let began = Instant::now();
    fails(&arguments, 3, "is not ready after 1 s");
    assert!(began.elapsed() < Duration::from_secs(20));
    // The first Ctrl-C ends it.
    let file = hostile(home.path(), "\"deaf\"", &format!("{options} = 600"));
    let mark = home.path().to_str().unwrap();
    let out = home.path().join("out");
    let mut run = marked_run(&file, &out, mark).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    while !marked(mark).iter().any(|line| line.contains("sleep 1000")) {
        assert!(Instant::now() < until, "the engine does not begin");
        sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill")
        .args(["-s", "INT", &run.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    gone(mark);
}

#[test]
fn an_engine_that_does_not_start_is_told_before_the_run_with_its_last_words() {
    for (how, more, says) in [
        ("mute", "", "is not ready after 1 s"),
        ("unready", "", "is not ready after 1 s"),
        (
            "option",
            "options = { Big = \"x\" }",
            "ended unexpectedly (exit status: 5)",
        ),
        (
            "library",
            "",
            "ended unexpectedly (exit status: 127); it wrote to stderr: starting; ./engine: cannot open libx.so.6: No such file",
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(
            home.path(),
            &format!("{how:?}"),
            &format!("{more}\nstart-timeout = 1"),
        );
        fails(&["run", file.to_str().unwrap()], 3, says);
    }
}

#[test]
fn an_engine_that_died_is_noticed_at_once() {
    for how in ["orphan", "babbling-orphan"] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(home.path(), &format!("{how:?}"), "timeout = 600");
        let began = Instant::now();
        let output = plybench(&["run", file.to_str().unwrap()]);
        assert!(
            stderr(&output).contains("exit status: 4"),
            "{}",
            stderr(&output)
        );
        assert!(began.elapsed() < Duration::from_secs(20), "{how}");
    }
}

#[test]
fn strange_output_is_skipped() {
    for how in ["long", "nul", "utf8", "flood"] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(home.path(), &format!("{how:?}"), "process = \"kept\"");
        let out = home.path().join("out");
        run(&file, &out, &[]);
        assert_eq!(
            end(&out, "bad", "krk")["iterations"][1]["nodes"],
            9,
            "{how}"
        );
    }
}

#[test]
fn an_engine_that_does_not_obey_stop_is_a_failed_job() {
    let home = tempfile::tempdir().unwrap();
    let file = hostile(home.path(), "\"unstoppable\"", "timeout = 1");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replace("depth = 2\n", "depth = 2\nnodes = 500\n"),
    )
    .unwrap();
    let output = plybench(&["run", file.to_str().unwrap()]);
    assert!(
        stderr(&output).contains("has no answer to \"go depth 1 nodes 501\" after 1 s"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn what_an_answer_contradicts_is_noted_counted_and_shown() {
    for (how, depth, note, line) in [
        (
            "breaks-off",
            1,
            "move 3 of its line, g6f6, is illegal; the line ends before it",
            json!(["g6f6", "h8h7"]),
        ),
        (
            "other",
            1,
            "plays g6f6, but its line begins with g6g5",
            json!(["g6f6"]),
        ),
        ("shallow", 2, "answers with depth 1", json!(["g6f6"])),
        (
            "falls",
            2,
            "reports 8 nodes, fewer than the 9 of the depth before",
            json!(["g6f6"]),
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(home.path(), &format!("{how:?}"), "process = \"kept\"");
        let out = home.path().join("out");
        let output = run(&file, &out, &["--json"]);
        let doubts = 2 * (3 - depth);
        assert_eq!(stdout_json(&output)["doubts"], doubts, "{how}");
        let iteration = &end(&out, "bad", "krk")["iterations"][depth - 1];
        assert_eq!(
            (&iteration["notes"], &iteration["pv"]),
            (&json!([note]), &line),
            "{how}"
        );
        assert_eq!(
            end(&out, "plain", "krk")["iterations"][0]["notes"],
            Value::Null
        );
        let says = format!("{doubts} doubtful answers; \"bad\" on \"krk\", depth {depth}: {note}");
        let rank = plybench(&["rank", out.to_str().unwrap()]);
        for output in [output, rank] {
            assert!(
                stderr(&output).contains(&says),
                "{how}: {}",
                stderr(&output)
            );
        }
    }
}
