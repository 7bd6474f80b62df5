//! All settings and the values that each takes, from the schema that the types of the options derive.

use std::sync::LazyLock;

use plybench_engine::search::SearchOptions;
use serde_json::json;
use toml::Value;

use super::settings::argument;
use plybench_records::registered;
use plybench_text::{echo, nearest};

/// A setting, by its whole name.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its whole name, such as `table.size`.
    pub key: String,
    /// What it means, in the words of the engine's documentation.
    pub description: String,
    /// The values that it takes.
    pub takes: Takes,
    /// The unit of its numbers.
    pub unit: Option<String>,
    /// Its default; for a parameter, the default when its technique is on.
    pub default: Value,
    /// The whole name of the technique that a parameter belongs to.
    pub technique: Option<String>,
    /// Whether every technique has such a parameter.
    pub is_shared: bool,
}

/// The values that a setting takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Takes {
    /// On or off: `true` or `false`.
    Switch,
    /// A whole number within these bounds.
    Number(Bounds),
    /// A list of whole numbers.
    Numbers {
        /// The length of the list.
        count: Bounds,
        /// The range of each number.
        each: Bounds,
    },
    /// One of some words.
    Words(Vec<Word>),
    /// `true`, `false`, or a table of the parameters that have these names.
    Technique(Vec<String>),
}

/// The ends of a range, both in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The smallest number that is allowed.
    pub least: i64,
    /// The largest number that is allowed.
    pub most: i64,
}

impl Bounds {
    fn have(self, number: i64) -> bool {
        (self.least..=self.most).contains(&number)
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to {}", self.least, self.most)
    }
}

/// A word, alone, with a number or with parameters: `off`, `{ mib = N }`, `{ growing-aspiration = { … } }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The word as it is written in a file, in kebab case.
    pub name: String,
    /// What the word means, in the words of the engine's documentation.
    pub description: String,
    /// What follows the word.
    pub with: With,
}

/// What follows a word.
#[derive(Clone, Debug, PartialEq)]
pub enum With {
    /// The word stands alone.
    Nothing,
    /// A number within these bounds.
    Number(Bounds),
    /// A table of these parameters; one that is left out has its default.
    Parameters(Vec<Setting>),
}

impl Word {
    fn form(&self) -> String {
        match self.with {
            With::Nothing => self.name.clone(),
            With::Number(_) => format!("{{ {} = N }}", self.name),
            With::Parameters(_) => format!("{{ {} = {{ … }} }}", self.name),
        }
    }

    /// Whether a value is this word, whatever its number or its parameters are.
    fn is_in(&self, value: &Value) -> bool {
        let inner = value.as_table().filter(|table| table.len() == 1);
        let inner = inner.and_then(|table| table.get(&self.name));
        match self.with {
            With::Nothing => value.as_str() == Some(&self.name),
            With::Number(_) => inner.is_some_and(Value::is_integer),
            With::Parameters(_) => inner.is_some_and(Value::is_table),
        }
    }

    /// Checks what follows the word in a value that is this word.
    fn check(&self, value: &Value) -> Result<(), String> {
        match (&self.with, value.get(&self.name)) {
            (With::Number(bounds), Some(Value::Integer(number))) if !bounds.have(*number) => {
                Err(format!(
                    "{} is out of range; give {} with N {bounds}",
                    echo(&value.to_string()),
                    self.form()
                ))
            }
            (With::Parameters(parameters), Some(Value::Table(given))) => {
                check_parameters(given, &parameters.iter().collect::<Vec<_>>())
            }
            _ => Ok(()),
        }
    }

    /// The given parameters that are not at their defaults; none if the word has no parameters.
    pub(super) fn changed<'v>(&self, given: &'v Value) -> Option<Vec<(&'v String, &'v Value)>> {
        let With::Parameters(parameters) = &self.with else {
            return None;
        };
        let is_default = |name: &str, value: &Value| {
            let mut parameters = parameters.iter();
            parameters.any(|one| one.name() == name && one.default == *value)
        };
        let given = given.as_table()?.iter();
        Some(
            given
                .filter(|(name, value)| !is_default(name, value))
                .collect(),
        )
    }
}

