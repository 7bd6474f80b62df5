//! Subsets of some settings, each setting being on or off: `[[subsets]]`, `[[leave-one-out]]`, and grids of two values.

use std::collections::HashSet;

use chacha20::ChaCha8Rng;
use plybench_text::plural::count;
use rand::{SeedableRng, seq::SliceRandom};
use toml::Table;

use super::{
    base::{Bases, lay},
    section::{Mistake, Section, SpannedValue},
    setting_name, settings,
    variant::{ExperimentVariant, Located, Start, addition},
};

/// More subsets would be too many variants: all of more than 16 settings.
const MOST_SUBSETS: u64 = 1 << 16;
/// The subsets of so many settings are named after those that they lack, if these are fewer.
const MANY: usize = 5;
/// More settings are surely a mistake, whichever subsets are taken.
const MOST: usize = 32;

/// Some settings, and variants that have some of them on and the others off.
#[derive(Clone, Debug, PartialEq)]
pub struct Subsets {
    /// The name of its table in the file.
    pub name: String,
    /// The settings, as they are named in the variants' names.
    pub settings: Vec<String>,
    /// Variants, each with the settings that it has on: bit 0 is the first of [`settings`](Self::settings). Those with no setting and
    /// with one alone are always here, even if they are not among the experiment's variants.
    pub variants: Vec<(u32, ExperimentVariant)>,
    /// The orders of the settings, by number from 0, that the variants were drawn for; empty if they were not drawn.
    pub orders: Vec<Vec<usize>>,
}

/// A setting that is on or off.
struct Switch {
    label: String,
    /// What lies over the base where it is on, and where it is off.
    on: Table,
    off: Table,
}

impl Switch {
    /// A name switches a setting of the base off, which is then as in `plain`; a table of settings adds these to the base.
    fn of(start: &Start, section: &Section, node: &SpannedValue) -> Result<Self, Mistake> {
        let at = node.span().start;
        let refused = |error| start.mistake(at, error);
        if let Some(key) = node.get_ref().as_str() {
            let setting = setting_name::find(key).map_err(refused)?;
            let plain = settings::variant("plain").map_err(refused)?;
            let values = settings::values(&plain.options.into()).into_iter();
            let of_plain = { values }.find_map(|(other, value)| value.filter(|_| other == setting));
            let off = of_plain.unwrap_or_else(|| setting.default.clone());
            return Ok(Switch {
                label: setting_name::short(&setting.key).to_owned(),
                on: Table::new(),
                off: Table::from_iter([(setting.key.clone(), off)]),
            });
        }
        let table = node.get_ref().as_table().filter(|table| !table.is_empty());
        let table = table.ok_or_else(|| section.refused_at("of", node, OF))?;
        let on = start.checked_table(table)?;
        Ok(Switch {
            label: addition(&on),
            on,
            off: Table::new(),
        })
    }
}

/// What `of` is.
const OF: &str = "a list of settings: names of those that the base has on, or tables to add, such as [\"history\", { killers = true }]";

/// A table of the file: its settings over those of its base.
struct Switches<'t> {
    start: Start<'t>,
    set: Table,
    all: Vec<Switch>,
    /// Whether the names of variants say what is left out, not what is on.
    leaves_out: bool,
}

