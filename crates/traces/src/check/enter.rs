//! What holds as a node is entered.

use super::{
    Checker, DEEPEST, Fault, Statement,
    node::{Announced, Below, Kind, Node},
};
use crate::{board::Board, header::Use, step::Arrival};

/// A search below a node, and what of the node it has to follow from.
struct Search<'n> {
    /// How the search comes to it.
    name: &'n str,
    /// The window, as the node above sees it.
    window: (i32, i32),
    /// That of the node above: alpha, raised by values, and beta.
    whole: (i32, i32),
    depth: i32,
    /// The depth of the node above.
    above: i32,
    is_in_quiescence: bool,
    /// Whether the node above has searched no move before.
    is_first: bool,
    /// The value of the search before, if this is the same move again.
    again: Option<i32>,
}

impl Checker {
    /// A node begins.
    pub(super) fn enter(
        &mut self,
        by: Arrival<'_>,
        depth: i32,
        window: (i32, i32),
    ) -> Result<(), Fault> {
        self.holds(Statement::Window, window.0 < window.1, || {
            format!("the window {window:?} is empty")
        })?;
        let is_again = self.open.last().is_some_and(|above| above.next.again);
        let node = match by {
            Arrival::Root => self.enter_root(depth, window)?,
            _ => self.enter_below(by, depth, window)?,
        };
        if self.open.len() >= DEEPEST {
            let message = format!("more than {DEEPEST} nodes are within one another");
            return Err(Fault(Statement::Nesting, message));
        }
        self.nodes += 1;
        if by == Arrival::Same {
            self.same += 1;
        } else if !self.header.has(Use::CountsMoves) || matches!(by, Arrival::Move(_)) && !is_again
        {
            self.counted += 1;
        }
        let is_quiescence = depth <= 0 && self.header.has(Use::Quiescence);
        self.open.push(Node {
            is_quiescence,
            ..node
        });
        Ok(())
    }

    fn enter_root(&mut self, depth: i32, window: (i32, i32)) -> Result<Node, Fault> {
        let is_first = self.open.is_empty() && self.iteration.is_some();
        self.holds(Statement::Nesting, is_first, || {
            "the root is entered outside an iteration, or within a node".to_owned()
        })?;
        self.roots += 1;
        if self.roots > 1 {
            self.declared(Use::Aspiration, "a second search of the root")?;
        }
        let board = self.root.clone();
        Ok(Node::new("-".to_owned(), board, 0, depth, window))
    }

    /// A node below another. The window of the node above is that for the value as this one sees it.
    fn enter_below(
        &mut self,
        by: Arrival<'_>,
        depth: i32,
        window: (i32, i32),
    ) -> Result<Node, Fault> {
        let next = std::mem::take(&mut self.node()?.next);
        let name = by.to_string();
        if next.again {
            self.searched_again(&name, depth)?;
        } else {
            self.settled()?;
            self.refuse_after_cut("searches")?;
        }
        let is_same = by == Arrival::Same;
        let above = self.node()?;
        let (ply, board) = (above.ply, above.board.clone());
        let search = Search {
            name: &name,
            // In the view of the node above.
            window: match is_same {
                true => window,
                false => (-window.1, -window.0),
            },
            whole: (above.alpha, above.window.1),
            depth,
            above: above.depth,
            is_in_quiescence: above.is_quiescence,
            is_first: above.best.is_none() && above.seen.is_empty() && !next.again,
            again: above
                .last
                .as_ref()
                .filter(|_| next.again)
                .and_then(|last| last.value),
        };
        let kind = match by {
            _ if next.tried => Kind::Try,
            Arrival::Pass => Kind::Pass,
            Arrival::Same => Kind::Same,
            _ => Kind::Move,
        };
        match kind {
            Kind::Try => {
                let searches = "searches that a technique asks for";
                self.counts.unchecked(Statement::Window, searches);
                self.counts.unchecked(Statement::Depth, searches);
            }
            Kind::Same => self.same_follows(&search)?,
            Kind::Pass => self.pass_follows(&search)?,
            Kind::Move => self.move_follows(&search, &next)?,
        }
        let given = search.window;
        let after = match by {
            Arrival::Move(mv) => {
                let (after, number) = self.legal(&board, mv, || format!("{mv} is searched"))?;
                if kind == Kind::Move && !next.again {
                    self.first_time(number, mv)?;
                    self.node()?.has_searched = true;
                }
                after
            }
            Arrival::Pass => {
                let after = board.after_pass();
                self.holds(Statement::Legal, after.is_some(), || {
                    "the side to move passes while it is in check".to_owned()
                })?;
                after.unwrap_or(Board::Unknown)
            }
            _ => board,
        };
        let above = self.node()?;
        above.last = Some(Below {
            kind,
            mv: name.clone(),
            window: given,
            depth,
            is_reduced: next.reduced > 0,
            value: None,
            is_static: false,
        });
        let above_tried = above.is_tried;
        let ply = ply + i32::from(!is_same);
        let mut node = Node::new(name, after, ply, depth, window);
        node.is_tried = is_same && (kind == Kind::Try || above_tried);
        Ok(node)
    }

