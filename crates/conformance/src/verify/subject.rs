//! The subjects of checks: searches with some techniques on, as they are used or with a planted bug.

use std::{collections::BTreeMap, env, ops::ControlFlow};

use plybench_engine::{
    game::{Game, chess::Chess},
    observe::{Counters, End},
    score::Score,
    search::{Conventions, DynamicSearch, Iteration, Outcome, Search, SearchOptions, Sound},
    table::OutOfMemory,
    techniques::{Added, BuiltIn, Effect, MateDistance, Technique},
    units::{Depth, Ply},
    variants::MODERN,
    window::Window,
};

use super::{conventions::Altered, part::Part, rules};
use plybench_experiment::{
    searcher::{self, Counted, Limits},
    spec::Settings,
};
use plybench_records::registered::{self, RegisteredTechnique};

/// A search with some techniques on, and its promise.
#[derive(Clone)]
pub struct TestedSearcher {
    /// As tables and the command line have it.
    pub name: &'static str,
    /// What the search promises about scores and mates with these techniques on.
    pub effect: Effect,
    /// The built-in techniques that are on.
    pub techniques: BuiltIn,
    /// All settings of a whole configuration, in which its steps are checked.
    pub whole: Option<SearchOptions>,
    /// The form of mate distance pruning whose saving it should have.
    pub saves_like: Option<MateDistance>,
    /// The part of the search that has a bug, if it has one.
    pub altered: Option<Part>,
    /// The search without or with a bug, and with registered techniques.
    pub search: TestedSearch,
}

impl TestedSearcher {
    /// The search without techniques, as commands use it.
    pub(crate) const NONE: Self = TestedSearcher {
        name: "none",
        effect: Effect::Exact,
        techniques: BuiltIn::OFF,
        whole: None,
        saves_like: None,
        altered: None,
        search: TestedSearch::SOUND,
    };

    /// All settings of the search with the subject's techniques on.
    #[must_use]
    pub fn settings(&self, base: &SearchOptions) -> Settings {
        self.with(&self.options(base))
    }

    /// These options with the registered techniques that are on.
    pub(super) fn with(&self, options: &SearchOptions) -> Settings {
        Settings {
            search: *options,
            registered: self.search.registered.clone(),
        }
    }

    /// The program that reproduces its searches: only the calling one knows its own techniques.
    pub(super) fn program(&self) -> String {
        let path = env::current_exe().ok();
        let own = path.filter(|_| !self.search.registered.is_empty());
        let name = own.and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        name.unwrap_or_else(|| "plybench".to_owned())
    }

    /// The engine's options with the subject's techniques on.
    #[must_use]
    pub fn options(&self, base: &SearchOptions) -> SearchOptions {
        SearchOptions {
            techniques: self.techniques,
            ..*base
        }
    }

    /// Whether it promises correct mates that are no longer than without the techniques.
    #[must_use]
    pub fn keeps_mates(&self) -> bool {
        self.effect != Effect::Heuristic
    }

    /// Searches depth by depth.
    #[must_use]
    pub fn iterations(
        &self,
        root: &Chess,
        base: &SearchOptions,
        depth: u8,
    ) -> Vec<ObservedIteration> {
        self.search
            .iterations(root, &self.options(base), depth, None)
    }
}

/// The search with no technique, every built-in technique alone, and the variant `modern` whole.
#[must_use]
pub fn built_in() -> Vec<TestedSearcher> {
    let modern = TestedSearcher {
        name: MODERN.name,
        effect: Effect::Heuristic,
        techniques: MODERN.options.techniques,
        whole: Some(MODERN.options),
        ..TestedSearcher::NONE
    };
    let alone = BuiltIn::registry().into_iter().map(|entry| TestedSearcher {
        name: entry.info.name,
        effect: entry.info.effect,
        techniques: entry.alone,
        saves_like: Some(entry.alone.mate_distance).filter(|&form| form != MateDistance::Off),
        ..TestedSearcher::NONE
    });
    let all = [TestedSearcher::NONE].into_iter().chain(alone);
    all.chain([modern]).collect()
}

