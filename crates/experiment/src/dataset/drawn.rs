//! The first line of a file of drawn positions. It says how many positions follow, so that a file that was cut short is
//! recognised and refused.

use super::epd::is_position;

/// How the file of every drawing begins.
const OPENING: &str = "# Drawn by plybench: positions=";

/// The first line of a file of `positions` positions, with a description of the drawing.
pub(super) fn first_line(positions: usize, what: &str) -> String {
    format!("{OPENING}{positions}; {what}\n")
}

/// Checks a file against its first line, if that is the first line of a drawing.
///
/// # Errors
/// If there are not as many positions as it says, or the last line is incomplete. The text says what to do.
pub fn refuse_torn(text: &str) -> Result<(), String> {
    let Some(rest) = text.strip_prefix(OPENING) else {
        return Ok(());
    };
    let declared: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let whole = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    let complete = whole.filter(|line| is_position(line)).count();
    if declared == complete.to_string() && text.ends_with('\n') {
        return Ok(());
    }
    Err(format!(
        "its first line says {declared} positions, but {complete} complete lines follow: it was cut short or changed; \
         draw it again, or correct the first line"
    ))
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
