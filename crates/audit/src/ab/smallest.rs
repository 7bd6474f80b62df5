//! The smallest case in which two engines differ, asked again by hand.

use std::{sync::atomic::AtomicBool, time::Duration};

use plybench_analysis::comparison::Comparison;
use plybench_experiment::uci::{Deadline, Engine, EngineError};
use plybench_records::ScoreRecord;

/// How long an answer may take that the comparison has had before.
const AGAIN: Duration = Duration::from_secs(10);

/// What one of two engines answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// Its nodes.
    pub nodes: u64,
    /// Its value of the root.
    pub score: ScoreRecord,
    /// The move that it plays.
    pub best_move: String,
}

/// The smallest case in which two engines differ: of the fewest men, the shallowest, and of these the one with the fewest nodes of A.
#[derive(Clone, Debug, PartialEq)]
pub struct Smallest {
    /// The position, in FEN.
    pub fen: String,
    /// The depth, in plies.
    pub depth: u8,
    /// What A and B answer.
    pub answers: [Answered; 2],
    /// What they answer to the same depth alone, each in a fresh process; none if it was not asked again.
    pub again: Option<[Answered; 2]>,
}

impl Smallest {
    /// The smallest difference of a comparison; none if there is none.
    #[must_use]
    pub fn of(comparison: &Comparison<'_>) -> Option<Self> {
        let (pair, at) = comparison.smallest_difference()?;
        let answered = |found: &plybench_analysis::outcomes::Found| Answered {
            nodes: found.nodes,
            score: found.score,
            best_move: found.best_move.as_deref().unwrap_or("no move").to_owned(),
        };
        Some(Smallest {
            fen: pair.position.fen.clone(),
            depth: at.depth as u8,
            answers: [at.a, at.b].map(answered),
            again: None,
        })
    }

    /// Asks both again, each in a fresh process.
    ///
    /// # Errors
    /// If one of them does not answer, or if the stop flag was set meanwhile.
    pub fn ask_again(
        &mut self,
        engines: [&Engine; 2],
        stop: &AtomicBool,
    ) -> Result<(), EngineError> {
        let within = |time| Deadline {
            stop: Some(stop),
            ..Deadline::of(time)
        };
        let ask = |engine: &Engine| -> Result<Answered, EngineError> {
            let mut process = engine.start(&within(engine.spec.start_timeout))?;
            let answer = process.search(&self.fen, self.depth, None, &within(AGAIN))?;
            Ok(Answered {
                nodes: answer.nodes,
                score: answer.score,
                best_move: answer.best_move,
            })
        };
        let [a, b] = engines;
        self.again = Some([ask(a)?, ask(b)?]);
        Ok(())
    }

    /// The answers that a user gets who types the lines.
    #[must_use]
    pub fn shown(&self) -> &[Answered; 2] {
        self.again.as_ref().unwrap_or(&self.answers)
    }

    /// Whether both answer the same when they are asked again: then at least one of them is not repeatable, or reports other nodes on the
    /// way than in the end.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.again.as_ref().is_some_and(|[a, b]| a == b)
    }

    /// The lines that show it by hand.
    #[must_use]
    pub fn lines(&self) -> [String; 3] {
        [
            "ucinewgame".to_owned(),
            format!("position fen {}", self.fen),
            format!("go depth {}", self.depth),
        ]
    }
}
