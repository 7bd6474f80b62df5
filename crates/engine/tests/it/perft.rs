//! Move generation compared with published counts (`perft.epd` of the data sets).

use plybench_engine::game::chess::Chess;

#[test]
fn counts_are_the_published_ones() {
    let text = include_str!("../../../experiment/datasets/perft.epd");
    let mut positions = 0;
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap().trim();
        let position = Chess::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (field, depth) in fields.zip(1..) {
            let (name, count) = field.trim().split_once(' ').unwrap();
            assert_eq!(name, format!("D{depth}"), "{fen}");
            assert_eq!(
                position.perft(depth),
                count.trim().parse::<u64>().unwrap(),
                "{fen} {name}"
            );
        }
        positions += 1;
    }
    assert_eq!(positions, 5);
}
