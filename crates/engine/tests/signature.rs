//! Node counts that change only on purpose.
//!
//! One line a search: variant, setting, position, depth, nodes. A commit that changes a number says
//! why. To see the numbers of the present search, run
//! `cargo test -p plybench-engine --test signature -- --nocapture`.

use std::{fmt::Write as _, ops::ControlFlow};

use plybench_engine::{game::chess::Chess, search::Search, techniques::MateDistance, variants};

const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";

const SEARCHES: [(&str, MateDistance, &str, u8); 7] = [
    ("glass", MateDistance::Off, KRK, 20),
    ("glass", MateDistance::Stockfish, KRK, 20),
    ("glass", MateDistance::Cpw, KRK, 20),
    ("glass", MateDistance::CheckAware, KRK, 20),
    (
        "plain",
        MateDistance::Off,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "glass",
        MateDistance::Off,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
    ),
    (
        "plain",
        MateDistance::Stockfish,
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        7,
    ),
];

#[test]
fn node_counts_are_those_of_the_signature() {
    let mut present = String::new();
    // What every form saves: `plybench verify` cannot tell a form that is merely weak from one that
    // was always so.
    let forms = MateDistance::ALL.map(|form| ("glass", form, KRK, 18));
    for (variant, form, fen, depth) in SEARCHES.into_iter().chain(forms) {
        let mut options = variants::find(variant).unwrap().options;
        options.techniques.mate_distance = form;
        let root = Chess::from_fen(fen).unwrap();
        let outcome =
            Search::new(&root, &options).to_depth(depth, |_, _| ControlFlow::Continue(()));
        writeln!(
            present,
            "{variant},{},{fen},{depth},{}",
            form.name(),
            outcome.nodes
        )
        .unwrap();
    }
    println!("{present}");
    assert_eq!(
        present,
        include_str!("signature.csv"),
        "node counts changed; was that meant?"
    );
}
