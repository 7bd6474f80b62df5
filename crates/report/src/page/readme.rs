//! What the text beside a report says of it: `README.md`, in the form of this project's own reports.
//!
//! The text begins with a heading, asks in a paragraph `**Question.** …`, answers in `**Answer.** …`, shows its first picture, and ends
//! with the command that repeats the report, as a block of code. Each part may be missing.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// The parts of a report's text that a gallery shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readme {
    /// The first heading.
    pub title: String,
    /// The paragraph of the question.
    pub question: String,
    /// The first sentence of the answer; more if it is short.
    pub answer: String,
    /// The address of the first picture, and the words that stand for it.
    pub picture: Option<(String, String)>,
    /// The first line of the last block of code, without its comment.
    pub command: String,
}

/// An answer has at least so many bytes, if there are more: `Yes.` says too little.
const SHORT: usize = 60;

impl Readme {
    /// The parts of a text.
    #[must_use]
    pub fn of(markdown: &str) -> Self {
        let mut readme = Readme::default();
        let mut picture: Option<(String, String)> = None;
        let mut text = String::new();
        let mut is_code = false;
        for event in Parser::new(markdown) {
            match event {
                Event::Start(Tag::Heading { .. } | Tag::Paragraph) => text.clear(),
                Event::Start(Tag::CodeBlock(kind)) => {
                    text.clear();
                    // A block with a language is an example, and no command.
                    is_code = match kind {
                        CodeBlockKind::Fenced(language) => language.is_empty(),
                        CodeBlockKind::Indented => false,
                    };
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    picture = Some((dest_url.into_string(), String::new()));
                }
                Event::End(TagEnd::Image) => {
                    let picture = picture.take();
                    // Not a badge from elsewhere.
                    let picture = picture
                        .filter(|(address, _)| !address.contains(':') && !address.starts_with('/'));
                    readme.picture = readme.picture.take().or(picture);
                }
                Event::Text(part) | Event::Code(part) => match &mut picture {
                    Some((_, words)) => words.push_str(&part),
                    None => text.push_str(&part),
                },
                Event::SoftBreak | Event::HardBreak => match &mut picture {
                    Some((_, words)) => words.push(' '),
                    None => text.push(' '),
                },
                Event::End(TagEnd::Heading(_)) if readme.title.is_empty() => {
                    readme.title = text.trim().to_owned();
                }
                Event::End(TagEnd::Paragraph) => {
                    if let Some(question) = text.strip_prefix("Question.") {
                        readme.question = question.trim().to_owned();
                    } else if let Some(answer) = text.strip_prefix("Answer.") {
                        readme.answer = beginning(answer.trim()).to_owned();
                    }
                }
                Event::End(TagEnd::CodeBlock) if is_code => {
                    let line = text.lines().next().unwrap_or_default();
                    let (command, _comment) = line.split_once(" #").unwrap_or((line, ""));
                    command.trim_end().clone_into(&mut readme.command);
                }
                _ => {}
            }
        }
        readme
    }
}

/// The first sentence of a text, or more if it is short.
fn beginning(text: &str) -> &str {
    let is_end = |at: usize| {
        let rest = text[at..].trim_start_matches(['.', '?', '!']);
        // Not within a number or an abbreviation of a name: a sentence begins after a blank, and with no small letter.
        rest.starts_with(' ') && !rest.trim_start().starts_with(char::is_lowercase)
    };
    let ends = text.match_indices(['.', '?', '!']);
    let mut ends = ends.filter(|&(at, _)| at + 1 >= SHORT && is_end(at));
    ends.next().map_or(text, |(at, _)| &text[..=at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_text_are_found() {
        let text = "# How `x` prunes\n\n![CI](https://ci/badge.svg)\n\n**Question.** Does it\nhelp, and [how](a.md) much?\n\n**Answer.** Yes. It leaves 0.477 of the nodes (95 % interval 0.4 to 0.5 at 3.5 plies). The rest is detail.\n\n\
            ![Nodes left,\nby `depth`](chart.svg)\n\n```text\nexample\n```\n\n![Other](other.svg)\n\n```\nplybench run x   # a minute\nmore\n```\n";
        let readme = Readme::of(text);
        assert_eq!(
            readme,
            Readme {
                title: "How x prunes".to_owned(),
                question: "Does it help, and how much?".to_owned(),
                answer:
                    "Yes. It leaves 0.477 of the nodes (95 % interval 0.4 to 0.5 at 3.5 plies)."
                        .to_owned(),
                picture: Some(("chart.svg".to_owned(), "Nodes left, by depth".to_owned())),
                command: "plybench run x".to_owned(),
            }
        );
        assert_eq!(Readme::of("").title, "");
        let only = Readme::of("**Answer.** No");
        assert_eq!((&*only.answer, &*only.command), ("No", ""));
    }
}
