use std::cell::RefCell;

use super::*;
use crate::{
    eval::Evaluation,
    game::{MoveKind, chess::Chess},
    table::Bound,
    techniques::{Added, BuiltIn, ByHook, Chain, Direct, Limited, NoSubSearch, NoTechnique},
    units::{Depth, Ply},
    window::Window,
};

/// Moves one bound to a number; closes the window if the bounds meet.
#[derive(Clone, Copy)]
struct MovesBound(MateBound, i32);

impl<G: Game> Technique<G> for MovesBound {
    fn hooks(&self) -> Hooks {
        Hooks::CLAMP
    }

    fn clamp(&self, _: ClampPoint, node: &Node<'_, G>) -> Clamped {
        let (MovesBound(bound, to), window) = (*self, node.window);
        let value = Score::evaluation(to);
        let (alpha, beta) = match bound {
            MateBound::Lower => (window.alpha().max(value), window.beta()),
            MateBound::Upper => (window.alpha(), window.beta().min(value)),
        };
        match Window::new(alpha, beta) {
            None => Clamped::Cut { value, bound },
            Some(same) if same == window => Clamped::Kept,
            Some(window) => Clamped::Narrowed {
                window,
                lower: bound == MateBound::Lower,
                upper: bound == MateBound::Upper,
            },
        }
    }
}

const DEPTH: Depth = Depth::new(5);
/// The place of the first technique that a caller adds.
const PLACE: usize = BuiltIn::NAMES.len();
const FIRST: TechniqueId = TechniqueId::at(PLACE);
const SECOND: TechniqueId = TechniqueId::at(PLACE + 1);

fn listed<'l, const N: usize>(all: [&'l dyn Technique<Chess>; N]) -> ByHook<'l, Chess> {
    ByHook::new(
        &BuiltIn::OFF,
        &all.map(Added::everywhere),
        Hooks::NONE,
        false,
    )
}

/// Techniques that can be asked: listed, or called directly.
trait Asked {
    fn ask_all<H: Hook<Chess>>(&self, hook: &mut H, node: &mut Node<'_, Chess>);
}

impl Asked for ByHook<'_, Chess> {
    fn ask_all<H: Hook<Chess>>(&self, hook: &mut H, node: &mut Node<'_, Chess>) {
        let _ = self.ask(hook, node);
    }
}

impl<T: Technique<Chess> + Copy, R: Direct<Chess>> Asked for Chain<'_, T, R> {
    fn ask_all<H: Hook<Chess>>(&self, hook: &mut H, node: &mut Node<'_, Chess>) {
        let _ = self.ask(PLACE, hook, node);
    }
}

/// Asks techniques at a hook.
fn ask<H: Hook<Chess>>(techniques: &impl Asked, mut hook: H, node: &mut Node<'_, Chess>) -> H {
    techniques.ask_all(&mut hook, node);
    hook
}

/// Calls `ask` with a node and one of its moves.
fn at_node<A>(ask: impl FnOnce(&mut Node<'_, Chess>, &MadeMove<'_, Chess>) -> A) -> A {
    let position = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    let mut node = Node::new(
        &position,
        Ply::new(1),
        DEPTH,
        Window::full(),
        false,
        Evaluation::Zero,
    );
    let mut first = None;
    position.for_each_move(MoveKind::All, |mv| first = first.or(Some(mv)));
    let made = MadeMove {
        position: &position,
        after: &position,
        mv: first.unwrap(),
        number: 0,
        gives_check: false,
        history: 0,
        reduction: 0,
    };
    ask(&mut node, &made)
}

/// What is clamped, and the window after that.
fn clamped(first: MovesBound, second: MovesBound) -> (Clamp, Window) {
    let both = listed([&first, &second]);
    at_node(|node, _| {
        let clamp = ask(&both, Clamp::at(ClampPoint::Entry), node);
        (clamp, node.window)
    })
}

#[test]
fn the_second_clamp_gets_the_window_of_the_first() {
    let (low, high) = (
        MovesBound(MateBound::Lower, 10),
        MovesBound(MateBound::Upper, 20),
    );
    let narrow = Window::new(Score::evaluation(10), Score::evaluation(20)).unwrap();
    for (first, second, lower, upper) in [(low, high, FIRST, SECOND), (high, low, SECOND, FIRST)] {
        let (clamp, window) = clamped(first, second);
        assert_eq!((clamp.lower, clamp.upper), (Some(lower), Some(upper)));
        assert_eq!((clamp.cut, window), (None, narrow));
    }
    let (clamp, _) = clamped(low, MovesBound(MateBound::Upper, 5));
    let cut = (Score::evaluation(5), MateBound::Upper, SECOND);
    assert_eq!(clamp.cut, Some(cut));
}

