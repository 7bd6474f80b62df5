//! Variants' names in charts and narrow tables: without what all of them share, and short enough to fit. Different
//! names always get different labels.

use std::collections::HashSet;

use plybench_text::escape;

/// What stands for the middle of a name that is too long.
const GAP: &str = "...";

/// Some names with their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    labels: Vec<(String, String)>,
    /// What was done to them, for a caption.
    notes: Vec<String>,
}

impl Names {
    /// Labels of at most so many characters, without what all names share: a grid's names say the same over and
    /// over.
    pub(super) fn of<'n>(names: impl Iterator<Item = &'n str>, longest: usize) -> Self {
        Names::shortened(distinct(names), longest, longest)
    }

    /// The same for a text that has room for longer ones: what would not fit is not cut.
    pub(super) fn uncut<'n>(names: impl Iterator<Item = &'n str>, preferred: usize) -> Self {
        Names::shortened(distinct(names), preferred, usize::MAX)
    }

    /// Labels without what all names share and, if some are longer than preferred, without the names of settings.
    fn shortened(names: Vec<&str>, preferred: usize, longest: usize) -> Self {
        let (own, shared) = own_parts(&names);
        let mut notes: Vec<String> = shared.iter().cloned().collect();
        let mut labels: Vec<String> = own.iter().map(|parts| joined(parts)).collect();
        let fits = |labels: &[String]| labels.iter().all(|label| length(label) <= preferred);
        for keeps_grid in [true, false] {
            if !fits(&labels)
                && let Some((values, note)) = values_alone(&own, keeps_grid)
            {
                notes = shared.iter().cloned().chain([note]).collect();
                labels = values;
            }
        }
        Names::told_apart(&names, labels, longest, notes)
    }

    /// Cuts labels that are too long, and numbers those that look like another.
    fn told_apart(
        names: &[&str],
        labels: Vec<String>,
        longest: usize,
        mut notes: Vec<String>,
    ) -> Self {
        let labels: Vec<String> = labels.iter().map(|label| escape::plain(label)).collect();
        if labels.iter().any(|label| length(label) > longest) {
            notes.push("Long names are cut.".to_owned());
        }
        let mut used = HashSet::new();
        let labels = labels.into_iter().map(|label| {
            let numbered = |number: usize| match number {
                1 => cut(&label, longest),
                _ => {
                    let end = format!(" ({number})");
                    cut(&label, longest.saturating_sub(length(&end))) + &end
                }
            };
            // Of one more than are used, one is not used.
            let mut tries = (1..=used.len() + 1).map(numbered);
            let label = tries.find(|label| !used.contains(label)).unwrap_or(label);
            used.insert(label.clone());
            label
        });
        let names = names.iter().map(|&name| name.to_owned());
        Names {
            labels: names.zip(labels).collect(),
            notes,
        }
    }

    /// The label of one of the names.
    pub(super) fn label(&self, name: &str) -> String {
        let found = self.labels.iter().find(|(own, _)| own == name);
        found.map_or_else(|| escape::plain(name), |(_, label)| label.clone())
    }

    /// Sentences for a caption; none if the labels are the names.
    pub(super) fn note(&self) -> Option<String> {
        (!self.notes.is_empty()).then(|| self.notes.join(" "))
    }
}

/// Shorter labels are words of any text.
const LEAST_NAME: usize = 3;

/// Whether a text, such as an experiment's purpose, has a label as words of its own.
pub(super) fn is_named(text: &str, label: &str) -> bool {
    let (text, label) = (text.to_lowercase(), label.to_lowercase());
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    length(&label) >= LEAST_NAME
        && text.match_indices(&label).any(|(at, found)| {
            let before = text[..at].chars().next_back();
            let after = text[at + found.len()..].chars().next();
            !before.is_some_and(is_part) && !after.is_some_and(is_part)
        })
}

fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text of at most so many characters: its beginning and its end, where it is longer.
fn cut(text: &str, longest: usize) -> String {
    let all: Vec<char> = text.chars().collect();
    if all.len() <= longest {
        return text.to_owned();
    }
    let kept = longest.saturating_sub(GAP.len());
    // Names of grids differ most at their ends.
    let (head, tail) = (kept / 3, kept - kept / 3);
    let head: String = all[..head].iter().collect();
    let tail: String = all[all.len() - tail..].iter().collect();
    head + &GAP[..longest.min(GAP.len())] + &tail
}

