//! The files of `datasets/` are what their README says, and what they claim is true.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use super::experiment::plybench;
use plybench::{
    dataset::{BUILT_IN, BuiltInDataset, Epd, MateClaim},
    searcher::Root,
};
use plybench_engine::{
    game::{Game, MoveClass, MoveKind, chess::Chess},
    ordering::OrderingOptions,
    score::Score,
    search::{DrawRules, FailMode, Search, SearchOptions},
    table::{TableOptions, TableSize},
    techniques::{BuiltIn, Limited, MateDistance, check_extension::CheckExtension},
    units::{Depth, Ply},
    window::Window,
};
use plybench_oracle::{Dtm, Material, Oracle};
use sha2::{Digest, Sha256};

pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiment/datasets")
}

fn readme() -> String {
    fs::read_to_string(folder().join("README.md")).unwrap()
}

/// One oracle for all tests, with the tables that they need; kept from one run to the next.
pub(super) fn oracle() -> MutexGuard<'static, Oracle> {
    static ORACLE: OnceLock<Mutex<Oracle>> = OnceLock::new();
    let oracle = ORACLE.get_or_init(|| {
        let mut oracle = Oracle::in_folder(env!("CARGO_TARGET_TMPDIR").into());
        for name in ["KRK", "KQK", "KPK", "KBNK", "KRRK", "KQKR"] {
            oracle.table(&Material::parse(name).unwrap()).unwrap();
        }
        Mutex::new(oracle)
    });
    oracle.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn built_in(name: &str) -> &'static BuiltInDataset {
    BUILT_IN.iter().find(|set| set.name() == name).unwrap()
}

/// The lines of a data set, of any game.
fn all_lines(set: &BuiltInDataset) -> impl Iterator<Item = Epd<Root>> {
    let at = set.file;
    set.text.lines().zip(1..).filter_map(move |(line, number)| {
        Epd::of_any_game(line).unwrap_or_else(|error| panic!("{at}:{number}: {error}"))
    })
}

/// The lines that are chess positions.
fn lines(set: &BuiltInDataset) -> impl Iterator<Item = Epd> {
    all_lines(set).filter_map(|epd| {
        let root = epd.root.position()?.clone();
        let operations = epd.operations;
        Some(Epd { root, operations })
    })
}

fn moves(position: &Chess) -> Vec<<Chess as Game>::Move> {
    let mut moves = Vec::new();
    position.for_each_move(MoveKind::All, |mv| moves.push(mv));
    moves
}

#[test]
fn the_readme_gives_the_count_and_the_checksum_of_every_file() {
    let is_row = |line: &&str| {
        let first = line.split(" | ").next().unwrap_or_default();
        first.starts_with("| `") && first.ends_with(".epd`")
    };
    let rows: Vec<Vec<String>> = readme()
        .lines()
        .filter(is_row)
        .map(|line| {
            line.split('|')
                .map(|cell| cell.trim().replace('`', ""))
                .collect()
        })
        .collect();
    let mut told: Vec<&str> = rows.iter().map(|row| row[1].as_str()).collect();
    let mut known: Vec<&str> = BUILT_IN.iter().map(|set| set.file).collect();
    let mut there: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".epd"))
        .collect();
    told.sort_unstable();
    known.sort_unstable();
    there.sort_unstable();
    assert_eq!(told, known);
    assert_eq!(told, there);
    for row in &rows {
        let bytes = fs::read(folder().join(&row[1])).unwrap();
        let set = BUILT_IN.iter().find(|set| set.file == row[1]).unwrap();
        assert_eq!(set.text.as_bytes(), bytes, "{}", row[1]);
        assert_eq!(row[2], set.positions().to_string(), "{}", row[1]);
        assert!(
            set.positions() >= 50 || set.file == "perft.epd",
            "{}",
            row[1]
        );
        let sum: String = Sha256::digest(&bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(row.iter().rev().nth(1), Some(&sum), "{}", row[1]);
    }
}

