//! What techniques of the caller's own that have no rule do, as the next steps of the trace state it.
//!
//! Nothing predicts what such a technique does. Its steps are accepted where the search could take them, counted, and what follows
//! from them is checked. What leaves no step, a changed window or value (`reshape_window`, `reshape_value`), needs a rule.

use std::{collections::BTreeMap, io::BufRead};

use plybench_engine::observe::SubSearchOf;

use super::{Checker, Result};
use crate::{
    game::Recorded,
    node::{OpenNode, SubSearch},
    rules::{Active, COUNT, Clamped, Rule},
    trace::{NOBODY, Next, Requested, Side, Step},
    value::{INFINITE, Window},
};

/// The steps of each of the caller's techniques that were not checked; none for one with a rule.
pub(super) struct Unchecked(pub(super) Vec<Option<u64>>);

impl Unchecked {
    fn of(&mut self, place: u8) -> Option<&mut u64> {
        let own = usize::from(place).checked_sub(COUNT)?;
        self.0.get_mut(own)?.as_mut()
    }

    /// Counts a step that the trace states. A move that is searched again after a reduction is predicted.
    pub(super) fn add(&mut self, step: Step) {
        if let Some(count) = self.of(step.by())
            && !matches!(step, Step::SearchedAgain { .. })
        {
            *count += 1;
        }
    }

    /// Whether the technique at a place has no rule.
    pub(super) fn contains(&mut self, place: u8) -> bool {
        self.of(place).is_some()
    }

    /// The counts by the techniques' names.
    pub(super) fn by_name<'n>(
        &self,
        names: impl Iterator<Item = &'n String>,
    ) -> BTreeMap<String, u64> {
        let counts = names.zip(&self.0);
        counts
            .filter_map(|(name, count)| Some((name.clone(), (*count)?)))
            .collect()
    }
}

/// A value that a node is left with, if a search can return it.
pub(super) fn stated_value(value: i16) -> Option<i32> {
    Some(i32::from(value)).filter(|value| value.abs() <= INFINITE)
}

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// A later step, without taking it: 0 is the next one. None if there are no more.
    pub(super) fn peek(&mut self, ahead: usize) -> Result<Option<Step>> {
        while self.ahead.len() <= ahead {
            if let Some((_, Next::Summary(_))) = self.ahead.back() {
                return Ok(None);
            }
            let next = (self.trace.offset(), self.trace.step()?);
            self.ahead.push_back(next);
        }
        Ok(match self.ahead[ahead].1 {
            Next::Step(step) => Some(step),
            Next::Summary(_) => None,
        })
    }

    /// The next step, if this technique takes it.
    pub(super) fn stated(&mut self, technique: &Active<'_, G>) -> Result<Option<Step>> {
        let next = self.peek(0)?;
        Ok(next.filter(|step| step.by() == technique.place))
    }

    /// What a technique does to the window. The steps of a clamp come after all techniques were asked; both of them have the window
    /// that results.
    pub(super) fn stated_clamp(
        &mut self,
        technique: &Active<'_, G>,
        node: &OpenNode<'_, G>,
    ) -> Result<Clamped> {
        let (place, mut window) = (technique.place, node.window);
        let mut result = None;
        for ahead in 0..2 {
            match (self.peek(ahead)?, self.peek(ahead + 1)?) {
                (Some(Step::Closed { side, by, .. }), Some(Step::Left { value, .. }))
                    if by == place && ahead == 0 && stated_value(value).is_some() =>
                {
                    return Ok(Clamped::Closed(side, value.into()));
                }
                (
                    Some(Step::Narrowed {
                        side,
                        alpha,
                        beta,
                        by,
                        ..
                    }),
                    _,
                ) if result.is_none_or(|last| last == (Side::Lower, alpha, beta)) => {
                    result = Some((side, alpha, beta));
                    match side {
                        Side::Lower if by == place => window.alpha = alpha.into(),
                        Side::Upper if by == place => window.beta = beta.into(),
                        _ => {}
                    }
                }
                _ => break,
            }
        }
        let narrows = node.window.alpha <= window.alpha
            && window.alpha < window.beta
            && window.beta <= node.window.beta;
        Ok(Clamped::Open(if narrows { window } else { node.window }))
    }

    /// The plies by which a depth changes most, by the rules' answers and by what the next step states, and the technique: on a tie
    /// the first.
    pub(super) fn most(
        &mut self,
        node: &OpenNode<'_, G>,
        answer: impl Fn(u8, &dyn Rule<G>) -> i32,
        stated: impl Fn(Step) -> Option<i32>,
    ) -> Result<(i32, u8)> {
        let mut most = (0, NOBODY);
        for technique in self.rules.iter().filter(|rule| rule.acts_at(node)) {
            let place = technique.place;
            let plies = match technique.rule {
                Some(rule) => answer(place, rule),
                None => self.stated(technique)?.and_then(&stated).unwrap_or(0),
            };
            if plies > most.0 {
                most = (plies, place);
            }
        }
        Ok(most)
    }

    /// The searches that a technique requests next. Which of its hooks requests them is not stated: the node's moves may have been put
    /// in order before any of them, so `orders` gets the order before each.
    pub(super) fn stated_requests(
        &mut self,
        technique: &Active<'_, G>,
        node: &OpenNode<'_, G>,
        orders: &mut Vec<Vec<G::Move>>,
    ) -> Result<()> {
        while let Some(Step::SubSearch {
            asked,
            mv,
            depth,
            alpha,
            beta,
            ..
        }) = self.stated(technique)?
        {
            let of = match (asked, node.position.find(mv)) {
                (Requested::Move, Some(mv)) => SubSearchOf::Move(mv),
                (Requested::Without, Some(mv)) => SubSearchOf::Without(mv),
                (Requested::Pass, None) => SubSearchOf::Pass,
                (Requested::Again, None) => SubSearchOf::Again,
                _ => return Ok(()),
            };
            let window = Window::new(alpha.into(), beta.into());
            let is_window =
                -INFINITE <= window.alpha && window.alpha < window.beta && window.beta <= INFINITE;
            if !is_window {
                return Ok(());
            }
            orders.push(self.ordered(node, None));
            let mut requests = self.requests_of(technique);
            if requests.search(of, node, depth.into(), window)?.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// One of the other orders that the node's moves may have, if the next step is of a move that the present order does not have here.
    pub(super) fn other_order(
        &mut self,
        orders: &[Vec<G::Move>],
        present: &[G::Move],
        number: usize,
    ) -> Result<Option<Vec<G::Move>>> {
        if orders.is_empty() {
            return Ok(None);
        }
        let stated = match self.peek(0)? {
            Some(
                Step::Skipped { mv, .. }
                | Step::Extended { mv, .. }
                | Step::Reduced { mv, .. }
                | Step::Shortened { mv, .. }
                | Step::Searched { mv, .. },
            ) => mv,
            _ => return Ok(None),
        };
        let has_it =
            |order: &[G::Move]| order.get(number).is_some_and(|&mv| G::number(mv) == stated);
        let fits = |order: &&Vec<G::Move>| order[..number] == present[..number] && has_it(order);
        let other = orders.iter().find(fits).filter(|_| !has_it(present));
        Ok(other.cloned())
    }
}
