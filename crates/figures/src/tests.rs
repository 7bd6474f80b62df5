//! Figures as a whole: their texts and shapes, in both formats.

use super::*;

fn series(label: &str, style: Style, values: &[f64]) -> Series {
    let points = (1..).zip(values).map(|(x, &y)| Point {
        whisker: Some(Interval {
            low: y / 2.0,
            high: y * 2.0,
        }),
        ..Point::bare(f64::from(x), y)
    });
    Series {
        label: label.to_owned(),
        style,
        points: points.collect(),
    }
}

fn figure(values: &[f64], panels: usize) -> Figure {
    let mut x = Axis::new("depth (plies)", Scale::Whole);
    x.notes = vec![Note {
        at: 1.0,
        text: "n 7".to_owned(),
        share: Some(0.5),
    }];
    let panel = Panel {
        heading: "table & co".to_owned(),
        marks: vec![Mark {
            x: 1.0,
            label: "here".to_owned(),
        }],
        ..Panel::of(
            x,
            Axis::new("nodes", Scale::Log10),
            vec![
                series("a < b", Style::VARIANTS[0], values),
                series("c", Style::BASELINE, values),
            ],
        )
    };
    Figure {
        title: "title".to_owned(),
        caption: Caption {
            marks: "caption".to_owned(),
            context: "of the experiment".to_owned(),
            ..Caption::default()
        },
        panels: vec![panel; panels],
        columns: 2,
    }
}

fn as_svg(figure: &Figure) -> Result<String, FigureError> {
    Ok(figure.drawn(Size::SCREEN)?.svg())
}

fn as_png(figure: &Figure) -> Result<Vec<u8>, FigureError> {
    figure.drawn(Size::SCREEN)?.png()
}

/// The elements of an SVG document of this name that have an attribute of this value.
fn count(svg: &str, element: &str, value: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    let elements = document
        .descendants()
        .filter(|node| node.has_tag_name(element));
    let having = elements.filter(|node| node.attributes().any(|one| one.value() == value));
    having.count()
}

/// The texts with the middle of each.
fn texts(svg: &str) -> Vec<(String, f64, f64)> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    let number = |node: &roxmltree::Node, name| node.attribute(name).unwrap().parse().unwrap();
    texts
        .map(|node| {
            let text = node.text().unwrap_or_default().to_owned();
            (text, number(&node, "x"), number(&node, "y"))
        })
        .collect()
}

#[test]
fn the_same_figure_is_the_same_bytes_and_has_its_texts() {
    for panels in 1..=4 {
        let figure = figure(&[3.0, 30.0, 200.0], panels);
        let svg = as_svg(&figure).unwrap();
        assert_eq!(svg, as_svg(&figure).unwrap());
        assert_eq!(as_png(&figure).unwrap(), as_png(&figure).unwrap());
        let texts = texts(&svg);
        let times = |text: &str| texts.iter().filter(|(other, ..)| other == text).count();
        // A label of both axes for all panels, and one key for each series.
        for once in [
            "title",
            "caption of the experiment",
            "a < b",
            "c",
            "depth (plies)",
            "nodes",
        ] {
            assert_eq!(times(once), 1, "{once}");
        }
        for each in ["table & co", "n 7", "here"] {
            assert_eq!(times(each), panels, "{each}");
        }
    }
}

#[test]
fn a_caption_is_drawn_as_long_as_it_is_wanted() {
    let drawn = |length| {
        let svg = as_svg(&figure(&[3.0, 30.0], 1).captioned(length)).unwrap();
        // Whatever is drawn, the picture's description is whole.
        assert!(
            svg.contains("<desc>caption of the experiment</desc>"),
            "{svg}"
        );
        let texts = texts(&svg).into_iter().map(|(text, ..)| text);
        let all: Vec<String> = texts.filter(|text| text.starts_with("caption")).collect();
        all.join("|")
    };
    assert_eq!(drawn(CaptionLength::Full), "caption of the experiment");
    assert_eq!(drawn(CaptionLength::Short), "caption");
    assert_eq!(drawn(CaptionLength::None), "");
}

