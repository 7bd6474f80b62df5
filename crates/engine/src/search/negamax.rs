//! The skeleton of the search: one recursive node function with numbered steps, for the root, the
//! main search and quiescence.
//!
//! 1. count and observe
//! 2. clamp the window, bound the depth
//! 3. draws
//! 4. table probe
//! 5. correct the static evaluation; horizon
//! 6. change the depth; reshape the window for techniques that change the value
//! 7. cutoffs
//! 8. the table's move, or one that a technique finds; then generate and rank all moves
//! 9. the moves: skip, extend, reduce, child window, recurse
//! 10. mate or stalemate; reshape the value
//! 11. learn a correction; table store
//! 12. leave
//!
//! The value of a node is from the point of view of its side to move (negamax). Its contract: for a
//! search with window (a, b) that returns r, and the exact value v, r ≤ a means v ≤ a, r ≥ b means
//! v ≥ b, and otherwise r = v. With fail-soft, r is also a bound of v: r ≤ a means v ≤ r, and r ≥ b
//! means v ≥ r.

use std::ops::ControlFlow::{Break, Continue};

use super::{
    children::AHEAD,
    conventions::Conventions,
    hooks::{Cutoff, EnoughDepth, FirstMove, ReshapeValue, ReshapeWindow, Skip, TrustEntry},
    options::{FailMode, QuiescenceInCheck},
    quiescence,
    searcher::Searcher,
};
use crate::{
    game::Game,
    observe::{End, Event, SearchObserver},
    score::Score,
    table::{Bound, Entry, Stored, TableSize},
    techniques::{ClampPoint, Hooks, Node, Plies, SubSearch as _, TechniqueId},
    units::{Depth, MAX_PLY, Ply},
    window::Window,
};

/// The kind of node that is searched; known at compile time.
pub(super) trait Kind {
    const ROOT: bool = false;
    const QUIESCENCE: bool = false;
    const HAS_TECHNIQUES: bool = true;
}

/// What a node's value answers.
#[derive(Clone, Copy)]
struct Entered {
    /// The window that the node was entered with.
    window: Window,
    /// Whether its depth was limited, so that a value that fails low is returned as alpha.
    limited: bool,
    /// The nodes before it, as the table's replacement policy counts them.
    nodes_before: u64,
}

/// The node whose best move is wanted: never cut, neither by the table nor by a technique.
pub(super) struct Root;
/// A node of the main search.
pub(super) struct Interior;
/// A node beyond the horizon in a search with a technique that acts there.
pub(super) struct Quiescence;
/// A node beyond the horizon in a search whose techniques act only before it, as most do. Nothing is called there that would keep the
/// node in memory.
pub(super) struct PlainQuiescence;

