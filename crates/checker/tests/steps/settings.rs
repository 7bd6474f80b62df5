//! The settings that are tried: every pair of values, or random ones.

use std::collections::BTreeSet;

use plybench_checker::covering::{self, Factor};
use plybench_engine::search::SearchOptions;
use serde_json::{Value, json};

/// A setting with the values that are tried, the default first. A parameter counts only if `of`, the setting that switches its
/// technique on, is not off.
pub(crate) struct Axis {
    pub(crate) name: &'static str,
    pub(crate) of: Option<&'static str>,
    pub(crate) values: Vec<Value>,
}

/// Every setting: those that the reference covers, the table, and the techniques that need it or search their node again.
pub(crate) fn all_axes() -> Vec<Axis> {
    let mut axes = axes();
    let mut add = |name, of, values: Value| {
        let Value::Array(values) = values else {
            unreachable!()
        };
        axes.push(Axis { name, of, values });
    };
    let scope = || json!([{}, { "at-nodes": "null-window" }, { "at-depths": [2, 4] }, { "at-plies": [1, 3] }]);
    let sizes =
        json!(["off", { "entries": 1 }, { "entries": 9 }, { "entries": 700 }, { "mib": 1 }]);
    add("table.size", None, sizes);
    add("table.depth", None, json!(["at-least", "exactly"]));
    add(
        "table.replacement",
        None,
        json!(["always", "depth-preferred", "two-tier"]),
    );
    add("table.probe-at-horizon", None, json!([false, true]));
    let principal = json!(["shared", { "separate": 1 }, { "separate": 30 }, { "separate": 0 }]);
    add("table.principal-variation", None, principal);
    let cutoff = Some("techniques.enhanced-transposition-cutoff.min-depth");
    add(
        "techniques.enhanced-transposition-cutoff.min-depth",
        None,
        json!([false, 2, 3, 100]),
    );
    add(
        "techniques.enhanced-transposition-cutoff.scope",
        cutoff,
        scope(),
    );
    let singular = Some("techniques.singular-extension.margin");
    add(
        "techniques.singular-extension.margin",
        None,
        json!([false, 2, 0, 100]),
    );
    add(
        "techniques.singular-extension.min-depth",
        singular,
        json!([6, 3, 4]),
    );
    add(
        "techniques.singular-extension.slack",
        singular,
        json!([3, 0, 100]),
    );
    add("techniques.singular-extension.scope", singular, scope());
    let prob_cut = Some("techniques.prob-cut.margin");
    add(
        "techniques.prob-cut.margin",
        None,
        json!([false, 100, 0, 10000]),
    );
    add("techniques.prob-cut.reduction", prob_cut, json!([3, 1, 16]));
    add("techniques.prob-cut.min-depth", prob_cut, json!([5, 2, 3]));
    add("techniques.prob-cut.scope", prob_cut, scope());
    let deepening = Some("techniques.internal-iterative-deepening.reduction");
    add(
        "techniques.internal-iterative-deepening.reduction",
        None,
        json!([false, 2, 1, 16]),
    );
    add(
        "techniques.internal-iterative-deepening.min-depth",
        deepening,
        json!([4, 2, 3]),
    );
    add(
        "techniques.internal-iterative-deepening.scope",
        deepening,
        scope(),
    );
    axes
}

