//! A position has the score of its mirror image, left to right, and of the same position with colours
//! exchanged.

use plybench_engine::game::chess::Chess;

use super::{
    super::settings::{BARE, Case, EXACT_TABLE, QUIESCENCE},
    Check, Findings, Material, Subject,
};

pub(super) const CHECK: Check = Check {
    name: "symmetry",
    holds: "a position scores as its mirror image and as itself with colours exchanged",
    applies: |subject| subject.keeps_mates(),
    run,
};

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    for (root, depth) in material.roots_to(4, 2) {
        for base in [BARE, EXACT_TABLE, QUIESCENCE] {
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
            if found.is_finished() {
                return;
            }
        }
    }
}

/// The position seen in a mirror; `None` where castling, which has no mirror image, is possible.
fn mirrored(root: &Chess) -> Option<Chess> {
    let fen = root.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    if fields.get(2).is_none_or(|castling| castling != "-") {
        return None;
    }
    fields[0] = fields[0]
        .split('/')
        .map(|rank| rank.chars().rev().collect::<String>())
        .collect::<Vec<_>>()
        .join("/");
    fields[3] = fields[3]
        .chars()
        .map(|c| match c {
            'a'..='h' => char::from(b'a' + b'h' - c as u8),
            other => other,
        })
        .collect();
    Chess::from_fen(&fields.join(" ")).ok()
}

/// The position with the board turned and the colours exchanged.
fn exchanged(root: &Chess) -> Option<Chess> {
    let fen = root.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let other_case = |text: &str| -> String {
        text.chars()
            .map(|c| {
                if c.is_ascii_lowercase() {
                    c.to_ascii_uppercase()
                } else {
                    c.to_ascii_lowercase()
                }
            })
            .collect()
    };
    fields[0] = other_case(&fields[0])
        .split('/')
        .rev()
        .collect::<Vec<_>>()
        .join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    let castling = other_case(&fields[2]);
    // White's rights come first.
    fields[2] = castling
        .chars()
        .filter(char::is_ascii_uppercase)
        .chain(castling.chars().filter(|c| !c.is_ascii_uppercase()))
        .collect();
    fields[3] = fields[3]
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    Chess::from_fen(&fields.join(" ")).ok()
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
