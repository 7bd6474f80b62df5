//! Recording a search while the checker reads the recording.

use std::{
    io::{self, BufReader},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use plybench_checker::{
    check::{Checked, Refused, check_after},
    game::Recorded,
    trace::{Header, Reader, Recorder, Summary},
};
use plybench_engine::{
    game::{chess::Chess, explicit_tree::ExplicitTree, uniform_tree::CheckedTree},
    search::{DynamicSearch, Limits, Search, SearchOptions},
    techniques::Added,
};

use super::Recording;

/// The stack of the checker, which goes as deep as the search: 255 plies and more.
const STACK: usize = 16 << 20;

/// The depth of a search, and the most nodes that it may enter.
type Extent = (u8, Option<u64>);

/// Records a search of a chess position, after the positions of a game with some keys, and checks every step of it. The search that
/// commands use has to return the same without being recorded.
///
/// The search and the checker run side by side, so that the recording takes no memory, however long it is.
///
/// # Errors
/// The first step that is wrong, or the system's error.
pub fn check_chess(
    (root, past): (&Chess, &[u64]),
    options: &SearchOptions,
    recording: &Recording<'_>,
    extent: Extent,
) -> Result<Checked, Refused> {
    let searched = (recording.takes)(*options);
    let Some((altered, intact)) = recording.altered else {
        return check((root, past), (options, &searched), recording, extent);
    };
    let intended = SearchOptions {
        techniques: options.techniques.and(intact),
        ..*options
    };
    let place = intact.on::<Chess>().first().map(|(id, _)| id.place());
    let altered: [Added<'_, Chess>; 1] = [Added::everywhere(altered)];
    let search = Search::dynamic(root, &searched, recording.conventions, &altered);
    recorded((root, past), search, (&intended, place), extent)
}

/// The same for a uniform tree. Altered techniques are for chess, and play no part.
///
/// # Errors
/// The first step that is wrong, or the system's error.
pub fn check_tree(
    tree: &CheckedTree,
    options: &SearchOptions,
    recording: &Recording<'_>,
    extent: Extent,
) -> Result<Checked, Refused> {
    let searched = (recording.takes)(*options);
    check((&tree.root(), &[]), (options, &searched), recording, extent)
}

/// The same for a tree of nested lists. No command searches one without recording it.
pub(super) fn check_list(
    tree: &ExplicitTree,
    options: &SearchOptions,
    recording: &Recording<'_>,
    extent: Extent,
) -> Result<Checked, Refused> {
    let (root, searched) = (tree.root(), (recording.takes)(*options));
    let search = Search::dynamic(&root, &searched, recording.conventions, &[]);
    recorded((&root, &[]), search, (options, None), extent)
}

/// Checks a search that has the settings `searched` and should have `options`.
fn check<G: Recorded + Sync>(
    (root, past): (&G, &[u64]),
    (options, searched): (&SearchOptions, &SearchOptions),
    recording: &Recording<'_>,
    extent: Extent,
) -> Result<Checked, Refused> {
    let search = Search::dynamic(root, searched, recording.conventions, &[]);
    let checked = recorded((root, past), search, (options, None), extent)?;
    if recording.has_copies {
        let (depth, nodes) = extent;
        let unrecorded = Search::new(root, searched).after(past);
        let limits = Limits { nodes, stop: None };
        checked.compare_with(&Summary::of_search(unrecorded, depth, limits))?;
    }
    Ok(checked)
}

/// Sets a flag when it goes out of scope, however that happens.
struct SetAtEnd<'f>(&'f AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn recorded<G: Recorded + Sync>(
    (root, past): (&G, &[u64]),
    search: DynamicSearch<'_, G>,
    (options, stands_for): (&SearchOptions, Option<usize>),
    (depth, nodes): Extent,
) -> Result<Checked, Refused> {
    let (read, mut write) = io::pipe().map_err(|error| Refused::Trace(error.into()))?;
    let settings = serde_json::to_value(options);
    let settings = settings.map_err(|error| Refused::Settings(error.to_string()))?;
    let header = Header::new(root.root_text(), settings, depth, nodes).after(root, past);
    // After a step that is wrong, the search need not go on.
    let is_decided = AtomicBool::new(false);
    thread::scope(|scope| {
        let read = || {
            let _decided = SetAtEnd(&is_decided);
            let trace = Reader::new(BufReader::with_capacity(1 << 16, read))?;
            check_after(root, past, trace)
        };
        let checker = thread::Builder::new().stack_size(STACK);
        let checked = checker.spawn_scoped(scope, read);
        let checked = checked.map_err(|error| Refused::Trace(error.into()))?;
        let mut recorder = Recorder::new(&mut write, &header);
        if let Some(place) = stands_for {
            recorder = recorder.standing_for(place);
        }
        let stop = Some(&is_decided);
        // An error here is the checker's, which stops reading at the first wrong step, or shows there as a trace that ends early.
        let _ = recorder.run(search.after(past), depth, Limits { nodes, stop });
        // The checker waits for the end of the pipe.
        drop(write);
        checked
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
