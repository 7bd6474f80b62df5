//! Recording: a writer that fails anywhere is an error, and an added technique can be recorded as the built-in one that it stands for.

use std::{
    cell::Cell,
    io::{self, Write},
};

use plybench_checker::{
    check::check,
    trace::{Header, Reader, record},
};
use plybench_engine::{
    game::{
        Game, MoveKind,
        chess::{Chess, ChessMove},
    },
    score::Score,
    search::{Search, SearchOptions, Sound},
    table::TableSize,
    techniques::{Added, BuiltIn, Hooks, MadeMove, Node, SubSearch, Technique, Verdict},
    units::Depth,
    variants,
};

use super::positions::CHESS;

/// Takes this many bytes, and can only be flushed if it has taken fewer.
struct Full {
    left: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.left);
        self.left -= taken;
        if taken == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_anywhere_fails_the_recording() {
    let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
    let recorded = |left: usize| {
        let options = variants::GLASS.options;
        record(&root, &options, 6, None, Full { left }).map(|full| left - full.left)
    };
    let length = recorded(usize::MAX).unwrap();
    assert!(length > 200_000, "more than one block: {length}");
    for left in [0, 1, 70_000, length - 1, length] {
        let error = recorded(left).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{left}");
    }
    assert_eq!(recorded(length + 1).unwrap(), length);
}

/// Lets techniques act that by default wait for depths or scores that so few nodes do not reach.
fn act_early(techniques: &mut BuiltIn) {
    if let Some(singular) = &mut techniques.singular_extension {
        singular.technique.min_depth = 4;
    }
    if let Some(prob_cut) = &mut techniques.prob_cut {
        (prob_cut.technique.min_depth, prob_cut.technique.margin) = (3, 0);
    }
    if let Some(deepening) = &mut techniques.internal_iterative_deepening {
        deepening.technique.min_depth = 2;
    }
    if let Some(reduction) = &mut techniques.internal_iterative_reduction {
        reduction.technique.min_depth = 2;
    }
    if let Some(history) = &mut techniques.history_pruning {
        history.technique.margin = 0;
    }
    if let Some(razoring) = &mut techniques.limited_razoring {
        (razoring.technique.margin, razoring.technique.depth) = (0, 2);
        razoring.technique.min_pieces = 0;
    }
    if let Some(hindsight) = &mut techniques.hindsight {
        hindsight.technique.margin = 0;
        (
            hindsight.technique.deeper_from,
            hindsight.technique.shallower_from,
        ) = (1, 1);
    }
}

#[test]
fn an_added_technique_is_recorded_as_the_one_that_it_stands_for() {
    for entry in BuiltIn::registry() {
        let mut acts = false;
        // Two variants at each position.
        let twice = CHESS.into_iter().chain(CHESS.into_iter().rev());
        for (variant, fen) in variants::ALL.iter().cycle().zip(twice) {
            let root = Chess::from_fen(fen).unwrap();
            let [without, mut options] = entry.without_and_with(variant.options);
            options.table.size = TableSize::Entries(1_000);
            act_early(&mut options.techniques);
            let nodes = Some(4_000);
            let switched_on = record(&root, &options, 20, nodes, Vec::new()).unwrap();

            let settings = serde_json::to_value(options).unwrap();
            let header = Header::new(&root, &[], settings, 20, nodes);
            let off = SearchOptions {
                techniques: without.techniques,
                ..options
            };
            let recorded = |added: &[Added<'_, Chess>], place: usize| {
                let mut trace: Vec<u8> = Vec::new();
                let search = Search::dynamic(&root, &off, &Sound, added);
                header
                    .record(search, Some(place), None, &mut trace)
                    .unwrap();
                trace
            };
            let name = match entry.key {
                "" => entry.info.name,
                key => key,
            };
            let place = BuiltIn::NAMES.iter().position(|&each| each == name);
            let on = options.techniques.on().into_iter();
            let added: Vec<_> = on
                .filter(|(id, _)| Some(id.place()) == place)
                .map(|(_, on)| on)
                .collect();
            let added = recorded(&added, place.unwrap());
            assert!(added == switched_on, "{name}: {fen}");
            acts |= recorded(&[], 0) != switched_on;
        }
        assert!(acts, "{} does nothing", entry.info.name);
    }
}

/// A technique with an error: where one that stands for it would act for the last time before `turn` runs out, it does something else.
struct Planted<'t> {
    sound: &'t dyn Technique<Chess>,
    /// Whether the technique acts where it should not; else it does not act where it should.
    acts: bool,
    /// The answers until the wrong one.
    left: Cell<u32>,
}

