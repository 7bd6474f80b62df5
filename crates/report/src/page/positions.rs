//! Every position of a page: its board, what each variant found there, and the command that repeats it.

use cozy_chess::Board;
use maud::{Markup, PreEscaped, html};
use plybench_engine::game::{chess::Chess, named::AnyPosition};

use serde::{Serialize, Serializer};

use super::super::page_contents::{Finding, PositionCard, Positions};
use plybench_figures::board;
use plybench_text::escape;

/// The position of a document, drawn.
pub(super) fn alone(position: &Chess) -> Markup {
    html! { figure.board { (drawing(position.board())) figcaption { code { (position.fen()) } } } }
}

fn drawing(board: &Board) -> Markup {
    PreEscaped(board::inline(board))
}

/// The positions, if there are any, which the script draws category by category.
pub(super) fn markup(positions: &Positions) -> Markup {
    if positions.cards.is_empty() {
        return html! {};
    }
    html! {
        p { (positions.about) }
        noscript { p { "They are drawn by the page's script." } }
        (plybench_pages::data("positions", &Data::of(positions)))
    }
}

/// The same for the script. Names, moves and scores are texts to it, never markup.
#[derive(Serialize)]
struct Data<'p> {
    /// The cards of each category.
    categories: Vec<(String, Vec<Card<'p>>)>,
    counted: String,
    limits: String,
    result: &'static str,
    /// The variants' names, each with the arguments that choose it.
    variants: Vec<(String, Option<String>)>,
}

impl<'p> Data<'p> {
    fn of(positions: &'p Positions) -> Self {
        let variants = positions.variants.iter();
        let variants = variants.map(|variant| {
            let arguments = variant.arguments.as_deref();
            (escape::plain(&variant.name), arguments.map(escape::plain))
        });
        let mut categories: Vec<(String, Vec<Card>)> = Vec::new();
        for card in &positions.cards {
            let name = escape::plain(&card.position.category);
            match categories.iter_mut().find(|(known, _)| *known == name) {
                Some((_, cards)) => cards.push(Card(card)),
                None => categories.push((name, vec![Card(card)])),
            }
        }
        Data {
            categories,
            counted: escape::plain(&positions.counted),
            limits: escape::plain(&positions.limits),
            result: positions.result,
            variants: variants.collect(),
        }
    }
}

/// Most positions are named after their category, which thousands of cards need not repeat.
#[derive(Serialize)]
#[serde(untagged)]
enum Name {
    Whole(String),
    AfterCategory([String; 1]),
}

/// What a variant found at a position: depth, score, move and count, and what the move loses if it was judged.
#[derive(Serialize)]
#[serde(untagged)]
enum Found<'f> {
    Judged(usize, String, Option<String>, u64, &'f str),
    Unjudged(usize, String, Option<String>, u64),
}

impl<'f> From<&'f Finding> for Found<'f> {
    fn from(found: &'f Finding) -> Self {
        let best_move = found.best_move.as_deref().map(escape::plain);
        let score = escape::plain(&found.score);
        match &found.regret {
            Some(regret) => Found::Judged(found.depth, score, best_move, found.count, regret),
            None => Found::Unjudged(found.depth, score, best_move, found.count),
        }
    }
}

/// A position's name, root and findings; then, if there are any, the mate, a chess board in words, and the squares of another board.
struct Card<'p>(&'p PositionCard);

impl Serialize for Card<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = &self.0.position;
        let name = match position.position.strip_prefix(&position.category) {
            Some(rest) => Name::AfterCategory([escape::plain(rest)]),
            None => Name::Whole(escape::plain(&position.position)),
        };
        let root = escape::plain(&position.fen);
        let findings = self.0.findings.iter();
        let findings: Vec<Option<Found>> = findings
            .map(|found| found.as_ref().map(Found::from))
            .collect();
        let board = Chess::from_fen(&position.fen).ok();
        let words = board.map(|position| board::in_words(position.board()));
        let other = AnyPosition::read(&position.fen).and_then(Result::ok);
        let squares = other.and_then(|position| Some(escape::plain(&position.squares()?)));
        match (position.dtm.is_some() || words.is_some(), squares) {
            (_, Some(squares)) => {
                (name, root, findings, position.dtm, (), squares).serialize(serializer)
            }
            (true, None) => (name, root, findings, position.dtm, words).serialize(serializer),
            (false, None) => (name, root, findings).serialize(serializer),
        }
    }
}
