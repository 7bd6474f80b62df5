//! Programs that fail as engines: one that misbehaves on command, and what stands in for an engine.

#![cfg(unix)]

use std::{
    fs,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use super::{
    engines::{FEN, end, engine, experiment_file},
    experiment::{cannot, fails, plybench, records, run, stderr, stdout_json},
    side_by_side::side_by_side,
};
use assert_cmd::cargo::cargo_bin;
use plybench::uci;
use serde_json::json;

/// An engine that answers as one does, until it is told to search; then it does what its argument says.
const HOSTILE: &str = r#"#!/bin/sh
how=$1
say() { echo "info depth ${1} score $2 nodes $3 pv $4"; echo "bestmove ${5:-g6f6}"; }
answer() { depth=${line#go depth }; say "${depth%% *}" "cp 5" 9 g6f6; }
[ "$how" = interrupted ] && [ -e "$2" ] && { setsid sh -c "(sleep 0.2; kill -INT $PPID) &" >/dev/null 2>&1; kill -INT $$; }
while read -r line; do
  case $line in
    uci)
      case $how in
        mute) continue ;;
        library) echo "starting" >&2; echo "./engine: cannot open libx.so.6: No such file" >&2; exit 127 ;;
      esac
      echo "id name Hostile 1"; echo "option name Big type string default"; echo uciok
      [ "$how" = deaf ] && exec sleep 1000 ;;
    isready) [ "$how" = unready ] || echo readyok ;;
    setoption*) [ "$how" = option ] && exit 5 ;;
    "go depth 1"*) case $how in dies-later | *-later) answer; continue ;; esac ;;
  esac
  case "$how:$line" in
    *:uci | *:isready | *:ucinewgame | *:setoption* | *:position*) ;;
    dies:go*) exit 3 ;;
    dies-later:go*) kill -SEGV $$ ;;
    silent:go*) ;;
    garbage:go*) head -c 100000 /dev/urandom; echo; echo "bestmove g6f6" ;;
    endless:go*) yes x | tr -d '\n' ;;
    babble:go*) yes 'info string still thinking' ;;
    closes:go*) exec >&- ; sleep 60 ;;
    illegal:go*) echo "info depth 1 score cp 5 nodes 9 pv a1a8"; echo "bestmove a1a8" ;;
    moveless:go*) echo "info depth 1 score cp 5 nodes 9"; echo "bestmove (none)" ;;
    countless:go*) echo "info depth 1 score cp 5"; echo "bestmove g6f6" ;;
    scoreless:go*) echo "info depth 1 nodes 5"; echo "bestmove g6f6" ;;
    orphan:go*) sleep 1000 & exit 4 ;;
    babbling-orphan:go*) (while :; do echo info string x; done) & exit 4 ;;
    hangs-later:go*) echo "still thinking" >&2 ;;
    unstoppable:go*) while :; do echo "info depth 1 score cp 5 nodes 1000 pv g6f6"; sleep 0.01; done ;;
    long:go*) head -c 10000000 /dev/zero | tr '\0' x; echo; answer ;;
    nul:go*) printf 'info string a\000b\n\000\n'; answer ;;
    utf8:go*) printf 'info string \377\376\n'; answer ;;
    flood:go*) yes 'info string still thinking' | head -n 200000; answer ;;
    twice:go*) answer; answer ;;
    late:go*) sleep 2; answer ;;
    last-position:go*) echo "info depth 1 score cp 5 nodes 9 pv g6f6"; echo "bestmove c2c3" ;;
    mated:go*) say "${line#go depth }" "mate 0" 9 g6f6 ;;
    many:go*) say "${line#go depth }" "cp 5" 18446744073709551615 g6f6 ;;
    breaks-off:go*) say "${line#go depth }" "cp 5" 9 "g6f6 h8h7 g6f6" ;;
    other:go*) say "${line#go depth }" "cp 5" 9 "g6g5 h8h7" ;;
    shallow:go*) say 1 "cp 5" 9 g6f6 ;;
    falls:go*) case $line in *1) say 1 "cp 5" 9 g6f6 ;; *) say 2 "cp 5" 8 g6f6 ;; esac ;;
    once:go*) if [ -e "$2" ]; then answer; else touch "$2"; exit 1; fi ;;
    never:go*) answer ;;
  esac
done
"#;

