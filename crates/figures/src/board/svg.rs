//! The board as SVG: self-contained, and the same bytes on any machine.
//!
//! The pieces are outlines of a font (`assets/pieces/`), so they look alike wherever the picture is shown. Each is filled white to
//! its outside first and then drawn in black, so that it stands out on squares of both colours.

use std::fmt::Write as _;

use cozy_chess::{Board, Color, File, Rank, Square};

use super::{in_words, letter, to_move};

/// A line for each piece: its letter in FEN, its path, and the path of its outside.
const PIECES: &str = include_str!("../../assets/pieces/pieces.tsv");

/// The side of a square, in pixels.
const SQUARE: usize = 45;
/// The space to the left and below, for the coordinates.
const MARGIN: usize = 22;
const TOP: usize = 6;
/// The space to the right, where a disc shows who is to move.
const RIGHT: usize = 24;

/// The measures of a board, in pixels.
struct Size {
    /// The side of the board.
    side: usize,
    /// The whole, with its margins.
    width: usize,
    height: usize,
}

const SIZE: Size = Size {
    side: 8 * SQUARE,
    width: MARGIN + 8 * SQUARE + RIGHT,
    height: TOP + 8 * SQUARE + MARGIN,
};

/// The letters of all men.
const ALL: &str = "KQRBNPkqrbnp";

const LIGHT: &str = "#f2eee3";
const DARK: &str = "#a7b8c8";

/// Draws a board with its coordinates, White below. A disc beside the first rank (White) or the last (Black) shows who is to move.
/// The title and the description say the position in words.
#[must_use]
pub fn svg(board: &Board) -> String {
    let Size {
        side,
        width,
        height,
    } = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"board-title board-description\">\n\
         <title id=\"board-title\">Chess position, {}</title>\n\
         <desc id=\"board-description\">{} FEN: {board}. Drawn by Plybench.</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        to_move(board),
        in_words(board),
    );
    squares(&mut svg);
    coordinates(&mut svg, "#333333");
    svg.push_str("<defs>\n");
    let letters = on_squares(board).map(|(_, letter)| letter);
    pieces(&mut svg, &letters.collect::<String>());
    svg.push_str("</defs>\n");
    men(&mut svg, board);
    turn(&mut svg, board);
    let _ = writeln!(
        svg,
        "<rect x=\"{MARGIN}\" y=\"{TOP}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#333333\"/>\n</svg>"
    );
    svg
}

/// What the boards of a page have in common, once for all: the squares with their coordinates, and the shapes of the pieces.
#[must_use]
pub fn shapes() -> String {
    let mut svg = "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\n<g id=\"board\">".to_owned();
    squares(&mut svg);
    coordinates(&mut svg, "currentColor");
    svg.push_str("</g>\n");
    pieces(&mut svg, ALL);
    svg.push_str("</defs></svg>\n");
    svg
}

/// A board in a page that has the [`shapes`].
#[must_use]
pub fn inline(board: &Board) -> String {
    let Size { width, height, .. } = SIZE;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\"><use href=\"#board\"/>",
        in_words(board)
    );
    men(&mut svg, board);
    turn(&mut svg, board);
    svg.push_str("</svg>");
    svg
}

/// The disc beside the board of the side to move.
fn turn(svg: &mut String, board: &Board) {
    let (rank, fill) = match board.side_to_move() {
        Color::White => (Rank::First, "#ffffff"),
        Color::Black => (Rank::Eighth, "#000000"),
    };
    let (x, y) = (MARGIN + SIZE.side + RIGHT / 2, top(rank) + SQUARE / 2);
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"#000000\" stroke-width=\"1.5\"/>"
    );
}

/// The left edge of a file.
fn left(file: File) -> usize {
    MARGIN + file as usize * SQUARE
}

/// The upper edge of a rank.
fn top(rank: Rank) -> usize {
    TOP + (7 - rank as usize) * SQUARE
}

/// The squares, all dark ones in one path: a1 is dark.
fn squares(svg: &mut String) {
    let side = SIZE.side;
    let _ = writeln!(
        svg,
        "<rect x=\"{MARGIN}\" y=\"{TOP}\" width=\"{side}\" height=\"{side}\" fill=\"{LIGHT}\"/>"
    );
    let _ = write!(svg, "<path fill=\"{DARK}\" d=\"");
    for square in Square::ALL {
        let (file, rank) = (square.file(), square.rank());
        if (file as usize + rank as usize).is_multiple_of(2) {
            let _ = write!(
                svg,
                "M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z",
                left(file),
                top(rank)
            );
        }
    }
    svg.push_str("\"/>\n");
}

