//! The command line as its users meet it: real runs of the real binary.

use std::fs;

use super::experiment::{fails, plybench};
use assert_cmd::Command;
use serde_json::Value;

const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";

#[test]
fn a_users_mistake_gets_one_line_and_exit_code_2() {
    let noise = "x/".repeat(50_000);
    for (fen, says) in [
        ("", "empty"),
        ("8/8/8/8/8/8/R6K/8 w - - 0 1", "black has 0 kings"),
        ("not a fen", "3 fields"),
        ("8/8/8/8/8/8/R5K1/7k w - - 0 1", "side by side"),
        ("8/7K/8/8/8/8/8/R6k w - - 0 1", "in check"),
        ("7k/PPPPPPPP/P7/8/8/8/8/7K w - - 0 1", "pawn"),
        ("7k/8/PPPPPPPP/P7/8/8/8/7K w - - 0 1", "9 pawns"),
        ("8/7K/8/8/8/8/R7/7k w - - 101 1", "0 to 100"),
        (noise.as_str(), "100000 bytes"),
    ] {
        fails(&["search", fen, "--depth", "3"], 2, says);
    }
    // The most that fits into the count, and what twice as much would not.
    for seeds in ["201", "18446744073709551615"] {
        fails(&["reproduce", "--seeds", seeds], 2, "200");
    }
    for (setting, says) in [
        ("driver=aspiration", "{ aspiration = N }"),
        ("ties=random", "{ random = N }"),
        ("table.size=64", "{ entries = N }, { mib = N }"),
        (
            "fail=\"hard\"\nscout=\"pvs\"",
            "did you mean hard? It is one of hard, soft",
        ),
    ] {
        fails(&["search", KRK, "--depth", "3", "--set", setting], 2, says);
    }
    fails(
        &["search", KRK, "--depth", "3", "--nodes", "-1"],
        2,
        "--nodes",
    );
    for depth in ["0", "101", "-1", "99999999999"] {
        fails(&["search", KRK, "--depth", depth], 2, "1 to 100");
    }
    let search = |more: &[&'static str], says| {
        let mut arguments = vec!["search", KRK];
        arguments.extend(more);
        fails(&arguments, 2, says);
    };
    search(
        &["--depth", "x"],
        "for '--depth <N>': give a whole number; see",
    );
    search(
        &["--depth", "99999999999999999999"],
        "for '--depth <N>': give 1 to 100; see",
    );
    search(&[], "--depth");
    search(&["--depth", "3", "--variant", "glas"], "\"glass\"");
    search(
        &["--depth", "3", "--set", "mate-distanc=off"],
        "\"mate-distance\"",
    );
    search(
        &["--depth", "3", "--set", "mate-distance=stokfish"],
        "stockfish",
    );
    search(
        &["--depth", "3", "--set", "mate-distance"],
        "give --set mate-distance=",
    );
    search(
        &["--depth", "3", "--set", "table.size={entries=-1}"],
        "table.size",
    );
    search(&["--depth", "1", "--ply", "3"], "--window");
    search(
        &["--depth", "1", "--ply", "3", "--window=5,5"],
        "ALPHA < BETA",
    );
    fails(
        &[
            "search",
            KRK,
            "--depth",
            "1",
            "--ply",
            "255",
            "--window=0,1",
        ],
        2,
        "'255' for '--ply <P>': give 0 to",
    );
    fails(
        &["serch"],
        2,
        "unrecognized subcommand 'serch'; some similar subcommands exist: 'bench', 'search'; see --help",
    );
    for percent in ["-1%", "3", "-x"] {
        let check = ["check", "x", "--baseline", "y", "--nodes", percent];
        let says = format!(
            "invalid value '{percent}' for '--nodes <PERCENT>': give a percentage of 0% or more"
        );
        fails(&check, 2, &says);
    }
    fails(&["verify", "--technique", "stokfish"], 2, "\"stockfish\"");
    fails(&["zoo", "--mutant", "flat-mate"], 2, "\"flat-mates\"");
    search(&["--depth", "3", "--mutant", "flat-mate"], "\"flat-mates\"");
    // A form of mate distance pruning with a bug needs distances like any other.
    for mutant in ["upper-too-tight", "clamp-at-root"] {
        let flat = ["--depth", "3", "--set", "mates=flat", "--mutant", mutant];
        search(&flat, "which mates=flat excludes; give --set mates=by-ply");
    }
    fails(
        &["zoo", "--mutant", "nix"],
        2,
        "there is no similar name (`plybench zoo` lists them)",
    );
}