/// Checks the values of parameters, given those that there are.
fn check_parameters(given: &toml::Table, all: &[&Setting]) -> Result<(), String> {
    for (name, value) in given {
        let Some(parameter) = all.iter().find(|parameter| parameter.name() == name) else {
            let names = all.iter().map(|parameter| parameter.name());
            let hint = plybench_text::suggestion(name, names);
            return Err(format!("unknown parameter {:?}; {hint}", echo(name)));
        };
        let checked = parameter.check(value);
        checked.map_err(|problem| format!("{name}: {problem}"))?;
    }
    Ok(())
}

/// Every setting, sorted by name: a technique stands before its parameters.
pub fn all() -> &'static [Setting] {
    static ALL: LazyLock<Vec<Setting>> = LazyLock::new(|| {
        let schema = schemars::schema_for!(SearchOptions);
        // Plain data without maps or missing values: it cannot fail to become JSON.
        let defaults = serde_json::to_value(SearchOptions::default()).unwrap_or_default();
        let (mut all, reader) = (Vec::new(), Reader(schema.as_value()));
        reader.collect("", schema.as_value(), &defaults, None, &mut all);
        for entry in registered::registry() {
            let (name, mut schema) = (entry.info.name, (entry.schema)());
            let definitions = schema["$defs"].take();
            let root = json!({ "properties": { name: schema }, "$defs": definitions });
            let defaults = json!({ name: false });
            Reader(&root).collect("techniques", &root, &defaults, None, &mut all);
        }
        all.sort_by(|one, other| one.key.cmp(&other.key));
        all
    });
    &ALL
}

/// Reads a schema, in which types are referred to by name.
struct Reader<'s>(&'s serde_json::Value);

impl Reader<'_> {
    fn collect(
        &self,
        above: &str,
        object: &serde_json::Value,
        defaults: &serde_json::Value,
        technique: Option<&str>,
        all: &mut Vec<Setting>,
    ) {
        for (name, field) in object["properties"].as_object().into_iter().flatten() {
            let dot = if above.is_empty() { "" } else { "." };
            let key = format!("{above}{dot}{name}");
            let schema = self.resolved(field);
            let keyword = |name: &str| field.get(name).or_else(|| schema.get(name));
            let text = |name: &str| keyword(name).and_then(serde_json::Value::as_str);
            let description = text("description");
            let default = keyword("default").unwrap_or(&defaults[name]);
            let takes = if let Some(parameters) = field["anyOf"].get(1) {
                let parameters = self.resolved(parameters);
                self.collect(&key, parameters, default, Some(&key), all);
                let names = parameters["properties"].as_object().into_iter().flatten();
                Takes::Technique(names.map(|(name, _)| name.clone()).collect())
            } else if let Some(takes) = self.takes(&key, schema) {
                takes
            } else {
                self.collect(&key, schema, default, None, all);
                continue;
            };
            all.push(Setting {
                key,
                takes,
                description: description.unwrap_or_default().replace('\n', " "),
                unit: text("unit").map(str::to_owned),
                default: Value::try_from(default).unwrap_or(Value::Boolean(false)),
                technique: technique.map(str::to_owned),
                is_shared: keyword("shared").is_some(),
            });
        }
    }

    /// The values that a schema allows; none if it is a group of settings.
    fn takes(&self, key: &str, schema: &serde_json::Value) -> Option<Takes> {
        if let Some(words) = schema["oneOf"].as_array() {
            let words = words.iter().filter_map(|word| self.word(key, word));
            return Some(Takes::Words(words.collect()));
        }
        match schema["type"].as_str()? {
            "boolean" => Some(Takes::Switch),
            "integer" => Some(Takes::Number(bounds(schema, "minimum", "maximum"))),
            "array" => Some(Takes::Numbers {
                count: bounds(schema, "minItems", "maxItems"),
                each: bounds(&schema["items"], "minimum", "maximum"),
            }),
            _ => None,
        }
    }

    /// A word of the setting `key`.
    fn word(&self, key: &str, schema: &serde_json::Value) -> Option<Word> {
        let description = schema["description"].as_str().unwrap_or_default();
        let fields = schema["properties"].as_object();
        let inner = fields.and_then(|one| one.iter().next());
        let (name, with) = match inner {
            None => (schema["const"].as_str()?, With::Nothing),
            Some((name, inner)) => {
                let inner = self.resolved(inner);
                let mut parameters = Vec::new();
                self.collect(
                    &format!("{key}.{name}"),
                    inner,
                    &inner["default"],
                    None,
                    &mut parameters,
                );
                let with = match parameters.is_empty() {
                    true => With::Number(bounds(inner, "minimum", "maximum")),
                    false => With::Parameters(parameters),
                };
                (name.as_str(), with)
            }
        };
        Some(Word {
            name: name.to_owned(),
            description: description.replace('\n', " "),
            with,
        })
    }

    /// The type that a field refers to, or the field's own.
    fn resolved<'a>(&'a self, field: &'a serde_json::Value) -> &'a serde_json::Value {
        let pointer = field["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
        let found = pointer.and_then(|pointer| self.0.pointer(pointer));
        found.unwrap_or(field)
    }
}

