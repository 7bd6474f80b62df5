//! Tables of a page with their headings, and what stands beside the page.

use std::collections::HashMap;

use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::{
    page_contents::{Download, Setup},
    section::{Filter, Section},
    table::Table,
};
use plybench_text::{escape, plural::in_thousands};

/// A table with its heading, of this level, and with so many rows at most.
pub(super) fn section(section: &Section, level: u8, most_rows: usize) -> Markup {
    html! {
        @let heading = escape::plain(&section.heading);
        @if level == 2 { h2 { (heading) } } @else { h3 { (heading) } }
        @if !section.text.is_empty() { p { (with_code(&section.text)) } }
        (table_with(&section.table, &section.heading, Some(&section.filters), (&section.more, most_rows)))
    }
}

/// What numbers mean, at the end of a page. A published page has a link to the definitions in its place.
pub(super) fn terms<'t>(terms: impl Iterator<Item = &'t str>) -> Markup {
    let mut terms = terms.peekable();
    html! {
        @if terms.peek().is_some() {
            ul.terms { @for term in terms { li { (with_code(&escape::plain(term))) } } }
        }
    }
}

/// Our own text, with what stands between backticks as code.
pub(super) fn with_code(text: &str) -> Markup {
    let mut parts = text.split('`');
    html! {
        (parts.next().unwrap_or_default())
        @while let Some(code) = parts.next() {
            code { (code) } (parts.next().unwrap_or_default())
        }
    }
}

/// A table that can be sorted, filtered by some columns, and copied. Rows that these filters choose first stand in the page as it is
/// written, none without filters, in a table that is closed at first; the script adds the others from a compact list.
pub(super) fn table(table: &Table, label: &str, filters: Option<&[Filter]>) -> Markup {
    table_with(table, label, filters, (&[], usize::MAX))
}

/// So many rows of a table stand in the page as it is written.
const MOST_WRITTEN: usize = 100;

/// The same with columns that are shown on demand, and with so many rows at most.
fn table_with(
    table: &Table,
    label: &str,
    filters: Option<&[Filter]>,
    (more, most_rows): (&[&str], usize),
) -> Markup {
    let head: Vec<_> = table.head().collect();
    let filter = |key: &str| filters?.iter().find(|(column, _)| *column == key);
    let is_chosen = |row: &[[String; 2]]| {
        let mut cells = head.iter().zip(row);
        cells.all(|(column, cell)| match filter(&column.key) {
            Some((_, Some(chosen))) => cell[0] == *chosen,
            _ => true,
        })
    };
    // As people and as programs read them.
    let body = table.body().map(|row| {
        let texts = row.map(|cell| [cell.for_people(), cell.csv()]);
        texts.collect::<Vec<_>>()
    });
    let (mut chosen, others): (Vec<_>, Vec<_>) =
        body.partition(|row| filters.is_some() && is_chosen(row));
    // The list of the script takes a fifth of the room.
    let beyond = chosen.split_off(chosen.len().min(MOST_WRITTEN));
    let mut others: Vec<_> = beyond.into_iter().chain(others).collect();
    let all = chosen.len() + others.len();
    others.truncate(most_rows.saturating_sub(chosen.len()));
    let listed = chosen.len() + others.len();
    html! {
        div.table {
            div.scroll role="region" tabindex="0" aria-label=(escape::plain(label)) {
                table {
                    thead {
                        tr {
                            @for column in &head {
                                @let filter = filter(&column.key);
                                th scope="col" class=[column.is_number.then_some("n")] data-key=(column.key)
                                    data-filter=[filter.map(|(_, chosen)| chosen.unwrap_or_default())]
                                    data-more[more.contains(&column.key.as_str())] {
                                    (escape::plain(&column.heading))
                                }
                            }
                        }
                    }
                    tbody {
                        @for row in &chosen {
                            tr {
                                @for (column, [shown, value]) in head.iter().zip(row) {
                                    td class=[column.is_number.then_some("n")] data-v=[(shown != value).then_some(value)] { (shown) }
                                }
                            }
                        }
                    }
                }
            }
            @if !others.is_empty() { (plybench_pages::data("rows", &compact(&others))) }
        }
        @if listed < all { p { "These are " (in_thousands(listed as u64)) " of " (in_thousands(all as u64)) " rows; the files beside the page have all." } }
    }
}

