//! Variants' names without what all of them share: a grid's names say the same over and over.

/// Some names, and what they share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// The parts that each of them has.
    shared: Vec<String>,
    /// The setting that alone is left of each, with its equals sign.
    key: Option<String>,
}

impl Names {
    /// What these names share.
    pub(super) fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let all: Vec<Vec<&str>> = names.map(parts).collect();
        let [first, others @ ..] = &all[..] else {
            return Names::default();
        };
        let is_shared = |part: &&&str| others.iter().all(|parts| parts.contains(part));
        let shared: Vec<&str> = first.iter().filter(is_shared).copied().collect();
        let own: Vec<Vec<&str>> = all
            .iter()
            .map(|parts| {
                parts
                    .iter()
                    .filter(|part| !shared.contains(part))
                    .copied()
                    .collect()
            })
            .collect();
        if others.is_empty() || own.iter().any(Vec::is_empty) {
            return Names::default();
        }
        let key = |own: &Vec<&str>| match own[..] {
            [setting] => setting.find('=').map(|end| setting[..=end].to_owned()),
            _ => None,
        };
        let keys: Vec<Option<String>> = own.iter().map(key).collect();
        Names {
            key: keys[0]
                .clone()
                .filter(|_| keys.iter().all(|key| *key == keys[0])),
            shared: shared.into_iter().map(str::to_owned).collect(),
        }
    }

    /// What a name has of its own.
    pub(super) fn own(&self, name: &str) -> String {
        let parts = parts(name).into_iter();
        let own: Vec<&str> = parts
            .filter(|part| !self.shared.iter().any(|shared| shared == part))
            .collect();
        let own = joined(&own);
        let key = self.key.as_deref().unwrap_or_default();
        own.strip_prefix(key).unwrap_or(&own).to_owned()
    }

    /// A sentence for a caption; none if nothing is shared.
    pub(super) fn note(&self) -> Option<String> {
        let mut shared: Vec<&str> = self.shared.iter().map(String::as_str).collect();
        shared.extend(self.key.as_deref());
        (!shared.is_empty())
            .then(|| format!("Names are without {}, which all share.", joined(&shared)))
    }
}

/// A name's grid with its slash, and each setting; a name that is of no grid is one part.
fn parts(name: &str) -> Vec<&str> {
    let Some(slash) = name.find('/') else {
        return vec![name];
    };
    let (grid, settings) = name.split_at(slash + 1);
    let mut parts = vec![grid];
    let (mut from, mut open) = (0, 0_usize);
    // A table's own commas part no settings.
    for (at, sign) in settings.char_indices() {
        match sign {
            '{' | '[' => open += 1,
            '}' | ']' => open = open.saturating_sub(1),
            ',' if open == 0 => {
                parts.push(&settings[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&settings[from..]);
    parts
}

fn joined(parts: &[&str]) -> String {
    let shown = |settings: &[&str]| {
        let settings = settings.iter().map(|setting| readable(setting));
        settings.collect::<Vec<_>>().join(", ")
    };
    match parts {
        [grid, settings @ ..] if grid.ends_with('/') => format!("{grid}{}", shown(settings)),
        _ => shown(parts),
    }
}

/// A setting without the braces and inner equals signs of a table, which are for the experiment file.
fn readable(setting: &str) -> String {
    match setting.split_once("={") {
        Some((key, table)) => {
            let inner = table.strip_suffix('}').unwrap_or(table).trim();
            format!("{key}={}", inner.replace(" = ", " "))
        }
        None => setting.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(names: &[&str]) -> (Vec<String>, Option<String>) {
        let shared = Names::of(names.iter().copied());
        let own = names.iter().map(|name| shared.own(name)).collect();
        (own, shared.note())
    }

    fn plain(names: &[&str]) -> (Vec<String>, Option<String>) {
        let spaced = names.iter().map(|name| name.replace(',', ", "));
        (spaced.collect(), None)
    }

    #[test]
    fn the_values_of_a_grid_over_one_setting_stand_alone() {
        let (names, note) = own(&["form/mate-distance=off", "form/mate-distance=cpw"]);
        assert_eq!(names, ["off", "cpw"]);
        let says = "Names are without form/mate-distance=, which all share.";
        assert_eq!(note.as_deref(), Some(says));
    }

    #[test]
    fn settings_that_all_have_are_left_out_wherever_they_stand() {
        let (names, note) = own(&[
            "mtdf/fail=soft,mdp=on,size=off",
            "window/fail=hard,mdp=on,scout=pvs,size={ entries = 8, depth = 2 }",
        ]);
        assert_eq!(
            names,
            [
                "mtdf/fail=soft, size=off",
                "window/fail=hard, scout=pvs, size=entries 8, depth 2"
            ]
        );
        assert_eq!(
            note.as_deref(),
            Some("Names are without mdp=on, which all share.")
        );
    }

    #[test]
    fn names_that_share_nothing_or_would_be_empty_stay() {
        for names in [
            &["off", "tight"][..],
            &["off", "g/mdp=cpw", "g/mdp=off"],
            &["g/a=1", "g/a=1,b=2"],
            &["alone/a=1"],
            &[],
        ] {
            assert_eq!(own(names), plain(names), "{names:?}");
        }
    }
}
