//! The message for a mistake in an experiment file: one line with the place, what is wrong, and how to fix it.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use super::{
    datasets::built_in,
    experiment::{fails, plybench},
};
use assert_cmd::cargo::cargo_bin;
use plybench::spec::Experiment;

const GOOD: &str = r#"purpose = "test"
metric = "nodes"
baseline = "off"
depth = 3
nodes = 1000

[[positions]]
id = "krk"
fen = "8/7K/8/8/8/8/R7/7k w - - 0 1"

[[datasets]]
file = "mates.epd"
with = "bm"
mate-at-most = 2
take = 2

[[variants]]
name = "off"
base = "plain"
set = { scout = "pvs", "table.size" = { entries = 4096 } }

[[grid]]
name = "form"
base = "plain"
over = { mate-distance = ["cpw", "stockfish"] }

[[ladder]]
name = "steps"
base = "plain"
add = [{ mvv-lva = true }, { history = true }]
"#;

fn message(text: &str) -> String {
    Experiment::parse(text).unwrap_err().to_string()
}

/// Mistakes in [`GOOD`]: the line that the message names; what is replaced, and by what (`\n` begins a line); words that the
/// message has, which tell how to mend it.
const MISTAKES: &str = r#"
25 | "cpw" => "cpv" | did you mean cpw?
25 | "cpw" => "a" | depth-clamp
20 | scout = => a = | "a"
20 | scout = => scuot = | did you mean "scout"?
 2 | "nodes" => "nodes_to_pv" | did you mean "nodes-to-pv"?
 2 | "nodes" => "x" | counts.null-move.cuts
 2 | "nodes" => "counts.null-move.cut" | did you mean "counts.null-move.cuts"?
 2 | "nodes" => "counts.table_cuts_by_ply" | a number
19 | "plain"\nset => "plane"\nset | did you mean "plain"?
19 | "plain"\nset => "x"\nset | "minimax"
 3 | = "off"\ndepth => = "of"\ndepth | did you mean "off"?
23 | [[grid]] => [[variants]]\nname = "off"\nbase = "plain"\n[[grid]] | "off"
 1 | purpose = "test"\n => | purpose = "
 1 | depth = 3\n => | depth = 9
22 | base = "plain"\nover => over | base = "plain"
11 | file = "mates.epd"\n => | name = "mates" or file
12 | file = "mates.epd" => name = "mates"\nfile = "mates.epd" | remove one
11 | [[datasets]] => [[dataset]] | did you mean "datasets"?
20 | set = => sets = | did you mean "set"?
15 | take = 2 => depth = 2 | move it above
17 | [[variants]] => [variants.off] | [[variants]]
 4 | depth = 3 => depth = 1000 | 1 to 100
 4 | depth = 3 => depth = "3" | 1 to 100
 4 | depth = 3 => depth = 99999999999999999999 | 1 to 100
 5 | nodes = 1000 => nodes = 0 | 1 or more
 6 | nodes = 1000 => nodes = 1000\nnodes-if-missed = 1000 | more than nodes = 1000
 5 | nodes = 1000 => nodes-if-missed = 1000 | give nodes, too
 5 | nodes = 1000 => stop-at-mate = 1 | true or false
