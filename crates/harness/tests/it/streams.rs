//! Every subcommand with a stdout or stderr that fails: its files are all there, and its exit code stays, unless
//! stdout was the result; then it is 3.

#![cfg(target_os = "linux")]

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::{self, File},
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{
    reproduce::{files, shown_reproduction},
    subcommand_cases::{
        KRK,
        Stdout::{Result as Printed, Summary as Written},
        cases,
    },
};
use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// Subcommands that take seconds. They are tested with fewer combinations.
const SLOW: [&str; 4] = ["reproduce", "verify", "zoo", "bench"];

/// The names of all subcommands.
fn subcommands() -> Vec<String> {
    let mut found = Vec::new();
    for top in plybench::cli::command().get_subcommands() {
        let name = top.get_name();
        found.push(name.to_owned());
        let below = top.get_subcommands();
        found.extend(below.map(|below| format!("{name} {}", below.get_name())));
    }
    found
}

/// A stream that cannot be written to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Broken {
    Full,
    /// Its reader has closed it.
    Pipe,
}

impl Broken {
    fn stream(self) -> Stdio {
        match self {
            Broken::Full => File::options()
                .write(true)
                .open("/dev/full")
                .unwrap()
                .into(),
            // The reader is dropped.
            Broken::Pipe => io::pipe().unwrap().1.into(),
        }
    }
}

fn plybench(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("plybench"));
    command
        .current_dir(folder)
        .env("PLYBENCH_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn code(command: &mut Command) -> i32 {
    let status = command.status().unwrap();
    status
        .code()
        .unwrap_or_else(|| panic!("{command:?}: {status}"))
}

/// A directory with the files that the commands read.
fn material() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let text = |positions: &str| {
        format!(
            "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 4\n\
                 variants = [{{ name = \"off\", base = \"plain\" }},\n\
                 {{ name = \"on\", base = \"plain\", set = {{ mate-distance = \"stockfish\" }} }}]\n{positions}"
        )
    };
    let positions = format!(
        "[[positions]]\nid = \"a\"\nfen = \"{KRK}\"\n\
             [[positions]]\nid = \"b\"\nfen = \"8/8/8/8/8/2K5/7R/k7 w - - 0 1\"\n"
    );
    fs::write(at("experiment.toml"), text(&positions)).unwrap();
    for arguments in [
        &["run", "experiment.toml", "--out", "run"][..],
        &[
            "run",
            "experiment.toml",
            "--out",
            "part-1",
            "--shard",
            "1/2",
        ],
        &[
            "run",
            "experiment.toml",
            "--out",
            "part-2",
            "--shard",
            "2/2",
        ],
        &["baseline", "run", "--out", "baseline.jsonl"],
    ] {
        assert_eq!(
            code(&mut plybench(home.path(), arguments)),
            0,
            "{arguments:?}"
        );
    }
    let baseline = fs::read_to_string(at("baseline.jsonl")).unwrap();
    let changed = baseline.replacen("\"nodes\":[", "\"nodes\":[1", 1);
    assert_ne!(baseline, changed);
    fs::write(at("changed.jsonl"), changed).unwrap();
    // Traces of another program, of which one has a wrong value.
    for (name, value) in [("right.trace", 3), ("wrong.trace", 4)] {
        let header = "plybench-text-trace 1\nprogram mine\ngame mine\nroot -\nuses\n";
        let steps = format!(
            "iteration 1\nenter - 0 -9 9\nevaluation 3\nleave {value} evaluation\nend {value} 1\n"
        );
        fs::write(at(name), format!("{header}{steps}")).unwrap();
    }
    // Certificates, of which one lacks the last node.
    for (name, rest) in [
        ("right.certificate", "1 1 h2h1\n"),
        ("wrong.certificate", ""),
    ] {
        let head = "plybench-certificate 1\nposition 8/8/8/8/8/2K5/7R/k7 w - - 0 1\n";
        let claim = "mate within 3 plies\n0 3 c3b3:a1b1:1\n";
        fs::write(at(name), format!("{head}{claim}{rest}")).unwrap();
    }
    for (name, claim) in [
        ("true.epd", "dm 8;"),
        ("false.epd", "dm 7;"),
        ("broken.epd", "dm x;"),
    ] {
        fs::write(at(name), format!("8/7K/8/8/8/8/R7/7k w - - {claim}\n")).unwrap();
    }
    home
}

