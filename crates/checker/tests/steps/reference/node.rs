//! The search of one node.

use plybench_engine::game::{MoveClass, MoveKind};

use super::{
    Reference,
    mate_distance::{self, Clamped},
    searched::{Found, MadeMove, Origin, ReferenceNode},
};
use plybench_checker::{
    game::Recorded,
    rules::MateDistance,
    settings::{Driver, Fail, Legality, QuiescenceInCheck, Scout},
    value::{MAX_PLY, evaluation},
};

impl<G: Recorded> Reference<'_, G> {
    /// Searches a node, from its entry to its value.
    pub(super) fn enter(&mut self, mut node: ReferenceNode<'_, G>) -> Found<G::Move> {
        self.nodes += 1;
        node.expects_cut &= node.is_null_window();
        let form = self.settings.techniques.mate_distance;
        node.is_quiescence = node.depth == 0 && self.settings.quiescence;
        node.notices_check =
            !node.is_quiescence || self.settings.quiescence_in_check == QuiescenceInCheck::Evasions;

        let is_clamped_late = matches!(
            form,
            MateDistance::AfterProbe | MateDistance::ZeroWindowOnly
        );
        let acts_in_quiescence = matches!(form, MateDistance::InQuiescence | MateDistance::Fruit);
        let is_clamped = node.ply > 0 && (!node.is_quiescence || acts_in_quiescence);
        if is_clamped
            && !is_clamped_late
            && let Some(value) = clamp(form, &mut node)
        {
            return Found::plain(self.answer(&node, value));
        }
        let asked = node.depth;
        if node.ply > 0 {
            node.depth = mate_distance::enough_depth(form, node.ply, asked, node.alpha);
        }
        let (alpha, is_shallower) = (node.alpha, node.depth < asked);
        let mut found = self.inside(node, is_clamped && is_clamped_late);
        if is_shallower && found.value <= alpha {
            found.value = alpha;
        }
        found
    }

    /// The steps after the clamp of the window and of the depth.
    fn inside(&mut self, mut node: ReferenceNode<'_, G>, is_clamped_late: bool) -> Found<G::Move> {
        let form = self.settings.techniques.mate_distance;
        if node.ply > 0 && self.is_drawn(&node) {
            let value = self.draw(node.ply);
            return Found::plain(self.answer(&node, value));
        }
        if is_clamped_late && let Some(value) = clamp(form, &mut node) {
            return Found::plain(self.answer(&node, value));
        }
        node.evaluation = self.corrected_evaluation(node.position);
        if node.origin != Origin::Again {
            node.noted = node.evaluation;
        }
        if let Some(value) = self.horizon(&node) {
            return Found::plain(self.answer(&node, value));
        }
        let evaluation = evaluation(node.evaluation);
        let (alpha, beta) = if form.raises_losses() {
            mate_distance::before_bonus(evaluation, node.alpha, node.beta)
        } else {
            (node.alpha, node.beta)
        };
        let inner = ReferenceNode {
            alpha,
            beta,
            ..node
        };
        let mut searches_moves = false;
        let mut found = match self.cutoff(&inner) {
            Some(value) => Found::plain(self.answer(&inner, value)),
            None if !inner.stands_pat() && !node.position.has_legal_move() => {
                self.nodes += self.illegal_moves(node.position, MoveKind::All);
                let value = self.without_moves(&node);
                return Found::plain(self.answer(&node, value));
            }
            None => {
                searches_moves = true;
                self.moves(inner)
            }
        };
        if form.raises_losses() {
            let value = mate_distance::with_bonus(evaluation, found.value);
            found.value = self.answer(&node, value);
        }
        if searches_moves {
            self.learn_correction(&node, found.value, found.line.first());
        }
        found
    }

    /// The value of a node whose moves are not searched.
    fn horizon(&self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        let position = node.position;
        let evaluation = evaluation(node.evaluation);
        if position.is_leaf() {
            return Some(evaluation);
        }
        if node.is_quiescence {
            let ends = node.ply >= MAX_PLY || node.stands_pat() && evaluation >= node.beta;
            return ends.then_some(evaluation);
        }
        if node.ply < MAX_PLY && node.depth > 0 {
            return None;
        }
        if self.settings.mate_at_horizon && !position.has_legal_move() {
            return Some(self.without_moves(node));
        }
        Some(evaluation)
    }

    /// Searches the moves.
    fn moves(&mut self, mut node: ReferenceNode<'_, G>) -> Found<G::Move> {
        let ReferenceNode {
            position,
            ply,
            depth,
            ..
        } = node;
        let window = (node.alpha, node.beta);
        let mut best = None;
        let mut line = Vec::new();
        let raises_alpha = self.settings.scout != Scout::Minimax;
        let values_all = ply == 0 && self.settings.driver == Driver::EveryMove;
        let stands_pat = node.stands_pat();
        if stands_pat {
            let evaluation = evaluation(node.evaluation);
            best = Some(evaluation);
            if raises_alpha {
                node.alpha = node.alpha.max(evaluation);
            }
        }
        let kind = if stands_pat {
            MoveKind::Tactical
        } else {
            MoveKind::All
        };
        let moves = self.order.moves(position, kind, ply, node.answers);
        let illegal = self.illegal_moves(position, kind);
        let mut in_vain = Vec::new();
        let (mut is_cut, is_alone, mut is_first) = (false, moves.len() < 2, true);
        for (number, mv) in moves.into_iter().enumerate() {
            if number == 1 {
                self.nodes += illegal;
            }
            let child = position.play(mv);
            let made = MadeMove {
                mv,
                number,
                is_quiet: position.classify(mv) == MoveClass::Quiet,
                gives_check: child.in_check(),
                history: self.order.history(position, mv, node.answers),
                exchange: position.exchange(mv),
                evaluation_after: -child.evaluate(self.settings.evaluation),
                answer: position.answer_to_check(mv),
            };
            if self.is_skipped(&node, &made, best) {
                continue;
            }
            self.path.push(position.key());
            let found = self.child(&node, &child, &made, is_first || values_all);
            is_first = false;
            self.path.pop();
            let is_better = best.is_none_or(|best| found.value > best);
            best = best.max(Some(found.value));
            if is_better && found.value > node.alpha {
                if raises_alpha && !values_all {
                    node.alpha = found.value;
                }
                line = vec![mv];
                line.extend(found.line);
                if ply == 0 {
                    self.line.clone_from(&line);
                    self.nodes_to_line = self.nodes;
                }
            }
            if found.value >= node.beta {
                let at = (ply, depth, node.answers);
                self.order.learn(position, mv, &in_vain, at);
                is_cut = true;
                break;
            }
            in_vain.push(mv);
        }
        if is_alone && !is_cut {
            self.nodes += illegal;
        }
        (node.alpha, node.beta) = window;
        let value = self.answer(&node, best.unwrap_or(node.alpha));
        Found { value, line }
    }

    /// The nodes that illegal moves lead to.
    fn illegal_moves(&self, position: &G, kind: MoveKind) -> u64 {
        let mut nodes = 0;
        if self.settings.legality == Legality::KingCapture {
            position.for_each_illegal_move(kind, |mv| {
                let is_played = self.settings.under_promotion || !position.is_under_promotion(mv);
                nodes += u64::from(is_played);
            });
        }
        nodes
    }

    /// The value of a move, from the point of view of the node that has it: searched as often as it takes.
    fn child(
        &mut self,
        node: &ReferenceNode<'_, G>,
        child: &G,
        made: &MadeMove<G::Move>,
        is_first: bool,
    ) -> Found<G::Move> {
        let extension = self.extension(node, made);
        let full = (node.depth - 1 + extension).max(0);
        let reduced = (full - self.reduction(node, made)).max(0);
        let node = &ReferenceNode {
            extension: node.extension + extension,
            ..*node
        };
        let is_scouted = self.settings.scout == Scout::Pvs && !is_first;
        let scout = if is_scouted {
            node.alpha + 1
        } else {
            node.beta
        };

        let mut found = self.below(node, (child, made.mv), reduced, scout);
        if reduced < full && found.value > node.alpha {
            found = self.below(node, (child, made.mv), full, scout);
        }
        if scout < node.beta && found.value > node.alpha && found.value < node.beta {
            found = self.below(node, (child, made.mv), full, node.beta);
        }
        found
    }

    /// One search of a move with the window from the node's alpha to `beta`.
    fn below(
        &mut self,
        node: &ReferenceNode<'_, G>,
        (child, mv): (&G, G::Move),
        depth: i32,
        beta: i32,
    ) -> Found<G::Move> {
        let window = (node.alpha, beta);
        let found = self.enter(self.next(node, child, depth, window, Some(mv)));
        Found {
            value: -found.value,
            ..found
        }
    }

    /// The node after a move, or after a pass, to be searched with a window from the point of view of the node before.
    pub(super) fn next<'c>(
        &self,
        node: &ReferenceNode<'_, G>,
        child: &'c G,
        depth: i32,
        (alpha, beta): (i32, i32),
        before: Option<G::Move>,
    ) -> ReferenceNode<'c, G> {
        let arrival = before.map(|mv| node.position.arrival_index(mv));
        ReferenceNode {
            position: child,
            ply: node.ply + 1,
            depth,
            alpha: -beta,
            beta: -alpha,
            origin: if before.is_some() {
                Origin::Move
            } else {
                Origin::Pass
            },
            answers: [arrival, node.answers[0]],
            before,
            extension: node.extension,
            balance: -node.balance,
            expects_cut: !node.expects_cut,
            passes_from: node.passes_from,
            evaluation: 0,
            noted: 0,
            earlier: [(!node.is_in_check()).then_some(node.noted), node.earlier[0]],
            is_quiescence: false,
            notices_check: true,
        }
    }

    /// The value of a node without legal moves.
    fn without_moves(&self, node: &ReferenceNode<'_, G>) -> i32 {
        if node.position.in_check() {
            self.settings.mates.mated(node.ply)
        } else {
            self.draw(node.ply)
        }
    }

    /// Whether a rule draws a node.
    fn is_drawn(&self, node: &ReferenceNode<'_, G>) -> bool {
        let rules = self.settings.draws;
        let position = node.position;
        let reversible = usize::from(position.reversible_plies());
        let key = position.key();
        // Two passes repeat nothing.
        let earlier = self.path.iter().rev().take(reversible).skip(3);
        let is_repeated = || earlier.clone().any(|&k| k == key);
        let is_mated = || node.is_in_check() && !position.has_legal_move();
        (rules.repetition && is_repeated())
            || (rules.fifty_moves && reversible >= 100 && !is_mated())
    }

    /// The value of a draw: contempt is what it costs the side to move at the root.
    fn draw(&self, ply: i32) -> i32 {
        let contempt = i32::from(self.settings.draws.contempt);
        evaluation(if ply % 2 == 0 { -contempt } else { contempt })
    }

    /// What is returned for a value.
    fn answer(&self, node: &ReferenceNode<'_, G>, value: i32) -> i32 {
        match self.settings.fail {
            Fail::Hard => value.clamp(node.alpha, node.beta),
            Fail::Soft => value,
        }
    }
}

/// Narrows the window of a node; the node's value if the window closes, which is left as it is then.
fn clamp<G: Recorded>(form: MateDistance, node: &mut ReferenceNode<'_, G>) -> Option<i32> {
    match mate_distance::clamp(form, node) {
        Clamped::Open(alpha, beta) => {
            (node.alpha, node.beta) = (alpha, beta);
            None
        }
        Clamped::Closed(value) => Some(value),
    }
}
