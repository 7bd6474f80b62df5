//! Figures that people wrote into the documents, held to the tables that the commands wrote. A table that is made anew with other
//! numbers fails here until the prose is right again.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use plybench_conformance::zoo;
use serde_json::Value;

use super::experiment;

/// A file of the project.
fn text(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join(file));
    text.unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The rows of a report's tables, in Markdown or CSV.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = text(&format!("reports/{file}"));
    let cells = |line: &str, parts: &str| -> Vec<String> {
        let cells = line.split(parts).map(str::trim);
        cells.map(str::to_owned).collect()
    };
    if file.ends_with(".csv") {
        return text.lines().map(|line| cells(line, ",")).collect();
    }
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    rows.map(|row| cells(row, "|")).collect()
}

/// The row of a report's table that begins with this cell.
fn row(file: &str, key: &str) -> Vec<String> {
    let found = rows(file).into_iter().find(|row| row[0] == key);
    found.unwrap_or_else(|| panic!("{file} has no row {key:?}"))
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("{cell:?}"))
}

fn says(document: &str, phrase: &str) {
    says_any(document, &[phrase.to_owned()]);
}

fn says_any(document: &str, phrases: &[String]) {
    // Lines are broken anywhere.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(&text(document));
    assert!(
        phrases.iter().any(|phrase| text.contains(&words(phrase))),
        "{document} should say: {phrases:?}"
    );
}

/// Asserts that a paragraph of the document has all these figures, in whatever words.
fn has_figures(document: &str, figures: &[&str]) {
    let text = text(document);
    // A figure that is part of a longer one is another figure.
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let has = |paragraph: &str, figure: &str| {
        let mut found = paragraph.match_indices(figure);
        found.any(|(at, _)| {
            let (before, after) = (&paragraph[..at], &paragraph[at + figure.len()..]);
            !before.ends_with(is_part)
                && !after.starts_with(|c: char| c.is_ascii_digit())
                && !after.get(..2).is_some_and(|next| {
                    next.starts_with(is_part) && next.ends_with(|c: char| c.is_ascii_digit())
                })
        })
    };
    let mut paragraphs = text.split("\n\n");
    assert!(
        paragraphs.any(|paragraph| figures.iter().all(|figure| has(paragraph, figure))),
        "no paragraph of {document} has all of {figures:?}"
    );
}

/// A share in percent, to two digits; close to the whole to one place.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        ..10.0 => format!("{percent:.1}"),
        99.5..99.95 => format!("{percent:.1}"),
        _ => format!("{percent:.0}"),
    }
}

/// A ratio with its interval, of a row that has both from a column on.
fn with_interval(row: &[String], at: usize) -> String {
    let [ratio, low, high] = [0, 1, 2].map(|step| percent(number(&row[at + step])));
    format!("{ratio} % ({low} to {high})")
}

#[test]
fn what_forms_save_is_what_the_report_found() {
    for form in ["stockfish", "cpw", "check-aware", "fruit"] {
        let proven = row(&format!("mdp-forms/proof-{form}.md"), "until proven");
        let all = row("mdp-forms/table.csv", &format!("form/mate-distance={form}"));
        let stops = with_interval(&proven, 2);
        let goes_on = with_interval(&all, 2);
        let total = format!("{:.0} %", 100.0 * number(&all[5]));
        says("README.md", &format!("| {stops} | {goes_on} | {total} |"));
        // The table has three digits, and may stand between two percentages.
        let percentages = [-0.0005, 0.0005].map(|error| {
            let total_if_it_stops = 100.0 * (number(&proven[5]) + error);
            format!("| {stops} | {total_if_it_stops:.0} % | {goes_on} | {total} |")
        });
        says_any("reports/mdp-forms/README.md", &percentages);
    }
    for (file, key) in [
        ("rank-against-stockfish.md", "form/mate-distance=fruit"),
        ("proof-fruit-against-stockfish.md", "until proven"),
    ] {
        let [ratio, low, high] =
            [2, 3, 4].map(|at| row(&format!("mdp-forms/{file}"), key)[at].clone());
        let fewer = |cell: &str| format!("{:.1}", 100.0 * (1.0 - number(cell)));
        let (least, most) = (fewer(&high), fewer(&low));
        has_figures("README.md", &[&fewer(&ratio), &least, &most]);
        has_figures("reports/mdp-forms/README.md", &[&ratio, &low, &high]);
    }
}

