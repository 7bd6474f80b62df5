use super::{narrowing::clamp_between, *};
use crate::{
    eval::Evaluation, game::explicit_tree::ExplicitTree, techniques::MateBound, units::Ply,
};

const OPEN: (Score, Score) = (Score::mated_in(0), Score::mate_in(0));

/// The node at which a form is tested.
#[derive(Clone, Copy)]
struct TestNode {
    ply: u16,
    in_check: bool,
    /// In check without a legal move.
    is_mated: bool,
    in_quiescence: bool,
}

impl TestNode {
    /// A node of the main search that is not in check.
    const fn at_ply(ply: u16) -> Self {
        TestNode {
            ply,
            in_check: false,
            is_mated: false,
            in_quiescence: false,
        }
    }

    const fn in_check(self) -> Self {
        TestNode {
            in_check: true,
            ..self
        }
    }

    const fn mated(self) -> Self {
        TestNode {
            is_mated: true,
            ..self.in_check()
        }
    }
}

/// The result of a form for a window (alpha, beta) at a node.
fn clamp(
    form: MateDistance,
    point: ClampPoint,
    at: TestNode,
    alpha: Score,
    beta: Score,
) -> Clamped {
    let tree = ExplicitTree::parse(if at.is_mated { "[]" } else { "[1]" }).unwrap();
    let root = tree.root();
    let window = Window::new(alpha, beta).unwrap();
    let mut node = Node::new(
        &root,
        Ply::new(at.ply),
        Depth::new(3),
        window,
        at.in_check,
        Evaluation::Zero,
    );
    node.in_quiescence = at.in_quiescence;
    form.clamp(point, &node)
}

/// The same at the start of a node of the main search that is not in check.
fn at_entry(form: MateDistance, ply: u16, alpha: Score, beta: Score) -> Clamped {
    let node = TestNode::at_ply(ply);
    clamp(form, ClampPoint::Entry, node, alpha, beta)
}

fn cut(value: Score, bound: MateBound) -> Clamped {
    Clamped::Cut { value, bound }
}

fn narrowed(alpha: Score, beta: Score, lower: bool, upper: bool) -> Clamped {
    Clamped::Narrowed {
        window: Window::new(alpha, beta).unwrap(),
        lower,
        upper,
    }
}

#[test]
fn a_window_between_two_bounds_tells_which_of_them_moved_it() {
    let all = || 0..5;
    let cases = all().flat_map(|alpha| {
        all().flat_map(move |beta| {
            all().flat_map(move |lowest| all().map(move |highest| (alpha, beta, lowest, highest)))
        })
    });
    for (alpha, beta, lowest, highest) in cases {
        let Some(window) = Window::new(Score::evaluation(alpha), Score::evaluation(beta)) else {
            continue;
        };
        if lowest >= highest {
            continue;
        }
        let (low, high) = (alpha.max(lowest), beta.min(highest));
        let wanted = match (low < high, low > alpha, high < beta) {
            (true, false, false) => Clamped::Kept,
            (true, lower, upper) => narrowed(
                Score::evaluation(low),
                Score::evaluation(high),
                lower,
                upper,
            ),
            (false, _, _) if lowest >= beta => cut(Score::evaluation(low), MateBound::Lower),
            (false, _, _) => cut(Score::evaluation(low), MateBound::Upper),
        };
        let [lowest, highest] = [lowest, highest].map(Score::evaluation);
        assert_eq!(clamp_between(window, lowest, highest), wanted, "{window:?}");
    }
}

#[test]
fn names_are_those_of_the_settings() {
    for form in MateDistance::ALL {
        assert_eq!(serde_json::to_value(form).unwrap(), form.name());
        assert!(form.info().is_none_or(|info| info.name == form.name()));
    }
}

/// The contract of every clamp: for every value that a node can have at its ply, a cut or a
/// narrowed window must not lead to a wrong result for the caller.
#[test]
fn no_form_misreports_any_value_in_any_window() {
    let ply = 3;
    let mut scores: Vec<Score> = (0..10)
        .flat_map(|n| [Score::mate_in(n), Score::mated_in(n)])
        .collect();
    scores.extend([Score::evaluation(0), Score::INFINITE, -Score::INFINITE]);
    for form in MateDistance::ALL {
        for point in [ClampPoint::Entry, ClampPoint::AfterProbe] {
            let quiet = TestNode::at_ply(ply);
            for node in [quiet, quiet.in_check(), quiet.mated()] {
                for (&alpha, &beta) in scores
                    .iter()
                    .flat_map(|a| scores.iter().map(move |b| (a, b)))
                {
                    if alpha >= beta {
                        continue;
                    }
                    let clamped = clamp(form, point, node, alpha, beta);
                    for &value in &scores {
                        let parity_fits = match value.mate_plies() {
                            // Mated now is all that a mated node can be.
                            _ if node.is_mated => value == Score::mated_in(ply),
                            // The side to move mates after an odd number of further plies.
                            Some(n) if value.is_win() => n > ply && (n - ply) % 2 == 1,
                            Some(n) => n > ply && (n - ply) % 2 == 0,
                            None => value == Score::evaluation(0),
                        };
                        if parity_fits {
                            assert_sound(form, alpha, beta, clamped, value);
                        }
                    }
                }
            }
        }
    }
}