/// What each name has of its own, in parts, and a sentence that says what all share.
fn own_parts<'n>(names: &[&'n str]) -> (Vec<Vec<&'n str>>, Option<String>) {
    let all: Vec<Vec<&str>> = names.iter().map(|name| parts(name)).collect();
    let [first, others @ ..] = &all[..] else {
        return (all, None);
    };
    let is_shared = |part: &&&str| others.iter().all(|parts| parts.contains(part));
    let shared: Vec<&str> = first.iter().filter(is_shared).copied().collect();
    let own = |parts: &Vec<&'n str>| -> Vec<&'n str> {
        let own = parts.iter().filter(|part| !shared.contains(part));
        own.copied().collect()
    };
    let own: Vec<Vec<&str>> = all.iter().map(own).collect();
    if others.is_empty() || own.iter().any(Vec::is_empty) {
        return (all, None);
    }
    let mut said = shared.clone();
    let key = |own: &Vec<&'n str>| match own[..] {
        [setting] => setting.find('=').map(|end| &setting[..=end]),
        _ => None,
    };
    let one_key = key(&own[0]).filter(|_| own.iter().all(|parts| key(parts) == key(&own[0])));
    said.extend(one_key);
    let value = |parts: Vec<&'n str>| match one_key {
        Some(key) => vec![&parts[0][key.len()..]],
        None => parts,
    };
    let note = (!said.is_empty())
        .then(|| format!("Names are without {}, which all share.", joined(&said)));
    (own.into_iter().map(value).collect(), note)
}

/// A name's grid or ladder with its slash, and each setting; any other name is one part.
fn parts(name: &str) -> Vec<&str> {
    let Some(slash) = name.find('/') else {
        return vec![name];
    };
    let (grid, settings) = name.split_at(slash + 1);
    let mut parts = vec![grid];
    parts.extend(settings.split(','));
    parts
}

fn joined(parts: &[&str]) -> String {
    match parts {
        [grid, settings @ ..] if grid.ends_with('/') => format!("{grid}{}", settings.join(", ")),
        _ => parts.join(", "),
    }
}

