//! The moves of all nodes on the current path, in one allocation that is made before the search.

use std::cmp::Reverse;

/// A stack of move lists, one for each node on the path. The top list is the current node's.
pub struct MoveStack<M> {
    moves: Vec<Ranked<M>>,
}

#[derive(Clone, Copy)]
struct Ranked<M> {
    /// The rank in the upper bits, and the inverted place among equals in the lower 8. It is never negative, but
    /// signed, because processors can compare many signed numbers at once.
    order: i32,
    mv: M,
}

impl<M> Default for MoveStack<M> {
    fn default() -> Self {
        MoveStack { moves: Vec::new() }
    }
}

impl<M: Copy> MoveStack<M> {
    /// A stack with room for this many moves. It grows if a game needs more.
    #[must_use]
    pub fn with_capacity(moves: usize) -> Self {
        MoveStack::default().renewed(moves)
    }

    /// An empty stack with room for this many moves, in the memory of this one.
    pub(crate) fn renewed(mut self, moves: usize) -> Self {
        self.moves.clear();
        self.moves.reserve(moves);
        self
    }

    /// The place where the next list will start.
    #[inline]
    #[must_use]
    pub fn top(&self) -> usize {
        self.moves.len()
    }

    /// Adds a move to the top list.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.moves.push(Ranked { order: 0, mv });
    }

    /// Ranks the moves of the list that starts at `start`. `rank` gets a move's number and the move, and
    /// returns its rank, below 2^23, and its place among equals. Larger ranks come first, then smaller
    /// places.
    #[inline]
    pub fn rank(&mut self, start: usize, rank: impl Fn(usize, M) -> (u32, u8)) {
        for (number, ranked) in self.moves[start..].iter_mut().enumerate() {
            let (rank, place) = rank(number, ranked.mv);
            ranked.order = (rank << 8) as i32 | i32::from(255 - place);
        }
    }

    /// The move with this number, from 0, in the order of the list that starts at `start`. Numbers must
    /// be requested in order. Of moves with the same rank and place, the one pushed first comes first.
    ///
    /// The list is sorted only as far as needed: most nodes end with their first move, and most of the
    /// others need all moves.
    #[inline(always)]
    pub fn pick(&mut self, start: usize, number: usize) -> Option<M> {
        if number < 2 {
            self.put_in_order(start, number);
        }
        self.moves.get(start + number).map(|ranked| ranked.mv)
    }

    /// Sorts as much of the list as the pick of this number needs.
    fn put_in_order(&mut self, start: usize, number: usize) {
        let list = self.moves.get_mut(start + number..).unwrap_or(&mut []);
        if number == 1 {
            sort(list);
            return;
        }
        let largest = list.iter().enumerate().reduce(|best, next| {
            if next.1.order > best.1.order {
                next
            } else {
                best
            }
        });
        if let Some((at, _)) = largest {
            list[..=at].rotate_right(1);
        }
    }

    /// The moves from this number, which must be the last that [`pick`](Self::pick) was called with.
    #[inline]
    pub fn following(&self, start: usize, number: usize) -> impl Iterator<Item = M> {
        let list = self.moves.get(start + number..).unwrap_or(&[]);
        list.iter().map(|ranked| ranked.mv)
    }

    /// Keeps only these moves of the list that starts at `start`, in their order.
    pub(crate) fn retain(&mut self, start: usize, keeps: impl Fn(M) -> bool) {
        let mut end = start;
        for at in start..self.moves.len() {
            if keeps(self.moves[at].mv) {
                self.moves.swap(end, at);
                end += 1;
            }
        }
        self.moves.truncate(end);
    }

    /// Removes every list that starts at or after this place.
    #[inline]
    pub fn truncate(&mut self, start: usize) {
        self.moves.truncate(start);
    }
}

/// Lists up to this length are sorted without branches.
const SHORT: usize = 32;

/// Sorts by `order`, largest first; equal moves keep their order.
///
/// The order of siblings is as good as random, so the processor would mispredict half of the branches of a
/// sort by exchanges. In a short list, each move's place is instead the number of larger ones (Knuth, "The
/// Art of Computer Programming", volume 3, 1973, 5.2: comparison counting).
fn sort<M: Copy>(list: &mut [Ranked<M>]) {
    let Some(&any) = list.first() else {
        return;
    };
    if list.len() > SHORT {
        list.sort_by_key(|ranked| Reverse(ranked.order));
        return;
    }
    let mut orders = [0; SHORT];
    for (order, ranked) in orders.iter_mut().zip(&*list) {
        *order = ranked.order;
    }
    let mut sorted = [any; SHORT];
    let mut taken: u32 = 0;
    for ranked in &*list {
        let larger: u32 = orders
            .iter()
            .map(|&order| u32::from(order > ranked.order))
            .sum();
        let place = larger + (taken >> larger).trailing_ones();
        taken |= 1 << place;
        sorted[place as usize] = *ranked;
    }
    list.copy_from_slice(&sorted[..list.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_rank_then_by_place() {
        let mut stack = MoveStack::with_capacity(4);
        let ranks = [(1, 2), (1, 1), (9, 0), (1, 1), (0, 0)];
        "dbace".chars().for_each(|mv| stack.push(mv));
        stack.rank(0, |number, _| ranks[number]);
        let order: String = (0..6).map_while(|number| stack.pick(0, number)).collect();
        assert_eq!(order, "abcde");
        assert_eq!(stack.following(0, 3).collect::<String>(), "de");
        assert_eq!(stack.following(0, 6).count(), 0);
        stack.push('z');
        assert_eq!((stack.pick(5, 0), stack.pick(5, 1)), (Some('z'), None));
    }

    #[test]
    fn of_equal_moves_the_one_pushed_first_is_picked_first() {
        let mut stack = MoveStack::with_capacity(5);
        "zabcz".chars().for_each(|mv| stack.push(mv));
        stack.rank(1, |number, _| ([3, 3, 3, 0][number], 7));
        let order: String = (0..4).filter_map(|number| stack.pick(1, number)).collect();
        assert_eq!(order, "abcz");
    }

    #[test]
    fn short_and_long_lists_are_sorted_alike() {
        for length in 0..=SHORT + 3 {
            let list = (0..length).map(|mv| Ranked {
                // Few orders, the largest among them, so that many are equal.
                order: [0, i32::MAX, 255, 256 << 8, 7][mv * mv % 5],
                mv,
            });
            let mut list: Vec<Ranked<usize>> = list.collect();
            let mut expected = list.clone();
            expected.sort_by_key(|ranked| Reverse(ranked.order));
            sort(&mut list);
            let moves = |list: &[Ranked<usize>]| -> Vec<usize> {
                list.iter().map(|ranked| ranked.mv).collect()
            };
            assert_eq!(moves(&list), moves(&expected));
        }
    }
}
