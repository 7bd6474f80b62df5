//! The subjects of checks: searches with some techniques on, as they are used or with a planted bug.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, chess::Chess},
    observe::{Counters, End},
    score::Score,
    search::{
        Compiled, Conventions, DynamicSearch, Iteration, Outcome, Search, SearchOptions, Sound,
    },
    table::OutOfMemory,
    techniques::{Added, BuiltIn, Effect, MateDistance, Technique, Techniques},
    units::{Depth, Ply},
    window::Window,
};

use plybench_experiment::{searcher::Limits, spec::Settings};
use plybench_records::own::{self, Own};

/// A search with some techniques on, and its promise.
pub struct Subject<'a> {
    /// Its name in tables.
    pub name: &'a str,
    /// Its promise.
    pub effect: Effect,
    /// The built-in techniques that are on.
    pub techniques: BuiltIn,
    /// The form of mate distance pruning whose saving it should have.
    pub saves_like: Option<MateDistance>,
    /// Its search.
    pub search: &'a dyn Searches,
    /// The registered techniques that are on.
    pub own: &'a [Own],
}

impl Subject<'_> {
    /// All settings of the search with the subject's techniques on.
    #[must_use]
    pub fn settings(&self, base: &SearchOptions) -> Settings {
        Settings {
            search: self.options(base),
            own: self.own.to_vec(),
        }
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

/// Every built-in technique, alone, and the search with none.
#[must_use]
pub fn registered() -> Vec<Subject<'static>> {
    let none = Subject {
        name: "none",
        effect: Effect::Exact,
        techniques: BuiltIn::default(),
        saves_like: None,
        search: &Production,
        own: &[],
    };
    let mut all = vec![none];
    all.extend(BuiltIn::registry().into_iter().map(|entry| {
        Subject {
            name: entry.info.name,
            effect: entry.info.effect,
            techniques: entry.alone,
            saves_like: MateDistance::ALL
                .into_iter()
                .find(|form| form.name() == entry.info.name),
            search: &Production,
            own: &[],
        }
    }));
    all
}

/// Each technique that the calling program has registered, alone, with its default parameters.
#[must_use]
pub fn own() -> Vec<(Effect, Altered)> {
    let registry = own::registry().iter();
    let on = registry.filter_map(|entry| {
        let own = entry.read(true.into()).ok().flatten()?;
        Some((entry.info.effect, Altered::own(vec![own])))
    });
    on.collect()
}

/// A subject for each of these techniques.
pub fn subjects_of(own: &[(Effect, Altered)]) -> impl Iterator<Item = Subject<'_>> {
    own.iter().map(|(effect, search)| Subject {
        name: search.own.first().map_or("", Own::name),
        effect: *effect,
        techniques: BuiltIn::OFF,
        saves_like: None,
        search,
        own: &search.own,
    })
}

/// A completed iteration, with the observer's counts.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedIteration {
    /// The iteration.
    pub iteration: Iteration<<Chess as Game>::Move>,
    /// Nodes that ended in any way since the search began.
    pub ended: u64,
    /// Calls of the root that were settled without searching its moves, although it has some.
    pub root_cuts: u64,
}

/// Receives each completed iteration, with the counts so far.
pub type Report<'r> =
    dyn FnMut(&Iteration<<Chess as Game>::Move>, &Counters) -> ControlFlow<()> + 'r;

/// A search of chess positions.
pub trait Searches: Sync {
    /// Searches depth 1, 2, … up to `depth`.
    fn deepen(
        &self,
        root: &Chess,
        options: &SearchOptions,
        limits: &Limits<'_>,
        report: &mut Report<'_>,
    ) -> Outcome;

    /// The iterations that are completed within a node limit.
    fn iterations(
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
    fn values_at(
        &self,
        root: &Chess,
        options: &SearchOptions,
        questions: &[(Ply, Depth, Window)],
    ) -> Result<Vec<Score>, OutOfMemory>;

    /// A score that is stored in the table at one ply and read at another.
    fn through_table(&self, score: Score, stored: Ply, found: Ply) -> Score;

    /// How to record it; none if it has a technique that the checker has no rule for.
    fn recording(&self) -> Option<Recording<'_>>;
}

/// What is needed to record a search: its conventions, and a technique with a bug.
#[derive(Clone, Copy)]
pub struct Recording<'s> {
    /// Its conventions.
    pub conventions: &'s (dyn Conventions + Sync),
    /// An altered copy of a built-in technique, with the sound one, whose rule its steps are checked against.
    pub altered: Option<(&'s (dyn Technique<Chess> + Sync), BuiltIn)>,
    /// The settings that it searches with, given those that it should have. Its steps are checked against the latter.
    pub takes: Takes,
    /// Whether commands search with other compiled copies of it, which leave out what the settings do not need. They have to return
    /// the same as the recorded one.
    pub has_copies: bool,
}

/// The settings that a search has, given those that it should have.
pub type Takes = fn(SearchOptions) -> SearchOptions;

impl Recording<'_> {
    /// Of the search as it is.
    pub const SOUND: Recording<'static> = Recording {
        conventions: &Sound,
        altered: None,
        takes: std::convert::identity,
        has_copies: true,
    };
}

