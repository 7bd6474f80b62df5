//! A position has the score of its mirror image, left to right, and of the same position with colours
//! exchanged.

use cozy_chess::{BoardBuilder, CastleRights, Color, Square};
use plybench_engine::game::chess::Chess;

use super::{BARE, Case, Check, EXACT_TABLE, Findings, Material, Part, QUIESCENCE, TestedSearcher};

pub(super) const CHECK: Check = Check {
    name: "symmetry",
    holds: "a position scores as its mirror image and as itself with colours exchanged",
    applies: |subject| subject.keeps_mates(),
    sees: &[Part::MateDistance, Part::MateValues, Part::SkippedMoves],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    found.over(material.roots_to(4, 2), |(root, depth), found| {
        found.over([BARE, EXACT_TABLE, QUIESCENCE], |base, found| {
            let scores = |root: &Chess| -> Vec<_> {
                let seen = subject.iterations(root, &base, depth);
                seen.iter().map(|seen| seen.iteration.score).collect()
            };
            let expected = scores(root);
            for (name, image) in [
                ("mirrored", mirrored(root)),
                ("colours exchanged", exchanged(root)),
            ] {
                let Some(image) = image else { continue };
                let got = scores(&image);
                found.record(got == expected, || {
                    let fen = root.fen();
                    let what = format!("scores {got:?}, but {name} ({fen}) {expected:?}");
                    Case::new(subject, &base, &image).wrong_at(depth, what)
                });
            }
        });
    });
}

/// The position seen in a mirror; `None` where castling, which has no mirror image, is possible.
fn mirrored(root: &Chess) -> Option<Chess> {
    let rights = Color::ALL.map(|color| *root.board().castle_rights(color));
    (rights == [CastleRights::EMPTY; 2]).then_some(())?;
    image(root, Square::flip_file, |color| color)
}

/// The position with the board turned and the colours exchanged.
fn exchanged(root: &Chess) -> Option<Chess> {
    image(root, Square::flip_rank, |color| !color)
}

/// The position in which each man stands on the image of its square and has the image of its colour.
fn image(root: &Chess, place: fn(Square) -> Square, colour: fn(Color) -> Color) -> Option<Chess> {
    let from = BoardBuilder::from_board(root.board());
    let mut to = from.clone();
    for square in Square::ALL {
        let man = from.square(square);
        *to.square_mut(place(square)) = man.map(|(piece, of)| (piece, colour(of)));
    }
    to.side_to_move = colour(from.side_to_move);
    to.castle_rights = Color::ALL.map(|of| *from.castle_rights(colour(of)));
    to.en_passant = from.en_passant.map(place);
    Chess::from_fen(&to.build().ok()?.to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_legal_positions_and_their_own_images_images() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQ - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        ] {
            let root = Chess::from_fen(fen).unwrap();
            assert_eq!(exchanged(&exchanged(&root).unwrap()), Some(root));
        }
        let root = Chess::from_fen("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1").unwrap();
        let image = mirrored(&root).unwrap();
        assert_eq!(image.fen(), "8/8/8/5k2/3pP3/8/8/3K4 b - e3 0 1");
    }
}
