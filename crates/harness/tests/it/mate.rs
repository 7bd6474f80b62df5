//! `plybench mate`: its proofs and refutations against the exact oracle and the mates of the data sets.

use std::sync::atomic::AtomicBool;

use plybench::{
    dataset::{Epd, MateClaim},
    mate::{Answer, AskError, Problem, of_problems},
    spec::Settings,
};
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
    let problem = Problem::new(root, moves.into(), &settings).unwrap();
    let stop = AtomicBool::new(false);
    problem.solve(&stop, |_| Ok::<(), AskError>(())).unwrap()
}

/// The positions of a data set, with the moves of their mates.
fn mates(name: &str) -> Vec<(Chess, u8)> {
    let path = format!(
        "{}/../experiment/datasets/{name}.epd",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| Epd::parse(line).unwrap());
    let claimed = |epd: Epd| match epd.mate_claim().unwrap() {
        Some(MateClaim::Moves(moves)) => (epd.root, u8::try_from(moves).unwrap()),
        claim => panic!("{}: {claim:?}", epd.root.fen()),
    };
    lines.map(claimed).collect()
}

/// Replays a line: every move is legal, and the last one mates.
fn mated_after(root: &Chess, line: &[String]) -> bool {
    let mut position = root.clone();
    for text in line {
        let mut found = None;
        position.for_each_move(MoveKind::All, |mv| {
            if position.notation(mv) == *text {
                found = Some(mv);
            }
        });
        position = position.play(found.unwrap_or_else(|| panic!("{text} in {}", position.fen())));
    }
    position.in_check() && !position.has_legal_move()
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
            let mut next = None;
            position.for_each_move(MoveKind::All, |mv| {
                if position.notation(mv) == text {
                    next = Some(position.play(mv));
                }
            });
            position = next.unwrap();
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
    let output = plybench(&["mate", position, "--moves", "3", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let found = stdout_json(&output);
    for (key, value) in [
        ("mate", json!(true)),
        ("at_most", json!(3)),
        ("moves", json!(2)),
        ("plies", json!(3)),
        ("best_move", json!("c3b3")),
        ("pv", json!(["c3b3", "a1b1", "h2h1"])),
    ] {
        assert_eq!(found[key], value, "{key}");
    }
    let steps = found["steps"].as_array().unwrap();
    let of_steps: u64 = steps
        .iter()
        .map(|step| step["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!((steps.len(), found["nodes"].as_u64()), (2, Some(of_steps)));
    assert!(found["seconds"].as_f64().unwrap() >= 0.0);

    let output = plybench(&["mate", position, "--moves", "1", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let refuted = stdout_json(&output);
    assert_eq!(
        (&refuted["mate"], &refuted["moves"], &refuted["pv"]),
        (&json!(false), &Value::Null, &json!([]))
    );

    let output = plybench(&["mate", position, "--moves", "2", "--board"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("8 . . . . . . . .\n"), "{text}");
    assert!(
        text.contains("\n3 . . K . . . . .\n2 . . . . . . . R\n1 k . . . . . . .\n"),
        "{text}"
    );
    assert!(text.contains("\nMate in 2: c3b3 a1b1 h2h1\n"), "{text}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.trim_end().ends_with(" s"), "{said}");

    let output = plybench(&["mate", position, "--moves", "1"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\nNo mate in 1\n"), "{text}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with("No mate in 1\n"), "{said}");
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
