//! Command lines of every subcommand, with the role of their stdout and their exit codes.

pub(crate) const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const MATE_IN_2: &str = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";

/// The role of a command's stdout.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stdout {
    /// The command's result.
    Result,
    /// A summary of files, or nothing.
    Summary,
}

use Stdout::{Result as Printed, Summary as Written};

/// A command line, the role of its stdout, and its exit code if the streams work.
pub(crate) type Case = (&'static [&'static str], Stdout, i32);

/// The cases of a subcommand.
pub(crate) fn cases(subcommand: &str) -> &'static [Case] {
    match subcommand {
        "reproduce" => &[
            (&["reproduce", "--out", "out"], Written, 0),
            (&["reproduce", "--out", "out", "--json"], Printed, 0),
        ],
        "search" => &[(&["search", KRK, "--depth", "4"], Printed, 0)],
        "trace" => &[
            (
                &["trace", KRK, "--depth", "2", "--out", "new.trace"],
                Written,
                0,
            ),
            (
                &[
                    "trace",
                    KRK,
                    "--depth",
                    "2",
                    "--out",
                    "other.trace",
                    "--json",
                ],
                Printed,
                0,
            ),
            (
                &[
                    "trace",
                    KRK,
                    "--depth",
                    "5",
                    "--variant",
                    "df-pn",
                    "--out",
                    "new.certificate",
                ],
                Written,
                0,
            ),
        ],
        "tree" => &[
            (&["tree", "[[3,12,8],[2,4,6]]"], Printed, 0),
            (&["tree", KRK, "--depth", "2", "--json"], Printed, 0),
            (
                &["tree", KRK, "--depth", "3", "--variant", "df-pn"],
                Printed,
                0,
            ),
            (
                &["tree", "[[3],[2]]", "--svg", "new.svg", "--dot", "new.dot"],
                Written,
                0,
            ),
            (&["tree", "[[3],[2]", "--svg", "new.svg"], Written, 2),
            (
                &["tree", "--traces", "right.trace", "--explore", "new.html"],
                Written,
                0,
            ),
        ],
        "play" => &[
            (&["play", KRK, "--depth", "3"], Printed, 0),
            (
                &["play", KRK, "--depth", "3", "--games", "new.pgn", "--json"],
                Printed,
                0,
            ),
        ],
        "variants" => &[
            (&["variants"], Printed, 0),
            (&["variants", "--json"], Printed, 0),
        ],
        "settings" => &[
            (&["settings"], Printed, 0),
            (&["settings", "--json"], Printed, 0),
        ],
        "techniques" => &[
            (&["techniques"], Printed, 0),
            (&["techniques", "--json"], Printed, 0),
        ],
        "games" => &[
            (&["games"], Printed, 0),
            (&["games", "--json"], Printed, 0),
            (&["games", "--check", "othello"], Printed, 0),
        ],
        "datasets" => &[
            (&["datasets"], Printed, 0),
            (&["datasets", "--json"], Printed, 0),
        ],
        "datasets show" => &[(&["datasets", "show", "krk"], Printed, 0)],
        "datasets export" => &[(&["datasets", "export", "out"], Written, 0)],
        "datasets draw" => &[
            (
                &["datasets", "draw", "KQK", "--per-distance", "1"],
                Printed,
                0,
            ),
            (
                &[
                    "datasets",
                    "draw",
                    "KQK",
                    "--per-distance",
                    "90",
                    "--out",
                    "new.epd",
                ],
                Written,
                0,
            ),
        ],
        "run" => &[
            (&["run", "experiment.toml", "--out", "out"], Written, 0),
            (
                &["run", "experiment.toml", "--out", "out", "--json"],
                Printed,
                0,
            ),
            (
                &["run", "experiment.toml", "--out", "out", "--dry-run"],
                Printed,
                0,
            ),
        ],
        "new" => &[
            (&["new", "new.toml"], Written, 0),
            (&["new", "-"], Printed, 0),
            (&["new", "--list"], Printed, 0),
            (&["new", "experiment.toml"], Written, 2),
        ],
        "merge" => &[
            (&["merge", "out", "part-1", "part-2"], Written, 0),
            (&["merge", "out", "part-1"], Written, 1),
        ],
        "baseline" => &[
            (&["baseline", "run"], Printed, 0),
            (&["baseline", "run", "--out", "new.jsonl"], Written, 0),
        ],
        "check-trace" => &[
            (&["check-trace", "right.trace"], Printed, 0),
            (&["check-trace", "right.trace", "--json"], Printed, 0),
            (&["check-trace", "wrong.trace"], Written, 1),
            (&["check-trace", "wrong.trace", "--json"], Printed, 1),
            (&["check-trace", "right.certificate"], Printed, 0),
            (&["check-trace", "right.certificate", "--json"], Printed, 0),
            (&["check-trace", "wrong.certificate"], Written, 1),
            (&["check-trace", "wrong.certificate", "--json"], Printed, 1),
        ],
        "check" => &[
            (
                &[
                    "check",
                    "run",
                    "--baseline",
                    "baseline.jsonl",
                    "--junit",
                    "new.xml",
                    "--markdown",
                    "new.md",
                ],
                Printed,
                0,
            ),
            (
                &[
                    "check",
                    "run",
                    "--baseline",
                    "changed.jsonl",
                    "--junit",
                    "new.xml",
                ],
                Printed,
                1,
            ),
        ],
        "export" => &[
            (&["export", "run", "--csv"], Printed, 0),
            (&["export", "run", "--json"], Printed, 0),
            (&["export", "run", "--csv", "--out", "new.csv"], Written, 0),
        ],
        "compare" => &[
            (&["compare", "run", "off", "on"], Printed, 0),
            (
                &["compare", "run", "off", "on", "--format", "csv"],
                Printed,
                0,
            ),
        ],
        "rank" => &[
            (&["rank", "run"], Printed, 0),
            (&["rank", "run", "--chart", "new.svg"], Written, 0),
            (
                &["rank", "run", "--chart", "new.png", "--format", "json"],
                Printed,
                0,
            ),
        ],
        "report" => &[
            (&["report", "run", "--out", "out"], Written, 0),
            (&["report", "run", "--out", "out", "--json"], Printed, 0),
        ],
        "dtm" => &[
            (&["dtm", KRK], Printed, 0),
            (&["dtm", "--epd", "true.epd"], Printed, 0),
            (&["dtm", "--epd", "false.epd"], Printed, 1),
            (&["dtm", "--epd", "broken.epd", "--verbose"], Printed, 2),
        ],
        "mate" => &[
            (&["mate", MATE_IN_2, "--moves", "2"], Printed, 0),
            (&["mate", MATE_IN_2, "--moves", "1"], Printed, 1),
            (&["mate", MATE_IN_2, "--moves", "2", "--json"], Printed, 0),
            (
                &[
                    "mate",
                    MATE_IN_2,
                    "--moves",
                    "2",
                    "--certificate",
                    "mate.certificate",
                ],
                Printed,
                0,
            ),
            (
                &["mate", MATE_IN_2, "--moves", "2", "--variant", "solver"],
                Printed,
                0,
            ),
            (&["mate", "--epd", "true.epd"], Printed, 0),
            (&["mate", "--epd", "false.epd"], Printed, 1),
        ],
        "verify" => &[(
            &["verify", "--technique", "none", "--nodes", "10000"],
            Printed,
            0,
        )],
        "zoo" => &[(&["zoo", "--mutant", "flat-mates"], Printed, 0)],
        // One position, and the probe.
        "audit" => &[(
            &["audit", "--epd", "true.epd", "/usr/games/glaurung"],
            Printed,
            0,
        )],
        "ab" => &[(
            &[
                "ab",
                "/usr/games/ethereal-chess",
                "--b-option",
                "Hash=2",
                "--epd",
                "true.epd",
                "--depth",
                "3",
            ],
            Printed,
            0,
        )],
        // Its input has ended, so it says nothing.
        "uci" => &[(&["uci"], Written, 0)],
        "bench" => &[(&["bench", "--pairs", "1"], Printed, 0)],
        "completions" => &[(&["completions", "zsh"], Printed, 0)],
        "man" => &[(&["man", "out"], Written, 0)],
        other => panic!("add the cases of `{other}`"),
    }
}
