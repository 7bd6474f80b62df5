//! What the crates know of each other, beyond what Cargo keeps. What a crate embeds lies inside it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// The project's own crates that a crate is built with, directly or not.
fn built_with(crates: &BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<String> {
    let direct = &crates[name];
    let indirect = direct.iter().flat_map(|other| built_with(crates, other));
    direct.iter().cloned().chain(indirect).collect()
}

/// Cargo refuses circles. What else a crate must not know is listed here.
#[test]
fn crates_know_only_what_they_need() {
    let metadata = MetadataCommand::new().exec().unwrap();
    let dependencies = |package: &Package| -> BTreeSet<String> {
        let normal = package.dependencies.iter();
        let normal = normal.filter(|dependency| dependency.kind == DependencyKind::Normal);
        let names = normal.map(|dependency| dependency.name.clone());
        names.filter(|name| name.starts_with("plybench")).collect()
    };
    let packages = metadata.workspace_packages().into_iter();
    let crates = packages.map(|package| (package.name.to_string(), dependencies(package)));
    let crates: BTreeMap<_, _> = crates.collect();
    for alone in ["engine", "files", "figures", "text"] {
        let others = &crates[&format!("plybench-{alone}")];
        assert!(others.is_empty(), "{alone}: {others:?}");
    }
    let knows = |name: &str, other: &str| {
        built_with(&crates, &format!("plybench-{name}")).contains(&format!("plybench-{other}"))
    };
    // The oracle and the checker judge the search; they must not share more with it than the engine's games.
    for judge in ["oracle", "checker"] {
        for other in ["records", "experiment", "analysis", "report"] {
            assert!(!knows(judge, other), "{judge} knows {other}");
        }
    }
    // What derives numbers from records or renders them never runs a search.
    for reader in ["analysis", "report"] {
        for other in ["checker", "conformance", "experiment", "oracle", "trees"] {
            assert!(!knows(reader, other), "{reader} knows {other}");
        }
        visit(&source_of(reader), &mut |path, text| {
            assert!(!text.contains("Search::"), "{} searches", path.display());
        });
    }
    assert!(!knows("trees", "experiment"));
    visit(&source_of("engine"), &mut |path, text| {
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

/// Two runs of the tests beside each other would destroy each other's files. They share the oracle's tables, which are written whole.
#[test]
fn tests_share_no_folder_but_the_cache_of_the_oracle() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let shared = concat!("env!(\"CARGO_TARGET", "_TMPDIR\")");
    let mut users = 0;
    visit(&tests, &mut |path, text| {
        for line in text.lines().filter(|line| line.contains(shared)) {
            let is_cache = ["PLYBENCH_CACHE", "Oracle::in_folder"]
                .iter()
                .any(|use_of| line.contains(use_of));
            assert!(is_cache, "{}: {line}", path.display());
            users += 1;
        }
    });
    assert!(users > 0);
}

fn source_of(name: &str) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    crates.join(name).join("src")
}

/// The checker would share the search's errors if it used more of the search than positions, moves and evaluations, and
/// the word for what a technique requests. Only the
/// recording knows the search: the steps that stand for its events, the writer of a trace, the observed search, and its summary.
#[test]
fn the_checker_shares_only_positions_moves_and_evaluations_with_the_search() {
    visit(&source_of("checker"), &mut |path, text| {
        let recording = [
            "trace/observed.rs",
            "trace/step.rs",
            "trace/summary.rs",
            "trace/write.rs",
        ];
        if recording.iter().any(|file| path.ends_with(file)) {
            return;
        }
        let modules = text.split("plybench_engine::").skip(1);
        for module in modules {
            let is_shared = ["game::", "eval::", "observe::SubSearchOf;"]
                .iter()
                .any(|shared| module.starts_with(shared));
            assert!(is_shared, "{} uses {:.30}", path.display(), module);
        }
    });
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
    let techniques = source_of("engine").join("techniques");
    let own = ["mod.rs", "registry.rs", &format!("{snake}.rs")].map(|file| techniques.join(file));
    let mut found = 0;
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for home in fs::read_dir(crates).unwrap() {
        let home = home.unwrap().path();
        if home.ends_with("checker") {
            continue;
        }
        visit(&home.join("src"), &mut |path, text| {
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
    assert!(found >= 2, "{found}");
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
