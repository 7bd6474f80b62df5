//! The built-in experiments: each is that of its report, and runs by its name in any folder with the bytes that its file
//! gives.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use assert_cmd::cargo::cargo_bin;
use plybench::spec::{BUILT_IN, BuiltInExperiment, DatasetSource};
use serde_json::Value;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The crate with the built-in experiments and data sets.
fn experiment_crate() -> PathBuf {
    package().join("../experiment")
}

fn reports() -> PathBuf {
    package().join("../../reports")
}

/// Runs the program in a folder, with nothing in its environment.
fn plybench(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin("plybench"));
    command.env_clear().current_dir(folder).args(arguments);
    command.output().unwrap()
}

fn stderr_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a part of an experiment leaves: so few jobs that it takes a second.
fn part(folder: &Path, experiment: &str, out: &Path) -> [Vec<u8>; 2] {
    let out = out.to_str().unwrap();
    let run = ["run", experiment, "--out", out, "--shard", "7/200"];
    let output = plybench(folder, &run);
    assert!(output.status.success(), "{}", stderr_text(&output));
    ["records.jsonl", "positions.jsonl"].map(|name| fs::read(Path::new(out).join(name)).unwrap())
}

/// The names that files of a folder have, without their ending.
fn stems(folder: &Path, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let stems = names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned));
    stems.collect()
}

#[test]
fn every_experiment_of_the_project_is_built_in_and_stands_in_its_report() {
    let built_in: BTreeSet<String> = BUILT_IN.iter().map(|one| one.name.to_owned()).collect();
    assert_eq!(
        built_in,
        stems(&experiment_crate().join("experiments"), ".toml")
    );
    let has_experiment = |name: &String| reports().join(name).join("experiment.toml").is_file();
    let reported = stems(&reports(), "");
    let reported: BTreeSet<String> = reported.into_iter().filter(has_experiment).collect();
    assert_eq!(built_in, reported);
    for one in BUILT_IN {
        let file = reports().join(one.name).join("experiment.toml");
        assert_eq!(one.text, fs::read_to_string(file).unwrap(), "{}", one.name);
        // A path would lead nowhere in another folder.
        let experiment = one.experiment().unwrap();
        let mut sources = experiment.datasets.iter().map(|set| &set.source);
        assert!(
            sources.all(|source| matches!(source, DatasetSource::BuiltIn(_))),
            "{}",
            one.name
        );
    }
}

/// A reader who knows a form from its setting finds it in tables and charts.
#[test]
fn variants_are_named_after_their_form_of_mate_distance_pruning() {
    for one in BUILT_IN {
        let experiment = one.experiment().unwrap();
        for variant in &experiment.variants {
            let options = variant.options().unwrap().search;
            let form = options.techniques.mate_distance.name();
            // A configuration has the form that its name stands for, with more said after it or not; `described-on` is `glass-cpw`.
            let is_configuration =
                variant.name.starts_with(&variant.base) || variant.base == "glass-cpw";
            // Subsets are named after the settings that they have, or that they lack, with the form among them.
            let mut subsets = experiment.subsets.iter();
            let is_subset = subsets.any(|subsets| {
                let mut variants = subsets.variants.iter();
                let has_form = subsets
                    .settings
                    .iter()
                    .any(|setting| setting.contains(form));
                has_form && variants.any(|(_, other)| other.name == variant.name)
            });
            let is_named = variant.name.contains(form) || is_configuration || is_subset;
            assert!(form == "off" || is_named, "{}: {}", one.name, variant.name);
        }
    }
}

#[test]
fn by_name_in_any_folder_it_gives_the_bytes_that_its_file_gives() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("an empty folder");
    fs::create_dir(&folder).unwrap();
    for name in [
        "mdp-forms",
        "mdp-by-distance",
        "mdp-search-axes",
        "uniform-trees",
    ] {
        let here = folder.join(format!("{name}.run"));
        let by_name = part(&folder, name, &here);
        let kept = fs::read_to_string(here.join("experiment.toml")).unwrap();
        assert_eq!(kept, BuiltInExperiment::named(name).unwrap().text);
        let committed = fs::read(reports().join(name).join("positions.jsonl")).unwrap();
        assert!(by_name[1] == committed, "{name}: other positions");
        let file = reports().join(name).join("experiment.toml");
        let by_file = part(&folder, file.to_str().unwrap(), &home.path().join("file"));
        assert!(by_name == by_file, "{name}");
        // The same data sets, named by a relative path.
        let by_path = kept.replace("name = \"krk\"", "file = \"sets/krk.epd\"");
        let by_path = by_path.replace("name = \"mates\"", "file = \"sets/mates.epd\"");
        assert_eq!(by_path != kept, name.starts_with("mdp-"));
        let sets = home.path().join("sets");
        fs::create_dir_all(&sets).unwrap();
        for set in ["krk.epd", "mates.epd"] {
            fs::copy(
                experiment_crate().join("datasets").join(set),
                sets.join(set),
            )
            .unwrap();
        }
        fs::write(home.path().join("mine.toml"), by_path).unwrap();
        let by_path = part(&folder, "../mine.toml", &home.path().join("path"));
        assert!(by_name == by_path, "{name}");
        fs::remove_dir_all(home.path().join("file")).unwrap();
        fs::remove_dir_all(home.path().join("path")).unwrap();
    }
}