fn bounds(schema: &serde_json::Value, least: &str, most: &str) -> Bounds {
    let bound = |name: &str| schema[name].as_i64();
    Bounds {
        least: bound(least).unwrap_or(0),
        most: bound(most).unwrap_or(i64::MAX),
    }
}

impl Setting {
    /// The last part of its name, without its groups.
    #[must_use]
    pub fn name(&self) -> &str {
        self.key.rsplit('.').next().unwrap_or(&self.key)
    }

    /// The forms of its values: words, `true` and `false`, `N` for a whole number, `{ word = N }`.
    #[must_use]
    pub fn forms(&self) -> Vec<String> {
        let switch = || vec!["true".to_owned(), "false".to_owned()];
        match &self.takes {
            Takes::Switch => switch(),
            Takes::Number(_) => vec!["N".to_owned()],
            Takes::Numbers { .. } => vec!["[N, …]".to_owned()],
            Takes::Words(words) => words.iter().map(Word::form).collect(),
            Takes::Technique(names) => {
                let parameters = format!("{{ {} }}", names.join(" = …, ") + " = …");
                switch().into_iter().chain([parameters]).collect()
            }
        }
    }

    /// A form of value that is neither `off` nor `false`.
    pub(super) fn example(&self) -> String {
        let mut forms = self.forms().into_iter();
        let example = forms.find(|form| form != "off" && form != "false");
        example.unwrap_or_default()
    }

    /// The range of its numbers, with their unit.
    #[must_use]
    pub fn range(&self) -> Option<String> {
        let unit = self
            .unit
            .as_ref()
            .map_or(String::new(), |unit| format!(" {unit}"));
        match self.takes {
            Takes::Number(bounds) => Some(format!("{bounds}{unit}")),
            Takes::Numbers { count, each } if count.least == count.most => {
                Some(format!("{} numbers, each {each}{unit}", count.least))
            }
            Takes::Numbers { count, each } => Some(format!("{count} numbers, each {each}{unit}")),
            _ => None,
        }
    }

    /// Checks that the setting takes a value.
    ///
    /// # Errors
    /// What is wrong with the value, and which values the setting takes.
    pub(super) fn check(&self, value: &Value) -> Result<(), String> {
        let given = echo(&value.to_string());
        let outside = |range: String| Err(format!("{given} is out of range; give {range}"));
        match (&self.takes, value) {
            (Takes::Switch | Takes::Technique(_), Value::Boolean(_)) => return Ok(()),
            (Takes::Number(bounds), Value::Integer(number)) if bounds.have(*number) => {
                return Ok(());
            }
            (Takes::Number(_), Value::Integer(_)) => {
                return outside(self.range().unwrap_or_default());
            }
            (Takes::Numbers { count, each }, Value::Array(list)) => {
                let fits =
                    |number: &Value| number.as_integer().is_some_and(|number| each.have(number));
                if count.have(list.len() as i64) && list.iter().all(fits) {
                    return Ok(());
                }
                return outside(self.range().unwrap_or_default());
            }
            (Takes::Words(words), value) => {
                if let Some(word) = words.iter().find(|word| word.is_in(value)) {
                    return word.check(value);
                }
            }
            (Takes::Technique(_), Value::Table(parameters)) => {
                let own = |setting: &&Setting| setting.technique.as_ref() == Some(&self.key);
                return check_parameters(parameters, &all().iter().filter(own).collect::<Vec<_>>());
            }
            _ => {}
        }
        let (near, forms) = (self.near(value), self.forms().join(", "));
        let problem = match &near {
            Some(form) => format!("{given} is unknown; did you mean {form}? It is one of {forms}"),
            None => format!("{given} is not one of {forms}"),
        };
        let example = near.unwrap_or_else(|| self.example());
        Err(match example.starts_with('{') {
            true => format!(
                "{problem} (on the command line: {})",
                argument(&self.key, &example)
            ),
            false => problem,
        })
    }

