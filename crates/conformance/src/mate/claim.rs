//! The claims of mates, as lines of EPD have them: right or wrong?

use std::{ops::ControlFlow, time::Instant};

use plybench_df_pn::{Effort, Limits, Solver, Unsolved, Watch};
use plybench_engine::game::chess::Chess;
use rayon::{
    ThreadPoolBuildError, ThreadPoolBuilder,
    iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator},
};

use super::MOST_MOVES;
use plybench_experiment::run::STACK_BYTES;

/// What is found about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a mate in as many moves. That there is none in fewer is part of it only where that was asked.
    Right,
    /// There is a mate in fewer moves.
    NotShortest,
    /// There is no mate in so many moves.
    Wrong,
    /// It is not decided: why not; none if the claim is of more moves than a search looks ahead.
    Unproven(Option<Unsolved>),
}

impl Verdict {
    /// Its name: `right`, `not the shortest`, `wrong` or `unproven`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::NotShortest => "not the shortest",
            Verdict::Wrong => "wrong",
            Verdict::Unproven(_) => "unproven",
        }
    }
}

/// A claim that was checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checked {
    /// What was found.
    pub verdict: Verdict,
    /// What it took.
    pub effort: Effort,
    /// How long it took.
    pub seconds: f64,
}

/// How claims are checked.
pub struct Checks<'c> {
    /// Whether it is also asked for a mate in one move less.
    pub are_shortest: bool,
    /// The limits of each claim.
    pub limits: Limits,
    /// How many claims are checked at once.
    pub at_once: usize,
    /// Told when the check of a claim began, it may end the check.
    pub watch: &'c (dyn Fn(Instant) -> ControlFlow<()> + Sync),
    /// Called after each claim.
    pub step: &'c (dyn Fn() + Sync),
}

/// Checks claims that the side to move mates in so many moves, or is mated in so many if the number is negative, or now if it is 0.
/// What is found is shown by whole positions, and does not depend on how many are checked at once.
///
/// # Errors
/// If the threads cannot be started.
pub fn check_claims(
    claims: &[(&Chess, i32)],
    checks: &Checks<'_>,
) -> Result<Vec<Checked>, ThreadPoolBuildError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(checks.at_once)
        .stack_size(STACK_BYTES)
        .build()?;
    // One after the other, not in halves: the next one is taken when a thread is free.
    let claims = claims.par_iter().with_max_len(1);
    Ok(pool.install(|| {
        let checked = claims.map(|&(root, moves)| {
            let checked = check_claim(root, moves, checks);
            (checks.step)();
            checked
        });
        checked.collect()
    }))
}

fn check_claim(root: &Chess, moves: i32, checks: &Checks<'_>) -> Checked {
    let began = Instant::now();
    let mut solver = Solver::new(checks.limits);
    let verdict = verdict(root, moves, checks.are_shortest, &mut solver, &mut |_| {
        (checks.watch)(began)
    });
    Checked {
        verdict,
        effort: solver.effort(),
        seconds: began.elapsed().as_secs_f64(),
    }
}

fn verdict(
    root: &Chess,
    moves: i32,
    is_shortest: bool,
    solver: &mut Solver<Chess>,
    watch: &mut Watch<'_>,
) -> Verdict {
    let count = u8::try_from(moves.unsigned_abs()).unwrap_or(u8::MAX);
    if count > MOST_MOVES {
        return Verdict::Unproven(None);
    }
    let plies = 2 * count - u8::from(moves > 0);
    let mut is_mate = |plies| {
        let solved = solver.solve(root, plies, watch);
        solved.map(|solution| solution.is_mate)
    };
    match is_mate(plies) {
        Err(unsolved) => Verdict::Unproven(Some(unsolved)),
        Ok(false) => Verdict::Wrong,
        Ok(true) if !is_shortest || plies < 2 => Verdict::Right,
        Ok(true) => match is_mate(plies - 2) {
            Err(unsolved) => Verdict::Unproven(Some(unsolved)),
            Ok(true) => Verdict::NotShortest,
            Ok(false) => Verdict::Right,
        },
    }
}
