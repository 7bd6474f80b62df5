//! Each setting's share of what all save together, and each subset's share of the possible reduction.

use serde_json::{Value, json};

use super::{LONGEST, View, interval_json, sample, table_json};
use crate::{
    counted::counted,
    document::{Document, Section},
    names::Names,
    number,
    summary::{mean_in_words, summary_json},
    table::{Cell, Column, Table, numbers, words},
};
use plybench_analysis::{
    shares::{Possible, SettingShares, Share, Shares, possible},
    subsets::SubsetCounts,
};
use plybench_figures::{Axis, Figure, Interval, Panel, Point, Scale, Series, Style};

/// People see so many subsets at most, the best of all.
const MOST_SUBSETS: usize = 64;

/// How a setting is added, each with the share that it has then.
type Added = (
    &'static str,
    for<'s> fn(&SettingShares<'s>) -> Option<Share>,
);
const ADDED: [Added; 3] = [
    ("average", |of| of.average),
    ("first", |of| of.first),
    ("last", |of| of.last),
];

/// The shares of the settings of each table, and their chart; `lacking` gets the reason for each table that has none. `None` if
/// no table has any.
pub fn shares(view: View, lacking: &mut Vec<String>) -> Option<(Document, Figure)> {
    let (mut sections, mut tables, mut panels) = (Vec::new(), Vec::new(), Vec::new());
    let first = ["table", "row", "settings", "variant"].map(words);
    let columns = [first.to_vec(), setting_columns(), possible_columns()].concat();
    let mut rows = Table::new(columns);
    for counts in view.tables {
        let found = plybench_analysis::shares::shares(counts);
        let possible = possible(counts);
        let mut one = table_json(counts);
        one["possible"] = possible
            .iter()
            .map(|of| possible_json(counts, of))
            .collect();
        if let Some(found) = &found {
            sections.push(section(view, counts, found));
            panels.push(panel(counts, found));
            one["whole"] = summary_json(&found.whole);
            one["orders"] = json!(found.orders);
            one["shares"] = found.settings.iter().map(setting_json).collect();
            for setting in &found.settings {
                let name = vec![
                    counts.name.into(),
                    "setting".into(),
                    setting.setting.into(),
                    Cell::Missing,
                ];
                let none = vec![Cell::Missing; possible_columns().len()];
                rows.push([name, setting_cells(setting), none].concat());
            }
        } else {
            lacking.push(match counts.subsets.contains_key(&counts.whole()) {
                true => format!(
                    "{}: all settings together do not clearly change the {}",
                    counts.name,
                    counted(view.metric)
                ),
                false => format!("{}: there is no variant with all settings", counts.name),
            });
        }
        for subset in &possible {
            let settings = in_words(counts, subset).into();
            let name = vec![
                counts.name.into(),
                "subset".into(),
                settings,
                subset.variant.into(),
            ];
            let none = vec![Cell::Missing; setting_columns().len()];
            rows.push([name, none, possible_cells(subset)].concat());
        }
        sections.push(possible_section(counts, &possible));
        tables.push(one);
    }
    if panels.is_empty() {
        return None;
    }
    let mut document = view.document(
        "Shares of settings in what they save together",
        &[
            "Whole: the reduction of the logarithm of the count from no setting to all. A setting's share of it when it is added \
             first (to none), last (to all others), and on average over orders (the Shapley value), which adds up to the whole.",
            "Possible reduction (Schaeffer 1989): (none - subset) / (none - best), in total counts over all positions, where \
             positions with large trees count most; best is the subset with the smallest total, which its intervals take as given.",
        ],
    );
    document.sections = sections;
    document.rows = rows;
    document.values = view.json(tables);
    let chart = Figure {
        title: "Each setting's share of what all of them save together".to_owned(),
        caption: view.caption(format!(
            "Points: share of the reduction of the logarithm of {} from no setting to all, where the setting is added first, last, \
             and on average over orders (Shapley value). Lines: its {}.",
            counted(view.metric),
            number::interval_method(view.positions())
        )),
        panels,
        columns: 1,
    };
    Some((document, chart))
}

fn share_columns(name: &str) -> [Column; 3] {
    [
        numbers(name),
        numbers("low").named(&format!("{name}_low")),
        numbers("high").named(&format!("{name}_high")),
    ]
}

fn share_cells(share: Option<Share>) -> [Cell; 3] {
    let interval = share.and_then(|share| share.interval);
    let low = interval.map(|ends| Cell::ShareEnd(ends.low, ends.low_error));
    let high = interval.map(|ends| Cell::ShareEnd(ends.high, ends.high_error));
    [
        share.map(|share| Cell::Share(share.share)).into(),
        low.into(),
        high.into(),
    ]
}

fn setting_columns() -> Vec<Column> {
    let shares = ADDED.iter().flat_map(|(name, _)| share_columns(name));
    shares.chain([numbers("error of orders")]).collect()
}

fn setting_cells(of: &SettingShares) -> Vec<Cell> {
    let shares = ADDED.iter().flat_map(|(_, share)| share_cells(share(of)));
    shares
        .chain([of.order_error.map(Cell::Share).into()])
        .collect()
}

