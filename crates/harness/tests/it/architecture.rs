//! Dependencies point one way: between the crates, and along the harness's pipeline. What a crate embeds lies inside it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

use cargo_metadata::{MetadataCommand, Package};

#[test]
fn the_engine_depends_on_no_other_crate_of_the_workspace_and_does_no_io() {
    let metadata = MetadataCommand::new().exec().unwrap();
    let packages = metadata.workspace_packages();
    for package in &packages {
        let is_inside = |name: &str| packages.iter().any(|other| other.name.as_str() == name);
        let inside: Vec<&str> = package
            .dependencies
            .iter()
            .map(|dependency| dependency.name.as_str())
            .filter(|name| is_inside(name))
            .collect();
        match package.name.as_str() {
            "plybench-engine" => assert!(inside.is_empty(), "{inside:?}"),
            "plybench-oracle" | "plybench-checker" => assert_eq!(inside, ["plybench-engine"]),
            "plybench" => assert_eq!(
                inside,
                ["plybench-checker", "plybench-engine", "plybench-oracle"]
            ),
            // It measures what the others cost.
            "plybench-cost" => {}
            other => panic!("give {other} its place in the order of the crates"),
        }
    }
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    visit(&engine, &mut |path, text| {
        for word in [
            "std::fs",
            "std::io",
            "std::net",
            "std::thread",
            "std::time",
            "println!",
        ] {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    });
}

/// The checker would share the search's errors if it used more of the search than positions, moves and evaluations. Only the
/// recording of a trace and its summary know the search.
#[test]
fn the_checker_shares_only_positions_moves_and_evaluations_with_the_search() {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checker/src");
    visit(&checker, &mut |path, text| {
        if path.ends_with("trace/write.rs") || path.ends_with("trace/summary.rs") {
            return;
        }
        let modules = text.split("plybench_engine::").skip(1);
        for module in modules {
            let is_shared = ["game::", "eval::"]
                .iter()
                .any(|shared| module.starts_with(shared));
            assert!(is_shared, "{} uses {:.30}", path.display(), module);
        }
    });
}

/// Each stage of the pipeline with the stages that it may use.
const STAGES: [(&str, &[&str]); 15] = [
    ("store", &[]),
    ("spec", &["store"]),
    ("games", &["dataset", "spec"]),
    ("searcher", &["games", "spec", "store", "uci"]),
    ("play", &["dataset", "games", "searcher", "spec", "store"]),
    (
        "plan",
        &["spec", "dataset", "play", "searcher", "store", "uci"],
    ),
    ("run", &["plan", "play", "searcher", "store"]),
    ("analysis", &["games", "store"]),
    ("report", &["analysis"]),
    ("dataset", &["spec"]),
    ("mate", &["games", "spec", "searcher"]),
    ("verify", &["spec", "searcher"]),
    ("explorer", &["report", "spec", "tree"]),
    ("tree", &["report", "searcher", "spec", "store"]),
    ("zoo", &["spec", "store", "searcher", "verify", "analysis"]),
];

#[test]
fn the_harness_uses_its_stages_in_order() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (stage, allowed) in STAGES {
        visit(&source.join(stage), &mut |path, text| {
            for (other, _) in STAGES.iter().filter(|(other, _)| *other != stage) {
                let nested = format!("{other}::");
                let uses = text.contains(&format!("crate::{other}"))
                    || text
                        .lines()
                        .any(|line| line.trim_start().starts_with(&nested));
                assert!(
                    !uses || allowed.contains(other),
                    "{} uses {other}",
                    path.display()
                );
            }
            let derives = ["analysis", "report"].contains(&stage);
            assert!(
                !(derives && text.contains("Search::")),
                "{} searches",
                path.display()
            );
        });
    }
}

#[test]
fn the_command_line_has_no_threads_locks_or_journals() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    visit(&source, &mut |path, text| {
        for word in ["thread::", "Mutex", "Condvar", "Journal", "lock_directory("] {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    });
}

