//! Several techniques as one: their combined effect, and which technique is credited with it.
//!
//! The compositions here are known at compile time. `run_time_composition.rs` has those that are not.

use super::{
    ClampPoint, Clamped, MadeMove, MateBound, NoSubSearch, Node, SubSearch, Technique, Uses,
    credit::{Credited, Plies, TechniqueId},
};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// All techniques of a search together, in the form that the search uses.
///
/// The methods are those of [`Technique`], and their results also name the technique that is credited. If two techniques act on the
/// same thing, the larger effect applies and its technique is credited; on a tie, the first one.
///
/// Implementations use no closures: a closure that is not inlined keeps the node in memory, which slows down every node.
#[doc(hidden)]
pub trait Techniques<G: Game>: Copy {
    /// The number of techniques.
    #[inline(always)]
    fn count(&self) -> usize {
        0
    }

    /// What any of them uses.
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::NONE
    }

    /// The result of clamping the window.
    #[inline(always)]
    fn clamp(&self, _point: ClampPoint, _node: &Node<'_, G>) -> Clamp {
        Clamp::Kept
    }

    /// The smallest sufficient depth, if it is less than the node's depth.
    #[inline(always)]
    fn enough_depth(&self, _node: &Node<'_, G>) -> Option<Credited<Depth>> {
        None
    }

    /// The first technique that trusts an entry.
    #[inline(always)]
    fn trusts_entry(&self, _node: &Node<'_, G>, _entry: &Entry<G::Move>) -> Option<TechniqueId> {
        None
    }

    /// The window in which the unchanged value is searched.
    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        node.window
    }

    /// The changed value.
    #[inline(always)]
    fn reshape_value(&self, _node: &Node<'_, G>, value: Score) -> Score {
        value
    }

    /// The first value to return without searching the moves.
    #[inline(always)]
    fn cutoff(&self, _node: &Node<'_, G>, _below: &mut impl Below<G>) -> Option<Credited<Score>> {
        None
    }

    /// The move to try first, from the first technique that finds one.
    #[inline(always)]
    fn first_move(
        &self,
        _node: &Node<'_, G>,
        _below: &mut impl Below<G>,
    ) -> Option<Credited<G::Move>> {
        None
    }

    /// The first technique that skips a move.
    #[inline(always)]
    fn skips(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> Option<TechniqueId> {
        None
    }

    /// The plies by which a move is searched deeper.
    #[inline(always)]
    fn extension<S: Below<G>>(
        &self,
        _node: &Node<'_, G>,
        _mv: &MadeMove<'_, G>,
        _below: &mut S,
    ) -> Plies {
        Plies::NONE
    }

    /// The plies by which the depth of a move is first reduced.
    #[inline(always)]
    fn reduction(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> Plies {
        Plies::NONE
    }
}

/// The result of clamping a window, with the techniques that are credited; see [`Clamped`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamp {
    /// The window is unchanged.
    Kept,
    /// The window is narrower, but still open.
    Narrowed {
        /// The new window.
        window: Window,
        /// The technique that raised alpha last.
        lower: Option<TechniqueId>,
        /// The technique that lowered beta last.
        upper: Option<TechniqueId>,
    },
    /// The window is closed.
    Cut {
        /// The value that the node returns.
        value: Score,
        /// The bound that closed the window.
        bound: MateBound,
        /// The technique that closed it.
        by: TechniqueId,
    },
}

/// Searches below a node that know which technique requests them.
#[doc(hidden)]
pub trait Below<G: Game>: SubSearch<G> + Sized {
    /// Whether requests lead to searches; known at compile time.
    const SEARCHES: bool = true;

    /// Sets the technique that makes the following requests.
    fn on_behalf_of(&mut self, by: TechniqueId);
}

impl<G: Game> Below<G> for NoSubSearch {
    const SEARCHES: bool = false;

    #[inline(always)]
    fn on_behalf_of(&mut self, _: TechniqueId) {}
}

/// No technique at all.
impl<G: Game> Techniques<G> for () {}

