//! The words for what a search does: its steps as a page plays them, how nodes end, and why two searches part.

use plybench_checker::{
    game::NO_MOVE,
    trace::{Bound, End, NOBODY, Requested, Side as Edge, Step},
};
use plybench_engine::score::Score;
use plybench_text::escape;

use crate::{
    causes::{Aspect, What, Which, Why},
    names::{self, Names},
    sides::{Side, Window},
    visits::{Reached, Visit},
};

/// The name of a technique by its place among all.
pub(crate) fn technique(place: u8) -> Option<&'static str> {
    let name = || names::techniques().nth(place.into());
    (place != NOBODY).then(|| name().unwrap_or("unknown technique"))
}

/// Through which technique, if any, in brackets.
fn credit(place: u8) -> String {
    technique(place).map_or_else(String::new, |name| format!(" ({name})"))
}

/// A value, or a bound of a window.
pub(crate) fn score(raw: i16) -> String {
    match Score::from_raw(raw) {
        Some(Score::INFINITE) => "∞".to_owned(),
        Some(score) if score == -Score::INFINITE => "-∞".to_owned(),
        Some(score) => score.to_string(),
        None => raw.to_string(),
    }
}

/// A window as `(alpha, beta)`, with `-∞` and `∞` for open ends.
pub(crate) fn window(window: Window) -> String {
    format!("({}, {})", score(window.alpha), score(window.beta))
}

/// What a value says of the true one.
pub(crate) fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "at least",
        Bound::Upper => "at most",
    }
}

/// How the search came to a node: the move, here its name, and what is special about it.
pub(crate) fn reached(visit: &Visit, mv: &str) -> String {
    let what = match visit.reached {
        Reached::Root => return String::new(),
        Reached::Move => mv.to_owned(),
        Reached::MoveAgain => format!("{mv} again"),
        Reached::Pass => "pass".to_owned(),
        Reached::Again => "same node".to_owned(),
        Reached::Without => format!("without {mv}"),
    };
    what + &credit(visit.asked_by)
}

/// How a node ends, in a few words, in the order of [`End::ALL`].
pub(crate) fn end(end: End) -> &'static str {
    match end {
        End::MdpCut => "window closed",
        End::RuleDraw => "draw by rule",
        End::TableCut => "table cutoff",
        End::TechniqueCut => "cut",
        End::Horizon => "evaluated",
        End::Mated => "mated",
        End::Stalemate => "stalemate",
        End::Expanded => "moves searched",
        End::Stopped => "stopped",
        End::KingCaptured => "king captured",
    }
}

/// How a drawn node ends; the usual end, with all its moves searched, needs no words.
pub(crate) fn ending(visit: &Visit, is_cut: bool) -> Option<String> {
    let what = match (visit.end, is_cut, Side::at(visit.ply)) {
        // As textbooks have it: MAX is cut at beta, MIN at alpha. The last move cuts nothing off.
        (End::Expanded, true, Side::Max) => "beta cutoff",
        (End::Expanded, true, Side::Min) => "alpha cutoff",
        (End::Expanded, false, _) => return None,
        (End::Horizon, ..) if visit.in_quiescence => "stands pat",
        (End::Horizon, ..) => "leaf",
        (other, ..) => end(other),
    };
    let by = technique(visit.ended_by).map_or_else(String::new, |name| format!(" by {name}"));
    Some(format!("{what}{by}"))
}

/// Why a node of this side need not be searched further: its value and the other side's, as MAX sees them, and whether the other side has
/// that value elsewhere in the tree; if not, only better ones are asked for.
pub(crate) fn cutoff(side: Side, own: i16, others: i16, is_elsewhere: bool) -> String {
    let (name, other) = (side.name(), side.other().name());
    let (own, others) = (score(own), score(others));
    let has = match (is_elsewhere, side) {
        (true, _) => format!("{other} has {others} elsewhere"),
        (false, Side::Max) => format!("only values below {others} are asked for"),
        (false, Side::Min) => format!("only values above {others} are asked for"),
    };
    format!("{name} already has {own}, {has}: the rest cannot matter")
}

