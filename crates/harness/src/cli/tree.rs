//! `plybench tree`.

use std::path::PathBuf;

use plybench_engine::{
    game::{
        Game, MoveKind,
        explicit_tree::{ExplicitTree, TreePosition},
    },
    units::MAX_DEPTH,
};

use super::{
    failure::Failure,
    memory, output,
    search::{self, options, root},
    write::write_file,
};
use crate::{
    own::Own,
    plan::SearchMethod,
    searcher::Root,
    spec,
    tree::{self, BranchOrder, Question, SearchTree, TreeError},
};

/// Draw the tree of a small search: values, windows, the order of visit, and what was never searched
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench tree '[[3,12,8],[2,4,6],[14,5,2]]'\n          plybench tree '[[3,12,8],[2,4,6],[14,5,2]]' --svg tree.svg\n          plybench tree '8/8/8/8/8/2K5/7R/k7 w - - 0 1' --depth 2 --variants plain,glass --dot tree.dot\n\n\
        Values and windows are from the point of view of the side to move at the root, MAX, in every form and in a tree that is given."
)]
pub(super) struct Arguments {
    /// A tree as nested lists of numbers, its leaves' values as the side to move at the root sees them and [] a mate; or a position in
    /// FEN, or a uniform tree's parameters
    #[arg(value_name = "TREE|FEN", required = true, num_args = 1..)]
    root: Vec<String>,
    /// Draw the tree after these moves, in UCI notation or in SAN
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Search to this depth, in plies; a tree is searched to its leaves if this is not given
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    depth: Option<i64>,
    /// Draw the tree of this iteration instead of the last one's
    #[arg(long, value_name = "I", allow_negative_numbers = true)]
    iteration: Option<i64>,
    /// The named configuration to start from
    #[arg(long, value_name = "VARIANT", default_value = "plain")]
    variant: String,
    /// Draw the trees of several, one below the other
    #[arg(
        long,
        value_name = "A,B",
        value_delimiter = ',',
        conflicts_with = "variant"
    )]
    variants: Vec<String>,
    /// Change a setting of the variants; names can be whole or short, values are as in TOML
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Print the tree as indented text, which is the default if no other form is asked for
    #[arg(long, conflicts_with = "json")]
    txt: bool,
    /// Write a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture as PDF, for slides and articles
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// Write a page that plays the search step by step, with the window of each node, the path and the table
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write the tree for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is searched.
enum Subject {
    /// A tree that the user wrote.
    Explicit(ExplicitTree),
    /// The root of another game.
    Other(Root),
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let subject = Subject::read(&arguments.root.join(" "), &arguments.moves)?;
    let iteration = iteration(arguments, subject.height())?;
    let names = match arguments.variants.as_slice() {
        [] => std::slice::from_ref(&arguments.variant),
        names => names,
    };
    let mut trees = Vec::new();
    for name in names {
        trees.push(search_tree(&subject, name, &arguments.settings, iteration)?);
    }
    if let Some(file) = &arguments.svg {
        let svg = tree::svg(&trees).map_err(Failure::impossible)?;
        write_file(file, svg.as_bytes(), "--svg")?;
    }
    if let Some(file) = &arguments.pdf {
        let pdf = tree::pdf(&trees).map_err(Failure::impossible)?;
        write_file(file, &pdf, "--pdf")?;
    }
    if let Some(file) = &arguments.page {
        let page = tree::page(&trees).map_err(Failure::impossible)?;
        write_file(file, page.as_bytes(), "--page")?;
    }
    if let Some(file) = &arguments.dot {
        write_file(file, tree::dot(&trees).as_bytes(), "--dot")?;
    }
    if arguments.json {
        return output::result(format_args!("{}\n", tree::json(&trees)));
    }
    let files = [
        &arguments.svg,
        &arguments.pdf,
        &arguments.page,
        &arguments.dot,
    ];
    let is_in_file = files.iter().any(|file| file.is_some());
    if is_in_file && !arguments.txt {
        return Ok(());
    }
    let texts: Vec<String> = trees.iter().map(tree::text).collect();
    output::result(texts.join("\n"))
}

