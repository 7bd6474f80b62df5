//! `plybench mate`: its proofs and refutations against the exact oracle and the mates of the data sets.

use std::{fs, ops::ControlFlow, sync::atomic::AtomicBool};

use plybench::{
    dataset::{Epd, MateClaim},
    mate::{AlphaBeta, Answer, AskError, Attacker, Problem, of_problems, prove},
    spec::Settings,
};
use plybench_df_pn::{Limits, Solver};
use plybench_engine::{
    game::{Game, MoveKind, chess::Chess},
    search::SearchOptions,
    techniques::{BuiltIn, MateDistance},
    variants,
};
use plybench_oracle::{Dtm, Oracle};
use serde_json::{Value, json};

use super::experiment::{plybench, stdout_json};

const SOLVER: SearchOptions = variants::SOLVER.options;

fn solve(root: &Chess, moves: u8, options: SearchOptions) -> Answer {
    let settings = Settings::from(options);
    let problem = Problem::new(root, moves.into(), Attacker::ToMove).unwrap();
    let search = AlphaBeta::new(&settings).unwrap();
    let stop = AtomicBool::new(false);
    let solved = search.solve(&problem, &stop, |_| Ok::<(), AskError>(()));
    solved.unwrap()
}

/// The shortest mate by proof numbers, with its line.
fn shortest(root: &Chess, moves: i32) -> (Option<u8>, Vec<String>) {
    let attacker = if moves < 0 {
        Attacker::Other
    } else {
        Attacker::ToMove
    };
    let problem = Problem::new(root, i64::from(moves.unsigned_abs()), attacker).unwrap();
    let go_on = &mut |_| ControlFlow::Continue(());
    let mut solver = Solver::new(Limits::DEFAULT);
    let proof = prove(&problem, &mut solver, true, go_on, |_| ()).unwrap();
    (proof.mate(), problem.names(&proof.solution.line()))
}

/// The positions of a data set, with the moves of their mates; negative if the side to move is mated.
fn claims(name: &str) -> Vec<(Chess, i32)> {
    let path = format!(
        "{}/../experiment/datasets/{name}.epd",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| Epd::parse(line).unwrap());
    let claimed = |epd: Epd| match epd.mate_claim().unwrap() {
        Some(MateClaim::Moves(moves)) => (epd.root, moves),
        claim => panic!("{}: {claim:?}", epd.root.fen()),
    };
    lines.map(claimed).collect()
}

fn mates(name: &str) -> Vec<(Chess, u8)> {
    let claims = claims(name).into_iter();
    let claims = claims.map(|(root, moves)| (root, u8::try_from(moves).unwrap()));
    claims.collect()
}

/// Replays a line: every move is legal, and the last one mates.
fn mated_after(root: &Chess, line: &[String]) -> bool {
    let last = line.iter().fold(root.clone(), played);
    last.in_check() && !last.has_legal_move()
}

/// The position after a legal move.
fn played(position: Chess, text: impl AsRef<str>) -> Chess {
    let mut found = None;
    position.for_each_move(MoveKind::All, |mv| {
        if position.notation(mv) == text.as_ref() {
            found = Some(position.play(mv));
        }
    });
    found.unwrap_or_else(|| panic!("{} in {}", text.as_ref(), position.fen()))
}

/// With a mate in `moves`, the answer for that many and for more is that mate, and the answer for fewer is no.
fn holds(root: &Chess, moves: u8, options: SearchOptions) {
    let fen = root.fen();
    let answer = solve(root, moves + 1, options);
    assert_eq!(answer.mate, Some(moves), "{fen}");
    assert_eq!(
        answer.line.len(),
        2 * usize::from(moves) - 1,
        "{fen}: {:?}",
        answer.line
    );
    assert!(mated_after(root, &answer.line), "{fen}: {:?}", answer.line);
    assert_eq!(solve(root, moves, options), answer, "{fen}");
    if moves > 1 {
        let sooner = solve(root, moves - 1, options);
        assert_eq!((sooner.mate, sooner.line.len()), (None, 0), "{fen}");
        assert!(sooner.nodes < answer.nodes, "{fen}");
    }
}

