//! Recording a search while the checker reads the recording.

use std::{
    io::{self, BufReader},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use plybench_checker::{
    check::{Checked, Refused, check_with},
    trace::{Header, Observed, Reader, Summary},
};
use plybench_engine::{
    game::chess::Chess,
    search::{Limits, Search, SearchOptions},
    techniques::Added,
};

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
    /// # Errors
    /// The first step that is wrong, or the system's error.
    pub fn of(&self, root: &Root) -> Result<Checked, Refused> {
        match root {
            Root::Chess(root) => self.of_chess(root, &[]),
            Root::Game(game) => self.of_chess(game.position(), &game.past()),
            Root::Other(root) => {
                let registered = self.search.registered.iter();
                let registered: Vec<_> = registered.map(RegisteredTechnique::within).collect();
                self.check(root, &[], &registered)
            }
        }
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
