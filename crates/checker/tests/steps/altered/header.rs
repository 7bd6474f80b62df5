//! Altered headers. Another header is another search, and its trace is accepted only if that search takes the same steps.

use std::collections::{BTreeMap, BTreeSet};

use plybench_checker::trace::{Ended, Header};
use plybench_engine::{search::SearchOptions, techniques::BuiltIn};
use serde_json::{Value, json};

use super::{super::settings::Random, CASES, Case, Parts};

impl Case {
    /// The trace with its header altered as text.
    fn with_text(&self, alter: impl Fn(&str) -> String) -> Vec<u8> {
        let header = str::from_utf8(&self.trace[..self.header()]).unwrap();
        let altered = alter(header);
        assert_ne!(altered, header);
        [altered.as_bytes(), &self.trace[self.header()..]].concat()
    }
}

#[test]
fn the_trace_of_another_root_or_version_is_refused() {
    for case in &*CASES {
        let own = Parts::of(&case.trace).header;
        for of in &*CASES {
            let other = Parts::of(&of.trace).header;
            let is_same_root = own.root == other.root && own.past == other.past;
            let found = case.accepts(&of.trace);
            assert_eq!(found, is_same_root, "{} {}", own.root, other.root);
        }
        for (from, to) in [
            ("\"version\":3", "\"version\":1"),
            ("\"version\":3", "\"version\":4"),
            ("plybench-trace", "plybench-tracf"),
            ("\"fail\":", "\"fall\":"),
            ("{\"format\":", "{\"a\":0,\"format\":"),
            (",\"depth\":", ",\"past\":0,\"depth\":"),
            ("\"nodes\":", "\"node\":"),
        ] {
            let altered = case.with_text(|header| header.replacen(from, to, 1));
            assert!(!case.accepts(&altered), "{to}");
        }
        for root in [
            String::new(),
            format!("{} ", own.root),
            own.root[1..].to_owned(),
            own.root.replacen(char::is_numeric, "", 1),
        ] {
            let mut header = own.clone();
            header.root = root;
            let refused = case.check(&Parts::of(&case.trace).with_header(&header));
            // The list that contains nothing has no numeral.
            let is_same = header == own;
            assert_eq!(refused.is_ok(), is_same, "{}", header.root);
        }
    }
}

/// Blanks, keys in another order or twice, a field that is left out if it is empty: nothing can hide there.
#[test]
fn a_header_that_no_recorder_writes_is_refused() {
    for case in &*CASES {
        for (from, to) in [
            ("{\"format\"", " {\"format\""),
            ("\"version\":3", "\"version\": 3"),
            ("\"version\":3", "\"version\":3,\"version\":3"),
            ("\"version\":3", "\"version\":1,\"version\":3"),
            ("\"version\":3,", ""),
            ("plybench-trace", "plybench\\u002dtrace"),
            ("\"settings\":{", "\"settings\":{},\"settings\":{"),
            ("\"settings\":{", "\"settings\":{\"fail\":0,"),
            ("\"settings\":{", "\"settings\":{\"fail\":\"hard\","),
            ("\"settings\":", "\"past\":[],\"settings\":"),
            (",\"settings\":", ",\t\"settings\":"),
            ("}\n", "} \n"),
            ("}\n", "}\r\n"),
            ("}\n", "}"),
        ] {
            let trace = case.with_text(|header| header.replacen(from, to, 1));
            let refused = case.check(&trace).unwrap_err();
            assert!(
                refused.contains("not a trace") || to.is_empty(),
                "{to}: {refused}"
            );
        }
        let turned = case.with_text(|header| {
            let header: Value = serde_json::from_str(header).unwrap();
            let mut fields = header.as_object().unwrap().iter().collect::<Vec<_>>();
            fields.sort_by_key(|field| field.0);
            let fields = fields
                .iter()
                .map(|(name, value)| format!("\"{name}\":{value}"));
            format!("{{{}}}\n", fields.collect::<Vec<_>>().join(","))
        });
        let refused = case.check(&turned).unwrap_err();
        assert!(refused.contains("not as a recorder writes it"), "{refused}");
    }
}

