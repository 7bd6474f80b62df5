//! The answer by proof numbers, printed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use plybench_df_pn::{Effort, Solver};
use serde_json::json;

use super::{
    super::{
        failure::Failure,
        message, output,
        proof::{told, write_certificate},
        write::NamedFile,
    },
    Arguments,
};
use plybench_conformance::mate::{
    Break, Keys, Problem, Proof, Rule, Tried, breaks_in_play, keys, prove,
};
use plybench_figures::board as boards;
use plybench_text::plural::{count, large_count};

/// How many duals are printed without JSON.
const SHOWN_DUALS: usize = 10;

/// What was found, besides the proof.
struct Found {
    tried: Vec<Tried>,
    effort: Effort,
    keys: Option<Keys>,
    /// Where the rules of play break the mate, if that was asked.
    in_play: Option<Option<Break>>,
}

pub(super) fn solve(problem: &Problem, arguments: &Arguments) -> Result<(), Failure> {
    let limits = arguments.limits(1)?;
    let certificate = NamedFile::optional(&arguments.certificate, "--certificate", "certificate")?;
    let expansions = Arc::new(AtomicU64::new(0));
    let (told, watch) = (told(&expansions), arguments.watch());
    let began = Instant::now();
    let mut watch = |effort: Effort| {
        expansions.store(effort.expansions, Ordering::Relaxed);
        watch(began)
    };
    // The exit code tells the answer even if it cannot be printed.
    let mut printed = board(problem, arguments);
    let mut solver = Solver::new(limits);
    // A key is the first move of a shortest mate.
    let is_shortest = arguments.shortest || arguments.all;
    let mut tried: Vec<Tried> = Vec::new();
    let proof = prove(problem, &mut solver, is_shortest, &mut watch, |one| {
        if is_shortest && !arguments.json && printed.is_ok() {
            let expansions = one.effort.expansions;
            let is_first = tried.is_empty();
            printed = output::result(line(
                is_first,
                "expansions",
                one.moves,
                expansions,
                one.is_mate,
            ));
        }
        tried.push(one);
    });
    let proof = proof.map_err(|why| arguments.unsolved(why))?;
    let keys = match (arguments.all, proof.solution.is_mate) {
        (true, true) => keys(problem, proof.moves, &mut solver, &mut watch).map(Some),
        (true, false) => Ok(Some(Keys::default())),
        (false, _) => Ok(None),
    };
    let keys = keys.map_err(|why| arguments.unsolved(why))?;
    let (seconds, effort) = (began.elapsed().as_secs_f64(), solver.effort());
    drop(told);
    let in_play = arguments.as_in_play.then(|| match proof.solution.is_mate {
        true => breaks_in_play(problem, &proof.solution),
        false => None,
    });
    if let Some(named) = certificate {
        let root = problem.root();
        write_certificate(&proof.solution, root, &root.fen(), named)?;
    }
    let words = words(problem, &proof);
    let found = Found {
        tried,
        effort,
        keys,
        in_play,
    };
    let printed = printed.and_then(|()| match arguments.json {
        true => output::json(&as_json(problem, &proof, &found, seconds)),
        false => output::result(text(problem, &proof, &found, &words)),
    });
    if !arguments.json {
        message::line(format_args!("{seconds:.2} s"));
    }
    if !proof.solution.is_mate {
        return Err(Failure::found(words));
    }
    if let Some(Some(broken)) = &found.in_play {
        return Err(Failure::found(format_args!(
            "{words}, but not in play: {}",
            rule(broken)
        )));
    }
    printed
}

/// Draws the board, if that is asked.
pub(super) fn board(problem: &Problem, arguments: &Arguments) -> Result<(), Failure> {
    match arguments.board {
        true => output::result(boards::text(problem.root().board())),
        false => Ok(()),
    }
}