#[cfg(unix)]
#[test]
fn a_table_that_memory_cannot_hold_is_exit_code_3() {
    let search = "ulimit -v 1000000 && exec \"$0\" search \"$1\" --depth 3 --set 'table.size={ mib = 4096 }'";
    for more in ["", " --ply 3 --window=-100,100"] {
        let output = std::process::Command::new("bash")
            .args(["-c", &format!("{search}{more}")])
            .arg(assert_cmd::cargo::cargo_bin("plybench"))
            .arg(KRK)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(
            said.lines().count() == 1 && said.contains("4096 MiB"),
            "{said}"
        );
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_file_in_place_of_a_directory_is_refused_before_any_work() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "in the way").unwrap();
    fails(
        &["reproduce", "--out", file.join("out").to_str().unwrap()],
        2,
        "file is a file, not a directory; give another directory with --out",
    );
    let place = file.to_str().unwrap();
    let in_the_way =
        format!("cannot write {place}: {place} is a file, not a directory; give another");
    for command in [
        &["reproduce", "--out", place][..],
        &["zoo", "--out", place],
        &["run", "krk-mdp", "--out", place],
        &["man", place],
    ] {
        fails(command, 2, &in_the_way);
    }
    let folder = directory.path().to_str().unwrap();
    let in_the_way = format!("{folder} is a directory; give the name of a file with --svg");
    fails(&["tree", "[1,2]", "--svg", folder], 2, &in_the_way);
    assert_eq!(fs::read_to_string(&file).unwrap(), "in the way");
}

#[test]
fn the_version_tells_the_commit() {
    let told = String::from_utf8(plybench(&["--version"]).stdout).unwrap();
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("PLYBENCH_COMMIT"));
    assert_eq!(told, format!("plybench {version} (commit {commit})\n"));
}

