use std::cell::RefCell;

use super::*;
use crate::{
    eval::Evaluation,
    game::{MoveKind, chess::Chess},
    table::Bound,
    techniques::{Added, BuiltIn, NoSubSearch, NoTechnique, On, Techniques},
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
const FIRST: TechniqueId = TechniqueId::at(0);
const SECOND: TechniqueId = TechniqueId::at(1);

fn listed<'l, const N: usize>(all: [&'l dyn Technique<Chess>; N]) -> [Added<'l, Chess>; N] {
    all.map(Added::everywhere)
}

/// Asks techniques at a hook.
fn ask<H: Hook<Chess>>(
    techniques: &impl Techniques<Chess>,
    mut hook: H,
    node: &mut Node<'_, Chess>,
) -> H {
    let _ = techniques.ask(0, &mut hook, node);
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
    };
    ask(&mut node, &made)
}

/// What is clamped, and the window after that.
fn clamped(first: MovesBound, second: MovesBound) -> (Clamp, Window) {
    let both = (On(first), ((), On(second)));
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
        Hooks::MOVES.and(Hooks::CUTOFF).and(Hooks::ENOUGH_DEPTH)
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

/// Checks the effects of three techniques, composed in every possible way.
fn for_each_composition(plies: [u8; 3], check: impl Fn([Effect; 5])) {
    let [a, b, c] = plies.map(Acts);
    let (a_on, b_on, c_on) = (On(a), On(b), On(c));
    let all = listed([&a, &b, &c]);
    check(effects(&(a_on, (b_on, (c_on, ())))));
    check(effects(&((a_on, b_on), c_on)));
    check(effects(&&all[..]));
    check(effects(&(a_on, &all[1..])));
}

/// The extension, reduction, cutoff and skip of techniques, and by how much less than the node's depth is enough.
fn effects(techniques: &impl Techniques<Chess>) -> [Effect; 5] {
    let plies = Plies::NONE;
    let effect = |plies: Plies| (plies != Plies::NONE).then(|| (plies.plies(), plies.technique()));
    at_node(|node, made| {
        let (below, may_search) = (&mut NoSubSearch, true);
        let hook = Extension {
            made,
            below,
            may_search,
            plies,
        };
        let extension = ask(techniques, hook, node).plies;
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
        let at = |place| TechniqueId::at(place);
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
fn composed_techniques_use_what_any_of_them_uses() {
    let (move_, all) = (MovesBound(MateBound::Lower, 0), Acts(1));
    let uses: Hooks = Techniques::<Chess>::hooks(&On(move_));
    assert_eq!(uses, Hooks::CLAMP);
    let both = listed([&move_, &all]);
    assert_eq!(
        Techniques::hooks(&&both[..]),
        Hooks::CLAMP.and(Technique::<Chess>::hooks(&all))
    );
    assert_eq!(Techniques::hooks(&&both[..1]), Hooks::CLAMP);
}

#[test]
fn a_technique_without_hooks_changes_nothing() {
    let nothing = On(NoTechnique);
    assert_eq!(effects(&nothing), [None; 5]);
    at_node(|node, _| {
        let window = node.window;
        let clamp = ask(&nothing, Clamp::at(ClampPoint::Entry), node);
        assert_eq!((clamp.cut, clamp.lower, clamp.upper), (None, None, None));
        assert_eq!(node.window, window);
    });
}

#[test]
fn every_technique_counts_whether_it_is_on_or_off() {
    fn count(techniques: impl Techniques<Chess>) -> usize {
        techniques.count()
    }
    let three = listed([&Acts(1), &Acts(0), &Acts(2)]);
    assert_eq!(count(()), 0);
    assert_eq!(count(On(Acts(1))), 1);
    for entry in BuiltIn::registry() {
        let all = entry.alone.techniques(true);
        assert_eq!(count(all), BuiltIn::NAMES.len());
        assert_eq!(
            count(((all, On(Acts(1))), &three[..])),
            BuiltIn::NAMES.len() + 4
        );
    }
}

/// Finds a move and trusts every entry, or neither; writes down that it was asked.
#[derive(Clone, Copy)]
struct Asked<'a> {
    answers: bool,
    place: usize,
    log: &'a RefCell<Vec<usize>>,
}

impl Technique<Chess> for Asked<'_> {
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
        let technique = |place| Asked {
            answers: answers >> place & 1 == 1,
            place,
            log: &log,
        };
        let [a, b, c] = [0, 1, 2].map(technique);
        let [a_on, b_on, c_on] = [a, b, c].map(On);
        let all = listed([&a, &b, &c]);
        let first = [a, b, c].iter().position(|technique| technique.answers);
        let asked: Vec<usize> = (0..=first.unwrap_or(2)).collect();
        let check = |by: Option<TechniqueId>| {
            assert_eq!(by, first.map(TechniqueId::at), "{answers:03b}");
            assert_eq!(log.take(), asked, "{answers:03b}");
        };
        fn check_both(techniques: &impl Techniques<Chess>, check: impl Fn(Option<TechniqueId>)) {
            let score = Score::evaluation(0).at_node(Ply::ROOT);
            let entry = Entry::new(1, score, DEPTH, Bound::Exact, None);
            at_node(|node, _| {
                let hook = TrustEntry {
                    entry: &entry,
                    by: None,
                };
                check(ask(techniques, hook, node).by);
                let hook = FirstMove {
                    below: &mut NoSubSearch,
                    mv: None,
                };
                check(ask(techniques, hook, node).mv.map(|(_, by)| by));
            });
        }
        check_both(&(a_on, (b_on, (c_on, ()))), check);
        check_both(&((a_on, b_on), c_on), check);
        check_both(&&all[..], check);
        check_both(&(a_on, &all[1..]), check);
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
    fn check(techniques: &impl Techniques<Chess>, [alpha, beta]: [i32; 2]) {
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
        let (a_on, b_on, c_on) = (On(a), On(b), On(c));
        let all = listed([&a, &b, &c]);
        check(&(a_on, (b_on, (c_on, ()))), wanted);
        check(&((a_on, b_on), c_on), wanted);
        check(&&all[..], wanted);
        check(&(a_on, &all[1..]), wanted);
    }
}
