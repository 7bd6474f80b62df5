//! `plybench datasets`: what it lists, writes and draws, and the positions of a user's own file.

use std::{fs, path::Path, process::Output};

use super::{
    datasets::{built_in, folder, oracle},
    experiment::{command, plybench},
};
use plybench::dataset::BUILT_IN;

#[test]
fn all_are_written_with_their_provenance_and_changed_files_stay() {
    let home = tempfile::tempdir().unwrap();
    let export = |arguments: &[&str]| {
        let mut command = command(&["datasets", "export"]);
        let command = command.env_clear().current_dir(home.path());
        let output = command.args(arguments).output();
        let output = output.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    assert_eq!(export(&[]), (Some(0), String::new()));
    // The second time they are there already.
    assert_eq!(export(&["datasets"]), (Some(0), String::new()));
    let written = home.path().join("datasets");
    let mut there = 0;
    for entry in fs::read_dir(&written).unwrap() {
        let name = entry.unwrap().file_name();
        let bytes = |folder: &Path| fs::read(folder.join(&name)).unwrap();
        assert_eq!(bytes(&written), bytes(&folder()), "{name:?}");
        there += 1;
    }
    assert_eq!(there, BUILT_IN.len() + 1);
    // Its first line is as it was.
    let mates = written.join("mates.epd");
    let changed = built_in("mates").text.to_owned() + "# mine\n";
    fs::write(&mates, &changed).unwrap();
    fs::remove_file(written.join("krk.epd")).unwrap();
    let (code, said) = export(&[]);
    assert_eq!((code, said.lines().count()), (Some(2), 1), "{said}");
    let says = "mates.epd exists and was not written by this command; move it away";
    assert!(said.contains(says), "{said}");
    assert_eq!(fs::read_to_string(&mates).unwrap(), changed);
    assert!(!written.join("krk.epd").exists());
    let (code, said) = export(&["datasets/mates.epd/below"]);
    assert_eq!((code, said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains("give another directory"), "{said}");
}

#[test]
fn the_command_lists_prints_and_refuses() {
    let listed = plybench(&["datasets", "--json"]);
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), BUILT_IN.len());
    assert_eq!(listed[0]["file"], "krk.epd");
    assert_eq!(listed[0]["positions"], 64);
    let shown = plybench(&["datasets", "show", "mates.epd"]);
    assert_eq!(shown.stdout, built_in("mates").text.as_bytes());
    let directory = tempfile::tempdir().unwrap();
    let blocked = directory.path().to_str().unwrap();
    let draw = ["datasets", "draw"];
    for (arguments, code, says) in [
        (&["datasets", "show", "mate"][..], 2, "\"mates\""),
        (
            &[&draw[..], &["KXK", "--per-distance", "1"]].concat(),
            2,
            "KXK",
        ),
        (
            &[&draw[..], &["KRBKR", "--per-distance", "1"]].concat(),
            2,
            "four men",
        ),
        (
            &[&draw[..], &["KNK", "--per-distance", "1"]].concat(),
            2,
            "no position of KNK",
        ),
        (
            &[&draw[..], &["KRK", "--per-distance", "0"]].concat(),
            2,
            "1 or more",
        ),
        (
            &[&draw[..], &["KRK", "--per-distance", "-1"]].concat(),
            2,
            "1 or more",
        ),
        (&[&draw[..], &["KRK"]].concat(), 2, "--per-distance"),
        (
            &[&draw[..], &["KRK", "--per-distance", "1", "--out", blocked]].concat(),
            2,
            "is a directory; give the name of a file",
        ),
    ] {
        let output = plybench(arguments);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
        let said = stderr.lines().filter(|line| !line.ends_with(": built"));
        assert_eq!(said.count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.contains(says), "{arguments:?}: {stderr}");
    }
}

