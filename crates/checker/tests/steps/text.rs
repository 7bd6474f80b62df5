//! Steps as lines of text.

use plybench_checker::{
    game::NO_MOVE,
    trace::{Bound, End, NOBODY, Requested, Side, Step, observe},
};
use plybench_engine::{
    game::named::AnyPosition,
    search::{Limits, Search, Sound},
    variants,
};

fn line(step: Step) -> String {
    let technique = |place: u8| match place {
        0 => "mate-distance".to_owned(),
        place => format!("technique {place}"),
    };
    step.text(|number| number.to_string(), technique)
}

#[test]
fn the_steps_of_a_small_tree_can_be_read() {
    let tree = AnyPosition::read("[[3, 5], [2, 9]]");
    let mut options = variants::find("plain").unwrap().options;
    options.mate_at_horizon = false;
    let root = tree.unwrap().unwrap();
    let search = Search::dynamic(&root, &options, &Sound, &[]);
    let (mut lines, mut level) = (String::new(), 0);
    let unlimited = Limits {
        nodes: None,
        stop: None,
    };
    observe(search, 2, unlimited, &mut |step| {
        let own = match step {
            Step::Entered { ply, .. } => {
                level = usize::from(ply) + 1;
                level
            }
            Step::Iteration { .. } | Step::Driven { .. } => 0,
            _ => level,
        };
        lines.push_str(&format!("{}{}\n", "  ".repeat(own), line(step)));
        level -= usize::from(matches!(step, Step::Left { .. }));
    });
    let second = lines.find("iteration 2").unwrap();
    assert_eq!(&lines[second..], include_str!("trace.txt"));
}

#[test]
fn every_step_is_a_line_that_names_its_moves_and_techniques() {
    let (ply, depth, by, own) = (0, 2, 0, 12);
    let (alpha, beta, value) = (-5, 29_997, -29_998);
    let (mv, number, plies) = (7, 4, 1);
    let entered = |in_quiescence| Step::Entered {
        ply,
        depth,
        alpha,
        beta,
        in_quiescence,
    };
    let asked = |asked| Step::SubSearch {
        ply,
        asked,
        mv,
        depth,
        alpha,
        beta,
        by,
    };
    let again = |by| Step::SearchedAgain {
        ply,
        mv,
        number,
        depth,
        alpha,
        beta,
        by,
    };
    let stored = |overwrote| Step::Stored {
        ply,
        value,
        depth,
        bound: Bound::Exact,
        mv,
        overwrote,
    };
    let left = |end, by| Step::Left {
        ply,
        end,
        by,
        value,
    };
    let steps = [
        Step::Iteration { depth },
        Step::Driven { alpha, beta },
        entered(false),
        entered(true),
        Step::Narrowed {
            ply,
            side: Side::Lower,
            alpha,
            beta,
            by,
        },
        Step::Closed {
            ply,
            side: Side::Upper,
            by,
        },
        Step::Shallower {
            ply,
            depth,
            by: own,
        },
        Step::DepthChanged {
            ply,
            from: 9,
            depth,
            by: own,
        },
        Step::TableHit {
            ply,
            value,
            depth,
            bound: Bound::Lower,
            mv: NO_MOVE,
        },
        asked(Requested::Move),
        asked(Requested::Pass),
        asked(Requested::Again),
        asked(Requested::Without),
        Step::FirstMove { ply, mv, by },
        Step::Skipped {
            ply,
            mv,
            number,
            by,
        },
        Step::Extended {
            ply,
            mv,
            number,
            plies,
            by,
        },
        Step::Shortened {
            ply,
            mv,
            number,
            plies,
            by,
        },
        Step::Reduced {
            ply,
            mv,
            number,
            plies,
            by: own,
        },
        Step::Searched {
            ply,
            mv,
            number,
            depth,
            alpha,
            beta,
        },
        again(by),
        again(NOBODY),
        Step::KingCaptured { ply, mv },
        Step::BetaCutoff { ply, mv, number },
        stored(false),
        stored(true),
        left(End::MdpCut, by),
        left(End::Expanded, NOBODY),
    ];
    let wanted = "\
iteration 2
root in (-5, 29997)
node at ply 0, depth 2 in (-5, 29997)
quiescence node at ply 0, depth 2 in (-5, 29997)
alpha moved: (-5, 29997) by mate-distance
window closed by beta by mate-distance
depth 2 is enough by technique 12
depth 9 becomes 2 by technique 12
table hit: -29998, lower bound, depth 2, no move
search of move 7 to depth 2 in (-5, 29997), requested by mate-distance
search of a pass to depth 2 in (-5, 29997), requested by mate-distance
search of this node to depth 2 in (-5, 29997), requested by mate-distance
search of this node without move 7 to depth 2 in (-5, 29997), requested by mate-distance
move 7 first by mate-distance
move 7 (number 4) skipped by mate-distance
move 7 (number 4) extended by 1 by mate-distance
move 7 (number 4) shortened by 1 by mate-distance
move 7 (number 4) reduced by 1 by technique 12
move 7 (number 4) to depth 2 in (-5, 29997)
move 7 (number 4) again to depth 2 in (-5, 29997) by mate-distance
move 7 (number 4) again to depth 2 in (-5, 29997)
move 7 loses the king
move 7 (number 4) fails high
stored -29998, exact, depth 2, move 7
stored -29998, exact, depth 2, move 7, over another position
left as mdp_cut with -29998 by mate-distance
left as expanded with -29998";
    assert_eq!(steps.map(line).join("\n"), wanted);
}