#[test]
fn the_technique_that_moves_a_bound_furthest_is_credited_and_the_first_on_a_tie() {
    let low = |to| MovesBound(MateBound::Lower, to);
    for (first, second, by) in [(10, 20, SECOND), (20, 10, FIRST), (10, 10, FIRST)] {
        let (clamp, _) = clamped(low(first), low(second));
        assert_eq!(clamp.lower, Some(by), "{first} and {second}");
    }
}

/// Extends and reduces by a number of plies; cuts and skips if it is not 0.
#[derive(Clone, Copy)]
struct Acts(u8);

impl<G: Game> Technique<G> for Acts {
    fn hooks(&self) -> Hooks {
        let depth = Hooks::MOVES.and(Hooks::ENOUGH_DEPTH);
        depth.and(Hooks::CUTOFF).and(Hooks::PRUNE)
    }

    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        node.depth.less(self.0)
    }

    fn cutoff(&self, _: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Option<Score> {
        (self.0 > 0).then_some(Score::evaluation(self.0.into()))
    }

    fn prunes(&self, _: &Node<'_, G>, _: &MadeMove<'_, G>) -> bool {
        self.0 > 0
    }

    fn extension(&self, _: &Node<'_, G>, _: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
        self.0
    }

    fn reduction(&self, _: &Node<'_, G>, _: &MadeMove<'_, G>) -> u8 {
        self.0
    }
}

/// A number of plies, or a value, with the technique that is credited.
type Effect = Option<(u8, TechniqueId)>;

/// Checks the effects of three techniques, listed and known at compile time.
fn for_each_composition(plies: [u8; 3], check: impl Fn([Effect; 5])) {
    let all = plies.map(Acts);
    let [a, b, c] = all.map(|technique| Some(Limited::everywhere(technique)));
    check(effects(&listed(
        all.each_ref().map(|technique| technique as _),
    )));
    check(effects(&Chain(&a, Chain(&b, Chain(&c, ())))));
    // One that is off keeps its place.
    let off: Option<Limited<Acts>> = None;
    if plies[1] == 0 {
        check(effects(&Chain(&a, Chain(&off, Chain(&c, ())))));
    }
}

/// The extension, reduction, cutoff and skip of techniques, and by how much less than the node's depth is enough.
fn effects(techniques: &impl Asked) -> [Effect; 5] {
    let plies = Plies::NONE;
    let effect = |plies: Plies| (plies.plies() > 0).then(|| (plies.plies(), plies.technique()));
    at_node(|node, made| {
        let below = &mut NoSubSearch;
        let extension = ask(
            techniques,
            Verdicts {
                made,
                below,
                judged: Judged::NOTHING,
            },
            node,
        )
        .judged
        .extended;
        let reduction = ask(techniques, Reduction { made, plies }, node).plies;
        let hook = Cutoff {
            below: &mut NoSubSearch,
            value: None,
        };
        let cutoff = ask(techniques, hook, node).value;
        let skip = ask(techniques, Skip { made, by: None }, node).by;
        let less = ask(techniques, EnoughDepth(plies), node).0;
        [
            effect(extension),
            effect(reduction),
            cutoff.map(|(value, by)| (value.centipawns().unwrap() as u8, by)),
            skip.map(|by| (1, by)),
            effect(less),
        ]
    })
}

#[test]
fn the_larger_effect_is_credited_and_the_first_on_a_tie() {
    for number in 0..27 {
        let plies = [number / 9, number / 3 % 3, number % 3];
        let most = plies.into_iter().max().unwrap();
        let at = |place| TechniqueId::at(PLACE + place);
        let larger =
            (most > 0).then(|| (most, at(plies.iter().position(|&own| own == most).unwrap())));
        let first = plies.iter().position(|&own| own > 0);
        let cutoff = first.map(|place| (plies[place], at(place)));
        let skip = first.map(|place| (1, at(place)));
        for_each_composition(plies, |effects| {
            let wanted = [larger, larger, cutoff, skip, larger];
            assert_eq!(effects, wanted, "{plies:?}");
        });
    }
}

#[test]
fn listed_techniques_use_what_any_of_them_uses() {
    let (move_, all) = (MovesBound(MateBound::Lower, 0), Acts(1));
    assert_eq!(listed([&move_]).hooks, Hooks::CLAMP);
    let uses = Hooks::CLAMP.and(Technique::<Chess>::hooks(&all));
    assert_eq!(listed([&move_, &all]).hooks, uses);
    // Neither declares that it acts in quiescence.
    let both = [&move_ as &dyn Technique<Chess>, &all].map(Added::everywhere);
    let list = |provided| ByHook::new(&BuiltIn::OFF, &both, provided, true);
    assert_eq!(list(Hooks::NONE).hooks, Hooks::NONE);
    assert_eq!(list(Hooks::QUIESCENCE).hooks, uses.and(Hooks::QUIESCENCE));
}

