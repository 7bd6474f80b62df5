//! Retrograde analysis (Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9 (3), 1986).
//!
//! First every position is looked at once, forward: mates are decided, captures and promotions ask the
//! tables that they lead to, and the other moves are counted. Then, ply by ply, each position that is
//! decided is taken back: whoever can move to a lost position wins, and whoever has no move left that
//! does not lose is lost. What is never reached is drawn.

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use crate::{
    index::Index,
    material::Material,
    men::Men,
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

/// Builds a table; `table` is asked for those that captures and promotions lead to. `progress` hears the
/// share done, from 0 to 1.
///
/// # Errors
/// The first error of `table`.
pub(crate) fn build<E>(
    material: &Material,
    table: impl FnMut(&Material) -> Result<Arc<Table>, E>,
    mut progress: impl FnMut(f32),
) -> Result<Table, E> {
    let index = Index::new(material);
    let conversions = Conversions::of(material, table)?;
    let (mut codes, mut moves, losses) = look_forward(&index, &conversions);
    progress(0.5);

    let mut origins = Vec::with_capacity(64);
    let mut plies = 0;
    let mut latest = codes
        .iter()
        .copied()
        .filter(|&code| code != code::NONE)
        .max()
        .unwrap_or(0);
    while code::decided_in(plies) <= latest {
        for number in 0..codes.len() {
            if codes[number] != code::decided_in(plies) {
                continue;
            }
            let Some(men) = index.men(number) else {
                continue;
            };
            gather_origins(&index, &men, &codes, &mut origins);
            for &origin in &origins {
                let known = codes[origin];
                let decided = if plies % 2 == 0 {
                    // The mover has a move to a lost position.
                    code::decided_in(plies + 1)
                } else {
                    // One more move loses; a longer loss by conversion may be left.
                    if known != code::DRAW || moves[origin] == NEVER_LOST {
                        continue;
                    }
                    moves[origin] -= 1;
                    if moves[origin] > 0 {
                        continue;
                    }
                    code::decided_in((plies + 1).max(losses[origin]))
                };
                if known == code::DRAW || decided < known {
                    codes[origin] = decided;
                    latest = latest.max(decided);
                }
            }
        }
        plies += 1;
        progress(0.5 + 0.5 * f32::from(plies) / f32::from(plies.max(latest)));
    }
    let material = material.clone();
    Ok(Table {
        material,
        index,
        codes,
    })
}

/// The numbers of the legal positions that moves to this one come from, each once.
fn gather_origins(index: &Index, men: &Men<'_>, codes: &[u8], origins: &mut Vec<usize>) {
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
    origins.retain(|&number| codes[number] != code::NONE);
    if index.may_coincide() {
        origins.sort_unstable();
        origins.dedup();
    }
}

/// Looks at every position once, on all cores.
fn look_forward(
    index: &Index,
    conversions: &Conversions<Arc<Table>>,
) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let numbers = index.len();
    let mut codes = vec![code::NONE; numbers];
    let mut moves = vec![NEVER_LOST; numbers];
    let mut losses = vec![0; numbers];
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let chunk = numbers.div_ceil(threads);
    let parts = codes
        .chunks_mut(chunk)
        .zip(moves.chunks_mut(chunk))
        .zip(losses.chunks_mut(chunk))
        .enumerate();
    let parts = Mutex::new(parts);
    let take = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut reached = Vec::with_capacity(64);
        while let Some((part, ((codes, moves), losses))) = take() {
            for at in 0..codes.len() {
                let outlook = outlook(index, conversions, part * chunk + at, &mut reached);
                (codes[at], moves[at], losses[at]) =
                    (outlook.code, outlook.moves, outlook.converted_loss);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system gives no more threads, those that there are do it all.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    (codes, moves, losses)
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
