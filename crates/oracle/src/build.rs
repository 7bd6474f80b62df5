//! Retrograde analysis (Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9 (3), 1986).
//!
//! The forward pass visits every position once: it finds mates, looks up captures and promotions in the
//! tables that they lead to, and counts the other moves. The backward pass then goes ply by ply from the
//! positions that are already decided to their predecessors: a side that can move to a lost position wins,
//! and a side all of whose moves lose is lost. Positions that are never reached are draws.
//!
//! Both passes run on all cores, and the table is the same for any number of threads. Within a ply, all
//! threads that decide a position give it the same code; a count of moves reaches 0 only once, whichever
//! thread decrements it last; and a decided position is processed only in a later ply.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering::Relaxed},
    },
    thread,
};

use crate::{
    index::Index,
    material::Material,
    men::Men,
    rounds::in_rounds,
    table::{Conversions, DtmTable, code},
};

/// A count of moves that never reaches 0: some move does not lose.
const NEVER_LOST: u8 = 255;

/// The result of the forward pass for a position.
#[derive(Clone, Copy)]
struct ForwardResult {
    code: u8,
    /// The count of numbers that its moves lead to within the table and that are not yet known to lose.
    moves: u8,
    /// The longest loss by a capture or promotion, in plies from this position.
    converted_loss: u8,
}

/// The result for a number without a legal position.
const NO_POSITION: ForwardResult = ForwardResult {
    code: code::NONE,
    moves: NEVER_LOST,
    converted_loss: 0,
};

/// The state of a table that is being built, by number.
struct BuildState {
    codes: Vec<AtomicU8>,
    /// As in [`ForwardResult`]; the backward pass counts them down.
    moves: Vec<AtomicU8>,
    /// The longest loss by a capture or promotion, in plies; it does not change.
    converted_losses: Vec<AtomicU8>,
}

impl BuildState {
    fn code(&self, number: usize) -> u8 {
        self.codes[number].load(Relaxed)
    }

    /// The largest code of a decided position.
    fn latest(&self) -> u8 {
        let codes = self.codes.iter().map(|code| code.load(Relaxed));
        let latest = codes.filter(|&code| code != code::NONE).max();
        latest.unwrap_or(code::DRAW)
    }
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
    let conversions = Conversions::of(material, table)?;
    let state = forward_pass(threads, &index, &conversions);
    let latest = AtomicU8::new(state.latest());
    let backward_pass = |plies: usize, part| {
        let largest = backward_pass(&index, &state, plies as u8, part);
        latest.fetch_max(largest, Relaxed);
    };
    let mut next = 0;
    let goes_on = |plies: usize| {
        let latest = latest.load(Relaxed);
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
    in_rounds(threads, index.len(), backward_pass, goes_on);
    let codes = state.codes.into_iter().map(AtomicU8::into_inner);
    Ok(DtmTable {
        material: material.clone(),
        index,
        codes: codes.collect(),
    })
}

/// Updates the predecessors of those positions of a part that are a mate in `plies`. Returns the largest
/// code given to a predecessor.
fn backward_pass(index: &Index, state: &BuildState, plies: u8, part: Range<usize>) -> u8 {
    let mut origins = Vec::with_capacity(64);
    let mut latest = 0;
    for (number, code) in part.clone().zip(&state.codes[part]) {
        if code.load(Relaxed) != code::decided_in(plies) {
            continue;
        }
        let Some(men) = index.men(number) else {
            continue;
        };
        gather_origins(index, &men, state, &mut origins);
        for &origin in &origins {
            let present = state.code(origin);
            let decided = if plies.is_multiple_of(2) {
                // The predecessor has a move to a lost position.
                code::decided_in(plies + 1)
            } else {
                // One more move of the predecessor loses. A capture or promotion may lose more slowly.
                let moves = &state.moves[origin];
                if present != code::DRAW || moves.load(Relaxed) == NEVER_LOST {
                    continue;
                }
                if moves.fetch_sub(1, Relaxed) > 1 {
                    continue;
                }
                let converted_loss = state.converted_losses[origin].load(Relaxed);
                code::decided_in((plies + 1).max(converted_loss))
            };
            if present == code::DRAW || decided < present {
                state.codes[origin].store(decided, Relaxed);
                latest = latest.max(decided);
            }
        }
    }
    latest
}

/// Collects the numbers of this position's legal predecessors, each once.
fn gather_origins(index: &Index, men: &Men<'_>, state: &BuildState, origins: &mut Vec<usize>) {
    origins.clear();
    men.for_each_origin(|origin| {
        origins.push(index.number(&origin));
        if index.has_en_passant() {
            origins.push(index.number(&Men {
                en_passant: true,
                ..origin
            }));
        }
    });
    origins.retain(|&number| state.code(number) != code::NONE);
    if index.may_coincide() {
        origins.sort_unstable();
        origins.dedup();
    }
}

/// Visits every position once.
fn forward_pass(
    threads: usize,
    index: &Index,
    conversions: &Conversions<Arc<DtmTable>>,
) -> BuildState {
    let zeros = || (0..index.len()).map(|_| AtomicU8::new(0)).collect();
    let state = BuildState {
        codes: zeros(),
        moves: zeros(),
        converted_losses: zeros(),
    };
    let visit = |_, part| {
        let mut reached = Vec::with_capacity(64);
        for number in part {
            let result = forward_result(index, conversions, number, &mut reached);
            state.codes[number].store(result.code, Relaxed);
            state.moves[number].store(result.moves, Relaxed);
            state.converted_losses[number].store(result.converted_loss, Relaxed);
        }
    };
    in_rounds(threads, index.len(), visit, |round| round == 0);
    state
}

/// The result of the forward pass for a number. `reached` is a buffer for the numbers that its moves lead
/// to.
fn forward_result(
    index: &Index,
    conversions: &Conversions<Arc<DtmTable>>,
    number: usize,
    reached: &mut Vec<usize>,
) -> ForwardResult {
    let Some(men) = index.men(number) else {
        return NO_POSITION;
    };
    reached.clear();
    let (mut has_move, mut has_draw) = (false, false);
    let (mut win, mut loss) = (code::DRAW, 0);
    men.for_each_move(|mv| {
        has_move = true;
        if mv.captured.is_none() && mv.promotion.is_none() {
            let after = Men {
                en_passant: mv.gives_en_passant,
                ..men.moved(mv.man, mv.to)
            };
            reached.push(index.number(&after));
            return;
        }
        let after = conversions.code(&men, &mv);
        if code::is_loss(after) {
            let here = code::decided_in(code::plies(after) + 1);
            win = if win == code::DRAW {
                here
            } else {
                win.min(here)
            };
        } else if code::is_win(after) {
            loss = loss.max(code::plies(after) + 1);
        } else {
            has_draw = true;
        }
    });
    if index.may_coincide() {
        reached.sort_unstable();
        reached.dedup();
    }
    // After a stalemate, nothing is won: a draw.
    let code = match (has_move, reached.is_empty()) {
        (false, _) if men.in_check() => code::decided_in(0),
        (true, true) if !has_draw && win == code::DRAW => code::decided_in(loss),
        _ => win,
    };
    let cannot_lose_later = !has_move || has_draw || reached.is_empty();
    ForwardResult {
        code,
        moves: if cannot_lose_later {
            NEVER_LOST
        } else {
            reached.len() as u8
        },
        converted_loss: loss,
    }
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