fn coordinates(svg: &mut String, colour: &str) {
    let _ = writeln!(
        svg,
        "<g font-family=\"Inter, Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"{colour}\" text-anchor=\"middle\">"
    );
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let middle = SQUARE / 2;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\">{file}</text><text x=\"{}\" y=\"{}\">{rank}</text>",
            left(file) + middle,
            TOP + 8 * SQUARE + 16,
            MARGIN / 2,
            top(rank) + middle + 5,
        );
    }
    svg.push_str("</g>\n");
}

/// The men with their squares.
fn on_squares(board: &Board) -> impl Iterator<Item = (Square, char)> {
    let men = Square::ALL.into_iter();
    men.filter_map(|square| Some((square, letter(board, square)?)))
}

/// The shape of each of these kinds of men, to be referred to from squares.
fn pieces(svg: &mut String, letters: &str) {
    for line in PIECES.lines() {
        let mut fields = line.split('\t');
        let (Some(piece), Some(path), Some(outside)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        if letters.contains(piece) {
            let _ = writeln!(
                svg,
                "<g id=\"piece-{piece}\"><path fill=\"#ffffff\" d=\"{outside}\"/><path d=\"{path}\"/></g>"
            );
        }
    }
}

/// A reference to the shape of each man from its square.
fn men(svg: &mut String, board: &Board) {
    for (square, letter) in on_squares(board) {
        let (x, y) = (left(square.file()), top(square.rank()));
        // The shapes are drawn in a square of 1000 units.
        let scale = SQUARE as f64 / 1000.0;
        let _ = writeln!(
            svg,
            "<use href=\"#piece-{letter}\" transform=\"translate({x} {y}) scale({scale})\"/>"
        );
    }
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    #[test]
    fn there_is_a_shape_for_each_piece() {
        let letters: String = PIECES
            .lines()
            .map(|line| line.split('\t').next().unwrap())
            .collect();
        assert_eq!(letters, ALL);
        for line in PIECES.lines() {
            let paths: Vec<&str> = line.split('\t').skip(1).collect();
            assert_eq!(paths.len(), 2);
            for path in paths {
                assert!(path.starts_with('M') && path.ends_with('Z'), "{path}");
                let allowed = |c: char| c.is_ascii_digit() || "MLHVQCTSZ ,-".contains(c);
                assert!(path.chars().all(allowed), "{path}");
            }
        }
    }

    #[test]
    fn each_man_stands_on_its_square_and_the_words_say_so() {
        let board: Board = "8/7K/8/8/8/8/R7/7k b - - 0 1".parse().unwrap();
        let text = svg(&board);
        let document = Document::parse(&text).unwrap();
        let named = |name: &'static str| {
            document
                .descendants()
                .filter(move |node| node.has_tag_name(name))
        };
        let used: Vec<_> = named("use")
            .map(|node| {
                (
                    node.attribute("href").unwrap(),
                    node.attribute("transform").unwrap(),
                )
            })
            .collect();
        // h1, a2 and h7.
        let wanted = [
            ("#piece-k", "translate(337 321) scale(0.045)"),
            ("#piece-R", "translate(22 276) scale(0.045)"),
            ("#piece-K", "translate(337 51) scale(0.045)"),
        ];
        assert_eq!(used, wanted);
        for (reference, _) in used {
            assert!(named("g").any(|node| node.attribute("id") == Some(&reference[1..])));
        }
        let described = named("desc").next().unwrap().text().unwrap();
        assert_eq!(
            described,
            "White: king h7, rook a2. Black: king h1. Black to move. FEN: 8/7K/8/8/8/8/R7/7k b - - 0 1. Drawn by Plybench."
        );
        assert_eq!(named("circle").next().unwrap().attribute("cy"), Some("28"));
        assert_eq!(named("text").count(), 16);
    }

    #[test]
    fn a_full_board_refers_to_nothing_outside_and_is_small() {
        let text = svg(&Board::default());
        assert!(text.len() < 30_000, "{}", text.len());
        let outside = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !outside.contains("http") && !outside.contains("url("),
            "{outside}"
        );
        assert_eq!(text.matches("<use ").count(), 32);
        assert_eq!(text.matches(" id=\"piece-").count(), ALL.len());
    }
}
