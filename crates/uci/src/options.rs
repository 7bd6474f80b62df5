//! The options of the engine: every setting of the search, from its schema, and a few that only an engine has.
//!
//! A setting is offered under the name that `plybench settings` lists, with its present value, and takes what `--set` takes. What a
//! setting takes decides its type: `check` for a switch or a technique, `spin` for a number, `combo` for words, `string` for lists and
//! for words that a number or a table may follow.

use std::{collections::BTreeMap, fmt::Write as _};

use plybench_engine::{table::TableSize, variants};
use plybench_experiment::spec::{self, Setting, SettingError, Settings, Takes, With};
use plybench_text::{echo, echo_line, suggestion};
use toml::Value;

/// The variant of a command line that names none.
const DEFAULT_VARIANT: &str = "plain";
const VARIANT: &str = "Variant";
const HASH: &str = "Hash";
const MULTI_PV: &str = "MultiPV";
const PONDER: &str = "Ponder";
const KEEP_TABLE: &str = "KeepTable";
const OVERHEAD: &str = "Move Overhead";
/// The setting that `Hash` stands for.
const TABLE_SIZE: &str = "table.size";
/// The most lines: more than any position has moves.
const MOST_LINES: u64 = 256;
/// The largest `Hash`, in MiB.
const MOST_MIB: u64 = 4096;
/// The largest overhead of a move, in milliseconds.
const MOST_OVERHEAD: u64 = 5000;

/// What the options are set to.
#[derive(Clone, Debug)]
pub struct Options {
    variant: String,
    /// The settings that the command line changes.
    changes: Vec<String>,
    /// The settings that options change, by their whole names, and the texts of their values.
    given: BTreeMap<&'static str, String>,
    hash_mib: Option<u64>,
    pub(crate) lines: usize,
    /// Whether a search begins with the table of the one before in the same game.
    pub(crate) keeps_table: bool,
    /// Milliseconds that are lost with each move.
    pub(crate) overhead: u64,
    settings: Settings,
}

impl Options {
    /// The options of a variant with some settings changed, as on the command line (`--set table.size=off`).
    ///
    /// # Errors
    /// If there is no such variant or setting, or the settings do not go together.
    pub fn new(variant: &str, changes: Vec<String>) -> Result<Self, SettingError> {
        let mut options = Options {
            variant: variant.to_owned(),
            changes,
            given: BTreeMap::new(),
            hash_mib: None,
            lines: 1,
            keeps_table: false,
            overhead: 20,
            settings: Settings::default(),
        };
        options.settings = options.applied()?;
        Ok(options)
    }

    /// The engine's name. Two engines of one tournament differ in it, if their command lines do.
    pub(crate) fn name(&self) -> String {
        let mut name = format!("Plybench {}", env!("CARGO_PKG_VERSION"));
        let variant = Some(&self.variant).filter(|variant| *variant != DEFAULT_VARIANT);
        for part in variant.into_iter().chain(&self.changes) {
            name.push(' ');
            name.push_str(&echo_line(part));
        }
        name
    }

    /// The settings of a search.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings of the variant with the changes of the command line.
    fn base(&self) -> Result<Settings, SettingError> {
        let variant = spec::variant(&self.variant)?;
        spec::apply_texts(variant.options.into(), &self.changes)
    }

    /// The settings with what the options say.
    fn applied(&self) -> Result<Settings, SettingError> {
        let base = self.base()?;
        let mut given = self.given.clone();
        if let Some(mib) = self.hash_mib.filter(|&mib| mib != self::mib(&base)) {
            let size = match mib {
                0 => "off".to_owned(),
                mib => format!("{{ mib = {mib} }}"),
            };
            given.entry(TABLE_SIZE).or_insert(size);
        }
        let present = spec::values(&base);
        // A technique that is on already keeps its parameters, and a parameter of one that is off has no effect.
        let is_on = |technique: &str| match given.get(technique) {
            Some(text) => text == "true",
            None => value_of(&present, technique) == Some(&Value::Boolean(true)),
        };
        let mut changes = Vec::new();
        for (setting, value) in &present {
            let Some(text) = given.get(&*setting.key) else {
                continue;
            };
            let change = format!("{}={text}", setting.key);
            let (_, wanted) = spec::setting(&change)?;
            let has_effect = setting.technique.as_deref().is_none_or(is_on);
            if has_effect && value.as_ref() != Some(&wanted) {
                changes.push(change);
            }
        }
        spec::apply_texts(base, &changes)
    }