#[test]
fn points_stand_on_their_intervals_near_their_ticks() {
    let svg = as_svg(&figure(&[40.0, 300.0, 2000.0], 1)).unwrap();
    let tick = |wanted: &str| {
        texts(&svg)
            .into_iter()
            .find(|(text, ..)| text == wanted)
            .unwrap()
            .1
    };
    let document = roxmltree::Document::parse(&svg).unwrap();
    let circles = document
        .descendants()
        .filter(|node| node.has_tag_name("circle"));
    let blue = circles.filter(|node| node.attribute("fill") == Some("#0072B2"));
    let places: Vec<f64> = blue
        .map(|node| node.attribute("cx").unwrap().parse().unwrap())
        .collect();
    // The first is the key's.
    for (place, at) in places[1..].iter().zip(["1", "2", "3"].map(tick)) {
        assert!((place - at).abs() < 10.0, "{place}: {at}");
    }
    let whiskers = document.descendants().filter(|node| {
        node.attribute("stroke-width") == Some("1.5") && node.attribute("stroke") == Some("#0072B2")
    });
    let whiskers = whiskers.map(|node| -> f64 {
        let points = node.attribute("points").unwrap();
        points.split(',').next().unwrap().parse().unwrap()
    });
    assert_eq!(whiskers.collect::<Vec<_>>(), places[1..]);
    // Another series stands on the other side of the tick.
    assert!(places[1] < tick("1") - 3.0, "{places:?}");
}

#[test]
fn a_slide_is_16_to_9() {
    let drawn = |figure: &Figure| {
        let svg = figure.drawn(Size::SLIDE).unwrap().svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let size = |name| {
            let text = document.root_element().attribute(name).unwrap();
            text.parse::<i32>().unwrap()
        };
        (size("width"), size("height"))
    };
    let bare = figure(&[40.0, 300.0, 2000.0], 1).captioned(CaptionLength::None);
    assert_eq!(drawn(&bare), (800, 450));
    // Four panels in two rows have less room than they need.
    let many = figure(&[40.0, 300.0, 2000.0], 4).captioned(CaptionLength::None);
    assert!(drawn(&many).1 > 450);
}

#[test]
fn in_a_column_of_print_the_plot_has_two_thirds_of_the_width() {
    let bare = figure(&[40.0, 300.0, 2000.0], 1);
    let size = Size::on_paper(85.0);
    let layout = layout::Layout::of(&bare, size).unwrap();
    let frame = layout.panels[0].frame;
    let share = f64::from(frame.right - frame.left) / f64::from(layout.width);
    assert!(share >= 2.0 / 3.0, "{share}");
}

#[test]
fn long_names_stand_above_their_rows_in_a_column_of_print() {
    let row = |at: i32| Point::bare(0.5, f64::from(at));
    let series = Series {
        label: String::new(),
        style: Style::VARIANTS[0].points(),
        points: (0..3).map(row).collect(),
    };
    let long = "a name of half the width";
    for (name, number, is_within) in [("short", 1, false), (long, 1, true), (long, 3, true)] {
        let names = (0..3).map(|at| format!("{name} {at}")).collect();
        let y = Axis::new("", Scale::Names(names));
        let of_rows = Figure {
            panels: vec![Panel::of(
                Axis::new("ratio", Scale::Log10),
                y,
                vec![series.clone(); number],
            )],
            ..figure(&[1.0], 1)
        };
        let drawn = |size: Size| {
            let layout = layout::Layout::of(&of_rows, size).unwrap();
            let places = &layout.panels[0];
            let frame = places.frame;
            let share = f64::from(frame.right - frame.left) / f64::from(layout.width);
            (places.has_names_within, share, frame.bottom - frame.top)
        };
        let (has_names_within, share, height) = drawn(Size::on_paper(85.0));
        assert_eq!(has_names_within, is_within);
        assert!(share >= 2.0 / 3.0, "{name}: {share}");
        assert_eq!(height > drawn(Size::SCREEN).2, is_within, "room for names");
        assert!(!drawn(Size::SCREEN).0);
        // The name stands on a line above the uppermost marker of its row.
        if is_within {
            let svg = of_rows.drawn(Size::on_paper(85.0)).unwrap().svg();
            let texts = texts(&svg);
            let (.., line) = texts
                .iter()
                .find(|(text, ..)| text == "a name of half the width 1")
                .unwrap();
            let layout = layout::Layout::of(&of_rows, Size::on_paper(85.0)).unwrap();
            let places = &layout.panels[0];
            let highest = (0..number).filter_map(|one| places.marker(one, &series.points[1]));
            let highest = highest.map(|(_, y)| y / canvas::FINE).min().unwrap();
            assert!(*line < f64::from(highest - 4), "{line} {highest}");
        }
    }
}

