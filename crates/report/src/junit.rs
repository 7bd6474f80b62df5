//! JUnit XML, which CI systems show test by test. There is no standard: the few elements and attributes here are those that Jenkins
//! and GitLab read.

use std::io;

use quick_xml::{
    ElementWriter, Writer,
    events::{BytesDecl, BytesText, Event},
};

use plybench_text::escape;

/// One check of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The suite, under whose name readers show it together with others.
    pub suite: String,
    /// Its name, which differs within a suite.
    pub name: String,
    /// Whether it passed; if not, why.
    pub outcome: Outcome,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What was checked holds.
    Passed,
    /// It was not carried out, with the reason.
    Skipped(&'static str),
    /// What was checked does not hold.
    Failed {
        /// The kind of the worst failure, such as `score`.
        kind: String,
        /// A sentence for each failure, the worst first.
        messages: Vec<String>,
    },
}

impl Outcome {
    fn is_failure(&self) -> bool {
        matches!(self, Outcome::Failed { .. })
    }
}

/// The file of these tests under the name of the command that wrote it.
pub(super) fn xml(name: &str, tests: &[Test]) -> io::Result<Vec<u8>> {
    let mut suites: Vec<&str> = Vec::new();
    for test in tests {
        if !suites.contains(&test.suite.as_str()) {
            suites.push(&test.suite);
        }
    }
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all: Vec<&Test> = tests.iter().collect();
    counted(&mut writer, "testsuites", name, &all).write_inner_content(|writer| {
        suites
            .iter()
            .try_for_each(|suite| of_suite(writer, suite, &all))
    })?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

/// An element with a name and with how its tests ended.
fn counted<'w>(
    writer: &'w mut Writer<Vec<u8>>,
    element: &'static str,
    name: &str,
    tests: &[&Test],
) -> ElementWriter<'w, Vec<u8>> {
    let failures = tests.iter().filter(|test| test.outcome.is_failure());
    writer
        .create_element(element)
        .with_attribute(("name", escape::plain(name).as_str()))
        .with_attribute(("tests", tests.len().to_string().as_str()))
        .with_attribute(("failures", failures.count().to_string().as_str()))
        .with_attribute(("errors", "0"))
}

fn of_suite(writer: &mut Writer<Vec<u8>>, suite: &str, all: &[&Test]) -> io::Result<()> {
    let of_suite = all.iter().copied().filter(|test| test.suite == suite);
    let tests: Vec<&Test> = of_suite.collect();
    let is_skipped = |test: &&&Test| matches!(test.outcome, Outcome::Skipped(_));
    let skipped = tests.iter().filter(is_skipped).count().to_string();
    counted(writer, "testsuite", suite, &tests)
        .with_attribute(("skipped", skipped.as_str()))
        .write_inner_content(|writer| tests.iter().try_for_each(|test| of_test(writer, test)))
        .map(|_| ())
}

fn of_test(writer: &mut Writer<Vec<u8>>, test: &Test) -> io::Result<()> {
    let element = writer
        .create_element("testcase")
        .with_attribute(("classname", escape::plain(&test.suite).as_str()))
        .with_attribute(("name", escape::plain(&test.name).as_str()));
    match &test.outcome {
        Outcome::Passed => element.write_empty(),
        Outcome::Skipped(reason) => element.write_inner_content(|writer| {
            let skipped = writer.create_element("skipped");
            skipped
                .with_attribute(("message", *reason))
                .write_empty()
                .map(|_| ())
        }),
        // Readers show one failure of a test: the worst is its headline, and its text has all.
        Outcome::Failed { kind, messages } => element.write_inner_content(|writer| {
            let messages: Vec<String> = messages.iter().map(|one| escape::plain(one)).collect();
            let worst = messages.first().map_or("", String::as_str);
            writer
                .create_element("failure")
                .with_attribute(("type", escape::plain(kind).as_str()))
                .with_attribute(("message", worst))
                .write_text_content(BytesText::new(&messages.join("\n")))
                .map(|_| ())
        }),
    }
    .map(|_| ())
}
