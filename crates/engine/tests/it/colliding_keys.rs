//! The table keeps positions apart whose keys agree in half of their bits. A table that compared only some bits of the key would
//! return one position's entry for the other.

use std::collections::HashMap;

use plybench_engine::{
    game::{Game, MoveKind, chess::Chess},
    score::Score,
    table::{Bound, Entry, Replacement, Stored, Table, TableOptions, TableSize},
    units::{Depth, Ply},
};

type Move = <Chess as Game>::Move;

/// The keys of all positions up to a depth, each once.
fn keys(fen: &str, depth: u8) -> Vec<u64> {
    fn walk(position: &Chess, depth: u8, keys: &mut Vec<u64>) {
        keys.push(position.key());
        if depth > 0 {
            position.for_each_move(MoveKind::All, |mv| {
                walk(&position.play(mv), depth - 1, keys);
            });
        }
    }
    let mut keys = Vec::new();
    walk(&Chess::from_fen(fen).unwrap(), depth, &mut keys);
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Some pairs of different keys that agree in a part.
fn agreeing(keys: &[u64], part: impl Fn(u64) -> u64) -> Vec<(u64, u64)> {
    let mut first = HashMap::new();
    let pairs = keys.iter().filter_map(|&key| {
        let other = *first.entry(part(key)).or_insert(key);
        (other != key).then_some((other, key))
    });
    pairs.take(20).collect()
}

#[test]
fn positions_whose_keys_agree_in_half_of_their_bits_are_kept_apart() {
    let keys = keys(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    );
    for (part, pairs) in [
        ("low 16", agreeing(&keys, |key| key & 0xFFFF)),
        ("high 16", agreeing(&keys, |key| key >> 48)),
        ("low 32", agreeing(&keys, |key| key & 0xFFFF_FFFF)),
        ("high 32", agreeing(&keys, |key| key >> 32)),
    ] {
        assert!(pairs.len() > 10, "{part} bits: {} pairs", pairs.len());
        for (one, other) in pairs {
            for replacement in Replacement::ALL {
                for entries in [1, 2, 3, 1000, 1 << 16] {
                    kept_apart((one, other), entries, replacement);
                    kept_apart((other, one), entries, replacement);
                }
            }
        }
    }
}

/// Stores both keys; neither is ever found with the other's entry, and what is lost is reported.
fn kept_apart((one, other): (u64, u64), entries: u32, replacement: Replacement) {
    let size = TableSize::Entries(entries);
    let mut table: Table<Move> = Table::new(TableOptions {
        size,
        replacement,
        ..TableOptions::default()
    })
    .unwrap();
    let entry = |key: u64, centipawns: i32| {
        let score = Score::evaluation(centipawns).at_node(Ply::ROOT);
        Entry::new(key, score, Depth::new(3), Bound::Exact, None)
    };
    let value = |table: &Table<Move>, key| {
        table
            .probe(key)
            .map(|entry| entry.score(Ply::ROOT).centipawns())
    };
    assert_eq!(table.store(entry(one, 1)), Stored::Fresh);
    assert_eq!(value(&table, other), None, "{one:x} {other:x}");
    let stored = table.store(entry(other, 2));
    if stored == Stored::Refused {
        assert_eq!(replacement, Replacement::Never);
        assert_eq!(
            (value(&table, one), value(&table, other)),
            (Some(Some(1)), None)
        );
        return;
    }
    assert_eq!(value(&table, other), Some(Some(2)));
    let is_left = value(&table, one) == Some(Some(1));
    assert!(is_left || value(&table, one).is_none());
    assert_eq!(stored == Stored::Overwrote, !is_left, "{one:x} {other:x}");
    // Two tiers keep both, wherever they are.
    assert!(is_left || replacement.tiers() == 1);
    // The position's own entry is replaced, not another's.
    assert_eq!(table.store(entry(other, 3)), Stored::Fresh);
    assert_eq!(value(&table, other), Some(Some(3)));
    assert_eq!(value(&table, one).is_some(), is_left);
}
