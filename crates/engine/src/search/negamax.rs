//! The skeleton: one recursive function with numbered steps, for the root, the main search and
//! quiescence alike.
//!
//! 1. count and observe
//! 2. clamp the window, bound the depth
//! 3. draws
//! 4. table probe
//! 5. horizon
//! 6. reshape the window for techniques that change the value
//! 7. cutoffs
//! 8. the table's move or one that a technique finds, then all moves generated and ranked
//! 9. the moves: skip, extend, reduce, child window, recurse
//! 10. mate or stalemate, reshape the value
//! 11. table store
//! 12. leave
//!
//! The value of a node is from the view of its side to move (negamax). Its contract: for a result
//! r of a search with window (a, b) and the exact value v, r ≤ a means v ≤ a, r ≥ b means v ≥ b,
//! and else r = v; fail-soft, r also bounds v on its side.

use super::{
    children::{AHEAD, Nursery},
    configuration::Configuration,
    conventions::Conventions,
    limits::Watch,
    options::{FailMode, ScoutMode, SearchOptions},
    path::Path,
    principal_variation::PrincipalVariation,
    quiescence,
};
use crate::{
    game::{Game, MoveKind},
    observe::{End, SearchObserver},
    ordering::{MoveStack, Ordering},
    score::Score,
    table::{Bound, Entry, OutOfMemory, Stored, Table, TableSize},
    techniques::{
        Arrival, BuiltIn, ClampPoint, Clamped, Found, MadeMove, MateBound, MateDistance,
        NoSubSearch, Node, SubSearch, Technique, Uses,
    },
    units::{Depth, MAX_PLY, Ply},
    window::Window,
};

/// Room for the moves of all nodes on a path; a longer list grows once.
const MOVES_ON_A_PATH: usize = 16_384;

const UNNAMED: &str = "a technique that searches below its node names Uses::PATH";

/// What kind of node is searched; known when the code is compiled.
pub(super) trait Kind {
    const ROOT: bool = false;
    const QUIESCENCE: bool = false;
}

/// The node whose best move is wanted: never cut, never looked up.
pub(super) struct Root;
/// A node of the main search.
pub(super) struct Interior;
/// A node beyond the horizon.
pub(super) struct Quiescence;

impl Kind for Root {
    const ROOT: bool = true;
}
impl Kind for Interior {}
impl Kind for Quiescence {
    const QUIESCENCE: bool = true;
}

/// One search from one root: its parts and its memory.
pub(super) struct Searcher<'a, G: Game, C, T, O> {
    pub(super) configuration: C,
    /// The caller's technique, on top of the built-in ones.
    pub(super) added: T,
    pub(super) observer: O,
    pub(super) table: Table<G::Move>,
    pub(super) ordering: Ordering<G>,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) nursery: Nursery<G>,
    pub(super) path: Path,
    /// How the search came to each node of the path, by ply; kept where a technique looks at it.
    pub(super) arrivals: Vec<Arrival<G::Move>>,
    /// The static evaluations of the path, by ply; kept where a technique looks at them.
    pub(super) evaluations: Vec<Option<i32>>,
    pub(super) pv: PrincipalVariation<G::Move>,
    /// The best move of the node that was left last, for a technique that asked.
    found: Option<G::Move>,
    /// Nodes entered since the search began.
    pub(super) nodes: u64,
    /// The same when the root's best line last changed.
    pub(super) nodes_to_pv: u64,
    pub(super) watch: Watch<'a>,
}