impl Kind for Root {
    const ROOT: bool = true;
}
impl Kind for Interior {}
impl Kind for Quiescence {
    const QUIESCENCE: bool = true;
}
impl Kind for PlainQuiescence {
    const QUIESCENCE: bool = true;
    const HAS_TECHNIQUES: bool = false;
}

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// Enters a node, searches it and leaves it. The parameters are separate so that they stay in
    /// registers.
    pub(super) fn node<K: Kind>(
        &mut self,
        position: &G,
        ply: Ply,
        depth: Depth,
        window: Window,
    ) -> Score {
        // Before step 1: beyond a limit the node is not entered, and the returned value is not used.
        if self.watch.forbids_another_node(self.nodes) {
            return window.alpha();
        }
        let evaluation = self.options.evaluation;
        // With stand-pat, quiescence ignores checks.
        let notices_check =
            !K::QUIESCENCE || self.options.quiescence_in_check == QuiescenceInCheck::Evasions;
        let in_check = position.in_check() && notices_check;
        let mut node = Node::new(position, ply, depth, window, in_check, evaluation);
        node.in_quiescence = K::QUIESCENCE;
        if Self::KEEPS_PATH {
            node.stack_entry = self.stack[ply.index()];
        }
        if Self::INHERITS {
            node.inherited = self.inherited[ply.index()];
            node.inherited.expects_cut &= self.conventions.expects_cut(window);
        }
        let nodes_before = self.nodes_for_table();
        // Step 1: count and observe.
        self.nodes += self.conventions.counts_node(K::QUIESCENCE);
        self.observer.on(&Event::Entered {
            position,
            ply,
            depth,
            window,
            in_quiescence: K::QUIESCENCE,
        });
        if !K::ROOT || !self.conventions.keeps_root_line() {
            self.pv.clear(node.ply);
        }
        let mut entered = Entered {
            window,
            limited: false,
            nodes_before,
        };

        // Step 2: clamp the window, bound the depth.
        if let Some((value, by)) = self.clamp::<K>(ClampPoint::Entry, &mut node) {
            return self.leave(&node, entered, value, End::MdpCut, Some(by));
        }
        if !K::ROOT
            && !K::QUIESCENCE
            && self.wants::<K>(Hooks::ENOUGH_DEPTH)
            && let less = self.ask::<K, _>(EnoughDepth(Plies::NONE), &mut node).0
            && less.plies() > 0
        {
            entered.limited = true;
            node.depth = node.depth.less(less.plies());
            self.observer.on(&Event::Shallower {
                ply,
                depth: node.depth,
                by: less.technique(),
            });
        }
        self.search_entered::<K>(&mut node, entered)
    }

    /// Step 12: leaves a node, which ended in this way, by this technique if one ended it. Returns its value. Each way to end has
    /// its own call, so that an observer knows the way at compile time.
    #[inline(always)]
    fn leave(
        &mut self,
        node: &Node<'_, G>,
        entered: Entered,
        value: Score,
        end: End,
        by: Option<TechniqueId>,
    ) -> Score {
        if Self::KEEPS_PATH && end != End::Expanded {
            self.last_best_move = None;
        }
        let value = if entered.limited {
            value.max(node.window.alpha())
        } else {
            value
        };
        let value = self.answer(value, entered.window);
        let ply = node.ply;
        self.observer.on(&Event::Left {
            ply,
            end,
            by,
            value,
        });
        value
    }

    /// What a search with this window answers for a value: with fail-hard the nearer bound, if the value lies outside.
    #[inline(always)]
    pub(super) fn answer(&self, value: Score, window: Window) -> Score {
        match self.options.fail {
            FailMode::Soft => value,
            FailMode::Hard => window.clamp(value),
        }
    }

    /// Leaves a node that a technique ended with a value, which is reshaped in the reshaped window; the outer one is the node's.
    #[inline(always)]
    fn cut<K: Kind>(
        &mut self,
        node: &mut Node<'_, G>,
        entered: Entered,
        (reshaped, outer): (Window, Window),
        (mut value, by): (Score, TechniqueId),
    ) -> Score {
        node.window = reshaped;
        if self.wants::<K>(Hooks::RESHAPE) {
            value = self.ask::<K, _>(ReshapeValue(value), node).0;
        }
        node.window = outer;
        self.leave(node, entered, value, End::TechniqueCut, Some(by))
    }

    /// Steps 3 to 12. Returns the node's value.
    #[inline(always)]
    fn search_entered<K: Kind>(&mut self, node: &mut Node<'_, G>, entered: Entered) -> Score {
        let (position, ply) = (node.position, node.ply);
        let uses_table = self.options.table.size != TableSize::Off;
        let key = position.key();
        // The move to leave out, if a technique asked for the node's value without it.
        let excluded = node.stack_entry.excluded;

        // Step 3: draws by rule. A node that is searched again was already found not to be a draw.
        if (!K::ROOT || self.conventions.draws_root())
            && !node.stack_entry.is_again
            && self.is_draw(position, ply, key, node.in_check)
        {
            return self.leave(node, entered, self.draw_score(ply), End::RuleDraw, None);
        }

        // Step 4: table probe.
        let depth = node.depth;
        // A closure, so that it is computed only where it is needed: most nodes end with the table.
        let at_horizon = || depth.is_horizon() || ply.index() >= MAX_PLY || position.is_leaf();
        let mut table_move = None;
        let uses_table = uses_table
            && !K::QUIESCENCE
            && (excluded.is_none() || self.conventions.exclusion_uses_table())
            && (self.options.table.probe_at_horizon || !at_horizon());
        let is_principal = self.is_principal(node.window);
        let table_key = self.conventions.table_key(key);
        if uses_table && let Some(&entry) = self.table.probe(table_key, is_principal) {
            // Reported only when the entry has been read: an observer's counts are written through a pointer, after which the compiled
            // search loads its own data again.
            let hit = Event::TableHit {
                ply,
                key,
                entry: &entry,
            };
            table_move = entry.best_move();
            if self.wants::<K>(Hooks::ENTRY) {
                node.entry = Some(entry);
            }
            let value = self.conventions.read_from_table(entry.table_score(), ply);
            let bound = entry.bound();
            let settles = !K::ROOT && self.conventions.settles(bound, value, node.window);
            let wanted = self.options.table.depth;
            if settles && wanted.suffices(entry.depth(), node.depth) {
                self.observer.on(&hit);
                self.count_saved(table_key, is_principal);
                return self.leave(node, entered, value, End::TableCut, None);
            }
            self.observer.on(&hit);
            if settles && self.wants::<K>(Hooks::TRUST) {
                let hook = TrustEntry {
                    entry: &entry,
                    by: None,
                };
                if let Some(by) = self.ask::<K, _>(hook, node).by {
                    self.count_saved(table_key, is_principal);
                    return self.leave(node, entered, value, End::TableCut, Some(by));
                }
            }
        }
        if let Some((value, by)) = self.clamp::<K>(ClampPoint::AfterProbe, node) {
            return self.leave(node, entered, value, End::MdpCut, Some(by));
        }

        // Step 5: correct the static evaluation; horizon. Quiescence stands pat here, then continues with tactical moves only.
        let mut best = -Score::INFINITE;
        if self.corrects_evaluations() {
            node.correct_evaluation(self.corrections.of(position));
        }
        if K::QUIESCENCE {
            if ply.index() >= MAX_PLY {
                let value = Score::evaluation(node.static_evaluation());
                return self.leave(node, entered, value, End::Horizon, None);
            }
            if let Some(value) = quiescence::stand_pat(node) {
                if node.window.fails_high(value) {
                    return self.leave(node, entered, value, End::Horizon, None);
                }
                best = value;
            }
        } else if at_horizon() {
            let (value, end) = self.horizon(node);
            return self.leave(node, entered, value, end, None);
        }
        if self.options.draws.repetition {
            self.path.enter(ply, key);
        }

        if self.wants::<K>(Hooks::IMPROVING) {
            // A search of the same node may see another correction, but those below see the node's own evaluation.
            if !node.stack_entry.is_again {
                let is_kept = self.conventions.remembers_evaluation(node.in_check);
                self.evaluations[ply.index()] = is_kept.then(|| node.static_evaluation());
            }
            let two_up = ply.index().checked_sub(2);
            node.evaluation_two_plies_up = two_up.and_then(|ply| self.evaluations[ply]);
            let one_up = ply.index().checked_sub(1);
            node.evaluation_one_ply_up = one_up.and_then(|ply| self.evaluations[ply]);
        }

        // Step 6: another depth. A technique that changes the value also changes the window to match.
        if !K::ROOT
            && !K::QUIESCENCE
            && !node.stack_entry.is_again
            && self.wants::<K>(Hooks::NODE_DEPTH)
        {
            self.change_depth::<K>(node);
            if self.watch.is_stopped() {
                return self.leave(node, entered, best, End::Stopped, None);
            }
        }
        let outer = node.window;
        if self.wants::<K>(Hooks::RESHAPE) {
            self.ask::<K, _>(ReshapeWindow, node);
        }
        let reshaped = node.window;
        if K::QUIESCENCE && self.raises_alpha() {
            node.window.raise_alpha(best);
        }

        // Step 7: cutoffs without searching the moves.
        if !K::ROOT && self.wants::<K>(Hooks::CUTOFF) {
            let hook = |below| Cutoff { below, value: None };
            let cutoff = self.ask_below::<K, _>(hook, node).value;
            if self.watch.is_stopped() {
                return self.leave(node, entered, best, End::Stopped, None);
            }
            if let Some(cutoff) = cutoff {
                return self.cut::<K>(node, entered, (reshaped, outer), cutoff);
            }
        }

        // Step 8: the table's move, or if there is none a move that a technique finds, usually causes a cutoff, so it is tried
        // before the others are generated. Two positions can share a key, so its legality is checked. No table has a move that its
        // search leaves out, and a node that leaves out one move does not look into it.
        let mut first = self.tried_at_root::<K>(table_move);
        first = first.filter(|_| self.options.ordering.table_move);
        if !K::ROOT && !K::QUIESCENCE && self.wants::<K>(Hooks::FIRST_MOVE) && table_move.is_none()
        {
            let hook = |below| FirstMove { below, mv: None };
            if let Some((mv, by)) = self.ask_below::<K, _>(hook, node).mv
                && Some(mv) != excluded
                && position.is_legal(mv)
                && !self.leaves_out(position, mv)
            {
                first = Some(mv);
                self.observer.on(&Event::FirstMove { ply, mv, by });
            }
        }
        let start = self.moves.top();
        // The first condition always holds: a node that leaves out a move has no table move, and what a technique finds was tested
        // above. Without it, the compiled search takes 1 % more instructions (`scripts/instructions`).
        let tried_first = first.filter(|&mv| Some(mv) != excluded && position.is_legal(mv));
        match tried_first {
            Some(mv) => self.moves.push(mv),
            None => self.generate::<K>(position, ply, node.in_check, key, first, excluded),
        }

        // Step 9: search the moves.
        let mut best_move = None;
        let (mut searched, mut ended_by) = (0, None);
        let mut children = self.child_buffers.take(ply);
        let tried = if Self::HAS_RARE_SETTINGS {
            self.ordering.tried()
        } else {
            0
        };
        for number in 0.. {
            // A constant, so that in the copies of the search that have no use for it nothing here holds a reference to the node.
            if Self::HAS_RARE_SETTINGS
                && number == 1
                && self.makes_illegal_moves()
                && self.illegal_moves_meet_limit::<K>(node)
            {
                self.child_buffers.put_back(ply, children);
                self.moves.truncate(start);
                return self.leave(node, entered, best, End::Stopped, None);
            }
            if number == 1 && tried_first.is_some() {
                self.moves.truncate(start);
                self.generate::<K>(position, ply, node.in_check, key, first, excluded);
                self.moves.pick(start, 0);
            }
            let Some(mv) = self.moves.pick(start, number) else {
                break;
            };
            let (moves, table) = (&self.moves, &self.table);
            // Quiescence has no table entries to prefetch.
            let count = if number == 0 || K::QUIESCENCE {
                1
            } else {
                AHEAD
            };
            let ahead = || moves.following(start, number).take(count);
            let Some(child) = children.child(position, number, ahead, |child| {
                // Testing whether there is a table would cost more than a prefetch without one.
                if !K::QUIESCENCE {
                    table.prefetch(child.key());
                }
            }) else {
                break;
            };
            if self.wants::<K>(Hooks::PRUNE) && self.conventions.may_prune(searched, best) {
                let mut made = self.made::<K>((position, ply), child, mv, number);
                if !K::QUIESCENCE && self.wants::<K>(Hooks::REDUCED) {
                    made.reduction = self.reduction(node, &made).plies();
                }
                let made = &made;
                if let Some(by) = self.ask::<K, _>(Skip { made, by: None }, node).by {
                    self.observer.on(&Event::Skipped {
                        ply,
                        mv,
                        number,
                        by,
                    });
                    self.note_failure(position, mv, false);
                    continue;
                }
            }
            let depths = match self.depth_of_move::<K>(node, child, (mv, number)) {
                Continue(depths) => depths,
                Break(cut) => {
                    ended_by = Some(cut);
                    break;
                }
            };
            let is_first = searched == 0 || self.searches_every_move::<K>();
            let value = self.search_move(node, (mv, number, child), depths, is_first);
            searched += 1;
            if self.watch.is_stopped() {
                self.child_buffers.put_back(ply, children);
                self.moves.truncate(start);
                return self.leave(node, entered, best, End::Stopped, None);
            }
            if self.searches_every_move::<K>() {
                self.root_values.push((mv, value));
            }
            if value > best {
                best = value;
                if value > node.window.alpha() {
                    best_move = Some(mv);
                    if K::ROOT || !reshaped.is_null() {
                        self.pv.update(ply, mv);
                    }
                    if K::ROOT {
                        self.nodes_to_pv = self.nodes;
                    }
                    if node.window.fails_high(value) {
                        let options = &self.options.ordering;
                        self.ordering.beta_cutoff(
                            options,
                            position,
                            mv,
                            (ply, node.depth),
                            tried,
                            Self::HAS_RARE_SETTINGS,
                        );
                        self.observer.on(&Event::BetaCutoff { ply, mv, number });
                        break;
                    }
                    if self.raises_alpha() && !self.searches_every_move::<K>() {
                        node.window.raise_alpha(value);
                    }
                }
            }
            self.note_failure(position, mv, true);
        }
        if Self::HAS_RARE_SETTINGS {
            self.ordering.leave(tried);
        }
        self.child_buffers.put_back(ply, children);
        let generated = self.moves.top() - start;
        self.moves.truncate(start);
        if let Some(cut) = ended_by {
            if self.watch.is_stopped() {
                return self.leave(node, entered, best, End::Stopped, None);
            }
            return self.cut::<K>(node, entered, (reshaped, outer), cut);
        }

        // A position without legal moves may have illegal ones.
        if Self::HAS_RARE_SETTINGS
            && generated == 0
            && self.makes_illegal_moves()
            && self.illegal_moves_meet_limit::<K>(node)
        {
            return self.leave(node, entered, best, End::Stopped, None);
        }

        // Step 10: mate or stalemate; reshape the value.
        if generated == 0 && (!K::QUIESCENCE || node.in_check) {
            node.window = outer;
            if excluded.is_some() {
                return self.leave(node, entered, outer.alpha(), End::Expanded, None);
            }
            let (value, end) = self.without_moves(ply, node.in_check);
            return self.leave(node, entered, value, end, None);
        }
        node.window = reshaped;
        let best = self.conventions.value_of_moves(best, searched, reshaped);
        let value = if self.wants::<K>(Hooks::RESHAPE) {
            self.ask::<K, _>(ReshapeValue(best), node).0
        } else {
            best
        };
        node.window = outer;
        if Self::KEEPS_PATH {
            self.last_best_move = best_move;
        }

        // Step 11: learn a correction; table store.
        // A root of which only some moves are searched has another value than its position.
        let uses_table = uses_table && !self.is_part_of_root::<K>();
        if self.corrects_evaluations() && !K::QUIESCENCE && !self.is_part_of_root::<K>() {
            self.learn_correction(node, value, best_move);
        }
        if uses_table {
            let value = self.answer(value, outer);
            let bound = self.conventions.bound(value, outer);
            let entry = Entry::new(
                table_key,
                self.stored(value, ply),
                node.depth,
                bound,
                best_move.or(table_move),
            );
            let is_principal = self.keeps_principal_entries() && bound == Bound::Exact;
            let stored = if self.has_rare_replacement() {
                let nodes = self.nodes_for_table().wrapping_sub(entered.nodes_before);
                let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
                self.table.store_weighed(entry, nodes, is_principal)
            } else {
                self.table.store(entry, is_principal)
            };
            self.observer.on(&Event::Stored {
                ply,
                entry: &entry,
                overwrote: stored == Stored::Overwrote,
            });
        }
        if K::QUIESCENCE && searched == 0 {
            self.leave(node, entered, value, End::Horizon, None)
        } else {
            self.leave(node, entered, value, End::Expanded, None)
        }
    }
}
