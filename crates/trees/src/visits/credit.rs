//! Who takes a step. A search numbers the registered techniques that it has on; here their numbers are those among all that are
//! registered, so that two searches name them alike.

use plybench_checker::trace::Step;
use plybench_engine::techniques::BuiltIn;

use super::TreeError;
use crate::names;

/// The places among all techniques of the registered ones that a search has on.
pub(crate) struct Credits(Vec<u8>);

impl Credits {
    /// Of the registered techniques with these names.
    pub(crate) fn of<'n>(names: impl Iterator<Item = &'n str>) -> Result<Self, TreeError> {
        let place = |name: &str| {
            let place = names::techniques().position(|known| known == name);
            let place = place.ok_or_else(|| TreeError::Technique(name.to_owned()))?;
            Ok(place as u8)
        };
        names.map(place).collect::<Result<_, _>>().map(Credits)
    }

    /// A step of the search, with the technique's place among all.
    pub(crate) fn credited(&self, mut step: Step) -> Step {
        if let Some(by) = step.by_mut()
            && let Some(own) = usize::from(*by).checked_sub(BuiltIn::NAMES.len())
            && let Some(place) = self.0.get(own)
        {
            *by = *place;
        }
        step
    }
}
