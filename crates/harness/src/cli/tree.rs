//! `plybench tree`.

use std::{
    fmt::Display,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use plybench_checker::trace::Reader;
use plybench_engine::{
    game::{
        Game, MoveKind,
        explicit_tree::{ExplicitTree, TreePosition},
    },
    search::SearchOptions,
    units::MAX_DEPTH,
};

use super::{
    failure::Failure,
    memory, output,
    search::{self, options, root},
    write::write_file,
};
use plybench_experiment::{searcher::Root, spec};
use plybench_records::registered::RegisteredTechnique;
use plybench_text::plural::in_thousands;
use plybench_trees::{
    explorer,
    tree::{self, BranchOrder, SearchTree},
    visits::{self, TreeError, Visits, Wanted},
};

/// Draw the tree of a small search: values, windows, the order of visit, and what was never searched
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench tree '[[3,12,8],[2,4,6],[14,5,2]]'\n          plybench tree '[[3,12,8],[2,4,6],[14,5,2]]' --svg tree.svg\n          plybench tree '8/8/8/8/8/2K5/7R/k7 w - - 0 1' --depth 2 --variants plain,glass --dot tree.dot\n          plybench tree '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 12 --variants glass,glass+mate-distance=cpw --explore difference.html\n\n\
        Values and windows are from the point of view of the side to move at the root, MAX, in every form and in a tree that is given."
)]
pub(super) struct Arguments {
    /// A tree as nested lists of numbers, its leaves' values as the side to move at the root sees them and [] a mate; or a position in
    /// FEN, or a uniform tree's parameters
    #[arg(value_name = "TREE|FEN", required_unless_present = "traces", num_args = 1..)]
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
    /// Search with several; settings of one of them follow its name, as in `glass,glass+mate-distance=cpw`
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
    /// Write a page that explores a large tree; with two variants, it shows where their searches part, and why
    #[arg(long, value_name = "FILE", conflicts_with_all = ["txt", "svg", "pdf", "page", "dot", "json"])]
    explore: Option<PathBuf>,
    /// Read one search or two from files that `plybench trace` has written, instead of searching
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "explore", conflicts_with_all = ["root", "moves", "depth", "variant", "variants", "settings"])]
    traces: Vec<PathBuf>,
    /// Keep at most N nodes for each search on the page: the largest subtrees [default: 1000000]
    #[arg(long, value_name = "N", requires = "explore")]
    keep: Option<usize>,
}

