//! Several techniques as one: what they do together, and which of them did it.

use super::{
    ClampPoint, Clamped, MadeMove, MateBound, NoSubSearch, Node, SubSearch, Technique, Uses,
    credit::{Credited, Plies, TechniqueId},
    limited::Limited,
};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// All techniques of a search together, as the search asks them.
///
/// Written without closures: one that is not inlined keeps the node in memory, which costs every node.
///
/// A [`Technique`] says what it does; this says also which technique it was. Where two act on one thing, the search does what has the
/// larger effect, and that technique is credited: the first one on a tie.
#[doc(hidden)]
pub trait Techniques<G: Game>: Copy {
    /// How many they are.
    #[inline(always)]
    fn count(&self) -> usize {
        0
    }

    /// What any of them uses.
    #[inline(always)]
    fn uses(&self) -> Uses {
        Uses::NONE
    }

    /// What becomes of the window.
    #[inline(always)]
    fn clamp(&self, _point: ClampPoint, _node: &Node<'_, G>) -> Clamp {
        Clamp::Kept
    }

    /// The least depth that one of them finds enough, if it is less than the node's.
    #[inline(always)]
    fn enough_depth(&self, _node: &Node<'_, G>) -> Option<Credited<Depth>> {
        None
    }

    /// Who trusts an entry.
    #[inline(always)]
    fn trusts_entry(&self, _node: &Node<'_, G>, _entry: &Entry<G::Move>) -> Option<TechniqueId> {
        None
    }

    /// The window for the unchanged value.
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

    /// The first move to try that one of them finds.
    #[inline(always)]
    fn first_move(
        &self,
        _node: &Node<'_, G>,
        _below: &mut impl Below<G>,
    ) -> Option<Credited<G::Move>> {
        None
    }

    /// Who passes over a move.
    #[inline(always)]
    fn skips(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> Option<TechniqueId> {
        None
    }

    /// By how many plies a move is searched deeper, if it is.
    #[inline(always)]
    fn extension<S: Below<G>>(
        &self,
        _node: &Node<'_, G>,
        _mv: &MadeMove<'_, G>,
        _below: &mut S,
    ) -> Plies {
        Plies::NONE
    }

    /// By how many plies a move is searched less deep, if it is.
    #[inline(always)]
    fn reduction(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> Plies {
        Plies::NONE
    }
}

/// What techniques have made of a window; see [`Clamped`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamp {
    /// As it was.
    Kept,
    /// Narrower, but open.
    Narrowed {
        /// The new window.
        window: Window,
        /// Who raised alpha last.
        lower: Option<TechniqueId>,
        /// Who lowered beta last.
        upper: Option<TechniqueId>,
    },
    /// Closed.
    Cut {
        /// What the node returns.
        value: Score,
        /// The bound that closed the window.
        bound: MateBound,
        /// Who closed it.
        by: TechniqueId,
    },
}

/// A search below a node that is told which technique asks.
#[doc(hidden)]
pub trait Below<G: Game>: SubSearch<G> + Sized {
    /// Whether anything is searched; known when the search is compiled.
    const SEARCHES: bool = true;

    /// What is asked from now on is asked by this technique.
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
    fn credited<E>(&self, what: E) -> Credited<E> {
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
            Some(self.credited(depth))
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
        Some(self.credited(self.technique.cutoff(node, below)?))
    }

