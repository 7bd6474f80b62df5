//! The values of settings at which errors are likely: every word, the ends of every range and the default.

use plybench_checker::covering::{self, Factor};
use plybench_engine::{
    search::SearchOptions,
    techniques::{MateDistance, Registered},
};
use toml::{Table, Value};

use plybench_experiment::spec::{self, Bounds, Setting, Settings, Takes, With};

/// Settings with the techniques of `base`, in which every pair of values of two other settings occurs. The parameters of
/// `technique`, which is on, are settings too.
pub(super) fn covering(
    base: &SearchOptions,
    technique: Option<&Registered>,
    seed: u64,
) -> Vec<SearchOptions> {
    let base = Settings::from(*base);
    let whole = technique.and_then(|entry| spec::whole_setting(entry.info.name).ok());
    let varied: Vec<(&Setting, Vec<Value>)> = spec::all_settings()
        .iter()
        // Mate distance pruning excludes mates of one value.
        .filter(|setting| {
            setting.key != "mates" || base.search.techniques.mate_distance == MateDistance::Off
        })
        .filter(|setting| match &setting.technique {
            Some(owner) => whole.as_ref() == Some(owner),
            None => !setting.key.starts_with("techniques."),
        })
        .map(|setting| (setting, values(setting)))
        .collect();
    let factors = varied.iter().map(|(_, values)| Factor {
        values: values.len(),
        switch: None,
    });
    let rows = covering::pairwise(&factors.collect::<Vec<_>>(), seed);
    let settings = rows.into_iter().map(|row| {
        let chosen = varied.iter().zip(row);
        let all = chosen.fold(base.clone(), |settings, ((setting, values), value)| {
            let applied = spec::apply(&settings, &setting.key, values[value].clone());
            applied.expect("every setting takes its own values")
        });
        all.search
    });
    settings.collect()
}

/// Every word, the ends of a number's range and the default.
fn values(setting: &Setting) -> Vec<Value> {
    let mut values: Vec<Value> = match &setting.takes {
        Takes::Switch | Takes::Technique(_) => vec![true.into(), false.into()],
        Takes::Number(bounds) => ends(*bounds),
        // A range from a smaller to a larger number.
        Takes::Numbers { count, each } if count.least == count.most => {
            let ranges = [
                [each.least, each.least],
                [2, 5],
                [each.least, 3],
                [4, each.most],
            ];
            ranges.map(|range| range.to_vec().into()).into()
        }
        Takes::Numbers { count, each } => {
            let list = |number: i64| Value::from(vec![number; count.most as usize]);
            [each.least, 100, each.most].map(list).into()
        }
        Takes::Words(words) => words
            .iter()
            .flat_map(|word| match &word.with {
                With::Nothing => vec![Value::from(word.name.clone())],
                With::Parameters(parameters) => rows(parameters)
                    .map(|row| Table::from_iter([(word.name.clone(), row.into())]).into())
                    .collect(),
                With::Number(bounds) => {
                    let mut bounds = *bounds;
                    // The largest table that is worth its time in a short search.
                    if ["table.size", "table.principal-variation"].contains(&&*setting.key) {
                        bounds.least = 1;
                        bounds.most = if word.name == "mib" { 1 } else { 1 << 14 };
                    }
                    let table = |number| Table::from_iter([(word.name.clone(), number)]).into();
                    ends(bounds).into_iter().map(table).collect()
                }
            })
            .collect(),
    };
    if !values.contains(&setting.default) {
        values.push(setting.default.clone());
    }
    values
}

/// Tables of parameters in which each parameter has each of its values.
fn rows(parameters: &[Setting]) -> impl Iterator<Item = Table> {
    let columns: Vec<_> = parameters
        .iter()
        .map(|parameter| (parameter.name().to_owned(), values(parameter)))
        .collect();
    let longest = columns.iter().map(|(_, values)| values.len()).max();
    (0..longest.unwrap_or(0)).map(move |row| {
        // Shifted, so that not all switches are the same.
        let value = |(column, (name, values)): (usize, &(String, Vec<Value>))| {
            (name.clone(), values[(row + column) % values.len()].clone())
        };
        columns.iter().enumerate().map(value).collect()
    })
}

/// Both ends of a range, and a small number beyond the least.
fn ends(bounds: Bounds) -> Vec<Value> {
    let small = (bounds.least + 2).min(bounds.most);
    let mut numbers = vec![bounds.least, small, bounds.most];
    numbers.dedup();
    numbers.into_iter().map(Value::Integer).collect()
}

#[cfg(test)]
mod tests {
    use plybench_engine::techniques::BuiltIn;

    use super::*;

    #[test]
    fn every_value_of_every_parameter_is_in_some_row() {
        for entry in BuiltIn::registry() {
            let base = SearchOptions {
                techniques: entry.alone,
                ..SearchOptions::default()
            };
            let rows = covering(&base, Some(&entry), 1);
            let rows: Vec<_> = rows
                .into_iter()
                .map(|row| spec::listing(&row.into()))
                .collect();
            let own = spec::whole_setting(entry.info.name).ok();
            let parameters = spec::all_settings()
                .iter()
                .filter(|setting| own.is_some() && setting.technique == own);
            let mut varied = 0;
            for setting in parameters {
                for value in values(setting) {
                    // Parameters at their defaults are not listed.
                    let is_default = value == setting.default;
                    let listed = (setting.key.clone(), value.to_string());
                    let has = rows.iter().any(|row| row.contains(&listed));
                    assert!(has || is_default, "{} = {value}", setting.key);
                    varied += usize::from(has);
                }
            }
            // The forms of mate distance pruning have no parameters; the others have at least those of their scope.
            assert!(varied > 5 || !entry.key.is_empty(), "{}", entry.info.name);
        }
    }
}
