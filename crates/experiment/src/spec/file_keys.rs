//! The keys of an experiment file. Their description for users is the only list of them: the parser reads it, too.

use std::{collections::HashMap, sync::LazyLock};

/// The keys of an experiment file with an example each, as `plybench run --help` shows them: at most 100 characters a line.
const FORMAT: &str = r#"
  purpose = "How much does pruning save?"          # the question that the experiment answers
  metric = "nodes"                                 # the count compared: nodes or nodes-to-pv
  baseline = "off"                                 # the variant to compare the others with
  depth = 9                                        # iterations 1, 2, … up to this depth
  nodes = 400000                                   # the most nodes of one search; optional
  nodes-if-missed = 4000000                        # search on if bm or am is missed; optional
  stop-at-mate = true                              # end with the first proven mate; optional
  against = "oracle"                               # play games, one with searches of each depth

  [[positions]]                                    # positions to search, given in FEN
  id = "krk"                                       # its name
  fen = "8/7K/8/8/8/8/R7/7k w - - 0 1"             # the position in FEN

  [[datasets]]                                     # positions to search, from a data set
  name = "mates"                                   # a built-in data set
  [[datasets]]                                     # positions to search, from a data set
  file = "mine.epd"                                # EPD or FEN; path relative to this file
  category = "middlegames"                         # their name together in tables; optional
  with = "bm"                                      # only lines with this operation; optional
  ids = ["WAC.001", "WAC.002"]                     # only lines with one of these ids; optional
  men-at-least = 5                                 # only positions of at least 5 men; optional
  men-at-most = 24                                 # only positions of at most 24 men; optional
  dtm = "oracle"                                   # compute distances to mate; optional
  mate-at-least = 2                                # only mates in at least 2 moves; optional
  mate-at-most = 3                                 # only mates in at most 3 moves; optional
  skip = 10                                        # not the first 10 of these; optional
  take = 20                                        # only the first 20 after them; optional

  [[trees]]                                        # synthetic trees; each value may be a list
  name = "mates"                                   # prefix of their ids
  branching = 8                                    # moves in each inner node
  depth = 6                                        # plies from the root to the leaves
  spread = 100                                     # most that a wrong move loses, centipawns
  mated-share = 0.01                               # share of the nodes that are mates
  best-first-share = 0.5                           # share of nodes with the best move first
  seeds = 10                                       # how many trees of each shape

  [defaults]                                       # what all variants start from; optional
  base = "plain"                                   # the base of those that give none; optional
  set = { fail = "soft" }                          # settings below their own; optional

  [[variants]]                                     # a variant: a configuration of the search
  name = "stockfish"                               # its name
  base = "plain"                                   # of `plybench variants` or of [[variants]]
  set = { mate-distance = "stockfish" }            # the settings that differ from it
  column = "off"                                   # the column of [published] it answers
  [[variants]]                                     # a proof-number search: is there a mate?
  name = "proof"                                   # its name
  base = "df-pn"                                   # counts expansions instead of nodes
  set = { ask = "each", memory = 64 }              # or "claimed"; MiB; also expansions = 1000000

  [[grid]]                                         # variants: all combinations of some settings
  name = "form"                                    # prefix of their names
  base = "plain"                                   # as in [[variants]]
  set = { scout = "pvs" }                          # settings of all of them
  over = { mate-distance = ["off", "stockfish"] }  # settings with a list of values each

  [[ladder]]                                       # variants: settings added one by one
  name = "steps"                                   # prefix of their names
  base = "plain"                                   # as in [[variants]]
  set = { scout = "pvs" }                          # settings of all of them
  add = [{ mvv-lva = true }, { history = true }]   # the settings that each rung adds

  [[leave-one-out]]                                # variants: some settings, and without each
  name = "without"                                 # prefix of their names
  base = "modern"                                  # as in [[variants]]
  set = { scout = "pvs" }                          # settings of all of them
  of = ["null-move", { prob-cut = true }]          # settings of the base, or to add to it

  [[subsets]]                                      # variants: all subsets of some settings
  name = "subsets"                                 # prefix of their names
  base = "plain"                                   # as in [[variants]]
  set = { scout = "pvs" }                          # settings of all of them
  of = [{ mvv-lva = true }, { history = true }]    # as in [[leave-one-out]]
  sizes = [0, 1, 2]                                # of so many settings; besides orders; optional
  orders = 20                                      # only along 20 drawn orders; optional
  seed = 1                                         # of the draw, with orders

  [judge]                                          # a search that values the moves played; optional
  base = "plain"                                   # as in [[variants]]
  set = { table.size = { mib = 64 } }              # the settings that differ from it; optional
  depth = "same"                                   # that of the iteration, or plies; optional
  nodes = 10000000                                 # most nodes for one position; optional

  [[engine]]                                       # another program that speaks UCI
  name = "sf"                                      # its name as a variant
  command = "/usr/games/stockfish"                 # its program; path relative to this file
  args = []                                        # arguments of the command; optional
  options = { Hash = 16 }                          # UCI options by name; optional
  #go = "nodes 1000"                               # or "mate 3", "mate claimed"; once; optional
  one-search = false                               # read all depths from one search; optional
  env = { OMP_NUM_THREADS = "1" }                  # variables of its environment; optional
  cwd = "."                                        # where it runs, relative to this file; optional
  timeout = 60                                     # most seconds for one position; optional
  start-timeout = 60                               # most seconds to get ready; optional
  process = "kept"                                 # or a new one each "position", "depth"; optional

  [[program]]                                      # another program that speaks lines of JSON
  name = "mine"                                    # its name as a variant
  command = "./mine.py"                            # its program; path relative to this file
  args = []                                        # arguments of the command; optional
  set = { margin = 100 }                           # settings that it is sent; optional
  one-search = true                                # false: ask for each depth; optional
  env = { OMP_NUM_THREADS = "1" }                  # as in [[engine]]
  cwd = "."                                        # as in [[engine]]
  timeout = 60                                     # most seconds for one position; optional
  process = "kept"                                 # as in [[engine]]

  [published]                                      # a table of the literature; optional
  title = "Null move on KR vs K"                   # title of the table
  source = "Journal 12(3)"                         # the publication
  page = "page 7, table 2"                         # page or table in the source; optional
  counted = "nodes-to-pv"                          # nodes or nodes-to-pv
  conditions = "16 MB"                             # how it was measured; optional
  data = "rows.csv"                                # relative to this file
  #changes = "changes.csv"                         # instead of data: changes between variants

  [band]                                           # that table with other seeds; optional
  seeds = 2                                        # seeds 1, 2, … of equal moves; optional
  data = "band.csv"                                # an earlier band; optional
