//! The settings that are tried: every pair of values, or random ones.

use std::{collections::BTreeSet, sync::LazyLock};

use plybench_checker::covering::{self, Factor};
use plybench_engine::{search::SearchOptions, table::Replacement, techniques::BuiltIn};
use schemars::schema_for;
use serde_json::{Value, json};

use super::reference;

/// A setting with the values that are tried, the default first. A parameter counts only if `of`, the setting that switches its
/// technique on, is not off.
pub(crate) struct Axis {
    pub(crate) name: String,
    pub(crate) of: Option<String>,
    pub(crate) values: Vec<Value>,
}

impl Axis {
    fn new(name: &str, of: Option<&str>, values: Value) -> Self {
        Axis {
            name: name.to_owned(),
            of: of.map(str::to_owned),
            values: serde_json::from_value(values).unwrap(),
        }
    }
}

/// Every setting: those that the reference covers, the table, and the techniques that need it or search their node again.
pub(crate) fn all_axes() -> Vec<Axis> {
    let mut axes = axes();
    let mut add = |name: &str, values: Value| axes.push(Axis::new(name, None, values));
    let sizes =
        json!(["off", { "entries": 1 }, { "entries": 9 }, { "entries": 700 }, { "mib": 1 }]);
    add("table.size", sizes);
    add("table.depth", json!(["at-least", "exactly"]));
    add("table.replacement", json!(Replacement::ALL));
    add("table.probe-at-horizon", json!([false, true]));
    let principal = json!(["shared", { "separate": 1 }, { "separate": 30 }, { "separate": 0 }]);
    add("table.principal-variation", principal);
    axes.extend(technique_axes(|name| !reference::COVERED.contains(&name)));
    axes
}

/// Every setting that the reference covers.
pub(crate) fn axes() -> Vec<Axis> {
    let mut axes = Vec::new();
    let mut add = |name: &str, values: Value| {
        let of = (name == "quiescence-in-check").then_some("quiescence");
        axes.push(Axis::new(name, of, values));
    };
    let both = || json!([false, true]);
    add("fail", json!(["hard", "soft"]));
    add("scout", json!(["full-window", "pvs", "minimax"]));
    add(
        "driver",
        json!([
            "full-window",
            { "aspiration": 0 },
            { "aspiration": 1 },
            { "aspiration": 40 },
            { "aspiration": 65535 },
            { "growing-aspiration": { "width": 1, "from-depth": 2 } },
            { "growing-aspiration": { "width": 5, "growth": 101, "from-depth": 1, "midpoint": false } },
            { "growing-aspiration": { "width": 20, "growth": 130, "from-depth": 3, "shallower": false } },
            { "growing-aspiration": { "width": 20000, "growth": 1000, "from-depth": 2 } },
            "mtdf",
            "every-move",
        ]),
    );
    add("mate-at-horizon", both());
    add("quiescence", both());
    add("quiescence-in-check", json!(["evasions", "stand-pat"]));
    add("under-promotion", json!([true, false]));
    add("legality", json!(["king-safety", "king-capture"]));
    add(
        "evaluation",
        json!(["zero", "material", "mop-up", "piece-square", "micro-max"]),
    );
    add("correction-history.pawns", both());
    add("correction-history.pieces", both());
    add("draws.repetition", json!([true, false]));
    add("draws.fifty-moves", json!([true, false]));
    add("draws.contempt", json!([0, 25, -150, 32767]));
    add("ordering.table-move", both());
    add("ordering.mvv-lva", both());
    add("ordering.killers", both());
    add("ordering.history", both());
    add("ordering.history-gravity", both());
    add("ordering.countermoves", both());
    add("ordering.continuation-history", both());
    add("ordering.losing-captures-last", both());
    add(
        "ordering.ties",
        json!(["generation", { "random": 1 }, { "random": 4294967295u32 }]),
    );
    add(
        "techniques.mate-distance",
        json!([
            "off",
            "stockfish",
            "cpw",
            "vipermate",
            "lower-only",
            "upper-only-tight",
            "upper-only-loose",
            "test-only",
            "check-aware",
            "fruit",
            "in-quiescence",
            "after-probe",
            "zero-window-only",
            "delayed-loss",
            "mate-holds",
            "depth-clamp",
            "micro-max",
            FLAT_MATES,
        ]),
    );
    axes.extend(technique_axes(|name| reference::COVERED.contains(&name)));
    axes
}

