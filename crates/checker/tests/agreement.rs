//! The checker accepts what the search does, for every technique, on all kinds of games.

use plybench_checker::{
    check::{Checked, Refused, check},
    game::Recorded,
    trace::{Reader, record},
};
use plybench_engine::{
    game::chess::Chess, game::uniform_tree::UniformTree, search::SearchOptions,
    techniques::BuiltIn, variants,
};

fn checked<G: Recorded>(root: &G, options: &SearchOptions, nodes: u64) -> Result<Checked, Refused> {
    let trace = record(
        (root, String::new()),
        options,
        (60, Some(nodes)),
        Vec::new(),
    )
    .unwrap();
    check(root, Reader::new(&trace[..])?)
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn it_accepts_every_technique() {
    let tree = UniformTree {
        branching: 5,
        depth: 12,
        spread: 60,
        mated_share: 0.02,
        best_first_share: 0.4,
        seed: 3,
    };
    let root = tree.root().unwrap();
    let mut failed = Vec::new();
    for variant in variants::ALL {
        for technique in [BuiltIn::OFF]
            .into_iter()
            .chain(BuiltIn::registry().iter().map(|entry| entry.alone))
        {
            let mut options = variant.options;
            options.techniques = technique;
            for fen in [KIWIPETE, "8/7K/8/8/8/8/R7/7k w - - 0 1"] {
                let chess = Chess::from_fen(fen).unwrap();
                if let Err(refused) = checked(&chess, &options, 20_000) {
                    failed.push(format!("{} {technique:?} {fen}: {refused}", variant.name));
                }
            }
            if let Err(refused) = checked(&root, &options, 20_000) {
                failed.push(format!("{} {technique:?} tree: {refused}", variant.name));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "{} {:#?}",
        failed.len(),
        &failed[..failed.len().min(8)]
    );
}