/// Each technique that the calling program has registered, alone, with its default parameters.
#[must_use]
pub fn registered() -> Vec<TestedSearcher> {
    let on = registered::registry().iter().filter_map(|entry| {
        let technique = (entry.read)(true.into()).ok().flatten()?;
        Some(TestedSearcher {
            name: entry.info.name,
            effect: entry.info.effect,
            search: TestedSearch::registered(vec![technique]),
            ..TestedSearcher::NONE
        })
    });
    on.collect()
}

/// A completed iteration, with the observer's counts.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedIteration {
    /// What the search returned at this depth.
    pub iteration: Iteration<<Chess as Game>::Move>,
    /// Nodes that ended in any way since the search began.
    pub ended: u64,
    /// Calls of the root that were settled without searching its moves, although it has some.
    pub root_cuts: u64,
}

/// Receives each completed iteration, with the counts so far.
pub type Report<'r> = searcher::Report<'r, Chess>;

/// A search of chess positions: as commands use it, with a planted bug, or with registered techniques.
#[derive(Clone)]
pub struct TestedSearch {
    /// The search's conventions, if a bug replaces some of them.
    pub(crate) conventions: Option<Altered>,
    /// A technique with a bug.
    pub(crate) technique: Option<&'static (dyn Technique<Chess> + Sync)>,
    /// The sound technique that `technique` is an altered copy of, with its default parameters. The steps are checked against its
    /// rule.
    pub(crate) stands_for: Option<BuiltIn>,
    /// Changes the settings that it should have, and that its steps are checked against, into those that it has.
    pub(crate) alter: Option<fn(&mut SearchOptions)>,
    /// Whether every hook of every technique is called, whatever it declares.
    pub(crate) calls_every_hook: bool,
    /// The techniques that the calling program has registered.
    pub(crate) registered: Vec<RegisteredTechnique>,
}

impl TestedSearch {
    /// The search as commands use it.
    pub const SOUND: Self = TestedSearch {
        conventions: None,
        technique: None,
        stands_for: None,
        alter: None,
        calls_every_hook: false,
        registered: Vec::new(),
    };

    /// With techniques that the calling program has registered; the search that commands use if there are none.
    #[must_use]
    pub fn registered(registered: Vec<RegisteredTechnique>) -> Self {
        TestedSearch {
            registered,
            ..Self::SOUND
        }
    }