"#;

/// A key of a table of the experiment file.
pub(super) struct Key {
    pub(super) name: &'static str,
    /// A line that gives it.
    pub(super) example: &'static str,
}

/// The keys of each table by its name. The file itself, whose keys include its tables, has no name.
pub(super) static KEYS: LazyLock<HashMap<&'static str, Vec<Key>>> = LazyLock::new(|| {
    let mut keys: HashMap<_, Vec<Key>> = HashMap::new();
    let mut table = "";
    for line in FORMAT.lines() {
        // A key that excludes one before it is a comment.
        let example = line.split("  # ").next().unwrap_or(line).trim();
        let example = example.trim_start_matches('#');
        let Some(name) = example.split(' ').next().filter(|name| !name.is_empty()) else {
            continue;
        };
        let header = name.trim_matches(['[', ']']);
        if header == name {
            keys.entry(table).or_default().push(Key { name, example });
            continue;
        }
        // A data set has either a name or a file, so `[[datasets]]` is there twice.
        if std::mem::replace(&mut table, header) != header {
            let name = header;
            keys.entry("").or_default().push(Key { name, example });
        }
    }
    keys
});

/// The keys of an experiment file with an example each, as `plybench run --help` shows them.
#[must_use]
pub fn file_format() -> &'static str {
    FORMAT.trim_start_matches('\n')
}

/// How an experiment file gives what an option of this name would: a line, after the header of its table.
#[must_use]
pub fn file_key(name: &str) -> Option<String> {
    let mut tables = ["", "variants"].into_iter();
    tables.find_map(|table| {
        let key = KEYS[table]
            .iter()
            .find(|key| key.name == name && !key.example.starts_with('['))?;
        Some(match table {
            "" => format!("`{}`", key.example),
            _ => format!("`{}` in [[{table}]]", key.example),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Distances, Experiment},
        *,
    };

    #[test]
    fn the_format_in_the_help_is_accepted() {
        for line in FORMAT.lines().filter(|line| !line.is_empty()) {
            // Help is wrapped at 100 characters.
            assert!(
                line.chars().count() <= 100 && line.contains("  # "),
                "{line}"
            );
        }
        let table = |name: &str| KEYS[name].iter().map(|key| key.name).collect::<Vec<_>>();
        assert_eq!(table("band"), ["seeds", "data"]);
        assert_eq!(table("datasets").len(), 12);
        assert_eq!(KEYS.len(), 15);
        assert!(
            KEYS.keys()
                .all(|key| key.is_empty() || table("").contains(key))
        );
        // A file with every key is an experiment. Games are not played with engines or on trees.
        let file = file_format().replace("against =", "# against =");
        let file = file.replace("baseline = \"off\"", "baseline = \"stockfish\"");
        // A published table has no proof-number searches.
        let (solved, _) = file.split_once("  [published]").unwrap();
        let solved = Experiment::parse(&solved.replace("  column", "  # column")).unwrap();
        assert_eq!(solved.solvers.len(), 1);
        let file = file.replace("base = \"df-pn\"", "base = \"plain\"");
        let file = file.replace("set = { ask = \"each\", memory = 64 }", "set = { }");
        // The seeds of a band have two variants each.
        let file = file + "[[variants]]\nname = \"cpw\"\nbase = \"plain\"\ncolumn = \"on\"\n";
        let experiment = Experiment::parse(&file).unwrap();
        assert_eq!(
            experiment.variants.len(),
            2 + 2 + 2 + (1 + 2) + 4 + 1 + 2 * 2
        );
        let options: Vec<_> = experiment
            .engines
            .iter()
            .map(|one| &*one.options[0].1)
            .collect();
        assert_eq!(options, ["16", "100"]);
        assert_eq!(experiment.datasets[1].distances, Distances::Oracle);
    }
}
