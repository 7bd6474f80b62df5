//! Recording a search while the checker reads the recording.

use std::{
    io::{self, BufReader},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use plybench_checker::{
    check::{Checked, Refused, check_with},
    trace::{Header, Iterated, Observed, Reader, Summary},
};
use plybench_engine::{
    game::{Solved, chess::Chess},
    score::Score,
    search::{Limits, Search, SearchOptions},
    techniques::Added,
};

use crate::heuristics::heuristics;
use plybench_experiment::searcher::{Counted, Root};
use plybench_records::registered::RegisteredTechnique;

use super::{
    TestedSearch,
    rules::{self, HasRules, Rules},
};

/// The stack of the checker, which goes as deep as the search: 255 plies and more.
const STACK: usize = 16 << 20;

/// A search whose every step is checked. The search and the checker run side by side, so that the recording takes no memory, however
/// long it is.
pub struct CheckedSearch<'s> {
    /// How it searches. Its altered technique is for chess; in another game it plays no part.
    pub search: &'s TestedSearch,
    /// The settings that it should have.
    pub options: &'s SearchOptions,
    /// The depth of the last iteration, in plies.
    pub depth: u8,
    /// The most nodes that it may enter.
    pub nodes: Option<u64>,
}

impl CheckedSearch<'_> {
    /// Checks a search of a root. The search that commands use has to return the same without being recorded.
    ///
    /// Where the game knows the root without a search, what the search returned has to agree.
    ///
    /// # Errors
    /// The first step that is wrong, a result that the game contradicts, or the system's error.
    pub fn of(&self, root: &Root) -> Result<Checked, Refused> {
        match root {
            Root::Chess(root) => self.of_chess(root, &[]),
            Root::Game(game) => self.of_chess(game.position(), &game.past()),
            Root::Other(root) => {
                let registered = self.search.registered.iter();
                let registered: Vec<_> = registered.map(RegisteredTechnique::within).collect();
                let checked = self.check(root, &[], &registered)?;
                if let Some(solved) = root.solve() {
                    self.compare(&checked, solved, root.height())?;
                }
                Ok(checked)
            }
        }
    }

    /// Compares what each iteration returned with what the game knows of the root. A search that is as deep as the game is long has the
    /// value of the game, unless heuristics or contempt change it.
    fn compare(
        &self,
        checked: &Checked,
        solved: Solved,
        height: Option<u8>,
    ) -> Result<(), Refused> {
        let is_exact = heuristics(self.options, &self.search.registered).is_empty()
            && self.options.draws.contempt == 0;
        for &Iterated { depth, value, .. } in &checked.summary.iterations {
            let score = i16::try_from(value).ok().and_then(Score::from_raw);
            let is_complete = is_exact && height.is_some_and(|height| depth >= height);
            if let Some(score) = score.filter(|&score| !solved.allows(score, is_complete)) {
                return Err(Refused::Solved {
                    depth,
                    found: score.to_string(),
                    known: solved.to_string(),
                });
            }
        }
        Ok(())
    }

    /// The same for a chess position, after the positions of a game with these keys.
    fn of_chess(&self, root: &Chess, past: &[u64]) -> Result<Checked, Refused> {
        self.check(root, past, &self.search.added())
    }

    fn check<G: Observed + HasRules + Counted + Sync>(
        &self,
        root: &G,
        past: &[u64],
        added: &[Added<'_, G>],
    ) -> Result<Checked, Refused> {
        let checked = self.check_steps(root, past, added)?;
        let (depth, limits) = (
            self.depth,
            Limits {
                nodes: self.nodes,
                stop: None,
            },
        );
        if self.search.is_specialised() {
            let unrecorded = Search::new(root, self.options).after(past);
            let unrecorded = unrecorded.limited(limits);
            checked.compare_with(&Summary::of_search::<G>(|counters, report| {
                let search = unrecorded.observed_by(counters);
                G::to_depth(search, depth, &mut |iteration, _| report(iteration))
            }))?;
        } else if !self.search.registered.is_empty() {
            let unrecorded = self.search.dynamic(root, self.options, added).after(past);
            let unrecorded = unrecorded.limited(limits);
            checked.compare_with(&Summary::of_search::<G>(|counters, report| {
                let search = unrecorded.observed_by(counters);
                G::dynamic_to_depth(search, depth, &mut |iteration, _| report(iteration))
            }))?;
        }
        Ok(checked)
    }

    fn check_steps<G: Observed + HasRules + Sync>(
        &self,
        root: &G,
        past: &[u64],
        added: &[Added<'_, G>],
    ) -> Result<Checked, Refused> {
        // What is added takes the place of the sound technique, and has to follow its rule.
        let registered = &self.search.registered;
        let sound = self.search.stands_for.filter(|_| !added.is_empty());
        let mut intended = *self.options;
        intended.techniques =
            sound.map_or(intended.techniques, |sound| intended.techniques.and(sound));
        let place = sound.and_then(|sound| Some(sound.on::<G>().first()?.0.place()));
        let settings = serde_json::to_value(intended);
        let settings = settings.map_err(|error| Refused::Settings(error.to_string()))?;
        let header = Header::new(root, past, settings, self.depth, self.nodes);
        let header = header.with_own(rules::in_header(registered));
        let rules = Rules::of(registered);
        let search = self.search.dynamic(root, self.options, added).after(past);
        let (read, mut write) = io::pipe().map_err(|error| Refused::Trace(error.into()))?;
        // After a step that is wrong, the search need not go on.
        let is_decided = AtomicBool::new(false);
        thread::scope(|scope| {
            let read = || {
                let _decided = SetAtEnd(&is_decided);
                let trace = Reader::new(BufReader::with_capacity(1 << 16, read))?;
                check_with(root, past, trace, &rules.within())
            };
            let checker = thread::Builder::new().stack_size(STACK);
            let checked = checker.spawn_scoped(scope, read);
            let checked = checked.map_err(|error| Refused::Trace(error.into()))?;
            // An error here is the checker's, which stops reading at the first wrong step, or shows there as a trace that ends early.
            let _ = header.record(search, place, Some(&is_decided), &mut write);
            // The checker waits for the end of the pipe.
            drop(write);
            checked
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// Sets a flag when it goes out of scope, however that happens.
struct SetAtEnd<'f>(&'f AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use plybench_engine::{
        eval::Evaluation,
        game::{
            Game, MoveKind, Solved,
            named::{AnyPosition, NamedGame},
        },
        variants,
    };

    use super::*;

    /// A heap from which the players take one or two stones; who takes the last one wins. The game says that it knows the end.
    #[derive(Clone)]
    struct Heap {
        stones: u8,
        /// Whether nobody wins.
        is_drawn: bool,
        known: Solved,
    }

    impl Game for Heap {
        type Move = u16;

        fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u16)) {
            let most = u16::from(self.stones.min(2));
            (1..=most).filter(|_| kind == MoveKind::All).for_each(visit);
        }

        fn play(&self, taken: u16) -> Self {
            Heap {
                stones: self.stones - taken as u8,
                ..*self
            }
        }

        fn in_check(&self) -> bool {
            self.stones == 0 && !self.is_drawn
        }

        fn key(&self) -> u64 {
            self.stones.into()
        }

        fn evaluate(&self, _: Evaluation) -> i32 {
            0
        }
    }

    impl NamedGame for Heap {
        const NAME: &'static str = "heap";
        const FORMAT: &'static str = "";
        const ABOUT: &'static str = "";

        fn read(_: &str) -> Result<Self, String> {
            Err(String::new())
        }

        fn text(&self) -> String {
            self.stones.to_string()
        }

        fn height(&self) -> Option<u8> {
            Some(self.stones + 1)
        }

        fn solve(&self) -> Option<Solved> {
            Some(self.known)
        }
    }

    fn checked(heap: Heap, depth: u8, options: &SearchOptions) -> Result<Checked, Refused> {
        let search = CheckedSearch {
            search: &TestedSearch::SOUND,
            options,
            depth,
            nodes: None,
        };
        search.of(&Root::Other(AnyPosition::of(heap)))
    }

    #[test]
    fn contempt_is_no_contradiction() {
        let drawn = |known| Heap {
            stones: 4,
            is_drawn: true,
            known,
        };
        let mut options = variants::PLAIN.options;
        checked(drawn(Solved::DRAW), 6, &options).unwrap();
        checked(drawn(Solved::Points(7)), 6, &options).unwrap_err();
        options.draws.contempt = 7;
        checked(drawn(Solved::DRAW), 6, &options).unwrap();
    }

    #[test]
    fn results_that_the_game_contradicts_are_found() {
        let check = |stones, depth, known| {
            let heap = Heap {
                stones,
                is_drawn: false,
                known,
            };
            checked(heap, depth, &variants::PLAIN.options)
        };
        // With four stones, take one, and then leave three again.
        for known in [Solved::Win(None), Solved::Win(Some(3))] {
            check(4, 6, known).unwrap();
        }
        for known in [Solved::Win(Some(5)), Solved::Loss(None), Solved::DRAW] {
            let refused = check(4, 6, known).unwrap_err();
            assert!(
                matches!(refused, Refused::Solved { depth: 4, .. }),
                "{refused}"
            );
        }
        check(3, 4, Solved::Loss(Some(2))).unwrap();
        // No mate is seen in a shallow search; only a search of the whole game has to find one.
        check(6, 2, Solved::Win(None)).unwrap();
        let refused = check(6, 7, Solved::Win(None)).unwrap_err();
        let words = "the search returns -M2, but the game's own answer is: win";
        assert!(refused.to_string().ends_with(words), "{refused}");
    }
}