/// The mates that alpha-beta proves, and longer ones; mates of both sides.
#[test]
fn proof_numbers_find_the_shortest_mates_of_the_data_sets() {
    let few_moves = [
        ("krk", 5),
        ("kqk", 6),
        ("mates", 5),
        ("matetrack", 4),
        ("mated", 7),
    ];
    let mut longest_line = 0;
    for (name, most) in few_moves {
        for (root, moves) in claims(name) {
            if moves.abs() > most {
                continue;
            }
            let (found, line) = shortest(&root, moves);
            assert_eq!(found.map(i32::from), Some(moves.abs()), "{}", root.fen());
            let plies = 2 * moves.unsigned_abs() as usize - usize::from(moves > 0);
            assert_eq!(line.len(), plies, "{}: {line:?}", root.fen());
            assert!(mated_after(&root, &line), "{}: {line:?}", root.fen());
            longest_line = longest_line.max(plies);
        }
    }
    assert_eq!(longest_line, 14);
}

#[test]
fn the_distance_to_mate_is_proved_and_one_move_less_refuted() {
    for name in ["krk", "kqk"] {
        for (root, moves) in mates(name).into_iter().filter(|(_, moves)| *moves <= 5) {
            holds(&root, moves, SOLVER);
        }
    }
}

/// Positions of a pawn: promotions, stalemates, and wins of either colour by distances that the oracle alone knows.
#[test]
fn answers_agree_with_the_oracle_for_both_colours() {
    let mut oracle = Oracle::in_memory();
    let (mut wins, mut others) = (0, 0);
    for pawn in ["8/P7/8", "8/3P4/8", "8/8/5P2"] {
        for white in ["1K6", "3K4", "6K1"] {
            for black in ["k7", "3k4", "6k1"] {
                let board = format!("{pawn}/{white}/8/{black}/8/8");
                let flipped: String = board.split('/').rev().collect::<Vec<_>>().join("/");
                let swap = |letter: char| match letter.is_ascii_uppercase() {
                    true => letter.to_ascii_lowercase(),
                    false => letter.to_ascii_uppercase(),
                };
                let mirrored: String = flipped.chars().map(swap).collect();
                for fen in [
                    format!("{board} w - - 99 80"),
                    format!("{mirrored} b - - 99 80"),
                ] {
                    let Ok(root) = Chess::from_fen(&fen) else {
                        continue;
                    };
                    let distance = oracle.probe(&root).unwrap();
                    let known = match distance {
                        Dtm::Win(_) => distance.moves().and_then(|moves| u8::try_from(moves).ok()),
                        _ => None,
                    };
                    let known = known.filter(|moves| *moves <= 5);
                    assert_eq!(solve(&root, 5, SOLVER).mate, known, "{fen}");
                    *(if known.is_some() {
                        &mut wins
                    } else {
                        &mut others
                    }) += 1;
                }
            }
        }
    }
    assert!(wins >= 4 && others >= 20, "{wins} {others}");
}

/// The reply that the line shows is one that lasts longest.
#[test]
fn the_line_has_the_longest_defence() {
    let mut oracle = Oracle::in_memory();
    for (root, moves) in mates("kqk")
        .into_iter()
        .filter(|(_, moves)| (3..=5).contains(moves))
    {
        let mut position = root.clone();
        for (played, text) in (1_u16..).zip(solve(&root, moves, SOLVER).line) {
            position = self::played(position, text);
            let left = 2 * u16::from(moves) - 1 - played;
            assert_eq!(
                oracle.probe(&position).unwrap().plies(),
                Some(left),
                "{}",
                root.fen()
            );
        }
    }
}

#[test]
fn mates_of_middlegames_are_found_and_shorter_ones_refuted() {
    for (root, moves) in mates("mates").into_iter().filter(|(_, moves)| *moves <= 4) {
        holds(&root, moves, SOLVER);
    }
}

