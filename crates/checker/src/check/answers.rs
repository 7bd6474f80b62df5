//! What the techniques that are on answer together at a node: by their rules, or as the next step states it.

use std::io::BufRead;

use super::{Checker, Result, stated::stated_value};
use crate::{
    game::Recorded,
    node::{OpenNode, TableEntry},
    rules::Active,
    trace::{End, Step},
};

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// The first technique that ends the node before its moves: the value and its place.
    pub(super) fn cutoff(
        &mut self,
        node: &OpenNode<'_, G>,
        orders: &mut Vec<Vec<G::Move>>,
    ) -> Result<Option<(i32, u8)>> {
        for technique in self.rules.iter().filter(|rule| rule.acts_at(node)) {
            let cutoff = match technique.rule {
                Some(rule) => rule.cutoff(node, &mut self.requests_of(technique))?,
                None => {
                    self.stated_requests(technique, node, orders)?;
                    self.stated_cut(technique)?
                }
            };
            if let Some(value) = cutoff {
                return Ok(Some((value, technique.place)));
            }
        }
        Ok(None)
    }

    /// The value with which a technique ends the node, if the next step states one.
    pub(super) fn stated_cut(&mut self, technique: &Active<'_, G>) -> Result<Option<i32>> {
        Ok(match self.stated(technique)? {
            Some(Step::Left {
                end: End::TechniqueCut,
                value,
                ..
            }) => stated_value(value),
            _ => None,
        })
    }

    /// Whether the next step leaves a node in this way.
    pub(super) fn is_left_as(&mut self, wanted: End) -> Result<bool> {
        Ok(matches!(self.peek(0)?, Some(Step::Left { end, .. }) if end == wanted))
    }

    /// The value as the techniques change it, the last one first.
    pub(super) fn outer_value(&self, node: &OpenNode<'_, G>, value: i32) -> i32 {
        let acting = self.rules.iter().rev().filter(|rule| rule.acts_at(node));
        let rules = acting.filter_map(|technique| technique.rule);
        rules.fold(value, |value, rule| rule.outer_value(node, value))
    }

    /// The first technique that trusts a table entry with this value.
    pub(super) fn trusted_by(
        &mut self,
        node: &OpenNode<'_, G>,
        entry: &TableEntry<G::Move>,
        value: i32,
    ) -> Result<Option<u8>> {
        for technique in self.rules.iter().filter(|rule| rule.acts_at(node)) {
            let trusts = match technique.rule {
                Some(rule) => rule.trusts(node, entry, value),
                None => self.stated(technique)?.is_some() && self.is_left_as(End::TableCut)?,
            };
            if trusts {
                return Ok(Some(technique.place));
            }
        }
        Ok(None)
    }
}
