//! A mutant as a [`Searcher`].

use std::time::Instant;

use plybench_engine::search::SearchOptions;

use super::Mutant;
use plybench_experiment::searcher::{
    Limits, Outcome, Receive, Root, SearchError, Searcher, iteration,
};
use plybench_records::{SearcherRecord, TechniqueCounts};

/// The search with a bug, and some settings.
pub struct MutantSearcher<'m> {
    mutant: &'m Mutant,
    options: SearchOptions,
}

impl Mutant {
    /// Its record, which is not that of the sound search.
    #[must_use]
    pub fn record(&self) -> SearcherRecord {
        let program = SearcherRecord::skeleton();
        SearcherRecord {
            name: format!("{} with {}", program.name, self.subject.name),
            ..program
        }
    }

    /// The mutant with these settings.
    #[must_use]
    pub fn searcher(&self, options: SearchOptions) -> MutantSearcher<'_> {
        MutantSearcher {
            mutant: self,
            options,
        }
    }
}

impl Searcher for MutantSearcher<'_> {
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let Root::Chess(root) = root else {
            return Err(SearchError::NotChess);
        };
        let began = Instant::now();
        let search = &self.mutant.subject.search;
        let techniques = TechniqueCounts::of(&self.options.techniques, &[]);
        let outcome = search.deepen(root, &self.options, limits, &mut |completed, counters| {
            let shown = iteration(root, completed, counters, &techniques);
            receive(shown, began.elapsed().as_secs_f64())
        });
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use plybench_engine::variants;

    use super::*;
    use crate::zoo;
    use plybench_experiment::searcher::{Memory, Skeleton};

    /// The scores of depth 1, 2, …
    fn scores(searcher: &mut dyn Searcher, root: &Root) -> Vec<String> {
        let limits = Limits {
            depth: 4,
            nodes: None,
            stop: None,
        };
        let mut scores = Vec::new();
        let outcome = searcher.deepen(root, &limits, &mut |iteration, _| {
            scores.push(iteration.score.to_string());
            ControlFlow::Continue(())
        });
        outcome.unwrap();
        scores
    }

    #[test]
    fn a_mutant_searches_as_its_bug_has_it_and_is_another_searcher() {
        let root = Root::parse("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        let mutant = zoo::find("mate-off-by-two").unwrap();
        let options = variants::PLAIN.options;
        let mut memory = Memory::default();
        let mut sound = Skeleton::new(options, &mut memory);
        let mut bugged = mutant.searcher(options);
        assert_ne!(mutant.record(), SearcherRecord::skeleton());
        assert_ne!(scores(&mut bugged, &root), scores(&mut sound, &root));
        let tree = "branching=3 depth=4 spread=9 mated-share=0 best-first-share=0.5 seed=1";
        let limits = Limits {
            depth: 1,
            nodes: None,
            stop: None,
        };
        let refused = bugged.deepen(&Root::parse(tree).unwrap(), &limits, &mut |_, _| {
            ControlFlow::Continue(())
        });
        assert_eq!(refused, Err(SearchError::NotChess));
    }
}
