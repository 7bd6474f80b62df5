//! The table: what is known of positions, within a limit of memory.

use std::{mem::swap, ops::Range};

use prefetch_index::prefetch_index;

use crate::numbers::Numbers;

/// What is known of a position with so many plies left.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    phi: u32,
    delta: u32,
    /// The expansions below the position; 0 in an empty slot.
    work: u32,
    /// The plies left. The attacker is to move if their number is odd.
    left: u8,
}

impl Entry {
    fn numbers(&self) -> Numbers {
        Numbers {
            phi: self.phi,
            delta: self.delta,
        }
    }

    /// Whether what it says holds with so many plies left, too. A mate in time is also one with more time, and where there is none,
    /// there is none with less.
    fn decides(&self, left: u8) -> bool {
        let is_attackers_turn = self.left % 2 == 1;
        let numbers = self.numbers();
        let (is_mate, is_none) = match is_attackers_turn {
            true => (numbers.phi == 0, numbers.delta == 0),
            false => (numbers.delta == 0, numbers.phi == 0),
        };
        self.left % 2 == left % 2 && (is_mate && self.left <= left || is_none && self.left >= left)
    }
}

/// The slots that an entry may have, from the one that its key selects: so many are looked at.
const REACH: usize = 8;

/// The slots at the beginning. The table grows with what it holds, so that a small problem does not wait for much memory.
const FIRST_SLOTS: usize = 1 << 12;

/// A table of numbers. It grows while more than half of it is used. Where all slots in reach are used, a new entry takes the place of the
/// one with the least work below it.
pub(crate) struct Table {
    /// The last ones are within reach only, and selected by no key.
    slots: Vec<Entry>,
    used: usize,
    most_slots: usize,
}

impl Table {
    /// An empty table of at most so many bytes.
    pub(crate) fn of_bytes(bytes: u64) -> Self {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Entry>();
        let most_slots = most.max(REACH);
        Table {
            slots: vec![Entry::default(); FIRST_SLOTS.min(most_slots)],
            used: 0,
            most_slots,
        }
    }

    /// The slots that entries with this key may have.
    fn reach(&self, key: u64) -> Range<usize> {
        let selected = self.slots.len() - REACH + 1;
        let first = ((u128::from(key) * selected as u128) >> 64) as usize;
        first..first + REACH
    }

    /// Prefetches the slots of a key for a look-up that follows soon. It changes only the time.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index(&self.slots, self.reach(key).start);
    }

    /// What is known of a position with so many plies left.
    pub(crate) fn look_up(&self, key: u64, left: u8) -> Option<Numbers> {
        let mut found = None;
        for entry in &self.slots[self.reach(key)] {
            if entry.work == 0 {
                break;
            }
            if entry.key == key {
                if entry.decides(left) {
                    return Some(entry.numbers());
                }
                if entry.left == left {
                    found = Some(entry.numbers());
                }
            }
        }
        found
    }

    /// Stores what is known after so many expansions below the position.
    pub(crate) fn store(&mut self, key: u64, left: u8, numbers: Numbers, work: u64) {
        let entry = Entry {
            key,
            phi: numbers.phi,
            delta: numbers.delta,
            work: u32::try_from(work).unwrap_or(u32::MAX).max(1),
            left,
        };
        if self.used > self.slots.len() / 2 && self.slots.len() < self.most_slots {
            self.grow();
        }
        self.put(entry);
    }

    fn put(&mut self, entry: Entry) {
        let reach = self.reach(entry.key);
        let slots = &mut self.slots[reach];
        let is_place =
            |slot: &Entry| slot.work == 0 || slot.key == entry.key && slot.left == entry.left;
        let place = slots.iter().position(is_place);
        let least = || (0..REACH).min_by_key(|&at| slots[at].work).unwrap_or(0);
        let slot = &mut slots[place.unwrap_or_else(least)];
        let was_used = slot.work > 0;
        // All visits of a position are work that would be lost with it.
        let before = if place.is_some() { slot.work } else { 0 };
        *slot = Entry {
            work: before.saturating_add(entry.work),
            ..entry
        };
        self.used += usize::from(!was_used);
    }

    /// Makes the table larger, so that the old and the new one together are within the limit. Memory that cannot be had is another limit.
    fn grow(&mut self) {
        let slots = (2 * self.slots.len()).min(self.most_slots - self.slots.len());
        let mut before = Vec::new();
        if slots <= self.slots.len() || before.try_reserve_exact(slots).is_err() {
            self.most_slots = self.slots.len();
            return;
        }
        before.resize(slots, Entry::default());
        swap(&mut before, &mut self.slots);
        self.used = 0;
        for entry in before.into_iter().filter(|entry| entry.work > 0) {
            self.put(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Numbers = Numbers { phi: 3, delta: 5 };

    #[test]
    fn what_is_solved_holds_with_more_plies_or_fewer() {
        let mut table = Table::of_bytes(1 << 20);
        // The attacker mates within 5 plies, but not within 1.
        table.store(7, 5, Numbers::WON, 1);
        table.store(7, 1, Numbers::LOST, 1);
        let found = |left| table.look_up(7, left);
        assert_eq!(
            [1, 3, 5, 7].map(found),
            [
                Some(Numbers::LOST),
                None,
                Some(Numbers::WON),
                Some(Numbers::WON)
            ]
        );
        // The defender is to move with an even number.
        table.store(7, 4, Numbers::LOST, 1);
        table.store(7, 2, Numbers::WON, 1);
        let found = |left| table.look_up(7, left);
        assert_eq!(
            [0, 2, 4, 6].map(found),
            [
                Some(Numbers::WON),
                Some(Numbers::WON),
                Some(Numbers::LOST),
                Some(Numbers::LOST)
            ]
        );
        table.store(8, 3, OPEN, 1);
        assert_eq!(
            [1, 3, 5].map(|left| table.look_up(8, left)),
            [None, Some(OPEN), None]
        );
    }

    #[test]
    fn it_grows_with_what_it_holds_and_keeps_the_most_work_when_it_is_full() {
        let key = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let kept = |table: &Table, n: u64| table.look_up(key(n), 3).is_some();
        let mut large = Table::of_bytes(1 << 24);
        (0..100_000).for_each(|n| large.store(key(n), 3, OPEN, 1));
        let all = (0..100_000).filter(|&n| kept(&large, n)).count();
        assert!(all > 99_500, "{all}");
        assert!(large.slots.len() * size_of::<Entry>() <= 1 << 24);
        let mut small = Table::of_bytes(1 << 12);
        let slots = small.slots.len();
        small.store(key(0), 3, OPEN, 1_000);
        (1..100_000).for_each(|n| small.store(key(n), 3, OPEN, 1));
        assert!(kept(&small, 0) && kept(&small, 99_999));
        assert_eq!(small.slots.len(), slots);
        assert!(Table::of_bytes(0).slots.len() == REACH);
    }
}
