//! The action for an engine's repository, as far as it runs without GitHub: its steps are those of `action.yml`, in a repository with
//! two revisions.

#![cfg(unix)]

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use yaml_rust2::{Yaml, YamlLoader};

use super::{ab::repository, experiment::stderr};

fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

fn yaml(file: &str) -> Yaml {
    let text = fs::read_to_string(root().join(file)).unwrap();
    YamlLoader::load_from_str(&text).unwrap().remove(0)
}

/// The text of a value with its `${{ inputs.NAME }}` replaced by the inputs; other expressions are GitHub's.
fn filled(text: &str, inputs: &BTreeMap<String, String>) -> String {
    let mut parts = text.split("${{");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |filled, part| {
        let (expression, rest) = part.split_once("}}").unwrap();
        let name = expression.trim().strip_prefix("inputs.");
        let value = name.map_or("", |name| &inputs[name]);
        filled + value + rest
    })
}

/// Runs the step that compares, with these inputs, in the repository.
fn compare(folder: &Path, repository: &Path, given: &[(&str, &str)]) -> Output {
    let action = yaml("action.yml");
    let mut inputs = BTreeMap::new();
    for (name, input) in action["inputs"].as_hash().unwrap() {
        let default = input["default"].as_str().unwrap_or_default();
        inputs.insert(name.as_str().unwrap().to_owned(), default.to_owned());
    }
    for (name, value) in given {
        let known = inputs.insert((*name).to_owned(), (*value).to_owned());
        assert!(known.is_some(), "{name} is no input");
    }
    let steps = action["runs"]["steps"].as_vec().unwrap();
    let named = |name: &str| {
        steps
            .iter()
            .find(|step| step["name"].as_str() == Some(name))
            .unwrap()
    };
    // Not run: it takes minutes. What it builds is the program of these tests.
    let install = named("Build Plybench")["run"].as_str().unwrap();
    assert!(install.contains("--path \"$GITHUB_ACTION_PATH/crates/harness\""));
    let bin = folder.join("plybench/bin");
    fs::create_dir_all(&bin).unwrap();
    let _ = symlink(env!("CARGO_BIN_EXE_plybench"), bin.join("plybench"));
    let step = named("Compare base and head");
    let mut bash = Command::new("bash");
    bash.args([
        "--noprofile",
        "--norc",
        "-eo",
        "pipefail",
        "-c",
        step["run"].as_str().unwrap(),
    ]);
    for (name, value) in step["env"].as_hash().unwrap() {
        bash.env(
            name.as_str().unwrap(),
            filled(value.as_str().unwrap(), &inputs),
        );
    }
    bash.current_dir(repository)
        .env("GITHUB_ACTION_PATH", root())
        .env("GITHUB_STEP_SUMMARY", folder.join("summary.md"))
        .env("RUNNER_TEMP", folder);
    bash.output().unwrap()
}

#[test]
fn the_action_builds_base_and_head_and_writes_the_table() {
    let home = tempfile::tempdir().unwrap();
    let repository = repository(home.path());
    let inputs = [
        ("engine", "bin/engine"),
        ("build", "mkdir bin && cp engine.py bin/engine"),
        ("base", "old"),
        ("head", "new"),
        ("arguments", "--depth 8 --nodes 2000 --jobs 2"),
    ];
    let output = compare(home.path(), &repository, &inputs);
    assert!(output.status.success(), "{}", stderr(&output));
    for file in ["summary.md", "plybench-ab.md"] {
        let table = fs::read_to_string(home.path().join(file)).unwrap();
        assert!(
            table.contains("Only what follows a known mate has changed"),
            "{table}"
        );
    }
    let bound = [&inputs[..], &[("fail-on", "nodes>2%")]].concat();
    let output = compare(home.path(), &repository, &bound);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let bad = [&inputs[..], &[("build", "exit 7")]].concat();
    let output = compare(home.path(), &repository, &bad);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(
        !home.path().join("plybench-ab.md").exists(),
        "of the run before"
    );
}

/// A comment needs what the step before has written, and an input that the workflow gives must be one.
#[test]
fn the_example_workflow_gives_inputs_that_exist() {
    let (action, workflow) = (yaml("action.yml"), yaml(".github/engine-workflow.yml"));
    let steps = workflow["jobs"]["ab"]["steps"].as_vec().unwrap();
    let uses = |step: &&Yaml| {
        step["uses"]
            .as_str()
            .is_some_and(|uses| uses.contains("/plybench@"))
    };
    let with = steps.iter().find(uses).unwrap()["with"].as_hash().unwrap();
    for name in with.keys() {
        assert!(
            !action["inputs"][name.as_str().unwrap()].is_badvalue(),
            "{name:?}"
        );
    }
    let required = action["inputs"].as_hash().unwrap().iter();
    for (name, _) in required.filter(|(_, input)| input["required"].as_bool() == Some(true)) {
        assert!(with.contains_key(name), "{name:?}");
    }
}