#[test]
fn published_numbers_have_a_source_and_a_place() {
    let text = text("reports/published.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut numbers = 0;
    for row in reader.records() {
        let row = row.unwrap();
        assert!(row.iter().all(|cell| !cell.is_empty()), "{row:?}");
        let document = format!("reports/{}/README.md", &row[0]);
        // With a word that stands beside it in the report.
        let word = match &row[0] {
            "ordering" => "mACE",
            "techniques" => row[1].rsplit("without ").next().unwrap(),
            _ => "minimal tree",
        };
        has_figures(&document, &[&row[2], word]);
        numbers += 1;
    }
    assert_eq!(numbers, 11);
}

#[test]
fn the_first_table_is_the_one_that_was_made() {
    let thousands = |cell: &str| {
        let digits = cell.as_bytes().rchunks(3).rev();
        let groups: Vec<_> = digits.map(String::from_utf8_lossy).collect();
        groups.join(",")
    };
    let three = |cell: &str| format!("{:.3}", number(cell));
    let head = rows("krk-mdp/table.csv").swap_remove(0);
    for depth in 15..=20 {
        let made = row("krk-mdp/table.csv", &depth.to_string());
        let cell =
            |name: &str| made[head.iter().position(|column| column == name).unwrap()].as_str();
        let score = cell("score_off");
        assert_eq!(score, cell("score_test_only"));
        let (off, on) = (
            thousands(cell("nodes_to_pv_off")),
            thousands(cell("nodes_to_pv_test_only")),
        );
        let [ratio, published, low, high] =
            ["ratio_to_pv", "published_ratio", "seeds_low", "seeds_high"]
                .map(|name| three(cell(name)));
        says(
            "README.md",
            &format!(
                "| {depth} | {score} | {off} | {on} | {ratio} | {published} | {low} to {high} |"
            ),
        );
    }
}

#[test]
fn seeds_are_told_as_they_were_counted() {
    let head = rows("krk-mdp-seeds/band.csv").swap_remove(0);
    for depth in 16..=20 {
        let made = row("krk-mdp-seeds/band.csv", &depth.to_string());
        let cell =
            |name: &str| number(&made[head.iter().position(|column| column == name).unwrap()]);
        let [low, median, high, published, chosen] =
            ["low", "median", "high", "published", "chosen"]
                .map(|name| format!("{:.3}", cell(name)));
        let share = |name: &str| {
            let below = cell(&format!("below_{name}")) + cell(&format!("at_{name}")) / 2.0;
            format!("{:.0} %", 100.0 * below / cell("seeds"))
        };
        let (below_published, below_chosen) = (share("published"), share("chosen"));
        says(
            "reports/krk-mdp-seeds/README.md",
            &format!(
                "| {depth} | {low} | {median} | {high} | {published} | {below_published} | {chosen} | {below_chosen} |"
            ),
        );
        if depth == 20 {
            has_figures("README.md", &[&median, &below_published, &published]);
        }
    }
}

#[test]
fn savings_beyond_the_mate_are_those_of_the_tables() {
    for beyond in [-2, -1, 0, 1, 2, 3, 4, 5, 6, 8] {
        let forms = ["stockfish", "cpw", "check-aware", "fruit"].map(|form| {
            row(
                &format!("mdp-by-distance/beyond-{form}.md"),
                &beyond.to_string(),
            )
        });
        let positions = &forms[0][1];
        assert!(forms.iter().all(|row| row[1] == *positions));
        let ratios = forms.each_ref().map(|row| row[2].as_str());
        says(
            "reports/mdp-by-distance/README.md",
            &format!("| {beyond} | {positions} | {} |", ratios.join(" | ")),
        );
    }
}

#[test]
fn engines_beyond_a_mate_are_as_their_tables_say() {
    let page = "reports/engines-beyond-mate/README.md";
    let names = ["off", "cpw", "Stockfish", "Glaurung", "Ethereal"];
    let beyond = |plies: i32| {
        names.map(|name| {
            let file = format!("engines-beyond-mate/beyond-{name}.md");
            row(&file, &plies.to_string())
        })
    };
    for plies in [0, 1, 2, 3, 4, 6, 8] {
        let made = beyond(plies);
        assert!(made[1..].iter().all(|row| row[1] == "56"));
        let ratios = made.each_ref().map(|row| row[2].as_str());
        says(
            page,
            &format!("| {plies} | {} | {} |", made[0][1], ratios.join(" | ")),
        );
    }
    let (first, last) = (beyond(0), beyond(8));
    for (variant, name) in [
        (2, "Stockfish 15.1"),
        (3, "Glaurung 2.2"),
        (4, "Ethereal 12.00"),
    ] {
        let [from, to] = [&first, &last].map(|made| made[variant][2].clone());
        has_figures(page, &[name, &from, &to]);
    }
    has_figures(page, &[&first[0][2], &last[0][2]]);
    let proof = |name: &str| {
        let file = format!("engines-beyond-mate/proof-{name}.md");
        row(&file, "until proven")
    };
    let proofs = ["Ethereal", "Stockfish", "Glaurung", "off"].map(proof);
    has_figures(page, &proofs.each_ref().map(|row| row[1].as_str()));
    let [_, stockfish, glaurung, _] = &proofs;
    has_figures(page, &[&stockfish[2], &stockfish[3], &stockfish[4]]);
    has_figures(page, &[&glaurung[2]]);
}

#[test]
fn what_is_solved_of_collections_is_as_their_tables_say() {
    for report in ["wac", "iq4-eet"] {
        let solved = rows(&format!("{report}/solved.csv"));
        let column = |name: &str| solved[0].iter().position(|key| key == name).unwrap();
        let [variant, category, found, depth] =
            ["variant", "category", "solved", "depth"].map(column);
        let [search, evaluation, gained, lost] =
            ["search", "evaluation", "gained", "lost"].map(column);
        for row in &solved[1..] {
            let name = match row[category].as_str() {
                "all" => row[variant].clone(),
                part => format!("{}, {part}", row[variant]),
            };
            let versus = [gained, lost].map(|at| match row[at].as_str() {
                "" => "-",
                count => count,
            });
            let cells = [
                &name,
                &row[found],
                &*format!("{:.1}", number(&row[depth])),
                &row[search],
                &row[evaluation],
                versus[0],
                versus[1],
            ];
            says(
                &format!("reports/{report}/README.md"),
                &format!("| {} |", cells.join(" | ")),
            );
        }
    }
}

#[test]
fn the_zoo_is_as_large_as_is_told() {
    let matrix = text("reports/zoo/matrix.md");
    let counts: Vec<&str> = matrix
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .collect();
    let [killed, mutants, alarms, sound, ..] = counts[..] else {
        panic!("{counts:?}")
    };
    assert_eq!((killed, alarms), (mutants, "0"));
    has_figures("README.md", &[mutants, sound]);
}

/// A regret with its interval, which it has if it is not 0 everywhere.
fn regret(row: &[String], at: usize) -> String {
    if row[at + 1].is_empty() {
        return "0".to_owned();
    }
    let [mean, low, high] = [0, 1, 2].map(|step| match number(&row[at + step]) {
        0.0 => "0".to_owned(),
        regret => format!("{regret:.1}"),
    });
    format!("{mean} ({low} to {high})")
}

#[test]
fn what_techniques_save_and_cost_is_as_their_tables_say() {
    let all = rows("techniques/saving-and-cost.csv");
    let column = |name: &str| all[0].iter().position(|key| key == name).unwrap();
    let [ratio, cost, lost, solved] = ["ratio", "regret", "mates_lost", "solved"].map(column);
    let of = |variant: &str| {
        let mut rows = all.iter();
        rows.find(|row| row[0] == variant && row[1] == "all")
    };
    let times = |variant: &str, whole: &str| {
        let [part, whole] = [variant, whole].map(|name| number(&of(name).unwrap()[ratio]));
        format!("× {:.2}", part / whole)
    };
    let alone = all.iter().filter(|row| row[1] == "all");
    let alone = alone.filter_map(|row| Some((row[0].strip_prefix("ordered/")?, row)));
    let alone = alone.filter(|(name, _)| !name.starts_with('-') && *name != "all");
    let (mut techniques, mut in_readme) = (0, 0);
    for (setting, row) in alone {
        let name = setting.split('=').next().unwrap();
        let [mean, low, high] = [0, 1, 2].map(|step| match number(&row[ratio + step]) {
            share @ ..1.0 => format!("{share:.3}"),
            times => format!("{times:.2}"),
        });
        let left = format!("{mean} ({low} to {high})");
        let regret = regret(row, cost);
        let without = times(&format!("ordered/-{setting}"), "ordered/all");
        let modern = format!("modern/-{name}");
        let of_modern = match of(&modern) {
            Some(_) => times(&modern, "modern/all"),
            None => "-".to_owned(),
        };
        let (lost, solved) = (&row[lost], &row[solved]);
        says(
            "reports/techniques/README.md",
            &format!(
                "| {name} | {left} | {regret} | {lost} | {solved} | {without} | {of_modern} |"
            ),
        );
        let words = name.replace('-', " ");
        if text("README.md").contains(&format!("| {words} |")) {
            let loses = number(&of(&modern).unwrap()[cost]);
            says(
                "README.md",
                &format!(
                    "| {words} | {left} | {regret} | {lost} | {without} | {of_modern}, regret {loses:.0} |"
                ),
            );
            in_readme += 1;
        }
        techniques += 1;
    }
    assert_eq!((techniques, in_readme), (24, 6));
}

#[test]
fn shares_of_techniques_are_as_their_tables_say() {
    for (report, more) in [
        ("technique-subsets", None),
        ("technique-pairs", Some("internal-iterative-reduction")),
    ] {
        let page = format!("reports/{report}/README.md");
        let shares = format!("{report}/shares.md");
        let six = [
            "mate-distance=stockfish",
            "late-move-pruning",
            "late-move-reduction",
            "reverse-futility",
            "exchange-pruning",
            "null-move",
        ];
        for setting in six.into_iter().chain(more) {
            let made = row(&shares, setting);
            let share = |at: usize| {
                let [low, high] = [1, 2].map(|step| made[at + step].replace(" %", ""));
                format!("{} ({low} to {high})", made[at])
            };
            let name = setting.split('=').next().unwrap();
            let [average, first, last] = [1, 4, 7].map(share);
            says(&page, &format!("| {name} | {average} | {first} | {last} |"));
        }
        let sum = row(&shares, "sum");
        says(
            &page,
            &format!("| sum | {} | {} | {} |", sum[1], sum[4], sum[7]),
        );
    }
}

#[test]
fn null_move_by_kind_of_position_is_as_its_table_says() {
    let table = rows("techniques/saving-and-cost.csv");
    for kind in ["quiet", "tactics", "eet", "mates"] {
        let mut rows = table.iter();
        let row = rows.find(|row| row[..2] == ["ordered/null-move", kind]);
        let ratio = &row.unwrap()[3..6];
        if kind == "mates" {
            assert_eq!(ratio, ["1", "1", "1"]);
            continue;
        }
        let ratio: Vec<String> = ratio
            .iter()
            .map(|cell| format!("{:.3}", number(cell)))
            .collect();
        let figures: Vec<&str> = ratio.iter().map(String::as_str).collect();
        has_figures("reports/techniques/README.md", &figures);
    }
}

/// A bug that few cases catch could be lost with another seed.
#[test]
fn ten_cases_of_a_check_catch_every_bug_of_the_zoo() {
    let mut most: BTreeMap<String, u64> = BTreeMap::new();
    for row in text("reports/zoo/matrix.csv").lines().skip(1) {
        let [search, kind, _, _, _, failed] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        if kind == "mutant" {
            let most = most.entry(search.to_owned()).or_default();
            *most = (*most).max(failed.parse().unwrap());
        }
    }
    let planted: BTreeSet<String> = zoo::all()
        .iter()
        .map(|mutant| mutant.subject.name.to_owned())
        .collect();
    assert!(most.keys().eq(&planted), "write reports/zoo again");
    most.retain(|_, failed| *failed < 10);
    assert_eq!(most, BTreeMap::new());
}

#[test]
fn the_catalogue_is_what_the_command_writes() {
    let output = experiment::plybench(&["techniques", "--markdown"]);
    let catalogue = String::from_utf8(output.stdout).unwrap();
    let readme = text("crates/engine/README.md");
    assert!(
        readme.contains(&format!("\n\n{catalogue}\n")),
        "write the output of `plybench techniques --markdown` into crates/engine/README.md"
    );
}

#[test]
fn the_examples_of_the_readme_give_its_figures() {
    let readme = text("README.md");
    let (_, rest) = readme.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("mates.toml");
    fs::write(&file, example).unwrap();
    let out = home.path().join("mates.run");
    experiment::run(&file, &out, &[]);
    let compared = experiment::plybench(&[
        "compare",
        out.to_str().unwrap(),
        "off",
        "stockfish",
        "--json",
    ]);
    let compared: Value = experiment::stdout_json(&compared);
    let number = |value: &Value| value.as_f64().unwrap();
    let ends = compared["ci95"].as_array().unwrap();
    has_figures(
        "README.md",
        &[
            &format!("{:.3}", number(&compared["geomean_ratio"])),
            &format!("{:.2}", number(&ends[0])),
            &format!("{:.2}", number(&ends[1])),
            &format!("{:.3}", number(&compared["total_ratio"])),
        ],
    );

    let example = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
    let nodes = |setting: &str| {
        let arguments = [
            "search", example, "--depth", "7", "--json", "--set", setting,
        ];
        let output = experiment::plybench(&arguments);
        let lines = String::from_utf8(output.stdout).unwrap();
        let last: Value = serde_json::from_str(lines.lines().next_back().unwrap()).unwrap();
        let digits = last["nodes"].to_string();
        let (thousands, ones) = digits.split_at(digits.len() - 3);
        format!("{thousands},{ones}")
    };
    let (off, stockfish) = (nodes("mate-distance=off"), nodes("mate-distance=stockfish"));
    has_figures("README.md", &[&off, &stockfish]);
}

/// A reader opens them from a disk or over a slow line.
#[test]
fn the_pages_of_all_reports_are_below_three_megabytes() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let folders = fs::read_dir(&reports)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let folders = folders.filter(|path| path.is_dir()).chain([reports]);
    // A report of tables alone has no page.
    let sizes = folders.filter_map(|folder| fs::metadata(folder.join("index.html")).ok());
    let whole: u64 = sizes.map(|page| page.len()).sum();
    assert!((1_000_000..3_000_000).contains(&whole), "{whole} bytes");
}

