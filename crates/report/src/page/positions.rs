//! Every position of a page: its board, what each variant found there, and the command that repeats it.

use cozy_chess::Board;
use maud::{Markup, PreEscaped, html};
use plybench_engine::game::chess::Chess;

use serde_json::{Value, json};

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

/// The positions, which the script draws category by category.
pub(super) fn markup(positions: &Positions) -> Markup {
    html! {
        h2 { "Positions" }
        p { (positions.about) }
        noscript { p { "They are drawn by the page's script." } }
        (plybench_pages::data("positions", &data(positions)))
    }
}

/// The same for the script. Names, moves and scores are texts to it, never markup.
fn data(positions: &Positions) -> Value {
    let text = |text: &str| escape::shown(text);
    let variants = positions.variants.iter();
    let variants = variants
        .map(|variant| json!([text(&variant.name), variant.arguments.as_deref().map(text)]));
    let finding = |found: &Finding| {
        let best_move = found.best_move.as_deref().map(text);
        json!([found.depth, text(&found.score), best_move, found.count])
    };
    let card = |card: &PositionCard| {
        let board = Chess::from_fen(&card.root).ok();
        let words = board.map(|position| board::in_words(position.board()));
        let findings = card
            .findings
            .iter()
            .map(|found| found.as_ref().map(finding));
        let mut fields = vec![
            json!(text(&card.name)),
            json!(text(&card.root)),
            findings.collect(),
        ];
        // A tree has neither.
        if card.mate.is_some() || words.is_some() {
            fields.extend([json!(card.mate), json!(words)]);
        }
        Value::Array(fields)
    };
    let mut categories: Vec<(&str, Vec<Value>)> = Vec::new();
    for one in &positions.cards {
        match categories
            .iter_mut()
            .find(|(name, _)| *name == one.category)
        {
            Some((_, cards)) => cards.push(card(one)),
            None => categories.push((&one.category, vec![card(one)])),
        }
    }
    let categories = categories
        .into_iter()
        .map(|(name, cards)| json!([text(name), cards]));
    json!({
        "result": positions.result, "counted": text(&positions.counted), "limits": text(&positions.limits),
        "variants": variants.collect::<Vec<_>>(), "categories": categories.collect::<Vec<_>>(),
    })
}
