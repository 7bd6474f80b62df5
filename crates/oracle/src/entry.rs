//! The positions of a table, one by one.

use cozy_chess::Color;
use plybench_engine::game::chess::Chess;

use crate::{
    dtm::Dtm,
    men::Men,
    table::{DtmTable, code},
};

/// A position of a table with its distance to mate. White is the side with more or stronger men.
#[derive(Clone, Copy)]
pub struct DtmEntry<'t> {
    table: &'t DtmTable,
    men: Men<'t>,
}

impl<'t> DtmEntry<'t> {
    /// The position with a number; `None` if it also has a smaller number.
    pub(crate) fn of(table: &'t DtmTable, number: usize) -> Option<Self> {
        let men = table.index.men(number)?;
        let is_first = table.index.is_first(number, &men);
        is_first.then_some(DtmEntry { table, men })
    }

    /// Its exact distance to mate, from the view of the side to move.
    #[must_use]
    pub fn dtm(&self) -> Dtm {
        code::dtm(self.table.code(&self.men))
    }

    /// Whether White, the side with more or stronger men, is to move.
    #[must_use]
    pub fn is_white_to_move(&self) -> bool {
        self.men.to_move == Color::White
    }

    /// The position and its symmetric images, each once and always in the same order: up to eight
    /// boards, or up to two with pawns.
    #[must_use]
    pub fn images(&self) -> Vec<Chess> {
        let mut fens: Vec<String> = Vec::with_capacity(8);
        for squares in self.table.index.images(self.men.squares) {
            let fen = Men {
                squares,
                ..self.men
            }
            .fen();
            if !fens.contains(&fen) {
                fens.push(fen);
            }
        }
        let read = fens.iter().filter_map(|fen| Chess::from_fen(fen).ok());
        read.collect()
    }
}

impl DtmTable {
    /// Every position of the material, with symmetric images only once, always in the same order.
    pub fn entries(&self) -> impl Iterator<Item = DtmEntry<'_>> {
        (0..self.codes.len())
            .filter(|&number| self.codes[number] != code::NONE)
            .filter_map(|number| DtmEntry::of(self, number))
    }
}