/// The techniques whose names are chosen, besides mate distance pruning: whether each is on, its parameters and its scope.
fn technique_axes(is_chosen: impl Fn(&str) -> bool) -> Vec<Axis> {
    let schema = schema_for!(BuiltIn).to_value();
    let mut axes = Vec::new();
    for &name in BuiltIn::NAMES[1..].iter().filter(|name| is_chosen(name)) {
        let switch = format!("techniques.{name}");
        axes.push(Axis::new(&switch, None, json!([false, true])));
        let parameters = resolved(&schema, &schema["properties"][name]["anyOf"][1]);
        for (parameter, takes) in parameters["properties"].as_object().unwrap() {
            if !["at-nodes", "at-depths", "at-plies"].contains(&parameter.as_str()) {
                let values = match &SPECIAL_VALUES[name][parameter] {
                    Value::Null => values_of(&schema, takes),
                    special => special.clone(),
                };
                axes.push(Axis::new(
                    &format!("{switch}.{parameter}"),
                    Some(&switch),
                    values,
                ));
            }
        }
        let scopes = json!([
            {},
            { "at-nodes": "null-window" },
            { "at-nodes": "open-window" },
            { "at-depths": [2, 3] },
            { "at-plies": [1, 2] },
            { "at-nodes": "open-window", "at-depths": [1, 2], "at-plies": [0, 1] },
        ]);
        axes.push(Axis::new(&format!("{switch}.scope"), Some(&switch), scopes));
    }
    axes
}

/// The values of numbers at which errors are likely in short searches, the default first.
static SPECIAL_VALUES: LazyLock<Value> = LazyLock::new(|| {
    json!({
        "check-extension": { "plies": [1, 2] },
        "razoring": { "margins": [[300, 500, 900], [0], [100, 0, 65534], [30, 80, 200, 500]] },
        "reverse-futility": { "margin": [65, 0, 10000], "max-depth": [8, 1, 100], "less-if-improving": [0, 40, 10000] },
        "null-move": {
            "reduction": [1, 2, 16],
            "min-depth": [2, 1, 5],
            "most-captured": [40, 35, 0],
            "verify": [true, false],
            "verify-from": [1, 3],
            "depth-divisor": [0, 1, 3],
            "evaluation-divisor": [0, 1, 90],
            "most-by-evaluation": [3, 0],
            "deeper-from": [0, 1, 4],
            "reduce-instead": [0, 1, 4],
        },
        "futility": {
            "margins": [[200], [0], [0, 65534], [30, 80, 200, 500]],
            "base": [77, 0, 300],
            "per-ply": [52, 0, 400],
            "max-depth": [0, 3, 100],
            "history-divisor": [0, 1, 30],
        },
        "late-move-reduction": {
            "reduction": [1, 2, 16],
            "full-depth-moves": [3, 1, 255],
            "min-depth": [3, 2, 5],
            "base": [48, 0, 200],
            "divisor": [248, 1, 100],
            "less-in-open-window": [0, 1, 16],
            "more-at-cut-nodes": [0, 1, 2],
            "more-unless-improving": [0, 1, 3],
            "history-divisor": [0, 100, 3000],
        },
        "history-pruning": { "margin": [1682, 0, 100], "max-depth": [5, 1, 3] },
        "internal-iterative-reduction": { "min-depth": [4, 2, 3], "reduction": [1, 2, 16] },
        "limited-razoring": { "margin": [900, 0, 100], "depth": [3, 2, 4], "min-pieces": [4, 0, 2] },
        "hindsight": { "deeper-from": [3, 1, 2], "shallower-from": [2, 1, 4], "margin": [166, 0, 1000] },
        "mate-threat": { "reduction": [0, 1, 2], "min-depth": [2, 1, 3], "max-depth": [2, 3, 100], "line-limit": [6, 0, 1] },
        "small-prob-cut": { "margin": [200, 0, 10000], "slack": [4, 0, 100] },
        "one-reply": { "line-limit": [6, 0, 1] },
        "recapture": { "margin": [10, 0, 500], "line-limit": [6, 0, 1] },
        "seventh-rank": { "line-limit": [6, 0, 1] },
        "multi-cut": { "moves": [6, 1, 3], "cuts": [3, 1, 2], "reduction": [2, 1, 16], "min-depth": [4, 1, 2] },
        "late-move-pruning": { "base": [2, 1, 5], "divisor": [2, 1, 9], "max-depth": [8, 1, 3] },
        "exchange-pruning": { "capture-margin": [148, 0, 250], "quiet-margin": [64, 0, 400], "max-depth": [6, 0, 1, 3] },
        "delta-pruning": { "margin": [142, 0, 10000], "most-captured": [40, 39, 0] },
        "enhanced-transposition-cutoff": { "min-depth": [2, 3, 100] },
        "singular-extension": {
            "margin": [2, 0, 100],
            "min-depth": [6, 3, 4],
            "slack": [3, 0, 100],
            "twice-margin": [0, 1, 255],
            "thrice-margin": [0, 1, 40],
            "line-limit": [10, 0, 2],
            "shorten": [0, 1, 16],
            "shorten-at-cut-nodes": [0, 1, 2],
        },
        "prob-cut": { "margin": [100, 0, 10000], "reduction": [3, 1, 16], "min-depth": [5, 2, 3] },
        "internal-iterative-deepening": { "reduction": [2, 1, 16], "min-depth": [4, 2, 3] },
    })
});

