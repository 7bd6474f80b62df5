//! The values of settings: `table.size=off`, `mate-distance=stockfish`.
//!
//! The settings are the engine's options in kebab case: see [`schema`].

use plybench_engine::{
    search::{QuiescenceInCheck, SearchOptions},
    table::{TableOptions, TableSize},
    techniques::{
        Limited,
        check_extension::{CheckExtension, Extends},
    },
    variants::{self, Variant},
};
use toml::{Table, Value};

use super::{
    schema::{self, Setting, Takes},
    setting_name::{self, SettingError, find, is_technique},
};
use plybench_records::registered::{self, RegisteredTechnique};
use plybench_text::{echo, echo_line, suggestion};

/// The engine's variant of this name.
///
/// # Errors
/// If there is none; the message names the nearest.
pub fn variant(name: &str) -> Result<Variant, SettingError> {
    variants::find(name).ok_or_else(|| SettingError::Variant {
        name: echo(name),
        hint: suggestion(name, variants::ALL.iter().map(|variant| variant.name)),
    })
}

/// The settings of a search: the engine's options, and the registered techniques that are on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The engine's options, with the built-in techniques.
    pub search: SearchOptions,
    /// The techniques of the calling program, in the order of their registration.
    pub registered: Vec<RegisteredTechnique>,
}

impl Settings {
    /// Bytes of memory that a search may take: 16 for each entry of the table, what its replacement policy needs, and 1 MiB besides.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let entries = match self.search.table.size {
            TableSize::Off => 0,
            TableSize::Entries(entries) => u64::from(entries),
            TableSize::Mib(mib) => (u64::from(mib) << 20) / 16,
        };
        let beside = self.search.table.replacement.bytes_beside() as u64;
        entries * (16 + beside) + (1 << 20)
    }
}

impl From<SearchOptions> for Settings {
    fn from(search: SearchOptions) -> Self {
        let registered = Vec::new();
        Settings { search, registered }
    }
}

/// Returns the settings with one changed; `key` is whole (`table.size`) or short (`size`).
///
/// # Errors
/// If there is no such setting, it does not take the value, or it is a parameter of a technique that is off.
pub fn apply(settings: &Settings, key: &str, value: Value) -> Result<Settings, SettingError> {
    let setting = check(key, &value)?;
    let mistake = |problem: &str| SettingError::Value {
        key: setting.key.clone(),
        problem: echo_line(problem),
    };
    let mut tree = tree(settings);
    match (&setting.technique, at(&mut tree, above(&setting.key))) {
        (Some(technique), Some(place)) => {
            if *place == Value::Boolean(false) {
                let name = technique.rsplit('.').next().unwrap_or(technique);
                return Err(mistake(&format!("{name} is off; give {name} = true, too")));
            }
            let one = Table::from_iter([(setting.name().to_owned(), value)]);
            match place {
                Value::Table(parameters) => parameters.extend(one),
                other => *other = Value::Table(one),
            }
        }
        _ => match at(&mut tree, &setting.key) {
            Some(place) => *place = value,
            None => return Err(mistake("it cannot be set")),
        },
    }
    of_tree(tree).map_err(|error| mistake(error.message()))
}

/// Returns the settings with all of these changed, if they go together.
///
/// # Errors
/// As of [`apply`], or if two settings exclude each other.
pub fn apply_all<K: AsRef<str>>(
    settings: Settings,
    changes: impl IntoIterator<Item = (K, Value)>,
) -> Result<Settings, SettingError> {
    let mut changes = changes.into_iter();
    let changed = changes.try_fold(settings, |settings, (key, value)| {
        apply(&settings, key.as_ref(), value)
    })?;
    match changed.search.form_without_distances() {
        Some(form) => Err(SettingError::NoDistance { form: form.name() }),
        None => Ok(changed),
    }
}

