//! The oracle: probes tables, and builds those that it does not have.

use std::{collections::HashMap, convert::Infallible, path::PathBuf, sync::Arc};

use cozy_chess::{Board, Color, Square};
use plybench_engine::game::{Game, MoveKind, chess::Chess};
use thiserror::Error;

use crate::{
    build,
    cache::{self, CacheError},
    dtm::Dtm,
    material::{MOST_MEN, Material},
    men::Men,
    table::{DtmTable, code},
};

/// Why a position cannot be looked up.
#[derive(Debug, Error)]
pub enum OracleError {
    /// There are more men than in any table.
    #[error("{men} men on the board; the tables end at {MOST_MEN}, kings included")]
    TooManyMen {
        /// How many men are on the board, kings included.
        men: u32,
    },
    /// There are castling rights, which no table covers.
    #[error("castling is still possible; the tables cover only positions without castling rights")]
    Castling,
    /// A table could not be stored.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// Something that a waiting user may want to know.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A table is being built.
    Building(Building),
    /// A stored table cannot be used and is built again.
    Rebuilding {
        /// The file that cannot be used.
        path: PathBuf,
        /// What is wrong with the file.
        problem: String,
    },
}

/// The progress of building tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Building {
    /// The material of the table that is being built.
    pub material: Material,
    /// The share of that table that is done, from 0 to 1.
    pub share: f32,
    /// The number of that table among those that have to be built, from 1.
    pub number: usize,
    /// The number of tables that have to be built.
    pub of: usize,
}

/// Distances to mate for all positions with up to four men.
pub struct Oracle {
    tables: HashMap<Material, Arc<DtmTable>>,
    folder: Option<PathBuf>,
    notify: Box<dyn FnMut(Event) + Send>,
    /// Set while tables are being built.
    build_count: Option<BuildCount>,
}

/// How many tables one request builds.
#[derive(Clone, Copy, Default)]
struct BuildCount {
    /// The number of tables whose building has started.
    started: usize,
    /// The number of tables that have to be built.
    needed: usize,
}

impl Oracle {
    /// An oracle that stores its tables in memory only.
    #[must_use]
    pub fn in_memory() -> Self {
        Oracle {
            tables: HashMap::new(),
            folder: None,
            notify: Box::new(|_| ()),
            build_count: None,
        }
    }