#[test]
fn a_technique_without_hooks_changes_nothing() {
    let nothing = listed([&NoTechnique]);
    assert_eq!(effects(&nothing), [None; 5]);
    at_node(|node, _| {
        let window = node.window;
        let clamp = ask(&nothing, Clamp::at(ClampPoint::Entry), node);
        assert_eq!((clamp.cut, clamp.lower, clamp.upper), (None, None, None));
        assert_eq!(node.window, window);
    });
}

#[test]
fn an_added_technique_has_its_place_after_the_built_in_ones_whichever_are_on() {
    for entry in BuiltIn::registry() {
        let added = [Acts(0), Acts(1)];
        let added = added
            .each_ref()
            .map(|technique| Added::everywhere(technique as _));
        let all = ByHook::new(&entry.alone, &added, Hooks::NONE, false);
        at_node(|node, made| {
            node.in_check = true;
            node.window = Window::full();
            let hook = Skip { made, by: None };
            assert_eq!(ask(&all, hook, node).by, Some(SECOND));
        });
    }
}

/// Finds a move and trusts every entry, or neither; writes down that it was asked.
#[derive(Clone, Copy)]
struct Answers<'a> {
    answers: bool,
    place: usize,
    log: &'a RefCell<Vec<usize>>,
}

impl Technique<Chess> for Answers<'_> {
    fn trusts_entry(&self, _: &Node<'_, Chess>, _: &Entry<<Chess as Game>::Move>) -> bool {
        self.log.borrow_mut().push(self.place);
        self.answers
    }

    fn first_move(
        &self,
        _: &Node<'_, Chess>,
        _: &mut dyn SubSearch<Chess>,
    ) -> Option<<Chess as Game>::Move> {
        self.log.borrow_mut().push(self.place);
        self.answers.then(Default::default)
    }
}

/// The others are not asked at all: they might search for their answer.
#[test]
fn the_first_technique_that_answers_is_credited_and_no_other_is_asked_after_it() {
    for answers in 0..8 {
        let log = RefCell::new(Vec::new());
        let technique = |place| Answers {
            answers: answers >> place & 1 == 1,
            place,
            log: &log,
        };
        let [a, b, c] = [0, 1, 2].map(technique);
        let all = listed([&a, &b, &c]);
        let first = [a, b, c].iter().position(|technique| technique.answers);
        let asked: Vec<usize> = (0..=first.unwrap_or(2)).collect();
        let check = |by: Option<TechniqueId>| {
            let wanted = first.map(|place| TechniqueId::at(PLACE + place));
            assert_eq!((by, log.take()), (wanted, asked.clone()), "{answers:03b}");
        };
        let score = Score::evaluation(0).at_node(Ply::ROOT);
        let entry = Entry::new(1, score, DEPTH, Bound::Exact, None);
        at_node(|node, _| {
            let hook = TrustEntry {
                entry: &entry,
                by: None,
            };
            check(ask(&all, hook, node).by);
            let hook = FirstMove {
                below: &mut NoSubSearch,
                mv: None,
            };
            check(ask(&all, hook, node).mv.map(|(_, by)| by));
        });
    }
}

/// Searches for the value times one number plus another: in which order two of these act can be seen.
#[derive(Clone, Copy)]
struct Reshapes(i32, i32);

impl<G: Game> Technique<G> for Reshapes {
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        let bound = |score: Score| Score::evaluation(score.centipawns().unwrap() * self.0 + self.1);
        Window::new(bound(node.window.alpha()), bound(node.window.beta())).unwrap()
    }

    fn reshape_value(&self, _: &Node<'_, G>, value: Score) -> Score {
        Score::evaluation((value.centipawns().unwrap() - self.1) / self.0)
    }
}

#[test]
fn windows_are_reshaped_in_order_and_values_in_the_reverse_order() {
    fn check(techniques: &impl Asked, [alpha, beta]: [i32; 2]) {
        let window = |[alpha, beta]: [i32; 2]| {
            Window::new(Score::evaluation(alpha), Score::evaluation(beta)).unwrap()
        };
        at_node(|node, _| {
            node.window = window([3, 8]);
            ask(techniques, ReshapeWindow, node);
            let reshaped = node.window;
            assert_eq!(reshaped, window([alpha, beta]));
            // A value on a bound of the reshaped window is on that of the node's.
            let mut value = |score| ask(techniques, ReshapeValue(score), node).0;
            assert_eq!(value(reshaped.alpha()), Score::evaluation(3));
            assert_eq!(value(reshaped.beta()), Score::evaluation(8));
        });
    }
    let (doubles, adds, triples) = (Reshapes(2, 0), Reshapes(1, 10), Reshapes(3, 0));
    for ([a, b, c], wanted) in [
        (
            [doubles, adds, triples],
            [(3 * 2 + 10) * 3, (8 * 2 + 10) * 3],
        ),
        ([adds, doubles, triples], [(3 + 10) * 6, (8 + 10) * 6]),
        ([doubles, triples, adds], [3 * 6 + 10, 8 * 6 + 10]),
    ] {
        check(&listed([&a, &b, &c]), wanted);
    }
}