#[test]
fn search_prints_the_promised_json() {
    let output = plybench(&[
        "search",
        KRK,
        "--depth",
        "16",
        "--variant",
        "glass",
        "--json",
    ]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 16);
    let last = &lines[15];
    assert_eq!(last["score"], serde_json::json!({"mate": 8, "plies": 15}));
    assert!(lines[14]["score"]["cp"].is_i64());
    assert_eq!(last["best_move"], last["pv"][0]);
    let ends: u64 = last["ends"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(Some(ends), last["nodes"].as_u64());
}

#[test]
fn a_mated_side_has_a_negative_mate() {
    let mated_next = "7k/8/6K1/8/8/8/8/R7 b - - 0 1";
    let output = plybench(&["search", mated_next, "--depth", "4", "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["score"], serde_json::json!({"mate": -1, "plies": -2}));
}

#[test]
fn lists_are_complete_and_every_help_has_an_example() {
    let json = |command: &str| -> Value {
        serde_json::from_slice(&plybench(&[command, "--json"]).stdout).unwrap()
    };
    let registry = plybench_engine::techniques::BuiltIn::registry();
    assert_eq!(json("techniques").as_array().unwrap().len(), registry.len());
    assert_eq!(json("variants")[0]["name"], "plain");
    for command in [
        "reproduce",
        "search",
        "variants",
        "techniques",
        "datasets",
        "games",
        "bench",
        "new",
        "run",
        "merge",
        "baseline",
        "check",
        "export",
        "compare",
        "rank",
        "report",
        "dtm",
        "verify",
        "zoo",
        "audit",
        "ab",
        "check-trace",
        "completions",
        "man",
    ] {
        let help = String::from_utf8(plybench(&[command, "--help"]).stdout).unwrap();
        assert!(help.contains(": plybench"), "{command}");
    }
    for action in ["draw", "show", "export"] {
        let help = plybench(&["datasets", action, "--help"]).stdout;
        let help = String::from_utf8(help).unwrap();
        assert!(help.contains("Example: plybench datasets"), "{action}");
    }
}

#[test]
fn the_help_of_run_describes_the_experiment_file() {
    let help = |option| String::from_utf8(plybench(&["run", option]).stdout).unwrap();
    let long = help("--help");
    for says in [
        "purpose = \"",
        "[[ladder]]",
        "dtm = \"oracle\"",
        "plybench new",
        "reports/README.md",
    ] {
        assert!(long.contains(says), "{says}: {long}");
    }
    assert!(long.lines().all(|line| line.chars().count() <= 100));
    assert!(!help("-h").contains("[[ladder]]"));
}

#[test]
fn a_new_experiment_file_runs_as_it_is_and_overwrites_nothing() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let file = at("mine.toml");
    let output = plybench(&["new", &file]);
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(String::from_utf8(output.stdout).unwrap().contains(&file));
    let text = fs::read(&file).unwrap();
    assert_eq!(plybench(&["new", "-"]).stdout, text);
    // Without a name, into the current directory.
    let here = Command::cargo_bin("plybench")
        .unwrap()
        .arg("new")
        .current_dir(home.path())
        .output()
        .unwrap();
    assert!(here.status.success());
    assert_eq!(fs::read(at("experiment.toml")).unwrap(), text);

    let run = plybench(&["run", &file, "--out", &at("run"), "--json"]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && !said.contains("note"), "{said}");
    let told: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((&told["jobs"], &told["kept"]), (&21.into(), &0.into()));
    for command in [&["rank"][..], &["rank", "--steps"], &["report", "--json"]] {
        let output = plybench(&[command, &[&at("run")]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {said}");
    }
    // What the comments give as examples is an experiment too.
    let text = String::from_utf8(text).unwrap();
    let examples: Vec<&str> = text
        .lines()
        // Games cannot stop at a mate, which is another example.
        .filter(|line| !line.starts_with("# against"))
        .map(|line| {
            let bare = line.strip_prefix("# ").unwrap_or(line);
            let is_example = bare.starts_with('[') || bare.contains(" = ");
            if is_example { bare } else { line }
        })
        .collect();
    let examples = plybench::spec::Experiment::parse(&examples.join("\n")).unwrap();
    assert!(examples.stop_at_mate && examples.datasets.len() == 2);
    assert!(examples.published.is_some());

    fails(&["new", &file], 2, "already exists and is not overwritten");
    fails(&["new", &at("")], 2, "is a directory; give a file in it");
    fails(
        &["new", &at("none/x.toml")],
        2,
        "give a file in a directory that exists",
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_fen_needs_no_quotes() {
    let bare = ["8/7K/8/8/8/8/R7/7k", "w", "-", "-", "0", "1"];
    let depth = ["--depth", "3", "--json"];
    let quoted = plybench(&[&["search", KRK][..], &depth].concat());
    assert!(quoted.status.success());
    for arguments in [
        [&["search"][..], &bare, &depth].concat(),
        [&["search"][..], &depth, &bare].concat(),
        // EPD
        [&["search"][..], &bare[..4], &depth].concat(),
    ] {
        assert_eq!(plybench(&arguments).stdout, quoted.stdout, "{arguments:?}");
    }
    let with_table = plybench(&[&["dtm"][..], &bare].concat());
    assert_eq!(with_table.stdout, plybench(&["dtm", KRK]).stdout);
    fails(
        &[&["search"][..], &bare, &["2"], &depth].concat(),
        2,
        "7 fields; a FEN has 6",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_is_exit_code_130_wherever_a_command_is() {
    use std::{
        process::{Command, Stdio},
        thread::sleep,
        time::Duration,
    };
    let home = tempfile::tempdir().unwrap();
    // Nobody writes to it.
    let fifo = home.path().join("fifo");
    Command::new("mkfifo").arg(&fifo).status().unwrap();
    let fifo = fifo.to_str().unwrap();
    for arguments in [
        &["search", KRK, "--depth", "100"][..],
        &["bench", "--pairs", "1000"],
        &["verify"],
        &["dtm", "--epd", fifo],
        &["run", fifo],
        &["check", env!("CARGO_MANIFEST_DIR"), "--baseline", fifo],
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("plybench"))
            .args(arguments)
            .env("PLYBENCH_CACHE", env!("CARGO_TARGET_TMPDIR"))
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let status = format!("/proc/{}/status", child.id());
        let catches_sigint = || {
            let text = fs::read_to_string(&status).unwrap();
            let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            u64::from_str_radix(caught.unwrap().trim(), 16).unwrap() & 2 != 0
        };
        while !catches_sigint() {
            sleep(Duration::from_millis(1));
        }
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
    }
}
