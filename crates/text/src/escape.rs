//! Escapes untrusted text, such as names from files, for terminals, Markdown and CSV.

use std::borrow::Cow;

/// For plain text in a terminal, a picture or a page, on which it must not act: escapes control characters, marks that change the
/// direction of writing, line separators and characters that XML forbids.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    safe
}

/// Whether a character acts in a terminal, a picture or a page instead of being drawn.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Escapes text for Markdown, tables included: it becomes no markup, HTML, link or mention.
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '@' | '$' => {
                safe.push('\\');
                safe.push(c);
            }
            c => safe.push(c),
        }
    }
    // Without its colon an address is not made a link.
    safe.replace("://", "&#58;//")
}

/// The same at the beginning of a line, where more would be markup: a list, or code if it is indented.
#[must_use]
pub fn markdown_line(text: &str) -> String {
    let safe = markdown(text.trim_start());
    let rest = safe.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &safe[..safe.len() - rest.len()];
    let mut marks = rest.chars();
    match (number.is_empty(), marks.next(), marks.next()) {
        (true, Some('-' | '+'), None | Some(' ')) | (false, Some('.' | ')'), None | Some(' ')) => {
            format!("{number}\\{rest}")
        }
        _ => safe,
    }
}

/// Keeps a cell of a CSV file text. A spreadsheet would run what begins like a formula; an apostrophe before it prevents
/// that. A number, also a negative one, stays as it is.
#[must_use]
pub fn csv(text: &str) -> Cow<'_, str> {
    let begins_a_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if begins_a_formula && !is_number(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

fn is_number(text: &str) -> bool {
    let is_of_digits = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    is_of_digits && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            plain("a\u{1b}[2Jb\n\u{9b}\u{202e}c\u{2066}"),
            "a\\u{1b}[2Jb\\n\\u{9b}\\u{202e}c\\u{2066}"
        );
        assert_eq!(plain("é ≤ ♔ {x}"), "é ≤ ♔ {x}");
    }

    #[test]
    fn markdown_is_text() {
        assert_eq!(markdown("<b>|`x`"), "&lt;b&gt;\\|\\`x\\`");
        assert_eq!(
            markdown("[x](javascript:y) <script>"),
            "\\[x\\](javascript:y) &lt;script&gt;"
        );
        assert_eq!(markdown("KRK dm 8 #3"), "KRK dm 8 \\#3");
        assert_eq!(markdown("https://a.b/c"), "https&#58;//a.b/c");
        for (line, safe) in [
            ("- a", "\\- a"),
            ("1. a", "1\\. a"),
            ("     a", "a"),
            ("0.5 of", "0.5 of"),
            ("-", "\\-"),
            ("a 1. b", "a 1. b"),
        ] {
            assert_eq!(markdown_line(line), safe);
        }
    }

    #[test]
    fn a_formula_is_text_and_a_number_stays_one() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"),
            ("-2+3", "'-2+3"),
            ("-inf", "'-inf"),
            ("\tx", "'\tx"),
            ("\rx", "'\rx"),
            ("-M3", "'-M3"),
            ("-3", "-3"),
            ("-0.25", "-0.25"),
            ("+1e-7", "+1e-7"),
            ("krk", "krk"),
            ("", ""),
        ] {
            assert_eq!(csv(text), cell);
        }
    }
}
