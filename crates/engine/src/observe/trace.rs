//! A trace of a search: every event as a line of text.

use std::borrow::Cow;

use super::{Event, SearchObserver, SubSearchOf};
use crate::{
    game::Game,
    techniques::{BuiltIn, MateBound, TechniqueId},
    window::Window,
};

/// Writes a line for each event, indented by ply, to read a small search.
///
/// ```
/// use std::ops::ControlFlow;
/// use plybench_engine::{
///     game::explicit_tree::ExplicitTree, observe::Trace, search::Search, variants,
/// };
///
/// let tree = ExplicitTree::parse("[[3, 5], [2, 9]]").unwrap();
/// let root = tree.root();
/// let plain = variants::find("plain").unwrap();
/// let mut lines = Vec::new();
/// let trace = Trace::new(|line: &str| lines.push(line.to_owned()));
/// Search::new(&root, &plain.options)
///     .observed_by(trace)
///     .to_depth(2, |_, _| ControlFlow::Continue(()));
/// // The second move of the root is refuted by its first reply: 2 is less than 3.
/// assert!(lines.contains(&"    refuted by move 0".to_owned()), "{lines:#?}");
/// ```
pub struct Trace<G, F> {
    line: F,
    /// The positions of the nodes that have been entered and not left.
    open: Vec<G>,
}

impl<G: Game, F: FnMut(&str)> Trace<G, F> {
    /// A trace that calls `line` with each line, without a line break.
    pub const fn new(line: F) -> Self {
        Trace {
            line,
            open: Vec::new(),
        }
    }

    fn notation(&self, mv: G::Move) -> String {
        let position = self.open.last();
        position.map_or_else(String::new, |position| position.notation(mv))
    }

    /// The indentation of an event's line, and its text.
    fn text(&self, event: &Event<'_, G>) -> (usize, String) {
        let notation = |mv| self.notation(mv);
        let (ply, text) = match *event {
            Event::Iteration { depth } => return (0, format!("iteration {}", depth.plies())),
            Event::Driven { window } => return (0, format!("root in {}", range(window))),
            Event::Entered {
                ply,
                depth,
                window,
                in_quiescence,
                ..
            } => {
                let what = if in_quiescence { "quiescence" } else { "node" };
                let (depth, window) = (depth.plies(), range(window));
                (ply, format!("{what} at depth {depth} in {window}"))
            }
            Event::Narrowed {
                ply,
                bound,
                window,
                by,
            } => {
                let (side, window) = (side(bound), range(window));
                (ply, format!("{side} moved: {window} by {}", name(by)))
            }
            Event::Closed { ply, bound, by } => {
                (ply, format!("{} closed by {}", side(bound), name(by)))
            }
            Event::Shallower { ply, depth, by } => {
                let depth = depth.plies();
                (ply, format!("depth {depth} is enough by {}", name(by)))
            }
            Event::TableHit { ply, entry, .. } => {
                let (depth, bound) = (entry.depth().plies(), entry.bound());
                let score = entry.score(ply);
                (
                    ply,
                    format!("table: {score} at depth {depth}, bound {bound:?}"),
                )
            }
            Event::SubSearch {
                ply,
                asked,
                depth,
                window,
                by,
            } => {
                let what = match asked {
                    SubSearchOf::Move(mv) => format!("move {}", notation(mv)),
                    SubSearchOf::Pass => "a pass".to_owned(),
                    SubSearchOf::Again => "this node".to_owned(),
                    SubSearchOf::Without(mv) => format!("this node without move {}", notation(mv)),
                };
                let (depth, window) = (depth.plies(), range(window));
                let by = name(by);
                (
                    ply,
                    format!("{by} asks for {what} at depth {depth} in {window}"),
                )
            }
            Event::KingCaptured { ply, mv } => {
                (ply, format!("move {} loses the king", notation(mv)))
            }
            Event::FirstMove { ply, mv, by } => {
                (ply, format!("move {} first by {}", notation(mv), name(by)))
            }
            Event::Skipped { ply, mv, by, .. } => (
                ply,
                format!("move {} skipped by {}", notation(mv), name(by)),
            ),
            Event::Extended {
                ply, mv, plies, by, ..
            } => {
                let (mv, by) = (notation(mv), name(by));
                (ply, format!("move {mv} extended by {plies} by {by}"))
            }
            Event::Reduced {
                ply, mv, plies, by, ..
            } => {
                let (mv, by) = (notation(mv), name(by));
                (ply, format!("move {mv} reduced by {plies} by {by}"))
            }
            Event::Searched {
                ply,
                mv,
                depth,
                window,
                ..
            } => {
                let (depth, window) = (depth.plies(), range(window));
                (
                    ply,
                    format!("move {} at depth {depth} in {window}", notation(mv)),
                )
            }
            Event::SearchedAgain {
                ply,
                mv,
                depth,
                window,
                by,
                ..
            } => {
                let by = by.map_or_else(String::new, |by| format!(" by {}", name(by)));
                let (depth, window) = (depth.plies(), range(window));
                let mv = notation(mv);
                (
                    ply,
                    format!("move {mv} again at depth {depth} in {window}{by}"),
                )
            }
            Event::BetaCutoff { ply, mv, .. } => (ply, format!("refuted by move {}", notation(mv))),
            Event::Stored { ply, entry, .. } => {
                let (depth, bound) = (entry.depth().plies(), entry.bound());
                let score = entry.score(ply);
                (
                    ply,
                    format!("stored {score} at depth {depth}, bound {bound:?}"),
                )
            }
            Event::Left {
                ply,
                end,
                by,
                value,
            } => {
                let by = by.map_or_else(String::new, |by| format!(" by {}", name(by)));
                (ply, format!("{}{by}: {value}", end.name()))
            }
        };
        (1 + ply.index(), text)
    }
}

