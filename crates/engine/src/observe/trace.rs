//! A trace of a search: every event as a line of text.

use std::borrow::Cow;

use super::{Asked, Event, SearchObserver};
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
            Event::Asked {
                ply,
                asked,
                depth,
                window,
                by,
            } => {
                let what = match asked {
                    Asked::Move(mv) => format!("move {}", notation(mv)),
                    Asked::Pass => "a pass".to_owned(),
                    Asked::Again => "this node".to_owned(),
                    Asked::Without(mv) => format!("this node without move {}", notation(mv)),
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
            Event::Refuted { ply, mv, .. } => (ply, format!("refuted by move {}", notation(mv))),
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