#[test]
fn a_heading_that_is_too_long_loses_its_middle() {
    let mut figure = figure(&[40.0, 300.0], 3);
    figure.panels[1].heading = format!("an engine {} of its author", "with a long name ".repeat(9));
    let svg = as_svg(&figure).unwrap();
    let mut texts = texts(&svg).into_iter().map(|(text, ..)| text);
    let heading = texts
        .find(|text| text.starts_with("an engine with"))
        .unwrap();
    assert!(heading.contains("...") && heading.ends_with("of its author"));
    let frame = layout::Layout::of(&figure, Size::SCREEN).unwrap().panels[1].frame;
    let room = frame.right - frame.left + panel::BESIDE;
    let taken = pen::width(&heading, pen::LABEL);
    assert!(taken <= room && taken > room * 9 / 10, "{taken} of {room}");
}

#[test]
fn a_value_without_a_place_breaks_the_line() {
    let lines = |values: &[f64]| {
        let mut figure = figure(values, 1);
        for series in &mut figure.panels[0].series {
            series.style = series.style.with_line(Dash::Solid);
        }
        let svg = as_svg(&figure).unwrap();
        count(&svg, "polyline", "2") - 2
    };
    assert_eq!(lines(&[3.0, 30.0, 200.0]), 2);
    assert_eq!(lines(&[3.0, 30.0, 0.0, 200.0, 9.0]), 4);
    assert_eq!(lines(&[3.0, 0.0, 200.0]), 0, "single points");
}

#[test]
fn only_what_is_drawn_has_a_key() {
    let mut figure = figure(&[3.0, 30.0], 1);
    figure.panels[0].series[0].points.clear();
    let svg = as_svg(&figure).unwrap();
    let names: Vec<String> = texts(&svg).into_iter().map(|(text, ..)| text).collect();
    assert!(names.contains(&"c".to_owned()) && !names.contains(&"a < b".to_owned()));
}

#[test]
fn names_are_read_from_above_and_intervals_lie_sideways() {
    let names: Vec<String> = ["alpha", "beta", "W".repeat(56).as_str()]
        .map(str::to_owned)
        .into();
    let row = |at: i32| Point {
        whisker: Some(Interval {
            low: 0.25,
            high: 1.0,
        }),
        ..Point::bare(0.5, f64::from(at))
    };
    let series = Series {
        label: String::new(),
        style: Style::VARIANTS[0].points(),
        points: (0..3).map(row).collect(),
    };
    let x = Axis::new("ratio", Scale::Log10);
    let figure = Figure {
        panels: vec![Panel::of(
            x,
            Axis::new("", Scale::Names(names)),
            vec![series],
        )],
        ..figure(&[1.0], 1)
    };
    let svg = as_svg(&figure).unwrap();
    let texts = texts(&svg);
    let top = |name: &str| {
        texts
            .iter()
            .find(|(text, ..)| text.starts_with(name))
            .unwrap()
            .2
    };
    assert!(top("alpha") < top("beta") && top("beta") < top("WWW"));
    assert_eq!(count(&svg, "circle", "#0072B2"), 3);
    let wide = texts
        .iter()
        .find(|(text, ..)| text.starts_with("WWW"))
        .unwrap();
    let left = wide.1 - f64::from(pen::width(&wide.0, pen::TICK));
    assert!(left >= f64::from(pen::MARGIN) - 1.0, "{left}");
}

