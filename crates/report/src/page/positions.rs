//! Every position of a page: its board, what each variant found there, and the command that repeats it.

use cozy_chess::Board;
use maud::{Markup, PreEscaped, html};
use plybench_engine::game::chess::Chess;

use serde_json::{Value, json};

use plybench_figures::board;
use plybench_text::escape;

/// The positions of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Positions {
    /// What the findings are, a sentence or two.
    pub about: String,
    /// What a finding's score is, such as "score".
    pub result: &'static str,
    /// What is counted, such as "nodes".
    pub counted: String,
    /// The variants, in the order of each card's findings.
    pub variants: Vec<VariantCommand>,
    /// The arguments of all commands after the position, such as `--depth 9`.
    pub limits: String,
    /// The positions.
    pub cards: Vec<PositionCard>,
}

/// A variant, and how it is searched with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantCommand {
    /// Its name, or what of it tells it from the others.
    pub name: String,
    /// The arguments of `plybench search` that choose it; none for another program.
    pub arguments: Option<String>,
}

/// A position with what was found there.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionCard {
    /// Its name.
    pub name: String,
    /// The data set or table of trees that it is from.
    pub category: String,
    /// In FEN, or the parameters of a tree.
    pub root: String,
    /// The known mate in moves; negative if the side to move is mated.
    pub mate: Option<i32>,
    /// What each variant found at its last depth; none where it has no result.
    pub findings: Vec<Option<Finding>>,
}

/// What a search found at its last depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The depth in plies.
    pub depth: usize,
    /// The score, from the side to move's point of view: centipawns or a mate such as `M3`.
    pub score: String,
    /// The first move of the principal variation.
    pub best_move: Option<String>,
    /// What the metric counts, summed over all iterations.
    pub count: u64,
}

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