    /// Whether its steps can be checked: an altered technique needs the rule of the one that it stands for.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.technique.is_some() == self.stands_for.is_some() && self.unfollowed().is_none()
    }

    /// A registered technique whose effects leave no step, and that has no rule.
    #[must_use]
    pub fn unfollowed(&self) -> Option<&'static str> {
        let mut registered = self.registered.iter();
        let without = registered.find(|technique| !rules::can_follow(technique))?;
        Some(without.name)
    }

    /// The techniques that ended, narrowed, skipped, reduced or extended anything, by the counters of a checked search.
    pub(super) fn techniques_that_acted(
        &self,
        counters: &BTreeMap<String, Vec<u64>>,
    ) -> impl Iterator<Item = String> {
        let registered = self.registered.iter().map(|technique| technique.name);
        let names = BuiltIn::NAMES.iter().copied().chain(registered);
        let acted = names.enumerate().filter(|(place, _)| {
            let counts = counters.get(&format!("technique_{place}"));
            // The last counts the searches that it requested, which may have changed nothing.
            let changes = counts.and_then(|counts| Some(counts.split_last()?.1));
            changes.is_some_and(|counts| counts.iter().any(|&count| count > 0))
        });
        acted.map(|(_, name)| name.to_owned())
    }

    /// Whether it has only built-in techniques.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.registered.is_empty()
    }

    /// Whether it is the search that commands use: one of several compiled copies, which leave out what the settings do not need.
    /// Otherwise all is chosen at run time, so that one compiled copy serves every bug and every registered technique.
    pub(super) fn is_specialised(&self) -> bool {
        let is_sound = self.conventions.is_none() && self.alter.is_none();
        is_sound && !self.calls_every_hook && self.technique.is_none() && self.registered.is_empty()
    }

    /// The techniques besides the built-in ones.
    pub(super) fn added(&self) -> Vec<Added<'_, Chess>> {
        let one = self.technique.into_iter();
        let one = one.map(|technique| Added::everywhere(technique as _));
        one.chain(self.registered.iter().map(RegisteredTechnique::within))
            .collect()
    }

    /// The search that should have these options, with all chosen at run time.
    pub(super) fn dynamic<'a, G: Game>(
        &'a self,
        root: &'a G,
        options: &SearchOptions,
        added: &'a [Added<'a, G>],
    ) -> DynamicSearch<'a, G> {
        let mut altered = *options;
        if let Some(alter) = self.alter {
            alter(&mut altered);
        }
        let conventions: &dyn Conventions = match &self.conventions {
            Some(conventions) => conventions,
            None => &Sound,
        };
        let search = Search::dynamic(root, &altered, conventions, added);
        match self.calls_every_hook {
            true => search.with_every_hook(),
            false => search,
        }
    }

    /// Searches depth 1, 2, … up to the limits' depth.
    pub fn deepen(
        &self,
        root: &Chess,
        options: &SearchOptions,
        limits: &Limits<'_>,
        report: &mut Report<'_>,
    ) -> Outcome {
        let mut counters = Counters::default();
        if self.is_specialised() {
            let search = Search::new(root, options).limited(limits.of_search());
            Chess::to_depth(search.observed_by(&mut counters), limits.depth, report)
        } else {
            let added = self.added();
            let search = self
                .dynamic(root, options, &added)
                .limited(limits.of_search());
            Chess::dynamic_to_depth(search.observed_by(&mut counters), limits.depth, report)
        }
    }

    /// The iterations that are completed within a node limit.
    #[must_use]
    pub fn iterations(
        &self,
        root: &Chess,
        options: &SearchOptions,
        depth: u8,
        nodes: Option<u64>,
    ) -> Vec<ObservedIteration> {
        let mut seen = Vec::new();
        let limits = Limits {
            depth,
            nodes,
            stop: None,
        };
        self.deepen(root, options, &limits, &mut |iteration, counters| {
            seen.push(ObservedIteration {
                iteration: iteration.clone(),
                ended: counters.all_ends(),
                root_cuts: root_cuts(counters),
            });
            ControlFlow::Continue(())
        });
        seen
    }

    /// Values of single calls of the skeleton, in turn on one table.
    ///
    /// # Errors
    /// If the table does not fit into memory.
    pub fn values_at(
        &self,
        root: &Chess,
        options: &SearchOptions,
        questions: &[(Ply, Depth, Window)],
    ) -> Result<Vec<Score>, OutOfMemory> {
        let mut counters = Counters::default();
        if self.is_specialised() {
            let search = Search::new(root, options).observed_by(&mut counters);
            return Chess::values_at(search, questions);
        }
        let added = self.added();
        let search = self.dynamic(root, options, &added);
        Chess::dynamic_values_at(search.observed_by(&mut counters), questions)
    }

    /// A score that is stored in the table at one ply and read at another.
    #[must_use]
    pub fn through_table(&self, score: Score, stored: Ply, found: Ply) -> Score {
        let conventions = self.conventions.unwrap_or(Altered::SOUND);
        conventions.read_from_table(conventions.to_table(score, stored), found)
    }
}

/// Calls of the root that were settled without searching its moves, although it has some.
fn root_cuts(counters: &Counters) -> u64 {
    let settled = End::ALL.into_iter().filter(|end| {
        let searched = [End::Expanded, End::Mated, End::Stalemate, End::Stopped];
        !searched.contains(end)
    });
    let at_root = |end| counters.ended_by_ply(end).first().copied().unwrap_or(0);
    settled.map(at_root).sum()
}
