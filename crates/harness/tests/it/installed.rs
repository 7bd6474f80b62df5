//! What an installed program brings for its shell and its manual.

use std::{collections::BTreeSet, fs, process::Command};

use super::experiment::{fails, plybench};
use assert_cmd::cargo::cargo_bin;

/// The subcommands with those below them, as they are given.
fn subcommands() -> Vec<String> {
    let mut found = Vec::new();
    for top in plybench::cli::command().get_subcommands() {
        found.push(top.get_name().to_owned());
        let below = top.get_subcommands();
        found.extend(below.map(|below| format!("{} {}", top.get_name(), below.get_name())));
    }
    found
}

#[test]
fn every_shell_has_a_script_with_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = String::from_utf8(plybench(&["completions", shell]).stdout).unwrap();
        for subcommand in subcommands() {
            let last = subcommand.rsplit(' ').next().unwrap();
            assert!(script.contains(last), "{shell}: {subcommand}");
        }
        assert!(script.contains("per-distance"), "{shell}");
    }
    fails(
        &["completions", "tcsh"],
        2,
        "[possible values: bash, elvish, fish, powershell, zsh]",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes() {
    let completes = |words: &str, to: &[&str]| {
        let line = format!(
            "source <(\"$0\" completions bash); COMP_WORDS=(plybench {words}); \
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _plybench plybench \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let mut command = Command::new("bash");
        let command = command.args(["--norc", "-c", &line]);
        let output = command.arg(cargo_bin("plybench")).output().unwrap();
        let found = String::from_utf8_lossy(&output.stdout);
        let found: Vec<&str> = found.split_whitespace().collect();
        assert_eq!(found, to, "{words}: {output:?}");
    };
    completes("reprod", &["reproduce"]);
    completes("datasets ex", &["export"]);
    completes("run --dr", &["--dry-run"]);
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let home = tempfile::tempdir().unwrap();
    let man = home.path().join("man1");
    let arguments = ["man", man.to_str().unwrap()];
    // The second time the pages are those of the command itself.
    for _ in 0..2 {
        assert!(plybench(&arguments).status.success());
    }
    let entries = fs::read_dir(&man).unwrap();
    let written: BTreeSet<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let below = subcommands();
    let below = below
        .iter()
        .map(|subcommand| format!("plybench-{}.1", subcommand.replace(' ', "-")));
    let wanted: BTreeSet<String> = below.chain(["plybench.1".to_owned()]).collect();
    assert_eq!(written, wanted);
    let page = fs::read_to_string(man.join("plybench-run.1")).unwrap();
    // Keys and what they are keep their columns, and what was wrapped is filled.
    let notes = &page[page.find(".SH NOTES").unwrap()..];
    let keys = notes.find("purpose = ").unwrap();
    assert!(
        notes[..keys].ends_with(".PP\n.nf\n  "),
        "{}",
        &notes[..keys]
    );
    assert!(notes.starts_with(".SH NOTES\n.PP\n.nf\nExamples: plybench run "));
    assert!(notes.contains(".PP\nBuilt\\-in experiments: krk\\-mdp,"));
    assert!(
        page.contains(".TH plybench-run 1 \"\" \"plybench 0"),
        "{page}"
    );
    let mine = man.join("plybench-run.1");
    fs::write(&mine, "mine").unwrap();
    fails(
        &arguments,
        2,
        "plybench-run.1 exists and was not written by this command; move it away, or give another directory",
    );
    assert_eq!(fs::read_to_string(mine).unwrap(), "mine");
}