/// The files that a package is published with.
fn published(package: &Package) -> BTreeSet<PathBuf> {
    let list = ["package", "--list", "--allow-dirty", "--package"];
    let output = Command::new(env!("CARGO"))
        .args(list)
        .arg(package.name.as_str())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let files = String::from_utf8(output.stdout).unwrap();
    files.lines().map(PathBuf::from).collect()
}

/// The files that a source file embeds, by their paths in the package; `..` stays where a path leads out of it.
fn embedded(source: &Path, text: &str) -> Vec<PathBuf> {
    let calls = text.split("include_str!(").skip(1);
    let calls = calls.chain(text.split("include_bytes!(").skip(1));
    let path = |call: &str| {
        let named = call.trim_start().strip_prefix('"');
        let named = named.unwrap_or_else(|| panic!("{}: {call:.20}", source.display()));
        let mut inside = source.parent().unwrap().to_owned();
        for component in Path::new(named.split('"').next().unwrap()).components() {
            match component {
                Component::ParentDir if inside.file_name().is_some() => drop(inside.pop()),
                other => inside.push(other),
            }
        }
        inside
    };
    calls.map(path).collect()
}

#[test]
fn what_a_package_embeds_is_published_with_it() {
    assert_eq!(
        embedded(
            Path::new("src/a/b.rs"),
            "include_str!(\"../../../../x.epd\")"
        ),
        [Path::new("../../x.epd")]
    );
    let metadata = MetadataCommand::new().exec().unwrap();
    let mut found = 0;
    let is_published = |package: &&Package| package.publish.as_deref() != Some(&[]);
    for package in metadata
        .workspace_packages()
        .into_iter()
        .filter(is_published)
    {
        let published = published(package);
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(
                published.contains(Path::new(file)),
                "{}: {file}",
                package.name
            );
        }
        let home = package.manifest_path.parent().unwrap().as_std_path();
        visit(&home.join("src"), &mut |path, text| {
            let source = path.strip_prefix(home).unwrap();
            for file in embedded(source, text) {
                found += 1;
                assert!(
                    published.contains(&file),
                    "{} embeds {}, which is not in the package {}",
                    path.display(),
                    file.display(),
                    package.name
                );
            }
        });
    }
    assert!(found > 20, "{found}");
}

/// To add a technique takes its file, its `mod` line, and its line in the registry; everything else enumerates.
#[test]
fn the_newest_technique_is_named_in_its_file_and_the_registry_alone() {
    let registry = plybench_engine::techniques::BuiltIn::registry();
    let newest = registry.last().unwrap().info.name;
    let [snake, camel] = [
        newest.replace('-', "_"),
        newest
            .split('-')
            .map(|word| word[..1].to_uppercase() + &word[1..])
            .collect(),
    ];
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    let techniques = engine.join("techniques");
    let own = ["mod.rs", "registry.rs", &format!("{snake}.rs")].map(|file| techniques.join(file));
    let mut found = 0;
    for source in [engine, Path::new(env!("CARGO_MANIFEST_DIR")).join("src")] {
        visit(&source, &mut |path, text| {
            let is_free = ["variants", "zoo"]
                .iter()
                .any(|folder| path.parent().unwrap().ends_with(folder));
            let names = [newest, &snake, &camel]
                .iter()
                .any(|name| text.contains(*name));
            found += usize::from(names);
            assert!(
                !names || is_free || own.contains(&path.to_owned()),
                "{} names {newest}",
                path.display()
            );
        });
    }
    assert!(found >= 3, "{found}");
}

fn visit(directory: &Path, look: &mut impl FnMut(&Path, &str)) {
    let mut seen = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, look);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            look(&path, &fs::read_to_string(&path).unwrap());
        }
        seen += 1;
    }
    assert!(seen > 0, "{} is empty", directory.display());
}
