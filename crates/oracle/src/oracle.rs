//! The oracle: asks tables, and builds those that it does not have.

use std::{collections::HashMap, convert::Infallible, path::PathBuf, sync::Arc};

use cozy_chess::{Board, Color, Piece};
use plybench_engine::game::{Game, MoveKind, chess::Chess};
use thiserror::Error;

use crate::{
    build,
    cache::{self, CacheError},
    material::{Kind, MOST_MEN, Material, Side},
    men::Men,
    table::{Table, code},
};

/// What is true of a position, with best play and without the 50-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtm {
    /// The side to move mates in so many plies; odd.
    Win(u16),
    /// The side to move is mated in so many plies; even, 0 if it is mated already.
    Loss(u16),
    /// Neither side can mate.
    Draw,
}

impl Dtm {
    /// Moves to mate, negative for the mated side, 0 where mate has been given; `None` for a draw.
    #[must_use]
    pub fn moves(self) -> Option<i32> {
        match self {
            Dtm::Win(plies) => Some((i32::from(plies) + 1) / 2),
            Dtm::Loss(plies) => Some(-i32::from(plies) / 2),
            Dtm::Draw => None,
        }
    }

    /// Plies to mate; `None` for a draw.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Dtm::Win(plies) | Dtm::Loss(plies) => Some(plies),
            Dtm::Draw => None,
        }
    }
}

/// Why a position cannot be answered.
#[derive(Debug, Error)]
pub enum OracleError {
    /// More men than any table has.
    #[error("{men} men on the board; the tables end at {MOST_MEN}, kings included")]
    TooManyMen {
        /// How many there are.
        men: u32,
    },
    /// Castling is still possible, which no table knows of.
    #[error("castling is still possible; the tables know positions without castling rights only")]
    Castling,
    /// A table could not be kept.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// Something that a person who waits may want to know.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A table is being built.
    Building(Building),
    /// A kept table was of no use and is built anew.
    Rebuilding(PathBuf, String),
}

/// How far the building of tables has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Building {
    /// Whose table it is.
    pub material: Material,
    /// The share of it that is done, from 0 to 1.
    pub share: f32,
    /// The table's number among those that an answer needs, from 1.
    pub number: usize,
    /// How many these are.
    pub of: usize,
}

/// Answers for all positions of up to four men.
pub struct Oracle {
    tables: HashMap<Material, Arc<Table>>,
    folder: Option<PathBuf>,
    notify: Box<dyn FnMut(Event) + Send>,
    /// While tables are being built: how many are, and how many are needed.
    built: Option<(usize, usize)>,
}

impl Oracle {
    /// An oracle that keeps its tables in memory only.
    #[must_use]
    pub fn in_memory() -> Self {
        Oracle {
            tables: HashMap::new(),
            folder: None,
            notify: Box::new(|_| ()),
            built: None,
        }
    }