/// What a schema refers to.
fn resolved<'s>(schema: &'s Value, part: &'s Value) -> &'s Value {
    match part["$ref"].as_str() {
        Some(reference) => schema.pointer(&reference[1..]).unwrap(),
        None => part,
    }
}

/// The default of a parameter, and all other words or the ends of its range.
fn values_of(schema: &Value, parameter: &Value) -> Value {
    let takes = resolved(schema, parameter);
    let mut values = vec![parameter["default"].clone()];
    if takes["type"] == "boolean" {
        values.extend([json!(false), json!(true)]);
    }
    values.extend(takes["enum"].as_array().into_iter().flatten().cloned());
    let words = takes["oneOf"].as_array().into_iter().flatten();
    values.extend(words.map(|word| word["const"].clone()));
    let ends = ["minimum", "maximum"].map(|end| takes[end].clone());
    values.extend(ends.into_iter().filter(|end| !end.is_null()));
    let mut different = Vec::new();
    for value in values {
        if !different.contains(&value) {
            different.push(value);
        }
    }
    assert!(different.len() > 1, "no values for {parameter}");
    different.into()
}

/// Mates of one value. Mate distance pruning needs distances, so this is another choice beside its forms: no case has both.
const FLAT_MATES: &str = "mates=flat";

/// The number of the value of each axis.
pub(crate) type Case = Vec<usize>;

/// Whether the technique that an axis belongs to is on.
pub(crate) fn is_active(axes: &[Axis], case: &Case, axis: usize) -> bool {
    let switch = |of: &String| axes.iter().position(|other| other.name == *of);
    axes[axis]
        .of
        .as_ref()
        .and_then(switch)
        .is_none_or(|at| case[at] > 0)
}

/// The settings of a case.
pub(crate) fn options(axes: &[Axis], case: &Case) -> SearchOptions {
    let mut settings = serde_json::to_value(SearchOptions::default()).unwrap();
    for (number, axis) in axes.iter().enumerate() {
        let is_parameter = axis.name.starts_with("techniques.") && axis.of.is_some();
        if !is_parameter || is_active(axes, case, number) {
            set(&mut settings, axis, &axis.values[case[number]]);
        }
    }
    serde_json::from_value(settings).unwrap()
}