fn assert_sound(form: MateDistance, alpha: Score, beta: Score, clamped: Clamped, value: Score) {
    match clamped {
        Clamped::Kept => {}
        Clamped::Cut {
            value: returned, ..
        } => {
            let sound = if returned <= alpha {
                value <= returned
            } else if returned >= beta {
                value >= returned
            } else {
                value == returned
            };
            assert!(
                sound,
                "{form:?} ({alpha}, {beta}): {value} reported as {returned}"
            );
        }
        Clamped::Narrowed { window, .. } => {
            assert!(window.alpha() >= alpha && window.beta() <= beta);
            // A value inside the old window must not lie strictly outside the new one.
            let inside = value > alpha && value < beta;
            let lost = value < window.alpha() || value > window.beta();
            assert!(
                !(inside && lost),
                "{form:?} ({alpha}, {beta}) loses {value}"
            );
        }
    }
}

#[test]
fn bounds_are_tight_on_both_sides() {
    // At ply 3 the best value is a mate at ply 4, and the worst is being mated now.
    assert_eq!(
        at_entry(MateDistance::Stockfish, 3, OPEN.0, OPEN.1),
        narrowed(Score::mated_in(3), Score::mate_in(4), true, true)
    );
    assert_eq!(
        at_entry(MateDistance::Stockfish, 3, Score::mate_in(4), OPEN.1),
        cut(Score::mate_in(4), MateBound::Upper)
    );
    assert_eq!(
        at_entry(MateDistance::Stockfish, 3, OPEN.0, Score::mated_in(3)),
        cut(Score::mated_in(3), MateBound::Lower)
    );
    assert_eq!(
        at_entry(
            MateDistance::Stockfish,
            3,
            Score::mate_in(5),
            Score::INFINITE
        ),
        narrowed(Score::mate_in(5), Score::mate_in(4), false, true)
    );
}

#[test]
fn the_upper_bound_is_loose_and_returned() {
    let (alpha, beta) = (Score::mate_in(2), Score::mate_in(1));
    assert_eq!(
        at_entry(MateDistance::Cpw, 3, alpha, beta),
        cut(Score::mate_in(3), MateBound::Upper)
    );
    // A tight upper bound would cut here.
    assert_eq!(
        at_entry(MateDistance::Cpw, 3, Score::mate_in(4), beta),
        narrowed(Score::mate_in(4), Score::mate_in(3), false, true)
    );
    let (alpha, beta) = (OPEN.0, Score::mated_in(2));
    assert_eq!(
        at_entry(MateDistance::Cpw, 3, alpha, beta),
        cut(Score::mated_in(3), MateBound::Lower)
    );
}

#[test]
fn only_one_bound_moves() {
    assert_eq!(
        at_entry(MateDistance::Vipermate, 3, OPEN.0, OPEN.1),
        narrowed(Score::mated_in(3), OPEN.1, true, false)
    );
    assert_eq!(
        at_entry(MateDistance::Vipermate, 3, Score::evaluation(0), OPEN.1),
        narrowed(Score::evaluation(0), Score::mate_in(3), false, true)
    );
    assert_eq!(
        at_entry(MateDistance::Vipermate, 3, OPEN.0, Score::mated_in(3)),
        cut(Score::mated_in(3), MateBound::Lower)
    );
}

#[test]
fn beta_stays() {
    assert_eq!(
        at_entry(MateDistance::LowerOnly, 3, OPEN.0, OPEN.1),
        narrowed(Score::mated_in(3), OPEN.1, true, false)
    );
    assert_eq!(
        at_entry(MateDistance::LowerOnly, 3, OPEN.0, Score::mated_in(3)),
        cut(Score::mated_in(3), MateBound::Lower)
    );
}

#[test]
fn alpha_stays() {
    assert_eq!(
        at_entry(MateDistance::UpperOnlyTight, 3, OPEN.0, OPEN.1),
        narrowed(OPEN.0, Score::mate_in(4), false, true)
    );
    assert_eq!(
        at_entry(MateDistance::UpperOnlyTight, 3, Score::mate_in(4), OPEN.1),
        cut(Score::mate_in(4), MateBound::Upper)
    );
}

#[test]
fn a_mate_with_the_next_move_is_still_looked_for() {
    assert_eq!(
        at_entry(MateDistance::UpperOnlyLoose, 3, Score::mate_in(4), OPEN.1),
        narrowed(Score::mate_in(4), Score::mate_in(3), false, true)
    );
    assert_eq!(
        at_entry(MateDistance::UpperOnlyLoose, 3, Score::mate_in(3), OPEN.1),
        cut(Score::mate_in(3), MateBound::Upper)
    );
}