/// A technique that is on.
#[derive(Clone, Copy)]
pub struct On<T> {
    technique: T,
    by: TechniqueId,
}

impl<T> On<T> {
    #[inline(always)]
    pub(crate) const fn new(technique: T, by: TechniqueId) -> Self {
        On { technique, by }
    }

    #[inline(always)]
    fn credit<E>(&self, what: E) -> Credited<E> {
        let by = self.by;
        Credited { what, by }
    }
}

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for On<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }

    #[inline(always)]
    fn uses(&self) -> Uses {
        self.technique.uses()
    }

    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamp {
        let by = self.by;
        match self.technique.clamp(point, node) {
            Clamped::Kept => Clamp::Kept,
            Clamped::Narrowed {
                window,
                lower,
                upper,
            } => Clamp::Narrowed {
                window,
                lower: lower.then_some(by),
                upper: upper.then_some(by),
            },
            Clamped::Cut { value, bound } => Clamp::Cut { value, bound, by },
        }
    }

    #[inline(always)]
    fn enough_depth(&self, node: &Node<'_, G>) -> Option<Credited<Depth>> {
        let depth = self.technique.enough_depth(node);
        if depth < node.depth {
            Some(self.credit(depth))
        } else {
            None
        }
    }

    #[inline(always)]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> Option<TechniqueId> {
        self.technique.trusts_entry(node, entry).then_some(self.by)
    }

    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        self.technique.reshape_window(node)
    }

    #[inline(always)]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        self.technique.reshape_value(node, value)
    }

    #[inline(always)]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut impl Below<G>) -> Option<Credited<Score>> {
        below.on_behalf_of(self.by);
        Some(self.credit(self.technique.cutoff(node, below)?))
    }

    #[inline(always)]
    fn first_move(
        &self,
        node: &Node<'_, G>,
        below: &mut impl Below<G>,
    ) -> Option<Credited<G::Move>> {
        below.on_behalf_of(self.by);
        Some(self.credit(self.technique.first_move(node, below)?))
    }

    #[inline(always)]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Option<TechniqueId> {
        self.technique.skips(node, mv).then_some(self.by)
    }

    #[inline(always)]
    fn extension<S: Below<G>>(
        &self,
        node: &Node<'_, G>,
        mv: &MadeMove<'_, G>,
        below: &mut S,
    ) -> Plies {
        // A copy of the search for techniques that do not search below the node leaves out the code of those that do.
        if !S::SEARCHES && self.technique.uses().any(Uses::PATH) {
            return Plies::NONE;
        }
        below.on_behalf_of(self.by);
        Plies::by(self.by, self.technique.extension(node, mv, below))
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Plies {
        Plies::by(self.by, self.technique.reduction(node, mv))
    }
}