/// Every key of the game before the root is checked, and so is their order.
#[test]
fn a_header_with_another_game_is_refused() {
    let mut tried = 0;
    for case in &*CASES {
        let parts = Parts::of(&case.trace);
        let past = parts.header.past.clone();
        let mut reason = |past: &[u64]| {
            let mut header = parts.header.clone();
            header.past = past.to_vec();
            tried += 1;
            case.check(&parts.with_header(&header))
        };
        assert_eq!(reason(&past), Ok(()));
        let mut others = vec![[&past[..], &[1]].concat(), [&[1], &past[..]].concat()];
        others.push(Vec::new());
        for at in 0..past.len() {
            let (mut without, mut other) = (past.clone(), past.clone());
            without.remove(at);
            other[at] ^= 1;
            let mut turned = past.clone();
            turned.swap(at, (at + 1) % past.len());
            others.extend([without, other, turned]);
        }
        // A position that occurred twice can change places with itself, and most roots have no game before them.
        for other in others.into_iter().filter(|other| *other != past) {
            let refused = reason(&other).unwrap_err();
            assert!(refused.contains("other positions of the game"), "{refused}");
        }
        for nonsense in ["[-1]", "\"x\"", "null"] {
            let trace = case.with_text(|header| {
                let mut header: Value = serde_json::from_str(header).unwrap();
                header["past"] = serde_json::from_str(nonsense).unwrap();
                format!("{header}\n")
            });
            let refused = case.check(&trace).unwrap_err();
            assert!(refused.contains("not a trace"), "{refused}");
        }
    }
    assert!(tried > 100, "{tried}");
}

/// A limit that the search did not meet could have been another one: a node limit that is not below the nodes of a search that
/// completed its depth, and a depth, up to the largest, that is not below the iterations that one begins which the node limit ended.
#[test]
fn another_limit_is_refused_if_the_search_met_it() {
    let [mut accepted, mut refused] = [0; 2];
    for case in &*CASES {
        let parts = Parts::of(&case.trace);
        let (depth, nodes) = (parts.header.depth, parts.header.nodes.unwrap());
        let summary = &parts.summary;
        let begun = summary.iterations.len() as u8 + 1;
        let depths = [
            0,
            1,
            begun - 1,
            begun,
            depth - 1,
            depth,
            depth + 1,
            100,
            101,
            255,
        ];
        let limits = [
            0,
            1,
            summary.nodes - 1,
            summary.nodes,
            summary.nodes + 1,
            nodes - 1,
            nodes,
        ];
        let limits = limits.into_iter().chain([nodes + 1, u64::MAX]).map(Some);
        let limits: Vec<Option<u64>> = limits.chain([None]).collect();
        for new_depth in depths {
            for &new_nodes in &limits {
                let mut header = parts.header.clone();
                (header.depth, header.nodes) = (new_depth, new_nodes);
                let could_be = if summary.ended == Ended::Nodes {
                    new_nodes == Some(nodes) && (begun..=100).contains(&new_depth)
                } else {
                    new_depth == depth && new_nodes.is_none_or(|limit| limit >= summary.nodes)
                };
                let found = case.check(&parts.with_header(&header));
                let limits = (new_depth, new_nodes);
                assert_eq!(found.is_ok(), could_be, "{limits:?}: {found:?}");
                *if could_be {
                    &mut accepted
                } else {
                    &mut refused
                } += 1;
            }
        }
    }
    assert!(accepted > 100 && refused > 1_000, "{accepted} {refused}");
}

/// The settings below these, each with its path.
fn each<'v>(settings: &'v Value, path: &str, all: &mut Vec<(String, &'v Value)>) {
    let mut add = |key: String, value: &'v Value| {
        let path = format!("{path}/{key}");
        all.push((path.clone(), value));
        each(value, &path, all);
    };
    match settings {
        Value::Object(map) => map.iter().for_each(|(key, value)| add(key.clone(), value)),
        Value::Array(list) => (0..)
            .zip(list)
            .for_each(|(at, value): (u32, _)| add(at.to_string(), value)),
        _ => {}
    }
}