/// Other settings may need other trees, but the answer is the same.
#[test]
fn no_setting_that_is_allowed_changes_the_answer() {
    let plain = of_problems(variants::PLAIN.options);
    let settings = [
        plain,
        SearchOptions {
            mate_at_horizon: true,
            ..plain
        },
        SearchOptions {
            fail: plybench_engine::search::FailMode::Hard,
            ..SOLVER
        },
    ];
    let forms = MateDistance::ALL.map(|mate_distance| SearchOptions {
        techniques: BuiltIn {
            mate_distance,
            ..BuiltIn::OFF
        },
        ..SOLVER
    });
    for (root, moves) in mates("krk").into_iter().filter(|(_, moves)| *moves <= 3) {
        for options in settings.into_iter().chain(forms) {
            holds(&root, moves, options);
        }
    }
}

#[test]
fn the_answer_as_json_and_as_text() {
    let position = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
    // By proof numbers, and by alpha-beta, whose answer is always the shortest.
    for (arguments, count, text) in [
        (&["--shortest"][..], "expansions", "proof of 4 positions, "),
        (&["--variant", "solver"], "nodes", " nodes\n"),
    ] {
        let ask = |moves, more: &[&str]| {
            plybench(&[&["mate", position, "--moves", moves], arguments, more].concat())
        };
        let output = ask("3", &["--json"]);
        assert_eq!(output.status.code(), Some(0));
        let found = stdout_json(&output);
        for (key, value) in [
            ("mate", json!(true)),
            ("at_most", json!(3)),
            ("moves", json!(2)),
            ("plies", json!(3)),
            ("shortest", json!(true)),
            ("best_move", json!("c3b3")),
            ("pv", json!(["c3b3", "a1b1", "h2h1"])),
        ] {
            assert_eq!(found[key], value, "{key}");
        }
        let steps = found["steps"].as_array().unwrap();
        let of_steps = steps.iter().map(|step| step[count].as_u64().unwrap());
        let of_steps: u64 = of_steps.sum();
        assert_eq!((steps.len(), found[count].as_u64()), (2, Some(of_steps)));
        assert!(found["seconds"].as_f64().unwrap() >= 0.0);

        let output = ask("1", &["--json"]);
        assert_eq!(output.status.code(), Some(1));
        let refuted = stdout_json(&output);
        assert_eq!(
            (&refuted["mate"], &refuted["moves"], &refuted["pv"]),
            (&json!(false), &Value::Null, &json!([]))
        );

        let output = ask("2", &["--board"]);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.starts_with("8 . . . . . . . .\n"), "{printed}");
        let rows = "\n3 . . K . . . . .\n2 . . . . . . . R\n1 k . . . . . . .\n";
        let line = "\nMate in 2: c3b3 a1b1 h2h1\n";
        for part in [rows, line, text] {
            assert!(printed.contains(part), "{part}: {printed}");
        }
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.trim_end().ends_with(" s"), "{said}");

        let output = ask("1", &[]);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains("\nNo mate in 1\n"), "{printed}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.ends_with("No mate in 1\n"), "{said}");
    }
}

/// What `plybench mate` prints, with its exit code.
fn printed(arguments: &[&str]) -> (String, String, i32) {
    let output = plybench(&[&["mate"], arguments].concat());
    let [printed, said] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (printed, said, output.status.code().unwrap())
}

#[test]
fn a_direct_question_has_the_most_moves_of_its_proof() {
    let position = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
    let (text, _, code) = printed(&[position, "--moves", "2"]);
    assert_eq!(code, 0);
    assert!(
        text.starts_with("Mate in at most 2: c3b3 a1b1 h2h1\n"),
        "{text}"
    );
    // The other side's view of the same mate.
    let mated = "8/8/8/8/8/1K6/7R/k7 b - - 0 1";
    let (text, _, code) = printed(&[mated, "--moves", "1", "--mated"]);
    assert_eq!(code, 0);
    assert!(text.starts_with("Mated in 1: a1b1 h2h1\n"), "{text}");
    let (text, said, code) =
        printed(&["6k1/8/6K1/8/8/8/8/R7 b - - 0 1", "--moves", "1", "--mated"]);
    assert_eq!(code, 1, "{said}");
    assert!(text.starts_with("Not mated in 1\nrefutation of "), "{text}");
}