#[test]
fn every_line_is_legal_and_has_an_id_and_a_position_of_its_own() {
    for set in BUILT_IN {
        let (mut ids, mut positions) = (HashSet::new(), HashSet::new());
        for epd in all_lines(&set) {
            let fen = epd.root.text();
            let read = || -> Result<(), plybench::dataset::EpdError> {
                epd.best_moves()?;
                epd.avoided_moves()?;
                epd.mate_claim()?;
                epd.analysed_depth()?;
                epd.centipawns()?;
                Ok(())
            };
            assert_eq!(read(), Ok(()), "{}: {fen}", set.file);
            if set.file != "perft.epd" {
                let id = epd.id().unwrap_or_default();
                assert!(
                    !id.is_empty() && ids.insert(id.to_owned()),
                    "{}: {id:?}",
                    set.file
                );
            }
            assert!(positions.insert(fen.clone()), "{}: {fen}", set.file);
        }
    }
}

#[test]
fn the_drawn_files_are_what_the_commands_write() {
    // Now the tables are there, and no two processes build them at once.
    drop(oracle());
    let directory = tempfile::tempdir().unwrap();
    let readme = readme();
    let commands = readme
        .lines()
        .filter_map(|line| line.trim().strip_prefix("plybench datasets draw "));
    let mut files = 0;
    for command in commands {
        let (what, file) = command.split_once(" --out ").unwrap();
        let out = directory.path().join(file);
        let mut arguments = vec!["datasets", "draw"];
        arguments.extend(what.split_whitespace());
        arguments.extend(["--out", out.to_str().unwrap()]);
        let output = plybench(&arguments);
        assert!(output.status.success(), "{command}");
        let (fresh, kept) = (
            fs::read(&out).unwrap(),
            fs::read(folder().join(file)).unwrap(),
        );
        assert!(fresh == kept, "{file} differs");
        files += 1;
    }
    assert_eq!(files, 5);
}

#[test]
fn mates_of_few_men_are_the_oracles() {
    let mut oracle = oracle();
    let mut checked = 0;
    for set in BUILT_IN {
        for epd in lines(&set) {
            let Some(claim) = epd.mate_claim().unwrap() else {
                continue;
            };
            let Ok(truth) = oracle.probe(&epd.root) else {
                continue;
            };
            let is_true = match claim {
                MateClaim::Draw => truth == Dtm::Draw,
                MateClaim::Moves(moves) => truth.moves() == Some(moves),
            };
            assert!(is_true, "{}: {}: {truth:?}", set.file, epd.root.fen());
            checked += 1;
        }
    }
    assert!(checked >= 250, "{checked}");
}

#[test]
fn the_drawn_files_have_every_distance_up_to_the_longest() {
    for (name, longest) in [
        ("krk", 16),
        ("kqk", 10),
        ("kbnk", 33),
        ("krrk", 7),
        ("kqkr", 35),
    ] {
        let distances: BTreeSet<i32> = lines(built_in(name))
            .filter_map(|epd| epd.mate_claim().unwrap())
            .map(|claim| match claim {
                MateClaim::Moves(moves) => moves,
                MateClaim::Draw => 0,
            })
            .collect();
        assert!(distances.into_iter().eq(1..=longest), "{name}");
    }
}

/// Whether the side to move wins although a hundred reversible plies draw, of a position of few men.
fn wins_in_time(oracle: &mut Oracle, position: &Chess) -> bool {
    let Dtm::Win(plies) = oracle.probe(position).unwrap() else {
        return false;
    };
    let clock = u16::from(position.reversible_plies());
    if clock + plies <= 100 {
        return true;
    }
    // Against a bare king and without pawns nothing sets the clock back.
    let board = position.board();
    let bare = board.colors(!board.side_to_move()).len() == 1;
    let pawns = board.pieces(cozy_chess::Piece::Pawn);
    if clock >= 100 || (bare && pawns.is_empty()) {
        return false;
    }
    moves(position).into_iter().any(|mv| {
        let after = position.play(mv);
        is_lost_in_time(oracle, &after)
    })
}