/// The settings with all of these changed, each as on the command line: `table.size=off`. A setting may be given once.
///
/// # Errors
/// As of [`setting`](super::setting) and [`apply_all`], or if a setting is given twice.
pub fn apply_texts(settings: Settings, changes: &[String]) -> Result<Settings, SettingError> {
    let mut given: Vec<(String, String, Value)> = Vec::new();
    for change in changes {
        let (key, value) = setting_name::setting(change)?;
        let whole = setting_name::whole(&key)?;
        if let Some((_, one, _)) = given.iter().find(|(known, ..)| *known == whole) {
            let (one, other) = (one.clone(), key);
            return Err(SettingError::Twice { one, other });
        }
        given.push((whole, key, value));
    }
    // A technique before its parameters, however they were given.
    given.sort_by(|one, other| one.0.cmp(&other.0));
    apply_all(
        settings,
        given.into_iter().map(|(_, key, value)| (key, value)),
    )
}

/// The setting of this name, if it takes the value, whatever the other settings are.
///
/// # Errors
/// If there is no such setting, or it does not take the value.
pub(super) fn check(key: &str, value: &Value) -> Result<&'static Setting, SettingError> {
    let setting = find(key)?;
    let checked = setting.check(value);
    checked.map_err(|problem| SettingError::Value {
        key: setting.key.clone(),
        problem: echo_line(&problem),
    })?;
    Ok(setting)
}

/// The single settings of a value: `null-move = { reduction = 3 }` is two, the technique and its parameter.
pub(super) fn parts(whole: &str, value: Value) -> Vec<(String, Value)> {
    match value {
        Value::Table(parameters) if is_technique(whole) => {
            let on = (whole.to_owned(), Value::Boolean(true));
            let parameters = parameters.into_iter();
            let parameters = parameters.map(|(name, value)| (format!("{whole}.{name}"), value));
            std::iter::once(on).chain(parameters).collect()
        }
        value => vec![(whole.to_owned(), value)],
    }
}

/// The name of the group or technique that contains a setting.
fn above(key: &str) -> &str {
    key.rsplit_once('.').map_or("", |(above, _)| above)
}

/// A value as short text: `off`, `true`, `entries:4096`.
pub(super) fn brief(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Table(table) => {
            let pairs = table.iter();
            let pairs = pairs.map(|(word, value)| format!("{word}:{}", brief(value)));
            pairs.collect::<Vec<_>>().join(";")
        }
        value => value.to_string(),
    }
}

/// The value of every setting, in the order of [`schema::all`]. Parameters have a value only if their technique is on.
#[must_use]
pub fn values(settings: &Settings) -> Vec<(&'static Setting, Option<Value>)> {
    let mut tree = tree(settings);
    let mut value = |setting: &Setting| match &setting.technique {
        None => match (at(&mut tree, &setting.key)?.clone(), &setting.takes) {
            (value, Takes::Technique(_)) => Some(Value::Boolean(value != Value::Boolean(false))),
            (value, _) => Some(value),
        },
        Some(technique) => match at(&mut tree, technique)? {
            Value::Boolean(false) => None,
            Value::Table(parameters) => parameters.get(setting.name()).cloned(),
            _ => Some(setting.default.clone()),
        },
    };
    let all = schema::all().iter();
    all.map(|setting| (setting, value(setting))).collect()
}

/// Every setting that has a value, as `key = value` in TOML. Parameters at their defaults are left out.
#[must_use]
pub fn listing(settings: &Settings) -> Vec<(String, String)> {
    let all = values(settings).into_iter();
    let listed = all.filter_map(|(setting, value)| {
        let value = value?;
        let is_left_out = setting.technique.is_some() && value == setting.default;
        (!is_left_out).then(|| (setting.key.clone(), value.to_string()))
    });
    listed.collect()
}

