//! Reasons in words.

use plybench_checker::trace::{End, NOBODY};

use super::{
    difference::{Aspect, What, Which, Why},
    visit::Visit,
};
use crate::tree::technique;
use plybench_text::escape;

/// How a node ends, in a few words, in the order of [`End::ALL`].
pub(super) fn end(end: End) -> &'static str {
    match end {
        End::MdpCut => "window closed",
        End::RuleDraw => "draw by rule",
        End::TableCut => "table entry suffices",
        End::TechniqueCut => "cut",
        End::Horizon => "evaluated",
        End::Mated => "mated",
        End::Stalemate => "stalemate",
        End::Expanded => "moves searched",
        End::Stopped => "stopped",
        End::KingCaptured => "king captured",
    }
}

/// Through which technique, if any.
pub(super) fn by(place: u8) -> String {
    technique(place).map_or_else(String::new, |name| format!(" by {name}"))
}

/// Why two searches with these names part.
pub(super) fn why(why: Why, names: [&str; 2]) -> String {
    let name = escape::shown(names[why.which as usize]);
    let by = by(why.by);
    let ends = |number: u8| {
        let end = End::ALL.get(usize::from(number)).copied();
        end.map_or("ends", self::end)
    };
    match why.what {
        What::Ends(number) => format!("{name}: {}{by}", ends(number)),
        What::Shallower => format!("{name}: smaller depth{by}"),
        What::Asks => format!("{name}: a further search{by}"),
        What::SearchesAgain => format!("{name}: a move searched again{by}"),
        What::Skips => format!("{name}: moves skipped{by}"),
        What::Window if why.by == NOBODY => format!("{name}: fails high, with a different window"),
        What::Window => format!("{name}: fails high, with a window narrowed{by}"),
        What::Value => format!("{name}: fails high, with a different value"),
        What::TableMove => format!("{name}: the table's move first"),
        What::Order => "moves in another order".to_owned(),
        What::Moves => format!("{name}: fewer moves"),
        What::Driver => format!("{name}: the root searched once more"),
    }
}

/// How two matched nodes differ in an aspect, and why.
pub(super) fn aspect(
    aspect: Aspect,
    [x, y]: [&Visit; 2],
    names: [&str; 2],
    is_root: bool,
) -> String {
    match aspect {
        Aspect::Window if x.window != y.window => match is_root {
            true => "the driver gives the root another window".to_owned(),
            false => "an earlier value gives it another window".to_owned(),
        },
        Aspect::Window => {
            let (which, node) = match y.narrowed == y.window {
                true => (Which::A, x),
                false => (Which::B, y),
            };
            let name = escape::shown(names[which as usize]);
            format!("{name}: narrowed{}", by(node.narrowed_by))
        }
        Aspect::Order if x.hit.map(|hit| hit.mv) != y.hit.map(|hit| hit.mv) => {
            "the table has another move".to_owned()
        }
        Aspect::Order => "earlier nodes leave another order of moves".to_owned(),
        Aspect::Depth if x.needed != x.depth || y.needed != y.depth => {
            let (which, node) = match x.needed != x.depth {
                true => (Which::A, x),
                false => (Which::B, y),
            };
            let name = escape::shown(names[which as usize]);
            format!("{name}: a smaller depth is enough{}", by(node.needed_by))
        }
        Aspect::Depth if is_root => "the iterations have different depths".to_owned(),
        Aspect::Depth => {
            let changed = [
                (x.reduced, y.reduced, "reduced"),
                (x.extended, y.extended, "extended"),
            ];
            let differs = changed.into_iter().find(|(x, y, _)| x != y);
            match differs {
                Some((x, y, what)) => {
                    let (which, act) = match x.0 > y.0 {
                        true => (Which::A, x),
                        false => (Which::B, y),
                    };
                    let name = escape::shown(names[which as usize]);
                    format!("{name}: {what}{}", by(act.1))
                }
                None => "the node above asks for another depth".to_owned(),
            }
        }
        Aspect::Result if (x.end, x.ended_by) != (y.end, y.ended_by) => format!(
            "{}{} against {}{}",
            end(x.end),
            by(x.ended_by),
            end(y.end),
            by(y.ended_by)
        ),
        Aspect::Result if (x.window, x.narrowed) != (y.window, y.narrowed) => {
            "a bound of another window".to_owned()
        }
        Aspect::Result => "what is below has other values".to_owned(),
    }
}

/// The name of an aspect.
pub(super) fn aspect_name(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Window => "window",
        Aspect::Order => "order",
        Aspect::Depth => "depth",
        Aspect::Result => "result",
    }
}
