//! Abbreviations of variants' names, since names from grids and ladders are long to type.
//!
//! A whole name always wins. Next come whole words, so that `steps/1` is the first rung and not the tenth; then
//! beginnings of names, and last beginnings of words. Words end at `/`, `,`, `=`, `+` and spaces.

use thiserror::Error;

use plybench_text::{echo, nearest, suggestion};

/// How many candidates a message names. They are given in full, since they may differ only at their ends.
const FEW: usize = 4;

/// Why a name does not identify a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// No variant has this name or abbreviation.
    #[error("no variant is named {name:?}; {hint}")]
    Unknown {
        /// The name as the user gave it.
        name: String,
        /// The nearest name that exists, or all names.
        hint: String,
    },
    /// It abbreviates several names.
    #[error("{name:?} could be {candidates}; give more of the name")]
    Ambiguous {
        /// The name as the user gave it.
        name: String,
        /// The names that it abbreviates.
        candidates: String,
    },
}

/// Finds the one of these names that is given in full or by an abbreviation: its beginning, a part such as
/// `stockfish` or `fail=soft`, or several parts separated by commas.
///
/// # Errors
/// If no name matches, or several do.
pub fn find<'n>(
    given: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Result<&'n str, NameError> {
    match matching(given, names.clone())[..] {
        [name] => Ok(name),
        [] => Err(NameError::Unknown {
            name: echo(given),
            hint: nearest_names(given, names),
        }),
        ref found => Err(NameError::Ambiguous {
            name: echo(given),
            candidates: list(found),
        }),
    }
}

/// The name itself, or else all names that match it by the strictest rule that any name matches.
fn matching<'n>(given: &str, names: impl Iterator<Item = &'n str> + Clone) -> Vec<&'n str> {
    if let Some(name) = names.clone().find(|name| *name == given) {
        return vec![name];
    }
    if given.is_empty() {
        return Vec::new();
    }
    let parts: Vec<&str> = given.split([',', '/']).map(str::trim).collect();
    let all_parts = |name: &str, end: End| {
        let mut parts = parts.iter();
        parts.all(|part| !part.is_empty() && stands_in(name, part, end))
    };
    type Fits<'f> = &'f dyn Fn(&str) -> bool;
    // From the strictest to the loosest; the first that any name matches decides.
    let rules: [Fits; 6] = [
        &|name| stands_at(name, given, 0, End::OfWord),
        &|name| stands_in(name, given, End::OfWord),
        &|name| name.starts_with(given),
        &|name| all_parts(name, End::OfWord),
        &|name| stands_in(name, given, End::Anywhere),
        &|name| all_parts(name, End::Anywhere),
    ];
    let fit = |fits: Fits| names.clone().filter(|name| fits(name)).collect();
    let mut found = rules.into_iter().map(fit);
    let is_any = |found: &Vec<&str>| !found.is_empty();
    found.find(is_any).unwrap_or_default()
}

/// Suggests the nearest name, or the names with the nearest word.
fn nearest_names<'n>(given: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let words = names.clone().flat_map(|name| name.split(is_between_words));
    let words = words.filter(|word| !word.is_empty());
    let Some(near) = nearest(given, names.clone().chain(words)) else {
        return suggestion(given, names);
    };
    match matching(near, names)[..] {
        ref several @ [_, _, ..] => format!("did you mean {}?", list(several)),
        _ => format!("did you mean {near:?}?"),
    }
}

/// Finds the names in a comma-separated list; names and abbreviations may contain commas themselves.
///
/// # Errors
/// At the first part that matches no name or several.
pub fn find_all<'n>(
    list: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Result<Vec<&'n str>, NameError> {
    let pieces: Vec<&str> = list.split(',').collect();
    let mut found = Vec::new();
    let mut from = 0;
    while from < pieces.len() {
        let runs = (from + 1..=pieces.len()).map(|to| (to, pieces[from..to].join(",")));
        let whole = runs
            .clone()
            .rev()
            .find_map(|(to, run)| Some((to, names.clone().find(|name| *name == run)?)));
        let first = find(pieces[from], names.clone());
        let next = match (whole, first) {
            (Some(whole), _) => whole,
            (None, Ok(name)) => (from + 1, name),
            // With more parts it may be unique.
            (None, Err(error @ NameError::Ambiguous { .. })) => runs
                .skip(1)
                .find_map(|(to, run)| Some((to, find(&run, names.clone()).ok()?)))
                .ok_or(error)?,
            (None, Err(error)) => return Err(error),
        };
        from = next.0;
        found.push(next.1);
    }
    Ok(found)
}

/// Where an abbreviation may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    OfWord,
    Anywhere,
}

fn is_between_words(c: char) -> bool {
    matches!(c, '/' | ',' | '=' | '+' | ' ')
}

/// Whether a name contains a part that starts at the beginning of a word.
fn stands_in(name: &str, part: &str, end: End) -> bool {
    let mut places = name.match_indices(part).map(|(at, _)| at);
    places.any(|at| stands_at(name, part, at, end))
}

