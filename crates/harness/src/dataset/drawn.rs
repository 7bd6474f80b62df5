//! The first line of a file of drawn positions. It says how many follow, so that a file that was cut short is known
//! as that and not believed.

use thiserror::Error;

use super::epd::is_position;

/// How the line begins, whatever was drawn.
const OPENING: &str = "# Drawn by plybench: positions=";

/// A file of drawn positions that has not as many as its first line says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "its first line says {said} positions and {found} whole lines follow: it was cut short or changed; \
     draw it again, or mend the first line"
)]
pub struct Torn {
    /// What the first line says.
    pub said: String,
    /// The lines with a position that are there to their end.
    pub found: usize,
}

/// The first line of so many positions, with what was drawn.
pub(super) fn first_line(positions: usize, what: &str) -> String {
    format!("{OPENING}{positions}; {what}\n")
}

/// How the file of any drawing begins.
#[must_use]
pub fn opening() -> &'static str {
    OPENING
}

/// Holds a file against its first line, if that is one of a drawing.
///
/// # Errors
/// If there are not as many positions as it says, or the last line has no end.
pub fn refuse_torn(text: &str) -> Result<(), Torn> {
    let text = text.trim_start_matches('\u{feff}');
    let Some(said) = text.strip_prefix(OPENING) else {
        return Ok(());
    };
    let said: String = said.chars().take_while(char::is_ascii_digit).collect();
    let whole = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    let found = whole.filter(|line| is_position(line)).count();
    if said == found.to_string() && text.ends_with('\n') {
        Ok(())
    } else {
        Err(Torn { said, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_drawn_file_passes_for_the_whole() {
        let line = "8/7K/8/8/8/8/R7/7k w - - dm 8; id \"KRK dm 8 #1\";\n";
        let whole = format!("{}{line}{line}", first_line(2, "KRK"));
        assert_eq!(refuse_torn(&whole), Ok(()));
        // Without the opening it is a file like any other.
        for end in OPENING.len()..whole.len() {
            assert!(refuse_torn(&whole[..end]).is_err(), "{:?}", &whole[..end]);
        }
        assert!(refuse_torn(&format!("{whole}{line}")).is_err());
        assert_eq!(refuse_torn(line), Ok(()));
        assert_eq!(refuse_torn(""), Ok(()));
    }
}