/// The answer for one number of moves, below a heading if it is the first.
pub(super) fn line(is_first: bool, unit: &str, moves: u8, count: u64, is_mate: bool) -> String {
    let heading = match is_first {
        true => format!("moves  {unit:>10}  mate\n"),
        false => String::new(),
    };
    let is_mate = if is_mate { "yes" } else { "no" };
    format!("{heading}{moves:>5}  {count:>10}  {is_mate}\n")
}

fn words(problem: &Problem, proof: &Proof) -> String {
    let moves = proof.mate().unwrap_or(proof.moves);
    // None is shorter than a mate in 1.
    let is_exact = proof.is_shortest || moves == 1;
    let how_many = if is_exact { "" } else { "at most " };
    problem.in_words(proof.solution.is_mate, how_many, moves)
}

/// The names of the moves of the mate's longest line.
fn pv(problem: &Problem, proof: &Proof) -> Vec<String> {
    problem.names(&proof.solution.line())
}

fn text(problem: &Problem, proof: &Proof, found: &Found, words: &str) -> String {
    let pv = pv(problem, proof);
    let colon = if pv.is_empty() { "" } else { ": " };
    let kind = if proof.solution.is_mate {
        "proof"
    } else {
        "refutation"
    };
    let mut text = format!(
        "{words}{colon}{}\n{kind} of {}, {}\n",
        pv.join(" "),
        large_count(proof.solution.positions() as u64, "position"),
        large_count(found.effort.expansions, "expansion")
    );
    if let Some(Keys { keys, duals }) = found.keys.as_ref().filter(|_| proof.solution.is_mate) {
        let dual_count = count(duals.len() as u64, "dual");
        text += &format!(
            "{}: {}\n{dual_count}\n",
            count(keys.len() as u64, "key"),
            keys.join(", ")
        );
        for dual in duals.iter().take(SHOWN_DUALS) {
            text += &format!("  {}: {}\n", dual.line.join(" "), dual.moves.join(", "));
        }
        if duals.len() > SHOWN_DUALS {
            text += &format!("  and {} more; --json has all\n", duals.len() - SHOWN_DUALS);
        }
    }
    match &found.in_play {
        Some(None) if proof.solution.is_mate => {
            text += "as in play: no line is drawn before the mate\n";
        }
        Some(Some(broken)) => {
            text += &format!(
                "as in play: {} after {}\n",
                rule(broken),
                broken.line.join(" ")
            );
        }
        _ => {}
    }
    text
}

fn rule(broken: &Break) -> &'static str {
    match broken.rule {
        Rule::Repetition => "a draw by repetition",
        Rule::FiftyMoves => "a draw by the 50-move rule",
    }
}

fn as_json(problem: &Problem, proof: &Proof, found: &Found, seconds: f64) -> serde_json::Value {
    let pv = pv(problem, proof);
    let steps = found.tried.iter().map(|one| {
        json!({ "moves": one.moves, "expansions": one.effort.expansions, "mate": one.is_mate })
    });
    let mut result = json!({
        "mate": proof.solution.is_mate,
        "at_most": problem.moves(),
        "moves": proof.mate(),
        "plies": proof.solution.is_mate.then_some(pv.len()),
        "shortest": proof.solution.is_mate.then_some(proof.is_shortest),
        "expansions": found.effort.expansions,
        "created": found.effort.created,
        "look_ups": found.effort.look_ups,
        "positions": proof.solution.positions(),
        "best_move": pv.first(),
        "pv": pv,
        "steps": steps.collect::<Vec<_>>(),
        "seconds": seconds,
    });
    if let Some(Keys { keys, duals }) = &found.keys {
        let duals = duals
            .iter()
            .map(|dual| json!({ "line": dual.line, "moves": dual.moves }));
        result["keys"] = json!(keys);
        result["duals"] = duals.collect();
    }
    if let Some(in_play) = &found.in_play {
        result["in_play"] = match in_play {
            None => json!({ "mate": proof.solution.is_mate }),
            Some(broken) => json!({ "mate": false, "drawn_by": match broken.rule {
                Rule::Repetition => "repetition",
                Rule::FiftyMoves => "fifty-moves",
            }, "after": broken.line }),
        };
    }
    result
}
