//! Node counts and default settings, which must change only on purpose.
//!
//! `signature.csv` has a line for each search: variant, setting, position, depth, nodes. `defaults.csv` has a line for
//! each setting: its name and its default. Both files are pinned, see [`pinned`]. The message of a commit that changes a
//! line says why.

use std::{collections::BTreeMap, ops::ControlFlow};

use super::pinned;
use plybench_engine::{
    eval::{CorrectionOptions, Evaluation},
    game::chess::Chess,
    ordering::{OrderingOptions, Ties},
    search::{
        DrawRules, FailMode, GrowingAspiration, RootDriver, ScoutMode, Search, SearchOptions,
    },
    table::{Replacement, TableDepth, TableOptions},
    techniques::{BuiltIn, MateDistance},
    variants,
};

const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
/// A mate in two: from depth 3 on, windows have mates as bounds, where fail-hard and fail-soft store different entries.
const KRK_MATE: &str = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const SEARCHES: [(&str, MateDistance, &str, u8); 21] = [
    ("glass", MateDistance::Off, KRK, 20),
    ("glass", MateDistance::TestOnly, KRK, 20),
    ("glass", MateDistance::Stockfish, KRK, 20),
    ("glass", MateDistance::Cpw, KRK, 20),
    ("glass", MateDistance::CheckAware, KRK, 20),
    ("glass", MateDistance::Fruit, KRK, 20),
    ("plain", MateDistance::Off, START, 5),
    ("glass", MateDistance::Off, KIWIPETE, 5),
    (
        "plain",
        MateDistance::Stockfish,
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        7,
    ),
    ("glass-cpw", MateDistance::Off, KIWIPETE, 6),
    ("glass-cpw", MateDistance::Off, KRK, 12),
    ("darkthought", MateDistance::Off, KIWIPETE, 6),
    ("darkthought", MateDistance::Off, KRK, 10),
    ("micromax", MateDistance::MicroMax, KIWIPETE, 5),
    ("micromax", MateDistance::MicroMax, KRK, 12),
    ("modern", MateDistance::Stockfish, KIWIPETE, 11),
    ("modern", MateDistance::Stockfish, KRK, 20),
    ("moreland", MateDistance::Off, KIWIPETE, 4),
    ("moreland", MateDistance::Off, KRK, 8),
    ("vipermate", MateDistance::Vipermate, KIWIPETE, 4),
    ("vipermate", MateDistance::Vipermate, KRK, 8),
];

