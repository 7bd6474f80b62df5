//! The board as text: letters as in FEN, which every terminal and font shows alike.

use cozy_chess::{Board, File, Rank, Square};

use super::{letter, to_move};

/// The board in eleven lines: ranks from 8 to 1, the files, who is to move, and an empty line.
#[must_use]
pub fn text(board: &Board) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&rank.to_string());
        for file in File::ALL {
            text.push(' ');
            text.push(letter(board, Square::new(file, rank)).unwrap_or('.'));
        }
        text.push('\n');
    }
    text.push_str(&format!("  a b c d e f g h\n{}\n\n", to_move(board)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_go_down_and_files_to_the_right() {
        let board: Board = "r3k3/7K/8/8/3Pp3/8/R7/7q w q - 0 1".parse().unwrap();
        let drawn = "8 r . . . k . . .\n\
                     7 . . . . . . . K\n\
                     6 . . . . . . . .\n\
                     5 . . . . . . . .\n\
                     4 . . . P p . . .\n\
                     3 . . . . . . . .\n\
                     2 R . . . . . . .\n\
                     1 . . . . . . . q\n  \
                       a b c d e f g h\n\
                     White to move\n\n";
        assert_eq!(text(&board), drawn);
    }
}
