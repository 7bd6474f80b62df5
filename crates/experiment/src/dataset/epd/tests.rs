use super::*;

const KRK: &str = "8/7K/8/8/8/8/R7/7k w - -";

fn read(operations: &str) -> Result<Epd, EpdError> {
    Epd::parse(&format!("{KRK} {operations}")).map(Option::unwrap)
}

#[test]
fn four_fields_and_six_are_read() {
    let four = Epd::parse("8/7K/8/8/8/8/R7/7k w - - bm #8; id \"table\";")
        .unwrap()
        .unwrap();
    let six = Epd::parse("8/7K/8/8/8/8/R7/7k w - - 0 1 bm #8;\r")
        .unwrap()
        .unwrap();
    assert_eq!(four.root, six.root);
    assert_eq!(four.operand("id"), Some("\"table\""));
    assert_eq!(six.mate_claim(), Ok(Some(MateClaim::Moves(8))));
    assert_eq!(Epd::parse("  "), Ok(None));
    assert_eq!(Epd::parse("# a comment"), Ok(None));
}

#[test]
fn an_operation_that_does_not_end_is_refused() {
    for operations in ["bm #8", "bm #8; id \"a\"", "id \"a; bm #8;", "hello"] {
        let line = format!("8/7K/8/8/8/8/R7/7k w - - {operations}");
        let error = Epd::parse(&line).unwrap_err();
        assert!(
            matches!(error, EpdError::NoEnd { .. }),
            "{operations}: {error}"
        );
    }
    let perft = Epd::parse("8/7K/8/8/8/8/R7/7k w - - 0 1 ;D1 15 ;D2 30");
    let perft = perft.unwrap().unwrap();
    let operands = ["D1", "D2"].map(|code| perft.operand(code));
    assert_eq!(operands, [Some("15"), Some("30")]);
}

