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
use plybench_engine::search::{Conventions, Limits, Search, SearchOptions, With};

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
    (depth, nodes): (u8, Option<u64>),
) -> Result<Checked, Refused> {
    let (read, write) = io::pipe().map_err(|error| Refused::Trace(error.into()))?;
    let settings = serde_json::to_value(options).unwrap_or_default();
    let header = Header::new(String::new(), settings, depth, nodes);
    thread::scope(|scope| {
        let read = || check(root, Reader::new(BufReader::with_capacity(1 << 16, read))?);
        let checked = thread::Builder::new().spawn_scoped(scope, read);
        let checked = checked.map_err(|error| Refused::Trace(error.into()))?;
        let mut recorder = Recorder::new(write, &header);
        let mut iterations = Vec::new();
        let outcome = Search::configured(root, With::options::<G>(*options, conventions))
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