#[test]
fn what_engines_do_wrong_is_as_their_audits_say() {
    let found = rows("engines-audit/findings.csv");
    let readme = text("reports/engines-audit/README.md");
    let table = readme.lines().filter(|line| line.starts_with("| ["));
    for (engine, told) in table.map(|line| line[3..].split_once(']').unwrap()) {
        let count = |severity: &str| {
            let is_of = |row: &&Vec<String>| row[0] == engine && row[1] == severity;
            found.iter().filter(is_of).count().to_string()
        };
        let counts = ["lie", "fault", "note"].map(count).join(" | ");
        assert!(
            told.ends_with(&format!("| {counts} |")),
            "{engine}: {counts}"
        );
    }
    for (finding, engines, says_of_them) in [
        (
            "plays a move although the game is over",
            "Ethereal, GNU, Toga",
            "Ethereal, Toga II and GNU Chess move although the game is over",
        ),
        (
            "enters over twice the nodes that it was given",
            "Ethereal, GNU, Toga",
            "and exceed limits of nodes",
        ),
        (
            "has a mate and loses it in a later iteration",
            "Ethereal, Stockfish",
            "Ethereal and Stockfish lose a mate",
        ),
        (
            "plays another move than the first of its line",
            "Glaurung, Toga",
            "Glaurung and Toga II play another move",
        ),
    ] {
        let rows = found.iter().filter(|row| row[2] == finding);
        let names: Vec<&str> = rows.map(|row| row[0].split(' ').next().unwrap()).collect();
        assert_eq!(names.join(", "), engines, "{finding}");
        says("reports/engines-audit/README.md", says_of_them);
    }
}