/// The hostile engine, and an experiment with it on a position on which its move is legal.
pub(super) fn hostile(folder: &Path, how: &str, more: &str) -> PathBuf {
    let program = folder.join("hostile");
    fs::write(&program, HOSTILE).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"plain\"\ndepth = 2\n\
         positions = [{{ id = \"krk\", fen = \"7k/8/6K1/8/8/8/R7/8 w - - 0 1\" }},\n\
         {{ id = \"krk2\", fen = \"7k/8/6K1/8/8/8/1R6/8 w - - 0 1\" }}]\n\
         variants = [{{ name = \"plain\", base = \"plain\" }},\n\
         {{ name = \"mdp\", base = \"plain\", set = {{ mate-distance = \"cpw\" }} }}]\n{}",
        engine("bad", "./hostile", &format!("args = [{how}]\n{more}"))
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn an_engine_that_misbehaves_is_a_failed_job_and_the_run_goes_on() {
    let cases = [
        ("dies", "ended unexpectedly (exit status: 3)"),
        ("dies-later", "ended unexpectedly (signal: 11"),
        (
            "silent",
            "has no answer to \"go depth 1\" after 1 s at this position (timeout)",
        ),
        ("garbage", "answers \"go depth 1\" without a node count"),
        ("endless", "has no answer to"),
        ("babble", "has no answer to"),
        ("closes", "closed its input or output"),
        ("illegal", "plays a1a8, which is illegal"),
        ("moveless", "answers \"go depth 1\" without a move"),
        ("countless", "answers \"go depth 1\" without a node count"),
        ("scoreless", "answers \"go depth 1\" without a score"),
        ("orphan", "ended unexpectedly (exit status: 4)"),
        ("babbling-orphan", "ended unexpectedly (exit status: 4)"),
        (
            "hangs-later",
            "has no answer to \"go depth 2\" after 2 s at this position (timeout); it wrote to stderr: still thinking; it answered to depth 1",
        ),
        ("twice", "sends a bestmove that was not asked for"),
        ("late", "has no answer to"),
        ("last-position", "plays c2c3, which is illegal"),
        ("mated", "claims to be mated (mate 0), but has moves"),
        (
            "many",
            "reports 18446744073709551615 nodes, which cannot be",
        ),
    ];
    // All are written before one begins: a program that another thread's child still has open for writing cannot be started.
    let home = tempfile::tempdir().unwrap();
    let cases = cases.map(|(how, reason)| {
        let folder = home.path().join(how);
        fs::create_dir(&folder).unwrap();
        // However busy the machine is, what fails by itself is not to fail by the limit, nor what has to answer once.
        let seconds = match how {
            "hangs-later" => 2,
            _ if reason.contains("no answer to") => 1,
            _ => 60,
        };
        let file = hostile(
            &folder,
            &format!("{how:?}"),
            &format!("timeout = {seconds}"),
        );
        (how, reason, file)
    });
    side_by_side(8, cases.into(), |(how, reason, file)| {
        let out = file.with_file_name("out");
        let began = Instant::now();
        let arguments = [
            "run",
            file.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
            "--json",
        ];
        let output = plybench(&arguments);
        cannot(
            &output,
            "2 of 6 jobs failed; \"bad\" on \"krk\": engine \"bad\" ",
        );
        let said = stderr(&output);
        assert!(
            said.contains(reason) && said.contains("runs failed jobs again"),
            "{how}: {said}"
        );
        assert_eq!(stdout_json(&output)["failed"], 2, "{how}");
        let merged = file.with_file_name("merged");
        let parts = [&merged, &out].map(|path| path.to_str().unwrap());
        let said = stderr(&plybench(&["merge", parts[0], parts[1]]));
        assert!(said.contains(reason), "{how}: {said}");
        assert!(began.elapsed() < Duration::from_secs(30), "{how}");

        let failed = end(&out, "bad", "krk");
        let depth = usize::from(how.ends_with("-later") || how == "twice");
        assert_eq!(
            (
                &failed["ended"],
                failed["iterations"].as_array().unwrap().len()
            ),
            (&json!("failed"), depth)
        );
        assert!(
            failed["reason"].as_str().unwrap().contains(reason),
            "{how}: {failed}"
        );
        for variant in ["plain", "mdp"] {
            assert_eq!(end(&out, variant, "krk2")["ended"], "depth", "{how}");
        }
        // It counts as missing, and that is said.
        let compared = plybench(&["compare", out.to_str().unwrap(), "plain", "mdp", "--json"]);
        assert_eq!(stdout_json(&compared)["positions"], 2, "{how}");
        let said = stderr(&compared);
        assert!(
            said.contains("has 4 of 6 jobs") && said.contains("2 jobs failed"),
            "{said}"
        );
        // Every command says why nothing of it can be shown.
        let folder = out.to_str().unwrap();
        let compare = ["compare", folder, "plain", "bad"];
        fails(&compare, 2, "without a finished job of B");
        for arguments in [
            &compare[..],
            &["rank", folder],
            &["report", folder],
            &["export", folder, "--csv"],
        ] {
            let said = stderr(&plybench(arguments));
            assert!(
                said.contains("2 jobs failed; \"bad\" on \"krk\": ") && said.contains(reason),
                "{how}: {said}"
            );
        }
    });
}

#[test]
fn a_failed_job_is_run_again_and_leaves_no_trace() {
    let home = tempfile::tempdir().unwrap();
    let flag = home.path().join("has failed");
    let file = hostile(
        home.path(),
        &format!("\"once\", {:?}", flag.to_str().unwrap()),
        // Otherwise it would fail before the run.
        "process = \"position\"",
    );
    let out = home.path().join("out");
    let arguments = [
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--jobs",
        "1",
    ];
    cannot(&plybench(&arguments), "1 of 6 jobs failed");
    let part = home.path().join("part");
    fs::create_dir(&part).unwrap();
    for name in [
        "records.jsonl",
        "positions.jsonl",
        "experiment.toml",
        "engines.jsonl",
    ] {
        fs::copy(out.join(name), part.join(name)).unwrap();
    }
    let again = run(&file, &out, &["--json"]);
    assert_eq!(
        (&stdout_json(&again)["run"], &stdout_json(&again)["failed"]),
        (&json!(1), &json!(0))
    );
    let whole = home.path().join("whole");
    run(&file, &whole, &[]);
    assert_eq!(records(&out), records(&whole));
    // A whole job takes the place of a failed one, in whichever order they are merged.
    for (name, parts) in [("one", [&part, &whole]), ("other", [&whole, &part])] {
        let merged = home.path().join(name);
        let mut arguments = vec!["merge", merged.to_str().unwrap()];
        arguments.extend(parts.iter().map(|part| part.to_str().unwrap()));
        let output = plybench(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(records(&merged), records(&whole));
    }
}

#[test]
fn a_program_that_is_no_engine_is_told_before_the_run() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    for (command, says) in [
        ("cat", "is not ready after 1 s; is it a UCI engine?"),
        ("true", "ended unexpectedly (exit status: 0)"),
        ("false", "ended unexpectedly (exit status: 1)"),
    ] {
        let file = experiment_file(home.path(), "", &engine("x", command, "start-timeout = 1"));
        fails(
            &[
                "run",
                file.to_str().unwrap(),
                "--out",
                out.to_str().unwrap(),
            ],
            3,
            says,
        );
        assert!(!out.exists());
    }
}

#[test]
fn ctrl_c_fails_no_job_and_leaves_no_process() {
    let home = tempfile::tempdir().unwrap();
    let file = hostile(
        home.path(),
        "\"silent\"",
        "timeout = 600\nprocess = \"position\"",
    );
    let out = home.path().join("out");
    let mut child = Command::new(cargo_bin("plybench"))
        .args([
            "run",
            file.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ])
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap();
    let folder = home.path().to_str().unwrap();
    let running = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let mut lines = processes.filter_map(|one| fs::read(one.path().join("cmdline")).ok());
        lines.any(|line| {
            let line = String::from_utf8_lossy(&line);
            line.contains(folder) && line.contains("silent")
        })
    };
    let until = Instant::now() + Duration::from_secs(30);
    let ended = || {
        fs::read_to_string(out.join("records.jsonl"))
            .map_or(0, |text| text.matches("ended").count())
    };
    while ended() < 4 || !running() {
        assert!(Instant::now() < until, "the engine does not begin");
        sleep(Duration::from_millis(20));
    }
    // To the whole group, as a terminal sends it.
    let group = format!("-{}", child.id());
    let kill = Command::new("kill").args(["-INT", "--", &group]).status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let text = String::from_utf8(records(&out)).unwrap();
    assert!(!text.contains("failed"), "{text}");
    while running() {
        assert!(Instant::now() < until, "an engine outlives the run");
        sleep(Duration::from_millis(20));
    }
}

