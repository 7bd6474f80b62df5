//! Several searches side by side: the probe of this program's forms of mate distance pruning and of audited engines, and what the engines
//! do wrong.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use plybench_engine::{
    game::chess::Chess, search::SearchOptions, techniques::MateDistance, variants::GLASS,
};
use plybench_experiment::searcher::{Limits, Memory, Root, SearchError, Searcher, Skeleton};
use plybench_figures::{Axis, Colour, Figure, Panel, Scale, Tile, Tiles};
use plybench_records::EngineRecord;
use plybench_report::{
    document::{Document, Section},
    page::{Page, Setup},
    table::{Cell, Table, of_numbers, of_words},
};
use plybench_text::escape;
use serde_json::{Value, json};

use super::{
    document::{METHOD, SEVERITIES, panel, probe_as_values, two_decimals},
    finding::{Kind, Severity},
    probe::{self, Cost, Probe, Verdict},
};

/// The forms, and `off`.
pub const ALL: [MateDistance; MateDistance::ALL.len()] = MateDistance::ALL;

/// A search, and what the probe found of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Probed {
    /// The engine as it calls itself, or the form's name.
    pub name: String,
    /// An engine's options.
    pub options: BTreeMap<String, String>,
    /// Whether it is a form of this program.
    pub is_form: bool,
    /// What the probe found.
    pub probe: Probe,
    /// What an engine does wrong, each with the number of searches that show it.
    pub findings: BTreeMap<Kind, u64>,
}

impl Probed {
    /// The probe, if its figures follow a law: not where nothing bounds the search.
    fn law(&self) -> Option<&Probe> {
        (self.probe.verdict != Verdict::None).then_some(&self.probe)
    }
}

/// The probe of a search of this program, which is deepened as an engine would be asked.
///
/// # Errors
/// If its table does not fit into memory.
pub fn of_search(options: &SearchOptions) -> Result<Probe, SearchError> {
    let mut memory = Memory::default();
    let mut costs = Vec::new();
    for position in probe::all() {
        let Ok(root) = Chess::from_fen(&position.fen) else {
            continue;
        };
        let limits = Limits {
            nodes: Some(probe::NODES),
            ..Limits::to_depth(probe::DEPTH)
        };
        let mut nodes = BTreeMap::new();
        let mut searcher = Skeleton::new(*options, &mut memory);
        searcher.deepen(&Root::Chess(root), &limits, &mut |iteration, _| {
            nodes.insert(iteration.depth.into(), iteration.nodes);
            ControlFlow::Continue(())
        })?;
        costs.extend(probe::cost(position, &nodes));
    }
    Ok(Probe::of(costs))
}

/// The probe of a form, on top of a search without other pruning.
///
/// # Errors
/// As [`of_search`].
pub fn of_form(form: MateDistance) -> Result<Probed, SearchError> {
    let mut options = GLASS.options;
    options.techniques.mate_distance = form;
    Ok(Probed {
        name: form.name().to_owned(),
        options: BTreeMap::new(),
        is_form: true,
        probe: of_search(&options)?,
        findings: BTreeMap::new(),
    })
}

/// The probe of an engine, from its audit as JSON. None if the text is no such audit.
#[must_use]
pub fn of_audit(text: &str) -> Option<Probed> {
    let audit: Value = serde_json::from_str(text).ok()?;
    let engine: EngineRecord = serde_json::from_value(audit["engine"].clone()).ok()?;
    let known = probe::all();
    let costs = audit["mate_distance_pruning"]["costs"].as_array()?.iter();
    let costs = costs.map(|cost| {
        Some(Cost {
            position: known.iter().find(|one| cost["fen"] == *one.fen)?.clone(),
            nodes: cost["nodes"].as_f64()?,
            depth: cost["depth"].as_u64()?.try_into().ok()?,
        })
    });
    let findings = audit["findings"].as_array()?.iter().map(|finding| {
        let kind = Kind::named(finding["finding"].as_str()?)?;
        Some((kind, finding["searches"].as_u64()?))
    });
    // Names stand in charts, too.
    let options = engine.options.iter();
    let options = options.map(|(name, value)| (escape::plain(name), escape::plain(value)));
    Some(Probed {
        name: escape::plain(&engine.id),
        options: options.collect(),
        is_form: false,
        probe: Probe::of(costs.collect::<Option<_>>()?),
        findings: findings.collect::<Option<_>>()?,
    })
}

