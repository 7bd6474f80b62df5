//! The settings with which subjects are checked, and the commands that reproduce a violation.

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    ordering::OrderingOptions,
    search::{DrawRules, RootDriver, ScoutMode, SearchOptions},
    table::{PrincipalEntries, Replacement, TableDepth, TableOptions, TableSize},
    variants,
};

use super::{
    findings::Violation,
    subject::{ObservedIteration, TestedSearcher},
};
use plybench_experiment::spec::{self, Settings};

/// Alpha-beta that sees a mate at the horizon, so that a mate in n plies is seen at depth n.
/// Repetition is off: with a table, its draws depend on the path.
pub(super) const BARE: SearchOptions = SearchOptions {
    mate_at_horizon: true,
    draws: DrawRules {
        repetition: false,
        fifty_moves: true,
        contempt: 0,
    },
    ordering: OrderingOptions {
        mvv_lva: true,
        ..variants::PLAIN.options.ordering
    },
    ..variants::PLAIN.options
};

/// The same settings with a table that returns only what a search without one would find.
pub(super) const fn with_exact_table(base: SearchOptions) -> SearchOptions {
    SearchOptions {
        ordering: OrderingOptions {
            table_move: true,
            killers: true,
            history: true,
            ..BARE.ordering
        },
        table: TableOptions {
            size: TableSize::Entries(1 << 14),
            depth: TableDepth::Exactly,
            replacement: Replacement::Always,
            probe_at_horizon: true,
            principal_variation: PrincipalEntries::Shared,
        },
        ..base
    }
}

pub(super) const EXACT_TABLE: SearchOptions = with_exact_table(BARE);

/// As engines search: a table at least as deep, null windows, MTD(f).
pub(super) const NULL_WINDOWS: SearchOptions = SearchOptions {
    scout: ScoutMode::Pvs,
    driver: RootDriver::Mtdf,
    table: TableOptions {
        depth: TableDepth::AtLeast,
        replacement: Replacement::TwoTier,
        ..EXACT_TABLE.table
    },
    ..EXACT_TABLE
};

/// Only mates and draws have a value.
pub(super) const MATES_ONLY: SearchOptions = SearchOptions {
    evaluation: Evaluation::Zero,
    ..BARE
};

/// Captures and evasions are searched beyond the horizon.
pub(super) const QUIESCENCE: SearchOptions = SearchOptions {
    quiescence: true,
    ..BARE
};

/// A search of one position by a subject.
#[derive(Clone, Copy)]
pub(super) struct Case<'c> {
    pub(super) subject: &'c TestedSearcher,
    /// The settings without the subject's techniques.
    pub(super) base: &'c SearchOptions,
    pub(super) root: &'c Chess,
}

impl<'c> Case<'c> {
    pub(super) fn new(
        subject: &'c TestedSearcher,
        base: &'c SearchOptions,
        root: &'c Chess,
    ) -> Self {
        Case {
            subject,
            base,
            root,
        }
    }

    /// Each root with each of these settings: all roots with the first ones, then with the next. The second part of a root is a
    /// depth in plies.
    pub(super) fn all(
        subject: &'c TestedSearcher,
        bases: &'c [SearchOptions],
        roots: impl Iterator<Item = (&'c Chess, u8)> + Clone,
    ) -> impl Iterator<Item = (Self, u8)> {
        bases.iter().flat_map(move |base| {
            let roots = roots.clone();
            roots.map(move |(root, depth)| (Case::new(subject, base, root), depth))
        })
    }

    /// The iterations up to a depth.
    pub(super) fn iterations(&self, depth: u8) -> Vec<ObservedIteration> {
        self.subject.iterations(self.root, self.base, depth)
    }

    /// A violation that `plybench search` reproduces with these arguments.
    pub(super) fn violation(&self, arguments: &str, what: String) -> Violation {
        let program = self.subject.program();
        let settings = arguments_of(&self.subject.settings(self.base));
        let fen = self.root.fen();
        Violation {
            what: format!("{fen}: {what}"),
            reproduce: format!("{program} search '{fen}' {arguments}{settings}"),
        }
    }

    /// A violation that a search to a depth shows.
    pub(super) fn wrong_at(&self, depth: u8, what: String) -> Violation {
        self.violation(&format!("--depth {depth}"), what)
    }
}

/// The arguments ` --set KEY=VALUE` of `plybench search` that turn the variant `plain` into these settings.
pub(super) fn arguments_of(settings: &Settings) -> String {
    let plain = spec::listing(&variants::PLAIN.options.into());
    let changed = spec::listing(settings).into_iter();
    let changed = changed.filter(|setting| !plain.contains(setting));
    changed
        .map(|(key, value)| format!(" {}", spec::argument(&key, &value)))
        .collect()
}