/// What a step of a node of this side says, as MAX sees it, in words that follow "node 5"; none for iterations, for the driver and for the
/// end of a node. `notation` names the moves of the node.
pub(crate) fn step(
    step: Step,
    side: Side,
    notation: impl Fn(u16) -> Option<String>,
) -> Option<String> {
    let fields = step.fields();
    let number = |wanted| {
        let found = fields.iter().find(|(name, _)| *name == wanted);
        found.and_then(|(_, value)| value.as_i64()).unwrap_or(0)
    };
    let mv = match notation(number("mv") as u16) {
        Some(name) => format!("move {name}"),
        None => "another position's move".to_owned(),
    };
    let range = window(side.window((number("alpha") as i16, number("beta") as i16)));
    let depth = number("depth");
    let what = match step {
        Step::Iteration { .. } | Step::Driven { .. } | Step::Left { .. } => return None,
        Step::Entered { in_quiescence, .. } => {
            let depth = match (in_quiescence, depth) {
                (true, _) => "in quiescence".to_owned(),
                (false, 0) => "at the horizon".to_owned(),
                (false, depth) => format!("at depth {depth}"),
            };
            format!("is entered {depth}, with the window {range}")
        }
        Step::Narrowed { .. } => format!("has its window narrowed to {range}"),
        Step::Closed { side: edge, .. } => {
            let is_lower = (edge == Edge::Lower) == (side == Side::Max);
            let edge = if is_lower { "lower" } else { "upper" };
            format!("has its window closed by the {edge} bound")
        }
        Step::Shallower { .. } => format!("needs only depth {depth}"),
        Step::DepthChanged { from, .. } => {
            format!("is searched to depth {depth} instead of {from}")
        }
        Step::TableHit {
            bound, mv: best, ..
        } => {
            let bound = side.bound(bound).name();
            let best = match best {
                NO_MOVE => String::new(),
                _ => format!(", {mv}"),
            };
            format!("finds an entry in the table: {bound}, depth {depth}{best}")
        }
        Step::SubSearch { asked, .. } => {
            let what = match asked {
                Requested::Move => mv,
                Requested::Without => format!("itself without {mv}"),
                Requested::Pass => "a pass".to_owned(),
                Requested::Again => "itself".to_owned(),
            };
            format!("searches {what} to depth {depth} first")
        }
        Step::FirstMove { .. } => format!("tries {mv} first"),
        Step::Skipped { .. } => format!("skips {mv}"),
        Step::Extended { plies, .. } => format!("extends {mv} by {plies}"),
        Step::Shortened { plies, .. } => format!("shortens {mv} by {plies}"),
        Step::Reduced { plies, .. } => format!("reduces {mv} by {plies}"),
        Step::Searched { .. } => format!("searches {mv} with the window {range}"),
        Step::SearchedAgain { .. } => format!("searches {mv} again with the window {range}"),
        Step::BetaCutoff { .. } => {
            format!("is refuted by {mv}: its value lies outside the window")
        }
        Step::Stored { bound, .. } => {
            let bound = side.bound(bound).name();
            format!("is stored in the table: {bound}, depth {depth}")
        }
        Step::KingCaptured { .. } => format!("makes {mv}, which leaves its king to be captured"),
    };
    Some(what + &credit(step.by()))
}

/// Why two searches with these names diverge.
pub(crate) fn why(why: Why, searches: [&str; 2], names: &Names) -> String {
    let name = escape::plain(searches[why.which as usize]);
    let by = escape::plain(&names.by(why.by));
    match why.what {
        What::Ends(how) => format!("{name}: {}{by}", end(how)),
        What::Shallower => format!("{name}: smaller depth{by}"),
        What::Asks => format!("{name}: an additional search{by}"),
        What::SearchesAgain => format!("{name}: a move searched again{by}"),
        What::Skips => format!("{name}: moves skipped{by}"),
        What::Window if why.by == NOBODY => {
            format!("{name}: fails high, as its window is different")
        }
        What::Window => format!("{name}: fails high, as its window was narrowed{by}"),
        What::Value => format!("{name}: fails high, as a value is different"),
        What::TableMove => format!("{name}: the move of the table entry first"),
        What::Order => "a different order of moves".to_owned(),
        What::Moves => format!("{name}: fewer moves"),
        What::Driver => format!("{name}: an additional search of the root"),
    }
}

/// How two matched nodes differ in an aspect, and why.
pub(crate) fn aspect(
    aspect: Aspect,
    [x, y]: [&Visit; 2],
    searches: [&str; 2],
    names: &Names,
    is_root: bool,
) -> String {
    // What one of them does, the first if `is_first`, and through which technique.
    let does = |is_first: bool, what: &str, place: fn(&Visit) -> u8| {
        let which = Which::first_if(is_first) as usize;
        let by = escape::plain(&names.by(place([x, y][which])));
        format!("{}: {what}{by}", escape::plain(searches[which]))
    };
    let what = match aspect {
        Aspect::Window if x.window != y.window && is_root => {
            "the driver searches the root with a different window"
        }
        Aspect::Window if x.window != y.window => "an earlier value led to a different window",
        Aspect::Window => {
            return does(y.narrowed == y.window, "narrowed", |node| node.narrowed_by);
        }
        Aspect::Order if x.hit.map(|hit| hit.mv) != y.hit.map(|hit| hit.mv) => {
            "the table entries have different moves"
        }
        Aspect::Order => "earlier nodes led to a different order of moves",
        Aspect::Depth if x.needed != x.depth || y.needed != y.depth => {
            let what = "a smaller depth is enough";
            return does(x.needed != x.depth, what, |node| node.needed_by);
        }
        Aspect::Depth if is_root => "the iterations have different depths",
        Aspect::Depth if x.reduced != y.reduced => {
            return does(x.reduced.0 > y.reduced.0, "reduced", |node| node.reduced.1);
        }
        Aspect::Depth if x.extended != y.extended => {
            let is_first = x.extended.0 > y.extended.0;
            return does(is_first, "extended", |node| node.extended.1);
        }
        Aspect::Depth => "the node above searches it to a different depth",
        Aspect::Result if (x.end, x.ended_by) != (y.end, y.ended_by) => {
            return [0, 1]
                .map(|which| {
                    let (name, node) = (escape::plain(searches[which]), [x, y][which]);
                    let by = escape::plain(&names.by(node.ended_by));
                    format!("{name}: {}{by}", end(node.end))
                })
                .join("; ");
        }
        Aspect::Result if (x.window, x.narrowed) != (y.window, y.narrowed) => {
            "the values are bounds of different windows"
        }
        Aspect::Result => "the nodes below have different values",
    };
    what.to_owned()
}

/// The name of an aspect.
pub(crate) fn aspect_name(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Window => "window",
        Aspect::Order => "order",
        Aspect::Depth => "depth",
        Aspect::Result => "result",
    }
}