/// Rows without repetition: every text once, and for each cell its number. A cell that programs read otherwise has both texts.
fn compact(rows: &[Vec<[String; 2]>]) -> Value {
    let (mut texts, mut numbers) = (Vec::new(), HashMap::new());
    let mut number = |cell: &[String; 2]| {
        *numbers.entry(cell.clone()).or_insert_with(|| {
            let [shown, value] = cell;
            texts.push(match shown == value {
                true => json!(shown),
                false => json!([shown, value]),
            });
            texts.len() - 1
        })
    };
    let mut row = |row: &Vec<[String; 2]>| row.iter().map(&mut number).collect();
    let rows: Vec<Vec<usize>> = rows.iter().map(&mut row).collect();
    json!({"texts": texts, "rows": rows})
}

/// The commands that do it again, the experiment file, and the files beside the page.
pub(super) fn repeat(setup: &Setup, downloads: &[Download]) -> Markup {
    let (commands, experiment) = (&setup.repeat, &setup.experiment);
    html! {
        @if !commands.is_empty() {
            dl {
                @for (command, about) in commands {
                    dt { code.command { (escape::plain(command)) } }
                    dd { (escape::plain(about)) }
                }
            }
        }
        @if !experiment.is_empty() {
            details {
                summary { "The experiment file" }
                pre tabindex="0" { (shown_lines(experiment)) }
            }
        }
        @if !downloads.is_empty() {
            h3 { "Files" }
            ul {
                @for download in downloads {
                    li { a href=(address(&download.file)) download { (escape::plain(&download.file)) } ": " (escape::plain(&download.about)) }
                }
            }
        }
    }
}

/// A text of several lines.
fn shown_lines(text: &str) -> String {
    let lines = text.lines().map(escape::plain);
    lines.collect::<Vec<_>>().join("\n")
}

/// A file of the page's own directory as an address: never another scheme or directory.
pub(super) fn address(file: &str) -> String {
    format!("./{}", encoded(file))
}

/// A name as a part of an address.
pub(super) fn encoded(name: &str) -> String {
    let mut encoded = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                encoded.push(byte.into());
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{numbers, words};

    #[test]
    fn text_is_escaped_and_addresses_stay_in_the_directory() {
        let mut names = Table::new([words("<i>"), numbers("n")]);
        names.push(["<script>alert(1)</script>".into(), 7_u64.into()]);
        let html = table(&names, "\"><b>", Some(&[])).into_string();
        assert!(
            !html.contains("<script") && !html.contains("<i>") && !html.contains("<b>"),
            "{html}"
        );
        assert_eq!(
            address("javascript:alert(1)"),
            "./javascript%3Aalert%281%29"
        );
        assert_eq!(address("../a b"), "./..%2Fa%20b");
        assert_eq!(
            with_code("a `b` <c>").into_string(),
            "a <code>b</code> &lt;c&gt;"
        );
    }

    #[test]
    fn rows_that_a_filter_leaves_out_first_are_listed_for_the_script() {
        let mut rows = Table::new([words("category"), numbers("n")]);
        rows.push(["all".into(), 1_u64.into()]);
        rows.push(["</script>".into(), 2_u64.into()]);
        let filters = [("category", Some("all"))];
        let html = table(&rows, "rows", Some(&filters)).into_string();
        assert!(
            html.contains("data-filter=\"all\"") && html.contains("<td>all</td>"),
            "{html}"
        );
        let list = r#"{"rows":[[0,1]],"texts":["\u003c/script>","2"]}"#;
        assert!(html.contains(list), "{html}");
        let none = table(&rows, "rows", None).into_string();
        assert!(!none.contains("<td"), "{none}");
        // What is chosen comes first.
        let limited = |most| table_with(&rows, "rows", Some(&filters), (&[], most)).into_string();
        let one = limited(1);
        assert!(one.contains("<td>all</td>") && !one.contains(list), "{one}");
        assert!(one.contains("These are 1 of 2 rows; the files beside the page have all."));
        assert!(!limited(2).contains("These are"));
    }
}
