//! The pages of reports: the page over several, and how a page is opened. `tests/pages/` drives a browser through them.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use plybench::user_file;

use super::experiment::{fails, plybench, stderr};

/// A finished run of two variants on the published position.
fn finished(folder: &Path) -> PathBuf {
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 2\n\
         positions = [{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }]\n\
         variants = [{ name = \"off\", base = \"plain\" }, { name = \"on\", base = \"plain\", set = { mate-distance = \"cpw\" } }]\n";
    let file = folder.join("wanted.toml");
    fs::write(&file, text).unwrap();
    let run = folder.join("run");
    let arguments = [
        "run",
        file.to_str().unwrap(),
        "--out",
        run.to_str().unwrap(),
    ];
    assert!(plybench(&arguments).status.success());
    run
}

#[test]
fn the_page_over_reports_lists_their_purpose_and_answer() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path().to_str().unwrap();
    fails(
        &["report", here, "--index"],
        2,
        "has the index.html of a report, or a README.md with **Question.**",
    );
    let run = finished(home.path());
    assert!(
        plybench(&["report", run.to_str().unwrap()])
            .status
            .success()
    );
    // What is not a report's page is passed over.
    fs::create_dir(home.path().join("other")).unwrap();
    fs::write(home.path().join("other/index.html"), "<h1>mine</h1>").unwrap();
    // A page of another command stands beside the reports.
    let tree = home.path().join("tree.html");
    let explore = ["tree", "[[3,12],[2,4]]", "--explore"];
    assert!(
        plybench(&[&explore[..], &[tree.to_str().unwrap()]].concat())
            .status
            .success()
    );
    let output = plybench(&["report", here, "--index", "--json"]);
    assert!(output.status.success());
    let page = fs::read_to_string(home.path().join("index.html")).unwrap();
    assert!(
        page.contains("href=\"./run/index.html\"")
            && page.contains("<p class=\"question\">a test</p>"),
        "{page}"
    );
    assert!(page.contains("href=\"./tree.html\""), "{page}");
    assert!(!page.contains("./other/"), "{page}");
    // What stands beside a page, or without one, is a report if it asks a question; the file has the order.
    let text = "# Mine\n\n**Question.** Does `x` help?\n\n**Answer.** Yes.\n\n![A chart](chart.svg)\n\n```\nplybench run mine\n```\n";
    fs::write(home.path().join("other/README.md"), text).unwrap();
    let order = home.path().join("gallery.toml");
    fs::write(
        &order,
        "[[chapter]]\ntitle = \"First\"\nreports = [\"other\"]\n",
    )
    .unwrap();
    assert!(plybench(&["report", here, "--index"]).status.success());
    let page = fs::read_to_string(home.path().join("index.html")).unwrap();
    let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}: {page}"));
    assert!(
        at("<h2>First</h2>") < at("href=\"./other/README.md\""),
        "{page}"
    );
    assert!(at("href=\"./other/README.md\"") < at("<h2>Others</h2>"));
    assert!(at("<h2>Others</h2>") < at("href=\"./run/index.html\""));
    at("src=\"./other/chart.svg\" alt=\"A chart\"");
    at("<code>plybench run mine</code>");
    // As it is published, a text is a page, and its links to other texts lead to theirs. What was published without definitions links to
    // them once there are some.
    assert!(
        plybench(&["report", here, "--index", "--texts"])
            .status
            .success()
    );
    let terms = "<ul class=\"terms\"><li>A node is a call of the search";
    let read = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    assert!(read("run/index.html").contains(terms));
    let definitions = "# Definitions\n\n[Mine](other/README.md), [elsewhere](../secret.md)\n";
    fs::write(home.path().join("README.md"), definitions).unwrap();
    for _ in 0..2 {
        assert!(
            plybench(&["report", here, "--index", "--texts"])
                .status
                .success()
        );
    }
    let index = read("index.html");
    assert!(index.contains("href=\"./other/README.html\""), "{index}");
    assert!(
        index.contains("href=\"./README.html\">Definitions"),
        "{index}"
    );
    let definitions = read("README.html");
    assert!(definitions.contains("<a href=\"other/README.html\">Mine</a>, elsewhere"));
    assert!(read("other/README.html").contains("<a href=\"../README.html\">"));
    let report = read("run/index.html");
    let links = "<header><p class=\"around\"><a href=\"../index.html\">All reports</a> · <a href=\"../README.html\">Definitions and methods</a></p>";
    assert_eq!(report.matches(links).count(), 1, "{report}");
    assert_eq!(report.matches("All reports").count(), 1);
    // They take the place of its own.
    assert!(!report.contains("class=\"terms\"") && !report.contains("A node is a call"));
    // A page of somebody else's is not replaced.
    fs::write(home.path().join("other/README.html"), "<h1>mine</h1>").unwrap();
    let said = plybench(&["report", here, "--index", "--texts"]);
    assert_eq!(said.status.code(), Some(2), "{}", stderr(&said));
    assert_eq!(read("other/README.html"), "<h1>mine</h1>");
    for (text, problem) in [
        (
            "[[chapter]]\ntitle = \"First\"\nreports = [\"othr\"]\n",
            "no report \"othr\" in",
        ),
        (
            "[[chapter]]\nreports = []\n",
            "gallery.toml: line 1: missing field `title`",
        ),
    ] {
        fs::write(&order, text).unwrap();
        fails(&["report", here, "--index"], 2, problem);
    }
    fs::remove_file(&order).unwrap();
    fs::remove_file(home.path().join("other/README.md")).unwrap();
    assert!(plybench(&["report", here, "--index"]).status.success());
    let page = fs::read_to_string(home.path().join("index.html")).unwrap();
    // Written again it is the same; a page of the user's own stays.
    assert!(plybench(&["report", here, "--index"]).status.success());
    assert_eq!(
        fs::read_to_string(home.path().join("index.html")).unwrap(),
        page
    );
    fs::write(home.path().join("index.html"), "<h1>mine</h1>\n").unwrap();
    fails(
        &["report", here, "--index"],
        2,
        "index.html exists and was not written by",
    );
    fails(
        &["report", "/nowhere", "--index"],
        2,
        "cannot read /nowhere",
    );
    fails(
        &["report", here, "--index", "--out", here],
        2,
        "cannot be used with",
    );
}