impl<'a, G: Game, C: Configuration, T: Technique<G> + Copy, O: SearchObserver>
    Searcher<'a, G, C, T, O>
{
    /// A searcher that remembers nothing, in the memory of a table that is no longer needed.
    pub(super) fn new(
        configuration: C,
        added: T,
        observer: O,
        watch: Watch<'a>,
        memory: Table<G::Move>,
    ) -> Result<Self, OutOfMemory> {
        let options = configuration.options();
        Ok(Searcher {
            table: memory.renewed(options.table)?,
            ordering: Ordering::new(&options.ordering),
            configuration,
            added,
            observer,
            moves: MoveStack::with_capacity(MOVES_ON_A_PATH),
            nursery: Nursery::new(),
            path: Path::new(),
            arrivals: vec![Arrival::START; MAX_PLY + 2],
            evaluations: vec![None; MAX_PLY + 2],
            pv: PrincipalVariation::new(),
            found: None,
            nodes: 0,
            nodes_to_pv: 0,
            watch,
        })
    }

    #[inline(always)]
    pub(super) fn options(&self) -> &SearchOptions {
        self.configuration.options()
    }

    /// The built-in techniques.
    #[inline(always)]
    fn built_in(&self) -> &BuiltIn {
        if C::MOST.any(Uses::ALL) {
            &self.options().techniques
        } else {
            &BuiltIn::OFF
        }
    }

    /// Whether any technique that is on uses one of these.
    #[inline(always)]
    fn any_uses(&self, of: Uses) -> bool {
        C::MOST.any(of) && (self.configuration.uses::<G>().any(of) || self.added.uses().any(of))
    }

    /// The hooks of all techniques that are on.
    #[inline(always)]
    fn hooks(&self) -> impl Technique<G> + Copy + use<'_, 'a, G, C, T, O> {
        self.hooks_of(self.built_in())
    }

    #[inline(always)]
    fn hooks_of<'b>(
        &self,
        built_in: &'b BuiltIn,
    ) -> impl Technique<G> + Copy + use<'a, 'b, G, C, T, O> {
        let form = if C::MOST.any(Uses::FORMS) {
            built_in.mate_distance
        } else {
            MateDistance::Off
        };
        let others = built_in.others(C::MOST.any(Uses::LIMITS));
        ((form, others), self.added)
    }

    /// Enters a node, searches it and leaves it. Takes its parts one by one, since they then stay
    /// in registers.
    pub(super) fn node<K: Kind>(
        &mut self,
        position: &G,
        ply: Ply,
        depth: Depth,
        window: Window,
    ) -> Score {
        // Before step 1: a node beyond a limit is not entered, and its value is not used.
        if self.watch.refuses(self.nodes) {
            return window.alpha();
        }
        let evaluation = self.options().evaluation;
        let in_check = position.in_check();
        let mut node = Node::new(position, (ply, depth, window), in_check, evaluation);
        node.in_quiescence = K::QUIESCENCE;
        if self.any_uses(Uses::PATH) {
            node.arrival = self.arrivals[ply.index()];
        }
        // Step 1: count and observe.
        self.nodes += 1;
        self.observer.entered(node.ply, node.depth, node.window);
        // The root's line outlives a further look at the root that only lowers its bound.
        if !K::ROOT {
            self.pv.clear(node.ply);
        }
        let asked = node.window;

        // Step 2: clamp the window, bound the depth.
        let mut limited = false;
        let (value, end) = match self.clamp::<K>(ClampPoint::Entry, &mut node) {
            Some(value) => (value, End::MdpCut),
            None => {
                if !K::ROOT && !K::QUIESCENCE && self.any_uses(Uses::ENOUGH_DEPTH) {
                    let enough = self.hooks().enough_depth(&node);
                    limited = enough < node.depth;
                    node.depth = node.depth.min(enough);
                }
                self.settle::<K>(&mut node)
            }
        };

        // Step 12: leave.
        if self.any_uses(Uses::PATH) && end != End::Expanded {
            self.found = None;
        }
        let value = if limited {
            value.max(node.window.alpha())
        } else {
            value
        };
        let value = match self.options().fail {
            FailMode::Hard => asked.clamp(value),
            FailMode::Soft => value,
        };
        self.observer.left(node.ply, end, value);
        value
    }

    /// Steps 3 to 11: the node's value, and how it was found.
    #[inline(always)]
    fn settle<K: Kind>(&mut self, node: &mut Node<'_, G>) -> (Score, End) {
        let (position, ply) = (node.position, node.ply);
        let draws = self.options().draws;
        let uses_table = self.options().table.size != TableSize::Off;
        let key = position.key();
        // The move that a technique wants to know the node's value without.
        let excluded = node.arrival.excluded;

        // Step 3: draws by rule. A mate on the hundredth ply is a mate. A node that is searched again is no draw. The rarest condition is
        // tested first.
        if !K::ROOT && !node.arrival.is_again {
            let fifty = position.reversible_plies() >= 100
                && draws.fifty_moves
                && (!C::Conventions::MATE_BEFORE_FIFTY_MOVES
                    || !node.in_check
                    || position.has_legal_move());
            if fifty
                || (draws.repetition && self.path.repeats(ply, key, position.reversible_plies()))
            {
                return (self.draw_score(ply), End::RuleDraw);
            }
        }

        // Step 4: table probe.
        let depth = node.depth;
        // Asked when it is needed: most nodes end with the table.
        let at_horizon = || depth.is_horizon() || ply.index() >= MAX_PLY || position.is_leaf();
        let mut table_move = None;
        let uses_table = uses_table
            && !K::QUIESCENCE
            && excluded.is_none()
            && (self.options().table.probe_at_horizon || !at_horizon());
        if uses_table && let Some(&entry) = self.table.probe(key) {
            self.observer.table_hit(ply);
            table_move = entry.best_move();
            if self.any_uses(Uses::ENTRY) {
                node.entry = Some(entry);
            }
            if !K::ROOT
                && let value = C::Conventions::from_table(entry.kept_score(), ply)
                && C::Conventions::settles(entry.bound(), value, node.window)
                && (self
                    .options()
                    .table
                    .depth
                    .suffices(entry.depth(), node.depth)
                    || self.any_uses(Uses::TRUST) && self.hooks().trusts_entry(node, &entry))
            {
                return (value, End::TableCut);
            }
        }
        if let Some(value) = self.clamp::<K>(ClampPoint::AfterProbe, node) {
            return (value, End::MdpCut);
        }

        // Step 5: horizon. Quiescence stands pat here and goes on only with tactical moves.
        let mut best = -Score::INFINITE;
        if K::QUIESCENCE {
            if ply.index() >= MAX_PLY {
                return (Score::evaluation(node.static_evaluation()), End::Horizon);
            }
            if let Some(value) = quiescence::stand_pat(node) {
                if node.window.fails_high(value) {
                    return (value, End::Horizon);
                }
                best = value;
            }
        } else if at_horizon() {
            return self.horizon(node);
        }
        if draws.repetition {
            self.path.enter(ply, key);
        }

        if self.any_uses(Uses::TREND) {
            self.evaluations[ply.index()] = Some(node.static_evaluation());
            let two_up = ply.index().checked_sub(2);
            node.evaluation_two_plies_up = two_up.and_then(|ply| self.evaluations[ply]);
        }

        // Step 6: a technique that changes what values mean is asked its own question.
        let outer = node.window;
        if self.any_uses(Uses::RESHAPE) {
            node.window = self.hooks().reshape_window(node);
        }
        let asked = node.window;
        if K::QUIESCENCE {
            node.window.raise_alpha(best);
        }

        // Step 7: cutoffs without searching the moves.
        if !K::ROOT && self.any_uses(Uses::CUTOFF) {
            // Copies: of the techniques, since they search with this searcher, and of the node, which stays in registers if nobody
            // keeps a reference to it.
            let (built_in, shown) = (*self.built_in(), node.with_window(node.window));
            let technique = self.hooks_of(&built_in);
            let cutoff = technique.cutoff(&shown, self);
            node.keep_evaluation_of(&shown);
            if self.watch.is_stopped() {
                return (best, End::Stopped);
            }
            if let Some(value) = cutoff {
                return (technique.reshape_value(node, value), End::TechniqueCut);
            }
        }

        // Step 8: the table's move, or where it has none one that a technique finds, mostly ends the node, so it is tried before
        // the others are generated. Two positions may share a key, so it is asked whether it is one of this one's.
        let mut first = table_move.filter(|_| self.options().ordering.table_move);
        if !K::ROOT && !K::QUIESCENCE && self.any_uses(Uses::FIRST_MOVE) && table_move.is_none() {
            let (built_in, shown) = (*self.built_in(), node.with_window(node.window));
            first = self.hooks_of(&built_in).first_move(&shown, self);
            node.keep_evaluation_of(&shown);
        }
        let start = self.moves.top();
        let tried_first = first.filter(|&mv| Some(mv) != excluded && position.is_legal(mv));
        match tried_first {
            Some(mv) => self.moves.push(mv),
            None => self.generate::<K>(position, (ply, node.in_check), key, first, excluded),
        }

        // Step 9: search the moves.
        let mut best_move = None;
        let mut searched = 0;
        let mut children = self.nursery.take(ply);
        for number in 0.. {
            if number == 1 && tried_first.is_some() {
                self.moves.truncate(start);
                self.generate::<K>(position, (ply, node.in_check), key, first, excluded);
                self.moves.pick(start, 0);
            }
            let Some(mv) = self.moves.pick(start, number) else {
                break;
            };
            let (moves, table) = (&self.moves, &self.table);
            let some = if number == 0 { 1 } else { AHEAD };
            let ahead = || moves.following(start, number).take(some);
            let Some(child) = children.child(position, number, ahead, |child| {
                // To ask whether there is a table costs more than to fetch nothing.
                if !K::QUIESCENCE {
                    table.prefetch(child.key());
                }
            }) else {
                break;
            };
            let made = MadeMove {
                position,
                mv,
                number,
                gives_check: child.in_check(),
                history: if self.any_uses(Uses::HISTORY) {
                    let options = &self.options().ordering;
                    self.ordering.history(options, position, mv)
                } else {
                    0
                },
            };
            if self.any_uses(Uses::SKIP)
                && C::Conventions::may_skip(searched, best)
                && self.hooks().skips(node, &made)
            {
                continue;
            }
            self.observer.move_searched(ply, number);
            let value = self.search_move(node, child, &made, searched == 0);
            searched += 1;
            if self.watch.is_stopped() {
                self.nursery.give_back(ply, children);
                self.moves.truncate(start);
                return (best, End::Stopped);
            }
            if value > best {
                best = value;
                if value > node.window.alpha() {
                    best_move = Some(mv);
                    if K::ROOT || !asked.is_null() {
                        self.pv.lead(ply, mv);
                    }
                    if K::ROOT {
                        self.nodes_to_pv = self.nodes;
                    }
                    if node.window.fails_high(value) {
                        self.observer.beta_cutoff(ply, number);
                        let options = &self.configuration.options().ordering;
                        self.ordering
                            .refuted(options, position, mv, ply, node.depth);
                        break;
                    }
                    node.window.raise_alpha(value);
                }
            }
        }
        self.nursery.give_back(ply, children);
        let generated = self.moves.top() - start;
        self.moves.truncate(start);

        // Step 10: mate or stalemate; give the value its changed meaning.
        if generated == 0 && (!K::QUIESCENCE || node.in_check) {
            node.window = outer;
            if excluded.is_some() {
                return (outer.alpha(), End::Expanded);
            }
            return self.without_moves(node);
        }
        node.window = asked;
        let best = C::Conventions::value_of_moves(best, searched, asked);
        let value = if self.any_uses(Uses::RESHAPE) {
            self.hooks().reshape_value(node, best)
        } else {
            best
        };
        node.window = outer;
        if self.any_uses(Uses::PATH) {
            self.found = best_move;
        }

        // Step 11: table store.
        if uses_table {
            let value = match self.options().fail {
                FailMode::Hard => outer.clamp(value),
                FailMode::Soft => value,
            };
            let bound = Bound::of(value, outer);
            let entry = Entry::new(
                key,
                C::Conventions::to_table(value, ply),
                node.depth,
                bound,
                best_move.or(table_move),
            );
            if self.table.store(entry) == Stored::Overwrote {
                self.observer.table_overwrite();
            }
        }
        let end = if K::QUIESCENCE && searched == 0 {
            End::Horizon
        } else {
            End::Expanded
        };
        (value, end)
    }

    /// Generates the moves of a position and ranks them.
    fn generate<K: Kind>(
        &mut self,
        position: &G,
        (ply, in_check): (Ply, bool),
        key: u64,
        first: Option<G::Move>,
        excluded: Option<G::Move>,
    ) {
        let kind = if K::QUIESCENCE {
            C::Conventions::quiescence_moves(in_check)
        } else {
            MoveKind::All
        };
        let options = &self.configuration.options().ordering;
        let (moves, ordering) = (&mut self.moves, &self.ordering);
        let ties = options.ties;
        let start = moves.top();
        position.for_each_move(kind, |mv| moves.push(mv));
        if let Some(excluded) = excluded {
            moves.remove(start, excluded);
        }
        moves.rank(start, |number, mv| {
            let rank = ordering.rank(options, position, mv, ply, first);
            (rank, ties.place(key, number))
        });
    }

    /// The value of one move: reduced and with a null window first where the options say so.
    #[inline(always)]
    fn search_move(
        &mut self,
        node: &Node<'_, G>,
        child: &G,
        made: &MadeMove<'_, G>,
        is_first: bool,
    ) -> Score {
        // Quiescence has no depth to give or take: one ply more would be the main search again.
        let (depth, reduction) = if node.in_quiescence {
            (node.depth.less(1), 0)
        } else {
            let extension = if self.any_uses(Uses::EXTENSION) {
                if C::MOST.any(Uses::PATH) {
                    let (built_in, shown) = (*self.built_in(), node.with_window(node.window));
                    let extension = self.hooks_of(&built_in).extension(&shown, made, self);
                    node.keep_evaluation_of(&shown);
                    extension
                } else {
                    self.hooks().extension(node, made, &mut NoSubSearch)
                }
            } else {
                0
            };
            let reduction = if self.any_uses(Uses::REDUCTION) {
                self.hooks().reduction(node, made)
            } else {
                0
            };
            (node.depth.less(1).more(extension), reduction)
        };
        if self.any_uses(Uses::PATH) {
            self.arrivals[node.ply.next().index()] = Arrival::by(made.mv);
        }
        let whole = node.window;
        // Without a scout, one search settles the move; two if it was reduced.
        if is_first || self.options().scout == ScoutMode::FullWindow {
            let value = self.child(node, child, depth.less(reduction), whole);
            if reduction == 0 || whole.fails_low(value) {
                return value;
            }
            return self.child(node, child, depth, whole);
        }
        let scout = Window::null_above(whole.alpha());
        let mut value = self.child(node, child, depth.less(reduction), scout);
        if reduction > 0 && !whole.fails_low(value) {
            value = self.child(node, child, depth, scout);
        }
        if scout != whole && !whole.fails_low(value) && !whole.fails_high(value) {
            value = self.child(node, child, depth, whole);
        }
        value
    }

    /// The value of a child from this node's view.
    #[inline(always)]
    fn child(&mut self, node: &Node<'_, G>, child: &G, depth: Depth, window: Window) -> Score {
        let (ply, window) = (node.ply.next(), window.flipped());
        -self.below(child, ply, depth, window)
    }

    /// The value of a node below the root, of quiescence if no depth is left.
    #[inline(always)]
    pub(super) fn below(&mut self, position: &G, ply: Ply, depth: Depth, window: Window) -> Score {
        if self.options().quiescence && depth.is_horizon() && !position.is_leaf() {
            self.node::<Quiescence>(position, ply, depth, window)
        } else {
            self.node::<Interior>(position, ply, depth, window)
        }
    }

    /// Applies the techniques' clamps at one point; a value if the window closed.
    #[inline(always)]
    fn clamp<K: Kind>(&mut self, point: ClampPoint, node: &mut Node<'_, G>) -> Option<Score> {
        if K::ROOT && !C::Conventions::CLAMPS_ROOT || !self.any_uses(Uses::CLAMP) {
            return None;
        }
        match self.hooks().clamp(point, node) {
            Clamped::Kept => None,
            Clamped::Narrowed {
                window,
                lower,
                upper,
            } => {
                if lower {
                    self.observer.narrowed(node.ply, MateBound::Lower);
                }
                if upper {
                    self.observer.narrowed(node.ply, MateBound::Upper);
                }
                node.window = window;
                None
            }
            Clamped::Cut { value, bound } => {
                self.observer.mate_distance_cut(node.ply, bound);
                Some(value)
            }
        }
    }

    /// The value of a draw for the side to move at this ply.
    #[inline]
    fn draw_score(&self, ply: Ply) -> Score {
        let contempt = i32::from(self.options().draws.contempt);
        Score::evaluation(if ply.plies().is_multiple_of(2) {
            -contempt
        } else {
            contempt
        })
    }

    /// The node that is being searched, searched to another depth and perhaps without one of its moves.
    fn same(
        &mut self,
        node: &Node<'_, G>,
        depth: Depth,
        window: Window,
        excluded: Option<G::Move>,
    ) -> Found<G::Move> {
        debug_assert!(self.any_uses(Uses::PATH), "{UNNAMED}");
        let (position, ply) = (node.position, node.ply);
        // The node goes on where it was.
        let line = self.pv.take(ply);
        self.found = None;
        self.arrivals[ply.index()] = Arrival {
            is_again: true,
            excluded: excluded.or(node.arrival.excluded),
            ..node.arrival
        };
        let value = self.below(position, ply, depth, window);
        self.arrivals[ply.index()] = node.arrival;
        self.pv.restore(ply, &line);
        Found {
            value,
            best_move: self.found.take(),
        }
    }

    /// A node with no depth left.
    #[inline]
    fn horizon(&self, node: &Node<'_, G>) -> (Score, End) {
        if self.options().mate_at_horizon
            && !node.position.is_leaf()
            && !node.position.has_legal_move()
        {
            return self.without_moves(node);
        }
        (Score::evaluation(node.static_evaluation()), End::Horizon)
    }

    /// A node without legal moves.
    #[inline]
    fn without_moves(&self, node: &Node<'_, G>) -> (Score, End) {
        if node.in_check {
            (C::Conventions::mated(node.ply), End::Mated)
        } else {
            (self.draw_score(node.ply), End::Stalemate)
        }
    }
}

impl<G: Game, C: Configuration, T: Technique<G> + Copy, O: SearchObserver> SubSearch<G>
    for Searcher<'_, G, C, T, O>
{
    fn after_move(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        depth: Depth,
        window: Window,
    ) -> Score {
        debug_assert!(self.any_uses(Uses::PATH), "{UNNAMED}");
        let child = node.position.play(mv);
        let (ply, window) = (node.ply.next(), window.flipped());
        self.arrivals[ply.index()] = Arrival::by(mv);
        -self.below(&child, ply, depth, window)
    }

    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Option<Score> {
        debug_assert!(self.any_uses(Uses::PATH), "{UNNAMED}");
        let child = node.position.pass()?;
        let (ply, window) = (node.ply.next(), window.flipped());
        self.arrivals[ply.index()] = Arrival {
            is_pass: true,
            ..Arrival::START
        };
        Some(-self.below(&child, ply, depth, window))
    }

    fn again(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Found<G::Move> {
        self.same(node, depth, window, None)
    }

    fn without(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth, window: Window) -> Score {
        self.same(node, depth, window, Some(mv)).value
    }
}
