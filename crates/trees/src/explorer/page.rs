//! The explorer as a page: totals and divergences as tables, the nodes as a block that the page's scripts read.

use std::{collections::BTreeMap, iter::successors};

use base64::{Engine, engine::general_purpose::STANDARD};
use maud::{Markup, PreEscaped, html};
use plybench_checker::trace::End;
use serde_json::json;

use super::{
    data,
    difference::{self, Difference, Divergence, NONE, Pair},
    keep::{self, Kept},
};
use crate::{
    causes::{Aspect, Why},
    names::Names,
    visits::Visits,
    words,
};
use plybench_pages::{Head, data as json_data};
use plybench_text::{
    escape,
    plural::{count, in_thousands, large_count},
};

/// The divergences that a page lists one by one.
const MOST_LISTED: usize = 200;

/// The most bytes that [`page`] takes for each node of the searches, and for each that it keeps. Pages of one and two million nodes
/// took at most 90 and 70.
const BYTES: [u64; 2] = [100, 100];

/// An upper bound of the memory that [`page`] takes, in bytes.
#[must_use]
pub fn page_bytes(searches: &[&Visits], most: usize) -> u64 {
    let nodes: usize = searches.iter().map(|visits| visits.nodes.len()).sum();
    let kept = nodes.min(most.saturating_mul(searches.len()));
    nodes as u64 * BYTES[0] + kept as u64 * BYTES[1]
}

/// A page that explores one search, or the difference of two of the same root.
#[must_use]
pub fn page(searches: &[&Visits], names: &Names, most: usize) -> String {
    let difference = match *searches {
        [a, b] => difference::difference([a, b]),
        [visits] => Difference {
            pairs: difference::alone(visits),
            ..Difference::default()
        },
        _ => Difference::default(),
    };
    let (pairs, listed) = (&difference.pairs, largest(&difference));
    let first_of_each = difference.first.into_iter().flatten();
    let around = listed.iter().flat_map(|one| shown_with(pairs, one.pair));
    let required: Vec<u32> = first_of_each.chain(around).collect();
    let kept = keep::keep(pairs, most.saturating_mul(searches.len()), &required);
    let (bytes, layout) = data::pack(searches, pairs, &kept);
    let root = searches.first().map_or("", |visits| &visits.root);
    let moves = searches.iter().flat_map(|visits| &visits.moves);
    let moves: BTreeMap<u16, String> = moves
        .map(|(&number, name)| (number, escape::plain(name)))
        .collect();
    let head = json!({
        "root": escape::plain(root),
        "chess": names.is_chess(),
        "names": searched(searches),
        "moves": moves,
        "techniques": escaped(names.techniques()),
        "ends": End::ALL.iter().map(|&end| words::end(end)).collect::<Vec<_>>(),
        "layout": layout,
    });
    let what = match searches.len() {
        1 => "Search tree",
        _ => "Two search trees",
    };
    let title = format!("{what} of {}", escape::plain(root));
    let answer = answer(searches, &difference, names);
    let lead = "Every node of one iteration. Values and windows are those of the side to move at the root.";
    let contents = html! {
        section id="answer" { ul { @for sentence in &answer { li { (sentence) } } } }
        section.explorer {
            h2 { "The tree" }
            @if kept.places.len() < pairs.len() { p { (left_out(pairs, &kept)) } }
        }
        @if let [a, b] = searches {
            (first(&difference, [a, b], names, &kept))
            (divergences(&difference, &listed, ([&a.name, &b.name], names), &kept))
        }
        (totals(searches, names, &difference))
        (json_data("head", &head))
        script type="application/gzip" class="nodes" { (PreEscaped(STANDARD.encode(&bytes))) }
    };
    let terms = PreEscaped(include_str!("terms.html").replace('\n', ""));
    plybench_pages::page(
        &Head {
            command: "tree",
            title: &title,
            purpose: "Explore a search tree",
            answer: &answer,
            has_boards: names.is_chess(),
            has_charts: false,
            kind: plybench_pages::Kind::Explorer,
        },
        &plybench_pages::body(&title, lead, &contents, &terms, "tree --explore"),
    )
}

/// The names of the searches, escaped.
fn searched(searches: &[&Visits]) -> Vec<String> {
    let names = searches.iter().map(|visits| escape::plain(&visits.name));
    names.collect()
}

fn escaped(names: &[String]) -> Vec<String> {
    names.iter().map(|name| escape::plain(name)).collect()
}