impl<G: Game, F: FnMut(&str)> SearchObserver<G> for Trace<G, F> {
    fn on(&mut self, event: &Event<'_, G>) {
        let (indent, text) = self.text(event);
        (self.line)(&format!("{}{text}", "  ".repeat(indent)));
        match event {
            Event::Entered { position, .. } => self.open.push((*position).clone()),
            Event::Left { .. } => {
                self.open.pop();
            }
            _ => {}
        }
    }
}

fn range(window: Window) -> String {
    format!("({}, {})", window.alpha(), window.beta())
}

fn side(bound: MateBound) -> &'static str {
    match bound {
        MateBound::Lower => "alpha",
        MateBound::Upper => "beta",
    }
}

/// The name of a built-in technique; the caller's own are numbered from 1.
fn name(by: TechniqueId) -> Cow<'static, str> {
    let built_in = BuiltIn::NAMES.get(by.place());
    built_in.map_or_else(
        || format!("own technique {}", by.place() + 1 - BuiltIn::NAMES.len()).into(),
        |&name| name.into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{MoveKind, chess::Chess},
        observe::{End, Pair},
        score::Score,
        table::{Bound, Entry},
        units::{Depth, Ply},
    };

    #[test]
    fn every_event_is_a_line_that_names_its_moves_and_techniques() {
        let root = Chess::from_fen("7k/8/8/8/8/8/R7/K7 w - - 0 1").unwrap();
        let [first, second] = ["a2a8", "a2b2"].map(|name| {
            let mut found = None;
            root.for_each_move(MoveKind::All, |mv| {
                if root.notation(mv) == name {
                    found = Some(mv);
                }
            });
            found.unwrap()
        });
        let after = root.play(first);
        let window = Window::new(Score::evaluation(-5), Score::mate_in(3)).unwrap();
        let (ply, depth, by) = (Ply::ROOT, Depth::new(2), TechniqueId::at(0));
        let own = TechniqueId::at(BuiltIn::NAMES.len() + 1);
        let (value, number, plies) = (Score::mated_in(2), 4, 1);
        let entry = Entry::new(
            7,
            Score::mate_in(4).at_node(Ply::new(1)),
            depth,
            Bound::Lower,
            None,
        );
        let enter = |position, ply, in_quiescence| Event::Entered {
            position,
            ply,
            depth,
            window,
            in_quiescence,
        };
        let ask = |asked| Event::SubSearch {
            ply,
            asked,
            depth,
            window,
            by,
        };
        let leave = |ply, end, by| Event::Left {
            ply,
            end,
            by,
            value,
        };
        let again = |by| Event::SearchedAgain {
            ply,
            mv: first,
            number,
            depth,
            window,
            by,
        };
        let next = Ply::new(1);
        let mv = second;
        let events = [
            Event::Iteration { depth },
            Event::Driven { window },
            enter(&root, ply, false),
            Event::Narrowed {
                ply,
                bound: MateBound::Lower,
                window,
                by,
            },
            Event::Shallower {
                ply,
                depth,
                by: own,
            },
            Event::TableHit {
                ply: next,
                key: 7,
                entry: &entry,
            },
            ask(SubSearchOf::Move(first)),
            enter(&after, next, true),
            Event::Closed {
                ply: next,
                bound: MateBound::Upper,
                by,
            },
            leave(next, End::MdpCut, Some(by)),
            ask(SubSearchOf::Pass),
            ask(SubSearchOf::Again),
            ask(SubSearchOf::Without(second)),
            Event::FirstMove { ply, mv, by },
            Event::Skipped {
                ply,
                mv,
                number,
                by,
            },
            Event::Extended {
                ply,
                mv,
                number,
                plies,
                by,
            },
            Event::Reduced {
                ply,
                mv,
                number,
                plies,
                by: own,
            },
            Event::Searched {
                ply,
                mv,
                number,
                depth,
                window,
            },
            again(Some(by)),
            again(None),
            Event::KingCaptured { ply, mv },
            Event::BetaCutoff { ply, mv, number },
            Event::Stored {
                ply: next,
                entry: &entry,
                overwrote: false,
            },
            leave(ply, End::Expanded, None),
        ];
        let (mut lines, mut other) = (Vec::new(), Vec::new());
        let both = &mut Pair(
            Trace::new(|line: &str| lines.push(line.to_owned())),
            Trace::new(|line: &str| other.push(line.to_owned())),
        );
        for event in &events {
            SearchObserver::on(&mut &mut *both, event);
        }
        assert_eq!(lines, other);
        let wanted = "\
iteration 2
root in (-5, M2)
  node at depth 2 in (-5, M2)
  alpha moved: (-5, M2) by mate-distance
  depth 2 is enough by own technique 2
    table: M2 at depth 2, bound Lower
  mate-distance asks for move a2a8 at depth 2 in (-5, M2)
    quiescence at depth 2 in (-5, M2)
    beta closed by mate-distance
    mdp_cut by mate-distance: -M1
  mate-distance asks for a pass at depth 2 in (-5, M2)
  mate-distance asks for this node at depth 2 in (-5, M2)
  mate-distance asks for this node without move a2b2 at depth 2 in (-5, M2)
  move a2b2 first by mate-distance
  move a2b2 skipped by mate-distance
  move a2b2 extended by 1 by mate-distance
  move a2b2 reduced by 1 by own technique 2
  move a2b2 at depth 2 in (-5, M2)
  move a2a8 again at depth 2 in (-5, M2) by mate-distance
  move a2a8 again at depth 2 in (-5, M2)
  move a2b2 loses the king
  refuted by move a2b2
    stored M2 at depth 2, bound Lower
  expanded: -M1";
        assert_eq!(lines.join("\n"), wanted);
    }
    #[test]
    fn a_move_is_named_in_the_position_of_its_node_after_a_child_was_left_too() {
        let root = Chess::from_fen("r3k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let mut castling = None;
        let mut other = None;
        root.for_each_move(MoveKind::All, |mv| match root.notation(mv).as_str() {
            "e1g1" => castling = Some(mv),
            "h1h8" => other = Some(mv),
            _ => {}
        });
        let after = root.play(other.unwrap());
        let window = Window::full();
        let (depth, in_quiescence) = (Depth::new(1), false);
        let enter = |position, ply| Event::Entered {
            position,
            ply,
            depth,
            window,
            in_quiescence,
        };
        let next = Ply::ROOT.next();
        let mut last = String::new();
        let mut trace = Trace::new(|line: &str| line.clone_into(&mut last));
        trace.on(&enter(&root, Ply::ROOT));
        trace.on(&enter(&after, next));
        trace.on(&Event::Left {
            ply: next,
            end: End::Horizon,
            by: None,
            value: Score::evaluation(0),
        });
        trace.on(&Event::BetaCutoff {
            ply: Ply::ROOT,
            mv: castling.unwrap(),
            number: 1,
        });
        assert_eq!(last.trim(), "refuted by move e1g1");
    }
}
