//! Search and move generation on the published table's position. The node count of each benchmark is
//! checked before it is timed.

use std::{hint::black_box, ops::ControlFlow, time::Duration};

use criterion::{Criterion, Throughput};
use plybench_engine::{
    game::chess::Chess,
    observe::Counters,
    search::{Search, SearchOptions},
    techniques::MateDistance,
    variants,
};

const FEN: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const DEPTH: u8 = 16;

fn options(form: MateDistance) -> SearchOptions {
    let mut options = variants::find("glass").expect("a built-in variant").options;
    options.techniques.mate_distance = form;
    options
}

fn nodes(root: &Chess, options: &SearchOptions) -> u64 {
    Search::new(root, options)
        .observed_by(&mut Counters::default())
        .to_depth(DEPTH, |_, _| ControlFlow::Continue(()))
        .nodes
}

fn benches(criterion: &mut Criterion) {
    let root = Chess::from_fen(FEN).expect("the table's position");
    let mut group = criterion.benchmark_group("krk");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));

    assert_eq!(root.perft(5), 48_645);
    group.throughput(Throughput::Elements(48_645));
    group.bench_function("perft 5", |bencher| {
        bencher.iter(|| black_box(&root).perft(5));
    });

    for (name, form, expected) in [
        ("search 16, off", MateDistance::Off, 4_525_028),
        ("search 16, test-only", MateDistance::TestOnly, 4_029_225),
    ] {
        let options = options(form);
        assert_eq!(nodes(&root, &options), expected, "{name}");
        group.throughput(Throughput::Elements(expected));
        group.bench_function(name, |bencher| {
            bencher.iter(|| nodes(black_box(&root), &options));
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
}
