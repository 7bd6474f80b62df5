//! Each setting's share of what all save together, and each subset's share of the possible reduction.

use serde_json::{Value, json};

use super::{LONGEST, View, interval_json, sample, table_json, whole};
use crate::{
    counted::counted,
    document::{Document, Section},
    names::Names,
    number,
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
    let first = [
        words("table"),
        words("row"),
        words("settings"),
        words("variant"),
    ];
    let last = [numbers("total ratio")]
        .into_iter()
        .chain(share_columns("possible"));
    let mut rows = Table::new(first.into_iter().chain(setting_columns()).chain(last));
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
            let (_, all) = whole(&found.whole);
            one["whole"] = all;
            one["orders"] = json!(found.orders);
            one["shares"] = found.settings.iter().map(setting_json).collect();
            for setting in &found.settings {
                let mut row = vec![counts.name.into(), "setting".into()];
                row.extend([setting.setting.into(), Cell::Missing]);
                row.extend(setting_cells(setting));
                row.extend([const { Cell::Missing }; 4]);
                rows.push(row);
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
            let mut row = vec![counts.name.into(), "subset".into()];
            row.extend([in_words(counts, subset).into(), subset.variant.into()]);
            row.extend(vec![Cell::Missing; setting_columns().len()]);
            row.extend(possible_cells(subset));
            rows.push(row);
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
            "Whole: the reduction of the logarithm of the count from no setting to all. A setting's share of it when it is added first (to none), \
             last (to all others), and on average over orders (the Shapley value), which adds up to the whole.",
            "Possible reduction (Schaeffer 1989): (none - subset) / (none - best), in total counts over all positions, where positions with \
             large trees count most; best is the subset with the smallest total, which its intervals take as given.",
        ],
    );
    document.sections = sections;
    document.rows = rows;
    document.values = view.json(tables);
    let chart = Figure {
        title: "Each setting's share of what all of them save together".to_owned(),
        caption: view.caption(format!(
            "Points: share of the reduction of the logarithm of {} from no setting to all, where the setting is added first, last, and on average \
             over orders (Shapley value). Lines: its {}.",
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
    [
        share.map(|share| Cell::Share(share.share)).into(),
        interval
            .map(|ends| Cell::ShareEnd(ends.low, ends.low_error))
            .into(),
        interval
            .map(|ends| Cell::ShareEnd(ends.high, ends.high_error))
            .into(),
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
    let mut table = Table::new([words("setting")].into_iter().chain(setting_columns()));
    for setting in by_size(shares) {
        let mut row = vec![setting.setting.into()];
        row.extend(setting_cells(setting));
        table.push(row);
    }
    let sums = ADDED.iter().flat_map(|(_, share)| {
        let all: Option<Vec<Share>> = shares.settings.iter().map(share).collect();
        let sum = all.map(|all| Cell::Share(all.iter().map(|one| one.share).sum()));
        [sum.into(), Cell::Missing, Cell::Missing]
    });
    table.push(
        [Cell::from("sum")]
            .into_iter()
            .chain(sums)
            .chain([Cell::Missing]),
    );
    let keys: Vec<String> = setting_columns()
        .into_iter()
        .map(|column| column.key)
        .collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let orders = match shares.orders {
        Some(orders) => format!(
            " Averages are over {orders} drawn orders; the error of orders is their standard error by the draw, which the interval leaves out."
        ),
        None => String::new(),
    };
    let (ratio, _) = whole(&shares.whole);
    Section::new(
        format!("{}: shares of the settings", counts.name),
        table.hiding_empty(&keys),
    )
    .with_text(format!(
        "All {} settings together leave {ratio} of the {}; {}.{orders}",
        shares.settings.len(),
        counted(view.metric),
        sample(counts)
    ))
}

fn by_size<'s, 'o>(shares: &'s Shares<'o>) -> Vec<&'s SettingShares<'o>> {
    let mut all: Vec<&SettingShares> = shares.settings.iter().collect();
    // Those that have no average by what they save last, which a leave-one-out has.
    let size = |of: &SettingShares| {
        of.average
            .or(of.last)
            .map_or(f64::NEG_INFINITY, |share| share.share)
    };
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    all
}

/// The settings of a subset, as its name says them.
fn in_words(counts: &SubsetCounts, of: &Possible) -> String {
    match of.subset {
        0 => "none".to_owned(),
        _ => counts.names(of.subset).join(","),
    }
}

fn possible_cells(of: &Possible) -> Vec<Cell> {
    let ratio = Cell::Ratio(of.total_ratio);
    [ratio].into_iter().chain(share_cells(of.share)).collect()
}

fn possible_section(counts: &SubsetCounts, all: &[Possible]) -> Section {
    let columns = [words("settings"), numbers("total ratio")];
    let mut table = Table::new(columns.into_iter().chain(share_columns("possible")));
    for of in all.iter().take(MOST_SUBSETS) {
        let name = Cell::from(in_words(counts, of));
        table.push([name].into_iter().chain(possible_cells(of)));
    }
    let table = table.hiding_empty(&["possible", "possible_low", "possible_high"]);
    let section = Section::new(
        format!("{}: share of the possible reduction", counts.name),
        table,
    );
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
