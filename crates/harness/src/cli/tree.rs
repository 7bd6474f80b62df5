//! `plybench tree`.

use std::{
    fmt::Display,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use plybench_checker::trace::Reader;
use plybench_engine::units::MAX_DEPTH;

use super::{
    configuration::{self, ConfigurationArguments},
    failure::Failure,
    memory, message,
    number::{DEPTHS, whole},
    output, proof,
    root::root,
    write::{NamedFile, with_file_rule},
};
use plybench_experiment::{searcher::Root, spec::Settings, with_root};
use plybench_text::plural::in_thousands;
use plybench_traces::read as text;
use plybench_trees::{
    Compiled, Names, explorer,
    tree::{self, BranchOrder, SearchTree, Shape},
    visits::{self, TreeError, VISIT_BYTES, Visits, Wanted},
};

/// Memory for everything besides tables and nodes.
const SPARE_BYTES: u64 = 16 << 20;

/// Draw the tree of a small search: values, windows, the order of visit, and what was never searched
#[derive(clap::Args)]
#[command(
    mut_arg("settings", |set| set.help("Change a setting of the variants; names can be whole or short, values are as in TOML")),
    after_help = with_file_rule(&format!("Examples: plybench tree '[[3,12,8],[2,4,6],[14,5,2]]'\n          plybench tree '[[3,12,8],[2,4,6],[14,5,2]]' --variants minimax,plain --slide --png slide.png\n          plybench tree '[[3,12,8],[2,4,6],[14,5,2]]' --variants minimax,plain --letters --page lecture.html\n          plybench tree '8/8/8/8/8/2K5/7R/k7 w - - 0 1' --depth 2 --variants plain,glass --dot tree.dot\n          plybench tree '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 12 --variants glass,glass+mate-distance=cpw --explore difference.html\n          plybench tree '8/8/8/8/8/2K5/7R/k7 w - - 0 1' --depth 3 --variant df-pn\n\n\
        Values and windows are from the point of view of the side to move at the root, MAX, in every form and in a tree that is given.\n\n\
        {} The tree is the proof: a move of the attacker and every reply, or, if there is no mate, every move and a reply.", proof::HELP))
)]
pub(super) struct Arguments {
    /// A tree as nested lists of numbers, its leaves' values as the side to move at the root sees them and [] a mate; or a position in
    /// FEN or of another game, or a uniform tree's parameters
    #[arg(value_name = "TREE|FEN", required_unless_present = "traces", num_args = 1..)]
    root: Vec<String>,
    /// Draw the tree after these moves, in UCI notation, in SAN or in the other game's notation
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Search to this depth, in plies; a tree is searched to its leaves if this is not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u8>(DEPTHS))]
    depth: Option<u8>,
    /// Draw the tree of this iteration instead of the last one's
    #[arg(long, value_name = "I", allow_negative_numbers = true, value_parser = whole::<u8>(DEPTHS))]
    iteration: Option<u8>,
    #[command(flatten)]
    configuration: ConfigurationArguments,
    /// Search with several; settings of one of them follow its name, as in `glass,glass+mate-distance=cpw`
    #[arg(
        long,
        value_name = "A,B",
        value_delimiter = ',',
        conflicts_with = "variant"
    )]
    variants: Vec<String>,
    /// Print the tree as indented text, which is the default if no other form is asked for
    #[arg(long, conflicts_with = "json")]
    txt: bool,
    /// Write a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture as PDF, for slides and articles
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// Write the picture as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Draw --svg, --pdf and --png for a slide of 16:9, searches side by side where that makes them larger
    #[arg(long)]
    slide: bool,
    /// Name the nodes A, B, C and so on, level by level, instead of by their order of visit; the leaves below C are C1, C2 and so on
    #[arg(long)]
    letters: bool,
    /// Write the names of the leaves into the pictures, too; implies --letters
    #[arg(long)]
    name_leaves: bool,
    /// Write a page that plays the search step by step, for a lecture; several variants are played side by side
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write the tree for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write a page that explores a large tree; with two variants, it shows where their searches diverge, and why
    #[arg(long, value_name = "FILE", conflicts_with_all = ["txt", "svg", "pdf", "png", "slide", "letters", "name_leaves", "page", "dot", "json"])]
    explore: Option<PathBuf>,
    /// Read one search or two from files that `plybench trace` or another program has written, instead of searching
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "explore", conflicts_with_all = ["root", "moves", "depth", "variant", "variants", "settings"])]
    traces: Vec<PathBuf>,
    /// Keep at most N nodes for each search on the page: the largest subtrees [default: 1000000]
    #[arg(long, value_name = "N", requires = "explore", allow_negative_numbers = true, value_parser = whole::<usize>(1..))]
    keep: Option<usize>,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    refuse_repeated(&arguments.variants)?;
    let others = [
        ("--explore", arguments.explore.is_some()),
        ("--iteration", arguments.iteration.is_some()),
    ];
    let is_proof = proof::is_wanted(&arguments.configuration, &others)?;
    if arguments.variants.iter().any(|name| name == proof::DF_PN) {
        return Err(Failure::input(
            "--variants: df-pn has no windows to compare; draw its proof alone, with --variant df-pn",
        ));
    }
    if let Some(file) = &arguments.explore {
        return explore(arguments, file);
    }
    let root = root(&arguments.root.join(" "), &arguments.moves)?;
    let order = match &root {
        Root::Other(other) if other.is_tree() => BranchOrder::AsListed,
        _ => BranchOrder::AsSearched,
    };
    let svg = NamedFile::optional(&arguments.svg, "--svg", "svg")?;
    let pdf = NamedFile::optional(&arguments.pdf, "--pdf", "pdf")?;
    let png = NamedFile::optional(&arguments.png, "--png", "png")?;
    let pictures = [svg, pdf, png];
    if arguments.slide && pictures.iter().all(Option::is_none) {
        return Err(Failure::input(
            "--slide shapes a picture; add --svg FILE, --pdf FILE or --png FILE",
        ));
    }
    let page = NamedFile::optional(&arguments.page, "--page", "html")?;
    let dot = NamedFile::optional(&arguments.dot, "--dot", "dot")?;
    let mut trees = match is_proof {
        true => {
            let plies = iteration(arguments, root.height())?;
            vec![with_root!(&root, |root, _past| proof_tree(root, plies))?]
        }
        false => searched(arguments, &root, |wanted| {
            with_root!(&root, |root, past| root.record_tree(past, wanted, order))
        })?,
    };
    if arguments.letters || arguments.name_leaves {
        tree::letters(&mut trees, order);
        for tree in &mut trees {
            tree.hides_leaf_names = !arguments.name_leaves;
        }
    }
    let shape = match arguments.slide {
        true => Shape::Slide,
        false => Shape::Whole,
    };
    write(svg, || tree::svg(&trees, shape))?;
    write(pdf, || tree::pdf(&trees, shape))?;
    if let Some(file) = png {
        file.write(&tree::png(&trees, shape).map_err(Failure::impossible)?)?;
    }
    if arguments.slide {
        warn_of_small_text(&trees);
    }
    // The page's sentences name leaves, so its trees must show the names.
    for tree in &mut trees {
        tree.hides_leaf_names = false;
    }
    write(page, || tree::page(&trees))?;
    write(dot, || tree::dot(&trees))?;
    if arguments.json {
        return output::result(format_args!("{}\n", tree::json(&trees)));
    }
    let mut files = pictures.into_iter().chain([page, dot]);
    if files.any(|file| file.is_some()) && !arguments.txt {
        return Ok(());
    }
    let texts: Vec<String> = trees.iter().map(tree::text).collect();
    output::result(texts.join("\n"))
}