/// The unaltered search.
pub struct Production;

impl Searches for Production {
    fn deepen(
        &self,
        root: &Chess,
        options: &SearchOptions,
        limits: &Limits<'_>,
        report: &mut Report<'_>,
    ) -> Outcome {
        deepen(Search::new(root, options), limits, report)
    }

    fn values_at(
        &self,
        root: &Chess,
        options: &SearchOptions,
        questions: &[(Ply, Depth, Window)],
    ) -> Result<Vec<Score>, OutOfMemory> {
        Search::new(root, options)
            .observed_by(&mut Counters::default())
            .values_at(questions.iter().copied())
    }

    fn through_table(&self, score: Score, stored: Ply, found: Ply) -> Score {
        Sound.read_from_table(Sound.to_table(score, stored), found)
    }

    fn recording(&self) -> Option<Recording<'_>> {
        Some(Recording::SOUND)
    }
}

/// The search with other conventions or additional techniques. They are chosen at run time, so that one compiled copy of the
/// search serves every bug and every registered technique.
pub struct Altered {
    conventions: &'static (dyn Conventions + Sync),
    technique: Option<&'static (dyn Technique<Chess> + Sync)>,
    /// The sound technique that `technique` is an altered copy of.
    stands_for: Option<BuiltIn>,
    takes: Takes,
    own: Vec<Own>,
}

impl Altered {
    const fn sound() -> Self {
        Altered {
            conventions: &Sound,
            technique: None,
            stands_for: None,
            takes: std::convert::identity,
            own: Vec::new(),
        }
    }

    /// With other conventions.
    #[must_use]
    pub const fn conventions(conventions: &'static (dyn Conventions + Sync)) -> Self {
        let mut altered = Altered::sound();
        altered.conventions = conventions;
        altered
    }

    /// With another technique.
    #[must_use]
    pub const fn technique(technique: &'static (dyn Technique<Chess> + Sync)) -> Self {
        Altered::both(&Sound, technique)
    }

    /// With other conventions and another technique.
    #[must_use]
    pub const fn both(
        conventions: &'static (dyn Conventions + Sync),
        technique: &'static (dyn Technique<Chess> + Sync),
    ) -> Self {
        let mut altered = Altered::conventions(conventions);
        altered.technique = Some(technique);
        altered
    }

    /// With other settings than those that it is given.
    #[must_use]
    pub const fn settings(takes: Takes) -> Self {
        let mut altered = Altered::sound();
        altered.takes = takes;
        altered
    }

    /// With registered techniques.
    #[must_use]
    pub fn own(own: Vec<Own>) -> Self {
        Altered {
            own,
            ..Altered::sound()
        }
    }

    /// The technique is an altered copy of this one, with its default parameters.
    #[must_use]
    pub const fn standing_for(mut self, sound: BuiltIn) -> Self {
        self.stands_for = Some(sound);
        self
    }

    fn techniques(&self) -> Vec<Added<'_, Chess>> {
        let one = self.technique.into_iter();
        let one = one.map(|technique| Added::everywhere(technique as _));
        one.chain(self.own.iter().map(Own::in_chess)).collect()
    }

    fn search<'a>(
        &'a self,
        root: &'a Chess,
        options: &SearchOptions,
        techniques: &'a [Added<'a, Chess>],
    ) -> DynamicSearch<'a, Chess> {
        Search::dynamic(root, &(self.takes)(*options), self.conventions, techniques)
    }
}

impl Searches for Altered {
    fn deepen(
        &self,
        root: &Chess,
        options: &SearchOptions,
        limits: &Limits<'_>,
        report: &mut Report<'_>,
    ) -> Outcome {
        let techniques = self.techniques();
        deepen(self.search(root, options, &techniques), limits, report)
    }

    fn values_at(
        &self,
        root: &Chess,
        options: &SearchOptions,
        questions: &[(Ply, Depth, Window)],
    ) -> Result<Vec<Score>, OutOfMemory> {
        let techniques = self.techniques();
        self.search(root, options, &techniques)
            .observed_by(&mut Counters::default())
            .values_at(questions.iter().copied())
    }

    fn through_table(&self, score: Score, stored: Ply, found: Ply) -> Score {
        let in_table = self.conventions.to_table(score, stored);
        self.conventions.read_from_table(in_table, found)
    }

    fn recording(&self) -> Option<Recording<'_>> {
        let altered = match (self.technique, self.stands_for) {
            (None, _) => None,
            (Some(technique), Some(sound)) => Some((technique, sound)),
            (Some(_), None) => return None,
        };
        self.own.is_empty().then_some(Recording {
            conventions: self.conventions,
            altered,
            takes: self.takes,
            has_copies: false,
        })
    }
}

/// The observer is that of [`Skeleton`](plybench_experiment::searcher::Skeleton), so that both use the same compiled copies of the search.
fn deepen<V: Compiled + ?Sized, T: Techniques<Chess>>(
    search: Search<'_, Chess, V, T>,
    limits: &Limits<'_>,
    report: &mut Report<'_>,
) -> Outcome {
    search
        .limited(limits.of_search())
        .observed_by(&mut Counters::default())
        .to_depth(limits.depth, |iteration, counters| {
            report(iteration, counters)
        })
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
