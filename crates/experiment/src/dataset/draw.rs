//! Random positions of a material, a given number of each distance to mate, from the oracle's table.
//!
//! The stronger side is White and mates. All positions of a distance, counted once up to symmetry, are
//! equally likely, and each is then written as one of its mirror images. The generator is ChaCha8 with
//! the given seed, so the bytes are the same on any machine.

use std::fmt::Write;

use chacha20::ChaCha8Rng;
use plybench_oracle::{Dtm, Material, Oracle, OracleError};
use rand::{SeedableRng, seq::IndexedRandom};
use thiserror::Error;

use super::drawn::first_line;

/// The parameters of a drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The men on the board.
    pub material: Material,
    /// How many positions of each distance in moves; all of them where there are fewer.
    pub per_distance: usize,
    /// Whether the side to move is mated.
    pub mated_side_moves: bool,
    /// The seed of the random numbers: the same seed draws the same positions.
    pub seed: u64,
}

/// Why positions cannot be drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    /// No position is won.
    #[error("no position of {0} is won; give a material with a mate, such as KRK")]
    NoMate(Material),
    /// The oracle cannot answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// Draws positions as lines of EPD, the shortest mates first, with `dm` and an `id` such as `KRK dm 8 #3`. A comment before
/// them says how many there are. `note` gets a message for each distance that has fewer positions than wanted.
///
/// # Errors
/// If there is no mate, or a table cannot be stored.
pub fn draw(
    oracle: &mut Oracle,
    drawing: &Drawing,
    mut note: impl FnMut(String),
) -> Result<String, DrawError> {
    let (material, wanted) = (&drawing.material, drawing.per_distance);
    let table = oracle.table(material)?;
    // By plies: they are odd where White is to move and mates, and even where Black is to move and is mated.
    let mut by_plies = vec![Vec::new(); usize::from(table.longest_mate()) + 1];
    for entry in table.entries() {
        match (entry.dtm(), drawing.mated_side_moves) {
            (Dtm::Win(plies), false) if entry.is_white_to_move() => {
                by_plies[usize::from(plies)].push(entry);
            }
            // Positions that are already mate are of no use for a search.
            (Dtm::Loss(plies @ 2..), true) if !entry.is_white_to_move() => {
                by_plies[usize::from(plies)].push(entry);
            }
            _ => {}
        }
    }
    let mut generator = ChaCha8Rng::seed_from_u64(drawing.seed);
    let mut text = String::new();
    for entries in by_plies.iter().filter(|entries| !entries.is_empty()) {
        let Some(moves) = entries[0].dtm().moves() else {
            continue;
        };
        if entries.len() < wanted {
            let found = entries.len();
            note(format!(
                "{material} dm {moves}: {found} of {wanted} positions; there are no more"
            ));
        }
        for (number, entry) in (1..).zip(entries.sample(&mut generator, wanted)) {
            let images = entry.images();
            let Some(position) = images.choose(&mut generator) else {
                continue;
            };
            // EPD has the first four of FEN's six fields.
            let fen = position.fen();
            let position = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let _ = writeln!(
                text,
                "{position} dm {moves}; id \"{material} dm {moves} #{number}\";"
            );
        }
    }
    if text.is_empty() {
        return Err(DrawError::NoMate(material.clone()));
    }
    let side = if drawing.mated_side_moves {
        "mated"
    } else {
        "mating"
    };
    let what = format!(
        "{material}, {wanted} of each distance, the {side} side to move, seed {}",
        drawing.seed
    );
    Ok(first_line(text.lines().count(), &what) + &text)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::dataset::{Epd, MateClaim};

    fn drawn(material: &str, mated_side_moves: bool, seed: u64) -> String {
        let drawing = Drawing {
            material: Material::parse(material).unwrap(),
            per_distance: 3,
            mated_side_moves,
            seed,
        };
        draw(&mut Oracle::in_memory(), &drawing, |_| ()).unwrap()
    }

    #[test]
    fn every_distance_has_its_positions_and_they_are_true() {
        let mut oracle = Oracle::in_memory();
        for (mated_side_moves, longest) in [(false, 10), (true, 10)] {
            let text = drawn("KQK", mated_side_moves, 7);
            let mut found = vec![0; longest + 1];
            for line in text.lines().skip(1) {
                let epd = Epd::parse(line).unwrap().unwrap();
                let moves = oracle.probe(&epd.root).unwrap().moves().unwrap();
                assert_eq!(moves < 0, mated_side_moves, "{line}");
                assert_eq!(epd.mate_claim(), Ok(Some(MateClaim::Moves(moves))));
                found[moves.unsigned_abs() as usize] += 1;
            }
            // Of the longest mates with Black to move there is but one position.
            assert!(
                found[1..longest].iter().all(|&count| count == 3) && found[longest] > 0,
                "{found:?}"
            );
            let ids: HashSet<_> = text
                .lines()
                .skip(1)
                .map(|line| line.split('"').nth(1))
                .collect();
            assert_eq!(ids.len(), text.lines().count() - 1);
        }
    }

    #[test]
    fn the_seed_determines_the_positions() {
        assert_eq!(drawn("KRK", false, 1), drawn("KRK", false, 1));
        assert_ne!(drawn("KRK", false, 1), drawn("KRK", false, 2));
    }

    #[test]
    fn material_without_a_mate_is_refused() {
        let drawing = Drawing {
            material: Material::parse("KNK").unwrap(),
            per_distance: 1,
            mated_side_moves: false,
            seed: 1,
        };
        let error = draw(&mut Oracle::in_memory(), &drawing, |_| ()).unwrap_err();
        assert!(error.to_string().contains("KNK"), "{error}");
    }
}
