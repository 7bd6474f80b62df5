//! Step 9 for one move: extension, reduction, the child's window and depth, and the searches again that its value makes due.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{
    conventions::Conventions,
    hooks::{Judged, Verdicts},
    negamax::{Interior, Kind, PlainQuiescence, Quiescence, Root},
    options::{RootDriver, ScoutMode},
    searcher::Searcher,
};
use crate::{
    game::Game,
    observe::{Event, SearchObserver},
    score::Score,
    techniques::{Hooks, MadeMove, NoSubSearch, Node, Plies, StackEntry, TechniqueId},
    units::{Depth, Ply},
    window::Window,
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// The depth of the move that has this number and leads to `child`, and the plies by which it is reduced at first; or the value of
    /// the node, with the technique that ends it at this move.
    #[inline(always)]
    pub(super) fn depth_of_move<K: Kind>(
        &mut self,
        node: &mut Node<'_, G>,
        child: &G,
        (mv, number): (G::Move, usize),
    ) -> ControlFlow<(Score, TechniqueId), (Depth, Plies)> {
        // In quiescence there is no depth to change: an extension would lead back to the main search.
        let (mut depth, mut reduction) = (node.depth.less(1), Plies::NONE);
        if self.wants::<Root>(Hooks::MOVES)
            && (!K::QUIESCENCE || self.conventions.extends_quiescence(node.ply))
        {
            let made = &self.made::<Root>((node.position, node.ply), child, mv, number);
            // Both are reported when both are known, for the reason given at the table probe.
            let (mut extension, mut shortened) = (Plies::NONE, Plies::NONE);
            if self.wants::<Root>(Hooks::EXTENSION) {
                let verdict = self.verdict(node, made);
                extension = verdict.extended;
                if self.wants::<Root>(Hooks::VERDICT) {
                    shortened = verdict.shortened;
                    if let Some(cut) = verdict.cut {
                        return Break(cut);
                    }
                }
            }
            if self.wants::<Root>(Hooks::REDUCTION) {
                reduction = self.reduction(node, made);
            }
            if extension.plies() > 0 {
                depth = depth.more(extension.plies());
                self.observer.on(&Event::Extended {
                    ply: node.ply,
                    mv,
                    number,
                    plies: extension.plies(),
                    by: extension.technique(),
                });
            } else if shortened.plies() > 0 {
                depth = depth.less(shortened.plies());
                self.observer.on(&Event::Shortened {
                    ply: node.ply,
                    mv,
                    number,
                    plies: shortened.plies(),
                    by: shortened.technique(),
                });
            }
            if reduction.plies() > 0 {
                self.observer.on(&Event::Reduced {
                    ply: node.ply,
                    mv,
                    number,
                    plies: reduction.plies(),
                    by: reduction.technique(),
                });
            }
        }
        Continue((depth, reduction))
    }

    /// The value of a move. The options decide whether it is first searched with a null window.
    #[inline(always)]
    pub(super) fn search_move(
        &mut self,
        node: &Node<'_, G>,
        (mv, number, child): (G::Move, usize, &G),
        (depth, reduction): (Depth, Plies),
        is_first: bool,
    ) -> Score {
        let (reduction, reducer) = (reduction.plies(), Some(reduction.technique()));
        if Self::KEEPS_PATH {
            self.stack[node.ply.next().index()] = StackEntry::by(mv);
        }
        if Self::INHERITS {
            let extension = depth.plies().saturating_sub(node.depth.less(1).plies());
            let below = node.inherited.next(extension, reduction);
            self.inherited[node.ply.next().index()] = below;
        }
        if Self::HAS_RARE_SETTINGS && self.options.ordering.is_extended() {
            let ply = node.ply.next();
            self.ordering.arrive(ply, node.position, Some(mv));
        }
        let whole = node.window;
        let this = (mv, number, child);
        // Without a scout, one search decides the move, or two if the first was reduced.
        if !self.conventions.is_scouted(is_first) || self.options.scout != ScoutMode::Pvs {
            let value = self.search_first(node, this, depth.less(reduction), whole);
            if reduction == 0 || !self.conventions.undoes_reduction(value, whole) {
                return value;
            }
            return self.search_again(node, this, depth, whole, reducer);
        }
        let scout = Window::null_above(whole.alpha());
        let mut value = self.search_first(node, this, depth.less(reduction), scout);
        if reduction > 0 && self.conventions.undoes_reduction(value, scout) {
            value = self.search_again(node, this, depth, scout, reducer);
        }
        if scout != whole && !whole.fails_low(value) && !whole.fails_high(value) {
            value = self.search_again(node, this, depth, whole, None);
        }
        value
    }

    /// Whether this is the root of a search that wants the value of every root move.
    #[inline(always)]
    pub(super) fn searches_every_move<K: Kind>(&self) -> bool {
        K::ROOT && self.options.driver == RootDriver::EveryMove
    }

    /// Whether a move's value narrows the window of the next ones.
    #[inline(always)]
    pub(super) fn raises_alpha(&self) -> bool {
        let is_minimax = || self.options.scout == ScoutMode::Minimax;
        !(Self::HAS_RARE_SETTINGS && is_minimax())
    }

    /// The value of a move that is searched for the first time.
    #[inline(always)]
    fn search_first(
        &mut self,
        node: &Node<'_, G>,
        (mv, number, child): (G::Move, usize, &G),
        depth: Depth,
        window: Window,
    ) -> Score {
        self.observer.on(&Event::Searched {
            ply: node.ply,
            mv,
            number,
            depth,
            window,
        });
        self.search_child(node, child, depth, window)
    }

    /// The value of a move that is searched again.
    #[inline(always)]
    fn search_again(
        &mut self,
        node: &Node<'_, G>,
        (mv, number, child): (G::Move, usize, &G),
        depth: Depth,
        window: Window,
        by: Option<TechniqueId>,
    ) -> Score {
        self.observer.on(&Event::SearchedAgain {
            ply: node.ply,
            mv,
            number,
            depth,
            window,
            by,
        });
        if Self::INHERITS {
            self.inherited[node.ply.next().index()].reduction = 0;
        }
        self.search_child(node, child, depth, window)
    }

    /// What the techniques make of a move.
    #[inline(always)]
    fn verdict(&mut self, node: &mut Node<'_, G>, made: &MadeMove<'_, G>) -> Judged {
        let judged = Judged::NOTHING;
        if Self::CALLS_DIRECTLY {
            let hook = Verdicts {
                made,
                below: &mut NoSubSearch,
                judged,
            };
            self.ask::<Root, _>(hook, node).judged
        } else {
            let hook = |below| Verdicts {
                made,
                below,
                judged,
            };
            self.ask_below::<Root, _>(hook, node).judged
        }
    }

    /// The value of a child from this node's point of view.
    #[inline(always)]
    fn search_child(
        &mut self,
        node: &Node<'_, G>,
        child: &G,
        depth: Depth,
        window: Window,
    ) -> Score {
        let (ply, window) = (node.ply.next(), window.flipped());
        -self.search_node(child, ply, depth, window)
    }

    /// The value of a node that is not the root, searched with quiescence if no depth is left.
    #[inline(always)]
    pub(super) fn search_node(
        &mut self,
        position: &G,
        ply: Ply,
        depth: Depth,
        window: Window,
    ) -> Score {
        if self.options.quiescence && depth.is_horizon() && !position.is_leaf() {
            if self.acts_in_quiescence() {
                self.node::<Quiescence>(position, ply, depth, window)
            } else {
                self.node::<PlainQuiescence>(position, ply, depth, window)
            }
        } else {
            self.node::<Interior>(position, ply, depth, window)
        }
    }
}
