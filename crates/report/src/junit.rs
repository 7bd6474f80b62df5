//! JUnit XML, which CI systems show test by test. There is no standard: the few elements and attributes here are those that Jenkins
//! and GitLab read.

use std::io;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};

use plybench_text::escape;

/// Tests under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The name.
    pub name: String,
    /// The tests.
    pub tests: Vec<Test>,
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its name, which differs within a suite.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It was not carried out, with the reason.
    Skipped(&'static str),
    /// It failed.
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

/// The file.
pub(super) fn xml(name: &str, suites: &[Suite]) -> io::Result<Vec<u8>> {
    let tests = || suites.iter().flat_map(|suite| &suite.tests);
    let failures = tests().filter(|test| test.outcome.is_failure()).count();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("testsuites")
        .with_attribute(("name", escape::plain(name).as_str()))
        .with_attribute(("tests", tests().count().to_string().as_str()))
        .with_attribute(("failures", failures.to_string().as_str()))
        .with_attribute(("errors", "0"))
        .write_inner_content(|writer| {
            suites.iter().try_for_each(|suite| of_suite(writer, suite))
        })?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn of_suite(writer: &mut Writer<Vec<u8>>, suite: &Suite) -> io::Result<()> {
    let count = |is_counted: fn(&Outcome) -> bool| {
        let counted = suite.tests.iter().filter(|test| is_counted(&test.outcome));
        counted.count().to_string()
    };
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    writer
        .create_element("testsuite")
        .with_attribute(("name", escape::plain(&suite.name).as_str()))
        .with_attribute(("tests", suite.tests.len().to_string().as_str()))
        .with_attribute(("failures", count(Outcome::is_failure).as_str()))
        .with_attribute(("errors", "0"))
        .with_attribute(("skipped", skipped.as_str()))
        .write_inner_content(|writer| {
            let mut tests = suite.tests.iter();
            tests.try_for_each(|test| of_test(writer, &suite.name, test))
        })
        .map(|_| ())
}

fn of_test(writer: &mut Writer<Vec<u8>>, suite: &str, test: &Test) -> io::Result<()> {
    let element = writer
        .create_element("testcase")
        .with_attribute(("classname", escape::plain(suite).as_str()))
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