/// Gives an axis one of its values. A parameter switches its technique on.
fn set(settings: &mut Value, axis: &Axis, value: &Value) {
    if axis.name == "techniques.mate-distance" {
        let is_flat = *value == FLAT_MATES;
        settings["mates"] = json!(if is_flat { "flat" } else { "by-ply" });
        settings["techniques"]["mate-distance"] =
            if is_flat { json!("off") } else { value.clone() };
        return;
    }
    let path: Vec<&str> = axis.name.split('.').collect();
    let (&last, parents) = path.split_last().unwrap();
    let mut at = settings;
    for parent in parents {
        at = &mut at[*parent];
    }
    // A technique that is on with other parameters stays so.
    if *value == true && at[last].is_object() {
        return;
    }
    // The first parameter of a technique that is on with its defaults.
    if parents.len() == 2 && at.is_boolean() {
        *at = json!({});
    }
    if last == "scope" {
        let mut scope = json!({ "at-nodes": "all", "at-depths": [0, 255], "at-plies": [0, 255] });
        let scope = scope.as_object_mut().unwrap();
        scope.extend(value.as_object().unwrap().clone());
        at.as_object_mut().unwrap().append(scope);
    } else {
        at[last] = value.clone();
    }
}

/// What differs from the default.
pub(crate) fn describe(axes: &[Axis], case: &Case) -> String {
    let changed = axes.iter().enumerate().filter(|&(number, axis)| {
        is_active(axes, case, number) && (case[number] > 0 || axis.of.is_some())
    });
    let words: Vec<String> = changed
        .map(|(number, axis)| format!("{}={}", axis.name, axis.values[case[number]]))
        .collect();
    words.join(" ")
}

/// A generator of pseudo-random numbers (splitmix64), the same on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % bound as u64) as usize
    }

    pub(crate) fn case(&mut self, axes: &[Axis]) -> Case {
        axes.iter()
            .map(|axis| self.below(axis.values.len()))
            .collect()
    }

    /// A case in which most settings have their defaults. Such searches have compiled copies of their own.
    pub(crate) fn sparse_case(&mut self, axes: &[Axis]) -> Case {
        let value = |axis: &Axis| match self.below(10) {
            0 => self.below(axis.values.len()),
            _ => 0,
        };
        axes.iter().map(value).collect()
    }
}

/// Cases that together contain every pair of values of two settings.
pub(crate) fn pairwise(axes: &[Axis]) -> Vec<Case> {
    let place = |name: &String| axes.iter().position(|other| other.name == *name);
    let factor = |axis: &Axis| Factor {
        values: axis.values.len(),
        switch: axis.of.as_ref().and_then(place),
    };
    let factors: Vec<Factor> = axes.iter().map(factor).collect();
    covering::pairwise(&factors, 1)
}

/// A pair counts if the settings that are searched have both values: giving them to the settings once more changes nothing.
#[test]
fn every_possible_pair_of_values_is_searched() {
    for axes in [axes(), all_axes()] {
        let mut searched = BTreeSet::new();
        for case in pairwise(&axes) {
            let options = options(&axes, &case);
            let settings = serde_json::to_value(options).unwrap();
            let has = |&axis: &usize| {
                let mut again = settings.clone();
                set(&mut again, &axes[axis], &axes[axis].values[case[axis]]);
                let again: SearchOptions = serde_json::from_value(again).unwrap();
                is_active(&axes, &case, axis) && again == options
            };
            let present: Vec<usize> = (0..axes.len()).filter(has).collect();
            for (place, &one) in present.iter().enumerate() {
                for &other in &present[place + 1..] {
                    searched.insert([(one, case[one]), (other, case[other])]);
                }
            }
        }
        let mut possible = 0;
        for (one, axis) in axes.iter().enumerate() {
            for other in &axes[one + 1..] {
                // A parameter has no value while its technique is off.
                let off = match (&axis.of, &other.of) {
                    (Some(switch), _) if *switch == other.name => axis.values.len(),
                    (_, Some(switch)) if *switch == axis.name => other.values.len(),
                    _ => 0,
                };
                possible += axis.values.len() * other.values.len() - off;
            }
        }
        assert_eq!(searched.len(), possible);
        // Each form with each value of each other axis that needs no technique.
        let names = |name: &str| axes.iter().position(|axis| axis.name == name).unwrap();
        let (form, fail) = (names("techniques.mate-distance"), names("fail"));
        let forms = searched
            .iter()
            .filter(|pair| pair.map(|(axis, _)| axis) == [fail, form]);
        assert_eq!(forms.count(), 2 * 18);
    }
}