impl<'t> Switches<'t> {
    fn of(kind: &'static str, section: &'t Section<'t>, bases: &Bases) -> Result<Self, Mistake> {
        let start = Start::of(kind, section, bases)?;
        let of = section.required("of")?;
        let nodes = of.get_ref().as_array().filter(|nodes| nodes.len() >= 2);
        let nodes = nodes.ok_or_else(|| section.refused("of", &format!("{OF}, two or more")))?;
        if nodes.len() > MOST {
            let problem = format!(
                "of has {}; give at most {MOST}",
                count(nodes.len(), "setting")
            );
            return Err(start.mistake(of.span().start, problem));
        }
        let (mut given, mut all) = (HashSet::new(), Vec::new());
        for node in nodes.iter() {
            let switch = Switch::of(&start, section, node)?;
            for key in switch.on.keys().chain(switch.off.keys()) {
                if !given.insert(key.clone()) {
                    let key = setting_name::short(key);
                    let problem = format!("{key:?} is given twice in of; remove one of the two");
                    return Err(start.mistake(node.span().start, problem));
                }
            }
            all.push(switch);
        }
        let switches = Switches {
            set: start.set()?,
            start,
            all,
            leaves_out: kind == LEAVE_ONE_OUT,
        };
        let options = |subset| Ok(switches.variant(subset)?.1.1.options().ok());
        let whole = options(switches.whole())?;
        for ((number, node), switch) in nodes.iter().enumerate().zip(&switches.all) {
            if options(switches.whole() ^ 1 << number)? == whole {
                let fix = match switch.on.is_empty() {
                    true => "give a base that has it on",
                    false => "give a base that does not have it yet",
                };
                let problem = format!("{:?} changes nothing; {fix}, or remove it", switch.label);
                return Err(switches.start.mistake(node.span().start, problem));
            }
        }
        Ok(switches)
    }

    /// The subset of all settings.
    fn whole(&self) -> u32 {
        u32::MAX >> (32 - self.all.len())
    }

    /// The variant that has these settings on, with the subset.
    fn variant(&self, subset: u32) -> Result<(u32, Located), Mistake> {
        let (mut set, mut labels) = (self.set.clone(), Vec::new());
        let (on, all) = (subset.count_ones() as usize, self.all.len());
        let leaves_out = self.leaves_out || all >= MANY && all - on < on;
        for (number, switch) in self.all.iter().enumerate() {
            let is_on = subset >> number & 1 == 1;
            lay(&mut set, if is_on { &switch.on } else { &switch.off });
            if is_on != leaves_out {
                labels.push(&*switch.label);
            }
        }
        let labels = match subset {
            0 => "none".to_owned(),
            _ if subset == self.whole() => "all".to_owned(),
            _ if leaves_out => format!("-{}", labels.join(",")),
            _ => labels.join(","),
        };
        let name = format!("{}/{labels}", self.start.name.get_ref());
        Ok((subset, self.start.variant(name, &set)?))
    }

    /// The subsets with their variants.
    fn expanded(
        &self,
        subsets: impl IntoIterator<Item = u32>,
        orders: Vec<Vec<usize>>,
    ) -> Result<(Subsets, Vec<Located>), Mistake> {
        let all = subsets.into_iter().map(|subset| self.variant(subset));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        // Other tables may have the base, and it with one setting.
        let small = std::iter::once(0).chain((0..self.all.len()).map(|number| 1 << number));
        let small = small.filter(|subset| all.iter().all(|(one, _)| one != subset));
        let small = small.map(|subset| self.variant(subset));
        let small = small.collect::<Result<Vec<_>, _>>()?;
        let variants =
            (all.iter().chain(&small)).map(|(subset, (_, variant))| (*subset, variant.clone()));
        let subsets = Subsets {
            name: self.start.name.get_ref().clone(),
            settings: self.all.iter().map(|switch| switch.label.clone()).collect(),
            variants: variants.collect(),
            orders,
        };
        Ok((
            subsets,
            all.into_iter().map(|(_, located)| located).collect(),
        ))
    }
}

const LEAVE_ONE_OUT: &str = "leave-one-out";

type Expand = fn(&Section, &Bases) -> Result<(Subsets, Vec<Located>), Mistake>;

/// The tables of the file, and what each expands to.
pub(super) const TABLES: [(&str, Expand); 2] =
    [(LEAVE_ONE_OUT, leave_one_out), ("subsets", subsets)];

/// The variants of a `[[leave-one-out]]` table: one with all of its settings, and one without each.
fn leave_one_out(section: &Section, bases: &Bases) -> Result<(Subsets, Vec<Located>), Mistake> {
    let switches = Switches::of(LEAVE_ONE_OUT, section, bases)?;
    let whole = switches.whole();
    let without = (0..switches.all.len()).map(|number| whole ^ 1 << number);
    switches.expanded(std::iter::once(whole).chain(without), Vec::new())
}