/// A dual, the duals of a problem with two keys, and none.
#[test]
fn all_keys_and_duals_are_found() {
    let dual = "2Q2n2/2R4p/1p1qpp1k/8/3P3P/3B2P1/5PK1/r7 w - - 0 1";
    let json = stdout_json(&plybench(&[
        "mate", dual, "--moves", "3", "--all", "--json",
    ]));
    assert_eq!(json["keys"], json!(["c8f8"]));
    assert_eq!(json["duals"][0]["line"], json!(["c8f8", "h6h5"]));
    assert_eq!(json["duals"][0]["moves"].as_array().unwrap().len(), 4);
    // Every move of the list mates in the two moves that are left, and no other does.
    let root = Chess::from_fen(dual).unwrap();
    let position = ["c8f8", "h6h5"].into_iter().fold(root, played);
    let mut mating = Vec::new();
    position.for_each_move(MoveKind::All, |mv| {
        let after = position.play(mv);
        let mut is_mated = after.in_check() || after.has_legal_move();
        after.for_each_move(MoveKind::All, |reply| {
            let next = after.play(reply);
            let mut mates = false;
            next.for_each_move(MoveKind::All, |mv| {
                let last = next.play(mv);
                mates |= last.in_check() && !last.has_legal_move();
            });
            is_mated &= mates;
        });
        if is_mated {
            mating.push(position.notation(mv));
        }
    });
    let mut found: Vec<String> = serde_json::from_value(json["duals"][0]["moves"].clone()).unwrap();
    mating.sort();
    found.sort();
    assert_eq!(found, mating);
    let two_keys = "7k/8/6K1/8/8/8/8/RR6 w - - 0 1";
    let (text, _, _) = printed(&[two_keys, "--moves", "1", "--all"]);
    assert!(
        text.contains("2 keys: ") && text.contains("0 duals"),
        "{text}"
    );
}

#[test]
fn rules_of_play_break_a_proof_where_they_should() {
    // The mate falls on the hundredth ply without a capture, or one ply later.
    for (clock, code) in [(97, 0), (98, 1), (99, 1), (100, 1)] {
        let fen = format!("8/8/8/8/8/2K5/7R/k7 w - - {clock} 80");
        let (text, said, found) = printed(&[&fen, "--moves", "2", "--as-in-play"]);
        assert_eq!(found, code, "{clock}: {text}{said}");
        let is_drawn = text.contains("as in play: a draw by the 50-move rule after");
        assert_eq!(is_drawn, code == 1, "{clock}: {text}");
    }
    // A capture on the way sets the clock back.
    let capture = "8/8/8/8/8/2K5/p6R/k7 w - - 0 1";
    let (_, said, code) = printed(&[capture, "--moves", "4", "--as-in-play"]);
    assert_eq!(code, 0, "{said}");
    // With many moves left, a proof may go back and forth.
    let krk = "8/7K/8/8/8/8/R7/7k w - - 0 1";
    let json = stdout_json(&plybench(&[
        "mate",
        krk,
        "--moves",
        "30",
        "--as-in-play",
        "--json",
    ]));
    assert_eq!(json["in_play"]["drawn_by"], "repetition");
    let line: Vec<String> = serde_json::from_value(json["in_play"]["after"].clone()).unwrap();
    let mut position = Chess::from_fen(krk).unwrap();
    let mut seen = vec![position.key()];
    for text in line {
        position = played(position, text);
        seen.push(position.key());
    }
    let last = seen[seen.len() - 1];
    assert_eq!(seen.iter().filter(|&&key| key == last).count(), 3);
}