enum AnyRoot {
    /// A tree that the user wrote.
    Explicit(ExplicitTree),
    /// The root of another game.
    Other(Root),
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    refuse_repeated(&arguments.variants)?;
    if let Some(file) = &arguments.explore {
        return explore(arguments, file);
    }
    let root = AnyRoot::read(&arguments.root.join(" "), &arguments.moves)?;
    let iteration = iteration(arguments, root.height())?;
    let mut trees = Vec::new();
    for name in arguments.names() {
        trees.push(search_tree(&root, name, &arguments.settings, iteration)?);
    }
    if let Some(file) = &arguments.svg {
        write_file(file, tree::svg(&trees).as_bytes(), "--svg")?;
    }
    if let Some(file) = &arguments.pdf {
        write_file(file, &tree::pdf(&trees), "--pdf")?;
    }
    if let Some(file) = &arguments.page {
        write_file(file, tree::page(&trees).as_bytes(), "--page")?;
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

impl Arguments {
    /// The variants to search with.
    fn names(&self) -> &[String] {
        match self.variants.as_slice() {
            [] => std::slice::from_ref(&self.variant),
            names => names,
        }
    }
}

/// Refuses a variant that is named twice: trees and differences are told apart by their names.
fn refuse_repeated(variants: &[String]) -> Result<(), Failure> {
    let mut places = variants.iter().enumerate();
    match places.find(|&(at, name)| variants[..at].contains(name)) {
        None => Ok(()),
        Some((_, name)) => Err(Failure::input(format_args!(
            "--variants names {:?} twice; remove one of them",
            plybench_text::echo(name)
        ))),
    }
}

impl AnyRoot {
    fn is_chess(&self) -> bool {
        matches!(self, AnyRoot::Other(Root::Chess(_) | Root::Game(_)))
    }

    fn read(text: &str, moves: &[String]) -> Result<Self, Failure> {
        if !text.trim_start().starts_with('[') {
            return root(text, moves).map(AnyRoot::Other);
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
        Ok(AnyRoot::Explicit(tree))
    }

    /// The plies to the deepest leaf; none if the game has no such bound.
    fn height(&self) -> Option<u8> {
        match self {
            AnyRoot::Explicit(tree) => Some(height(&tree.root())),
            AnyRoot::Other(Root::Tree(tree)) => Some(tree.shape().depth.max(1)),
            AnyRoot::Other(Root::Chess(_) | Root::Game(_)) => None,
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

/// The settings of a named search, with what the user changes in all of them and then in this one.
fn search_options(variant: &str, settings: &[String]) -> Result<SearchOptions, Failure> {
    let mut parts = variant.split('+');
    let found = spec::variant(parts.next().unwrap_or_default()).map_err(Failure::input)?;
    let settings: Vec<String> = settings
        .iter()
        .cloned()
        .chain(parts.map(str::to_owned))
        .collect();
    let settings = options(found.options, &settings)?;
    if let Some(technique) = settings.registered.first().map(RegisteredTechnique::name) {
        return Err(Failure::input(format_args!(
            "a tree shows only the built-in techniques; search without {technique}"
        )));
    }
    memory::refuse_beyond_free(1, settings.memory())?;
    Ok(settings.search)
}

/// Searches with a variant, and reads the tree.
fn search_tree(
    root: &AnyRoot,
    variant: &str,
    settings: &[String],
    iteration: u8,
) -> Result<SearchTree, Failure> {
    let options = search_options(variant, settings)?;
    let wanted = Wanted {
        name: variant,
        options: &options,
        iteration,
    };
    let order = match root.is_chess() {
        true => BranchOrder::AsSearched,
        false => BranchOrder::AsListed,
    };
    let tree = match root {
        AnyRoot::Explicit(tree) => tree::record(&tree.root(), &[], &wanted, order),
        AnyRoot::Other(Root::Tree(tree)) => tree::record(&tree.root(), &[], &wanted, order),
        AnyRoot::Other(Root::Chess(root)) => tree::record(root, &[], &wanted, order),
        AnyRoot::Other(Root::Game(game)) => {
            tree::record(game.position(), &game.past(), &wanted, order)
        }
    };
    tree.map_err(refused)
}

/// Writes the page that explores one tree, or the difference of two.
fn explore(arguments: &Arguments, file: &Path) -> Result<(), Failure> {
    let most = arguments.keep.unwrap_or(explorer::MOST_SHOWN);
    if most == 0 {
        return Err(Failure::input("--keep 0; give 1 or more"));
    }
    let (root, searches) = match arguments.traces.is_empty() {
        true => searched(arguments)?,
        false => recorded(arguments)?,
    };
    let searches: Vec<&Visits> = searches.iter().collect();
    let page = explorer::page(&searches, root.is_chess(), most);
    write_file(file, page.as_bytes(), "--explore")?;
    let nodes: Vec<String> = searches
        .iter()
        .map(|visits| in_thousands(visits.nodes.len() as u64))
        .collect();
    output::summary(format_args!(
        "{}: {} nodes, {} bytes\n",
        file.display(),
        nodes.join(" and "),
        in_thousands(page.len() as u64)
    ));
    Ok(())
}

/// Refuses more searches than can be compared.
fn one_or_two(number: usize, option: &str) -> Result<(), Failure> {
    match number {
        1 | 2 => Ok(()),
        _ => Err(Failure::input(format_args!(
            "--explore compares two searches, and {option} names {number}; give one or two"
        ))),
    }
}

/// The root, and its searches with the variants.
fn searched(arguments: &Arguments) -> Result<(AnyRoot, Vec<Visits>), Failure> {
    let names = arguments.names();
    one_or_two(names.len(), "--variants")?;
    let root = AnyRoot::read(&arguments.root.join(" "), &arguments.moves)?;
    let iteration = iteration(arguments, root.height())?;
    let mut searches = Vec::new();
    for name in names {
        let options = search_options(name, &arguments.settings)?;
        let wanted = Wanted {
            name,
            options: &options,
            iteration,
        };
        let visits = match &root {
            AnyRoot::Explicit(tree) => visits::search(&tree.root(), &[], &wanted),
            AnyRoot::Other(Root::Tree(tree)) => visits::search(&tree.root(), &[], &wanted),
            AnyRoot::Other(Root::Chess(root)) => visits::search(root, &[], &wanted),
            AnyRoot::Other(Root::Game(game)) => {
                visits::search(game.position(), &game.past(), &wanted)
            }
        };
        searches.push(visits.map_err(refused)?);
    }
    Ok((root, searches))
}

/// The root of traces, and their searches.
fn recorded(arguments: &Arguments) -> Result<(AnyRoot, Vec<Visits>), Failure> {
    one_or_two(arguments.traces.len(), "--traces")?;
    let mut found: Option<AnyRoot> = None;
    let mut searches: Vec<Visits> = Vec::new();
    for path in &arguments.traces {
        let unread =
            |problem: &dyn Display| Failure::input(format_args!("{}: {problem}", path.display()));
        // What does not say itself what to do.
        let wrong = |problem: &dyn Display| {
            unread(&format_args!(
                "{problem}; write a trace with plybench trace"
            ))
        };
        let file = File::open(path).map_err(|error| wrong(&error))?;
        let trace = Reader::new(BufReader::new(file)).map_err(|error| unread(&error))?;
        if let Some(other) = searches.first().filter(|one| one.root != trace.header.root) {
            return Err(Failure::input(format_args!(
                "{} has another root than {}; give traces of one root",
                path.display(),
                other.name
            )));
        }
        let root = AnyRoot::read(&trace.header.root, &[])
            .map_err(|_| wrong(&"its root is not one that can be searched"))?;
        let options =
            serde_json::from_value(trace.header.settings.clone()).map_err(|error| wrong(&error))?;
        let depth = arguments.iteration.unwrap_or(trace.header.depth.into());
        let wanted = Wanted {
            name: &path.display().to_string(),
            options: &options,
            iteration: search::depth(depth, 1)?,
        };
        let visits = match &root {
            AnyRoot::Explicit(tree) => visits::read(&tree.root(), trace, &wanted),
            AnyRoot::Other(Root::Tree(tree)) => visits::read(&tree.root(), trace, &wanted),
            AnyRoot::Other(Root::Chess(root)) => visits::read(root, trace, &wanted),
            AnyRoot::Other(Root::Game(game)) => visits::read(game.position(), trace, &wanted),
        };
        searches.push(visits.map_err(|error| match error {
            TreeError::Contradiction(_) => wrong(&error),
            error => unread(&error),
        })?);
        found = Some(root);
    }
    let root = found.ok_or_else(|| Failure::input("--traces names no file"))?;
    Ok((root, searches))
}

/// Maps errors that a user can fix to exit code 2 and all others to 3.
fn refused(error: TreeError) -> Failure {
    match error {
        TreeError::TooLarge { .. }
        | TreeError::TooLong { .. }
        | TreeError::TooManyVisits { .. } => Failure::input(error),
        error => Failure::impossible(error),
    }
}