14 | = 2\ntake => = -3\ntake | 0 to 1000
15 | take = 2 => take = 0 | 1 to
13 | with = "bm" => men-at-most = 1 | 2 to 32
20 | { entries = 4096 } => { mib = 900000 } | 0 to 4096
20 | { entries = 4096 } => { entires = 1 } | did you mean { entries = N }?
20 | set = { => set = 3 # { | table of settings
25 | ["cpw", "stockfish"] => [] | at least one
25 | { mate-distance = ["cpw", "stockfish"] } => {} | settings
30 | [{ mvv-lva = true }, { history = true }] => [] | list of tables
30 | [{ mvv-lva = true }, { => [{}, { | list of tables
20 | set = { scout = "pvs", "table.size" => set = { size = "off", "table.size" | remove one
13 | with = "bm" => dtm = "oracel" | "oracle"
30 | mvv-lva = true => mvv-lva = "yes" | true, false
13 | with = "bm" => men-at-least = 33 | 2 to 32
13 | with = "bm" => men-at-least = 5\nmen-at-most = 4 | men-at-least = 5; give at most men-at-most = 4
14 | mate-at-most => mate-at-least = 3\nmate-at-most | mate-at-least = 3; give at most mate-at-most = 2
13 | with = "bm" => skip = -1 | skip = -1; give a whole number
13 | with = "bm" => ids = [] | a list of ids
13 | with = "bm" => ids = "krk" | a list of ids
20 | { entries = 4096 } => "entries:4096" | did you mean { entries = N }?
20 | { entries = 4096 } => 16 | --set 'table.size={ entries = N }'
20 | scout => lmr = true, scout | did you mean "late-move-reduction"?
20 | scout => NMP = true, scout | did you mean "null-move"?
 1 | "test" => " " | a sentence
 1 | "test" => "test | TOML
"#;

#[test]
fn every_mistake_has_its_line_and_a_fix() {
    assert!(Experiment::parse(GOOD).is_ok());
    for mistake in MISTAKES.lines().filter(|line| !line.is_empty()) {
        let [line, edit, fix] = mistake.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{mistake}")
        };
        let edit = edit.replace("\\n", "\n");
        let (from, to) = edit.split_once(" =>").unwrap();
        let text = GOOD.replacen(from, to.trim_start(), 1);
        assert_ne!(text, GOOD, "{mistake}");
        let message = message(&text);
        let place = format!("line {}: ", line.trim());
        assert!(
            message.starts_with(&place) && message.contains(fix) && message.lines().count() == 1,
            "{mistake}: {message}"
        );
    }
    let (positions, variants) = (GOOD.find("[[pos").unwrap(), GOOD.find("[[var").unwrap());
    assert!(message(&GOOD[..variants]).contains("[[variants]]"));
    let without = GOOD.replace(&GOOD[positions..variants], "");
    assert!(message(&without).contains("[[positions]]"));
}

#[test]
fn a_grid_of_too_many_variants_is_refused_at_once() {
    let values = ["true"; 1000].join(", ");
    let over = format!("{{ history = [{values}], mvv-lva = [{values}], null-move = [{values}] }}");
    let text = GOOD.replace("{ mate-distance = [\"cpw\", \"stockfish\"] }", &over);
    assert!(message(&text).contains("line 23: grid \"form\": more than 100000 variants"));
}

fn dry_run(file: &Path) -> Output {
    plybench(&["run", file.to_str().unwrap(), "--dry-run"])
}

#[test]
fn a_path_that_is_no_experiment_file_is_refused_with_a_suggestion() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::create_dir_all(at("reports/one")).unwrap();
    fs::create_dir(at("datasets")).unwrap();
    fs::write(at("datasets/mates.epd"), "").unwrap();
    let mut noise = b"purpose = \"test\"\n".to_vec();
    noise.extend((0..2_000_000u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[0]));
    let told = |name: &str, says: &str| {
        let output = dry_run(&at(name));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says) && said.contains(name), "{said}");
        assert!(said.lines().count() == 1 && said.len() < 700, "{said}");
    };
    let mistake = |bytes: &[u8], says: &str| {
        fs::write(at("reports/one/experiment.toml"), bytes).unwrap();
        told("reports/one/experiment.toml", says);
    };
    mistake(b"", "line 1: purpose is missing");
    mistake(&noise, "line 2: not UTF-8 text");
    mistake(&b"x".repeat(2_000_000), "line 1: not valid TOML");
    mistake(b"{\"depth\": 3}", "looks like JSON, an experiment is TOML");
    mistake(b"[Event \"x\"]\n\n1. e4 *\n", "looks like PGN");
    mistake(&b"a=[".repeat(100_000), "line 1: not valid TOML");
    mistake(GOOD.as_bytes(), "line 12: cannot read ");
    mistake(
        GOOD.as_bytes(),
        "did you mean \"../../datasets/mates.epd\"?",
    );
    mistake(
        GOOD.replace("mates.epd", "quite-another.epd").as_bytes(),
        "give an EPD or FEN file",
    );
    mistake(
        GOOD.replace("mates.epd", "krk.epd").as_bytes(),
        "give name = \"krk\" in place of file",
    );
    mistake(
        GOOD.replace("file = \"mates.epd\"", "name = \"mats\"")
            .as_bytes(),
        "line 12: unknown data set \"mats\"; did you mean \"mates\"? (`plybench datasets` lists them)",
    );
    mistake(
        GOOD.replace("8/7K/", "9/7K/").as_bytes(),
        "line 9: position \"krk\": FEN",
    );
    told("reports/one", "give the file in it, ");
    told("reports", "give an experiment file");
    told("reports/one/experiments.toml", "experiment.toml?");
    told("nope.toml", "give an experiment file");
}

#[test]
fn a_data_set_that_cannot_be_used_is_named_with_its_line() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::create_dir_all(at("reports/one")).unwrap();
    let experiment = GOOD.replace("mates.epd", "own.epd");
    let plain = experiment.replace("with = \"bm\"\nmate-at-most = 2\n", "");
    let krk = "8/7K/8/8/8/8/R7/7k w - -";
    let drawn = include_str!("../../../experiment/datasets/krk.epd");
    let line = |operations: &str| format!("# mine\n{krk} {operations}\n").into_bytes();
    for (experiment, bytes, says) in [
        (
            &plain,
            b"".to_vec(),
            "own.epd has no positions; give a file",
        ),
        (
            &plain,
            b"# none yet\n\n".to_vec(),
            "own.epd has no positions; give a file",
        ),
        (
            &experiment,
            line(""),
            "own.epd: the filters leave none of 1 position; relax with or mate-at-most",
        ),
        (
            &plain,
            b"\xff\xfe8\0/\0".to_vec(),
            "own.epd: line 1 is not UTF-8; save it as UTF-8 text",
        ),
        (
            &plain,
            line("id \"M?ller\";")
                .iter()
                .map(|&byte| if byte == b'?' { 0xfc } else { byte })
                .collect(),
            "own.epd: line 2 is not UTF-8",
        ),
        (
            &plain,
            line("bm #8"),
            "own.epd:2: \"bm #8\" does not end; put a semicolon",
        ),
        (
            &plain,
            line("bm Ra1; id \"x;"),
            "own.epd:2: \"id \\\"x;\" does not end",
        ),
        (
            &plain,
            line("bm Qh8;"),
            "own.epd:2: bm: \"Qh8\" is not legal",
        ),
        (
            &plain,
            line("am Ra9;"),
            "own.epd:2: am: \"Ra9\" is not a move",
        ),
        (
            &plain,
            b"[Event \"x\"]\n\n1. e4 e5 *\n".to_vec(),
            "own.epd:1: this looks like a game in PGN; save its positions in EPD or FEN",
        ),
        (
            &plain,
            b"// mine\n".to_vec(),
            "own.epd:1: a comment begins with #; put # at the start",
        ),
        (
            &plain,
            line("bm Ra1; # mate in 8"),
            "own.epd:2: \"# mate in 8\" is not an operation",
        ),
        (
            &plain,
            line("bm #2; dm 3;"),
            "own.epd:2: dm 3 contradicts bm #2; correct one",
        ),
        (
            &plain,
            line("0 1 hmvc 76;"),
            "own.epd:2: hmvc 76 contradicts half-move clock 0",
        ),
        (
            &plain,
            drawn.as_bytes()[..2000].to_vec(),
            "own.epd: its first line says 64 positions, but 3",
        ),
    ] {
        fs::write(at("reports/one/experiment.toml"), experiment).unwrap();
        fs::write(at("reports/one/own.epd"), bytes).unwrap();
        let output = dry_run(&at("reports/one/experiment.toml"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{says}: {said}");
        assert!(
            said.lines().count() == 1 && said.contains(says),
            "{says}: {said}"
        );
    }
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_read() {
    let home = tempfile::tempdir().unwrap();
    let windows = |name: &str, text: &str| {
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        fs::write(home.path().join(name), text).unwrap();
    };
    windows(
        "mates.epd",
        built_in("mates").text[..2000].rsplit_once('\n').unwrap().0,
    );
    windows("experiment.toml", GOOD);
    let output = dry_run(&home.path().join("experiment.toml"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// Mistakes on the command line: the arguments, and what the message says. `FILE` is a file with a position.
const ARGUMENTS: &str = r#"
datasets mates                  | to print a data set, give `plybench datasets show mates`
datasets mats                   | `plybench datasets show mates`
datasets shwo krk               | did you mean `plybench datasets show`?
datasets list                   | give show, export or draw
run FILE --depth 3              | it belongs in the experiment file, in a line such as `depth = 9`
run FILE --metric nodes         | it belongs in the experiment file, in a line such as `metric = "nodes"`
run FILE --set mates=flat       | in [[variants]]
search KRK --depth 2 --set lmr  | unknown setting "lmr"; did you mean "late-move-reduction"?
search KRK --depth 2 --set late-move-reduction      | has no value; give --set late-move-reduction=true
search KRK --depth 2 --set size                     | has no value; give --set 'size={ entries = N }'
search KRK --depth 2 --set table.size=entries:1000  | --set 'table.size={ entries = N }'
search FILE --depth 2           | names a file; give one of its positions
search games.pgn --depth 2      | games.pgn names a file; give one of its positions
dtm FILE                        | checks its claims, or give one of its positions
dtm missing.epd                 | --epd missing.epd checks its claims
dtm KRK;bm                      | leave them out
play FILE --depth 2             | names a file
mate FILE --moves 2             | names a file
search startpos --depth 2       | EPD the first 4 of them: board, side to move, castling rights
search branching=4 --depth 2    | give all parameters in their order, such as branching=4 depth=6
search KRK -d 2                 | options have two hyphens
verify --seed -1                | give 0 or more
run FILE                        | looks like a list of positions, which an experiment names with file in [[datasets]]
report FILE                     | is a file; give a directory that `plybench run` wrote
export FILE --format xml        | usage: plybench export
variants glass                  | usage: plybench variants [OPTIONS]; options: --json
"#;

#[test]
fn a_mistake_on_the_command_line_is_told_with_its_fix() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("krk.epd");
    fs::write(&file, "8/7K/8/8/8/8/R7/7k w - - 0 1\n").unwrap();
    for mistake in ARGUMENTS.lines().filter(|line| !line.is_empty()) {
        let (arguments, says) = mistake.split_once(" | ").unwrap();
        let arguments = arguments.split_whitespace().map(|word| match word {
            "FILE" => file.to_str().unwrap().to_owned(),
            _ => word.replace("KRK", "8/7K/8/8/8/8/R7/7k w - - 0 1"),
        });
        let arguments: Vec<String> = arguments.collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        fails(&arguments, 2, says);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn input_without_an_end_is_refused_and_pipes_are_read() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("experiment.toml");
    let plain = GOOD
        .replace("mates.epd", "/dev/zero")
        .replace("= \"bm\"\nmate-at-most = 2", "= \"bm\"");
    fs::write(&file, plain).unwrap();
    let krk = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/krk.epd"
    );
    let shell = |line: &str| {
        let output = Command::new("bash")
            .args(["-c", line])
            .arg(cargo_bin("plybench"))
            .args([krk, file.to_str().unwrap()])
            .env("PLYBENCH_CACHE", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    for line in [
        "\"$0\" run /dev/zero --dry-run",
        "\"$0\" run \"$2\" --dry-run",
        "\"$0\" dtm --epd /dev/zero",
        "\"$0\" check . --baseline /dev/zero",
    ] {
        let (code, said) = shell(line);
        assert_eq!(code, Some(2), "{line}: {said}");
        assert!(
            said.lines().count() == 1 && said.contains("longer than 256 MiB"),
            "{said}"
        );
    }
    for line in ["run / --dry-run", "dtm --epd /", "check . --baseline /"] {
        let (code, said) = shell(&format!("\"$0\" {line}"));
        assert_eq!(code, Some(2), "{line}: {said}");
        assert!(
            said.lines().count() == 1 && said.contains("cannot read /"),
            "{said}"
        );
    }
    let pipe = "{ sed '/^\\[\\[datasets/,/^take/d' \"$2\"; }";
    for line in [
        "\"$0\" dtm --epd <(cat \"$1\")".to_owned(),
        "cat \"$1\" | \"$0\" dtm --epd /dev/stdin".to_owned(),
        format!("\"$0\" run <({pipe}) --dry-run --out /tmp/no/such/folder"),
    ] {
        let (code, said) = shell(&line);
        assert_eq!(code, Some(0), "{line}: {said}");
    }
}
