//! Keys: the exclusive or of a number for each thing that a position has.

use std::sync::LazyLock;

use super::board::{Board, EMPTY, rank_of};

/// In the order in which they are drawn.
struct Numbers {
    /// By file.
    en_passant: [u64; 8],
    /// White's, then Black's.
    sides: [OfSide; 2],
    black_to_move: u64,
}

struct OfSide {
    /// By the file of the rook.
    castling: [u64; 8],
    /// By the number of the man and by square.
    men: [[u64; 64]; 6],
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    // The permuted congruential generator PCG XSL RR 128/64 (MCG) of M. E. O'Neill (2014).
    let mut state = 0x7369_7874_6565_6E20_6279_7465_206E_756D_u128 | 1;
    let mut draw = || {
        state = state.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
        ((state >> 64) as u64 ^ state as u64).rotate_right((state >> 122) as u32)
    };
    let en_passant = [(); 8].map(|()| draw());
    let sides = [(); 2].map(|()| OfSide {
        castling: [(); 8].map(|()| draw()),
        men: [[(); 64]; 6].map(|squares| squares.map(|()| draw())),
    });
    Numbers {
        en_passant,
        sides,
        black_to_move: draw(),
    }
});

/// The key of a position.
pub(super) fn key(board: &Board) -> u64 {
    let [white, black] = &NUMBERS.sides;
    let men = board
        .men
        .iter()
        .enumerate()
        .filter(|&(_, &man)| man != EMPTY);
    let men = men.map(|(square, &man)| {
        let side = if man.is_ascii_uppercase() {
            white
        } else {
            black
        };
        side.men[rank_of(man)][square]
    });
    let castlings = [
        white.castling[7],
        white.castling[0],
        black.castling[7],
        black.castling[0],
    ];
    let rights = castlings.into_iter().zip(board.rights);
    let rights = rights.filter_map(|(number, has)| has.then_some(number));
    let behind = board
        .en_passant
        .map(|square| NUMBERS.en_passant[square % 8]);
    let side = (!board.is_white).then_some(NUMBERS.black_to_move);
    men.chain(rights)
        .chain(behind)
        .chain(side)
        .fold(0, |key, number| key ^ number)
}
