//! The settings in which the variants of an experiment differ.

use std::collections::HashMap;

use super::{Experiment, Setting, SettingError, setting_name, settings};

/// The settings that differ between variants, with each variant's values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The settings' shortest names, in the order of their whole names.
    pub settings: Vec<String>,
    values: HashMap<String, Vec<String>>,
}

impl Differences {
    /// The differences between the variants of an experiment.
    ///
    /// # Errors
    /// If a variant's settings are invalid.
    pub fn of(experiment: &Experiment) -> Result<Self, SettingError> {
        let mut all = Vec::new();
        for variant in &experiment.variants {
            all.push((&variant.name, settings::values(&variant.options()?)));
        }
        let Some((_, first)) = all.first() else {
            return Ok(Differences::default());
        };
        // Every variant has every setting, in one order; parameters have no value where their technique is off.
        let differs = |at: &usize| {
            let mut values = all.iter().filter_map(|(_, row)| row.get(*at)?.1.as_ref());
            let first = values.next();
            values.any(|value| Some(value) != first)
        };
        let places: Vec<usize> = (0..first.len()).filter(differs).collect();
        type Values = [(&'static Setting, Option<toml::Value>)];
        let value = |values: &Values, at: usize| {
            let value = values.get(at).and_then(|(_, value)| value.as_ref());
            value.map_or_else(String::new, settings::brief)
        };
        let row = |values: &Values| places.iter().map(|&at| value(values, at)).collect();
        Ok(Differences {
            settings: places
                .iter()
                .map(|&at| setting_name::short(&first[at].0.key).to_owned())
                .collect(),
            values: all
                .iter()
                .map(|(name, values)| ((*name).clone(), row(values)))
                .collect(),
        })
    }

    /// A variant's values, one for each of the settings, such as `off`, `true` or `entries:4096`; none if the experiment has
    /// no such variant.
    #[must_use]
    pub fn values(&self, variant: &str) -> Option<&[String]> {
        self.values.get(variant).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_and_ladders_take_parameters() {
        let parse = |variants: &str| {
            Experiment::parse(&format!(
                "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 3\n\
                 positions = [{{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }}]\n\
                 variants = [{{ name = \"off\", base = \"plain\" }}]\n{variants}"
            ))
        };
        let sound = "grid = [{ name = \"g\", base = \"plain\", set = { null-move = true },\n\
             over = { \"null-move.reduction\" = [2, 4] } }]\n\
             ladder = [{ name = \"l\", base = \"plain\", add = [{ futility = { margins = [90, 300] } },\n\
             { \"futility.margins\" = [50] }] }]\n";
        let experiment = parse(sound).unwrap();
        let differences = Differences::of(&experiment).unwrap();
        assert_eq!(
            differences.settings,
            [
                "futility",
                "futility.margins",
                "null-move",
                "null-move.reduction"
            ]
        );
        let values = |name: &str| differences.values(name).unwrap().join(" ");
        assert_eq!(values("off"), "false  false ");
        assert_eq!(values("g/null-move.reduction=2"), "false  true 2");
        assert_eq!(values("g/null-move.reduction=4"), "false  true 4");
        assert_eq!(
            values("l/1 +futility,futility.margins=[90, 300]"),
            "true [90, 300] false "
        );
        assert_eq!(values("l/2 +futility.margins=[50]"), "true [50] false ");
        for (variants, says) in [
            (
                sound.replace("null-move = true", "futility = true"),
                "null-move is off; give null-move = true, too",
            ),
            (
                sound.replace("null-move = true", "null-move = { reduction = 5 }"),
                "\"null-move.reduction\" is given both in set and in over",
            ),
            (
                sound
                    .replace("[2, 4] }", "[2, 4], null-move = [{ reduction = 5 }] }")
                    .replace("null-move = true", "killers = true"),
                "\"null-move.reduction\" is given twice in over; remove one of the two",
            ),
            (
                sound.replace(
                    "\"futility.margins\" = [50]",
                    "futility = { margins = [1] }, \"futility.margins\" = [50]",
                ),
                "\"futility.margins\" is given twice",
            ),
        ] {
            let message = parse(&variants).unwrap_err().to_string();
            assert!(message.contains(says), "{message}");
        }
        // Without quotation marks the names are those of parameters all the same.
        let dotted = sound.replace(
            "\"null-move.reduction\" = [2, 4]",
            "null-move.reduction = [2, 4]",
        );
        assert_eq!(parse(&dotted).unwrap(), experiment);
        // A technique that is given anew begins with its defaults.
        let anew = sound.replace(
            "{ \"futility.margins\" = [50] }",
            "{ futility = true }, { futility = false }",
        );
        let differences = Differences::of(&parse(&anew).unwrap()).unwrap();
        let futility = |name: &str| differences.values(name).unwrap()[..2].join(" ");
        assert_eq!(futility("l/2 +futility"), "true [200]");
        assert_eq!(futility("l/3 +futility=false"), "false ");
    }

    #[test]
    fn only_what_differs_is_listed_in_a_fixed_order() {
        let text = "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 3\n\
             positions = [{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }]\n\
             variants = [{ name = \"off\", base = \"plain\", set = { fail = \"soft\", history = true } }]\n\
             grid = [{ name = \"g\", base = \"plain\", set = { history = true },\n\
             over = { mate-distance = [\"cpw\"], size = [\"off\", { entries = 4096 }] } }]\n";
        let experiment = Experiment::parse(text).unwrap();
        let differences = Differences::of(&experiment).unwrap();
        assert_eq!(differences.settings, ["size", "mate-distance"]);
        let values = |name| differences.values(name).unwrap().join(" ");
        assert_eq!(values("off"), "off off");
        assert_eq!(
            values("g/mate-distance=cpw,size=entries:4096"),
            "entries:4096 cpw"
        );
        assert_eq!(differences.values("nix"), None);
        let one = text.replace("baseline = \"off\"", "baseline = \"g/mate-distance=cpw\"");
        let one = one.replace(", size = [\"off\", { entries = 4096 }]", "");
        let one: Vec<&str> = one
            .lines()
            .filter(|line| !line.starts_with("variants"))
            .collect();
        let alone = Experiment::parse(&one.join("\n")).unwrap();
        assert!(Differences::of(&alone).unwrap().settings.is_empty());
    }
}