/// The variants of a `[[subsets]]` table: all subsets of its settings, or those of some sizes; with drawn orders, those along the
/// orders, each of which adds the settings one by one, each setting alone, each left out, and those of the sizes if any are given.
fn subsets(section: &Section, bases: &Bases) -> Result<(Subsets, Vec<Located>), Mistake> {
    let drawn = section.whole("orders", 1, Some(10_000_u32))?;
    let seed = section.whole("seed", 0, Some(u32::MAX))?;
    let switches = Switches::of("subsets", section, bases)?;
    let count = switches.all.len();
    let give = format!("a list of numbers from 0 to {count}, such as [0, 1, 2]");
    let sizes: Option<Vec<u32>> = section.optional("sizes", &give)?;
    if sizes.iter().flatten().any(|size| *size as usize > count) || sizes == Some(Vec::new()) {
        return Err(section.refused("sizes", &give));
    }
    let orders = match (drawn, seed) {
        (None, None) => Vec::new(),
        (Some(drawn), Some(seed)) => orders(drawn, seed, count),
        (Some(_), None) => return Err(section.lacks("seed", "seed = 1")),
        (None, Some(_)) => return Err(section.lacks("orders", "orders = 20")),
    };
    // Without orders, no sizes are all sizes; with them, none.
    let most = orders.is_empty().then_some(count as u32);
    let sizes = sizes.unwrap_or_else(|| most.map_or(Vec::new(), |most| (0..=most).collect()));
    let number = |&size: &u32| choices(count as u64, size.into());
    let number: u64 = sizes.iter().map(number).sum();
    if number > MOST_SUBSETS {
        let problem = format!(
            "of has {count} settings, and they have {number} subsets; give at most 16, or sizes with at most {MOST_SUBSETS}, or add \
             lines such as orders = 20 and seed = 1, to draw some"
        );
        let of = section.required("of")?.span().start;
        return Err(switches.start.mistake(of, problem));
    }
    let of_sizes = sizes.iter().flat_map(|&size| of_size(count, size));
    let along = orders.iter().flat_map(|order| along(order));
    // Each setting alone, and each left out, whatever the orders.
    let single = (0..if orders.is_empty() { 0 } else { count }).map(|number| 1 << number);
    let single = single.flat_map(|one| [one, switches.whole() ^ one]);
    let mut chosen: Vec<u32> = of_sizes.chain(along).chain(single).collect();
    chosen.sort_unstable_by_key(|subset| (subset.count_ones(), *subset));
    chosen.dedup();
    switches.expanded(chosen, orders)
}

/// In how many ways so many settings can be chosen of `all`.
fn choices(all: u64, chosen: u64) -> u64 {
    (0..chosen).fold(1, |ways, at| ways * (all - at) / (at + 1))
}

/// The subsets of so many of `all` settings, which are at most 32.
fn of_size(all: usize, size: u32) -> impl Iterator<Item = u32> {
    let least = (1_u64 << size) - 1;
    let next = move |&subset: &u64| {
        // The next greater number with as many bits (Gosper's method; Beeler, Gosper and Schroeppel 1972, HAKMEM, item 175).
        let lowest = subset & subset.wrapping_neg();
        let risen = subset + lowest;
        let following = ((risen ^ subset) >> 2).checked_div(lowest)? | risen;
        (following >> all == 0).then_some(following)
    };
    std::iter::successors(Some(least), next).map(|subset| subset as u32)
}

/// So many orders of the settings from 0, each drawn with equal probability.
fn orders(drawn: u32, seed: u32, settings: usize) -> Vec<Vec<usize>> {
    let mut generator = ChaCha8Rng::seed_from_u64(u64::from(seed));
    let draw = |_| {
        let mut order: Vec<usize> = (0..settings).collect();
        order.shuffle(&mut generator);
        order
    };
    (0..drawn).map(draw).collect()
}

/// The subsets that an order goes through, from none to all.
fn along(order: &[usize]) -> impl Iterator<Item = u32> {
    (0..=order.len()).map(|length| {
        order[..length]
            .iter()
            .fold(0, |subset, at| subset | 1 << at)
    })
}

