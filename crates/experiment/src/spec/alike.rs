//! Variants that differ in nothing, in one setting, by one rung of a ladder, or by a subset of some settings.

use std::collections::{HashMap, hash_map::Entry};

use super::{Experiment, SettingError, Settings, Subsets, setting_name, settings};

/// Pairs of variants to compare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs<'e> {
    /// The pairs: the first of each is the reference.
    pub pairs: Vec<(&'e str, &'e str)>,
    /// Variants that are not compared because an earlier one has the same settings: first the variant, then the earlier
    /// one.
    pub repeated: Vec<(&'e str, &'e str)>,
    /// Variants without a counterpart.
    pub alone: Vec<&'e str>,
}

/// Some settings, and the variants of an experiment that have some of them on and the others off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedSubsets<'e> {
    /// The name of their table in the file.
    pub name: &'e str,
    /// The settings.
    pub settings: Vec<&'e str>,
    /// Variants, each with the settings that it has on: bit 0 is the first setting.
    pub variants: Vec<(u32, &'e str)>,
    /// The orders of the settings, by number from 0, that the variants were drawn for; empty if they were not drawn.
    pub orders: &'e [Vec<usize>],
}

/// The variants of an experiment with their full settings.
struct VariantIndex<'e> {
    all: Vec<(&'e str, Settings)>,
    /// The first variant with each set of settings, by the settings as text: there may be 100,000 variants.
    first: HashMap<String, &'e str>,
}

impl<'e> VariantIndex<'e> {
    fn of(experiment: &'e Experiment) -> Result<Self, SettingError> {
        let (mut all, mut first) = (Vec::new(), HashMap::new());
        for variant in &experiment.variants {
            let (name, options) = (variant.name.as_str(), variant.options()?);
            first.entry(format!("{options:?}")).or_insert(name);
            all.push((name, options));
        }
        Ok(VariantIndex { all, first })
    }

    /// The first variant with these settings.
    fn with(&self, options: &Settings) -> Option<&'e str> {
        self.first.get(&format!("{options:?}")).copied()
    }
}