/// A setting as an argument of the command line, in quotes if a shell would take it apart: `--set 'size={ entries = 4096 }'`.
#[must_use]
pub fn argument(key: &str, value: &str) -> String {
    let value = value.trim_matches('"');
    let quote = if value.contains([' ', '"', '[', '{']) {
        "'"
    } else {
        ""
    };
    format!("--set {quote}{key}={value}{quote}")
}

/// The settings that are not at their defaults and can change the outcome, one per line, sorted by name. Job ids are made
/// from this.
#[must_use]
pub fn canonical(settings: &Settings) -> String {
    let mut settings = settings.clone();
    settings.search = without_idle(settings.search);
    let mut text = String::new();
    // Registered techniques come below, with all their parameters: nothing pins their defaults.
    let is_registered = |setting: &Setting| {
        let mut parts = setting.key.split('.');
        let (group, name) = (parts.next(), parts.next());
        let mut registry = registered::registry().iter();
        group == Some(TECHNIQUES) && registry.any(|entry| Some(entry.info.name) == name)
    };
    for (setting, value) in values(&settings)
        .into_iter()
        .filter(|(setting, _)| !is_registered(setting))
    {
        match value.filter(|value| *value != setting.default) {
            None => {}
            Some(Value::Table(word)) => {
                for (name, with) in &word {
                    text.push_str(&word_with(setting, name, with));
                }
            }
            Some(Value::Array(list)) => {
                let numbers: Vec<String> = list.iter().map(Value::to_string).collect();
                text.push_str(&format!("{}=[{}]\n", setting.key, numbers.join(",")));
            }
            Some(value) => text.push_str(&format!("{}={value}\n", setting.key)),
        }
    }
    // The version of a registered technique stands for its behaviour.
    for technique in &settings.registered {
        let (name, version) = (technique.name, technique.version);
        text.push_str(&format!("{TECHNIQUES}.{name}.version={version}\n"));
        for (parameter, value) in &technique.parameters {
            text.push_str(&format!("{TECHNIQUES}.{name}.{parameter}={value}\n"));
        }
    }
    text
}

/// A word of a setting and what follows it, without parameters at their defaults.
fn word_with(setting: &Setting, name: &str, with: &Value) -> String {
    let words = match &setting.takes {
        Takes::Words(words) => words.as_slice(),
        _ => &[],
    };
    let word = words.iter().find(|word| word.name == name);
    let key = format!("{}.{name}", setting.key);
    match word.and_then(|word| word.changed(with)) {
        None => format!("{key}={with}\n"),
        Some(parameters) => {
            let lines = parameters.iter();
            let lines = lines.map(|(parameter, value)| format!("{key}.{parameter}={value}\n"));
            format!("{key}=true\n") + &lines.collect::<String>()
        }
    }
}

/// The options with every setting at its default that has no effect beside the others.
fn without_idle(mut options: SearchOptions) -> SearchOptions {
    if options.table.size == TableSize::Off {
        options.table = TableOptions {
            size: TableSize::Off,
            ..TableOptions::default()
        };
        options.ordering.table_move = false;
    }
    if !options.quiescence {
        options.quiescence_in_check = QuiescenceInCheck::default();
    }
    if let Some(Limited { technique, .. }) = &mut options.techniques.check_extension
        && technique.extends == Extends::Check
    {
        let CheckExtension {
            captures,
            interpositions,
            ..
        } = CheckExtension::DEFAULT;
        (technique.captures, technique.interpositions) = (captures, interpositions);
    }
    options
}

/// The group of the techniques.
const TECHNIQUES: &str = "techniques";

fn tree(settings: &Settings) -> Table {
    // Plain data without maps or missing values: it cannot fail to become a table.
    let mut tree = Table::try_from(settings.search).unwrap_or_default();
    if let Some(Value::Table(techniques)) = tree.get_mut(TECHNIQUES) {
        for entry in registered::registry() {
            let name = entry.info.name;
            let on = settings.registered.iter().find(|one| one.name == name);
            let value = on.map_or(Value::Boolean(false), |one| one.value.clone());
            techniques.insert(name.to_owned(), value);
        }
    }
    tree
}