impl Subject {
    fn read(text: &str, moves: &[String]) -> Result<Self, Failure> {
        if !text.trim_start().starts_with('[') {
            return root(text, moves).map(Subject::Other);
        }
        if !moves.is_empty() {
            return Err(Failure::input("--moves needs a chess position"));
        }
        let tree = ExplicitTree::parse(text).map_err(Failure::input)?;
        if !tree.root().has_legal_move() {
            return Err(Failure::input(
                "the tree is empty; give a list of numbers or lists, such as [[3,12,8],[2,4,6]]",
            ));
        }
        Ok(Subject::Explicit(tree))
    }

    /// The plies to the deepest leaf; none if the game has no such bound.
    fn height(&self) -> Option<u8> {
        match self {
            Subject::Explicit(tree) => Some(height(&tree.root())),
            Subject::Other(Root::Tree(tree)) => Some(tree.shape().depth.max(1)),
            Subject::Other(Root::Chess(_) | Root::Game(_)) => None,
        }
    }
}

/// The depth to which everything in a tree is searched. At the horizon a mate is not noticed, so an empty list needs a ply.
fn height(position: &TreePosition<'_>) -> u8 {
    if position.is_leaf() {
        return 0;
    }
    let mut below = 0;
    position.for_each_move(MoveKind::All, |mv| {
        below = below.max(height(&position.play(mv)));
    });
    below + 1
}

/// The iteration whose tree is wanted.
fn iteration(arguments: &Arguments, height: Option<u8>) -> Result<u8, Failure> {
    let depth = match (arguments.depth, height) {
        (Some(depth), _) => search::depth(depth, 1)?,
        (None, Some(height)) => height,
        (None, None) => {
            return Err(Failure::input(
                "--depth is missing, which a chess position needs; give the plies to search, such as --depth 2",
            ));
        }
    };
    let Some(iteration) = arguments.iteration else {
        return Ok(depth.min(MAX_DEPTH));
    };
    u8::try_from(iteration)
        .ok()
        .filter(|iteration| (1..=depth).contains(iteration))
        .ok_or_else(|| {
            Failure::input(format_args!(
                "--iteration {iteration}; give 1 to {depth}, the depth"
            ))
        })
}

/// Searches with a variant, and reads the tree.
fn search_tree(
    subject: &Subject,
    variant: &str,
    settings: &[String],
    iteration: u8,
) -> Result<SearchTree, Failure> {
    let found = spec::variant(variant).map_err(Failure::input)?;
    let settings = options(found.options, settings)?;
    if let Some(own) = settings.own.first().map(Own::name) {
        return Err(Failure::input(format_args!(
            "a tree shows only the built-in techniques; search without {own}"
        )));
    }
    let method = SearchMethod::Own(Box::new(settings.clone()));
    memory::refuse_beyond_free(1, method.memory())?;
    let mut question = Question {
        variant: found.name,
        options: &settings.search,
        iteration,
        order: BranchOrder::AsListed,
    };
    let tree = match subject {
        Subject::Explicit(tree) => tree::record(&tree.root(), &[], &question),
        Subject::Other(Root::Tree(tree)) => tree::record(&tree.root(), &[], &question),
        Subject::Other(Root::Chess(root)) => {
            question.order = BranchOrder::AsSearched;
            tree::record(root, &[], &question)
        }
        Subject::Other(Root::Game(game)) => {
            question.order = BranchOrder::AsSearched;
            tree::record(game.position(), &game.past(), &question)
        }
    };
    tree.map_err(|error| match error {
        TreeError::TooLarge { .. } | TreeError::TooLong { .. } => Failure::input(error),
        error => Failure::impossible(error),
    })
}