/// The main cause of the difference, and the searches and their difference in numbers, a sentence each.
fn answer(searches: &[&Visits], difference: &Difference, all: &Names) -> Vec<String> {
    let names = searched(searches);
    let sentences = searches.iter().zip(&names).map(|(visits, name)| {
        let nodes = in_thousands(visits.nodes.len() as u64);
        let (iteration, value) = (visits.iteration, words::score(visits.value));
        let roots = roots(visits);
        format!("{name}, iteration {iteration}: {nodes} nodes{roots}, value {value}")
    });
    let mut sentences: Vec<String> = sentences.collect();
    if let [a, b] = &names[..] {
        let [both, only_a, only_b] = shares(difference);
        let [first, second] = [&searches[0].name, &searches[1].name];
        if let Some((why, [number, below_a, below_b])) = reasons(difference).first() {
            let (name, below, only) = match below_a >= below_b {
                true => (a, *below_a, only_a),
                false => (b, *below_b, only_b),
            };
            // In tenths of a per cent, so that nothing is rounded up to all.
            let share = below * 1000 / only.max(1);
            let share = format!("{}.{}", share / 10, share % 10);
            let (why, nodes) = (
                words::why(*why, [first, second], all),
                large_count(*number, "node"),
            );
            let sentence = format!(
                "{why}, at {nodes}: below them lie {share} % of the nodes that only {name} enters"
            );
            sentences.insert(0, sentence);
        }
        let [both, only_a, only_b] = [both, only_a, only_b].map(in_thousands);
        sentences.push(format!(
            "{both} nodes are in both, {only_a} only in {a}, {only_b} only in {b}"
        ));
    }
    sentences
}

/// How a driver searched the root, if more than once: the nodes of each search of it.
fn roots(visits: &Visits) -> String {
    let sizes = visits.below(None).map(|root| visits.nodes[root].size);
    let sizes: Vec<String> = sizes.map(|size| in_thousands(size.into())).collect();
    match sizes.len() {
        0 | 1 => String::new(),
        roots => format!(" in {roots} searches of the root ({})", sizes.join(" + ")),
    }
}

/// The nodes that are in both searches, only in the first, and only in the second.
fn shares(difference: &Difference) -> [u64; 3] {
    let mut shares = [0; 3];
    for pair in &difference.pairs {
        let share = match pair.places {
            [_, NONE] => 1,
            [NONE, _] => 2,
            _ => 0,
        };
        shares[share] += 1;
    }
    shares
}

fn left_out(pairs: &[Pair], kept: &Kept) -> String {
    format!(
        "The picture shows {} nodes: those with the largest subtrees, and the listed divergences. The other {}, with subtrees of at most {}, are left out. The tables count every node.",
        in_thousands(kept.places.len() as u64),
        in_thousands((pairs.len() - kept.places.len()) as u64),
        count(kept.largest_left_out as usize, "node"),
    )
}

/// A section that is a table: the first `words` columns hold words, the others numbers. A row is its cells.
fn section(
    id: &str,
    title: &str,
    about: &str,
    words: usize,
    heads: &[&str],
    rows: impl IntoIterator<Item = Markup>,
) -> Markup {
    html! {
        section id=(id) {
            h2 { (title) }
            @if !about.is_empty() { p { (about) } }
            div.scroll role="region" tabindex="0" aria-label=(title) {
                table {
                    thead { tr { @for (at, head) in heads.iter().enumerate() { th scope="col" class=[(at >= words).then_some("n")] { (head) } } } }
                    tbody { @for row in rows { tr { (row) } } }
                }
            }
        }
    }
}

fn numbers(numbers: impl IntoIterator<Item = u64>) -> Markup {
    html! { @for number in numbers { td.n { (in_thousands(number)) } } }
}

fn text(text: &str) -> Markup {
    html! { td { (text) } }
}

/// A button that leads to a node; its text becomes the path of moves.
fn link(kept: &Kept, pair: u32) -> Markup {
    match kept.of(pair) {
        NONE => text("the root"),
        node => html! { td { button.node type="button" data-node=(node) { "node " (node) } } },
    }
}

/// Where two searches first differ.
fn first(difference: &Difference, [a, b]: [&Visits; 2], names: &Names, kept: &Kept) -> Markup {
    let searches = [&a.name[..], &b.name[..]];
    let rows = Aspect::ALL.map(|aspect| {
        let found = difference.first[aspect as usize];
        let found = found.and_then(|pair| Some((pair, difference.pairs.get(pair as usize)?)));
        let (node, why) = match found {
            None => (text("nowhere"), String::new()),
            Some((pair, &Pair { places: [x, y], .. })) => {
                let nodes = [&a.nodes[x as usize], &b.nodes[y as usize]];
                let why = words::aspect(aspect, nodes, searches, names, nodes[0].ply == 0);
                (link(kept, pair), why)
            }
        };
        html! { (text(words::aspect_name(aspect))) (node) (text(&why)) }
    });
    let about = "For each aspect the first node of both searches that differs in it: windows, orders of moves and depths as nodes are entered, results as nodes are left.";
    let heads = ["aspect", "node", "cause"];
    section("first", "First differences", about, 3, &heads, rows)
}

