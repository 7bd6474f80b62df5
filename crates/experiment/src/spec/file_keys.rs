//! The keys of an experiment file, and their description for users.

use super::{
    engine::ENGINE,
    published::{BAND, PUBLISHED},
    section::{Key, Keys, key},
    trees::TREES,
    variant::{GRID, LADDER, VARIANT},
};

/// The keys of the file itself.
pub(super) const FILE: Keys = &[
    key(
        "purpose",
        "purpose = \"What does the tight form save?\"",
        "the question that the experiment answers",
    ),
    key(
        "metric",
        "metric = \"nodes\"",
        "the count compared: nodes or nodes-to-pv",
    ),
    key(
        "baseline",
        "baseline = \"off\"",
        "the variant to compare the others with",
    ),
    key("depth", "depth = 9", "iterations 1, 2, … up to this depth"),
    key(
        "nodes",
        "nodes = 400000",
        "the most nodes of one search; optional",
    ),
    key(
        "stop-at-mate",
        "stop-at-mate = true",
        "end with the first proven mate; optional",
    ),
    key(
        "against",
        "against = \"oracle\"",
        "play games, one with searches of each depth",
    ),
    key(
        "positions",
        "[[positions]]",
        "positions to search, given in FEN",
    ),
    key(
        "datasets",
        "[[datasets]]",
        "positions to search, from a data set",
    ),
    key(
        "trees",
        "[[trees]]",
        "synthetic trees; each value may be a list",
    ),
    key(
        "variants",
        "[[variants]]",
        "a variant: a configuration of the search",
    ),
    key(
        "grid",
        "[[grid]]",
        "variants: all combinations of some settings",
    ),
    key(
        "ladder",
        "[[ladder]]",
        "variants: settings added one by one",
    ),
    key("engine", "[[engine]]", "another program that speaks UCI"),
    key(
        "published",
        "[published]",
        "a table of the literature; optional",
    ),
    key("band", "[band]", "that table with other seeds; optional"),
];
/// The keys of `[[positions]]`.
pub(super) const POSITION: Keys = &[
    key("id", "id = \"krk\"", "its name"),
    key(
        "fen",
        "fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\"",
        "the position in FEN",
    ),
];
/// The keys of `[[datasets]]`. A table has a name or a file.
pub(super) const DATASET: Keys = &[
    key("name", "name = \"mates\"", "a built-in data set"),
    key(
        "file",
        "file = \"mine.epd\"",
        "EPD or FEN; path relative to this file",
    ),
    key(
        "with",
        "with = \"bm\"",
        "only lines with this operation; optional",
    ),
    key(
        "men-at-most",
        "men-at-most = 24",
        "only positions of at most 24 men; optional",
    ),
    key(
        "dtm",
        "dtm = \"oracle\"",
        "compute distances to mate; optional",
    ),
    key(
        "mate-at-most",
        "mate-at-most = 3",
        "only mates in at most 3 moves; optional",
    ),
    key("take", "take = 20", "only the first 20 of these; optional"),
];

/// The keys of an experiment file with an example each, as `plybench run --help` shows them.
#[must_use]
pub fn file_format() -> String {
    let tables: [(&str, Keys); 9] = [
        ("positions", POSITION),
        ("datasets", DATASET),
        ("trees", TREES),
        ("variants", VARIANT),
        ("grid", GRID),
        ("ladder", LADDER),
        ("engine", ENGINE),
        ("published", PUBLISHED),
        ("band", BAND),
    ];
    let width = |line: &str| line.chars().count();
    let of_tables = tables.iter().flat_map(|(_, keys)| keys.iter());
    let examples = FILE.iter().chain(of_tables).map(|key| width(key.example));
    let widest = examples.max().unwrap_or(0);
    let line = |key: &Key| {
        let pad = " ".repeat(widest - width(key.example));
        format!("  {}{pad}  # {}\n", key.example, key.about)
    };
    let mut text = String::new();
    for key in FILE {
        let table = tables.iter().find(|(name, _)| *name == key.name);
        if table.is_some() {
            text.push('\n');
        }
        text.push_str(&line(key));
        for inner in table.iter().flat_map(|(_, keys)| keys.iter()) {
            // A table has either a name or a file, so each is shown in its own table.
            if inner.name == "file" {
                text.push_str(&line(key));
            }
            text.push_str(&line(inner));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Distances, Experiment},
        *,
    };

    #[test]
    fn the_format_in_the_help_is_accepted() {
        let format = file_format();
        let keys = [
            FILE, POSITION, DATASET, TREES, VARIANT, GRID, LADDER, ENGINE, PUBLISHED, BAND,
        ];
        for key in keys.iter().flat_map(|keys| keys.iter()) {
            assert!(
                format.contains(key.example) && !key.about.is_empty(),
                "{key:?}"
            );
            // Help is wrapped at 100 characters.
            assert!(key.about.chars().count() <= 44, "{key:?}");
        }
        // A file with every key is an experiment. Games are not played with engines or on trees.
        let file = format.replace("against =", "# against =");
        let file = file.replace("\"off\"\n", "\"tight\"\n");
        let file = file.replace("baseline = \"off\"", "baseline = \"tight\"");
        // The seeds of a band have two variants each.
        let file = file + "[[variants]]\nname = \"loose\"\nbase = \"plain\"\ncolumn = \"on\"\n";
        let experiment = Experiment::parse(&file).unwrap();
        assert_eq!(experiment.variants.len(), 1 + 2 + 2 + 1 + 2 * 2);
        assert_eq!(experiment.engines[0].options[0].1, "16");
        assert_eq!(experiment.datasets[1].distances, Distances::Oracle);
    }
}