    /// An oracle that stores its tables in a folder, which is created if it does not exist.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Oracle {
            folder: Some(folder),
            ..Oracle::in_memory()
        }
    }

    /// An oracle that stores its tables in `PLYBENCH_CACHE` if that is set, else in the system's cache
    /// folder of the user.
    ///
    /// # Errors
    /// If the user has no home folder and `PLYBENCH_CACHE` is not set.
    pub fn of_user() -> Result<Self, OracleError> {
        Ok(Oracle::in_folder(cache::user_folder(std::env::var_os(
            "PLYBENCH_CACHE",
        ))?))
    }

    /// Sets a function that is called with each [`Event`], one after another, on any thread.
    #[must_use]
    pub fn notifying(mut self, notify: impl FnMut(Event) + Send + 'static) -> Self {
        self.notify = Box::new(notify);
        self
    }

    /// Returns an oracle for another thread. It shares the tables that are now in memory, and the folder, and reports no events.
    #[must_use]
    pub fn share(&self) -> Self {
        Oracle {
            tables: self.tables.clone(),
            folder: self.folder.clone(),
            ..Oracle::in_memory()
        }
    }

    /// The table of a material, from memory or from its file. If there is none, it is built, with all
    /// tables that it leads to.
    ///
    /// # Errors
    /// If the table cannot be written, for example on a full disk. No partial file is left behind.
    pub fn table(&mut self, material: &Material) -> Result<Arc<DtmTable>, OracleError> {
        if let Some(table) = self.tables.get(material) {
            return Ok(Arc::clone(table));
        }
        let path = self
            .folder
            .as_ref()
            .map(|folder| cache::path(folder, material));
        let stored = match path.as_deref().map(|path| cache::read(path, material)) {
            None | Some(Ok(None)) => None,
            Some(Ok(Some(table))) => Some(table),
            Some(Err(problem)) => {
                let path = path.clone().unwrap_or_default();
                (self.notify)(Event::Rebuilding { path, problem });
                None
            }
        };
        let table = match stored {
            Some(table) => table,
            None => {
                let is_requested = self.build_count.is_none();
                if is_requested {
                    let mut missing = Vec::new();
                    self.gather_missing(material, &mut missing);
                    self.build_count = Some(BuildCount {
                        started: 0,
                        needed: missing.len(),
                    });
                }
                let built = self.build(material);
                if is_requested {
                    self.build_count = None;
                }
                let table = built?;
                if let Some(path) = &path {
                    cache::write(path, &table)?;
                }
                table
            }
        };
        let table = Arc::new(table);
        self.tables.insert(material.clone(), Arc::clone(&table));
        Ok(table)
    }

    fn build(&mut self, material: &Material) -> Result<DtmTable, OracleError> {
        // The tables that it leads to are built first, so that progress is about one table at a time.
        let mut prerequisites = HashMap::new();
        build::prerequisites(material, |reached| {
            prerequisites.insert(reached.clone(), self.table(reached)?);
            Ok::<_, OracleError>(())
        })?;
        let count = self.build_count.get_or_insert_default();
        count.started += 1;
        let BuildCount { started, needed } = *count;
        let notify = &mut self.notify;
        let mut progress = |share| {
            notify(Event::Building(Building {
                material: material.clone(),
                share,
                number: started,
                // A file that exists but cannot be used was not counted.
                of: needed.max(started),
            }));
        };
        progress(0.0);
        build::build(
            material,
            |reached| Ok::<_, OracleError>(Arc::clone(&prerequisites[reached])),
            progress,
        )
    }

    /// Collects the tables that have to be built for a material, each once: its own and, of those that it leads to, the ones that
    /// are neither in memory nor in a file.
    fn gather_missing(&self, material: &Material, missing: &mut Vec<Material>) {
        let is_available = |reached: &Material| {
            let file = self
                .folder
                .as_ref()
                .map(|folder| cache::path(folder, reached));
            self.tables.contains_key(reached) || file.is_some_and(|file| file.exists())
        };
        missing.push(material.clone());
        let gathered = build::prerequisites(material, |reached| {
            if !missing.contains(reached) && !is_available(reached) {
                self.gather_missing(reached, missing);
            }
            Ok::<_, Infallible>(())
        });
        gathered.unwrap_or_else(|never| match never {});
    }

    /// The distance to mate of a position.
    ///
    /// # Errors
    /// If it has too many men or castling rights, or its table cannot be stored.
    pub fn probe(&mut self, position: &Chess) -> Result<Dtm, OracleError> {
        let Some(placed) = TablePosition::of(position.board())? else {
            return Ok(Dtm::Draw);
        };
        let table = self.table(&placed.material)?;
        Ok(placed.dtm(&table))
    }

    /// A number that two positions share exactly if they are symmetric images of each other.
    pub(crate) fn symmetry_class(&mut self, position: &Chess) -> Result<u128, OracleError> {
        let Some(placed) = TablePosition::of(position.board())? else {
            // Bare kings have no table, so the position's key is used.
            return Ok(u128::from(position.key()) << 64);
        };
        let table = self.table(&placed.material)?;
        let number = table.index.number(&placed.men(&table)) as u64;
        // The name, which has at most four letters, distinguishes materials.
        let name = placed.material.to_string();
        let name = name
            .bytes()
            .fold(1u64, |all, byte| all << 8 | u64::from(byte));
        let exchanged = u64::from(placed.exchanged);
        Ok(u128::from(name << 1 | exchanged) << 64 | u128::from(number))
    }

    /// A best move: it mates soonest, or else keeps the draw, or else puts the mate off longest. Among equally good moves, it is
    /// the first in the order of generation. None without legal moves.
    ///
    /// # Errors
    /// As [`Oracle::probe`].
    pub fn best_move(
        &mut self,
        position: &Chess,
    ) -> Result<Option<<Chess as Game>::Move>, OracleError> {
        let wanted = match self.probe(position)? {
            Dtm::Win(plies) => Dtm::Loss(plies - 1),
            Dtm::Loss(plies) => Dtm::Win(plies.saturating_sub(1)),
            Dtm::Draw => Dtm::Draw,
        };
        let mut moves = Vec::new();
        position.for_each_move(MoveKind::All, |mv| moves.push(mv));
        for mv in moves {
            if self.probe(&position.play(mv))? == wanted {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// A best line from a position to mate, of [best moves](Oracle::best_move); empty for a draw.
    ///
    /// # Errors
    /// As [`Oracle::probe`].
    pub fn best_line(
        &mut self,
        position: &Chess,
    ) -> Result<Vec<<Chess as Game>::Move>, OracleError> {
        let mut line = Vec::new();
        if self.probe(position)? == Dtm::Draw {
            return Ok(line);
        }
        let mut position = position.clone();
        while let Some(mv) = self.best_move(&position)? {
            position = position.play(mv);
            line.push(mv);
        }
        Ok(line)
    }
}

/// A position with the colours and the order of men of its table.
struct TablePosition {
    material: Material,
    squares: [u8; MOST_MEN],
    to_move: Color,
    en_passant: bool,
    /// Whether colours are exchanged.
    exchanged: bool,
}

impl TablePosition {
    /// `None` for bare kings.
    fn of(board: &Board) -> Result<Option<Self>, OracleError> {
        let men = board.occupied().len();
        if men as usize > MOST_MEN {
            return Err(OracleError::TooManyMen { men });
        }
        if Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        }) {
            return Err(OracleError::Castling);
        }
        if men == 2 {
            return Ok(None);
        }
        let squares: Vec<Square> = board.occupied().into_iter().collect();
        let man_on = |&square| Some((board.color_on(square)?, board.piece_on(square)?));
        let men_on_board: Vec<_> = squares.iter().filter_map(man_on).collect();
        let Some(places) = Material::of_men(&men_on_board) else {
            return Err(OracleError::TooManyMen { men });
        };
        let squares: Vec<u8> = squares.into_iter().map(|square| square as u8).collect();
        let (squares, to_move) = places.apply(&squares, board.side_to_move());
        Ok(Some(TablePosition {
            material: places.material,
            squares,
            to_move,
            en_passant: board.en_passant().is_some(),
            exchanged: places.exchanged,
        }))
    }

    fn men<'t>(&self, table: &'t DtmTable) -> Men<'t> {
        let without = Men {
            order: table.index.order(),
            squares: self.squares,
            to_move: self.to_move,
            en_passant: false,
        };
        let with = Men {
            en_passant: true,
            ..without
        };
        // A right to capture en passant that no pawn can use does not count.
        if self.en_passant && with.is_legal() {
            with
        } else {
            without
        }
    }

    fn dtm(&self, table: &DtmTable) -> Dtm {
        code::dtm(table.code(&self.men(table)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn class(oracle: &mut Oracle, fen: &str) -> u128 {
        oracle
            .symmetry_class(&Chess::from_fen(fen).unwrap())
            .unwrap()
    }

    #[test]
    fn only_symmetric_images_share_a_class() {
        let mut oracle = Oracle::in_memory();
        let of = class(&mut oracle, "8/8/8/3k4/8/8/1K6/6R1 w - - 0 1");
        for image in [
            "6R1/1K6/8/8/3k4/8/8/8 w - - 0 1",
            "8/8/8/4k3/8/8/6K1/1R6 w - - 0 1",
            "8/R7/8/8/4k3/8/1K6/8 w - - 0 1",
        ] {
            assert_eq!(class(&mut oracle, image), of, "{image}");
        }
        // The same squares with another piece, another side to move, or another colour: no two are images of each other.
        let mut classes = HashSet::new();
        let mut positions = 0;
        for piece in ["R", "Q", "B", "N"] {
            for side in ["w", "b"] {
                let white = format!("8/8/8/3k4/8/8/1K6/6{piece}1 {side} - - 0 1");
                let black = format!(
                    "6{}1/1k6/8/8/3K4/8/8/8 {side} - - 0 1",
                    piece.to_lowercase()
                );
                for fen in [white, black] {
                    positions += 1;
                    classes.insert(class(&mut oracle, &fen));
                }
            }
        }
        for bare in ["8/8/8/3k4/8/8/1K6/8", "8/8/3k4/8/8/8/1K6/8"] {
            positions += 1;
            classes.insert(class(&mut oracle, &format!("{bare} w - - 0 1")));
        }
        assert_eq!(classes.len(), positions);
    }
}
