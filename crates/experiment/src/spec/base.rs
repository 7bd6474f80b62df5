//! What variants start from: a configuration of the engine with the file's `[defaults]`, or another variant of the file.

use std::collections::BTreeMap;

use plybench_engine::variants::ALL;
use plybench_text::{echo, suggestion};
use toml::Table;

use super::{
    section::{Mistake, Section, Text},
    setting_name::{self, SettingError},
    solver,
    variant::Start,
};

/// A configuration of the engine, and the settings that differ from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Base {
    pub(super) engine: String,
    pub(super) set: Table,
}

/// The bases of a file: `[defaults]` and `[[variants]]`, whatever their order.
#[derive(Default)]
pub(super) struct Bases {
    default: Option<Text>,
    defaults: Table,
    /// The file's variants by name, each with its base and its own settings.
    own: BTreeMap<String, (Text, Table)>,
}

impl Bases {
    pub(super) fn of(file: &Section) -> Result<Self, Mistake> {
        let mut bases = Bases::default();
        if let Some(section) = file.single("defaults")? {
            bases.default = section.optional_text("base")?;
            bases.defaults = Start::of_defaults(&section).set()?;
        }
        let own = file.each("variants", |section| {
            let start = Start::named("variant", section)?;
            let (name, base) = (start.name.get_ref().clone(), bases.given(section)?);
            let set = match base.get_ref() == solver::BASE {
                true => Table::new(),
                false => start.set()?,
            };
            Ok((name, (base, set)))
        })?;
        bases.own = own.into_iter().collect();
        // It is checked even if every variant has its own.
        if let Some(base) = &bases.default {
            let found = bases.find(base);
            found.map_err(|Mistake { at, problem }| {
                Mistake::new(at, format!("[defaults]: {problem}"))
            })?;
        }
        Ok(bases)
    }

    /// The base that a table of the file gives, or that of `[defaults]`.
    pub(super) fn given(&self, section: &Section) -> Result<Text, Mistake> {
        let given = section.optional_text("base")?;
        let given = given.or_else(|| self.default.clone());
        given.map_or_else(|| section.text("base"), Ok)
    }

    /// What a base is. A configuration of the engine takes precedence over a variant of the file with its name. `[defaults]` lie
    /// below all else, so that a variant that starts from another has its settings.
    pub(super) fn find(&self, base: &Text) -> Result<Base, Mistake> {
        let refused = |problem: String| Mistake::new(base.span().start, problem);
        let (mut name, mut chain) = (base.get_ref(), Vec::new());
        let mut layers = Vec::new();
        while !ALL.iter().any(|variant| variant.name == name) {
            if name == solver::BASE {
                let given = echo(base.get_ref());
                let leads = match chain.is_empty() {
                    true => format!("base = {given:?}"),
                    false => format!("base = {given:?} leads to {name:?}, which"),
                };
                return Err(refused(format!(
                    "{leads} is for [[variants]] alone; give a base that `plybench variants` lists"
                )));
            }
            let is_cycle = chain.contains(&name);
            chain.push(name);
            if is_cycle {
                return Err(refused(format!(
                    "base = {:?} leads back to itself ({}); give one of them a base that `plybench variants` lists",
                    echo(base.get_ref()),
                    echo(
                        &chain
                            .iter()
                            .map(|name| name.as_str())
                            .collect::<Vec<_>>()
                            .join(", ")
                    )
                )));
            }
            let Some((next, set)) = self.own.get(name) else {
                let engine = ALL.iter().map(|variant| variant.name);
                let all = engine.chain(self.own.keys().map(String::as_str));
                let unknown = SettingError::Variant {
                    name: echo(name),
                    hint: suggestion(name, all),
                };
                return Err(refused(unknown.to_string()));
            };
            layers.push(set);
            name = next.get_ref();
        }
        let mut set = self.defaults.clone();
        for layer in layers.into_iter().rev() {
            lay(&mut set, layer);
        }
        Ok(Base {
            engine: name.clone(),
            set,
        })
    }
}

/// Lays settings over others. A technique that is set again loses the parameters below.
pub(super) fn lay(set: &mut Table, over: &Table) {
    let techniques = over.keys().filter(|key| setting_name::is_technique(key));
    let reset: Vec<String> = techniques.map(|name| format!("{name}.")).collect();
    set.retain(|key, _| !reset.iter().any(|above| key.starts_with(above)));
    set.extend(over.clone());
}

#[cfg(test)]
mod tests {
    use super::super::Experiment;

    fn parse(tables: &str) -> Result<Experiment, String> {
        let text = format!(
            "purpose = \"test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 3\n\
             positions = [{{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }}]\n{tables}"
        );
        Experiment::parse(&text).map_err(|error| error.to_string())
    }

    const FILE: &str = r#"
[defaults]
base = "plain"
set = { scout = "pvs", null-move = { reduction = 3 } }
[[ladder]]
name = "l"
base = "b"
add = [{ history = true }]
[[variants]]
name = "b"
base = "a"
set = { killers = true, null-move = true }
[[variants]]
name = "a"
[[variants]]
name = "c"
set = { scout = "full-window", null-move.reduction = 4 }
[[variants]]
name = "plain"
base = "plain"
set = { mvv-lva = true }
"#;

    #[test]
    fn defaults_lie_below_all_and_a_variant_can_start_from_another() {
        let variants = parse(FILE).unwrap().variants;
        let text = |name: &str| {
            let variant = variants
                .iter()
                .find(|variant| variant.name == name)
                .unwrap();
            assert!(variant.options().is_ok());
            let set = variant
                .set
                .iter()
                .map(|(key, value)| format!("{}={value}", super::setting_name::short(key)));
            format!("{} {}", variant.base, set.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(
            text("a"),
            "plain scout=\"pvs\" null-move=true null-move.reduction=3"
        );
        // A technique that is set again has its own parameters.
        let b = "plain killers=true scout=\"pvs\" null-move=true";
        assert_eq!(text("b"), b);
        assert_eq!(
            text("l/1 +history"),
            b.replace("plain", "plain history=true")
        );
        assert_eq!(
            text("c"),
            "plain scout=\"full-window\" null-move=true null-move.reduction=4"
        );
        // A variant named as a configuration of the engine does not change what that is.
        assert!(!text("a").contains("mvv-lva") && text("plain").contains("mvv-lva"));
    }

    #[test]
    fn mistakes_are_located() {
        for (from, to, says) in [
            (
                "name = \"a\"\n",
                "name = \"a\"\nbase = \"b\"\n",
                "line 16: variant \"b\": base = \"a\" leads back to itself (a, b, a); give one of them a base that",
            ),
            (
                "base = \"b\"",
                "base = \"bb\"",
                "line 12: ladder \"l\": unknown variant \"bb\"; did you mean \"b\"? (`plybench variants` lists them)",
            ),
            (
                "base = \"plain\"\nset = { scout",
                "set = { scout",
                "line 17: [[variants]] lacks a key: base is missing; add a line such as base = \"plain\"",
            ),
            (
                "set = { scout = \"pvs\",",
                "set = { scout = \"pws\",",
                "line 9: [defaults]: setting scout: ",
            ),
            (
                "[defaults]\nbase = \"plain\"",
                "[defaults]\nbase = \"c\"",
                "line 8: [defaults]: base = \"c\" leads back to itself (c, c)",
            ),
        ] {
            let message = parse(&FILE.replacen(from, to, 1)).unwrap_err();
            assert!(message.starts_with(says), "{message}");
        }
    }
}