/// A copy of the material, in a directory of this name below `home`.
fn copy(material: &TempDir, home: &TempDir, name: &OsStr) -> PathBuf {
    fn copy_into(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let to = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy_into(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let to = home.path().join(name);
    copy_into(material.path(), &to);
    to
}

#[test]
fn a_stream_that_fails_costs_neither_files_nor_verdicts() {
    fail_streams(false);
}

#[test]
fn a_stream_that_fails_costs_nothing_of_slow_commands_either() {
    fail_streams(true);
}

/// The files below the working directory of `reproduce --out out`.
fn with_reproduction(material: &TempDir, arguments: &[&str]) -> BTreeMap<PathBuf, Vec<u8>> {
    assert_eq!(arguments, ["reproduce", "--out", "out"]);
    let mut all = files(material.path());
    let out = shown_reproduction().0.iter();
    all.extend(out.map(|(name, bytes)| (Path::new("out").join(name), bytes.clone())));
    all
}

fn fail_streams(is_slow: bool) {
    use Broken::{Full, Pipe};
    let material = material();
    let is_asked_for = |subcommand: &String| SLOW.contains(&subcommand.as_str()) == is_slow;
    for subcommand in subcommands().into_iter().filter(is_asked_for) {
        for &(arguments, stdout, sound) in cases(&subcommand) {
            let home = tempfile::tempdir().unwrap();
            let run = |streams: (Option<Broken>, Option<Broken>)| {
                let folder = copy(&material, &home, OsStr::new(&format!("{streams:?}")));
                let mut command = plybench(&folder, arguments);
                if let Some(broken) = streams.0 {
                    command.stdout(broken.stream());
                }
                if let Some(broken) = streams.1 {
                    command.stderr(broken.stream());
                }
                (code(&mut command), files(&folder))
            };
            let written = match (is_slow, stdout) {
                (false, _) => {
                    let (code, written) = run((None, None));
                    assert_eq!(code, sound, "{arguments:?}");
                    Some(written)
                }
                (true, Written) => Some(with_reproduction(&material, arguments)),
                (true, Printed) => None,
            };
            let all = [
                (Some(Full), Some(Full)),
                (Some(Pipe), Some(Pipe)),
                (Some(Full), None),
                (None, Some(Full)),
            ];
            for streams in &all[..if is_slow { 1 } else { all.len() }] {
                let is_lost = streams.0.is_some() && stdout == Printed && sound == 0;
                let (code, files) = run(*streams);
                let expected = if is_lost { 3 } else { sound };
                assert_eq!(code, expected, "{arguments:?} with {streams:?}");
                let is_same = written.as_ref().is_none_or(|written| files == *written);
                assert!(is_same, "{arguments:?} with {streams:?}: other files");
            }
        }
    }
}

/// A command whose streams bash closes, as `streams` says.
fn closed(streams: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-c", &format!("exec \"$0\" \"$@\" {streams}")])
        .arg(cargo_bin("plybench"))
        .args(arguments)
        .env("PLYBENCH_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

#[test]
fn a_stream_that_is_closed_from_the_start_is_one_that_fails() {
    let material = material();
    for subcommand in subcommands() {
        if SLOW.contains(&subcommand.as_str()) {
            continue;
        }
        for &(arguments, stdout, sound) in cases(&subcommand) {
            let home = tempfile::tempdir().unwrap();
            for streams in [">&-", "2>&-", "<&- >&- 2>&-"] {
                let folder = copy(&material, &home, OsStr::new(streams));
                let is_lost = streams != "2>&-" && stdout == Printed && sound == 0;
                let expected = if is_lost { 3 } else { sound };
                let code = code(&mut closed(streams, &folder, arguments));
                assert_eq!(code, expected, "{arguments:?} {streams}");
            }
        }
    }
}

#[test]
fn help_and_usage_errors_survive_failing_streams() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, stdout, expected) in [
        (&["--help"][..], Broken::Full, 3),
        (&["--version"], Broken::Full, 3),
        (&["run", "--help"], Broken::Pipe, 3),
        (&["serch"], Broken::Full, 2),
    ] {
        let mut command = plybench(home.path(), arguments);
        let command = command
            .stdout(stdout.stream())
            .stderr(Broken::Full.stream());
        assert_eq!(code(command), expected, "{arguments:?}");
    }
    for (arguments, expected) in [(&["--help"][..], 3), (&["serch"], 2)] {
        let mut command = closed(">&-", home.path(), arguments);
        assert_eq!(code(&mut command), expected, "{arguments:?} >&-");
    }
}

#[test]
fn a_closed_pipe_causes_no_message() {
    let home = tempfile::tempdir().unwrap();
    let output = plybench(home.path(), &["variants"])
        .stdout(Broken::Pipe.stream())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(3), vec![]));
}

#[test]
fn paths_need_not_be_utf_8() {
    let material = material();
    let name = OsStr::from_bytes(b"o\xff\x1b[2J\n");
    for subcommand in subcommands() {
        if SLOW.contains(&subcommand.as_str()) {
            continue;
        }
        for &(arguments, _, sound) in cases(&subcommand) {
            let home = tempfile::tempdir().unwrap();
            let folder = copy(&material, &home, name);
            let mut command = plybench(&folder, &[]);
            for argument in arguments {
                let path = folder.join(argument);
                let is_new = argument.starts_with("new.") || *argument == "out";
                // The names of subcommands are those of folders here.
                let is_path = path.exists() && *argument != arguments[0] || is_new;
                command.arg(if is_path {
                    path.as_os_str()
                } else {
                    OsStr::new(argument)
                });
            }
            let output = command
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(sound), "{command:?}: {said}");
            assert!(!said.contains('\x1b'), "{said}");
        }
    }
}

/// Runs a command below a limit that bash sets.
fn limited(limit: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new("bash")
        .args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")])
        // Of a lack of memory the standard library would show a backtrace, which takes memory, and wait for itself.
        .env_remove("RUST_BACKTRACE")
        .arg(cargo_bin("plybench"))
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
fn threads_that_cannot_be_had_are_exit_code_3() {
    // From what the program itself cannot be loaded into, to what it runs in.
    let mut refused = 0;
    for mib in 1.. {
        let (code, said) = limited(&format!("-v {}", mib << 10), &["dtm", KRK]);
        if code == Some(0) {
            break;
        }
        let is_one_line = said.lines().count() == 1 && said.starts_with("plybench: ");
        if is_one_line && said.contains("cannot start a thread") {
            assert_eq!(code, Some(3), "{mib} MiB: {said}");
            refused += 1;
        } else {
            // The loader, the allocator or the standard library gave up; nothing of ours panicked.
            let ours = ["panicked at crates/", "/registry/src/"];
            assert!(
                !ours.iter().any(|place| said.contains(place)),
                "{mib} MiB: {said}"
            );
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_deep_search_needs_nothing_of_the_main_thread_s_stack() {
    let deep = ["search", KRK, "--depth", "100", "--nodes", "2000000"];
    let (code, said) = limited("-s 64", &deep);
    assert_eq!(code, Some(0), "{said}");
}
