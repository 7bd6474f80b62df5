//! Building a table, and probing a loaded one.

#![allow(
    missing_docs,
    reason = "criterion's macros write undocumented functions"
)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plybench_engine::game::chess::Chess;
use plybench_oracle::{Dtm, Material, Oracle};

fn build(criterion: &mut Criterion) {
    let krk = Material::parse("KRK").expect("a material");
    criterion.bench_function("build KRK", |bencher| {
        bencher.iter(|| {
            let table = Oracle::in_memory().table(&krk).expect("nothing to write");
            assert_eq!(table.longest_mate(), 32);
        });
    });
}

fn probe(criterion: &mut Criterion) {
    let mut oracle = Oracle::in_memory();
    let roots = [
        ("8/7K/8/8/8/8/R7/7k w - - 0 1", Dtm::Win(15)),
        ("8/8/8/3k4/8/8/6K1/7R w - - 0 1", Dtm::Win(25)),
        ("8/8/8/3k4/8/8/6K1/7R b - - 0 1", Dtm::Loss(28)),
    ]
    .map(|(fen, dtm)| (Chess::from_fen(fen).expect("a position"), dtm));
    for (root, dtm) in &roots {
        assert_eq!(
            oracle.probe(root).expect("three men"),
            *dtm,
            "{}",
            root.fen()
        );
    }
    let mut group = criterion.benchmark_group("probe");
    group.throughput(Throughput::Elements(roots.len() as u64));
    group.bench_function("KRK", |bencher| {
        bencher.iter(|| {
            roots
                .each_ref()
                .map(|(root, _)| oracle.probe(root).expect("three men"))
        });
    });
    group.finish();
}

criterion_group!(benches, build, probe);
criterion_main!(benches);