    /// Sets an option. The name and the words of a value may be in any case.
    ///
    /// # Errors
    /// What is wrong, and what can be given. Nothing is changed then.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut changed = self.clone();
        let number = |most: u64| within(name, value, 0, most as i64);
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is(VARIANT) {
            let names = variants::ALL.iter().map(|variant| variant.name);
            changed.variant = word(name, value, names)?;
        } else if is(HASH) {
            changed.hash_mib = Some(number(MOST_MIB)? as u64);
        } else if is(MULTI_PV) {
            changed.lines = number(MOST_LINES)?.max(1) as usize;
        } else if is(KEEP_TABLE) {
            changed.keeps_table = word(name, value, ["true", "false"].into_iter())? == "true";
        } else if is(OVERHEAD) {
            changed.overhead = number(MOST_OVERHEAD)? as u64;
        } else if !is(PONDER) {
            let setting = find(name)?;
            let text = text(setting, name, value)?;
            // Of a parameter, also while its technique is off.
            let technique = setting.technique.iter().map(|name| format!("{name}=true"));
            let alone = technique.chain([format!("{}={text}", setting.key)]);
            spec::apply_texts(Settings::default(), &alone.collect::<Vec<_>>())
                .map_err(|error| error.to_string())?;
            changed.given.insert(&setting.key, text);
        }
        changed.settings = changed.applied().map_err(|error| error.to_string())?;
        *self = changed;
        Ok(())
    }

    /// The lines that offer the options, each with its present value as the default.
    pub(crate) fn offers(&self) -> String {
        let mut offers = String::new();
        let mut offer = |name: &str, takes: &str| {
            // Writing to a `String` is infallible.
            let _ = writeln!(offers, "option name {name} type {takes}");
        };
        let spin =
            |now: i64, least: i64, most: i64| format!("spin default {now} min {least} max {most}");
        let combo = |now: &str, words: &mut dyn Iterator<Item = &str>| {
            words.fold(format!("combo default {}", offered(now)), |text, word| {
                text + " var " + &offered(word)
            })
        };
        let mib = mib(&self.settings);
        offer(HASH, &spin(mib as i64, 0, MOST_MIB as i64));
        offer(MULTI_PV, &spin(self.lines as i64, 1, MOST_LINES as i64));
        offer(PONDER, "check default false");
        offer(
            OVERHEAD,
            &spin(self.overhead as i64, 0, MOST_OVERHEAD as i64),
        );
        offer(KEEP_TABLE, &format!("check default {}", self.keeps_table));
        let mut names = variants::ALL.iter().map(|variant| variant.name);
        offer(VARIANT, &combo(&self.variant, &mut names));
        for (setting, value) in spec::values(&self.settings) {
            let value = value.unwrap_or_else(|| setting.default.clone());
            let now = match &value {
                Value::String(word) => word.clone(),
                value => value.to_string(),
            };
            let takes = match &setting.takes {
                Takes::Switch | Takes::Technique(_) => format!("check default {now}"),
                Takes::Number(bounds) => {
                    let now = value.as_integer().unwrap_or(bounds.least);
                    spin(now, bounds.least, bounds.most)
                }
                Takes::Words(_) => match plain_words(setting) {
                    Some(words) => combo(&now, &mut words.into_iter()),
                    None => format!("string default {now}"),
                },
                Takes::Numbers { .. } => format!("string default {now}"),
            };
            offer(&offered(spec::short_setting(&setting.key)), &takes);
        }
        offers
    }
}