/// The width of a common screen, in pixels, and the least height of text that is read from the last row.
const SCREEN: (f64, f64) = (1366.0, 18.0);

/// Says if a slide has text that is hard to read.
fn warn_of_small_text(trees: &[SearchTree]) {
    let (screen, least) = SCREEN;
    let size = tree::smallest_text(trees, Shape::Slide, screen);
    if size < least {
        message::note(format_args!(
            "the slide's smallest text is {:.0} px high on a screen of {screen} px; for {least} px draw fewer nodes{}",
            size.floor(),
            if trees.len() > 1 {
                ", or one search on a slide"
            } else {
                ""
            }
        ));
    }
}

/// The proof or refutation of a mate, as a tree.
fn proof_tree<G: Compiled>(root: &G, plies: u8) -> Result<SearchTree, Failure> {
    let solution = proof::solve(root, plies)?;
    let tree = root.proof_tree(&solution, proof::DF_PN);
    tree.map_err(Failure::input)
}

/// Writes a form of the trees if the user names a file for it.
fn write<B: AsRef<[u8]>>(file: Option<NamedFile>, form: impl FnOnce() -> B) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| file.write(form().as_ref()))
}

impl Arguments {
    /// The variants to search with.
    fn names(&self) -> &[String] {
        match self.variants.as_slice() {
            [] => std::slice::from_ref(&self.configuration.variant),
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

/// The iteration whose tree is wanted.
fn iteration(arguments: &Arguments, height: Option<u8>) -> Result<u8, Failure> {
    let depth = arguments.depth.or(height).ok_or_else(|| {
        Failure::input(
            "--depth is missing, which a chess position needs; give the plies to search, such as --depth 2",
        )
    })?;
    match arguments.iteration {
        None => Ok(depth.min(MAX_DEPTH)),
        Some(iteration) if iteration <= depth => Ok(iteration),
        Some(iteration) => Err(Failure::input(format_args!(
            "--iteration {iteration}; give 1 to {depth}, the depth"
        ))),
    }
}

/// The settings of a named search, with what the user changes in all of them and then in this one; and the bytes of its table.
fn settings(variant: &str, changes: &[String]) -> Result<(Settings, u64), Failure> {
    let mut parts = variant.split('+');
    let variant = parts.next().unwrap_or_default();
    let changes: Vec<String> = changes
        .iter()
        .cloned()
        .chain(parts.map(str::to_owned))
        .collect();
    let settings = configuration::settings(variant, |variant| variant, &changes)?;
    let table = settings.memory();
    memory::refuse_beyond_free(1, table)?;
    Ok((settings, table))
}

/// The nodes for which there is memory beside a table of so many bytes.
fn room(table: u64) -> Result<usize, Failure> {
    let needed = table + SPARE_BYTES;
    let Some(free) = memory::allocatable() else {
        return Ok(usize::MAX);
    };
    let room = free
        .checked_sub(needed)
        .ok_or_else(|| too_little(needed, free))?;
    Ok(room as usize / VISIT_BYTES)
}

fn too_little(needed: u64, free: u64) -> Failure {
    let (needed, free) = (needed >> 20, free >> 20);
    Failure::impossible(format_args!(
        "the tree needs {needed} MiB or more and {free} MiB are free; give smaller tables, a smaller --depth or --keep"
    ))
}

/// Searches the root with each variant, by `search`.
fn searched<T>(
    arguments: &Arguments,
    root: &Root,
    search: impl Fn(&Wanted<'_>) -> Result<T, TreeError>,
) -> Result<Vec<T>, Failure> {
    let iteration = iteration(arguments, root.height())?;
    let search = |name: &String| {
        let (settings, table) = settings(name, &arguments.configuration.settings)?;
        let wanted = Wanted {
            name,
            options: &settings.search,
            registered: &settings.registered,
            iteration,
            room: room(table)?,
        };
        // Maps errors that a user can fix to exit code 2 and all others to 3.
        search(&wanted).map_err(|error| match error {
            TreeError::TooLarge { .. }
            | TreeError::TooLong { .. }
            | TreeError::TooManyVisits { .. } => Failure::input(error),
            error => Failure::impossible(error),
        })
    };
    arguments.names().iter().map(search).collect()
}

/// Writes the page that explores one tree, or the difference of two.
fn explore(arguments: &Arguments, file: &Path) -> Result<(), Failure> {
    let named = NamedFile::new(file, "--explore", "html")?;
    let (number, option) = match arguments.traces.len() {
        0 => (arguments.names().len(), "--variants"),
        traces => (traces, "--traces"),
    };
    if number > 2 {
        return Err(Failure::input(format_args!(
            "--explore compares two searches, and {option} names {number}; give one or two"
        )));
    }
    let (names, searches) = match &arguments.traces[..] {
        [] => {
            let root = root(&arguments.root.join(" "), &arguments.moves)?;
            let searches = searched(arguments, &root, |wanted| {
                with_root!(&root, |root, past| root.search_visits(past, wanted))
            })?;
            (Names::new(root.position().is_some()), searches)
        }
        traces => recorded(traces, arguments.iteration)?,
    };
    let searches: Vec<&Visits> = searches.iter().collect();
    let most = arguments.keep.unwrap_or(explorer::MOST_SHOWN);
    let needed = explorer::page_bytes(&searches, most) + SPARE_BYTES;
    if let Some(free) = memory::allocatable().filter(|&free| free < needed) {
        return Err(too_little(needed, free));
    }
    let page = explorer::page(&searches, &names, most);
    named.write(page.as_bytes())?;
    let nodes = searches
        .iter()
        .map(|visits| in_thousands(visits.nodes.len() as u64));
    let nodes: Vec<String> = nodes.collect();
    output::summary(format_args!(
        "{}: {} nodes, {} bytes\n",
        file.display(),
        plybench_text::plural::listed(&nodes),
        in_thousands(page.len() as u64)
    ));
    Ok(())
}

/// An iteration of the search of each trace: by default the last. All are of one root.
fn recorded(traces: &[PathBuf], iteration: Option<u8>) -> Result<(Names, Vec<Visits>), Failure> {
    let mut names: Option<Names> = None;
    let mut searches: Vec<Visits> = Vec::new();
    for path in traces {
        let wrong =
            |problem: &dyn Display| Failure::input(format_args!("{}: {problem}", path.display()));
        let file = File::open(path)
            .map_err(|error| wrong(&format_args!("{error}; write a trace with plybench trace")))?;
        let mut file = BufReader::new(file);
        let is_text = text::is_text_trace(&mut file).map_err(|error| wrong(&error))?;
        let visits = if is_text {
            let trace = text::Reader::new(file).map_err(|error| wrong(&error))?;
            let names = names.get_or_insert_with(|| Names::new(trace.header.game == "chess"));
            let name = path.display().to_string();
            visits::read_text(trace, names, &name, iteration, room(0)?).map_err(
                |error| match error {
                    TreeError::NoRoom { .. } => Failure::impossible(&error),
                    error => wrong(&error),
                },
            )?
        } else {
            let (root, visits) = own(path, file, iteration)?;
            names.get_or_insert_with(|| Names::new(root.position().is_some()));
            visits
        };
        if let Some(first) = searches.first().filter(|first| first.root != visits.root) {
            return Err(wrong(&format_args!(
                "it has another root than {}; give traces of one root",
                first.name
            )));
        }
        searches.push(visits);
    }
    let names = names.unwrap_or_else(|| Names::new(false));
    Ok((names, searches))
}

/// The root of a trace of this program, and an iteration of its search.
fn own(
    path: &Path,
    file: BufReader<File>,
    iteration: Option<u8>,
) -> Result<(Root, Visits), Failure> {
    let unread =
        |problem: &dyn Display| Failure::input(format_args!("{}: {problem}", path.display()));
    // What does not say itself what to do.
    let wrong = |problem: &dyn Display| {
        unread(&format_args!(
            "{problem}; write a trace with plybench trace"
        ))
    };
    let trace = Reader::new(file).map_err(|error| unread(&error))?;
    let root = root(&trace.header.root, &[])
        .map_err(|_| wrong(&"its root is not one that can be searched"))?;
    let options =
        serde_json::from_value(trace.header.settings.clone()).map_err(|error| wrong(&error))?;
    let wanted = Wanted {
        name: &path.display().to_string(),
        options: &options,
        registered: &[],
        iteration: iteration.unwrap_or(trace.header.depth.clamp(1, MAX_DEPTH)),
        room: room(0)?,
    };
    let visits = with_root!(&root, |root, _past| root.read_visits(trace, &wanted));
    let visits = visits.map_err(|error| match error {
        TreeError::Contradiction(_) => wrong(&error),
        TreeError::NoRoom { .. } => Failure::impossible(&error),
        error => unread(&error),
    })?;
    Ok((root, visits))
}
