//! Combinations of values, for grids of variants and of trees.

/// Every choice of one value from each list, the last list's values changing fastest; none if there are more than `most`.
pub(super) fn combinations<'l, T>(lists: &'l [Vec<T>], most: usize) -> Option<Vec<Vec<&'l T>>> {
    let count = lists.iter().map(Vec::len).try_fold(1, usize::checked_mul)?;
    let longer = |all: Vec<Vec<&'l T>>, list: &'l Vec<T>| {
        let longer = |chosen: Vec<&'l T>| {
            let with = move |value| [&chosen[..], &[value]].concat();
            list.iter().map(with)
        };
        all.into_iter().flat_map(longer).collect()
    };
    (count <= most).then(|| lists.iter().fold(vec![Vec::new()], longer))
}
