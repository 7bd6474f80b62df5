//! Whether an engine's counts depend on what its process searched before.
//!
//! Many engines keep something in spite of `ucinewgame` and a cleared hash table: Goldfish ignores `ucinewgame` (535, 192, 191 nodes
//! for the same search), and Glaurung 2.2 enters ten of 33,000 nodes less once it has searched.

use std::{
    mem,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use super::{Deadline, Engine, EngineError, ReadyEngine};
use plybench_records::EngineProcess;

/// A middlegame with moves of every kind, called Kiwipete. It shows what Glaurung keeps, which quieter ones do not.
const POSITION: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// From so many nodes on, a search is large enough to fill what an engine may keep.
const ENOUGH_NODES: u64 = 20_000;
/// How long a search may take, if the experiment file does not give it less.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long all searches may take.
const ALL: Duration = Duration::from_secs(20);
/// The last depth, in plies, of an engine whose searches stay small.
const DEEPEST: u8 = 12;

impl Engine {
    /// Searches one depth three times in one process, which has not searched yet, and once in a fresh one, and decides how long a process
    /// serves: as long as that changes no count. An engine that does not forget at `ucinewgame` is examined once more with its button
    /// `Clear Hash`, if it has one. Returns a note for the user if counts differ. An engine that fails here is asked as carefully as
    /// possible without changing how it is asked: its jobs will tell why it fails. If the experiment file decides, nothing is searched.
    pub fn examine(&mut self, ready: ReadyEngine, stop: Option<&AtomicBool>) -> Option<String> {
        self.examine_on(POSITION, DEEPEST, ready, stop)
    }

    /// As [`Engine::examine`], on a position that the program knows, and no deeper than this.
    pub fn examine_on(
        &mut self,
        position: &str,
        deepest: u8,
        mut ready: ReadyEngine,
        stop: Option<&AtomicBool>,
    ) -> Option<String> {
        if self.spec.process.is_some() {
            return None;
        }
        let deepest = deepest.min(DEEPEST);
        let verdict = |engine: &Engine, ready| {
            let counts = engine.counts(position, deepest, ready, stop).ok()?;
            Some(counts.verdict(&engine.spec.called()))
        };
        // The button is not pressed where it is not needed: to clear the table twice takes Stockfish 0.7 ms at each position.
        let has_button = mem::take(&mut self.clears_hash);
        ready.spoken = self.spoken();
        let mut found = verdict(self, Some(ready));
        let forgets = matches!(found, Some((EngineProcess::Kept, _)));
        self.clears_hash = has_button && !forgets;
        if self.clears_hash && found.is_some() {
            found = verdict(self, None);
        }
        let (process, note) = found.unwrap_or((EngineProcess::Position, None));
        self.record.process = process;
        note
    }

    /// The counts of one search; the first are those of a process that is ready, if there is one.
    fn counts(
        &self,
        position: &str,
        deepest: u8,
        ready: Option<ReadyEngine>,
        stop: Option<&AtomicBool>,
    ) -> Result<Counts, EngineError> {
        let all = Deadline {
            stop,
            ..Deadline::of(ALL)
        };
        let start = || self.start(&within(all, self.spec.start_timeout));
        let examined = |engine| Examined {
            position,
            engine,
            timeout: TIMEOUT.min(self.spec.timeout),
            all,
        };
        let mut engine = examined(ready.map_or_else(start, Ok)?);
        let (mut depth, mut first) = (1, engine.count(1)?);
        while first < ENOUGH_NODES && depth < deepest {
            depth += 1;
            first = engine.count(depth)?;
        }
        let in_one = [first, engine.count(depth)?, engine.count(depth)?];
        drop(engine);
        let fresh = examined(start()?).count(depth)?;
        let again = match in_one == [fresh; 3] {
            true => fresh,
            false => examined(start()?).count(depth)?,
        };
        Ok(Counts {
            depth,
            in_one,
            fresh: [fresh, again],
        })
    }
}

/// A deadline after this time from now, or that of all if it is earlier.
fn within(all: Deadline<'_>, time: Duration) -> Deadline<'_> {
    Deadline {
        until: all.until.min(Instant::now() + time),
        ..all
    }
}

struct Examined<'s> {
    position: &'s str,
    engine: ReadyEngine,
    timeout: Duration,
    all: Deadline<'s>,
}

impl Examined<'_> {
    fn count(&mut self, depth: u8) -> Result<u64, EngineError> {
        let deadline = within(self.all, self.timeout);
        let answer = self.engine.search(self.position, depth, None, &deadline)?;
        Ok(answer.nodes)
    }
}

/// Node counts of one search.
struct Counts {
    depth: u8,
    /// In one process: after all smaller depths, and then twice again.
    in_one: [u64; 3],
    /// In fresh processes.
    fresh: [u64; 2],
}

impl Counts {
    fn verdict(&self, called: &str) -> (EngineProcess, Option<String>) {
        let Counts {
            depth,
            in_one: [first, second, third],
            fresh: [fresh, again],
        } = *self;
        if self.in_one == [fresh; 3] {
            return (EngineProcess::Kept, None);
        }
        // Whether the smaller depths, which come before this one at every position, change its count.
        let (process, each) = match first == fresh {
            true => (EngineProcess::Position, "position"),
            false => (EngineProcess::Depth, "depth of each position"),
        };
        let note = match fresh == again {
            true => format!(
                "{called} does not forget what it searched: {first}, {second} and {third} nodes at depth {depth} in one process, {fresh} \
                 in a fresh one; each {each} gets a process of its own"
            ),
            false => format!(
                "{called} is not repeatable: {fresh} and {again} nodes at depth {depth} in two fresh processes; each {each} gets a \
                 process of its own, but its records will differ from run to run"
            ),
        };
        (process, Some(note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_serves_as_long_as_that_changes_no_count() {
        let verdict = |in_one, fresh| {
            let counts = Counts {
                depth: 4,
                in_one,
                fresh,
            };
            counts.verdict("engine \"x\"")
        };
        assert_eq!(verdict([9; 3], [9; 2]), (EngineProcess::Kept, None));
        for (in_one, fresh, process, says) in [
            (
                [9, 8, 8],
                [9; 2],
                EngineProcess::Position,
                "each position gets",
            ),
            (
                [8, 8, 8],
                [9; 2],
                EngineProcess::Depth,
                "each depth of each position",
            ),
            (
                [9, 9, 8],
                [9; 2],
                EngineProcess::Position,
                "9, 9 and 8 nodes at depth 4",
            ),
            (
                [8, 8, 8],
                [9, 7],
                EngineProcess::Depth,
                "not repeatable: 9 and 7 nodes",
            ),
        ] {
            let (found, note) = verdict(in_one, fresh);
            assert_eq!(found, process);
            assert!(
                note.as_ref().is_some_and(|note| note.contains(says)),
                "{note:?}"
            );
        }
    }
}