/// The settings of a table, the largest average first, and their sum.
fn section(view: View, counts: &SubsetCounts, shares: &Shares) -> Section {
    let mut table = Table::new([vec![words("setting")], setting_columns()].concat());
    for setting in by_size(shares) {
        table.push([vec![setting.setting.into()], setting_cells(setting)].concat());
    }
    let mut sums = vec!["sum".into()];
    for (_, share) in ADDED {
        let all: Option<Vec<Share>> = shares.settings.iter().map(share).collect();
        let sum = all.map(|all| Cell::Share(all.iter().map(|one| one.share).sum()));
        sums.extend([sum.into(), Cell::Missing, Cell::Missing]);
    }
    table.push([sums, vec![Cell::Missing]].concat());
    let orders = shares.orders.map_or_else(String::new, |orders| {
        format!(
            " Averages are over {orders} drawn orders; the error of orders is their standard error by the draw, which the \
             interval leaves out."
        )
    });
    let text = format!(
        "All {} settings together leave {} of the {}; {}.{orders}",
        shares.settings.len(),
        mean_in_words(&shares.whole),
        counted(view.metric),
        sample(counts)
    );
    let heading = format!("{}: shares of the settings", counts.name);
    Section::new(heading, table.without_empty_columns()).with_text(text)
}

fn by_size<'s, 'o>(shares: &'s Shares<'o>) -> Vec<&'s SettingShares<'o>> {
    let mut all: Vec<&SettingShares> = shares.settings.iter().collect();
    // Those that have no average by what they save last, which a leave-one-out has.
    let size = |of: &SettingShares| {
        let share = of.average.or(of.last);
        share.map_or(f64::NEG_INFINITY, |share| share.share)
    };
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    all
}

/// So many settings or more are named by those that are left out, if these are fewer.
const MANY: usize = 5;

/// The settings of a subset.
fn in_words(counts: &SubsetCounts, of: &Possible) -> String {
    let (on, off) = (counts.names(of.subset), counts.names(!of.subset));
    match (on.len(), off.len()) {
        (0, _) => "none".to_owned(),
        (_, 0) => "all".to_owned(),
        (some, few) if few < some && few + some >= MANY => format!("all but {}", off.join(",")),
        _ => on.join(","),
    }
}

fn possible_columns() -> Vec<Column> {
    let share = share_columns("possible");
    [vec![numbers("total ratio")], share.to_vec()].concat()
}

fn possible_cells(of: &Possible) -> Vec<Cell> {
    let share = share_cells(of.share);
    [vec![Cell::Ratio(of.total_ratio)], share.to_vec()].concat()
}

fn possible_section(counts: &SubsetCounts, all: &[Possible]) -> Section {
    let mut table = Table::new([vec![words("settings")], possible_columns()].concat());
    for of in all.iter().take(MOST_SUBSETS) {
        table.push([vec![in_words(counts, of).into()], possible_cells(of)].concat());
    }
    let heading = format!("{}: share of the possible reduction", counts.name);
    let section = Section::new(heading, table.without_empty_columns());
    match all.len() > MOST_SUBSETS {
        true => section.with_text(format!(
            "The best {MOST_SUBSETS} of {} subsets; CSV and JSON have all.",
            all.len()
        )),
        false => section,
    }
}

fn share_json(share: Option<Share>) -> Value {
    let Some(Share { share, interval }) = share else {
        return Value::Null;
    };
    let [ends, errors] = interval_json(interval);
    json!({"share": number::significant(share), "ci95": ends, "ci95_resampling_error": errors})
}

fn setting_json(of: &SettingShares) -> Value {
    let mut one = json!({
        "setting": of.setting,
        "order_standard_error": of.order_error.map(number::significant),
    });
    for (name, share) in ADDED {
        one[name] = share_json(share(of));
    }
    one
}

fn possible_json(counts: &SubsetCounts, of: &Possible) -> Value {
    json!({
        "settings": counts.names(of.subset),
        "variant": of.variant,
        "total_ratio": number::significant(of.total_ratio),
        "possible": share_json(of.share),
    })
}

/// The shares as points with their intervals.
fn panel(counts: &SubsetCounts, shares: &Shares) -> Panel {
    let settings = by_size(shares);
    let names = Names::of(settings.iter().map(|of| of.setting), LONGEST);
    let labels = settings.iter().map(|of| names.label(of.setting)).collect();
    let mut series = Vec::new();
    for ((name, share), style) in ADDED.iter().zip(Style::VARIANTS) {
        let rows = settings.iter().enumerate();
        let points = rows.filter_map(|(row, of)| Some(point(row, share(of)?)));
        series.push(Series {
            label: match *name {
                "average" => "average over orders".to_owned(),
                name => format!("added {name}"),
            },
            style: style.points(),
            points: points.collect(),
        });
    }
    series.retain(|series| !series.points.is_empty());
    let x = Axis {
        reference: Some(0.0),
        ..Axis::new("share of the whole reduction (%)", Scale::Linear)
    };
    Panel {
        heading: counts.name.to_owned(),
        ..Panel::of(x, Axis::new("", Scale::Names(labels)), series)
    }
}

/// A share in percent, with its interval.
fn point(row: usize, of: Share) -> Point {
    Point {
        y: row as f64,
        whisker: of.interval.map(|ends| Interval {
            low: ends.low * 100.0,
            high: ends.high * 100.0,
        }),
        ..Point::bare(of.share * 100.0, 0.0)
    }
}