fn of_tree(mut tree: Table) -> Result<Settings, toml::de::Error> {
    let mut registered = Vec::new();
    if let Some(Value::Table(techniques)) = tree.get_mut(TECHNIQUES) {
        for entry in registered::registry() {
            if let Some(value) = techniques.remove(entry.info.name) {
                registered.extend((entry.read)(value)?);
            }
        }
    }
    let search = Value::Table(tree).try_into()?;
    Ok(Settings { search, registered })
}

fn at<'t>(tree: &'t mut Table, key: &str) -> Option<&'t mut Value> {
    match key.split_once('.') {
        None => tree.get_mut(key),
        Some((head, rest)) => at(tree.get_mut(head)?.as_table_mut()?, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::setting_name::{is_group, setting, short, whole},
        *,
    };
    use plybench_engine::{table::TableSize, techniques::MateDistance};

    fn plain() -> Settings {
        variant("plain").unwrap().options.into()
    }

    #[test]
    fn whole_and_short_names_set_the_same() {
        for key in ["techniques.mate-distance", "mate-distance"] {
            let set = apply(&plain(), key, Value::String("cpw".into())).unwrap();
            assert_eq!(set.search.techniques.mate_distance, MateDistance::Cpw);
        }
        let size: Table = "size = { entries = 4096 }".parse().unwrap();
        let set = apply(&plain(), "size", size["size"].clone()).unwrap();
        assert_eq!(set.search.table.size, TableSize::Entries(4096));
        // A value that is a table can be replaced by a plain one again.
        let off = apply(&set, "table.size", Value::String("off".into())).unwrap();
        assert_eq!(off.search.table.size, TableSize::Off);
    }

    #[test]
    fn short_names_and_values_lead_back_to_the_setting() {
        for (key, _) in listing(&plain()) {
            assert_eq!(whole(short(&key)), Ok(key.clone()), "{key}");
            assert!(!is_group(&key), "{key}");
        }
        assert_eq!(short("table.size"), "size");
        assert!(is_group("table") && !is_group("tab"));
        let size: Table = "size = { entries = 4096 }".parse().unwrap();
        assert_eq!(brief(&size["size"]), "entries:4096");
        assert_eq!(brief(&Value::String("off".into())), "off");
    }

    #[test]
    fn defaults_and_what_is_off_are_no_part_of_an_id() {
        let default = Settings::default();
        assert_eq!(canonical(&default), "");
        let set = |settings: &[&str]| {
            settings.iter().fold(default.clone(), |options, text| {
                let (key, value) = setting(text).unwrap();
                apply(&options, &key, value).unwrap()
            })
        };
        assert_eq!(
            canonical(&set(&[
                "size={ entries = 64 }",
                "killers=true",
                "fail=soft",
                "contempt=5"
            ])),
            "draws.contempt=5\nfail=\"soft\"\nordering.killers=true\ntable.size.entries=64\n"
        );
        // A setting that is on by default, and newer than the first stored results.
        assert_eq!(canonical(&set(&["under-promotion=true"])), "");
        assert_eq!(
            canonical(&set(&["under-promotion=false"])),
            "under-promotion=false\n"
        );
        // Without a table nothing depends on how it would replace its entries.
        let mut no_table: Settings = variants::GLASS.options.into();
        no_table.search.table.size = TableSize::Off;
        assert!(!canonical(&no_table).contains("table"));
        // Nor on what a quiescence that is off would do in check, or which evasions an extension of checks would extend.
        for (idle, same, acts) in [
            (
                "quiescence-in-check=stand-pat",
                &["quiescence=false"][..],
                "quiescence=true",
            ),
            (
                "check-extension.captures=false",
                &["check-extension=true"],
                "check-extension.extends=evasion",
            ),
            (
                "check-extension.interpositions=false",
                &["check-extension=true"],
                "check-extension.extends=evasion",
            ),
        ] {
            let with = |more: &[&str]| canonical(&set(&[same, more].concat()));
            assert_eq!(with(&[idle]), with(&[]), "{idle}");
            assert_ne!(with(&[acts, idle]), with(&[acts]), "{idle}");
        }
    }

    #[test]
    fn a_technique_is_the_same_however_its_defaults_are_given() {
        let set = |settings: &[&str]| {
            settings
                .iter()
                .try_fold(Settings::default(), |options, text| {
                    let (key, value) = setting(text).unwrap();
                    apply(&options, &key, value)
                })
        };
        let on = set(&["null-move=true"]).unwrap();
        let id = "techniques.null-move=true\n";
        assert_eq!(canonical(&on), id);
        for same in [
            &["null-move={}"][..],
            &["null-move={ reduction = 2 }"],
            &["null-move={ reduction = 2, min-depth = 2, verify = false }"],
            &["null-move=true", "null-move.reduction=2"],
            &["null-move={ at-nodes = \"all\", at-depths = [0, 255], at-plies = [0, 255] }"],
            &["null-move={ reduction = 3 }", "null-move.reduction=2"],
        ] {
            assert_eq!(set(same).unwrap(), on, "{same:?}");
        }
        let deeper = set(&["null-move={ verify = true }", "null-move.reduction=3"]).unwrap();
        let with = "techniques.null-move.reduction=3\ntechniques.null-move.verify=true\n";
        assert_eq!(canonical(&deeper), format!("{id}{with}"));
        let listed: Vec<String> = listing(&deeper)
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        assert!(
            listed.contains(&"techniques.null-move=true".to_owned()),
            "{listed:?}"
        );
        // What is listed sets the same.
        let again: Vec<&str> = listed.iter().map(String::as_str).collect();
        assert_eq!(set(&again).unwrap(), deeper);
        let margins = set(&["futility={ margins = [200, 500] }"]).unwrap();
        assert_eq!(
            canonical(&margins),
            "techniques.futility=true\ntechniques.futility.margins=[200,500]\n"
        );
    }

    #[test]
    fn a_word_is_the_same_however_the_defaults_of_its_parameters_are_given() {
        let set = |text: &str| {
            let (key, value) = setting(text).unwrap();
            apply(&plain(), &key, value)
        };
        let default = set("driver={ growing-aspiration = {} }").unwrap();
        let word = "driver.growing-aspiration=true\n";
        assert!(canonical(&default).contains(word));
        let same = set("driver={ growing-aspiration = { width = 16, midpoint = true } }").unwrap();
        assert_eq!(same, default);
        let other = set("driver={ growing-aspiration = { width = 9, growth = 129 } }").unwrap();
        let parameters =
            "driver.growing-aspiration.growth=129\ndriver.growing-aspiration.width=9\n";
        assert!(canonical(&other).contains(&format!("{word}{parameters}")));
        let message = |text: &str| set(text).unwrap_err().to_string();
        for (given, says) in [
            (
                "{ width = 0 }",
                "width: 0 is out of range; give 1 to 20000 centipawns",
            ),
            (
                "{ widht = 9 }",
                "unknown parameter \"widht\"; did you mean \"width\"?",
            ),
            ("{ midpoint = 1 }", "midpoint: 1 is not one of true, false"),
        ] {
            let text = format!("driver={{ growing-aspiration = {given} }}");
            assert!(message(&text).ends_with(says), "{}", message(&text));
        }
        for given in [
            "driver=growing-aspiration",
            "driver={ growing-aspiration = 9 }",
        ] {
            assert!(
                message(given).contains("did you mean { growing-aspiration = { … } }?"),
                "{given}"
            );
        }
    }

    #[test]
    fn mistakes_in_parameters_are_reported() {
        let message = |text: &str| {
            let (key, value) = setting(text).unwrap();
            apply(&plain(), &key, value).unwrap_err().to_string()
        };
        for (given, says) in [
            (
                "null-move.reduction=3",
                "techniques.null-move.reduction: null-move is off; give null-move = true, too",
            ),
            (
                "reduction=3",
                " or null-move.reduction or prob-cut.reduction; give the whole name",
            ),
            (
                "null-move={ reduction = 17 }",
                "reduction: 17 is out of range; give 1 to 16 plies",
            ),
            (
                "null-move={ reductoin = 3 }",
                "unknown parameter \"reductoin\"; did you mean \"reduction\"?",
            ),
            (
                "razoring=3",
                "3 is not one of true, false, { at-depths = …, at-nodes = …, at-plies = …, margins = … }",
            ),
            (
                "futility={ margins = [] }",
                "margins: [] is out of range; give 1 to 4 numbers, each 0 to 65534 centipawns",
            ),
            (
                "futility={ margins = 200 }",
                "margins: 200 is not one of [N, …]",
            ),
        ] {
            assert!(
                message(given).ends_with(says),
                "{given}: {}",
                message(given)
            );
        }
    }

    #[test]
    fn mistakes_are_named_with_the_nearest_name() {
        let message = |key: &str, value: &str| {
            apply(&plain(), key, Value::String(value.into()))
                .unwrap_err()
                .to_string()
        };
        assert!(message("mate-distanc", "cpw").contains("\"mate-distance\""));
        assert!(
            message("mate-distance", "cwp").contains("cpw"),
            "the values are listed"
        );
        assert!(message("driver", "aspiration").ends_with(
            "did you mean { aspiration = N }? It is one of full-window, { aspiration = N }, \
             { growing-aspiration = { … } }, mtdf, every-move (on the command line: --set 'driver={ aspiration = N }')"
        ));
        assert!(message("ties", "random").contains("generation, { random = N }"));
        assert!(message("table.size", "big").contains("off, { entries = N }, { mib = N }"));
        assert!(message("quiescence", "yes").contains("true, false"));
        let wide: Table = "driver = { aspiration = 70000 }".parse().unwrap();
        let error = apply(&plain(), "driver", wide["driver"].clone())
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with(
                "{ aspiration = 70000 } is out of range; give { aspiration = N } with N 0 to 65535"
            ),
            "{error}"
        );
        for (given, most) in [("mib = 900000", "4096"), ("entries = -1", "268435456")] {
            let size: Table = format!("size = {{ {given} }}").parse().unwrap();
            let error = apply(&plain(), "size", size["size"].clone()).unwrap_err();
            let error = error.to_string();
            let says = |says: &str| error.contains(says);
            assert!(says(given) && says(&format!("N 0 to {most}")), "{error}");
        }
        assert!(message("mate-distance", "cpv").contains("did you mean cpw?"));
        assert!(message("fail", "a").ends_with("not one of hard, soft"));
        assert!(message("depth.depth", "x").starts_with("unknown setting"));
        assert!(
            variant("glas")
                .unwrap_err()
                .to_string()
                .contains("\"glass\"")
        );
        let noise = "x".repeat(100_000);
        assert!(message(&noise, "x").len() < 300);
    }

    #[test]
    fn mates_of_one_value_exclude_mate_distance_pruning_in_any_order() {
        let word = |key: &str, word: &str| (key.to_owned(), Value::String(word.into()));
        let (flat, form) = (word("mates", "flat"), word("mate-distance", "cpw"));
        for both in [[flat.clone(), form.clone()], [form.clone(), flat.clone()]] {
            let error = apply_all(plain(), both).unwrap_err().to_string();
            assert!(error.contains("mate-distance=cpw") && error.contains("set one of them back"));
        }
        assert!(apply_all(plain(), [flat.clone()]).is_ok());
        let off = word("mate-distance", "off");
        assert!(apply_all(plain(), [form, flat, off]).is_ok());
    }
}
