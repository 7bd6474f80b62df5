//! The options of charts: their format, their width on paper, and their title.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use super::{failure::Failure, write::write_file};
use plybench_figures::{Figure, FigureError, Size};

/// How a chart is drawn.
#[derive(clap::Args)]
pub(super) struct ChartArguments {
    /// The chart's width on paper, in millimetres, for print: its type has the size of a caption, whatever the width
    #[arg(long, value_name = "N", value_parser = millimetres, allow_negative_numbers = true)]
    width_mm: Option<f64>,
    /// The chart's title, in place of its own; none if it is empty
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

fn millimetres(text: &str) -> Result<f64, String> {
    let (least, most) = (Size::PAPER.start(), Size::PAPER.end());
    let number = text
        .parse()
        .ok()
        .filter(|number| Size::PAPER.contains(number));
    number.ok_or_else(|| format!("give millimetres from {least} to {most}"))
}

impl ChartArguments {
    /// The title, if it is given.
    pub(super) fn title(&self) -> Option<String> {
        self.title.clone()
    }

    pub(super) fn size(&self) -> Size {
        self.width_mm.map_or(Size::SCREEN, Size::on_paper)
    }

    /// Refuses options of a chart where none is drawn.
    pub(super) fn check(&self, chart: Option<&PathBuf>) -> Result<(), Failure> {
        let is_given = self.width_mm.is_some() || self.title.is_some();
        match (chart, is_given) {
            (None, true) => Err(Failure::input(
                "--width-mm and --title are for a chart; give --chart FILE, too",
            )),
            _ => Ok(()),
        }
    }

    /// Draws a figure into the file of `--chart`, whose name says the format.
    pub(super) fn write(&self, figure: Figure, file: &Path) -> Result<(), Failure> {
        let figure = Figure {
            title: self.title().unwrap_or(figure.title),
            ..figure
        };
        let bytes = bytes(&figure, self.size(), file.extension());
        let bytes = bytes.map_err(Failure::impossible)?.ok_or_else(|| {
            Failure::input(format_args!(
                "--chart {}: unknown format; give a file named .svg, .png or .pdf",
                file.display()
            ))
        })?;
        write_file(file, &bytes, "--chart")
    }
}

/// The figure in the format of this ending; none if there is no such format.
fn bytes(
    figure: &Figure,
    size: Size,
    ending: Option<&OsStr>,
) -> Result<Option<Vec<u8>>, FigureError> {
    let drawn = figure.drawn(size)?;
    Ok(match ending.and_then(OsStr::to_str) {
        Some("svg") => Some(drawn.svg().into_bytes()),
        Some("png") => Some(drawn.png()?),
        Some("pdf") => Some(drawn.pdf()),
        _ => None,
    })
}
