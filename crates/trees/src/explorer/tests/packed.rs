//! A page read as its scripts read it: the columns of its nodes.

use std::{collections::BTreeMap, io::Read as _};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::read::GzDecoder;
use serde_json::Value;

/// The numbers of a node by column.
pub(super) type Row = BTreeMap<String, i64>;

/// The rows of a page's parts: the tree, the first search and the second.
pub(super) struct Columns {
    pub(super) head: Value,
    pub(super) tree: Vec<Row>,
    pub(super) of: [Vec<Row>; 2],
}

/// What follows this text, up to the end of the script.
pub(super) fn between<'p>(page: &'p str, before: &str) -> &'p str {
    let (_, rest) = page.split_once(before).unwrap();
    rest.split_once("</script>").unwrap().0
}

/// The nodes that a page has.
pub(super) fn columns(page: &str) -> Columns {
    let head = between(page, "<script type=\"application/json\" class=\"head\">");
    let head: Value = serde_json::from_str(head).unwrap();
    let packed = STANDARD.decode(between(page, "class=\"nodes\">")).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    let mut parts: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut at = 0;
    for column in head["layout"].as_array().unwrap() {
        let text = |place: usize| column[place].as_str().unwrap().to_owned();
        let (part, name, kind) = (text(0), text(1), text(2));
        let length = column[3].as_u64().unwrap() as usize;
        let width = kind[1..].parse::<usize>().unwrap() / 8;
        assert_eq!(at % width, 0, "{name}");
        let rows = parts.entry(part).or_default();
        rows.resize(length, Row::new());
        for (row, bytes) in rows.iter_mut().zip(bytes[at..].chunks(width)) {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(bytes);
            let number = match &kind[..] {
                "i16" => i16::from_le_bytes([wide[0], wide[1]]).into(),
                _ => i64::from_le_bytes(wide),
            };
            row.insert(name.clone(), number);
        }
        at += (length * width).next_multiple_of(4);
    }
    assert_eq!(at, bytes.len());
    let mut part = |name| parts.remove(name).unwrap_or_default();
    Columns {
        tree: part("tree"),
        of: [part("a"), part("b")],
        head,
    }
}