/// The words of the protocol that end a name.
const RESERVED: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// The name or the word of a setting as an option has it. UCI lets them contain `max-depth` and `micro-max`, but python-chess would read
/// their end in it.
fn offered(name: &str) -> String {
    let parts = name.split('.').map(|part| {
        let is_reserved = part.split('-').any(|word| RESERVED.contains(&word));
        match is_reserved {
            true => part.replace('-', "_"),
            false => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(".")
}

fn value_of<'v>(values: &'v [(&Setting, Option<Value>)], key: &str) -> Option<&'v Value> {
    let found = values.iter().find(|(setting, _)| setting.key == key);
    found.and_then(|(_, value)| value.as_ref())
}

/// The size of the table in whole MiB.
fn mib(settings: &Settings) -> u64 {
    match settings.search.table.size {
        TableSize::Off => 0,
        TableSize::Entries(entries) => (u64::from(entries) * 16) >> 20,
        TableSize::Mib(mib) => mib.into(),
    }
}

/// The words that a setting takes, if nothing can follow them.
fn plain_words(setting: &Setting) -> Option<Vec<&str>> {
    let Takes::Words(words) = &setting.takes else {
        return None;
    };
    let names = words.iter();
    let names = names.map(|word| (word.with == With::Nothing).then_some(&*word.name));
    names.collect()
}

/// The setting of an option's name, as offered or as it is.
fn find(name: &str) -> Result<&'static Setting, String> {
    let lower = name.to_lowercase().replace('_', "-");
    let whole = spec::whole_setting(&lower).map_err(|_| {
        let own = [VARIANT, HASH, MULTI_PV, PONDER, KEEP_TABLE, OVERHEAD];
        let all = spec::all_settings().iter();
        let names = all.map(|setting| spec::short_setting(&setting.key));
        let hint = suggestion(&lower, own.into_iter().chain(names));
        format!("unknown option {:?}; {hint}", echo(name))
    })?;
    let mut all = spec::all_settings().iter();
    all.find(|setting| setting.key == whole)
        .ok_or_else(|| format!("unknown option {:?}", echo(name)))
}

/// A value of a setting as `--set` takes it.
fn text(setting: &Setting, name: &str, value: &str) -> Result<String, String> {
    match (&setting.takes, plain_words(setting)) {
        (Takes::Switch | Takes::Technique(_), _) => {
            word(name, value, ["true", "false"].into_iter())
        }
        (Takes::Number(bounds), _) => {
            within(name, value, bounds.least, bounds.most).map(|number| number.to_string())
        }
        (_, Some(words)) => word(name, value, words.into_iter()),
        _ => Ok(value.to_owned()),
    }
}

/// The one of these words that a value is, in any case, as offered or as it is.
fn word<'w>(
    name: &str,
    value: &str,
    words: impl Iterator<Item = &'w str> + Clone,
) -> Result<String, String> {
    let is_meant =
        |word: &str| word.eq_ignore_ascii_case(value) || offered(word).eq_ignore_ascii_case(value);
    let found = words.clone().find(|word| is_meant(word));
    found.map(str::to_owned).ok_or_else(|| {
        let words = words.collect::<Vec<_>>().join(", ");
        format!(
            "option {} is not {:?}; it is one of {words}",
            echo(name),
            echo(value)
        )
    })
}

/// A whole number within these bounds.
fn within(name: &str, value: &str, least: i64, most: i64) -> Result<i64, String> {
    let number = value.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            format!(
                "option {} is not {:?}; give a whole number, {least} to {most}",
                echo(name),
                echo(value)
            )
        })
}

#[cfg(test)]
mod tests {
    use plybench_engine::techniques::MateDistance;

    use super::*;

    fn plain() -> Options {
        Options::new("plain", Vec::new()).unwrap()
    }

    fn with(options: &[(&str, &str)]) -> Settings {
        let mut set = plain();
        for (name, value) in options {
            set.set(name, value).unwrap();
        }
        set.settings().clone()
    }

    fn argued(variant: &str, changes: &[&str]) -> Settings {
        let changes = changes.iter().map(|change| (*change).to_owned());
        let options = Options::new(variant, changes.collect()).unwrap();
        options.settings().clone()
    }

