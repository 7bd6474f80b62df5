//! Retrograde analysis (Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9 (3), 1986).
//!
//! First every position is looked at once, forward: mates are decided, captures and promotions ask the
//! tables that they lead to, and the other moves are counted. Then, ply by ply, each position that is
//! decided is taken back: whoever can move to a lost position wins, and whoever has no move left that
//! does not lose is lost. What is never reached is drawn.
//!
//! Both passes run on all cores, and the table is the same for any number of them: within a ply, all who
//! decide a position decide it alike, a count of moves runs out once, whoever counts first, and what is
//! decided is taken back in a later ply.

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
    table::{Conversions, Table, code},
};

/// A count of moves that never runs out: some move does not lose.
const NEVER_LOST: u8 = 255;

/// What the forward look says of a position.
#[derive(Clone, Copy)]
struct Outlook {
    code: u8,
    /// Numbers that its moves lead to within the table and that are not yet known to lose.
    moves: u8,
    /// The longest loss among its conversions, in plies from here.
    converted_loss: u8,
}

const NOTHING: Outlook = Outlook {
    code: code::NONE,
    moves: NEVER_LOST,
    converted_loss: 0,
};

/// What is known of all numbers so far.
struct Known {
    codes: Vec<AtomicU8>,
    /// As in [`Outlook`], and counted down.
    moves: Vec<AtomicU8>,
    /// As in [`Outlook`].
    converted_losses: Vec<AtomicU8>,
}

impl Known {
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

/// Builds a table; `table` is asked for those that captures and promotions lead to. `progress` hears the
/// share done, from 0 to 1.
///
/// # Errors
/// The first error of `table`.
pub(crate) fn build<E>(
    material: &Material,
    table: impl FnMut(&Material) -> Result<Arc<Table>, E>,
    progress: impl FnMut(f32) + Send,
) -> Result<Table, E> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    build_on(threads, material, table, progress)
}

/// [`build`] on so many threads.
fn build_on<E>(
    threads: usize,
    material: &Material,
    table: impl FnMut(&Material) -> Result<Arc<Table>, E>,
    mut progress: impl FnMut(f32) + Send,
) -> Result<Table, E> {
    let index = Index::new(material);
    let conversions = Conversions::of(material, table)?;
    let known = look_forward(threads, &index, &conversions);
    let latest = AtomicU8::new(known.latest());
    let take_back = |plies: usize, part| {
        let given = take_back(&index, &known, plies as u8, part);
        latest.fetch_max(given, Relaxed);
    };
    let mut next = 0;
    let goes_on = |plies: usize| {
        let latest = latest.load(Relaxed);
        let goes_on = code::decided_in(plies as u8) <= latest;
        if plies == next {
            // Asked for the first time.
            next += 1;
            progress(if goes_on {
                0.5 + 0.5 * plies as f32 / f32::from(latest)
            } else {
                1.0
            });
        }
        goes_on
    };
    in_rounds(threads, index.len(), take_back, goes_on);
    let codes = known.codes.into_iter().map(AtomicU8::into_inner);
    Ok(Table {
        material: material.clone(),
        index,
        codes: codes.collect(),
    })
}

/// Takes back those of a part's positions that are decided in so many plies. Returns the largest code
/// that an origin was given.
fn take_back(index: &Index, known: &Known, plies: u8, part: Range<usize>) -> u8 {
    let mut origins = Vec::with_capacity(64);
    let mut latest = 0;
    for (number, code) in part.clone().zip(&known.codes[part]) {
        if code.load(Relaxed) != code::decided_in(plies) {
            continue;
        }
        let Some(men) = index.men(number) else {
            continue;
        };
        gather_origins(index, &men, known, &mut origins);
        for &origin in &origins {
            let present = known.code(origin);
            let decided = if plies.is_multiple_of(2) {
                // The mover has a move to a lost position.
                code::decided_in(plies + 1)
            } else {
                // One more move loses; a longer loss by conversion may be left.
                let moves = &known.moves[origin];
                if present != code::DRAW || moves.load(Relaxed) == NEVER_LOST {
                    continue;
                }
                if moves.fetch_sub(1, Relaxed) > 1 {
                    continue;
                }
                let converted_loss = known.converted_losses[origin].load(Relaxed);
                code::decided_in((plies + 1).max(converted_loss))
            };
            if present == code::DRAW || decided < present {
                known.codes[origin].store(decided, Relaxed);
                latest = latest.max(decided);
            }
        }
    }
    latest
}

/// The numbers of the legal positions that moves to this one come from, each once.
fn gather_origins(index: &Index, men: &Men<'_>, known: &Known, origins: &mut Vec<usize>) {
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
    origins.retain(|&number| known.code(number) != code::NONE);
    if index.may_coincide() {
        origins.sort_unstable();
        origins.dedup();
    }
}

/// Looks at every position once.
fn look_forward(threads: usize, index: &Index, conversions: &Conversions<Arc<Table>>) -> Known {
    let zeros = || (0..index.len()).map(|_| AtomicU8::new(0)).collect();
    let known = Known {
        codes: zeros(),
        moves: zeros(),
        converted_losses: zeros(),
    };
    let look = |_, part| {
        let mut reached = Vec::with_capacity(64);
        for number in part {
            let outlook = outlook(index, conversions, number, &mut reached);
            known.codes[number].store(outlook.code, Relaxed);
            known.moves[number].store(outlook.moves, Relaxed);
            known.converted_losses[number].store(outlook.converted_loss, Relaxed);
        }
    };
    in_rounds(threads, index.len(), look, |round| round == 0);
    known
}

fn outlook(
    index: &Index,
    conversions: &Conversions<Arc<Table>>,
    number: usize,
    reached: &mut Vec<usize>,
) -> Outlook {
    let Some(men) = index.men(number) else {
        return NOTHING;
    };
    reached.clear();
    let (mut any, mut held) = (false, false);
    let (mut win, mut loss) = (code::DRAW, 0);
    men.for_each_move(|mv| {
        any = true;
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
            held = true;
        }
    });
    if index.may_coincide() {
        reached.sort_unstable();
        reached.dedup();
    }
    let code = match (any, reached.is_empty()) {
        (false, _) if men.in_check() => code::decided_in(0),
        (false, _) => code::DRAW,
        (true, true) if !held && win == code::DRAW => code::decided_in(loss),
        _ => win,
    };
    let is_settled = !any || held || reached.is_empty();
    Outlook {
        code,
        moves: if is_settled {
            NEVER_LOST
        } else {
            reached.len() as u8
        },
        converted_loss: loss,
    }
}

/// The materials that captures and promotions lead to, each once.
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