    /// The form of the word that is nearest to a value.
    fn near(&self, value: &Value) -> Option<String> {
        let given = match value {
            // Names of variants write `entries:4096`.
            Value::String(word) => word.split(':').next()?,
            Value::Table(table) if table.len() == 1 => table.keys().next()?,
            _ => return None,
        };
        let Takes::Words(words) = &self.takes else {
            return None;
        };
        let near = nearest(given, words.iter().map(|word| word.name.as_str()))?;
        let word = words.iter().find(|word| word.name == near)?;
        Some(word.form())
    }
}

#[cfg(test)]
mod tests {
    use plybench_engine::techniques::BuiltIn;

    use super::*;

    /// The options accept all that the schema allows.
    #[test]
    fn the_ends_of_every_range_and_every_word_are_accepted() {
        fn values(setting: &Setting) -> Vec<Value> {
            let numbers = |bounds: Bounds| {
                assert!(bounds.most < i64::MAX);
                [bounds.least, bounds.most].map(Value::Integer)
            };
            let table = |name: &str, value: Value| -> Value {
                toml::Table::from_iter([(name.to_owned(), value)]).into()
            };
            match &setting.takes {
                Takes::Switch | Takes::Technique(_) => vec![true.into(), false.into()],
                Takes::Number(bounds) => numbers(*bounds).into(),
                Takes::Numbers { count, each } => {
                    let list =
                        |length: i64, number: &Value| vec![number.clone(); length as usize].into();
                    let lists = numbers(*each)
                        .map(|number| [list(count.least, &number), list(count.most, &number)]);
                    lists.into_iter().flatten().collect()
                }
                Takes::Words(words) => {
                    assert!(words.len() > 1, "{}", setting.key);
                    let inner = |parameter: &Setting| {
                        let values = values(parameter).into_iter();
                        let tables = values.map(|value| table(parameter.name(), value));
                        tables.collect::<Vec<Value>>()
                    };
                    let values = |word: &Word| match &word.with {
                        With::Nothing => vec![Value::from(word.name.clone())],
                        With::Number(bounds) => numbers(*bounds)
                            .map(|number| table(&word.name, number))
                            .into(),
                        With::Parameters(parameters) => {
                            let tables = parameters.iter().flat_map(inner);
                            tables.map(|inner| table(&word.name, inner)).collect()
                        }
                    };
                    words.iter().flat_map(values).collect()
                }
            }
        }
        for setting in all() {
            let mut options = crate::spec::Settings::default();
            if let Some(technique) = &setting.technique {
                options = crate::spec::apply(&options, technique, true.into()).unwrap();
            }
            for value in values(setting).into_iter().chain([setting.default.clone()]) {
                let applied = crate::spec::apply(&options, &setting.key, value.clone());
                assert!(applied.is_ok(), "{} {value}: {applied:?}", setting.key);
            }
        }
    }

    #[test]
    fn every_setting_is_described_and_takes_something() {
        for setting in all() {
            assert!(!setting.description.is_empty(), "{}", setting.key);
            assert!(!setting.forms().is_empty(), "{}", setting.key);
            let words = match &setting.takes {
                Takes::Words(words) => words.as_slice(),
                _ => &[],
            };
            for word in words {
                assert!(
                    !word.description.is_empty(),
                    "{} {}",
                    setting.key,
                    word.name
                );
                if let With::Parameters(parameters) = &word.with {
                    assert!(parameters.iter().all(|one| !one.description.is_empty()));
                }
            }
        }
        for registered in BuiltIn::registry() {
            let name = if registered.key.is_empty() {
                registered.info.name
            } else {
                registered.key
            };
            assert!(all().iter().any(|setting| setting.name() == name), "{name}");
        }
    }
}