    #[inline(always)]
    fn first_move(
        &self,
        node: &Node<'_, G>,
        below: &mut impl Below<G>,
    ) -> Option<Credited<G::Move>> {
        below.on_behalf_of(self.by);
        Some(self.credited(self.technique.first_move(node, below)?))
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
        // In a copy of the search for techniques that search nothing below, the code of the others is left out.
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
                // It moves a bound further than the first has moved it.
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

/// Implements every question by asking others: `$ask!(self, asked at node => answer)` says whom at a node, by the name `asked`.
macro_rules! forward_techniques {
    ($ask:ident) => {
        #[inline(always)]
        fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamp {
            $ask!(self, asked at node => Techniques::clamp(asked, point, node))
        }

        #[inline(always)]
        fn enough_depth(&self, node: &Node<'_, G>) -> Option<Credited<Depth>> {
            $ask!(self, asked at node => asked.enough_depth(node))
        }

        #[inline(always)]
        fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> Option<TechniqueId> {
            $ask!(self, asked at node => asked.trusts_entry(node, entry))
        }

        #[inline(always)]
        fn reshape_window(&self, node: &Node<'_, G>) -> Window {
            $ask!(self, asked at node => asked.reshape_window(node))
        }

        #[inline(always)]
        fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
            $ask!(self, asked at node => asked.reshape_value(node, value))
        }

        #[inline(always)]
        fn cutoff(&self, node: &Node<'_, G>, below: &mut impl Below<G>) -> Option<Credited<Score>> {
            $ask!(self, asked at node => asked.cutoff(node, below))
        }

        #[inline(always)]
        fn first_move(
            &self,
            node: &Node<'_, G>,
            below: &mut impl Below<G>,
        ) -> Option<Credited<G::Move>> {
            $ask!(self, asked at node => asked.first_move(node, below))
        }

        #[inline(always)]
        fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Option<TechniqueId> {
            $ask!(self, asked at node => asked.skips(node, mv))
        }

        #[inline(always)]
        fn extension<S: Below<G>>(
            &self,
            node: &Node<'_, G>,
            mv: &MadeMove<'_, G>,
            below: &mut S,
        ) -> Plies {
            $ask!(self, asked at node => asked.extension(node, mv, below))
        }

        #[inline(always)]
        fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Plies {
            $ask!(self, asked at node => asked.reduction(node, mv))
        }
    };
}

/// A built-in technique, asked if it is on and where it acts. It is looked at where it is: a copy would be written to memory at every
/// node for a technique that is called, whether it is on or off.
#[derive(Clone, Copy)]
pub(super) struct Switched<'b, T> {
    pub(super) technique: &'b Option<Limited<T>>,
    /// Whether it has to be asked where it acts; known when the search is compiled.
    pub(super) may_be_limited: bool,
    pub(super) by: TechniqueId,
}

/// Asks the technique if it is on, and acts at the node.
macro_rules! if_on {
    ($self:ident, $asked:ident at $node:ident => $answer:expr) => {
        match $self.technique {
            Some(on) if !$self.may_be_limited || on.within.holds($node) => {
                let $asked = &On::new(&on.technique, $self.by);
                $answer
            }
            _ => {
                let $asked = &();
                $answer
            }
        }
    };
}

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for Switched<'_, T> {
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }

    #[inline(always)]
    fn uses(&self) -> Uses {
        self.technique.as_ref().map_or(Uses::NONE, |on| on.uses())
    }

    forward_techniques!(if_on);
}

/// Techniques that are known when the search runs. Each follows the one before.
pub struct Listed<'l, G> {
    techniques: &'l [&'l dyn Technique<G>],
    /// The place of the first.
    place: usize,
}

impl<'l, G> Listed<'l, G> {
    pub(crate) const fn new(techniques: &'l [&'l dyn Technique<G>], place: usize) -> Self {
        Listed { techniques, place }
    }
}

impl<G> Clone for Listed<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Listed<'_, G> {}

/// Asks the first with all that follow, if there is one.
macro_rules! in_turn {
    ($self:ident, $asked:ident at $node:ident => $answer:expr) => {
        match $self.techniques {
            [] => {
                let $asked = &();
                $answer
            }
            [first, others @ ..] => {
                let first = On::new(*first, TechniqueId::at($self.place));
                let $asked = &(first, Listed::new(others, $self.place + 1));
                $answer
            }
        }
    };
}