/// `glass` with one setting changed, or with two that belong together.
fn changed() -> Vec<(String, SearchOptions)> {
    let glass = variants::GLASS.options;
    let (ordering, table) = (glass.ordering, glass.table);
    let (draws, techniques) = (glass.draws, glass.techniques);
    let failing = |fail, driver| SearchOptions {
        fail,
        driver,
        ..glass
    };
    let driven = |driver| SearchOptions { driver, ..glass };
    let ordered = |ordering| SearchOptions { ordering, ..glass };
    let stored = |table| SearchOptions { table, ..glass };
    let with = |techniques| SearchOptions {
        techniques,
        ..glass
    };
    let full_window = SearchOptions {
        scout: ScoutMode::FullWindow,
        ..glass
    };
    let mate_at_horizon = SearchOptions {
        mate_at_horizon: true,
        ..glass
    };
    let quiescence = SearchOptions {
        quiescence: true,
        ..glass
    };
    let mop_up = SearchOptions {
        evaluation: Evaluation::MopUp,
        ..glass
    };
    let repeating = SearchOptions {
        draws: DrawRules {
            repetition: false,
            ..draws
        },
        ..glass
    };
    let all = [
        ("fail=hard", failing(FailMode::Hard, glass.driver)),
        (
            "fail=hard driver=mtdf",
            failing(FailMode::Hard, RootDriver::Mtdf),
        ),
        ("scout=full-window", full_window),
        ("driver=full-window", driven(RootDriver::FullWindow)),
        ("driver=mtdf", driven(RootDriver::Mtdf)),
        (
            "driver=growing-aspiration from depth 3",
            driven(RootDriver::GrowingAspiration(GrowingAspiration {
                from_depth: 3,
                ..GrowingAspiration::default()
            })),
        ),
        (
            "driver=growing-aspiration width 9 growth 129 from depth 2 without midpoint and shallower",
            driven(RootDriver::GrowingAspiration(GrowingAspiration {
                width: 9,
                growth: 129,
                from_depth: 2,
                midpoint: false,
                shallower: false,
            })),
        ),
        ("mate-at-horizon=true", mate_at_horizon),
        ("quiescence=true", quiescence),
        ("evaluation=mop-up", mop_up),
        ("repetition=false", repeating),
        (
            "killers=true",
            ordered(OrderingOptions {
                killers: true,
                ..ordering
            }),
        ),
        (
            "history=true",
            ordered(OrderingOptions {
                history: true,
                ..ordering
            }),
        ),
        (
            "ties=generation",
            ordered(OrderingOptions {
                ties: Ties::Generation,
                ..ordering
            }),
        ),
        (
            "table.depth=exactly",
            stored(TableOptions {
                depth: TableDepth::Exactly,
                ..table
            }),
        ),
    ];
    let mut all: Vec<_> = all
        .into_iter()
        .map(|(name, options)| (name.to_owned(), options))
        .collect();
    let usual = OrderingOptions {
        killers: true,
        history: true,
        ..ordering
    };
    for (name, ordering) in [
        (
            "history-gravity=true",
            OrderingOptions {
                history_gravity: true,
                ..usual
            },
        ),
        (
            "countermoves=true",
            OrderingOptions {
                countermoves: true,
                ..usual
            },
        ),
        (
            "continuation-history=true",
            OrderingOptions {
                continuation_history: true,
                ..usual
            },
        ),
        (
            "losing-captures-last=true",
            OrderingOptions {
                losing_captures_last: true,
                ..usual
            },
        ),
    ] {
        let quiescence = SearchOptions {
            quiescence: true,
            ..ordered(ordering)
        };
        all.push((format!("quiescence=true {name}"), quiescence));
    }
    for (pawns, pieces) in [(true, false), (false, true), (true, true)] {
        let corrected = SearchOptions {
            correction_history: CorrectionOptions { pawns, pieces },
            quiescence: true,
            ..glass
        };
        let name = format!("quiescence=true correction-history pawns={pawns} pieces={pieces}");
        all.push((name, corrected));
    }
    for replacement in Replacement::ALL {
        let word = serde_json::to_value(replacement).unwrap();
        if replacement != table.replacement {
            let name = format!("replacement={}", word.as_str().unwrap());
            all.push((
                name,
                stored(TableOptions {
                    replacement,
                    ..table
                }),
            ));
        }
    }
    for entry in BuiltIn::registry()
        .iter()
        .filter(|entry| entry.key.is_empty())
    {
        let name = format!("{}=true", entry.info.name);
        let [_, serving] = entry.without_and_with(glass);
        let options = with(techniques.and(entry.alone));
        if serving.quiescence {
            all.push((format!("quiescence=true {name}"), serving));
        } else if serving != options {
            all.push((format!("{name} and what it needs"), serving));
        }
        all.push((name, options));
    }
    for (name, parameters) in PARAMETERS {
        let built_in: BuiltIn = serde_json::from_str(parameters).unwrap();
        all.push((name.to_owned(), with(techniques.and(built_in))));
    }
    all
}

/// Techniques with parameters that are not their defaults.
const PARAMETERS: [(&str, &str); 15] = [
    (
        "singular-extension margin 0 min-depth 3",
        r#"{"singular-extension":{"min-depth":3,"margin":0}}"#,
    ),
    (
        "singular-extension up to three plies with cut and shortening",
        r#"{"singular-extension":{"min-depth":3,"margin":0,"twice-margin":20,"thrice-margin":80,"cut":true,"shorten":1,"shorten-at-cut-nodes":1}}"#,
    ),
    (
        "prob-cut margin 50 reduction 1 min-depth 3",
        r#"{"prob-cut":{"min-depth":3,"reduction":1,"margin":50}}"#,
    ),
    (
        "prob-cut of the node margin 50 reduction 1 min-depth 3",
        r#"{"prob-cut":{"min-depth":3,"reduction":1,"margin":50,"of":"node"}}"#,
    ),
    (
        "internal-iterative-deepening reduction 1 min-depth 2",
        r#"{"internal-iterative-deepening":{"min-depth":2,"reduction":1}}"#,
    ),
    (
        "null-move reduction 3 min-depth 3 verified",
        r#"{"null-move":{"reduction":3,"min-depth":3,"verify":true}}"#,
    ),
    (
        "null-move by depth evaluation and material guarded",
        r#"{"null-move":{"reduction":1,"depth-divisor":4,"evaluation-divisor":100,"deeper-from":5,"verify":true,"verify-by":"guarded"}}"#,
    ),
    (
        "null-move verified one ply less at cut nodes",
        r#"{"null-move":{"verify":true,"verify-by":"one-ply-less","only-at-cut-nodes":true}}"#,
    ),
    (
        "null-move reduces instead",
        r#"{"null-move":{"reduce-instead":3}}"#,
    ),
    (
        "reverse-futility less if improving",
        r#"{"reverse-futility":{"less-if-improving":60}}"#,
    ),
    (
        "late-move-reduction by logarithms with changes",
        r#"{"late-move-reduction":{"formula":"logarithms","less-in-open-window":1,"more-at-cut-nodes":1,"more-unless-improving":1}}"#,
    ),
    (
        "late-move-reduction by roots",
        r#"{"late-move-reduction":{"formula":"roots"}}"#,
    ),
    (
        "late-move-reduction by thirds",
        r#"{"late-move-reduction":{"formula":"thirds"}}"#,
    ),
    (
        "futility margins 150 400",
        r#"{"futility":{"margins":[150,400]}}"#,
    ),
    (
        "late-move-reduction 2 from the third move and depth 2",
        r#"{"late-move-reduction":{"reduction":2,"full-depth-moves":2,"min-depth":2}}"#,
    ),
];