#[test]
fn a_check_reads_every_operation() {
    let check = |operations: &str| {
        let line = format!("8/7K/8/8/8/8/R7/7k w - - {operations}");
        Epd::parse(&line).unwrap().unwrap().check()
    };
    assert_eq!(
        check("bm Ra1; dm 8; acd 3; ce -1; c0 \"bm Qh9\"; x y z;"),
        Ok(())
    );
    for wrong in [
        "bm Qh9;",
        "bm Rb8;",
        "bm;",
        "am Rb8;",
        "dm x;",
        "dm;",
        "bm #x;",
        "bm #99999999999;",
        "acd -1;",
        "ce 1.5;",
    ] {
        assert!(check(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_claim_is_a_mate_a_draw_or_none() {
    let claim = |operations: &str| read(operations).unwrap().mate_claim();
    let moves = |moves| Ok(Some(MateClaim::Moves(moves)));
    assert_eq!(claim("dm -3;"), moves(-3));
    assert_eq!(claim("dm 0;"), Ok(Some(MateClaim::Draw)));
    assert_eq!(claim("bm #8; dm 8; bm Ra1 #8;"), moves(8));
    assert_eq!(claim("bm Ra1; bm Kg6 #3;"), moves(3));
    assert_eq!(claim("c0 \"x; dm 5; y\"; bm Ra1;"), Ok(None));
    assert_eq!(claim(""), Ok(None));
}

#[test]
fn clocks_are_part_of_the_position() {
    for (operations, clocks) in [
        ("hmvc 76; fmvn 103;", "76 103"),
        ("hmvc 76;", "76 1"),
        ("fmvn 103; bm #8;", "0 103"),
        ("76 103 hmvc 76; fmvn 103;", "76 103"),
        ("76 103 hmvc 076; hmvc 76;", "76 103"),
        ("", "0 1"),
    ] {
        let expected = Chess::from_fen(&format!("{KRK} {clocks}")).unwrap();
        assert_eq!(read(operations).unwrap().root, expected, "{operations}");
    }
}

#[test]
fn fen_and_operations_may_be_parted_by_a_semicolon() {
    for line in [
        "0 1; bm #8;",
        "0 1; bm #8",
        "0 1 ; bm #8",
        "; bm #8; id \"x\"",
    ] {
        let epd = read(line).unwrap();
        assert_eq!(epd.root, read("").unwrap().root, "{line}");
        assert_eq!(epd.mate_claim(), Ok(Some(MateClaim::Moves(8))), "{line}");
    }
    let bare = Epd::parse(&format!("{KRK};")).unwrap().unwrap();
    assert_eq!(bare, read("").unwrap());
}

#[test]
fn a_line_that_cannot_be_right_says_why_and_how_to_mend_it() {
    let said = |line: &str| {
        let read = Epd::parse(line).and_then(|epd| epd.unwrap().check());
        read.unwrap_err().to_string()
    };
    for (operations, says) in [
        ("bm #0;", "bm \"#0\"; give #N with N from 1"),
        ("bm #2; dm 3;", "dm 3 contradicts bm #2; correct one"),
        ("bm #2 #3;", "bm #3 contradicts bm #2"),
        ("dm 0; bm #8;", "bm #8 contradicts dm 0"),
        ("dm 2; dm -2;", "dm -2 contradicts dm 2"),
        ("dm 2 3;", "dm 3 contradicts dm 2"),
        (
            "0 1 hmvc 76;",
            "hmvc 76 contradicts half-move clock 0; correct one",
        ),
        ("hmvc 7; hmvc 8;", "hmvc 8 contradicts hmvc 7"),
        ("0 1 fmvn 2;", "fmvn 2 contradicts full-move number 1"),
        (
            "hmvc 101;",
            "(half-move clock): \"101\"; give a number of plies from 0 to 100",
        ),
        ("hmvc x;", "hmvc \"x\"; give a whole number"),
        ("hmvc;", "hmvc \"\"; give a whole number"),
        ("fmvn 0;", "(full-move number): \"0\"; give a number from 1"),
        ("bm Ra1; # mate", "\"# mate\" is not an operation"),
        (
            "# mate",
            "put a comment on a line of its own that begins with #",
        ),
        ("bm Ra1; // mate", "\"// mate\" is not an operation"),
        ("0 1 {mate}", "\"{mate}\" is not an operation"),
        ("0 bm #8;", "FEN: 5 fields; a FEN has 6"),
    ] {
        let said = said(&format!("{KRK} {operations}"));
        assert!(said.contains(says), "{operations}: {said}");
    }
    for (line, says) in [
        ("; mates", "a comment begins with #; put # at the start"),
        ("// mates", "a comment begins with #"),
        ("%mates", "a comment begins with #"),
        (
            "[Event \"x\"]",
            "looks like a game in PGN; save its positions",
        ),
        ("1. e4 e5 2. Nf3", "looks like a game in PGN"),
        ("{\"fen\": 1}", "looks like JSON"),
    ] {
        assert!(said(line).contains(says), "{line}: {}", said(line));
    }
}

#[test]
fn each_operation_is_read_as_what_it_is() {
    let line = "4k3/8/8/8/8/8/3PP3/R3K2R w KQ - bm O-O Rxa8, d4; bm Ra8+ #5; \
                am e1c1 e3?!; acd 12; ce -35; id \"two; rooks\"; c0 \"bm Qh8\";";
    let epd = Epd::parse(line).unwrap().unwrap();
    let notations = |moves: Vec<ChessMove>| -> Vec<String> {
        use plybench_engine::game::Game;
        moves.into_iter().map(|mv| epd.root.notation(mv)).collect()
    };
    assert_eq!(
        notations(epd.best_moves().unwrap()),
        ["e1g1", "a1a8", "d2d4", "a1a8"]
    );
    assert_eq!(notations(epd.avoided_moves().unwrap()), ["e1c1", "e2e3"]);
    assert_eq!(epd.mate_claim(), Ok(Some(MateClaim::Moves(5))));
    assert_eq!(epd.analysed_depth(), Ok(Some(12)));
    assert_eq!(epd.centipawns(), Ok(Some(-35)));
    assert_eq!(epd.id(), Some("two; rooks"));
    let bare = Epd::parse("4k3/8/8/8/8/8/8/R3K3 w - -").unwrap().unwrap();
    assert_eq!((bare.id(), bare.best_moves()), (None, Ok(vec![])));
    assert_eq!(
        (bare.analysed_depth(), bare.centipawns()),
        (Ok(None), Ok(None))
    );
}

#[test]
fn a_faulty_operation_says_which_it_is_and_what_it_takes() {
    let line = "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra9; am Rb8; acd deep; ce 1.5; dm x;";
    let epd = Epd::parse(line).unwrap().unwrap();
    let said = |error: EpdError| error.to_string();
    for (said, says) in [
        (
            said(epd.best_moves().unwrap_err()),
            "bm: \"Ra9\" is not a move",
        ),
        (
            said(epd.avoided_moves().unwrap_err()),
            "am: \"Rb8\" is not legal",
        ),
        (
            said(epd.analysed_depth().unwrap_err()),
            "acd \"deep\"; give plies",
        ),
        (
            said(epd.centipawns().unwrap_err()),
            "ce \"1.5\"; give whole",
        ),
        (
            said(epd.mate_claim().unwrap_err()),
            "dm \"x\"; give a number",
        ),
    ] {
        assert!(said.starts_with(says), "{said}");
    }
}