fn stands_at(name: &str, part: &str, at: usize, end: End) -> bool {
    let (before, from) = name.split_at(at);
    let Some(after) = from.strip_prefix(part) else {
        return false;
    };
    let begins = before.chars().next_back().is_none_or(is_between_words)
        || part.starts_with(is_between_words);
    let ends = end == End::Anywhere
        || after.chars().next().is_none_or(is_between_words)
        || part.ends_with(is_between_words);
    begins && ends
}

fn list(names: &[&str]) -> String {
    let mut shown: Vec<String> = (names.iter().take(FEW))
        .map(|name| format!("{name:?}"))
        .collect();
    if names.len() > FEW {
        shown.push(format!("{} more", names.len() - FEW));
    }
    let last = shown.pop().unwrap_or_default();
    format!("{} or {last}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAMES: [&str; 10] = [
        "off",
        "offside",
        "form/mate-distance=stockfish",
        "form/mate-distance=cpw",
        "window/fail=hard,scout=pvs,size=off",
        "window/fail=soft,scout=pvs,size=off",
        "window/fail=soft,scout=full-window,size=off",
        "steps/1 +mvv-lva",
        "steps/2 +killers,history",
        "steps/10 +contempt=1",
    ];

    fn found(given: &str) -> Result<&'static str, NameError> {
        find(given, NAMES.into_iter())
    }

    #[test]
    fn every_unique_abbreviation_is_taken() {
        for (given, name) in [
            ("off", "off"),
            ("offs", "offside"),
            ("stockfish", "form/mate-distance=stockfish"),
            ("mate-distance=cpw", "form/mate-distance=cpw"),
            ("form/cpw", "form/mate-distance=cpw"),
            ("form/mate-distance=c", "form/mate-distance=cpw"),
            ("hard", "window/fail=hard,scout=pvs,size=off"),
            ("pvs,soft", "window/fail=soft,scout=pvs,size=off"),
            (
                "fail=soft,scout=full",
                "window/fail=soft,scout=full-window,size=off",
            ),
            ("steps/1", "steps/1 +mvv-lva"),
            ("steps/10", "steps/10 +contempt=1"),
            ("+killers", "steps/2 +killers,history"),
            ("mvv", "steps/1 +mvv-lva"),
        ] {
            assert_eq!(found(given), Ok(name), "{given}");
        }
    }

    #[test]
    fn an_ambiguous_name_lists_the_candidates_and_an_unknown_one_the_nearest() {
        let message = |given| found(given).unwrap_err().to_string();
        assert_eq!(
            message("form"),
            "\"form\" could be \"form/mate-distance=stockfish\" or \"form/mate-distance=cpw\"; give more of the name"
        );
        assert!(message("size=off").starts_with("\"size=off\" could be \"window/fail=hard,"));
        assert!(message("steps").contains("\"steps/1 +mvv-lva\", "));
        assert!(message("o").contains("\"off\" or \"offside\""));
        let many: Vec<String> = (1..=9).map(|number| format!("g/a={number}")).collect();
        let error = find("g", many.iter().map(String::as_str)).unwrap_err();
        assert!(
            error.to_string().contains("\"g/a=4\" or 5 more; give"),
            "{error}"
        );
        assert_eq!(
            message("stokfish"),
            "no variant is named \"stokfish\"; did you mean \"stockfish\"?"
        );
        assert!(
            message("steps/9").ends_with(
                "did you mean \"steps/1 +mvv-lva\", \"steps/2 +killers,history\" or \"steps/10 +contempt=1\"?"
            ),
            "{}",
            message("steps/9")
        );
        for given in ["", "form,,cpw", "distance", "x/"] {
            assert!(
                matches!(found(given), Err(NameError::Unknown { .. })),
                "{given}"
            );
        }
    }

    #[test]
    fn a_list_has_names_and_abbreviations_whatever_commas_they_have() {
        let all = |list| find_all(list, NAMES.into_iter());
        assert_eq!(
            all("off,cpw,window/fail=hard,scout=pvs,size=off,steps/2"),
            Ok(vec![NAMES[0], NAMES[3], NAMES[4], NAMES[8]])
        );
        assert_eq!(all("soft,pvs,stockfish"), Ok(vec![NAMES[5], NAMES[2]]));
        assert!(matches!(all("off,form"), Err(NameError::Ambiguous { .. })));
        assert!(matches!(all("off,nix"), Err(NameError::Unknown { .. })));
    }

    proptest! {
        #[test]
        fn whole_names_win_and_beginnings_are_taken_where_they_are_unique(
            names in proptest::collection::hash_set("[ab]{0,2}[/,= +]?[ab]{1,3}", 1..9),
            at in 0..8_usize,
            length in 1..6_usize,
        ) {
            let all = || names.iter().map(String::as_str);
            for name in all() {
                prop_assert_eq!(find(name, all()), Ok(name));
            }
            let name = all().nth(at % names.len()).unwrap_or_default();
            let start = &name[..length.min(name.len())];
            let begin_so: Vec<&str> = all().filter(|name| name.starts_with(start)).collect();
            if let (Ok(found), [only]) = (find(start, all()), &begin_so[..]) {
                // Whole words come first.
                let is_whole = stands_in(found, start, End::OfWord);
                prop_assert!(found == *only || is_whole, "{} {}", start, found);
            }
            prop_assert!(find(start, all()).is_ok() || all().filter(|name| name.contains(start)).count() > 1);
        }
    }
}