/// Adds to the names of searches that are called the same the options in which they differ.
pub fn tell_apart(probed: &mut [Probed]) {
    let names = probed.iter().map(|one| {
        let alike: Vec<&Probed> = probed
            .iter()
            .filter(|other| other.name == one.name)
            .collect();
        let differs = |name: &str| {
            alike
                .iter()
                .any(|other| other.options.get(name) != one.options.get(name))
        };
        let options = one.options.iter().filter(|(name, _)| differs(name));
        let options = options.map(|(name, value)| format!(", {name} = {value}"));
        one.name.clone() + &options.collect::<String>()
    });
    let names: Vec<String> = names.collect();
    for (one, name) in probed.iter_mut().zip(names) {
        one.name = name;
    }
}

/// A document without contents, by which files of earlier ones are known.
#[must_use]
pub fn blank() -> Document {
    Document {
        title: "Mate distance pruning by node counts".to_owned(),
        page: Page {
            command: "audit",
            ..Page::default()
        },
        ..Document::default()
    }
}

/// The document of all of them.
#[must_use]
pub fn document(probed: &[Probed]) -> Document {
    let table = || {
        Table::rows(probed.iter()).columns([
            of_words("search", |one: &&Probed| match one.is_form {
                true => format!("form {}", one.name).into(),
                false => one.name.as_str().into(),
            }),
            of_words("verdict", |one| one.probe.verdict.name().into()),
            of_numbers("constant", |one| {
                decimals(one.law().and_then(|law| law.constant))
            }),
            of_numbers("each move at the root", |one| {
                decimals(one.law().and_then(|law| Some(law.per_move_in_2?[0])))
            }),
            of_numbers("each move beside the mate", |one| {
                decimals(one.law().and_then(|law| Some(law.per_move_in_2?[1])))
            }),
            of_numbers("median deviation", |one| {
                decimals(one.law().and_then(|law| law.deviation))
            }),
            of_numbers("each move of a mate in 1", |one| {
                decimals(one.law().and_then(|law| law.per_move_in_1))
            }),
            of_numbers("positions", |one| one.probe.costs.len().into()),
        ])
    };
    let undecided = probed
        .iter()
        .filter(|one| one.probe.verdict == Verdict::Undecided);
    let facts = vec![format!(
        "{} of {} searches have a verdict. Of the mates in 2, the table has the law of one more iteration in nodes; of the mates in 1, the nodes \
         for each move. Where nothing bounds the search, there is no law.",
        probed.len() - undecided.count(),
        probed.len(),
    )];
    let verdict = |one: &Probed| {
        let mut values = probe_as_values(&one.probe);
        values["search"] = json!(one.name);
        values["is_form"] = json!(one.is_form);
        let findings = one.findings.iter();
        values["findings"] = findings
            .map(|(kind, searches)| json!({"finding": kind.name(), "searches": searches}))
            .collect();
        values
    };
    let mut sections = vec![Section::new("Verdicts", table()).with_text(METHOD)];
    let mut figures = vec![("iteration-cost", figure(probed))];
    let mut more_rows = Vec::new();
    if probed.iter().any(|one| !one.findings.is_empty()) {
        let found = findings(probed);
        more_rows.push(("findings", found.table.clone()));
        sections.push(found);
        figures.push(("findings", figure_of_findings(probed)));
    }
    Document {
        intro: "Written by `plybench audit --forms`.".to_owned(),
        facts: facts.clone(),
        sections,
        figures,
        more_rows,
        rows: table(),
        values: probed.iter().map(verdict).collect(),
        page: Page {
            setup: Setup {
                purpose: "How does each engine prune by mate distance?".to_owned(),
                ..Setup::default()
            },
            answer: facts,
            ..blank().page
        },
        ..blank()
    }
}

/// The engines, and the first form of each verdict.
fn figure(probed: &[Probed]) -> Figure {
    let mut seen = Vec::new();
    let shown = probed.iter().filter(|one| {
        let is_new = !one.is_form || !seen.contains(&one.probe.verdict);
        seen.extend(one.is_form.then_some(one.probe.verdict));
        is_new
    });
    let panels = shown.map(|one| {
        let what = if one.is_form { "form " } else { "" };
        panel(
            format!("{what}{}: {}", one.name, one.probe.verdict.name()),
            &one.probe,
        )
    });
    Figure {
        title: "What one more iteration costs long after a mate".to_owned(),
        caption: format!(
            "Each point is a mate that is searched far beyond its length: the lower quartile of the nodes of the last third of the iterations. With mate \
             distance pruning the points of a kind lie on a line. Of this program, the first form of each verdict. Plybench {}.",
            env!("CARGO_PKG_VERSION")
        )
        .into(),
        panels: panels.collect(),
        columns: 3,
    }
}