#[test]
fn a_page_links_the_records_only_where_they_are() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let out = home.path().join("out");
    let [directory, elsewhere] = [&run, &out].map(|path| path.to_str().unwrap());
    assert!(plybench(&["report", directory]).status.success());
    assert!(
        plybench(&["report", directory, "--out", elsewhere])
            .status
            .success()
    );
    let page = |directory: &Path| fs::read_to_string(directory.join("index.html")).unwrap();
    assert!(page(&run).contains("href=\"./records.jsonl\""));
    assert!(!page(&out).contains("records.jsonl\""));
    assert!(page(&out).contains("href=\"./table.csv\""));
    // Elsewhere it has their checksum instead.
    let records = user_file::sha256(&run.join("records.jsonl")).unwrap();
    assert!(page(&out).contains(&format!("their SHA-256 is {records}.")));
    assert!(!page(&run).contains("SHA-256"));
}

#[test]
fn the_page_is_opened_in_the_users_browser_or_it_is_said_where_it_is() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let programs = home.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let report = |path: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plybench"));
        command.args(["report", run.to_str().unwrap(), "--open"]);
        command.env("PATH", path).output().unwrap()
    };
    let output = report(&programs);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("index.html is written, but no browser could be opened"),
        "{said}"
    );

    let opened = home.path().join("opened");
    let browser = programs.join("xdg-open");
    fs::write(
        &browser,
        format!("#!/bin/sh\necho \"$1\" >{}\n", opened.display()),
    )
    .unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(report(&programs).status.success());
    let wanted = format!("{}\n", run.join("index.html").display());
    let is_opened = || fs::read_to_string(&opened).is_ok_and(|text| text == wanted);
    // The browser is not waited for.
    assert!((0..500).any(|_| {
        thread::sleep(Duration::from_millis(10));
        is_opened()
    }));
}