#[test]
fn cells_have_their_colours_and_names_above() {
    let names = |count: usize| (0..count).map(|at| format!("a long name {at}")).collect();
    let tiles = Tiles {
        label: "caught".to_owned(),
        colour: Colour::Blue,
        strength: 1.0,
        tiles: vec![Tile {
            column: 11,
            row: 1,
            text: "0.5".to_owned(),
        }],
    };
    let (x, y) = (Scale::Names(names(12)), Scale::Names(names(2)));
    let figure = Figure {
        panels: vec![Panel {
            tiles: vec![tiles],
            ..Panel::of(Axis::new("", x), Axis::new("", y), Vec::new())
        }],
        ..figure(&[1.0], 1)
    };
    let svg = as_svg(&figure).unwrap();
    // The tile and its key.
    assert_eq!(count(&svg, "polygon", "#0072B2"), 2);
    assert!(svg.contains("rotate(-90"));
    assert!(texts(&svg).iter().any(|(text, ..)| text == "0.5"));
}

#[test]
fn a_band_is_an_area_with_a_key_and_has_its_place() {
    let mut figure = figure(&[3.0, 4.0], 1);
    let edge = |x, low, high| Edge { x, low, high };
    figure.panels[0].bands.push(Band {
        label: "most of them".to_owned(),
        colour: Colour::Grey,
        edges: vec![edge(1.0, 2.0, 4.0), edge(2.0, 3.0, 5.0)],
    });
    let svg = as_svg(&figure).unwrap();
    assert!(svg.contains("most of them") && svg.contains("fill-opacity"));
    figure.panels[0].bands[0].edges[0].low = f64::NAN;
    assert!(matches!(as_svg(&figure), Err(FigureError::Value(_))));
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    assert!(matches!(
        as_svg(&figure(&[], 1)),
        Err(FigureError::Empty(_))
    ));
    assert!(matches!(
        as_svg(&figure(&[1.0], 0)),
        Err(FigureError::Empty(_))
    ));
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(
            matches!(as_png(&figure(&[1.0, bad], 1)), Err(FigureError::Value(_))),
            "{bad}"
        );
    }
    // The whisker's end would be 0 as well.
    assert!(matches!(
        as_svg(&figure(&[0.0], 1)),
        Err(FigureError::Empty(_))
    ));
    assert!(as_png(&figure(&[5.0], 1)).is_ok(), "a single point");
}

#[test]
fn text_is_in_a_font_that_the_document_carries() {
    let svg = as_svg(&figure(&[3.0], 1)).unwrap();
    assert_eq!(svg.matches("@font-face").count(), 2);
    assert!(svg.contains("font/woff2;base64,d09GMk9U") && svg.contains("sans-serif"));
}

#[test]
fn names_of_points_keep_clear_of_each_other_and_the_last_series_comes_first() {
    let point = |x: f64, label: &str| Point {
        label: label.to_owned(),
        across: Some(Interval {
            low: x - 0.5,
            high: x + 0.5,
        }),
        ..Point::bare(x, 1.0)
    };
    let series = |names: [&str; 2]| Series {
        label: String::new(),
        style: Style::BASELINE.points(),
        points: (0..40)
            .map(|at| point(1.0 + f64::from(at) / 1000.0, names[at as usize % 2]))
            .collect(),
    };
    let all = vec![
        series(["beneath, a long name", "beneath, another name"]),
        series(["on top, a long name", "on top, another name"]),
    ];
    let panel = Panel::of(
        Axis::new("x", Scale::Linear),
        Axis::new("y", Scale::Linear),
        all,
    );
    let figure = Figure {
        title: "names".to_owned(),
        caption: String::new().into(),
        panels: vec![panel],
        columns: 1,
    };
    let svg = as_svg(&figure).unwrap();
    let texts = texts(&svg);
    let written: Vec<_> = texts
        .iter()
        .filter(|(text, ..)| text.contains("name,") || text.contains(" name"))
        .collect();
    // The names of the last series are written first, and those of others while there is room.
    let on_top = written
        .iter()
        .take_while(|(text, ..)| text.starts_with("on top"));
    let on_top = on_top.count();
    assert!(on_top > 0, "{written:?}");
    assert!(
        written[on_top..]
            .iter()
            .all(|(text, ..)| text.starts_with("beneath")),
        "{written:?}"
    );
    let places: std::collections::HashSet<_> = written
        .iter()
        .map(|(_, x, y)| (x.to_bits(), y.to_bits()))
        .collect();
    assert_eq!(places.len(), written.len(), "{written:?}");
}