impl<G: Game, A: Techniques<G>, B: Techniques<G>> Techniques<G> for (A, B) {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.count() + self.1.count()
    }

    #[inline(always)]
    fn uses(&self) -> Uses {
        self.0.uses().and(self.1.uses())
    }

    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamp {
        match self.0.clamp(point, node) {
            Clamp::Kept => self.1.clamp(point, node),
            Clamp::Narrowed {
                window,
                lower,
                upper,
            } => match self.1.clamp(point, &node.with_window(window)) {
                Clamp::Kept => Clamp::Narrowed {
                    window,
                    lower,
                    upper,
                },
                // The second moves a bound further than the first did.
                Clamp::Narrowed {
                    window,
                    lower: second_lower,
                    upper: second_upper,
                } => Clamp::Narrowed {
                    window,
                    lower: second_lower.or(lower),
                    upper: second_upper.or(upper),
                },
                cut => cut,
            },
            cut => cut,
        }
    }

    #[inline(always)]
    fn enough_depth(&self, node: &Node<'_, G>) -> Option<Credited<Depth>> {
        match (self.0.enough_depth(node), self.1.enough_depth(node)) {
            (Some(first), Some(second)) if second.what < first.what => Some(second),
            (first, second) => first.or(second),
        }
    }

    #[inline(always)]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> Option<TechniqueId> {
        match self.0.trusts_entry(node, entry) {
            None => self.1.trusts_entry(node, entry),
            first => first,
        }
    }

    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        let window = self.0.reshape_window(node);
        self.1.reshape_window(&node.with_window(window))
    }

    #[inline(always)]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        let value = self.1.reshape_value(node, value);
        self.0.reshape_value(node, value)
    }

    #[inline(always)]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut impl Below<G>) -> Option<Credited<Score>> {
        match self.0.cutoff(node, below) {
            None => self.1.cutoff(node, below),
            first => first,
        }
    }

    #[inline(always)]
    fn first_move(
        &self,
        node: &Node<'_, G>,
        below: &mut impl Below<G>,
    ) -> Option<Credited<G::Move>> {
        match self.0.first_move(node, below) {
            None => self.1.first_move(node, below),
            first => first,
        }
    }

    #[inline(always)]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Option<TechniqueId> {
        match self.0.skips(node, mv) {
            None => self.1.skips(node, mv),
            first => first,
        }
    }

    #[inline(always)]
    fn extension<S: Below<G>>(
        &self,
        node: &Node<'_, G>,
        mv: &MadeMove<'_, G>,
        below: &mut S,
    ) -> Plies {
        let first = self.0.extension(node, mv, below);
        first.max(self.1.extension(node, mv, below))
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Plies {
        let first = self.0.reduction(node, mv);
        first.max(self.1.reduction(node, mv))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::{
        eval::Evaluation,
        game::{MoveKind, chess::Chess},
        table::Bound,
        techniques::{
            NoTechnique,
            limited::Limited,
            run_time_composition::{Listed, Switched},
        },
        units::Ply,
    };

    /// Moves one bound to a number; closes the window if the bounds meet.
    #[derive(Clone, Copy)]
    struct MovesBound(MateBound, i32);

    impl<G: Game> Technique<G> for MovesBound {
        fn uses(&self) -> Uses {
            Uses::CLAMP
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
    const FIRST: TechniqueId = TechniqueId::at(3);
    const SECOND: TechniqueId = TechniqueId::at(5);

    /// Calls `ask` with a node and one of its moves.
    fn at_node<A>(ask: impl FnOnce(&Node<'_, Chess>, &MadeMove<'_, Chess>) -> A) -> A {
        let position = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        let asked = (Ply::new(1), DEPTH, Window::full());
        let node = Node::new(&position, asked, false, Evaluation::Zero);
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
        ask(&node, &made)
    }

    fn clamped(first: MovesBound, second: MovesBound) -> Clamp {
        let both = (On::new(first, FIRST), ((), On::new(second, SECOND)));
        at_node(|node, _| both.clamp(ClampPoint::Entry, node))
    }

    #[test]
    fn the_second_clamp_gets_the_window_of_the_first() {
        let (low, high) = (
            MovesBound(MateBound::Lower, 10),
            MovesBound(MateBound::Upper, 20),
        );
        let window = Window::new(Score::evaluation(10), Score::evaluation(20)).unwrap();
        let narrowed = |lower, upper| Clamp::Narrowed {
            window,
            lower: Some(lower),
            upper: Some(upper),
        };
        assert_eq!(clamped(low, high), narrowed(FIRST, SECOND));
        assert_eq!(clamped(high, low), narrowed(SECOND, FIRST));
        let crossing = MovesBound(MateBound::Upper, 5);
        let cut = Clamp::Cut {
            value: Score::evaluation(5),
            bound: MateBound::Upper,
            by: SECOND,
        };
        assert_eq!(clamped(low, crossing), cut);
    }

    #[test]
    fn the_technique_that_moves_a_bound_furthest_is_credited_and_the_first_on_a_tie() {
        let low = |to| MovesBound(MateBound::Lower, to);
        for (first, second, by) in [(10, 20, SECOND), (20, 10, FIRST), (10, 10, FIRST)] {
            let Clamp::Narrowed { lower, .. } = clamped(low(first), low(second)) else {
                panic!("a bound moved");
            };
            assert_eq!(lower, Some(by), "{first} and {second}");
        }
    }

    /// Extends and reduces by a number of plies; cuts and skips if it is not 0.
    #[derive(Clone, Copy)]
    struct Acts(u8);

    impl<G: Game> Technique<G> for Acts {
        fn uses(&self) -> Uses {
            Uses::MOVES.and(Uses::CUTOFF).and(Uses::ENOUGH_DEPTH)
        }

        fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
            node.depth.less(self.0)
        }

        fn cutoff(&self, _: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Option<Score> {
            (self.0 > 0).then_some(Score::evaluation(self.0.into()))
        }

        fn skips(&self, _: &Node<'_, G>, _: &MadeMove<'_, G>) -> bool {
            self.0 > 0
        }

        fn extension(&self, _: &Node<'_, G>, _: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
            self.0
        }

        fn reduction(&self, _: &Node<'_, G>, _: &MadeMove<'_, G>) -> u8 {
            self.0
        }
    }

    /// Checks the effects of three techniques, composed in every possible way.
    fn for_each_composition(
        plies: [u8; 3],
        check: impl Fn(&dyn Fn() -> [Option<Credited<u8>>; 5]),
    ) {
        let [a, b, c] = plies.map(Acts);
        let on = |technique, place| On::new(technique, TechniqueId::at(place));
        let (a_on, b_on, c_on) = (on(a, 0), on(b, 1), on(c, 2));
        check(&|| effects(&(a_on, (b_on, (c_on, ())))));
        check(&|| effects(&((a_on, b_on), c_on)));
        check(&|| effects(&Listed::new(&[&a, &b, &c], 0)));
        check(&|| effects(&(a_on, Listed::new(&[&b, &c], 1))));
    }

    /// The extension, reduction, cutoff and skip of techniques, and by how much less than the node's depth is enough.
    fn effects(techniques: &impl Techniques<Chess>) -> [Option<Credited<u8>>; 5] {
        let of_move = |plies: Plies| {
            (plies != Plies::NONE).then(|| Credited {
                what: plies.plies(),
                by: plies.technique(),
            })
        };
        at_node(|node, made| {
            let cutoff = techniques.cutoff(node, &mut NoSubSearch);
            let cutoff = cutoff.map(|Credited { what, by }| Credited {
                what: what.centipawns().unwrap() as u8,
                by,
            });
            let skips = techniques.skips(node, made);
            let enough = techniques.enough_depth(node);
            [
                of_move(techniques.extension(node, made, &mut NoSubSearch)),
                of_move(techniques.reduction(node, made)),
                cutoff,
                skips.map(|by| Credited { what: 1, by }),
                enough.map(|Credited { what, by }| Credited {
                    what: DEPTH.plies() - what.plies(),
                    by,
                }),
            ]
        })
    }

    #[test]
    fn the_larger_effect_is_credited_and_the_first_on_a_tie() {
        for number in 0..27 {
            let plies = [number / 9, number / 3 % 3, number % 3];
            let most = plies.into_iter().max().unwrap();
            let at = |place| TechniqueId::at(place);
            let larger = (most > 0).then(|| Credited {
                what: most,
                by: at(plies.iter().position(|&own| own == most).unwrap()),
            });
            let first = plies.iter().position(|&own| own > 0);
            let cutoff = first.map(|place| Credited {
                what: plies[place],
                by: at(place),
            });
            let skip = first.map(|place| Credited {
                what: 1,
                by: at(place),
            });
            for_each_composition(plies, |effects| {
                let wanted = [larger, larger, cutoff, skip, larger];
                assert_eq!(effects(), wanted, "{plies:?}");
            });
        }
    }

    #[test]
    fn composed_techniques_use_what_any_of_them_uses() {
        let (move_, all) = (MovesBound(MateBound::Lower, 0), Acts(1));
        let uses: Uses = Techniques::<Chess>::uses(&On::new(move_, FIRST));
        assert_eq!(uses, Uses::CLAMP);
        let both: [&dyn Technique<Chess>; 2] = [&move_, &all];
        assert_eq!(
            Listed::new(&both, 0).uses(),
            Uses::CLAMP.and(Technique::<Chess>::uses(&all))
        );
        assert_eq!(Listed::new(&both[..1], 0).uses(), Uses::CLAMP);
    }

    #[test]
    fn a_technique_without_hooks_changes_nothing() {
        let nothing = On::new(NoTechnique, FIRST);
        assert_eq!(effects(&nothing), [None; 5]);
        at_node(|node, _| {
            assert_eq!(
                Techniques::clamp(&nothing, ClampPoint::Entry, node),
                Clamp::Kept
            );
        });
    }

    #[test]
    fn every_technique_counts_whether_it_is_on_or_off() {
        fn count(techniques: impl Techniques<Chess>) -> usize {
            techniques.count()
        }
        let [one, off] = [Some(Acts(1)), None].map(|technique| technique.map(Limited::everywhere));
        let [one, off] = [&one, &off].map(|technique| Switched {
            technique,
            may_be_limited: false,
            by: FIRST,
        });
        let on = On::new(Acts(1), FIRST);
        let listed: [&dyn Technique<Chess>; 3] = [&Acts(1), &Acts(0), &Acts(2)];
        assert_eq!(count(()), 0);
        assert_eq!([count(on), count(one), count(off)], [1, 1, 1]);
        assert_eq!(count(((on, (one, off)), Listed::new(&listed, 3))), 6);
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
            let [a_on, b_on, c_on] =
                [a, b, c].map(|technique| On::new(technique, TechniqueId::at(technique.place)));
            let first = [a, b, c].iter().position(|technique| technique.answers);
            let asked: Vec<usize> = (0..=first.unwrap_or(2)).collect();
            let check = |by: Option<TechniqueId>| {
                assert_eq!(by, first.map(TechniqueId::at), "{answers:03b}");
                assert_eq!(log.take(), asked, "{answers:03b}");
            };
            fn check_both(
                techniques: &impl Techniques<Chess>,
                check: impl Fn(Option<TechniqueId>),
            ) {
                let score = Score::evaluation(0).at_node(Ply::ROOT);
                let entry = Entry::new(1, score, DEPTH, Bound::Exact, None);
                at_node(|node, _| {
                    check(techniques.trusts_entry(node, &entry));
                    let found = techniques.first_move(node, &mut NoSubSearch);
                    check(found.map(|found| found.by));
                });
            }
            check_both(&(a_on, (b_on, (c_on, ()))), check);
            check_both(&((a_on, b_on), c_on), check);
            check_both(&Listed::new(&[&a, &b, &c], 0), check);
            check_both(&(a_on, Listed::new(&[&b, &c], 1)), check);
        }
    }

    /// Searches for the value times one number plus another: in which order two of these act can be seen.
    #[derive(Clone, Copy)]
    struct Reshapes(i32, i32);

    impl<G: Game> Technique<G> for Reshapes {
        fn reshape_window(&self, node: &Node<'_, G>) -> Window {
            let bound =
                |score: Score| Score::evaluation(score.centipawns().unwrap() * self.0 + self.1);
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
                let node = node.with_window(window([3, 8]));
                let reshaped = techniques.reshape_window(&node);
                assert_eq!(reshaped, window([alpha, beta]));
                // A value on a bound of the reshaped window is on that of the node's.
                let value = |score| techniques.reshape_value(&node, score);
                assert_eq!(value(reshaped.alpha()), node.window.alpha());
                assert_eq!(value(reshaped.beta()), node.window.beta());
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
            let on = |technique, place| On::new(technique, TechniqueId::at(place));
            let (a_on, b_on, c_on) = (on(a, 0), on(b, 1), on(c, 2));
            check(&(a_on, (b_on, (c_on, ()))), wanted);
            check(&((a_on, b_on), c_on), wanted);
            check(&Listed::new(&[&a, &b, &c], 0), wanted);
            check(&(a_on, Listed::new(&[&b, &c], 1)), wanted);
        }
    }
}