fn nodes(options: &SearchOptions, fen: &str, depth: u8) -> u64 {
    let root = Chess::from_fen(fen).unwrap();
    let outcome = Search::new(&root, options).to_depth(depth, |_, _| ControlFlow::Continue(()));
    outcome.nodes
}

#[test]
fn node_counts_are_those_of_the_signature() {
    let mut present = Vec::new();
    // The nodes with every form, because `plybench verify` does not detect a form that has become
    // weaker but is still sound.
    let forms = MateDistance::ALL.map(|form| ("glass", form, KRK, 18));
    for (variant, form, fen, depth) in SEARCHES.into_iter().chain(forms) {
        let mut options = variants::find(variant).unwrap().options;
        options.techniques.mate_distance = form;
        let nodes = nodes(&options, fen, depth);
        let variant = pinned::variant_column(variant, &changed_settings(&options));
        let key = format!("{variant},{},{fen},{depth}", form.name());
        // Some forms are among the searches, too.
        if !present.iter().any(|(existing, _)| *existing == key) {
            present.push((key, nodes.to_string()));
        }
    }
    for (name, options) in changed() {
        for (fen, depth) in [(START, 5), (KRK, 11), (KRK_MATE, 7), (KIWIPETE, 4)] {
            let nodes = nodes(&options, fen, depth);
            present.push((format!("glass,{name},{fen},{depth}"), nodes.to_string()));
        }
    }
    pinned::assert_unchanged("signature.csv", &present);
}

/// Every setting with its default.
fn defaults() -> BTreeMap<String, String> {
    let mut present = BTreeMap::new();
    let options = serde_json::to_value(SearchOptions::default()).unwrap();
    leaves("", &options, &mut present);
    // The defaults of the techniques' parameters are in the schema.
    let schema = schemars::schema_for!(SearchOptions);
    let types = &schema.as_value()["$defs"];
    for (technique, field) in types["BuiltIn"]["properties"].as_object().unwrap() {
        let parameters = field["anyOf"][1]["$ref"].as_str();
        if let Some(name) = parameters.and_then(|path| path.strip_prefix("#/$defs/")) {
            for (parameter, schema) in types[name]["properties"].as_object().unwrap() {
                let key = format!("techniques.{technique}.{parameter}");
                // A comma would start the next column of the file.
                let default = schema["default"].to_string().replace(',', " ");
                present.insert(key, default);
            }
        }
    }
    // So are those of root drivers.
    for driver in types["RootDriver"]["oneOf"].as_array().unwrap() {
        for (word, inner) in driver["properties"].as_object().into_iter().flatten() {
            let inner = inner["$ref"]
                .as_str()
                .and_then(|path| path.strip_prefix("#/$defs/"));
            let parameters = inner.and_then(|name| types[name]["properties"].as_object());
            for (parameter, schema) in parameters.into_iter().flatten() {
                let key = format!("driver.{word}.{parameter}");
                present.insert(key, schema["default"].to_string());
            }
        }
    }
    present
}

#[test]
fn defaults_are_those_that_stored_results_depend_on() {
    let present: Vec<(String, String)> = defaults().into_iter().collect();
    pinned::assert_unchanged("defaults.csv", &present);
}

/// The settings that differ from the defaults, a line for each.
fn changed_settings(options: &SearchOptions) -> String {
    let (defaults, mut all) = (defaults(), BTreeMap::new());
    leaves("", &serde_json::to_value(options).unwrap(), &mut all);
    all.iter()
        .map(|(name, value)| (name, value.replace(',', " ")))
        .filter(|(name, value)| defaults.get(*name) != Some(value))
        .map(|(name, value)| format!("{name} = {value}\n"))
        .collect()
}

/// Every setting with its value.
fn leaves(name: &str, value: &serde_json::Value, all: &mut BTreeMap<String, String>) {
    match value.as_object() {
        Some(fields) => {
            for (field, value) in fields {
                let dot = if name.is_empty() { "" } else { "." };
                leaves(&format!("{name}{dot}{field}"), value, all);
            }
        }
        None => {
            all.insert(name.to_owned(), value.to_string());
        }
    }
}