/// The same of the other side.
fn is_lost_in_time(oracle: &mut Oracle, position: &Chess) -> bool {
    let Dtm::Loss(plies) = oracle.probe(position).unwrap() else {
        return false;
    };
    let clock = u16::from(position.reversible_plies());
    if plies == 0 || clock + plies <= 100 {
        return true;
    }
    if clock >= 100 {
        return false;
    }
    let moves = moves(position);
    moves
        .into_iter()
        .all(|mv| wins_in_time(oracle, &position.play(mv)))
}

#[test]
fn every_trap_is_one() {
    let mut oracle = oracle();
    let is_stalemate = |position: &Chess| !position.has_legal_move() && !position.in_check();
    for epd in lines(built_in("traps")) {
        let (root, id) = (&epd.root, epd.id().unwrap());
        let (best, avoided) = (epd.best_moves().unwrap(), epd.avoided_moves().unwrap());
        let claim = epd.mate_claim().unwrap();
        // An id is a kind of trap, a material and a number.
        let kind = id.rsplitn(3, ' ').last().unwrap();
        let mut those = |holds: &mut dyn FnMut(&mut Oracle, &Chess) -> bool| {
            let mut moves = moves(root);
            moves.retain(|&mv| holds(&mut oracle, &root.play(mv)));
            moves
        };
        match kind {
            "stalemate" => {
                assert!(claim.is_some(), "{id}");
                assert!(!avoided.is_empty(), "{id}");
                assert_eq!(those(&mut |_, after| is_stalemate(after)), avoided, "{id}");
            }
            "rescue" => {
                assert_eq!(epd.centipawns(), Ok(Some(0)), "{id}");
                let draws = those(&mut |oracle, after| oracle.probe(after).unwrap() == Dtm::Draw);
                assert_eq!((draws.len(), &draws), (1, &best), "{id}");
                let offered = root.play(best[0]);
                let taken = moves(&offered).into_iter().map(|mv| offered.play(mv));
                let men = root.board().occupied().len();
                let saves =
                    |after: Chess| after.board().occupied().len() < men && is_stalemate(&after);
                assert!(taken.into_iter().any(saves), "{id}");
            }
            "in time" => {
                assert!(claim.is_some(), "{id}");
                assert!(wins_in_time(&mut oracle, root), "{id}");
            }
            "too late" => {
                assert_eq!(epd.centipawns(), Ok(Some(0)), "{id}");
                assert!(matches!(oracle.probe(root).unwrap(), Dtm::Win(_)), "{id}");
                assert!(!wins_in_time(&mut oracle, root), "{id}");
            }
            "last moment" => {
                let wins = those(&mut |oracle, after| is_lost_in_time(oracle, after));
                assert_eq!(wins, best, "{id}");
                let without_clock = those(&mut |oracle, after| {
                    matches!(oracle.probe(after).unwrap(), Dtm::Loss(_))
                });
                assert!(!best.is_empty() && without_clock.len() > best.len(), "{id}");
            }
            other => panic!("{id}: what is {other}?"),
        }
    }
}

/// Whether the side to move mates in so many moves, as far as a search to this depth sees. It has no
/// technique that could miss a mate within its depth or claim one that is not there; extending checks
/// lets it look further along checks.
fn mates_within(root: &Chess, moves: u16, depth: u16, check_extension: bool) -> bool {
    let options = SearchOptions {
        fail: FailMode::Soft,
        mate_at_horizon: true,
        draws: DrawRules {
            repetition: false,
            fifty_moves: false,
            contempt: 0,
        },
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: true,
            history: true,
            ..OrderingOptions::NONE
        },
        table: TableOptions {
            size: TableSize::Mib(8 * moves),
            ..TableOptions::default()
        },
        techniques: BuiltIn {
            mate_distance: MateDistance::Stockfish,
            check_extension: check_extension
                .then_some(Limited::everywhere(CheckExtension::DEFAULT)),
            ..BuiltIn::OFF
        },
        ..SearchOptions::default()
    };
    let mate = Score::mate_in(2 * moves - 1);
    let depth = Depth::new(u8::try_from(depth).unwrap());
    let question = (Ply::ROOT, depth, Window::null_below(mate));
    Search::new(root, &options).values_at([question]).unwrap()[0] >= mate
}