/// As if Ctrl-C came while the process begins, and reached it before the run.
#[test]
fn an_engine_that_ctrl_c_ends_while_it_starts_is_no_failed_job() {
    let home = tempfile::tempdir().unwrap();
    let how = "\"interrupted\", \"out/records.jsonl\"";
    // It answers to nothing; without this, that would be found out before the run.
    let file = hostile(home.path(), how, "process = \"position\"");
    let out = home.path().join("out");
    let arguments = [
        "run",
        file.to_str().unwrap(),
        "--jobs",
        "1",
        "--out",
        out.to_str().unwrap(),
    ];
    let run = Command::new(cargo_bin("plybench"))
        .args(arguments)
        .current_dir(home.path())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(130), "{run:?}");
    let text = String::from_utf8(records(&out)).unwrap();
    assert!(!text.contains("failed"), "{text}");
}

/// A script that stands in for an engine.
pub(super) fn pretender(directory: &Path, script: &str) -> PathBuf {
    let path = directory.join("engine");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn the_node_rate_of_a_program_that_is_no_engine_is_an_error_in_one_line() {
    for (script, says) in [
        ("exit 0", "ended"),
        ("echo uciok; echo readyok; exit 1", "ended"),
        (
            "echo uciok; echo readyok; echo 'info nodes lots'; echo bestmove a1a1; sleep 9",
            "no nodes",
        ),
        (
            "echo uciok; head -c 50000000 /dev/zero | tr '\\0' 'x'; exit 1",
            "ended",
        ),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = pretender(directory.path(), script);
        let began = Instant::now();
        let error = uci::node_rate(&path, FEN, Duration::from_millis(200))
            .expect_err(script)
            .to_string();
        assert!(error.contains(says), "{script}: {error}");
        assert_eq!(error.lines().count(), 1);
        assert!(began.elapsed() < Duration::from_secs(30), "{script}");
    }
    let error = uci::node_rate(Path::new("/no/such/engine"), FEN, Duration::ZERO);
    assert!(error.unwrap_err().to_string().contains("cannot be started"));
}