/// The values of settings without their names, and a sentence that gives these; none where names of one grid have different settings, or
/// look alike then. Names without settings stay, and so do the grids' own names if they are to: only one grid can do without.
fn values_alone(all: &[Vec<&str>], keeps_grid: bool) -> Option<(Vec<String>, String)> {
    let mut grids: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut labels = Vec::new();
    for parts in all {
        let (grid, settings) = match &parts[..] {
            [grid, settings @ ..] if grid.ends_with('/') => (*grid, settings),
            settings => ("", settings),
        };
        let pairs: Option<Vec<(&str, &str)>> =
            settings.iter().map(|part| part.split_once('=')).collect();
        let Some(pairs) = pairs else {
            labels.push(joined(parts));
            continue;
        };
        let keys: Vec<&str> = pairs.iter().map(|(key, _)| *key).collect();
        match grids.iter().find(|(known, _)| *known == grid) {
            Some((_, known)) if *known != keys => return None,
            Some(_) => {}
            None => grids.push((grid, keys)),
        }
        let values = pairs.into_iter().map(|(key, value)| match value {
            "true" => key.to_owned(),
            "false" => format!("no {key}"),
            value => value.to_owned(),
        });
        let values: Vec<String> = values.collect();
        let shown = if keeps_grid { grid } else { "" };
        labels.push(format!("{shown}{}", values.join(", ")));
    }
    let [(grid, keys), others @ ..] = &grids[..] else {
        return None;
    };
    let note = match others {
        [] => {
            let of = match grid.strip_suffix('/') {
                Some(grid) if !keeps_grid => format!("names of {grid}"),
                _ => "settings".to_owned(),
            };
            let order = keys.join(", ");
            format!("Of {of} only values are shown, in the order {order}.")
        }
        _ if !keeps_grid => return None,
        _ => {
            let orders = grids.iter().map(|(grid, keys)| {
                let order = keys.join(", ");
                match grid.strip_suffix('/') {
                    Some(grid) => format!("{order} ({grid})"),
                    None => order,
                }
            });
            let orders: Vec<String> = orders.collect();
            format!(
                "Of settings only values are shown, in the order {}.",
                orders.join("; ")
            )
        }
    };
    let is_told_apart = labels.iter().collect::<HashSet<_>>().len() == labels.len();
    is_told_apart.then_some((labels, note))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labels(names: &[&str], longest: usize) -> (Vec<String>, Option<String>) {
        let all = Names::of(names.iter().copied(), longest);
        let labels = names.iter().map(|name| all.label(name)).collect();
        (labels, all.note())
    }

    fn spaced(names: &[&str]) -> (Vec<String>, Option<String>) {
        let spaced = names.iter().map(|name| name.replace(',', ", "));
        (spaced.collect(), None)
    }

    #[test]
    fn a_purpose_names_variants_by_whole_words() {
        let purpose = "Does cpw, the form of the article, save less than stockfish-like ones? Late move pruning, too.";
        assert!(is_named(purpose, "cpw") && is_named(purpose, "late move pruning"));
        let others = ["stockfish", "of", "move prun"];
        assert!(!others.iter().any(|label| is_named(purpose, label)));
    }

    #[test]
    fn the_values_of_a_grid_over_one_setting_stand_alone() {
        let (names, note) = labels(&["form/mate-distance=off", "form/mate-distance=cpw"], 40);
        assert_eq!(names, ["off", "cpw"]);
        let says = "Names are without form/mate-distance=, which all share.";
        assert_eq!(note.as_deref(), Some(says));
    }

    #[test]
    fn settings_that_all_have_are_left_out_wherever_they_stand() {
        let (names, note) = labels(
            &[
                "mtdf/fail=soft,mdp=on,size=off",
                "window/fail=hard,mdp=on,scout=pvs,size=mib:1",
            ],
            40,
        );
        assert_eq!(
            names,
            [
                "mtdf/fail=soft, size=off",
                "window/fail=hard, scout=pvs, size=mib:1"
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
            &["off", "stockfish"][..],
            &["off", "g/mdp=cpw", "g/mdp=off"],
            &["off", "steps/1 +mvv-lva", "steps/2 +history,killers"],
            &["g/a=1", "g/a=1,b=2"],
            &["alone/a=1"],
            &[],
        ] {
            assert_eq!(labels(names, 40), spaced(names), "{names:?}");
        }
    }

    #[test]
    fn a_grid_whose_names_are_too_long_shows_its_values() {
        let mut names = Vec::new();
        for fail in ["hard", "soft"] {
            for form in ["off", "stockfish"] {
                for killers in [true, false] {
                    names.push(format!(
                        "grid/fail={fail},killers={killers},mate-distance={form}"
                    ));
                }
            }
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (shown, note) = labels(&names, 40);
        assert_eq!(shown[0], "hard, killers, off");
        assert_eq!(shown[7], "soft, no killers, stockfish");
        let says = "in the order fail, killers, mate-distance.";
        assert!(note.unwrap().ends_with(says));
        // Beside a name of another kind the grid's own name stays.
        let with_off: Vec<&str> = names.iter().copied().chain(["off"]).collect();
        let (shown, note) = labels(&with_off, 40);
        assert_eq!(shown[7], "grid/soft, no killers, stockfish");
        assert_eq!(shown[8], "off");
        assert!(note.unwrap().ends_with(says));
        let (shown, note) = labels(&with_off, 30);
        assert_eq!(shown[7], "soft, no killers, stockfish");
        assert_eq!(
            note.unwrap(),
            "Of names of grid only values are shown, in the order fail, killers, mate-distance."
        );
    }

    #[test]
    fn two_grids_whose_names_are_too_long_show_their_values() {
        let (shown, note) = labels(
            &[
                "window/fail=soft,mate-distance=stockfish,scout=pvs,size=entries:262144",
                "mtdf/fail=hard,mate-distance=off,size=off",
            ],
            48,
        );
        assert_eq!(
            shown,
            [
                "window/soft, stockfish, pvs, entries:262144",
                "mtdf/hard, off, off"
            ]
        );
        let says = "in the order fail, mate-distance, scout, size (window); fail, mate-distance, size (mtdf).";
        assert!(note.unwrap().ends_with(says));
    }

    #[test]
    fn what_is_too_long_keeps_its_beginning_and_its_end() {
        let long = |middle: &str| format!("steps/9 +{}{middle}{}", "x".repeat(30), "y".repeat(30));
        let names = [long("one"), long("two")];
        let names = names.each_ref().map(String::as_str);
        let (shown, note) = labels(&names, 20);
        assert!(
            shown[0].starts_with("9 +xx") && shown[0].ends_with("yyy"),
            "{shown:?}"
        );
        assert!(shown[1].ends_with(" (2)"), "{shown:?}");
        assert!(note.unwrap().ends_with("Long names are cut."));
        let whole = Names::uncut(names.iter().copied(), 20);
        assert_eq!(whole.label(names[0]), names[0].replace("steps/", ""));
        assert_eq!(whole.label(names[1]), names[1].replace("steps/", ""));
    }

    proptest! {
        #[test]
        fn different_names_have_different_labels_that_fit(
            names in proptest::collection::hash_set(
                prop_oneof![
                    ".{0,60}",
                    "[ab]/[cd]=[ef],[gh]{30}=(true|false)",
                    "ladder/[0-9] [+]x{38,42}[yz]?",
                    "\\PC{1,5}\n?",
                ],
                0..12,
            ),
            longest in 8..60_usize,
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let all = Names::of(names.iter().copied(), longest);
            let labels: HashSet<String> = names.iter().map(|name| all.label(name)).collect();
            prop_assert_eq!(labels.len(), names.len());
            prop_assert!(labels.iter().all(|label| length(label) <= longest), "{:?}", labels);
        }
    }
}