impl<G: Game> Techniques<G> for Listed<'_, G> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.techniques.len()
    }

    #[inline(always)]
    fn uses(&self) -> Uses {
        let all = self.techniques.iter();
        all.fold(Uses::NONE, |uses, technique| uses.and(technique.uses()))
    }

    forward_techniques!(in_turn);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::{MoveKind, chess::Chess},
        units::Ply,
    };

    /// Raises alpha to, or lowers beta to, a number; closes the window where they meet.
    #[derive(Clone, Copy)]
    struct To(MateBound, i32);

    impl<G: Game> Technique<G> for To {
        fn uses(&self) -> Uses {
            Uses::CLAMP
        }

        fn clamp(&self, _: ClampPoint, node: &Node<'_, G>) -> Clamped {
            let (To(bound, to), window) = (*self, node.window);
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

    const FIRST: TechniqueId = TechniqueId::at(3);
    const SECOND: TechniqueId = TechniqueId::at(5);

    /// Asks something at a node.
    fn at_node<A>(ask: impl FnOnce(&Node<'_, Chess>, &MadeMove<'_, Chess>) -> A) -> A {
        let position = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        let asked = (Ply::new(1), Depth::new(1), Window::full());
        let node = Node::new(&position, asked, false, Evaluation::Zero);
        let mut first = None;
        position.for_each_move(MoveKind::All, |mv| first = first.or(Some(mv)));
        let made = MadeMove {
            position: &position,
            mv: first.unwrap(),
            number: 0,
            gives_check: false,
            history: 0,
        };
        ask(&node, &made)
    }

    fn clamped(first: To, second: To) -> Clamp {
        let both = (On::new(first, FIRST), ((), On::new(second, SECOND)));
        at_node(|node, _| both.clamp(ClampPoint::Entry, node))
    }

    #[test]
    fn the_second_clamp_sees_what_the_first_left() {
        let (low, high) = (To(MateBound::Lower, 10), To(MateBound::Upper, 20));
        let window = Window::new(Score::evaluation(10), Score::evaluation(20)).unwrap();
        let narrowed = |lower, upper| Clamp::Narrowed {
            window,
            lower: Some(lower),
            upper: Some(upper),
        };
        assert_eq!(clamped(low, high), narrowed(FIRST, SECOND));
        assert_eq!(clamped(high, low), narrowed(SECOND, FIRST));
        let crossing = To(MateBound::Upper, 5);
        let cut = Clamp::Cut {
            value: Score::evaluation(5),
            bound: MateBound::Upper,
            by: SECOND,
        };
        assert_eq!(clamped(low, crossing), cut);
    }

    #[test]
    fn whoever_moves_a_bound_furthest_is_credited_and_the_first_on_a_tie() {
        let low = |to| To(MateBound::Lower, to);
        for (first, second, by) in [(10, 20, SECOND), (20, 10, FIRST), (10, 10, FIRST)] {
            let Clamp::Narrowed { lower, .. } = clamped(low(first), low(second)) else {
                panic!("a bound moved");
            };
            assert_eq!(lower, Some(by), "{first} and {second}");
        }
    }

    /// Does everything, by so many plies; cuts, skips and finds a move if they are not 0.
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

    /// Three techniques, composed in the ways there are, do the same: what `credited` says.
    fn holds(plies: [u8; 3], check: impl Fn(&dyn Fn() -> [Option<Credited<u8>>; 4])) {
        let [a, b, c] = plies.map(Acts);
        let on = |technique, place| On::new(technique, TechniqueId::at(place));
        let (a_on, b_on, c_on) = (on(a, 0), on(b, 1), on(c, 2));
        check(&|| asked(&(a_on, (b_on, (c_on, ())))));
        check(&|| asked(&((a_on, b_on), c_on)));
        check(&|| asked(&Listed::new(&[&a, &b, &c], 0)));
        check(&|| asked(&(a_on, Listed::new(&[&b, &c], 1))));
    }

    /// Extension, reduction, cutoff and skip.
    fn asked(techniques: &impl Techniques<Chess>) -> [Option<Credited<u8>>; 4] {
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
            [
                of_move(techniques.extension(node, made, &mut NoSubSearch)),
                of_move(techniques.reduction(node, made)),
                cutoff,
                skips.map(|by| Credited { what: 1, by }),
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
            holds(plies, |asked| {
                assert_eq!(asked(), [larger, larger, cutoff, skip], "{plies:?}");
            });
        }
    }

    #[test]
    fn what_techniques_use_is_what_any_of_them_uses() {
        let (move_, all) = (To(MateBound::Lower, 0), Acts(1));
        let uses: Uses = Techniques::<Chess>::uses(&On::new(move_, FIRST));
        assert_eq!(uses, Uses::CLAMP);
        let both: [&dyn Technique<Chess>; 2] = [&move_, &all];
        assert_eq!(
            Listed::new(&both, 0).uses(),
            Uses::CLAMP.and(Technique::<Chess>::uses(&all))
        );
        assert_eq!(Listed::new(&both[..1], 0).uses(), Uses::CLAMP);
        assert_eq!(Listed::new(&both, 0).count(), 2);
    }
}
