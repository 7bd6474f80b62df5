//! Named configurations: data, no code.

mod darkthought;
mod glass;
mod glass_cpw;
mod micromax;
mod minimax;
mod modern;
mod moreland;
mod plain;
mod solver;
mod vipermate;

pub use self::{
    darkthought::DARKTHOUGHT, glass::GLASS, glass_cpw::GLASS_CPW, micromax::MICROMAX,
    minimax::MINIMAX, modern::MODERN, moreland::MORELAND, plain::PLAIN, solver::SOLVER,
    vipermate::VIPERMATE,
};
use crate::search::SearchOptions;

/// A configuration with a name.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name in experiment files and on the command line.
    pub name: &'static str,
    /// Its purpose, in one sentence.
    pub purpose: &'static str,
    /// All its settings; what an experiment file adds overrides them.
    pub options: SearchOptions,
}

/// Every named configuration, in the order in which `plybench variants` lists them.
pub const ALL: [Variant; 10] = [
    PLAIN,
    MINIMAX,
    DARKTHOUGHT,
    GLASS,
    GLASS_CPW,
    MICROMAX,
    MODERN,
    MORELAND,
    SOLVER,
    VIPERMATE,
];

/// The configuration with this name.
#[must_use]
pub fn find(name: &str) -> Option<Variant> {
    ALL.into_iter().find(|variant| variant.name == name)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::techniques::{BuiltIn, MateDistance};

    /// What the documents of the variants' modules say, and not what is written beneath.
    #[test]
    fn variants_have_the_settings_that_their_documents_describe() {
        let moreland: &[(&str, Value)] = &[
            // "What lies outside the window is returned as its bound."
            ("/fail", json!("hard")),
            ("/scout", json!("full-window")),
            // "A node at depth 0 is evaluated before anything looks for a mate."
            ("/mate-at-horizon", json!(false)),
            // "a number that counts down from the mate value by one at each ply"
            ("/mates", json!("by-ply")),
            ("/evaluation", json!("material")),
            // "it names no draws by repetition or by the 50-move rule, so they are off"
            ("/draws/repetition", json!(false)),
            ("/draws/fifty-moves", json!(false)),
        ];
        let vipermate: &[(&str, Value)] = &[
            ("/techniques/mate-distance", json!("vipermate")),
            ("/mates", json!("by-ply")),
            // "material, the order of generation, no table, draws by repetition and by the 50-move rule, and fail-hard"
            ("/evaluation", json!("material")),
            ("/ordering/ties", json!("generation")),
            ("/ordering/table-move", json!(false)),
            ("/ordering/mvv-lva", json!(false)),
            ("/ordering/killers", json!(false)),
            ("/ordering/history", json!(false)),
            ("/table/size", json!("off")),
            ("/draws/repetition", json!(true)),
            ("/draws/fifty-moves", json!(true)),
            ("/fail", json!("hard")),
        ];
        let micromax: &[(&str, Value)] = &[
            // "Internal iterative deepening begins only at depth 2"
            (
                "/techniques/internal-iterative-deepening/min-depth",
                json!(2),
            ),
            // "a check extension of evasions", "null move and check extension begin at its 3", which is 1 here
            ("/techniques/check-extension/extends", json!("evasion")),
            // "null move with R = 2 that is tried at every node", with at most 35 captured
            ("/techniques/null-move/reduction", json!(2)),
            ("/techniques/null-move/min-depth", json!(1)),
            ("/techniques/null-move/from-beta", json!(false)),
            ("/techniques/null-move/in-a-row", json!(true)),
            ("/techniques/null-move/verify", json!(false)),
            ("/techniques/null-move/most-captured", json!(35)),
            // "futility one ply before quiescence"
            ("/techniques/futility/margins", json!([0])),
            // "quiescence that is blind to checks"
            ("/quiescence", json!(true)),
            ("/quiescence-in-check", json!("stand-pat")),
            // "a delayed-loss bonus, mates that hold at any depth"
            ("/techniques/mate-distance", json!("micro-max")),
            // "no under-promotion and its own evaluation"
            ("/under-promotion", json!(false)),
            ("/evaluation", json!("micro-max")),
            ("/ordering/mvv-lva", json!(true)),
            ("/table/size/entries", json!(1 << 20)),
            // "Illegal moves lead to a node that ends by the capture of the king"
            ("/legality", json!("king-capture")),
            // "A position on the path repeats."
            ("/draws/repetition", json!(true)),
            ("/techniques/late-move-reduction", json!(false)),
            ("/techniques/razoring", json!(false)),
        ];
        let glass_cpw: &[(&str, Value)] = &[
            // "Principal variation search, null move, late move reductions, razoring, futility pruning, enhanced transposition
            // cutoffs and the history heuristic", all with this project's defaults
            ("/scout", json!("pvs")),
            ("/techniques/null-move", json!(true)),
            ("/techniques/late-move-reduction", json!(true)),
            ("/techniques/razoring", json!(true)),
            ("/techniques/futility", json!(true)),
            ("/techniques/enhanced-transposition-cutoff", json!(true)),
            ("/ordering/history", json!(true)),
            // "with mate distance pruning off"
            ("/techniques/mate-distance", json!("off")),
            ("/techniques/check-extension", json!(false)),
            ("/techniques/singular-extension", json!(false)),
            ("/techniques/prob-cut", json!(false)),
            ("/techniques/internal-iterative-deepening", json!(false)),
            // "nodes of the principal variation have a table of their own", "a sixteenth of the other table"
            ("/table/size/entries", json!(16 << 16)),
            ("/table/principal-variation/separate", json!(1 << 16)),
        ];
        let darkthought: &[(&str, Value)] = &[
            // "PVS; alpha-beta is fail-soft", "aspiration window of half a pawn"
            ("/scout", json!("pvs")),
            ("/fail", json!("soft")),
            ("/driver/aspiration", json!(50)),
            // "it stands pat in check"
            ("/quiescence-in-check", json!("stand-pat")),
            // "R = 3 from depth 7"
            ("/techniques/null-move/reduction", json!(2)),
            ("/techniques/null-move/deeper-from", json!(7)),
            // "the minimum, 2 pawns", "6 pawns, as in October 1997", "captures and promotions can be skipped, too"
            ("/techniques/futility/margins", json!([200, 600])),
            ("/techniques/futility/all-moves", json!(true)),
            // "margin of a queen, more than 3 opposing pieces, 1 ply less": the defaults
            ("/techniques/limited-razoring", json!(true)),
            // "2^20 entries, `two-tier`", "mate distance pruning | off"
            ("/table/size/entries", json!(1 << 20)),
            ("/table/replacement", json!("two-tier")),
            ("/techniques/mate-distance", json!("off")),
        ];
        for (variant, settings) in [
            (DARKTHOUGHT, darkthought),
            (MORELAND, moreland),
            (VIPERMATE, vipermate),
            (MICROMAX, micromax),
            (GLASS_CPW, glass_cpw),
        ] {
            let options = serde_json::to_value(variant.options).unwrap();
            for (setting, value) in settings {
                let found = options.pointer(setting);
                assert_eq!(found, Some(value), "{} {setting}", variant.name);
            }
        }
        // The texts of Moreland and ViperMate have no other technique.
        for variant in [MORELAND, VIPERMATE] {
            let techniques = BuiltIn {
                mate_distance: variant.options.techniques.mate_distance,
                ..BuiltIn::OFF
            };
            assert_eq!(variant.options.techniques, techniques, "{}", variant.name);
        }
        let none = MORELAND.options.techniques.mate_distance;
        assert_eq!(none, MateDistance::Off);
    }
}
