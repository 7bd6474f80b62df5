//! Suggestions for a name that does not exist.

use crate::echo;

/// The most names that a message lists.
const FEW: usize = 12;
/// The length of the shortest part of a name that counts as similar.
const SHORTEST_PART: usize = 3;
/// Words of opposite sense: a name with one is not meant by a name with the other.
const OPPOSITES: [(&str, &str); 2] = [("least", "most"), ("min", "max")];

/// The name that differs least from the given one, if it is similar: at most about one letter in three differs (two
/// exchanged letters count as one), one of the two names is part of the other, or the given one has its initials.
pub fn nearest<'n>(given: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let given = plain(&echo(given));
    let letters = given.chars().count();
    let most = (letters + 1) / 3;
    let slips = |name: &str| {
        let name = plain(name);
        if are_opposite(&given, &name) {
            return None;
        }
        if are_initials(&given, &name) {
            return Some((false, 0));
        }
        let distance = strsim::osa_distance(&given, &name);
        let (part, whole) = if given.len() < name.len() {
            (&given, &name)
        } else {
            (&name, &given)
        };
        let is_part = part.len() >= SHORTEST_PART && whole.contains(part.as_str());
        (distance <= most || is_part).then_some((distance > most, distance))
    };
    names
        .filter_map(|name| Some((slips(name)?, name)))
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, name)| name)
}

/// The end of a message about a name that does not exist: the nearest name, or all names if they are few.
pub fn suggestion<'n>(given: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    if let Some(name) = nearest(given, names.iter().copied()) {
        return format!("did you mean {name:?}?");
    }
    let list: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    match list.as_slice() {
        [] => "there is none".to_owned(),
        many if many.len() > FEW => "there is no similar name".to_owned(),
        [only] => format!("give {only}"),
        [first @ .., last] => format!("give {} or {last}", first.join(", ")),
    }
}

/// Whether one name has a word in place of its opposite in the other.
fn are_opposite(one: &str, other: &str) -> bool {
    let differ = |a, b| one.contains(a) && other.contains(b) && !one.contains(b);
    let mut opposites = OPPOSITES.into_iter();
    opposites.any(|(a, b)| differ(a, b) || differ(b, a))
}

/// Whether letters are the initials of a name of several words, perhaps with p for pruning: `lmr`, `nmp`.
fn are_initials(letters: &str, name: &str) -> bool {
    let initials: String = name
        .split('-')
        .filter_map(|word| word.chars().next())
        .collect();
    initials.len() > 1
        && letters
            .strip_prefix(&initials)
            .is_some_and(|rest| matches!(rest, "" | "p"))
}

/// The name in lower case, with hyphens for underscores.
fn plain(name: &str) -> String {
    let lower = name.chars().flat_map(char::to_lowercase);
    lower.map(|c| if c == '_' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_nonsense_is_not() {
        let names = [
            "cpw",
            "stockfish",
            "check-aware",
            "nodes-to-pv",
            "off",
            "b",
            "late-move-reduction",
            "mate-distance",
            "men-at-most",
            "min-depth",
        ];
        for (given, meant) in [
            ("cpv", "cpw"),
            ("cwp", "cpw"),
            ("CPW", "cpw"),
            ("stokfsh", "stockfish"),
            ("stock", "stockfish"),
            ("aware", "check-aware"),
            ("nodes_to_pv", "nodes-to-pv"),
            ("of", "off"),
            ("chek_aware", "check-aware"),
            ("lmr", "late-move-reduction"),
            ("LMR", "late-move-reduction"),
            ("mdp", "mate-distance"),
            ("min-dept", "min-depth"),
        ] {
            assert_eq!(nearest(given, names.into_iter()), Some(meant), "{given}");
        }
        for given in [
            "",
            "a",
            "x",
            "ck",
            "quiescence",
            "fish and chips",
            "?",
            "men-at-least",
            "max-depth",
        ] {
            assert_eq!(nearest(given, names.into_iter()), None, "{given}");
        }
    }

    #[test]
    fn without_a_near_name_a_few_names_are_all_listed() {
        let end = |names: &[&'static str]| suggestion("x", names.iter().copied());
        assert_eq!(end(&[]), "there is none");
        assert_eq!(end(&["one"]), "give \"one\"");
        assert_eq!(end(&["one", "two"]), "give \"one\" or \"two\"");
        let many = ["name"; 14];
        assert_eq!(end(&many), "there is no similar name");
        assert_eq!(
            suggestion("on", ["one"].into_iter()),
            "did you mean \"one\"?"
        );
    }
}