impl Experiment {
    /// Pairs each variant with its twin, the one that has this value of a setting (`KEY=VALUE`) and is the same otherwise. The
    /// twin comes first.
    ///
    /// # Errors
    /// If a variant's settings are invalid, there is no such setting, or it does not take this value.
    pub fn twins(&self, setting: &str) -> Result<Pairs<'_>, SettingError> {
        let (key, value) = setting_name::setting(setting)?;
        settings::check(&key, &value)?;
        let index = VariantIndex::of(self)?;
        let mut twins = Pairs::default();
        for (name, base) in &index.all {
            let first = index.with(base).unwrap_or(name);
            if first != *name {
                twins.repeated.push((name, first));
                continue;
            }
            // A parameter of a technique that is off has no value there.
            let Ok(wanted) = settings::apply(base, &key, value.clone()) else {
                continue;
            };
            if wanted == *base {
                continue;
            }
            match index.with(&wanted) {
                Some(twin) => twins.pairs.push((twin, name)),
                None => twins.alone.push(name),
            }
        }
        Ok(twins)
    }

    /// Pairs each rung of the ladders with the one before it. The first rung is paired with the ladder's foot or, if
    /// that is not searched under its own name, with the first variant that has the same settings. A step that another ladder has,
    /// too, and one that changes nothing, are no pair.
    ///
    /// # Errors
    /// If a variant's settings are invalid.
    pub fn steps(&self) -> Result<Pairs<'_>, SettingError> {
        let index = VariantIndex::of(self)?;
        let mut steps = Pairs::default();
        // The first variant with the settings of each, and the steps between these that have a pair.
        let all = index.all.iter();
        let first: HashMap<&str, &str> = all
            .filter_map(|(name, options)| Some((*name, index.with(options)?)))
            .collect();
        let mut taken: HashMap<(&str, &str), &str> = HashMap::new();
        for ladder in &self.ladders {
            let own_foot = (self.variants.iter())
                .map(|variant| variant.name.as_str())
                .find(|name| *name == ladder.foot.name);
            let foot = ladder.foot.options()?;
            let mut before = own_foot.or_else(|| index.with(&foot));
            for rung in &ladder.rungs {
                let of_rung = first.get(rung.as_str()).copied().unwrap_or(rung);
                match before.map(|before| (before, first.get(before).copied().unwrap_or(before))) {
                    None => steps.alone.push(rung),
                    Some((before, same)) if same == of_rung => steps.repeated.push((rung, before)),
                    Some((before, of_before)) => match taken.entry((of_before, of_rung)) {
                        Entry::Occupied(earlier) => steps.repeated.push((rung, earlier.get())),
                        Entry::Vacant(new) => {
                            new.insert(rung);
                            steps.pairs.push((before, rung));
                        }
                    },
                }
                before = Some(rung);
            }
        }
        Ok(steps)
    }

    /// The settings that variants have on or off, each table of them with its variants. For a variant that is not searched under its
    /// own name, such as that with no setting beside a leave-one-out, the first one with the same settings stands.
    ///
    /// # Errors
    /// If a variant's settings are invalid.
    pub fn searched_subsets(&self) -> Result<Vec<SearchedSubsets<'_>>, SettingError> {
        let index = VariantIndex::of(self)?;
        let mut all = Vec::new();
        for Subsets {
            name,
            settings,
            variants,
            orders,
        } in &self.subsets
        {
            let mut searched = Vec::new();
            for (subset, variant) in variants {
                let found = index.with(&variant.options()?);
                searched.extend(found.map(|name| (*subset, name)));
            }
            all.push(SearchedSubsets {
                name,
                settings: settings.iter().map(String::as_str).collect(),
                variants: searched,
                orders,
            });
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(baseline: &str, variants: &str) -> Experiment {
        let text = format!(
            "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"{baseline}\"\ndepth = 3\n\
             positions = [{{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }}]\n{variants}"
        );
        Experiment::parse(&text).unwrap()
    }

    const DOUBLED: &str = r#"
variants = [
  { name = "off", base = "plain" },
  { name = "off again", base = "plain", set = { mate-distance = "off" } },
  { name = "on", base = "plain", set = { mate-distance = "cpw" } },
  { name = "on again", base = "plain", set = { "techniques.mate-distance" = "cpw" } },
  { name = "lone", base = "plain", set = { mate-distance = "cpw", scout = "pvs" } },
]"#;

    #[test]
    fn a_parameter_is_no_twin_of_a_technique_that_is_off() {
        let variants = r#"
variants = [{ name = "off", base = "plain" }]
grid = [{ name = "g", base = "plain", set = { null-move = true }, over = { "null-move.reduction" = [2, 4] } }]
"#;
        let experiment = experiment("off", variants);
        let twins = experiment.twins("null-move.reduction=2").unwrap();
        let pair = ("g/null-move.reduction=2", "g/null-move.reduction=4");
        assert_eq!((twins.pairs, twins.alone.len()), (vec![pair], 0));
        assert!(experiment.twins("null-move.reduction=99").is_err());
    }

    #[test]
    fn variants_with_the_same_settings_are_compared_once() {
        let experiment = experiment("off", DOUBLED);
        let repeated = vec![("off again", "off"), ("on again", "on")];
        let twins = Pairs {
            pairs: vec![("off", "on")],
            repeated,
            alone: vec!["lone"],
        };
        assert_eq!(experiment.twins("mate-distance=off"), Ok(twins));
        assert!(experiment.twins("mate-distance=of").is_err());
    }

    #[test]
    fn subsets_find_their_variants_by_settings() {
        let variants = r#"
variants = [{ name = "bare", base = "plain" }, { name = "h", base = "plain", set = { history = true } }]
leave-one-out = [{ name = "l", base = "plain", of = [{ history = true }, { killers = true }, { mvv-lva = true }] }]
grid = [{ name = "g", base = "plain", over = { history = [true, false], scout = ["pvs"], killers = [false, true] } }]"#;
        let experiment = experiment("bare", variants);
        let [left_out, grid] = &experiment.searched_subsets().unwrap()[..] else {
            panic!("two tables");
        };
        assert_eq!(left_out.settings, ["history", "killers", "mvv-lva"]);
        assert_eq!(
            left_out.variants,
            [
                (7, "l/all"),
                (6, "l/-history"),
                (5, "l/-killers"),
                (3, "l/-mvv-lva"),
                (0, "bare"),
                (1, "h")
            ]
        );
        assert_eq!(grid.settings, ["history", "killers"]);
        let subsets: Vec<u32> = grid.variants.iter().map(|(subset, _)| *subset).collect();
        assert_eq!(subsets, [1, 3, 0, 2]);
    }

    const LADDER: &str = r#"
variants = [{ name = "off", base = "plain", set = { scout = "pvs" } }, { name = "bare", base = "plain" }]
ladder = [{ name = "s", base = "plain", set = { scout = "pvs" }, add = [{ mvv-lva = true }, { history = true, killers = true }] }]"#;

    #[test]
    fn each_rung_comes_after_the_one_before() {
        let pairs = |experiment: &Experiment| -> (Vec<(String, String)>, usize) {
            let steps = experiment.steps().unwrap();
            let owned = |(a, b): &(&str, &str)| ((*a).to_owned(), (*b).to_owned());
            (steps.pairs.iter().map(owned).collect(), steps.alone.len())
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let (first, second) = ("s/1 +mvv-lva", "s/2 +history,killers");
        let after = |foot| (vec![pair(foot, first), pair(first, second)], 0);
        // The first has a variant with the ladder's own settings to be compared with.
        assert_eq!(pairs(&experiment("off", LADDER)), after("off"));
        assert_eq!(pairs(&experiment("s/0", LADDER)), after("s/0"));
        // A step that another ladder has, too, and one that changes nothing.
        let again = r#", { name = "t", base = "plain", set = { scout = "pvs" }, add = [{ mvv-lva = true }, { killers = false }] }]"#;
        let doubled = LADDER.strip_suffix(']').unwrap().to_owned() + again;
        let doubled = experiment("off", &doubled);
        let steps = doubled.steps().unwrap();
        let repeated = [
            ("t/1 +mvv-lva", first),
            ("t/2 +killers=false", "t/1 +mvv-lva"),
        ];
        assert_eq!((steps.pairs.len(), &steps.repeated[..]), (2, &repeated[..]));
        let without = LADDER.replacen("scout = \"pvs\"", "scout = \"full-window\"", 1);
        assert_eq!(
            pairs(&experiment("off", &without)),
            (vec![pair(first, second)], 1)
        );
    }
}