/// Every setting that the reference covers.
pub(crate) fn axes() -> Vec<Axis> {
    let mut axes = Vec::new();
    let mut add = |name, values: Value| {
        let Value::Array(values) = values else {
            unreachable!()
        };
        let of = match name {
            "techniques.null-move.reduction" => None,
            "techniques.late-move-reduction.reduction" => None,
            name if name.starts_with("techniques.null-move.") => {
                Some("techniques.null-move.reduction")
            }
            name if name.starts_with("techniques.late-move-reduction.") => {
                Some("techniques.late-move-reduction.reduction")
            }
            "techniques.check-extension.plies" => None,
            name if name.starts_with("techniques.check-extension.") => {
                Some("techniques.check-extension.plies")
            }
            "techniques.futility.scope" | "techniques.futility.all-moves" => {
                Some("techniques.futility.margins")
            }
            "techniques.razoring.scope" => Some("techniques.razoring.margins"),
            "quiescence-in-check" => Some("quiescence"),
            _ => None,
        };
        axes.push(Axis { name, of, values });
    };
    let both = || json!([false, true]);
    let scope = || {
        json!([
            {},
            { "at-nodes": "null-window" },
            { "at-nodes": "open-window" },
            { "at-depths": [2, 3] },
            { "at-plies": [1, 2] },
            { "at-nodes": "open-window", "at-depths": [1, 2], "at-plies": [0, 1] },
        ])
    };
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
            "mtdf",
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
    add("draws.repetition", json!([true, false]));
    add("draws.fifty-moves", json!([true, false]));
    add("draws.contempt", json!([0, 25, -150, 32767]));
    add("ordering.table-move", both());
    add("ordering.mvv-lva", both());
    add("ordering.killers", both());
    add("ordering.history", both());
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
    add("techniques.check-extension.plies", json!([false, 1, 2]));
    add(
        "techniques.check-extension.extends",
        json!(["check", "evasion"]),
    );
    add("techniques.check-extension.captures", json!([true, false]));
    add(
        "techniques.check-extension.interpositions",
        json!([true, false]),
    );
    add("techniques.check-extension.scope", scope());
    add(
        "techniques.razoring.margins",
        json!([
            false,
            [300, 500, 900],
            [0],
            [100, 0, 65534],
            [30, 80, 200, 500]
        ]),
    );
    add("techniques.razoring.scope", scope());
    add("techniques.null-move.reduction", json!([false, 1, 2, 16]));
    add("techniques.null-move.min-depth", json!([2, 1, 5]));
    add("techniques.null-move.verify", both());
    add("techniques.null-move.from-beta", json!([true, false]));
    add("techniques.null-move.in-a-row", both());
    add("techniques.null-move.most-captured", json!([40, 35, 0]));
    add("techniques.null-move.scope", scope());
    add(
        "techniques.futility.margins",
        json!([false, [200], [0], [0, 65534], [30, 80, 200, 500]]),
    );
    add("techniques.futility.all-moves", both());
    add("techniques.futility.scope", scope());
    add(
        "techniques.late-move-reduction.reduction",
        json!([false, 1, 2, 16]),
    );
    add(
        "techniques.late-move-reduction.full-depth-moves",
        json!([3, 1, 255]),
    );
    add("techniques.late-move-reduction.min-depth", json!([3, 2, 5]));
    add("techniques.late-move-reduction.scope", scope());
    axes
}

/// Mates of one value. Mate distance pruning needs distances, so this is another choice beside its forms: no case has both.
const FLAT_MATES: &str = "mates=flat";

/// The number of the value of each axis.
pub(crate) type Case = Vec<usize>;

/// Whether the technique that an axis belongs to is on.
pub(crate) fn is_active(axes: &[Axis], case: &Case, axis: usize) -> bool {
    let switch = |of| axes.iter().position(|other| other.name == of);
    axes[axis].of.and_then(switch).is_none_or(|at| case[at] > 0)
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
    if parents.len() == 2 {
        // A technique that is off.
        if axis.of.is_none() && *value == json!(false) {
            *at = json!(false);
            return;
        }
        if at.is_boolean() {
            *at = json!({});
        }
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
    let place = |name| axes.iter().position(|other| other.name == name);
    let factor = |axis: &Axis| Factor {
        values: axis.values.len(),
        switch: axis.of.and_then(place),
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
                let off = match (axis.of, other.of) {
                    (Some(switch), _) if switch == other.name => axis.values.len(),
                    (_, Some(switch)) if switch == axis.name => other.values.len(),
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
        assert_eq!(forms.count(), 2 * 17);
    }
}