impl Planted<'_> {
    /// The technique's answer, or the other one if its turn has come. A hook that the technique lacks has no other one.
    fn answer<T: PartialEq>(&self, sound: T, idle: T, active: T) -> T {
        let has_hook = active != idle;
        if !has_hook && self.acts || (sound == idle) != self.acts {
            return sound;
        }
        match self.left.replace(self.left.get().saturating_sub(1)) {
            1 if self.acts => active,
            1 => idle,
            _ => sound,
        }
    }
}

impl Technique<Chess> for Planted<'_> {
    /// No more than it has: what is asked twice would count twice.
    fn hooks(&self) -> Hooks {
        self.sound.hooks()
    }

    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let sound = self.sound.cutoff(node, below);
        let has_hook = self.sound.hooks().any(Hooks::CUTOFF);
        let beta = Some(node.window.beta()).filter(|_| has_hook);
        self.answer(sound, None, beta)
    }

    fn first_move(
        &self,
        node: &Node<'_, Chess>,
        below: &mut dyn SubSearch<Chess>,
    ) -> Option<ChessMove> {
        let sound = self.sound.first_move(node, below);
        let has_hook = self.sound.hooks().any(Hooks::FIRST_MOVE);
        let mut last = None;
        if has_hook {
            node.position
                .for_each_move(MoveKind::All, |mv| last = Some(mv));
        }
        self.answer(sound, None, last)
    }

    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let has_hook = self.sound.hooks().any(Hooks::PRUNE);
        self.answer(self.sound.prunes(node, mv), false, has_hook)
    }

    fn node_depth(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Depth {
        let sound = self.sound.node_depth(node, below);
        let has_hook = self.sound.hooks().any(Hooks::NODE_DEPTH);
        let deeper = node.depth.more(u8::from(has_hook));
        self.answer(sound, node.depth, deeper)
    }

    fn verdict(
        &self,
        node: &Node<'_, Chess>,
        mv: &MadeMove<'_, Chess>,
        below: &mut dyn SubSearch<Chess>,
    ) -> Verdict {
        let sound = self.sound.verdict(node, mv, below);
        let has_hook = self.sound.hooks().any(Hooks::EXTENSION);
        let one = Verdict::Extended(has_hook.into());
        self.answer(sound, Verdict::Extended(0), one)
    }

    fn reduction(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> u8 {
        let has_hook = self.sound.hooks().any(Hooks::REDUCTION);
        self.answer(self.sound.reduction(node, mv), 0, has_hook.into())
    }
}

/// One wrong answer of a technique among many right ones is found, whichever way it is wrong.
#[test]
fn a_technique_that_acts_wrongly_once_is_refused() {
    for entry in BuiltIn::registry()
        .iter()
        .filter(|entry| entry.key.is_empty())
    {
        let [without, mut options] = entry.without_and_with(variants::GLASS.options);
        options.mate_at_horizon = true;
        act_early(&mut options.techniques);
        let settings = serde_json::to_value(options).unwrap();
        let place = BuiltIn::NAMES
            .iter()
            .position(|&each| each == entry.info.name);
        let off = SearchOptions {
            techniques: without.techniques,
            ..options
        };
        let techniques = options.techniques.on::<Chess>();
        let found = techniques.iter().find(|(id, _)| Some(id.place()) == place);
        let (_, on) = *found.unwrap();
        for (acts, turn) in [false, true]
            .into_iter()
            .flat_map(|acts| (0..4).map(move |turn| (acts, turn)))
        {
            let name = entry.info.name;
            // Not every technique acts often enough everywhere. In the last position both sides threaten mate.
            let threats = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
            let is_found = CHESS[1..].iter().chain([&threats]).any(|fen| {
                let root = Chess::from_fen(fen).unwrap();
                let header = Header::new(&root, &[], settings.clone(), 20, Some(20_000));
                let planted = Planted {
                    sound: on.technique,
                    acts,
                    left: Cell::new(turn),
                };
                let mut trace = Vec::new();
                let added = [Added::everywhere(&planted as &dyn Technique<Chess>)];
                let search = Search::dynamic(&root, &off, &Sound, &added);
                header.record(search, place, None, &mut trace).unwrap();
                let checked = check(&root, Reader::new(&trace[..]).unwrap());
                let has_acted = turn > 0 && planted.left.get() == 0;
                assert_eq!(
                    checked.is_err(),
                    has_acted,
                    "{name} {acts} {turn}: {checked:?}"
                );
                has_acted || turn == 0
            });
            assert!(is_found, "{name} {acts}: never asked {turn} times");
        }
    }
}