/// A row for each engine and what it does wrong.
fn findings(probed: &[Probed]) -> Section {
    let rows = probed.iter().flat_map(|one| {
        let findings = one.findings.iter();
        findings.map(|(kind, searches)| (one.name.as_str(), kind, *searches))
    });
    let table = Table::rows(rows).columns([
        of_words("engine", |(name, ..)| (*name).into()),
        of_words("severity", |(_, kind, _)| kind.severity().name().into()),
        of_words("finding", |(_, kind, _)| kind.in_words().into()),
        of_numbers("searches", |(.., searches)| (*searches).into()),
    ]);
    Section::new("What the engines do wrong", table).with_text(SEVERITIES)
}

/// What an engine does wrong, a row each, in a column for each engine.
fn figure_of_findings(probed: &[Probed]) -> Figure {
    let engines: Vec<&Probed> = probed.iter().filter(|one| !one.is_form).collect();
    let kinds = engines.iter().flat_map(|one| one.findings.keys());
    let kinds: Vec<Kind> = kinds
        .copied()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let of = |severity: Severity| {
        let (colour, strength) = match severity {
            Severity::Lie => (Colour::Vermillion, 0.9),
            Severity::Fault => (Colour::Orange, 0.6),
            Severity::Note => (Colour::Grey, 0.25),
        };
        let rows = kinds.iter().enumerate();
        let rows = rows.filter(|(_, kind)| kind.severity() == severity);
        let tiles = rows.flat_map(|(row, kind)| {
            let columns = engines.iter().enumerate();
            columns.filter_map(move |(column, engine)| {
                let text = engine.findings.get(kind)?.to_string();
                Some(Tile { column, row, text })
            })
        });
        Tiles {
            label: severity.name().to_owned(),
            colour,
            strength,
            tiles: tiles.collect(),
        }
    };
    let mut tiles: Vec<Tiles> = Severity::ALL.map(of).into();
    tiles.retain(|one| !one.tiles.is_empty());
    let words = kinds.iter().map(|kind| kind.in_words().replace('`', ""));
    let names = engines.iter().map(|engine| engine.name.clone());
    let x = Axis::new("", Scale::Names(names.collect()));
    let y = Axis::new("", Scale::Names(words.collect()));
    Figure {
        title: "What each engine does wrong".to_owned(),
        caption: format!(
            "Numbers count the searches that show a finding. {SEVERITIES} Plybench {}.",
            env!("CARGO_PKG_VERSION")
        )
        .into(),
        panels: vec![Panel {
            tiles,
            ..Panel::of(x, y, Vec::new())
        }],
        columns: 1,
    }
}

fn decimals(number: Option<f64>) -> Cell {
    number.map_or(Cell::Missing, |number| two_decimals(number).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_with_one_name_are_told_apart_by_the_options_that_differ() {
        let of = |name: &str, form: &str| Probed {
            name: name.to_owned(),
            options: [("Hash", "16"), ("form", form)]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            is_form: false,
            probe: Probe::of(Vec::new()),
            findings: BTreeMap::new(),
        };
        let mut probed = [of("one", "cpw"), of("other", "cpw"), of("one", "off")];
        tell_apart(&mut probed);
        let names = probed.map(|one| one.name);
        assert_eq!(names, ["one, form = cpw", "other", "one, form = off"]);
    }

    #[test]
    fn a_hostile_name_acts_nowhere() {
        let audit = json!({
            "engine": {
                "engine": "", "id": "<b>\u{1b}[2J", "sha256": "", "args": [], "options": {"\u{202e}": "\u{7}"},
            },
            "findings": [{"finding": "no-move", "searches": 2}],
            "mate_distance_pruning": {"costs": [{"fen": probe::all()[0].fen, "nodes": 40.0, "depth": 60}]},
        });
        let probed = of_audit(&audit.to_string()).unwrap();
        assert_eq!(probed.findings, [(Kind::NoMove, 2)].into());
        let files = document(&[probed]).files("forms").unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"findings.svg") && names.contains(&"findings.csv"));
        for (name, bytes) in files.iter().filter(|(name, _)| !name.ends_with(".png")) {
            let text = String::from_utf8_lossy(bytes);
            assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{name}");
            assert!(name.ends_with(".csv") || !text.contains("<b>"), "{name}");
        }
    }

    #[test]
    fn an_audit_with_an_unknown_finding_is_none_of_this_version() {
        let audit = json!({
            "engine": {"engine": "", "id": "", "sha256": "", "args": [], "options": {}},
            "findings": [{"finding": "sleeps", "searches": 2}],
            "mate_distance_pruning": {"costs": []},
        });
        assert_eq!(of_audit(&audit.to_string()), None);
    }
}