#[test]
fn each_card_of_the_gallery_has_its_picture_question_answer_and_command() {
    let gallery = text("reports/index.html");
    let cards: Vec<&str> = gallery.split("<li class=\"card\">").skip(1).collect();
    let reports = gallery.matches("<h3>").count();
    assert_eq!((cards.len(), reports > 30), (reports, true));
    for card in cards {
        let picture = card.split_once("<img src=\"./").map(|(_, rest)| rest);
        let picture = picture.and_then(|rest| rest.split_once('"'));
        let (picture, _) = picture.unwrap_or_else(|| panic!("no picture: {card}"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
        assert!(path.join(picture).is_file(), "{picture}");
        let parts = ["<p class=\"question\">", "</p><p>", "<pre"];
        let places = parts.map(|part| card.find(part).unwrap_or_else(|| panic!("{part}: {card}")));
        assert!(places.is_sorted(), "{card}");
    }
}

/// The rows of the page's table in the section with this id.
fn rows_of_page(page: &str, id: &str) -> Vec<Vec<String>> {
    let from = page.find(&format!("<section id=\"{id}\">")).unwrap();
    let section = &page[from..][..page[from..].find("</section>").unwrap()];
    let rows = section.split("<tr>").skip(2);
    let text = |cell: &str| {
        let words = cell
            .split('<')
            .map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        words.collect::<String>()
    };
    rows.map(|row| {
        row.split("<td")
            .skip(1)
            .map(|cell| text(&format!("<td{cell}")))
            .collect()
    })
    .collect()
}

#[test]
fn readme_says_where_the_searches_of_the_published_table_part() {
    let page = text("reports/krk-mdp-difference/index.html");
    let (off, on) = ("glass", "glass+mate-distance=test-only");
    let number = |cell: &str| cell.replace(',', "").parse::<u64>().unwrap();
    let (mut cut, mut divergences) = (0, String::new());
    let mut whole = 0;
    for cells in rows_of_page(&page, "reasons") {
        let reason = match cells[0].strip_prefix(&format!("{on}: ")) {
            Some(reason) => format!("on: {reason}"),
            None => cells[0].replacen(&format!("{off}: "), "off: ", 1),
        };
        says(
            "crates/harness/README.md",
            &format!("| {reason} | {} |", cells[1..].join(" | ")),
        );
        whole += number(&cells[2]);
        if reason == "on: window closed by mate-distance" {
            assert_eq!(number(&cells[3]), 0);
            has_figures("crates/harness/README.md", &[&cells[1]]);
            cut = number(&cells[2]);
            divergences = cells[1].clone();
        }
    }
    let share = percent(cut as f64 / whole as f64);
    let largest = rows_of_page(&page, "divergences");
    let mut largest = largest.iter();
    let largest = largest
        .find(|row| row[1].ends_with("window closed by mate-distance"))
        .unwrap();
    has_figures("crates/harness/README.md", &[&share, &largest[2]]);
    let totals = rows_of_page(&page, "totals");
    let row = |name: &str| totals.iter().find(|row| row[0] == name).unwrap();
    let (all, both, only) = (
        row("all"),
        row("of them in both"),
        row("of them in this search only"),
    );
    let figures = [&all[1], &all[2], &both[1], &only[1], &only[2]];
    has_figures("crates/harness/README.md", &figures.map(String::as_str));
    assert_eq!(rows_of_page(&page, "first")[0][1], "nowhere");
    let (_, lies) = page.split_once("below them lie ").unwrap();
    let share = &lies[..=lies.find('%').unwrap()];
    let told = "reports/krk-mdp-difference/README.md";
    has_figures(told, &[&divergences, share, &largest[2]]);
}
