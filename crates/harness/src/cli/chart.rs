//! The options of charts: their format, their width on paper, and their title.

use std::{ffi::OsStr, path::Path};

use super::{failure::Failure, write::NamedFile};
use plybench_figures::{CaptionLength, Figure, Size};

/// How a chart is drawn.
#[derive(clap::Args)]
pub(super) struct ChartArguments {
    /// The chart's width on paper, in millimetres, for print: its type has the size of a caption, whatever the width
    #[arg(long, value_name = "N", value_parser = millimetres, allow_negative_numbers = true)]
    width_mm: Option<f64>,
    /// What a chart is for
    #[arg(long, value_enum, value_name = "THEME")]
    theme: Option<Theme>,
    /// The chart's title, in place of its own; none if it is empty
    #[arg(long, value_name = "TEXT", requires = "chart")]
    title: Option<String>,
    /// How much of its caption a chart has: full has also the experiment, the metric and the build, beside what the marks mean
    #[arg(long, value_enum, value_name = "LENGTH")]
    caption: Option<Captions>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Captions {
    /// No caption
    None,
    /// What the marks mean
    Short,
    /// All of it, unless this option is given
    Full,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Theme {
    /// Pages and paper, unless this option is given
    Print,
    /// 16:9 with large type, whatever --width-mm says, and no caption unless --caption asks for one
    Slide,
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

    pub(super) fn caption(&self) -> CaptionLength {
        match self.caption {
            Some(Captions::None) => CaptionLength::None,
            Some(Captions::Short) => CaptionLength::Short,
            Some(Captions::Full) => CaptionLength::Full,
            None if self.is_slide() => CaptionLength::None,
            None => CaptionLength::Full,
        }
    }

    pub(super) fn size(&self) -> Size {
        match self.is_slide() {
            true => Size::SLIDE,
            false => self.width_mm.map_or(Size::SCREEN, Size::on_paper),
        }
    }

    fn is_slide(&self) -> bool {
        self.theme == Some(Theme::Slide)
    }

    /// Draws a figure into the file of `--chart`, whose name says the format.
    pub(super) fn write(&self, figure: Figure, file: &Path) -> Result<(), Failure> {
        let figure = Figure {
            title: self.title().unwrap_or(figure.title),
            ..figure
        };
        let figure = figure.captioned(self.caption());
        let drawn = figure.drawn(self.size()).map_err(Failure::impossible)?;
        let ending = file.extension().and_then(OsStr::to_str);
        let ending = ending.unwrap_or_default();
        let bytes = match ending {
            "svg" => drawn.svg().into_bytes(),
            "png" => drawn.png().map_err(Failure::impossible)?,
            "pdf" => drawn.pdf(),
            _ => {
                return Err(Failure::input(format_args!(
                    "--chart {}: unknown format; give a file named .svg, .png or .pdf",
                    file.display()
                )));
            }
        };
        NamedFile::new(file, "--chart", ending)?.write(&bytes)
    }
}