#[test]
fn the_claims_of_a_file_are_right_wrong_or_not_decided() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("mine.epd");
    let lines = "8/8/8/8/8/2K5/7R/k7 w - - bm #2;\n\
                 8/8/8/8/8/2K5/7R/k7 w - - bm #3; id \"long\";\n\
                 8/8/8/8/8/2K5/7R/k7 w - - bm #1;\n\
                 8/8/8/8/8/1K6/7R/k7 b - - bm #-1;\n\
                 R5k1/5ppp/8/8/8/8/8/K7 b - - dm 0;\n\
                 8/7K/8/8/8/8/R7/7k w - - bm #8;\n\
                 8/8/8/8/8/2K5/7R/k7 b - - id \"none\";\n";
    fs::write(&file, lines).unwrap();
    let path = file.to_str().unwrap();
    let check = |more: &[&str]| printed(&[&["--epd", path], more].concat());
    let (text, said, code) = check(&["--shortest", "--expansions", "1000"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("1 wrong claim, 1 not the shortest"), "{said}");
    for (line, verdict) in [(2, "not the shortest"), (3, "wrong"), (6, "unproven")] {
        let place = format!("mine.epd:{line}: ");
        let named = text.lines().find(|text| text.contains(&place));
        assert!(named.unwrap().contains(&format!(": {verdict}")), "{text}");
    }
    assert_eq!(text.matches("mine.epd:").count(), 3, "{text}");
    let json = |more: &[&str]| {
        let arguments = [&["mate", "--epd", path, "--json"], more].concat();
        stdout_json(&plybench(&arguments))
    };
    let found = json(&[]);
    for (key, value) in [
        ("right", 4),
        ("wrong", 1),
        ("unproven", 0),
        ("without_claim", 2),
    ] {
        assert_eq!(found[key], json!(value), "{key}: {found}");
    }
    // One position after the other or both at once: the same counts.
    let counts = |more: &[&str]| {
        let claims = json(more)["claims"].as_array().unwrap().clone();
        let expansions = claims.iter().map(|claim| claim["expansions"].as_u64());
        expansions.collect::<Vec<_>>()
    };
    assert_eq!(counts(&["--jobs", "1"]), counts(&["--jobs", "4"]));
    // Nothing is wrong, but not all is decided.
    fs::write(&file, "8/7K/8/8/8/8/R7/7k w - - bm #8;\n").unwrap();
    let (_, said, code) = check(&["--expansions", "10"]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("1 claim not decided"), "{said}");
    fs::write(&file, "8/7K/8/8/8/8/R7/7k w - - id \"x\";\n").unwrap();
    let (_, said, code) = check(&[]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("no position claims a mate"), "{said}");
}

#[test]
fn limits_end_a_search_that_is_not_decided() {
    let krk = "8/7K/8/8/8/8/R7/7k w - - 0 1";
    let (_, said, code) = printed(&[krk, "--moves", "7", "--expansions", "100"]);
    assert_eq!((code, said.lines().count()), (3, 1), "{said}");
    assert!(said.contains("give more with --expansions"), "{said}");
    // Days of work.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (_, said, code) = printed(&[start, "--moves", "12", "--seconds", "1"]);
    assert_eq!((code, said.lines().count()), (3, 1), "{said}");
    assert!(said.contains("not decided within 1 s"), "{said}");
}

/// The certificate is the one that the solver writes, and no file of a run is replaced.
#[test]
fn a_certificate_is_written() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("mate.certificate");
    let path = file.to_str().unwrap();
    let ask = |moves, path| {
        printed(&[
            "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
            "--moves",
            moves,
            "--certificate",
            path,
        ])
    };
    assert_eq!(ask("2", path).2, 0);
    let text = fs::read_to_string(&file).unwrap();
    let head =
        "plybench-certificate 1\nposition 8/8/8/8/8/2K5/7R/k7 w - - 0 1\nmate within 3 plies\n";
    assert!(text.starts_with(head), "{text}");
    assert_eq!(ask("1", path).2, 1);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("no mate within 1 plies"), "{text}");
    let records = home.path().join("records.jsonl");
    fs::write(&records, "").unwrap();
    let (_, said, code) = ask("2", records.to_str().unwrap());
    assert_eq!(code, 2, "{said}");
}