#[test]
fn charts_are_printed_with_the_width_and_the_title_that_are_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let run = run.to_str().unwrap();
    let out = home.path().join("out");
    let to = out.to_str().unwrap();
    let print = [
        "--chart",
        "ratio-by-depth",
        "--title",
        "My title",
        "--width-mm",
        "100",
    ];
    let report = |more: &[&str]| {
        let arguments = [&["report", run, "--out", to][..], more].concat();
        assert!(plybench(&arguments).status.success(), "{arguments:?}");
    };
    report(&[&print[..], &["--pdf"]].concat());
    let names = |directory: &Path| {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(
        names(&out),
        [
            "ratio-by-depth.pdf",
            "ratio-by-depth.png",
            "ratio-by-depth.svg"
        ]
    );
    let svg = fs::read_to_string(out.join("ratio-by-depth.svg")).unwrap();
    assert!(svg.contains("width=\"100mm\"") && svg.contains("<title>My title</title>"));
    let pdf = fs::read(out.join("ratio-by-depth.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    // 100 mm are 283.46 points.
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/MediaBox [0 0 283.46"), "{text:.600}");
    report(&[&print[..], &["--pdf"]].concat());
    assert_eq!(fs::read(out.join("ratio-by-depth.pdf")).unwrap(), pdf);

    let words = |caption: &str| {
        report(&[&print[..], &["--caption", caption]].concat());
        let svg = fs::read_to_string(out.join("ratio-by-depth.svg")).unwrap();
        let texts = &svg[svg.find("</desc>").unwrap()..];
        ["Points: geometric", "Experiment: "].map(|words| texts.contains(words))
    };
    assert_eq!(words("none"), [false, false]);
    assert_eq!(words("short"), [true, false]);
    assert_eq!(words("full"), [true, true]);

    // A later report without PDF leaves none of an earlier one.
    report(&["--pdf"]);
    assert!(out.join("ratio-by-depth.pdf").exists());
    report(&[]);
    assert!(!out.join("ratio-by-depth.pdf").exists());
    assert!(out.join("ratio-by-depth.svg").exists());

    for (arguments, says) in [
        (
            &["report", run, "--title", "x"][..],
            "were not provided: --chart <NAME>",
        ),
        (
            &["report", run, "--chart", "ratio"],
            "no such chart; did you mean",
        ),
        (
            &["report", run, "--chart", "ratio-by-dtm"],
            "has no chart ratio-by-dtm: no position has a distance to mate",
        ),
        (
            &["report", run, "--width-mm", "nan"],
            "give millimetres from 50 to 1000",
        ),
        (
            &["report", run, "--width-mm", "-5"],
            "give millimetres from 50 to 1000",
        ),
        (
            &["rank", run, "--title", "x"],
            "were not provided: --chart <FILE>",
        ),
        (
            &["rank", run, "--chart", "x.gif"],
            "give a file named .svg, .png or .pdf",
        ),
    ] {
        fails(arguments, 2, says);
    }
}

#[test]
fn a_page_has_the_verdicts_that_stand_beside_its_records() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let run = run.to_str().unwrap();
    let page = || {
        assert!(plybench(&["report", run]).status.success());
        fs::read_to_string(Path::new(run).join("index.html")).unwrap()
    };
    assert!(!page().contains("Is it sound?"));
    let verified = plybench(&[
        "verify",
        "--technique",
        "razoring",
        "--nodes",
        "10000",
        "--json",
    ])
    .stdout;
    fs::write(Path::new(run).join("verify.json"), &verified).unwrap();
    fs::write(
        Path::new(run).join("zoo.json"),
        "{\"mutants\":52,\"killed\":51,\"false_alarms\":0,\"matrix\":[]}",
    )
    .unwrap();
    let written = page();
    let found: serde_json::Value = serde_json::from_slice(&verified).unwrap();
    let cases = found["techniques"][0]["checks"].as_array().unwrap();
    let cases: u64 = cases.iter().map(|one| one["cases"].as_u64().unwrap()).sum();
    assert!(cases > 0 && found["violations"] == 0);
    assert!(written.contains("<a href=\"#verdicts\">Is it sound?</a>"));
    assert!(
        written.contains("<th scope=\"row\">razoring</th>")
            || written.contains("<td>razoring</td>")
    );
    assert!(written.contains("0 violations in "), "{written}");
    assert!(written.contains(">51<"), "{written}");
    fs::write(Path::new(run).join("zoo.json"), "{}").unwrap();
    fails(
        &["report", run],
        2,
        "keep what plybench zoo --json prints there",
    );
}