/// An experiment on a file of the user's own, and what a run of it says.
fn run_own(home: &Path, epd: &str, keys: &str) -> Output {
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 2\n\
         variants = [{{ name = \"a\", base = \"plain\" }}, {{ name = \"b\", base = \"glass\" }}]\n\
         [[datasets]]\nfile = \"own.epd\"\n{keys}\n"
    );
    fs::write(home.join("own.epd"), epd).unwrap();
    let file = home.join("own.toml");
    fs::write(&file, text).unwrap();
    let out = home.join("run");
    let _ = fs::remove_dir_all(&out);
    plybench(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ])
}

#[test]
fn the_oracle_gives_the_distances_of_a_users_own_positions() {
    let home = tempfile::tempdir().unwrap();
    let epd = "8/7K/8/8/8/8/R7/7k w - - id \"eight\";\n\
               8/8/8/8/8/2K5/7R/k7 w - - bm #3; id \"two\";\n\
               7k/8/6K1/8/8/8/8/R7 b - - id \"mated\";\n\
               8/8/8/8/8/8/1k6/R6K b - - id \"draw\";\n\
               4k3/8/8/8/8/8/3PP3/R3K3 w - - id \"five\";\n";
    let run = |keys: &str| {
        let output = run_own(home.path(), epd, keys);
        let said = String::from_utf8(output.stderr).unwrap();
        let kept = fs::read_to_string(home.path().join("run/positions.jsonl"));
        (output.status.code(), said, kept.unwrap_or_default())
    };
    let known =
        |kept: &str| kept.matches("\"dtm\":").count() - kept.matches("\"dtm\":null").count();
    // By the file's own claims there is one.
    let (code, _, kept) = run("");
    assert_eq!((code, known(&kept)), (Some(0), 1), "{kept}");
    let (code, said, _) = run("dtm = \"oracle\"");
    assert_eq!(code, Some(2), "{said}");
    let says =
        "own.epd:5: 5 men on the board; the tables end at 4, kings included; give men-at-most = 4";
    assert!(
        said.contains(says) && said.contains("own.toml, line 7"),
        "{said}"
    );

    let (code, said, kept) = run("dtm = \"oracle\"\nmen-at-most = 4");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("own.epd:2: claims mate in 3, but the oracle finds mate in 2, which is used"),
        "{said}"
    );
    for (name, dtm) in [("eight", "8"), ("two", "2"), ("mated", "-1")] {
        let line = kept.lines().find(|line| line.contains(name)).unwrap();
        assert!(line.contains(&format!("\"dtm\":{dtm}")), "{line}");
    }
    assert_eq!(known(&kept), 3, "{kept}");
    let directory = home.path().join("run");
    let by = plybench(&[
        "compare",
        directory.to_str().unwrap(),
        "a",
        "b",
        "--by",
        "dtm",
        "--format",
        "csv",
    ]);
    let csv = String::from_utf8(by.stdout).unwrap();
    let groups: Vec<&str> = csv
        .lines()
        .filter_map(|row| row.split(',').next())
        .collect();
    assert_eq!(groups, ["dtm", "-1", "2", "8", "none"], "{csv}");

    // The other filters, in the order in which they apply.
    let ids = |keys: &str| {
        let (_, said, kept) = run(keys);
        let ids = ["eight", "two", "mated", "draw", "five"].into_iter();
        let kept: Vec<&str> = ids
            .filter(|id| kept.contains(&format!("\"{id}\"")))
            .collect();
        (kept.join(" "), said)
    };
    for (keys, wanted) in [
        ("men-at-least = 4", "five"),
        (
            "dtm = \"oracle\"\nmen-at-most = 4\nmate-at-least = 2",
            "eight two",
        ),
        ("ids = [\"draw\", \"two\"]", "two draw"),
        (
            "ids = [\"draw\", \"two\", \"five\"]\nskip = 1\ntake = 1",
            "draw",
        ),
        ("skip = 4", "five"),
    ] {
        assert_eq!(ids(keys).0, wanted, "{keys}");
    }
    for (keys, says) in [
        (
            "ids = [\"two\", \"eigth\"]",
            "own.epd has no position with the id \"eigth\"; did you mean \"eight\"?",
        ),
        (
            "skip = 5",
            "own.epd: the filters leave none of 5 positions; relax skip",
        ),
    ] {
        assert!(ids(keys).1.contains(says), "{}", ids(keys).1);
    }

    // The filter takes the oracle's distances.
    let (_, _, kept) = run("dtm = \"oracle\"\nmen-at-most = 4\nmate-at-most = 2");
    assert_eq!(
        kept.lines().filter(|line| line.contains("\"fen\"")).count(),
        2,
        "{kept}"
    );

    // A table that cannot be kept is no fault of the user's file.
    let file = home.path().join("own.toml");
    let output = command(&["run", file.to_str().unwrap(), "--dry-run"])
        .env("PLYBENCH_CACHE", home.path().join("own.epd"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("PLYBENCH_CACHE"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_drawing_is_replaced_whole() {
    drop(oracle());
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("own.epd");
    let draw = |seed: &str| {
        let out = file.to_str().unwrap();
        plybench(&[
            "datasets",
            "draw",
            "KRK",
            "--per-distance",
            "20",
            "--seed",
            seed,
            "--out",
            out,
        ])
    };
    assert!(draw("1").status.success());
    let first = fs::read_to_string(&file).unwrap();
    assert!(draw("2").status.success());
    let second = fs::read_to_string(&file).unwrap();
    assert_ne!(first, second);
    // A process that is ended while it writes leaves what was there.
    let killed = std::process::Command::new("bash")
        .args([
            "-c",
            "ulimit -f 1; exec \"$0\" datasets draw KRK --per-distance 20 --out \"$1\"",
        ])
        .arg(assert_cmd::cargo::cargo_bin("plybench"))
        .arg(&file)
        .env("PLYBENCH_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    assert!(!killed.status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), second);
    // And a torn one, however it came to be, is not believed.
    fs::write(&file, &second[..second.len() / 2]).unwrap();
    let output = plybench(&["dtm", "--epd", file.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), output.stdout),
        (Some(2), vec![]),
        "{said}"
    );
    assert!(said.contains("it was cut short or changed"), "{said}");
}