#[test]
fn the_run_goes_into_the_current_folder_and_is_resumed_there() {
    let home = tempfile::tempdir().unwrap();
    let run = ["run", "uniform-trees", "--shard", "7/200", "--json"];
    let jobs = |arguments: &[&str]| -> [Value; 2] {
        let output = plybench(home.path(), arguments);
        assert!(output.status.success(), "{}", stderr_text(&output));
        assert!(
            !stderr_text(&output).contains("note"),
            "{}",
            stderr_text(&output)
        );
        let line: Value = serde_json::from_slice(&output.stdout).unwrap();
        ["run", "kept"].map(|key| line[key].clone())
    };
    let first = jobs(&run);
    assert_eq!(first[1], 0);
    let resumed = [Value::from(0), first[0].clone()];
    assert_eq!(jobs(&run), resumed);
    let directory = [&["run", "uniform-trees.run"], &run[2..]].concat();
    assert_eq!(jobs(&directory), resumed);
    // `merge` takes the name too, and finds that jobs are missing.
    let merge = ["merge", "all", "uniform-trees.run", "--experiment"];
    let merged = plybench(home.path(), &[&merge[..], &["uniform-trees"]].concat());
    assert_eq!(merged.status.code(), Some(1), "{}", stderr_text(&merged));
}

#[test]
fn a_file_or_directory_of_the_same_name_comes_first() {
    let home = tempfile::tempdir().unwrap();
    let fails = |name: &str, says: &str| {
        let output = plybench(home.path(), &["run", name, "--dry-run"]);
        let said = stderr_text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says) && said.lines().count() == 1, "{said}");
    };
    fails(
        "mdp-form",
        "did you mean the built-in experiment mdp-forms?",
    );
    fails(
        "mdp-forms.toml",
        "did you mean the built-in experiment mdp-forms?",
    );
    fails("no-such", "or the name of a built-in experiment (`plybench");
    fs::create_dir(home.path().join("mdp-forms")).unwrap();
    fails(
        "mdp-forms",
        "to run the built-in experiment mdp-forms, change to a directory that has nothing",
    );
    fs::write(home.path().join("mdp-forms/experiment.toml"), "").unwrap();
    fails(
        "mdp-forms",
        "give the file in it, mdp-forms/experiment.toml",
    );
    fs::write(home.path().join("krk-mdp"), "").unwrap();
    fails("krk-mdp", "krk-mdp, line 1: purpose is missing");
}

#[test]
fn they_are_listed_and_written_to_be_changed() {
    let home = tempfile::tempdir().unwrap();
    let listed = plybench(home.path(), &["new", "--list", "--json"]);
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    let help = plybench(home.path(), &["run", "--help"]).stdout;
    let help = String::from_utf8(help).unwrap();
    for (listed, one) in listed.as_array().unwrap().iter().zip(BUILT_IN) {
        assert_eq!(listed["name"], one.name);
        assert_eq!(listed["purpose"], one.experiment().unwrap().purpose);
        assert!(help.contains(one.name), "{help}");
        let written = plybench(home.path(), &["new", "-", "--from", one.name]);
        // Its own first comment describes the original.
        let written = String::from_utf8(written.stdout).unwrap();
        let (comment, rest) = written.split_once('\n').unwrap();
        assert!(
            comment.starts_with("# A copy of") && comment.contains(one.name),
            "{comment}"
        );
        assert!(rest.starts_with("\npurpose = ") && one.text.ends_with(rest));
    }
    let written = plybench(home.path(), &["new", "mine.toml", "--from", "mdp-forms"]);
    assert!(written.status.success(), "{}", stderr_text(&written));
    let planned = plybench(home.path(), &["run", "mine.toml", "--dry-run", "--json"]);
    let planned: Value = serde_json::from_slice(&planned.stdout).unwrap();
    assert_eq!(planned["jobs"], 16 * 102);
    for (arguments, says) in [
        (
            &["new", "--from", "mdp-from"][..],
            "unknown built-in experiment \"mdp-from\"; did you mean \"mdp-forms\"? (`plybench new --list`",
        ),
        (&["new", "x.toml", "--list"], "cannot be used with"),
        (&["new", "--json"], "--list"),
    ] {
        let output = plybench(home.path(), arguments);
        let said = stderr_text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says) && said.lines().count() == 1, "{said}");
    }
}
