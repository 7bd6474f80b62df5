//! Recording a search while the checker reads the recording.

use std::{
    io::{self, BufReader},
    ops::ControlFlow,
    thread,
};

use plybench_checker::{
    check::{Checked, Refused, check},
    game::Recorded,
    trace::{Header, Iterated, Reader, Recorder},
};
use plybench_engine::{
    game::chess::Chess,
    search::{Configuration, Conventions, Limits, Search, SearchOptions, With},
    techniques::{BuiltIn, Technique, Techniques},
};

/// The stack of the checker, which goes as deep as the search: 255 plies and more.
const STACK: usize = 16 << 20;

/// Records a search to a depth, and at most a number of nodes, and checks every step of it.
///
/// The search and the checker run side by side, so that the recording takes no memory, however long it is.
///
/// # Errors
/// The first step that is wrong, or the system's error.
pub fn check_recorded<G: Recorded + Sync>(
    root: &G,
    options: &SearchOptions,
    conventions: &dyn Conventions,
    extent: (u8, Option<u64>),
) -> Result<Checked, Refused> {
    let search = Search::configured(root, With::options::<G>(*options, conventions));
    recorded(root, search, (options, None), extent)
}

/// The same for a search of chess with an altered copy of a technique, against the rule of the sound one.
///
/// # Errors
/// The first step that is wrong, or the system's error.
pub(super) fn check_altered(
    root: &Chess,
    options: &SearchOptions,
    (altered, sound): (&dyn Technique<Chess>, BuiltIn),
    conventions: &dyn Conventions,
    extent: (u8, Option<u64>),
) -> Result<Checked, Refused> {
    let intended = SearchOptions {
        techniques: options.techniques.and(sound),
        ..*options
    };
    let place = sound.on::<Chess>().first().map(|(id, _)| id.place());
    let altered = [altered];
    let search = Search::configured(root, With::options::<Chess>(*options, conventions));
    recorded(root, search.with_all(&altered), (&intended, place), extent)
}

fn recorded<G: Recorded + Sync, C: Configuration, T: Techniques<G>>(
    root: &G,
    search: Search<'_, G, C, T>,
    (options, stands_for): (&SearchOptions, Option<usize>),
    (depth, nodes): (u8, Option<u64>),
) -> Result<Checked, Refused> {
    let (read, write) = io::pipe().map_err(|error| Refused::Trace(error.into()))?;
    let settings = serde_json::to_value(options).unwrap_or_default();
    let header = Header::new(root.root_text(), settings, depth, nodes);
    thread::scope(|scope| {
        let read = || check(root, Reader::new(BufReader::with_capacity(1 << 16, read))?);
        let checker = thread::Builder::new().stack_size(STACK);
        let checked = checker.spawn_scoped(scope, read);
        let checked = checked.map_err(|error| Refused::Trace(error.into()))?;
        let mut recorder = Recorder::new(write, &header);
        if let Some(place) = stands_for {
            recorder = recorder.standing_for(place);
        }
        let mut iterations = Vec::new();
        let outcome = search
            .limited(Limits { nodes, stop: None })
            .observed_by(&mut recorder)
            .to_depth(depth, |iteration, _| {
                iterations.push(Iterated::of::<G>(iteration));
                ControlFlow::Continue(())
            });
        // An error here is the checker's, which stops reading at the first wrong step, or shows there as a trace that ends early.
        let _ = recorder.finish(iterations, outcome);
        checked
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