    fn same_follows(&mut self, search: &Search<'_>) -> Result<(), Fault> {
        let Search { window, whole, .. } = search;
        self.holds(Statement::Window, window == whole, || {
            format!("the same position has the window {window:?}, but the node has {whole:?} here")
        })
    }

    fn pass_follows(&mut self, search: &Search<'_>) -> Result<(), Fault> {
        self.declared(Use::NullMove, "enter null")?;
        let &Search {
            window,
            whole: (alpha, beta),
            depth,
            above,
            ..
        } = search;
        let is_at_beta = window.1 == beta && window.0 >= alpha;
        self.holds(Statement::Window, is_at_beta, || {
            format!(
                "a pass is searched with the window {window:?}, which should end at beta, {beta}, and begin at alpha, {alpha}, or above"
            )
        })?;
        self.holds(Statement::Depth, depth < above, || {
            format!("a pass is searched to depth {depth}, the node to {above}")
        })
    }

    fn move_follows(&mut self, search: &Search<'_>, next: &Announced) -> Result<(), Fault> {
        let &Search {
            name,
            window,
            whole,
            depth,
            above,
            ..
        } = search;
        let scout = (whole.0, whole.0 + 1);
        let may_scout = self.header.has(Use::Pvs) && !search.is_first;
        // A search again can begin at the value that called for it (Reinefeld, 1983).
        let from_value = |value: i32| window.1 == whole.1 && (whole.0..=value).contains(&window.0);
        let follows =
            window == whole || window == scout && may_scout || search.again.is_some_and(from_value);
        self.holds(Statement::Window, follows, || {
            let or = match may_scout {
                true => format!(" or {scout:?}"),
                false => String::new(),
            };
            format!(
                "{name} is searched with the window {window:?}, as the node above sees it, which should be {whole:?}{or}"
            )
        })?;
        let expected = (above - 1)
            .saturating_add(next.extended)
            .saturating_sub(next.reduced);
        let follows = match search.is_in_quiescence {
            true => depth <= expected.max(0),
            // Programs cut a depth below 0 to 0, or leave it.
            false => depth == expected || expected < 0 && depth == 0,
        };
        self.holds(Statement::Depth, follows, || {
            format!(
                "{name} is searched to depth {depth}, which should be {expected}: {above} - 1 + {} - {}",
                next.extended, next.reduced
            )
        })
    }

    /// The last move is searched again.
    fn searched_again(&mut self, name: &str, depth: i32) -> Result<(), Fault> {
        let node = self.node()?;
        let alpha = node.alpha;
        let fault = match &node.last {
            Some(Below {
                mv,
                kind: Kind::Move,
                value: Some(value),
                is_reduced,
                depth: before,
                ..
            }) if mv == name => {
                if *value <= alpha {
                    Some(format!(
                        "{mv} is searched again, although its value, {value}, is not above alpha, {alpha}"
                    ))
                } else if *is_reduced && depth <= *before {
                    Some(format!(
                        "{mv} is searched again to depth {depth}, which is not above that of its reduced search, {before}"
                    ))
                } else {
                    None
                }
            }
            _ => Some(format!(
                "{name} is searched again, but it is not the move of the search before"
            )),
        };
        self.holds(Statement::Again, fault.is_none(), || {
            fault.unwrap_or_default()
        })
    }
}