    /// An oracle that keeps its tables in a folder, which is made where it is missing.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Oracle {
            folder: Some(folder),
            ..Oracle::in_memory()
        }
    }

    /// An oracle that keeps its tables where the user's programs keep what can be made again:
    /// `PLYBENCH_CACHE` if that is set, else the system's cache folder.
    ///
    /// # Errors
    /// If the user has no home folder and `PLYBENCH_CACHE` is not set.
    pub fn of_user() -> Result<Self, OracleError> {
        Ok(Oracle::in_folder(cache::user_folder()?))
    }

    /// Tells someone what takes long: one event after another, each on any thread.
    #[must_use]
    pub fn notifying(mut self, notify: impl FnMut(Event) + Send + 'static) -> Self {
        self.notify = Box::new(notify);
        self
    }

    /// The table of a material: from memory, from its file, or built, with all that it leads to.
    ///
    /// # Errors
    /// If the folder cannot be written, as on a full disk. Nothing broken is left behind.
    pub fn table(&mut self, material: &Material) -> Result<Arc<Table>, OracleError> {
        if let Some(table) = self.tables.get(material) {
            return Ok(Arc::clone(table));
        }
        let path = self
            .folder
            .as_ref()
            .map(|folder| cache::path(folder, material));
        let kept = match path.as_deref().map(|path| cache::read(path, material)) {
            None | Some(Ok(None)) => None,
            Some(Ok(Some(table))) => Some(table),
            Some(Err(problem)) => {
                (self.notify)(Event::Rebuilding(path.clone().unwrap_or_default(), problem));
                None
            }
        };
        let table = match kept {
            Some(table) => table,
            None => {
                let is_asked_for = self.built.is_none();
                if is_asked_for {
                    let mut needed = Vec::new();
                    self.gather_missing(material, &mut needed);
                    self.built = Some((0, needed.len()));
                }
                let built = self.build(material);
                if is_asked_for {
                    self.built = None;
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

    fn build(&mut self, material: &Material) -> Result<Table, OracleError> {
        // What it leads to comes first, so that progress speaks of one table at a time.
        let mut needed = HashMap::new();
        build::prerequisites(material, |reached| {
            needed.insert(reached.clone(), self.table(reached)?);
            Ok::<_, OracleError>(())
        })?;
        let (built, of) = self.built.unwrap_or_default();
        self.built = Some((built + 1, of));
        let notify = &mut self.notify;
        let mut progress = |share| {
            notify(Event::Building(Building {
                material: material.clone(),
                share,
                number: built + 1,
                // A file that is there and of no use was not counted.
                of: of.max(built + 1),
            }));
        };
        progress(0.0);
        build::build(
            material,
            |reached| Ok::<_, OracleError>(Arc::clone(&needed[reached])),
            progress,
        )
    }

    /// The tables that are neither in memory nor in a file, of a material that is to be built and of all that it
    /// leads to, each once.
    fn gather_missing(&self, material: &Material, missing: &mut Vec<Material>) {
        let is_there = |reached: &Material| {
            let file = self
                .folder
                .as_ref()
                .map(|folder| cache::path(folder, reached));
            self.tables.contains_key(reached) || file.is_some_and(|file| file.exists())
        };
        missing.push(material.clone());
        let gathered = build::prerequisites(material, |reached| {
            if !missing.contains(reached) && !is_there(reached) {
                self.gather_missing(reached, missing);
            }
            Ok::<_, Infallible>(())
        });
        gathered.unwrap_or_else(|never| match never {});
    }

    /// The truth about a position.
    ///
    /// # Errors
    /// If it has too many men or castling rights, or its table cannot be kept.
    pub fn probe(&mut self, position: &Chess) -> Result<Dtm, OracleError> {
        let Some(placed) = Placed::of(position.board())? else {
            return Ok(Dtm::Draw);
        };
        let table = self.table(&placed.material)?;
        Ok(placed.ask(&table))
    }

    /// A number that positions share exactly if they are images of each other.
    pub(crate) fn class(&mut self, position: &Chess) -> Result<u128, OracleError> {
        let Some(placed) = Placed::of(position.board())? else {
            // Bare kings have no table; their key will do.
            return Ok(u128::from(position.key()) << 64);
        };
        let table = self.table(&placed.material)?;
        let number = table.index.number(&placed.men(&table)) as u64;
        // The name, at most five letters, tells materials apart.
        let name = placed.material.to_string();
        let name = name
            .bytes()
            .fold(1u64, |all, byte| all << 8 | u64::from(byte));
        let exchanged = u64::from(placed.exchanged);
        Ok(u128::from(name << 1 | exchanged) << 64 | u128::from(number))
    }

    /// One best line from a position to mate; empty for a draw. Of equally good moves the first in
    /// the order of generation.
    ///
    /// # Errors
    /// As [`Oracle::probe`].
    pub fn best_line(
        &mut self,
        position: &Chess,
    ) -> Result<Vec<<Chess as Game>::Move>, OracleError> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while let Some(plies) = self.probe(&position)?.plies().filter(|&plies| plies > 0) {
            let mut moves = Vec::new();
            position.for_each_move(MoveKind::All, |mv| moves.push(mv));
            let mut best = None;
            for mv in moves {
                let after = position.play(mv);
                if self.probe(&after)?.plies() == Some(plies - 1) {
                    best = Some((mv, after));
                    break;
                }
            }
            let Some((mv, after)) = best else { break };
            line.push(mv);
            position = after;
        }
        Ok(line)
    }
}

/// A position brought to a table's material and order.
struct Placed {
    material: Material,
    squares: [u8; MOST_MEN],
    to_move: Side,
    en_passant: bool,
    /// Whether colours are exchanged.
    exchanged: bool,
}

impl Placed {
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
        let mut placed = Vec::new();
        for square in board.occupied() {
            let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square))
            else {
                continue;
            };
            placed.push((side(color), kind(piece), square as u8));
        }
        let of = |side| {
            placed
                .iter()
                .filter(|man| man.0 == side && man.1 != Kind::King)
                .map(|man| man.1)
                .collect()
        };
        let (white, black) = (of(Side::White), of(Side::Black));
        let Some((material, exchanged)) = Material::of(white, black) else {
            return Err(OracleError::TooManyMen { men });
        };
        let mut squares = [0; MOST_MEN];
        for (slot, (owner, wanted)) in squares.iter_mut().zip(material.order()) {
            let owner = if exchanged { owner.other() } else { owner };
            if let Some(at) = placed
                .iter()
                .position(|man| (man.0, man.1) == (owner, wanted))
            {
                *slot = placed.remove(at).2 ^ if exchanged { 56 } else { 0 };
            }
        }
        let to_move = side(board.side_to_move());
        Ok(Some(Placed {
            material,
            squares,
            to_move: if exchanged { to_move.other() } else { to_move },
            en_passant: board.en_passant().is_some(),
            exchanged,
        }))
    }

    fn men<'t>(&self, table: &'t Table) -> Men<'t> {
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
        // A right that no pawn can use is none.
        if self.en_passant && with.is_legal() {
            with
        } else {
            without
        }
    }

    fn ask(&self, table: &Table) -> Dtm {
        code::dtm(table.code(&self.men(table)))
    }
}

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

fn kind(piece: Piece) -> Kind {
    match piece {
        Piece::King => Kind::King,
        Piece::Queen => Kind::Queen,
        Piece::Rook => Kind::Rook,
        Piece::Bishop => Kind::Bishop,
        Piece::Knight => Kind::Knight,
        Piece::Pawn => Kind::Pawn,
    }
}