/// The settings with one value changed, a field added or a field left out, each with what was altered.
fn altered(
    settings: &Value,
    elsewhere: &BTreeMap<String, Vec<Value>>,
    random: &mut Random,
) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let mut own = vec![(String::new(), settings)];
    each(settings, "", &mut own);
    for (path, value) in own {
        let mut add = |how: String, value: Value| {
            let mut altered = settings.clone();
            *altered.pointer_mut(&path).unwrap() = value;
            if altered != *settings {
                all.push((format!("{path} {how}"), altered));
            }
        };
        let nonsense = [Value::Null, json!("x"), json!(-1), json!(65_536)];
        let mut values = vec![nonsense[random.below(4)].clone()];
        if let Some(others) = elsewhere.get(&path) {
            values.push(others[random.below(others.len())].clone());
        }
        match value {
            Value::Bool(is_on) => values.push(json!(!is_on)),
            Value::Number(number) => {
                let number = number.as_i64().unwrap();
                values.extend([number - 1, number + 1].map(|new| json!(new)));
            }
            Value::Array(list) => {
                values.push(json!([&list[..], &[json!(1)]].concat()));
                values.push(list[1..].into());
                values.push(list.iter().rev().cloned().collect());
            }
            Value::Object(map) => {
                let mut more = map.clone();
                more.insert("a".to_owned(), json!(0));
                add("and a".to_owned(), more.into());
                for key in map.keys() {
                    let mut fewer = map.clone();
                    fewer.remove(key);
                    add(format!("without {key}"), fewer.into());
                }
            }
            _ => {}
        }
        for value in values {
            add(format!("is {value}"), value);
        }
    }
    // Half of them: each occurs in many cases.
    all.retain(|_| random.below(2) == 0);
    all
}

/// Settings may be others if a search with them takes the same steps: a setting of what does not happen in the search, or another
/// spelling, such as `true` for a technique's defaults. Only a technique that is left out is refused though the engine takes it as
/// off: a recorder writes all of them.
#[test]
fn another_setting_is_refused_unless_its_search_takes_the_same_steps() {
    let mut random = Random(10);
    let settings: Vec<Value> = CASES
        .iter()
        .map(|case| Parts::of(&case.trace).header.settings)
        .collect();
    let mut elsewhere: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for settings in &settings {
        let mut all = Vec::new();
        each(settings, "", &mut all);
        for (path, value) in all {
            let values = elsewhere.entry(path).or_default();
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
    }
    let mut outcomes = BTreeMap::new();
    for (case, settings) in CASES.iter().zip(&settings) {
        let parts = Parts::of(&case.trace);
        for (how, altered) in altered(settings, &elsewhere, &mut random) {
            let options = serde_json::from_value::<SearchOptions>(altered.clone()).ok();
            let is_searched = |options: &SearchOptions| {
                let techniques = altered["techniques"].as_object().unwrap();
                techniques.len() == BuiltIn::NAMES.len()
                    && options.form_without_distances().is_none()
            };
            let options = options.filter(is_searched);
            let header = Header {
                settings: altered.clone(),
                ..parts.header.clone()
            };
            let takes_the_same = options.is_some_and(|options| {
                let other = Parts::of(&case.searched_with(&options));
                other.steps == parts.steps && other.summary == parts.summary
            });
            let found = case.check(&parts.with_header(&header));
            *outcomes
                .entry((options.is_some(), takes_the_same))
                .or_insert(0) += 1;
            assert_eq!(found.is_ok(), takes_the_same, "{how}: {found:?}");
        }
    }
    assert_eq!(outcomes.len(), 3, "{outcomes:?}");
    assert!(outcomes.values().all(|&count| count > 400), "{outcomes:?}");
}

/// With mates of one value there are no distances to prune by, and no search begins.
#[test]
fn settings_with_which_no_search_begins_are_refused() {
    let mut forms = BTreeSet::new();
    for case in &*CASES {
        let parts = Parts::of(&case.trace);
        let form = &parts.header.settings["techniques"]["mate-distance"];
        if form != "off" {
            let mut header = parts.header.clone();
            header.settings["mates"] = json!("flat");
            let refused = case.check(&parts.with_header(&header)).unwrap_err();
            assert!(refused.starts_with("settings: "), "{refused}");
            forms.insert(form.to_string());
        }
    }
    assert_eq!(forms.len(), 16, "{forms:?}");
}
