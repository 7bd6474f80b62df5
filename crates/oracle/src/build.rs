//! Retrograde analysis (Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9 (3), 1986).
//!
//! The forward pass visits every position once: it finds mates, and looks up captures and promotions in the
//! tables that they lead to. The backward pass then goes ply by ply from the positions that are already
//! decided to their predecessors: a side that can move to a lost position wins, and a side all of whose moves
//! lose is lost. For that, the other moves of a position are counted when the first of them is found to lose,
//! which for most positions never happens. Positions that are never decided are draws.
//!
//! Both passes run on all cores, and the table is the same for any number of threads. Within a ply, all
//! threads that decide a position give it the same code; all that count its moves get the same count, and it
//! is set only once; it reaches 0 only once, whichever thread decrements it last; and a decided position is
//! processed only in a later ply.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use crate::{
    index::Index,
    material::Material,
    men::{Men, for_each_square},
    rounds::in_rounds,
    table::{Conversions, DtmTable, code},
};

/// The moves of a position are not counted yet.
const NOT_COUNTED: u8 = 0;
/// A count of moves that never reaches 0: some move does not lose.
const NEVER_LOST: u8 = 255;

/// The count of numbers that share a set of codes. The parts of a round are whole blocks.
const BLOCK: usize = 64;

/// A table that is being built.
struct Build {
    index: Index,
    conversions: Conversions<Arc<DtmTable>>,
    /// By number.
    codes: Vec<AtomicU8>,
    /// By number, how many other numbers the position's moves lead to that are not yet known to lose.
    moves: Vec<AtomicU8>,
    /// The codes that the positions of each block have or had, as bits, modulo 64: a ply looks only at the
    /// blocks in which it may find its code.
    codes_of_blocks: Vec<AtomicU64>,
    /// The largest code of a decided position.
    latest: AtomicU8,
}

/// Builds a table. `table` is called for the tables that captures and promotions lead to, and `progress`
/// with the share that is done, from 0 to 1.
///
/// # Errors
/// The first error of `table`.
pub(crate) fn build<E>(
    material: &Material,
    table: impl FnMut(&Material) -> Result<Arc<DtmTable>, E>,
    progress: impl FnMut(f32) + Send,
) -> Result<DtmTable, E> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    build_on(threads, material, table, progress)
}

/// [`build`] on this many threads.
fn build_on<E>(
    threads: usize,
    material: &Material,
    table: impl FnMut(&Material) -> Result<Arc<DtmTable>, E>,
    mut progress: impl FnMut(f32) + Send,
) -> Result<DtmTable, E> {
    let index = Index::new(material);
    let numbers = index.len();
    let undecided = || (0..numbers).map(|_| AtomicU8::new(0)).collect();
    let build = Build {
        conversions: Conversions::of(material, table)?,
        codes: undecided(),
        moves: undecided(),
        codes_of_blocks: (0..numbers.div_ceil(BLOCK))
            .map(|_| AtomicU64::new(0))
            .collect(),
        latest: AtomicU8::new(code::DRAW),
        index,
    };
    in_rounds(
        threads,
        numbers,
        |_, part| build.forward_pass(part),
        |round| round == 0,
    );
    let mut next = 0;
    let goes_on = |plies: usize| {
        let latest = build.latest.load(Relaxed);
        let goes_on = code::decided_in(plies as u8) <= latest;
        if plies == next {
            // The first call for this ply.
            next += 1;
            progress(if goes_on {
                0.5 + 0.5 * plies as f32 / f32::from(latest)
            } else {
                1.0
            });
        }
        goes_on
    };
    in_rounds(
        threads,
        numbers,
        |plies, part| build.backward_pass(plies as u8, part),
        goes_on,
    );
    let codes = build.codes.into_iter().map(AtomicU8::into_inner);
    Ok(DtmTable {
        material: material.clone(),
        index: build.index,
        codes: codes.collect(),
    })
}

impl Build {
    fn code(&self, number: usize) -> u8 {
        self.codes[number].load(Relaxed)
    }

    fn decide(&self, number: usize, code: u8) {
        self.codes[number].store(code, Relaxed);
        // Mostly the bit is set and the code not the largest: reading is cheaper than writing the same again.
        let (codes, bit) = (&self.codes_of_blocks[number / BLOCK], 1 << (code % 64));
        if codes.load(Relaxed) & bit == 0 {
            codes.fetch_or(bit, Relaxed);
        }
        if self.latest.load(Relaxed) < code {
            self.latest.fetch_max(code, Relaxed);
        }
    }

    /// Decides those positions of a part that need no move within the table.
    fn forward_pass(&self, part: Range<usize>) {
        for number in part {
            let Some(men) = self.index.men(number) else {
                self.codes[number].store(code::NONE, Relaxed);
                continue;
            };
            let converted = self.converted(&men);
            // After a stalemate, nothing is won: a draw.
            let may_be_lost = converted.can_be_lost && (converted.loss > 0 || men.in_check());
            if converted.win != code::DRAW {
                self.decide(number, converted.win);
            } else if may_be_lost && men.quiet_moves().all(|(_, quiet)| quiet == 0) {
                self.decide(number, code::decided_in(converted.loss));
            }
        }
    }

