//! What may stand for a variant's name: names of grids and ladders are long to type.
//!
//! A whole name always wins. Next come abbreviations of whole words, so that `steps/1` is the first rung and
//! not the tenth; last, beginnings of words. Words end at `/`, `,`, `=`, `+` and spaces.

use thiserror::Error;

use super::{echo, nearest, suggestion};

/// A message names so many candidates, in full: they may differ at their ends alone.
const FEW: usize = 4;

/// Why a name stands for no variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// No name is like it.
    #[error("no variant is named {name:?}; {mend}")]
    Unknown {
        /// The name as given.
        name: String,
        /// The nearest name that exists, or all.
        mend: String,
    },
    /// It abbreviates several names.
    #[error("{name:?} could be {candidates}; give more of the name")]
    Ambiguous {
        /// The name as given.
        name: String,
        /// The names that it abbreviates.
        candidates: String,
    },
}

/// The one of these names that is meant by a name or an abbreviation of it: its beginning, or a part such as
/// `stockfish` or `fail=soft`, or several parts with commas between.
///
/// # Errors
/// If no name is like it, or several are.
pub fn find<'n>(
    given: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Result<&'n str, NameError> {
    if let Some(name) = names.clone().find(|name| *name == given) {
        return Ok(name);
    }
    let parts: Vec<&str> = given.split([',', '/']).map(str::trim).collect();
    let all_parts = |name: &str, end: End| {
        let mut parts = parts.iter();
        parts.all(|part| !part.is_empty() && stands_in(name, part, end))
    };
    type Fits<'f> = &'f dyn Fn(&str) -> bool;
    // From the nearest to the farthest; the first that fits any name decides.
    let ways: [Fits; 6] = [
        &|name| stands_at(name, given, 0, End::OfWord),
        &|name| stands_in(name, given, End::OfWord),
        &|name| all_parts(name, End::OfWord),
        &|name| name.starts_with(given),
        &|name| stands_in(name, given, End::Anywhere),
        &|name| all_parts(name, End::Anywhere),
    ];
    let mut found = Vec::new();
    if !given.is_empty() {
        let fit = |fits: Fits| names.clone().filter(|name| fits(name)).collect();
        let fits = ways.into_iter().map(fit);
        found = fits
            .into_iter()
            .find(|found: &Vec<&str>| !found.is_empty())
            .unwrap_or_default();
    }
    match found[..] {
        [name] => Ok(name),
        [] => Err(NameError::Unknown {
            name: echo(given),
            mend: mend(given, names),
        }),
        _ => Err(NameError::Ambiguous {
            name: echo(given),
            candidates: list(&found),
        }),
    }
}

/// The nearest name, or the nearest word of one.
fn mend<'n>(given: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let words = names.clone().flat_map(|name| name.split(is_between_words));
    match nearest(given, names.clone().chain(words)) {
        Some(near) => format!("did you mean {near:?}?"),
        None => suggestion(given, names),
    }
}

/// The names that a list with commas between stands for; names and abbreviations may have commas of their own.
///
/// # Errors
/// At the first part that no name is like, or several are.
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
            // More parts may tell apart what one does not.
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

/// Whether a part stands in a name from the beginning of a word.
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
    fn what_could_be_several_lists_them_and_what_is_none_the_nearest() {
        let said = |given| found(given).unwrap_err().to_string();
        assert_eq!(
            said("form"),
            "\"form\" could be \"form/mate-distance=stockfish\" or \"form/mate-distance=cpw\"; give more of the name"
        );
        assert!(said("size=off").starts_with("\"size=off\" could be \"window/fail=hard,"));
        assert!(said("steps").contains("\"steps/1 +mvv-lva\", "));
        assert!(said("o").contains("\"off\" or \"offside\""));
        let many: Vec<String> = (1..=9).map(|number| format!("g/a={number}")).collect();
        let error = find("g", many.iter().map(String::as_str)).unwrap_err();
        assert!(
            error.to_string().contains("\"g/a=4\" or 5 more; give"),
            "{error}"
        );
        assert_eq!(
            said("stokfish"),
            "no variant is named \"stokfish\"; did you mean \"stockfish\"?"
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
}