impl Subsets {
    /// The settings of a grid, if each is on or off there: `false`, `off` or else its first value is off.
    pub(super) fn of_grid<P>(
        name: &str,
        lists: &[Vec<(String, P)>],
        variants: &[Located],
    ) -> Option<Self> {
        let varied = || lists.iter().filter(|list| list.len() > 1);
        if varied().count() < 2 || varied().count() > MOST || varied().any(|list| list.len() > 2) {
            return None;
        }
        let is_off = |text: &str| text.ends_with("=false") || text.ends_with("=off");
        // Which of its two values is on.
        let on = |list: &[(String, P)]| usize::from(!is_off(&list[1].0));
        let label = |list: &Vec<(String, P)>| {
            let text = &list[on(list)].0;
            text.strip_suffix("=true").unwrap_or(text).to_owned()
        };
        let subset = |mut number: usize| {
            // The last list's values change fastest.
            let is_on = varied().rev().map(|list| {
                let is_on = number % 2 == on(list);
                number /= 2;
                is_on
            });
            is_on.fold(0, |subset, is_on| subset << 1 | u32::from(is_on))
        };
        let numbered = variants.iter().enumerate();
        let variants = numbered.map(|(number, (_, variant))| (subset(number), variant.clone()));
        Some(Subsets {
            name: name.to_owned(),
            settings: varied().map(label).collect(),
            variants: variants.collect(),
            orders: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Experiment, *};

    fn parse(tables: &str) -> Result<Experiment, String> {
        let text = format!(
            "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 3\n\
             positions = [{{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }}]\n\
             variants = [{{ name = \"off\", base = \"plain\" }}]\n{tables}"
        );
        Experiment::parse(&text).map_err(|error| error.to_string())
    }

    fn names(tables: &str) -> Vec<String> {
        let variants = parse(tables).unwrap().variants.into_iter();
        variants.skip(1).map(|variant| variant.name).collect()
    }

    #[test]
    fn the_subsets_of_a_size_are_all_of_them() {
        for all in 2..=12 {
            for size in 0..=all as u32 {
                let wanted = (0..1 << all).filter(|subset: &u32| subset.count_ones() == size);
                let wanted: Vec<u32> = wanted.collect();
                assert_eq!(of_size(all, size).collect::<Vec<_>>(), wanted);
                assert_eq!(choices(all as u64, size.into()), wanted.len() as u64);
            }
        }
        assert_eq!(of_size(32, 32).collect::<Vec<_>>(), [u32::MAX]);
        assert_eq!(of_size(32, 31).count(), 32);
    }

    const LEFT_OUT: &str = "leave-one-out = [{ name = \"m\", base = \"modern\", of = [\"null-move\", \"size\", { prob-cut = true }] }]";

    #[test]
    fn each_setting_is_left_out_in_turn() {
        assert_eq!(
            names(LEFT_OUT),
            ["m/all", "m/-null-move", "m/-size", "m/-prob-cut"]
        );
        let variants = parse(LEFT_OUT).unwrap().variants;
        let options = |at: usize| variants[at].options().unwrap().search;
        let modern = settings::variant("modern").unwrap().options;
        let plain = settings::variant("plain").unwrap().options;
        assert!(
            options(1).techniques.null_move.is_some() && options(2).techniques.null_move.is_none()
        );
        assert_eq!(
            (options(1).table.size, options(3).table.size),
            (modern.table.size, plain.table.size)
        );
        assert_eq!(options(4), modern);
    }

    const SUBSETS: &str = "subsets = [{ name = \"s\", base = \"plain\", of = [{ mvv-lva = true }, { killers = true, history = true }, \
                           { fail = \"soft\" }], EXTRA }]";

    #[test]
    fn all_subsets_some_sizes_or_those_along_orders() {
        let with = |extra: &str| names(&SUBSETS.replace(", EXTRA", extra).replace("soft", "hard"));
        let all = with("");
        assert_eq!(all.len(), 8);
        assert_eq!(&all[..3], ["s/none", "s/mvv-lva", "s/history,killers"]);
        assert_eq!((&*all[4], &*all[7]), ("s/mvv-lva,history,killers", "s/all"));
        assert_eq!(with(", sizes = [3, 0]"), ["s/none", "s/all"]);
        let five = "{ fail = \"hard\" }, { scout = \"pvs\" }, { table-move = true }]";
        let drawn = SUBSETS.replace("EXTRA", "orders = 2, seed = 7");
        let drawn = parse(&drawn.replace("{ fail = \"soft\" }]", five)).unwrap();
        let Subsets {
            orders, variants, ..
        } = &drawn.subsets[0];
        // Not a published value: the result of these random numbers, so that a change of them is noticed.
        assert_eq!(orders[..], [vec![0, 3, 1, 2, 4], vec![1, 2, 4, 0, 3]]);
        // On the way of the orders are four subsets of two or three settings.
        let subsets: Vec<u32> = variants.iter().map(|(subset, _)| *subset).collect();
        let alone = [0, 1, 2, 4, 8, 16];
        let without = [0b01111, 0b10111, 0b11011, 0b11101, 0b11110, 0b11111];
        let along = [0b00110, 0b01001, 0b01011, 0b10110];
        assert_eq!(subsets, [&alone[..], &along, &without].concat());
        let pairs = SUBSETS.replace("EXTRA", "orders = 2, seed = 7, sizes = [2]");
        let pairs = parse(&pairs.replace("{ fail = \"soft\" }]", five)).unwrap();
        let of = |size| move |(subset, _): &&(u32, _)| subset.count_ones() == size;
        let number = |size| pairs.subsets[0].variants.iter().filter(of(size)).count();
        // All ten pairs; the others are those along the orders.
        assert_eq!([0, 1, 2, 3, 4, 5].map(number), [1, 5, 10, 2, 5, 1]);
    }

    #[test]
    fn the_subset_of_none_is_searched_where_it_is_the_baseline() {
        let table = "subsets = [{ name = \"s\", base = \"plain\", of = [{ mvv-lva = true }, { killers = true }], sizes = [2] }]";
        let with = |table: &str, baseline: &str| {
            let text = format!(
                "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"{baseline}\"\ndepth = 3\n\
                 positions = [{{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }}]\n{table}"
            );
            let variants = Experiment::parse(&text).unwrap().variants.into_iter();
            variants.map(|variant| variant.name).collect::<Vec<_>>()
        };
        assert_eq!(with(table, "s/all"), ["s/all"]);
        assert_eq!(with(table, "s/none"), ["s/none", "s/all"]);
        assert_eq!(with(table, "s/killers"), ["s/killers", "s/all"]);
        let all = table.replace("sizes = [2]", "sizes = [0, 2]");
        assert_eq!(with(&all, "s/none"), ["s/none", "s/all"]);
        let left_out = LEFT_OUT.replace(", \"size\"", "");
        assert_eq!(with(&left_out, "m/none")[..2], ["m/none", "m/all"]);
    }

    #[test]
    fn mistakes_are_one_line_that_says_how_to_fix_it() {
        let subsets = |extra: &str| SUBSETS.replace("EXTRA", extra);
        for (tables, says) in [
            (
                LEFT_OUT.replace("modern", "plain"),
                "\"null-move\" changes nothing; give a base that has it on, or remove it",
            ),
            (
                subsets("sizes = []"),
                "\"fail=soft\" changes nothing; give a base that does not have it yet, or remove it",
            ),
            (
                LEFT_OUT.replace("prob-cut = true", "null-move = true"),
                "\"null-move\" is given twice in of",
            ),
            (
                LEFT_OUT.replace("\"size\"", "\"sise\""),
                "did you mean \"size\"?",
            ),
            (
                LEFT_OUT.replace("\"size\"", "7"),
                "of = 7; give a list of settings",
            ),
            (
                LEFT_OUT.replace(
                    "[\"null-move\", \"size\", { prob-cut = true }]",
                    "[\"null-move\"]",
                ),
                "two or more",
            ),
            (
                subsets("sizes = [4]").replace("soft", "hard"),
                "a list of numbers from 0 to 3",
            ),
            (
                subsets("orders = 2").replace("soft", "hard"),
                "seed is missing",
            ),
            (
                subsets("seed = 2").replace("soft", "hard"),
                "orders is missing",
            ),
        ] {
            let message = parse(&tables).unwrap_err();
            assert!(
                message.contains(says) && !message.contains('\n'),
                "{message}"
            );
        }
    }
}
