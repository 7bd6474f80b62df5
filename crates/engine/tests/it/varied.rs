//! Options that cover every value of every option at least once, in very different combinations.

use plybench_engine::{
    eval::{CorrectionOptions, Evaluation},
    search::{FailMode, Legality, RootDriver, ScoutMode, SearchOptions},
    table::{PrincipalEntries, Replacement, TableDepth, TableOptions, TableSize},
    techniques::{BuiltIn, MateDistance},
    variants,
};

pub(crate) const POSITIONS: [&str; 4] = [
    "8/7K/8/8/8/8/R7/7k w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "7k/8/5K2/8/8/8/8/6R1 w - - 97 90",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
];

/// A form of mate distance pruning, with those other techniques whose bits are set in `number`.
fn techniques(form: MateDistance, number: usize) -> BuiltIn {
    let others = BuiltIn::registry()
        .into_iter()
        .filter(|entry| entry.key.is_empty());
    let chosen = others
        .enumerate()
        .filter(|(bit, _)| number >> (bit % 5) & 1 == 1);
    let form = BuiltIn {
        mate_distance: form,
        ..BuiltIn::OFF
    };
    chosen.fold(form, |all, (_, entry)| all.and(entry.alone))
}

/// Techniques with parameters that are not their defaults.
fn with_other_parameters() -> SearchOptions {
    let techniques = serde_json::json!({
        "mate-distance": "stockfish",
        "check-extension": true,
        "null-move": { "reduction": 3, "min-depth": 3, "verify": true },
        "futility": { "margins": [150, 400] },
        "late-move-reduction": { "reduction": 2, "full-depth-moves": 2, "min-depth": 2 },
        "singular-extension": { "min-depth": 3, "margin": 0, "shorten": 1 },
        "prob-cut": { "min-depth": 3, "reduction": 1, "margin": 50 },
        "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 },
    });
    SearchOptions {
        techniques: serde_json::from_value(techniques).unwrap(),
        evaluation: Evaluation::PieceSquare,
        ..variants::find("glass").unwrap().options
    }
}

/// Every value of every option at least once, in very different combinations.
pub(crate) fn varied() -> Vec<SearchOptions> {
    let glass = variants::find("glass").unwrap().options;
    let plain = variants::find("plain").unwrap().options;
    // Other techniques would leave it nothing to do.
    let depth_clamp = SearchOptions {
        techniques: techniques(MateDistance::DepthClamp, 0),
        ..glass
    };
    let mut all = vec![plain, glass, depth_clamp, with_other_parameters()];
    for (number, form) in MateDistance::ALL.into_iter().enumerate() {
        let bit = |shift: usize| number >> shift & 1 == 1;
        all.push(SearchOptions {
            correction_history: CorrectionOptions {
                pawns: bit(1),
                pieces: bit(3),
            },
            fail: if bit(0) {
                FailMode::Hard
            } else {
                FailMode::Soft
            },
            scout: if bit(1) {
                ScoutMode::Pvs
            } else {
                ScoutMode::FullWindow
            },
            driver: [
                RootDriver::FullWindow,
                RootDriver::Aspiration(25),
                RootDriver::Mtdf,
            ][number % 3],
            mate_at_horizon: bit(2),
            quiescence: number % 4 != 2,
            legality: if number % 5 == 1 {
                Legality::KingCapture
            } else {
                Legality::KingSafety
            },
            evaluation: [Evaluation::Zero, Evaluation::PieceSquare, Evaluation::MopUp][number % 3],
            table: TableOptions {
                size: TableSize::Entries(1 << 10),
                depth: if bit(3) {
                    TableDepth::Exactly
                } else {
                    TableDepth::AtLeast
                },
                replacement: Replacement::ALL[number % 3],
                probe_at_horizon: bit(1),
                principal_variation: if bit(2) {
                    PrincipalEntries::Separate(50)
                } else {
                    PrincipalEntries::Shared
                },
            },
            techniques: techniques(form, number),
            ..glass
        });
    }
    // With the first three, above, most searches have a compiled copy that leaves out what the others need.
    for (number, &replacement) in Replacement::ALL[3..].iter().enumerate() {
        let (entries, is_odd) = (TableSize::Entries(100), number % 2 == 1);
        all.push(SearchOptions {
            quiescence: is_odd,
            table: TableOptions {
                size: entries,
                replacement,
                principal_variation: match is_odd {
                    true => PrincipalEntries::Separate(50),
                    false => PrincipalEntries::Shared,
                },
                ..glass.table
            },
            ..glass
        });
    }
    all
}
