//! What is examined: a search with techniques of its own, as it is used or with a planted bug.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, chess::Chess},
    observe::{Counters, End, Event, Pair, SearchObserver},
    score::Score,
    search::{Configuration, Conventions, Iteration, Outcome, Search, SearchOptions, Sound, With},
    table::OutOfMemory,
    techniques::{BuiltIn, Effect, Listed, MateDistance, Technique, Techniques},
    units::{Depth, Ply},
    window::Window,
};

use crate::{
    own::{self, Own},
    searcher::Limits,
    spec::Settings,
};

/// A search with techniques on, and what is promised of it.
pub struct Subject<'a> {
    /// Its name in tables.
    pub name: &'a str,
    /// What it promises.
    pub effect: Effect,
    /// The built-in techniques that are on.
    pub techniques: BuiltIn,
    /// The form of mate distance pruning whose saving it should have.
    pub saves_like: Option<MateDistance>,
    /// How it searches.
    pub search: &'a dyn Searches,
    /// The caller's own techniques that are on.
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

    /// A setting of the search with the subject's techniques on.
    #[must_use]
    pub fn options(&self, base: &SearchOptions) -> SearchOptions {
        SearchOptions {
            techniques: self.techniques,
            ..*base
        }
    }

    /// Whether mates are promised to be right and no longer than without it.
    #[must_use]
    pub fn keeps_mates(&self) -> bool {
        self.effect != Effect::Heuristic
    }

    /// Searches depth by depth.
    #[must_use]
    pub fn iterations(&self, root: &Chess, base: &SearchOptions, depth: u8) -> Vec<Seen> {
        self.search
            .iterations(root, &self.options(base), depth, None)
    }
}

/// Every registered technique, alone, and the search with none.
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

/// Each technique of the caller's own, alone, with its default parameters.
#[must_use]
pub fn own() -> Vec<(Effect, Altered)> {
    let registry = own::registry().iter();
    let on = registry.filter_map(|entry| {
        let own = entry.read(true.into()).ok().flatten()?;
        Some((entry.info.effect, Altered::own(vec![own])))
    });
    on.collect()
}

/// A subject for each of them.
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

/// A completed iteration and what the observer saw of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The iteration.
    pub iteration: Iteration<<Chess as Game>::Move>,
    /// Nodes that ended in any way since the search began.
    pub ended: u64,
    /// Calls of the root that were settled without searching its moves, where it has any.
    pub root_cuts: u64,
}

/// Hears of each completed iteration, with what was counted by then.
pub type Report<'r> =
    dyn FnMut(&Iteration<<Chess as Game>::Move>, &Counted) -> ControlFlow<()> + 'r;

/// A way to search chess positions.
pub trait Searches: Sync {
    /// Searches depth 1, 2, … up to `depth`.
    fn deepen(
        &self,
        root: &Chess,
        options: &SearchOptions,
        limits: &Limits<'_>,
        report: &mut Report<'_>,
    ) -> Outcome;

    /// What the iterations within a node limit have shown.
    fn iterations(
        &self,
        root: &Chess,
        options: &SearchOptions,
        depth: u8,
        nodes: Option<u64>,
    ) -> Vec<Seen> {
        let mut seen = Vec::new();
        let limits = Limits {
            depth,
            nodes,
            stop: None,
        };
        self.deepen(root, options, &limits, &mut |iteration, counted| {
            seen.push(Seen {
                iteration: iteration.clone(),
                ended: counted.0.all_ends(),
                root_cuts: counted.1.0,
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

    /// A score stored from one ply and found again from another.
    fn carried(&self, score: Score, stored: Ply, found: Ply) -> Score;
}

/// The search as everyone uses it.
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
        Search::new(root, options).values_at(questions.iter().copied())
    }

    fn carried(&self, score: Score, stored: Ply, found: Ply) -> Score {
        Sound.read_from_table(Sound.to_table(score, stored), found)
    }
}

/// The search with other conventions, or with techniques added. All of them are known when it runs, so that one copy of the search
/// serves every bug and every technique that a caller brings.
pub struct Altered {
    conventions: &'static (dyn Conventions + Sync),
    technique: Option<&'static (dyn Technique<Chess> + Sync)>,
    own: Vec<Own>,
}

impl Altered {
    /// Other conventions.
    #[must_use]
    pub const fn conventions(conventions: &'static (dyn Conventions + Sync)) -> Self {
        Altered {
            conventions,
            technique: None,
            own: Vec::new(),
        }
    }

    /// A technique.
    #[must_use]
    pub const fn technique(technique: &'static (dyn Technique<Chess> + Sync)) -> Self {
        Altered::both(&Sound, technique)
    }

    /// Other conventions and a technique.
    #[must_use]
    pub const fn both(
        conventions: &'static (dyn Conventions + Sync),
        technique: &'static (dyn Technique<Chess> + Sync),
    ) -> Self {
        Altered {
            conventions,
            technique: Some(technique),
            own: Vec::new(),
        }
    }

    /// Techniques of the caller's own.
    #[must_use]
    pub const fn own(own: Vec<Own>) -> Self {
        Altered {
            conventions: &Sound,
            technique: None,
            own,
        }
    }

    fn techniques(&self) -> Vec<&dyn Technique<Chess>> {
        let one = self.technique.into_iter();
        let one = one.map(|technique| technique as &dyn Technique<Chess>);
        one.chain(self.own.iter().map(Own::in_chess)).collect()
    }

    fn search<'a>(
        &'a self,
        root: &'a Chess,
        options: &SearchOptions,
        techniques: &'a [&'a dyn Technique<Chess>],
    ) -> Search<'a, Chess, With<'a>, ((), Listed<'a, Chess>)> {
        let options = With::options::<Chess>(*options, self.conventions);
        Search::configured(root, options).with_all(techniques)
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
            .observed_by(Pair(Counters::default(), RootCuts::default()))
            .values_at(questions.iter().copied())
    }

    fn carried(&self, score: Score, stored: Ply, found: Ply) -> Score {
        let kept = self.conventions.to_table(score, stored);
        self.conventions.read_from_table(kept, found)
    }
}

fn deepen<C: Configuration, T: Techniques<Chess>>(
    search: Search<'_, Chess, C, T>,
    limits: &Limits<'_>,
    report: &mut Report<'_>,
) -> Outcome {
    search
        .limited(limits.of_search())
        .observed_by(Pair(Counters::default(), RootCuts::default()))
        .to_depth(limits.depth, report)
}

/// What is counted of every search that is examined.
pub type Counted = Pair<Counters, RootCuts>;

/// Counts roots that were settled without a look at their moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct RootCuts(u64);

impl<G: Game> SearchObserver<G> for RootCuts {
    fn on(&mut self, event: &Event<'_, G>) {
        if let Event::Left { ply, end, .. } = *event {
            let searched = matches!(
                end,
                End::Expanded | End::Mated | End::Stalemate | End::Stopped
            );
            self.0 += u64::from(ply == Ply::ROOT && !searched);
        }
    }
}