#[test]
fn an_open_window_is_not_narrowed_by_a_test() {
    assert_eq!(
        at_entry(MateDistance::TestOnly, 3, OPEN.0, OPEN.1),
        Clamped::Kept
    );
    assert_eq!(
        at_entry(MateDistance::TestOnly, 3, Score::mate_in(4), OPEN.1),
        cut(Score::mate_in(4), MateBound::Upper)
    );
}

#[test]
fn the_lower_bound_depends_on_whether_the_side_to_move_is_in_check() {
    let worst = Score::mated_in(5);
    assert_eq!(
        at_entry(MateDistance::CheckAware, 3, OPEN.0, worst),
        cut(worst, MateBound::Lower)
    );
    assert_eq!(
        clamp(
            MateDistance::CheckAware,
            ClampPoint::Entry,
            TestNode::at_ply(3).in_check(),
            OPEN.0,
            worst
        ),
        narrowed(Score::mated_in(3), worst, true, false)
    );
    assert_eq!(
        at_entry(MateDistance::CheckAware, 3, Score::mate_in(4), OPEN.1),
        cut(Score::mate_in(4), MateBound::Upper)
    );
}

#[test]
fn the_lower_bound_depends_on_whether_the_side_to_move_is_checkmated() {
    let at = |node, alpha, beta| clamp(MateDistance::Fruit, ClampPoint::Entry, node, alpha, beta);
    let (node, worst) = (TestNode::at_ply(3), Score::mated_in(5));
    let quiescence = TestNode {
        in_quiescence: true,
        ..node
    };
    for not_mated in [node, node.in_check(), quiescence, quiescence.in_check()] {
        let cut = cut(worst, MateBound::Lower);
        assert_eq!(at(not_mated, OPEN.0, worst), cut);
    }
    for mated in [node.mated(), quiescence.mated()] {
        let now = Score::mated_in(3);
        assert_eq!(at(mated, OPEN.0, worst), narrowed(now, worst, true, false));
        // Neither lower bound would raise alpha.
        assert_eq!(at(mated, worst, Score::evaluation(0)), Clamped::Kept);
    }
    // A cut returns the bound, which is less than alpha here.
    let upper = cut(Score::mate_in(4), MateBound::Upper);
    assert_eq!(at(node, Score::mate_in(3), OPEN.1), upper);
}

#[test]
fn bounds_are_tight_in_quiescence() {
    // At ply 3 the best value is a mate at ply 4, and the worst is being mated now.
    assert_eq!(
        at_entry(MateDistance::InQuiescence, 3, OPEN.0, OPEN.1),
        narrowed(Score::mated_in(3), Score::mate_in(4), true, true)
    );
    assert_eq!(
        at_entry(MateDistance::InQuiescence, 3, Score::mate_in(4), OPEN.1),
        cut(Score::mate_in(4), MateBound::Upper)
    );
    assert_eq!(
        at_entry(MateDistance::InQuiescence, 3, OPEN.0, Score::mated_in(3)),
        cut(Score::mated_in(3), MateBound::Lower)
    );
    assert_eq!(
        at_entry(
            MateDistance::InQuiescence,
            3,
            Score::mate_in(5),
            Score::INFINITE
        ),
        narrowed(Score::mate_in(5), Score::mate_in(4), false, true)
    );
}

#[test]
fn quiescence_is_clamped_too() {
    let (alpha, beta) = (Score::mate_in(4), OPEN.1);
    let node = TestNode {
        in_quiescence: true,
        ..TestNode::at_ply(3)
    };
    assert_eq!(
        clamp(
            MateDistance::InQuiescence,
            ClampPoint::Entry,
            node,
            alpha,
            beta
        ),
        cut(Score::mate_in(4), MateBound::Upper)
    );
    let kept = clamp(
        MateDistance::Stockfish,
        ClampPoint::Entry,
        node,
        alpha,
        beta,
    );
    assert_eq!(kept, Clamped::Kept);
}

#[test]
fn nothing_happens_before_the_probe() {
    let form = MateDistance::AfterProbe;
    let (alpha, beta) = (Score::mate_in(4), Score::mate_in(0));
    assert_eq!(at_entry(form, 3, alpha, beta), Clamped::Kept);
    let after = clamp(
        form,
        ClampPoint::AfterProbe,
        TestNode::at_ply(3),
        alpha,
        beta,
    );
    assert_eq!(after, cut(Score::mate_in(4), MateBound::Upper));
}

#[test]
fn only_a_null_window_is_closed() {
    let at = |alpha: Score, beta| {
        clamp(
            MateDistance::ZeroWindowOnly,
            ClampPoint::AfterProbe,
            TestNode::at_ply(3),
            alpha,
            beta,
        )
    };
    let alpha = Score::mate_in(3);
    assert_eq!(at(alpha, alpha.just_above()), cut(alpha, MateBound::Upper));
    assert_eq!(at(alpha, Score::mate_in(0)), Clamped::Kept);
}