/// The divergences that are listed, the largest first.
fn largest(difference: &Difference) -> Vec<&Divergence> {
    let mut largest: Vec<&Divergence> = difference.divergences.iter().collect();
    largest.sort_by_key(|divergence| std::cmp::Reverse(divergence.only[0] + divergence.only[1]));
    largest.truncate(MOST_LISTED);
    largest
}

/// The node of a divergence and what it leads to, by place.
fn shown_with(pairs: &[Pair], pair: u32) -> Vec<u32> {
    let Some(&Pair { size, .. }) = pairs.get(pair as usize) else {
        return Vec::new();
    };
    let next = |place: &u32| Some(place + pairs.get(*place as usize)?.size);
    let below = successors(Some(pair + 1), next).take_while(|&place| place < pair + size);
    [pair].into_iter().chain(below).collect()
}

/// For each cause the number of divergences, and of the nodes that only one search enters; the largest first.
fn reasons(difference: &Difference) -> Vec<(Why, [u64; 3])> {
    let mut reasons: BTreeMap<Why, [u64; 3]> = BTreeMap::new();
    for one in &difference.divergences {
        let sums = reasons.entry(one.why).or_default();
        *sums = [sums[0] + 1, sums[1] + one.only[0], sums[2] + one.only[1]];
    }
    let mut reasons: Vec<(Why, [u64; 3])> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, [_, a, b])| std::cmp::Reverse(a + b));
    reasons
}

/// The divergences by reason, and the largest one by one.
fn divergences(
    difference: &Difference,
    largest: &[&Divergence],
    (searches, names): ([&str; 2], &Names),
    kept: &Kept,
) -> Markup {
    if difference.divergences.is_empty() {
        return html! {
            section id="reasons" { h2 { "Causes of divergence" } p { "None: both searches enter the same nodes." } }
        };
    }
    let why = |why| text(&words::why(why, searches, names));
    let reasons = reasons(difference).into_iter();
    let reasons = reasons.map(|(reason, sums)| html! { (why(reason)) (numbers(sums)) });
    let listed = largest.iter();
    let listed =
        listed.map(|one| html! { (link(kept, one.pair)) (why(one.why)) (numbers(one.only)) });
    let of_all = match difference.divergences.len() {
        all if all > MOST_LISTED => {
            let all = in_thousands(all as u64);
            format!("The {MOST_LISTED} largest of {all} divergences.")
        }
        _ => "All divergences, the largest first.".to_owned(),
    };
    let [a, b] = &searches.map(|name| format!("nodes only in {}", escape::plain(name)));
    let about = "A divergence is a node of both searches right below which one of them enters nodes that the other does not. Its cause is what differs first there. Each node that only one search enters is counted once, for the nearest divergence above it.";
    html! {
        (section("reasons", "Causes of divergence", about, 1, &["cause", "divergences", a, b], reasons))
        (section("divergences", "Divergences", &of_all, 2, &["node", "cause", a, b], listed))
    }
}

/// How nodes ended in each search.
fn totals(searches: &[&Visits], names: &Names, difference: &Difference) -> Markup {
    let mut ends: BTreeMap<(End, u8), Vec<u64>> = BTreeMap::new();
    for (which, visits) in searches.iter().enumerate() {
        for (end, number) in visits.ends() {
            let numbers = ends.entry(end).or_insert(vec![0; searches.len()]);
            numbers[which] = number;
        }
    }
    let row = |what: &str, each: Vec<u64>| html! { (text(what)) (numbers(each)) };
    let of_end = |((end, by), each)| {
        let what = format!("{}{}", words::end(end), escape::plain(&names.by(by)));
        row(&what, each)
    };
    let mut rows: Vec<Markup> = ends.into_iter().map(of_end).collect();
    let nodes = searches.iter().map(|visits| visits.nodes.len() as u64);
    rows.push(row("all", nodes.collect()));
    if searches.len() == 2 {
        let [both, a, b] = shares(difference);
        rows.push(row("of them in both", vec![both, both]));
        rows.push(row("of them in this search only", vec![a, b]));
    }
    let names = searched(searches);
    let mut heads = vec!["how nodes ended"];
    heads.extend(names.iter().map(String::as_str));
    section("totals", "How nodes ended", "", 1, &heads, rows)
}
