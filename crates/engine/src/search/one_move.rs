//! Step 9 for one move: extension, reduction, the child's window and depth, and the searches again that its value makes due.

use super::{
    conventions::Conventions,
    hooks::{Extension, Reduction},
    negamax::{Interior, Quiescence},
    options::ScoutMode,
    searcher::Searcher,
};
use crate::{
    game::Game,
    observe::{Event, SearchObserver},
    score::Score,
    techniques::{Hooks, MadeMove, NoSubSearch, Node, Plies, StackEntry, TechniqueId, Techniques},
    units::{Depth, Ply},
    window::Window,
};

impl<G: Game, V: Conventions + ?Sized, T: Techniques<G>, O: SearchObserver<G>, const MOST: u16>
    Searcher<'_, G, V, T, O, MOST>
{
    /// The value of one move. The options decide whether it is first searched at a reduced depth or
    /// with a null window.
    #[inline(always)]
    pub(super) fn search_move(
        &mut self,
        node: &mut Node<'_, G>,
        made: &MadeMove<'_, G>,
        is_first: bool,
    ) -> Score {
        // In quiescence there is no depth to change: an extension would lead back to the main search.
        let (mv, number) = (made.mv, made.number);
        let (mut depth, mut reduction) = (node.depth.less(1), Plies::NONE);
        if !node.in_quiescence || self.conventions.extends_quiescence(node.ply) {
            if self.wants(Hooks::EXTENSION) {
                let extension = self.extension(node, made);
                depth = depth.more(extension.plies());
                if extension.plies() > 0 {
                    self.observer.on(&Event::Extended {
                        ply: node.ply,
                        mv,
                        number,
                        plies: extension.plies(),
                        by: extension.technique(),
                    });
                }
            }
            if self.wants(Hooks::REDUCTION) {
                let hook = Reduction {
                    made,
                    plies: Plies::NONE,
                };
                reduction = self.ask(hook, node).plies;
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
        }
        let (reduction, reducer) = (reduction.plies(), Some(reduction.technique()));
        if self.wants(Hooks::PATH) {
            self.stack[node.ply.next().index()] = StackEntry::by(mv);
        }
        let whole = node.window;
        // Without a scout, one search decides the move, or two if the first was reduced.
        if !self.conventions.is_scouted(is_first) || self.options.scout != ScoutMode::Pvs {
            let value = self.search_first(node, made, depth.less(reduction), whole);
            if reduction == 0 || !self.conventions.undoes_reduction(value, whole) {
                return value;
            }
            return self.search_again(node, made, depth, whole, reducer);
        }
        let scout = Window::null_above(whole.alpha());
        let mut value = self.search_first(node, made, depth.less(reduction), scout);
        if reduction > 0 && self.conventions.undoes_reduction(value, scout) {
            value = self.search_again(node, made, depth, scout, reducer);
        }
        if scout != whole && !whole.fails_low(value) && !whole.fails_high(value) {
            value = self.search_again(node, made, depth, whole, None);
        }
        value
    }

    /// Whether a move's value narrows the window of the next ones.
    #[inline(always)]
    pub(super) fn raises_alpha(&self) -> bool {
        let is_minimax = || self.options.scout == ScoutMode::Minimax;
        !(const { Hooks::of(MOST).any(Hooks::RARE_SETTINGS) } && is_minimax())
    }

    /// The value of a move that is searched for the first time.
    #[inline(always)]
    fn search_first(
        &mut self,
        node: &Node<'_, G>,
        made: &MadeMove<'_, G>,
        depth: Depth,
        window: Window,
    ) -> Score {
        self.observer.on(&Event::Searched {
            ply: node.ply,
            mv: made.mv,
            number: made.number,
            depth,
            window,
        });
        self.search_child(node, made.after, depth, window)
    }

    /// The value of a move that is searched again.
    #[inline(always)]
    fn search_again(
        &mut self,
        node: &Node<'_, G>,
        made: &MadeMove<'_, G>,
        depth: Depth,
        window: Window,
        by: Option<TechniqueId>,
    ) -> Score {
        self.observer.on(&Event::SearchedAgain {
            ply: node.ply,
            mv: made.mv,
            number: made.number,
            depth,
            window,
            by,
        });
        self.search_child(node, made.after, depth, window)
    }

    /// The plies by which a move is extended.
    #[inline(always)]
    fn extension(&mut self, node: &mut Node<'_, G>, made: &MadeMove<'_, G>) -> Plies {
        let plies = Plies::NONE;
        if Hooks::of(MOST).any(Hooks::PATH) {
            let hook = |below| Extension {
                made,
                below,
                may_search: true,
                plies,
            };
            self.ask_below(hook, node).plies
        } else {
            let hook = Extension {
                made,
                below: &mut NoSubSearch,
                may_search: false,
                plies,
            };
            self.ask(hook, node).plies
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
            self.node::<Quiescence>(position, ply, depth, window)
        } else {
            self.node::<Interior>(position, ply, depth, window)
        }
    }
}
