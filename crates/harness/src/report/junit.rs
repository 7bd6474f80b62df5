//! A run held against a baseline as JUnit XML, which CI systems show test by test: a suite a variant,
//! a test a position. There is no standard; the few elements and attributes here are those that Jenkins
//! and GitLab read. A job that the baseline does not know is a skipped test.

use std::io;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};

use super::{check::sentence, guard};
use crate::analysis::check::{BaselineComparison, JobVerdict};

/// The file.
///
/// # Errors
/// If it cannot be rendered, which memory alone could refuse.
pub fn junit(comparison: &BaselineComparison) -> io::Result<Vec<u8>> {
    let mut suites: Vec<(&str, Vec<&JobVerdict>)> = Vec::new();
    for verdict in &comparison.verdicts {
        match suites.iter_mut().find(|(name, _)| *name == verdict.variant) {
            Some((_, verdicts)) => verdicts.push(verdict),
            None => suites.push((&verdict.variant, vec![verdict])),
        }
    }
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let (tests, failures) = (comparison.verdicts.len(), comparison.departed_jobs());
    writer
        .create_element("testsuites")
        .with_attribute(("name", "plybench check"))
        .with_attribute(("tests", tests.to_string().as_str()))
        .with_attribute(("failures", failures.to_string().as_str()))
        .with_attribute(("errors", "0"))
        .write_inner_content(|writer| {
            let mut suites = suites.iter();
            suites
                .try_for_each(|(name, verdicts)| suite(writer, name, verdicts, &comparison.metric))
        })?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn suite(
    writer: &mut Writer<Vec<u8>>,
    name: &str,
    verdicts: &[&JobVerdict],
    metric: &str,
) -> io::Result<()> {
    let count = |counts: fn(&JobVerdict) -> bool| {
        let counted = verdicts.iter().filter(|verdict| counts(verdict));
        counted.count().to_string()
    };
    let failures = count(|verdict| !verdict.departures.is_empty());
    let skipped = count(|verdict| verdict.is_new);
    writer
        .create_element("testsuite")
        .with_attribute(("name", guard::shown(name).as_str()))
        .with_attribute(("tests", verdicts.len().to_string().as_str()))
        .with_attribute(("failures", failures.as_str()))
        .with_attribute(("errors", "0"))
        .with_attribute(("skipped", skipped.as_str()))
        .write_inner_content(|writer| {
            verdicts
                .iter()
                .try_for_each(|verdict| test(writer, verdict, metric))
        })
        .map(|_| ())
}

fn test(writer: &mut Writer<Vec<u8>>, verdict: &JobVerdict, metric: &str) -> io::Result<()> {
    let element = writer
        .create_element("testcase")
        .with_attribute(("classname", guard::shown(&verdict.variant).as_str()))
        .with_attribute(("name", guard::shown(&verdict.position).as_str()));
    if verdict.is_new {
        return element
            .write_inner_content(|writer| {
                let skipped = writer.create_element("skipped");
                let skipped = skipped.with_attribute(("message", "not in the baseline"));
                skipped.write_empty().map(|_| ())
            })
            .map(|_| ());
    }
    let Some(worst) = verdict.departures.first() else {
        return element.write_empty().map(|_| ());
    };
    // Readers show one failure a test: the worst gives its headline, and all stand in its text.
    let sentences: Vec<String> = verdict
        .departures
        .iter()
        .map(|departure| sentence(departure, metric))
        .collect();
    element
        .write_inner_content(|writer| {
            writer
                .create_element("failure")
                .with_attribute(("type", worst.kind(metric)))
                .with_attribute(("message", sentences[0].as_str()))
                .write_text_content(BytesText::new(&sentences.join("\n")))
                .map(|_| ())
        })
        .map(|_| ())
}