fn claimed(epd: &Epd) -> u16 {
    match epd.mate_claim().unwrap() {
        Some(MateClaim::Moves(moves)) => u16::try_from(moves).unwrap(),
        claim => panic!("{}: {claim:?}", epd.root.fen()),
    }
}

/// Up to here the test shows that there is no shorter mate; beyond it the slow one does.
const QUICK: u16 = 5;

#[test]
fn mates_are_forced_and_the_short_ones_are_the_shortest() {
    let mut of_length = [0; 9];
    for epd in lines(built_in("mates")) {
        let (root, moves) = (&epd.root, claimed(&epd));
        of_length[usize::from(moves)] += 1;
        let forced = (1..2 * moves)
            .step_by(2)
            .any(|depth| mates_within(root, moves, depth, true));
        assert!(forced, "{:?}: no mate in {moves}", epd.id());
        if (2..=QUICK).contains(&moves) {
            let sooner = mates_within(root, moves - 1, 2 * moves - 3, false);
            assert!(!sooner, "{:?}: a mate sooner than in {moves}", epd.id());
        }
    }
    assert!(
        of_length[1..].iter().all(|&count| count >= 5),
        "{of_length:?}"
    );
}

#[test]
#[ignore = "half a minute: cargo test -p plybench --test it datasets -- --ignored"]
fn longer_mates_are_the_shortest() {
    for epd in lines(built_in("mates")) {
        let moves = claimed(&epd);
        if moves > QUICK {
            let sooner = mates_within(&epd.root, moves - 1, 2 * moves - 3, false);
            assert!(!sooner, "{:?}: a mate sooner than in {moves}", epd.id());
        }
    }
}

#[test]
fn each_middlegame_and_ending_is_of_its_kind() {
    for (name, fewest_men) in [("tactics", 14), ("quiet", 16), ("mates", 10)] {
        for epd in lines(built_in(name)) {
            let id = epd.id().unwrap();
            assert!(
                epd.root.board().occupied().len() >= fewest_men,
                "{name}: {id}"
            );
            let best = epd.best_moves().unwrap();
            assert_eq!(best.is_empty(), name == "mates", "{name}: {id}");
            if name == "quiet" {
                assert!(!epd.root.in_check(), "{id}");
                for mv in best {
                    let quiet = epd.root.classify(mv) == MoveClass::Quiet;
                    assert!(quiet && !epd.root.play(mv).in_check(), "{id}");
                }
            }
        }
    }
    for epd in lines(built_in("pawn-endings")) {
        let id = epd.id().unwrap();
        let pawns = epd.root.board().pieces(cozy_chess::Piece::Pawn);
        let told = epd.best_moves().unwrap().len() + epd.avoided_moves().unwrap().len();
        assert!(!pawns.is_empty() && told > 0, "{id}");
    }
}

#[test]
fn the_collections_are_whole_and_each_position_has_moves_to_play_or_to_avoid() {
    for (name, avoiding) in [("wac", 0), ("iq4", 0), ("eet", 13)] {
        let told = lines(built_in(name)).map(|epd| {
            let (best, avoided) = (epd.best_moves().unwrap(), epd.avoided_moves().unwrap());
            assert_ne!(
                best.is_empty(),
                avoided.is_empty(),
                "{name}: {:?}",
                epd.id()
            );
            !avoided.is_empty()
        });
        assert_eq!(told.filter(|avoids| *avoids).count(), avoiding, "{name}");
    }
    for (number, epd) in (1..=300).zip(lines(built_in("wac"))) {
        assert_eq!(epd.id(), Some(&*format!("WAC.{number:03}")));
    }
}