    /// Updates the predecessors of those positions of a part that are a mate in `plies`.
    fn backward_pass(&self, plies: u8, part: Range<usize>) {
        let due = code::decided_in(plies);
        let mut origins = Vec::with_capacity(64);
        for block in part.clone().step_by(BLOCK) {
            let codes = self.codes_of_blocks[block / BLOCK].load(Relaxed);
            if codes >> (due % 64) & 1 == 0 {
                continue;
            }
            for number in block..part.end.min(block + BLOCK) {
                if self.code(number) == due {
                    self.update_origins(&self.index.used(number), plies, &mut origins);
                }
            }
        }
    }

    /// Updates the legal predecessors of a mate in `plies`, each once. `origins` is a buffer.
    fn update_origins<'m>(&self, men: &Men<'m>, plies: u8, origins: &mut Vec<(usize, Men<'m>)>) {
        let is_won_before = plies.is_multiple_of(2);
        let here = code::decided_in(plies + 1);
        origins.clear();
        let rights: &[bool] = if self.index.has_en_passant() {
            &[false, true]
        } else {
            &[false]
        };
        for (man, squares) in men.origins() {
            for_each_square(squares, |from| {
                for &en_passant in rights {
                    let origin = Men {
                        en_passant,
                        ..men.moved(man, from)
                    };
                    let number = self.index.number(&origin);
                    let present = self.code(number);
                    let is_slower = (here + 1..code::NONE).contains(&present);
                    if present == code::DRAW || is_won_before && is_slower {
                        origins.push((number, origin));
                    }
                }
            });
        }
        if is_won_before {
            // They have a move to a lost position.
            for &(origin, _) in &*origins {
                self.decide(origin, here);
            }
            return;
        }
        if self.index.may_coincide(men, !men.to_move) {
            origins.sort_unstable_by_key(|&(origin, _)| origin);
            origins.dedup_by_key(|&mut (origin, _)| origin);
        }
        for (origin, men) in &*origins {
            if self.loses_last_move(*origin, men) {
                // A capture or promotion may lose more slowly.
                let slowest = code::decided_in(self.converted(men).loss);
                self.decide(*origin, here.max(slowest));
            }
        }
    }

    /// Counts one more move of a position as losing. Returns whether it was the last one.
    fn loses_last_move(&self, number: usize, men: &Men<'_>) -> bool {
        let moves = &self.moves[number];
        if moves.load(Relaxed) == NOT_COUNTED {
            // If another thread has counted them, its count is the same, and not 0 before this move is counted.
            let _ = moves.compare_exchange(NOT_COUNTED, self.moves(men), Relaxed, Relaxed);
        }
        moves.load(Relaxed) != NEVER_LOST && moves.fetch_sub(1, Relaxed) == 1
    }

    /// The count of numbers that the moves of a position lead to within the table.
    fn moves(&self, men: &Men<'_>) -> u8 {
        if !self.converted(men).can_be_lost {
            return NEVER_LOST;
        }
        if !self.index.may_coincide(men, men.to_move) {
            let count = men.quiet_moves().map(|(_, quiet)| quiet.count_ones());
            return count.sum::<u32>() as u8;
        }
        let mut reached = Vec::with_capacity(64);
        for (man, quiet) in men.quiet_moves() {
            for_each_square(quiet, |to| {
                reached.push(self.index.number(&men.moved(man, to)));
            });
        }
        reached.sort_unstable();
        reached.dedup();
        reached.len() as u8
    }

    fn converted(&self, men: &Men<'_>) -> Converted {
        let mut all = Converted {
            win: code::DRAW,
            can_be_lost: true,
            loss: 0,
        };
        men.for_each_conversion(|mv| {
            let after = self.conversions.code(men, &mv);
            if code::is_loss(after) {
                let here = code::decided_in(code::plies(after) + 1);
                if all.win == code::DRAW || here < all.win {
                    all.win = here;
                }
            } else if code::is_win(after) {
                all.loss = all.loss.max(code::plies(after) + 1);
            } else {
                all.can_be_lost = false;
            }
        });
        all
    }
}

/// What the captures and promotions of a position lead to.
struct Converted {
    /// The code of the fastest win; of a draw if there is none.
    win: u8,
    /// Whether all that do not win lose.
    can_be_lost: bool,
    /// The longest loss in plies from this position, 0 if there is none.
    loss: u8,
}

/// Calls `visit` with each material that captures and promotions lead to, once.
///
/// # Errors
/// The first error of `visit`.
pub(crate) fn prerequisites<E>(
    material: &Material,
    visit: impl FnMut(&Material) -> Result<(), E>,
) -> Result<(), E> {
    let mut seen = Vec::new();
    Conversions::<()>::of(material, |reached| {
        if !seen.contains(reached) {
            seen.push(reached.clone());
        }
        Ok(())
    })?;
    seen.iter().try_for_each(visit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_the_same_on_any_number_of_threads() {
        let material = |name| Material::parse(name).unwrap();
        let on = |threads, name| {
            let none = |_: &Material| Err(());
            let after_promotion =
                |reached: &Material| build_on(1, reached, none, |_| ()).map(Arc::new);
            build_on(threads, &material(name), after_promotion, |_| ()).unwrap()
        };
        for name in ["KQK", "KRK", "KPK"] {
            let alone = on(1, name);
            for threads in [2, 3, 16] {
                assert!(on(threads, name).codes == alone.codes, "{name}, {threads}");
            }
        }
    }
}