#[test]
fn what_is_no_problem_is_refused_in_one_line() {
    let krk = "8/7K/8/8/8/8/R7/7k w - - 0 1";
    for (arguments, says) in [
        (&[krk, "--moves", "0"][..], "--moves 0; give 1 to 50"),
        (&[krk, "--moves", "51"], "--moves 51; give 1 to 50"),
        (&[krk, "--moves", "-1"], "--moves -1; give 1 to 50"),
        (
            &["R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "--moves", "1"],
            "checkmated (Mated in 0)",
        ),
        (
            &["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--moves", "1"],
            "the game is over: stalemate",
        ),
        (
            &["7k/8/6K1/8/8/8/8/8 w - - 0 1", "--moves", "1"],
            "(dead position)",
        ),
        (
            &["7k/8/6K1/8/8/8/8/6N1 w - - 0 1", "--moves", "1"],
            "(dead position)",
        ),
        (
            &["8/7K/8/8/8/8/R7/7k b - - 0 1", "--moves", "1"],
            "Black is to move and cannot mate with the men on the board",
        ),
        (
            &["8/8/8/3k4/3q4/8/8/KN6 w - - 0 1", "--moves", "2"],
            "White is to move and cannot mate with the men on the board",
        ),
        (
            &["8/8/8/3k4/3r4/8/8/KB6 w - - 0 1", "--moves", "2"],
            "White is to move and cannot mate with the men on the board",
        ),
        (
            &["8/7K/8/8/8/8/R7/7x w - - 0 1", "--moves", "1"],
            "FEN field 1 (board)",
        ),
        (
            &[krk, "--moves", "2", "--variant", "glass", "--all"],
            "cannot be used with",
        ),
        (&["--epd", "mates", "--moves", "2"], "cannot be used with"),
        (&[krk], "--moves"),
        (
            &[krk, "--moves", "2", "--mated", "--all"],
            "cannot be used with",
        ),
        (&[krk, "--moves", "2", "--memory", "0"], "give 1 to 1048576"),
        (&["--epd", "no-such-file"], "no-such-file"),
        (
            &[krk, "--moves", "2", "--variant", "glass"],
            "give --set table.depth=exactly",
        ),
        (
            &[krk, "--moves", "2", "--set", "null-move=true"],
            "null-move=true: a heuristic may miss a mate",
        ),
        (
            &[krk, "--moves", "2", "--set", "check-extension=true"],
            "give --set check-extension=false",
        ),
        (
            &[krk, "--moves", "2", "--set", "quiescence=true"],
            "quiescence=true: ",
        ),
        (
            &[krk, "--moves", "2", "--set", "draws.fifty-moves=true"],
            "give --set draws.fifty-moves=false",
        ),
        (
            &[krk, "--moves", "2", "--set", "draws.repetition=true"],
            "a mate problem ignores this rule",
        ),
    ] {
        let output = plybench(&[&["mate"], arguments].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

#[test]
fn a_side_that_is_mated_now_is_shown_as_mated() {
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    let output = plybench(&["search", mated, "--depth", "1", "--board"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("8 R . . . . . k .\n"), "{text}");
    assert!(text.contains("\n    1  mated  "), "{text}");
    assert!(!text.contains("M0"), "{text}");
    let json = stdout_json(&plybench(&["search", mated, "--depth", "1", "--json"]));
    assert_eq!(json["score"], json!({ "mate": 0, "plies": 0 }));
    let text =
        String::from_utf8(plybench(&["dtm", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"]).stdout).unwrap();
    assert_eq!(text, "loss, mated in 0 moves (0 plies)\n\n");
    let output = plybench(&["dtm", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "--board"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("\n7 . . . . . Q . .\n") && text.contains("win, mate in 1 move"),
        "{text}"
    );
}