    #[test]
    fn every_setting_is_offered_once_with_a_default_that_it_takes() {
        let offers = plain().offers();
        let mut names = Vec::new();
        for offer in offers.lines() {
            let rest = offer.strip_prefix("option name ").unwrap();
            let (name, takes) = rest.split_once(" type ").unwrap();
            names.push(name.to_lowercase());
            let words = offer.split(|c: char| !c.is_alphanumeric() && c != '_');
            let words = words.filter(|word| RESERVED.contains(word) && *word != "var");
            let known: &[&str] = match takes.starts_with("spin ") {
                true => &["name", "type", "default", "min", "max"],
                false => &["name", "type", "default"],
            };
            assert_eq!(words.collect::<Vec<_>>(), known, "{offer}");
            let (_, default) = takes.split_once(" default ").unwrap();
            let default = default.split(" min ").next().unwrap();
            let default = default.split(" var ").next().unwrap();
            let mut options = plain();
            options.set(name, default).unwrap();
            assert_eq!(options.settings(), plain().settings(), "{offer}");
        }
        let settings = spec::all_settings();
        assert_eq!(names.len(), settings.len() + 6);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), settings.len() + 6);
        assert!(offers.contains("option name mate-distance type combo default off var off"));
        assert!(offers.contains("option name null-move type check default false\n"));
        assert!(!offers.contains("Chess960"));
    }

    #[test]
    fn options_are_the_settings_of_the_command_line() {
        assert_eq!(
            with(&[
                ("Mate-Distance", "StockFish"),
                ("size", "{ entries = 64 }"),
                ("killers", "true")
            ]),
            argued(
                "plain",
                &[
                    "mate-distance=stockfish",
                    "size={ entries = 64 }",
                    "killers=true"
                ]
            )
        );
        for word in ["micro-max", "micro_max"] {
            let set = with(&[("evaluation", word)]);
            assert_eq!(set, argued("plain", &["evaluation=micro-max"]));
        }
        assert_eq!(with(&[("Variant", "modern")]), argued("modern", &[]));
        assert_eq!(
            with(&[("Hash", "2")]),
            argued("plain", &["size={ mib = 2 }"])
        );
        // An option that says more than `Hash` counts, in either order.
        let exact = argued("plain", &["size={ entries = 64 }"]);
        assert_eq!(with(&[("size", "{ entries = 64 }"), ("Hash", "2")]), exact);
    }

    #[test]
    fn parameters_can_come_in_any_order() {
        let wanted = argued("plain", &["null-move=true", "null-move.reduction=3"]);
        let (technique, parameter) = (("null-move", "true"), ("null-move.reduction", "3"));
        assert_eq!(with(&[technique, parameter]), wanted);
        assert_eq!(with(&[parameter, technique]), wanted);
        // Its technique is off, so it has no effect.
        assert_eq!(with(&[parameter]), argued("plain", &[]));
        // A technique that is on keeps its parameters.
        let modern = with(&[("Variant", "modern"), ("null-move", "true")]);
        assert_eq!(modern, argued("modern", &[]));
    }

    #[test]
    fn the_name_has_what_the_command_line_says() {
        let name = |variant: &str, changes: &[&str]| {
            let changes = changes.iter().map(|change| (*change).to_owned());
            Options::new(variant, changes.collect()).unwrap().name()
        };
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(name("plain", &[]), format!("Plybench {version}"));
        let named = name("glass", &["mate-distance=cpw"]);
        assert_eq!(named, format!("Plybench {version} glass mate-distance=cpw"));
    }

    #[test]
    fn a_mistake_changes_nothing_and_is_told() {
        let mut options = plain();
        for (name, value, says) in [
            ("mate-distanc", "off", "did you mean \"mate-distance\""),
            ("MultiPv", "x", "0 to 256"),
            ("Hash", "-1", "0 to 4096"),
            ("killers", "yes", "true, false"),
            ("mate-distance", "stokfish", "stockfish"),
            ("null-move.reduction", "99", "1 to"),
            ("futility.max_depth", "999", "0 to 100"),
            ("size", "{ entries = -1 }", "out of range"),
            ("size", "", "size"),
            ("Variant", "glas", "glass"),
        ] {
            let said = options.set(name, value).unwrap_err();
            assert!(said.contains(says) && !said.contains('\n'), "{said}");
            assert_eq!(options.settings(), plain().settings());
        }
        options.set("mate-distance", "cpw").unwrap();
        let form = options.settings().search.techniques.mate_distance;
        assert_eq!(form, MateDistance::Cpw);
        assert!(options.set("mates", "flat").unwrap_err().contains("cpw"));
        let form = options.settings().search.techniques.mate_distance;
        assert_eq!(form, MateDistance::Cpw);
    }
}
