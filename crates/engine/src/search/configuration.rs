//! Where a search finds its options, in a value or in a type that fixes them at compile time, and
//! which conventions it keeps.

use super::{
    conventions::{Conventions, Sound},
    options::SearchOptions,
};
use crate::{game::Game, techniques::Uses};

/// A source of options.
///
/// [`AtRunTime`] is one: what an experiment file can switch is tested while the search runs. A
/// type that always gives the same constant is another; the compiler then leaves out whatever
/// those options do not need, and the search becomes what one would write by hand for them. Both
/// search the same tree.
///
/// ```
/// use std::ops::ControlFlow;
/// use plybench_engine::{
///     game::chess::Chess, search::{Configuration, Search, SearchOptions, Sound}, variants,
/// };
///
/// #[derive(Clone, Copy)]
/// struct AlphaBeta;
///
/// impl Configuration for AlphaBeta {
///     type Conventions = Sound;
///
///     #[inline(always)]
///     fn conventions(&self) -> &Sound {
///         &Sound
///     }
///
///     #[inline(always)]
///     fn options(&self) -> &SearchOptions {
///         &variants::PLAIN.options
///     }
/// }
///
/// let root = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let go_on = |_: &_, _: &_| ControlFlow::Continue(());
/// let fixed = Search::configured(&root, AlphaBeta).to_depth(3, go_on);
/// let switched = Search::new(&root, &variants::PLAIN.options).to_depth(3, go_on);
/// assert_eq!(fixed.nodes, switched.nodes);
/// ```
pub trait Configuration: Copy {
    /// Whether the search compiles copies of itself for options that need less. Worth it where
    /// speed matters, not for one of many planted bugs.
    #[doc(hidden)]
    const COPIES: bool = true;
    /// The most that techniques which are on may use.
    #[doc(hidden)]
    const MOST: Uses = Uses::ALL;

    /// The conventions of the search; [`Sound`] but to study bugs.
    type Conventions: Conventions + ?Sized;

    /// The same as a value.
    fn conventions(&self) -> &Self::Conventions;

    /// The options; the same at every call.
    fn options(&self) -> &SearchOptions;

    /// What the built-in techniques use that are on; the same at every call.
    #[doc(hidden)]
    #[inline(always)]
    fn uses<G: Game>(&self) -> Uses {
        self.options().techniques.uses::<G>()
    }
}

/// Options that are known when the search runs.
#[derive(Clone, Copy, Debug)]
pub struct AtRunTime {
    options: SearchOptions,
    uses: Uses,
}

impl AtRunTime {
    pub(super) fn new<G: Game>(options: SearchOptions) -> Self {
        AtRunTime {
            options,
            uses: options.techniques.uses::<G>(),
        }
    }
}

impl Configuration for AtRunTime {
    type Conventions = Sound;

    #[inline(always)]
    fn conventions(&self) -> &Sound {
        &Sound
    }

    #[inline(always)]
    fn options(&self) -> &SearchOptions {
        &self.options
    }

    #[inline(always)]
    fn uses<G: Game>(&self) -> Uses {
        self.uses
    }
}

/// Options with conventions that are known when the search runs, and cost a call each. One copy of the search serves all of them.
#[derive(Clone, Copy)]
pub struct With<'c> {
    options: AtRunTime,
    conventions: &'c dyn Conventions,
}

impl<'c> With<'c> {
    /// These options, searched by these conventions.
    #[must_use]
    pub fn options<G: Game>(options: SearchOptions, conventions: &'c dyn Conventions) -> Self {
        With {
            options: AtRunTime::new::<G>(options),
            conventions,
        }
    }
}

impl<'c> Configuration for With<'c> {
    const COPIES: bool = false;
    type Conventions = dyn Conventions + 'c;

    fn conventions(&self) -> &Self::Conventions {
        self.conventions
    }

    #[inline(always)]
    fn options(&self) -> &SearchOptions {
        self.options.options()
    }

    #[inline(always)]
    fn uses<G: Game>(&self) -> Uses {
        self.options.uses::<G>()
    }
}

/// Options whose techniques use no more than this set of [`Uses`].
#[derive(Clone, Copy)]
pub(super) struct AtMost<const MOST: u16, C>(pub(super) C);

impl<const MOST: u16, C: Configuration> Configuration for AtMost<MOST, C> {
    const MOST: Uses = Uses::of(MOST);
    type Conventions = C::Conventions;

    #[inline(always)]
    fn conventions(&self) -> &Self::Conventions {
        self.0.conventions()
    }

    #[inline(always)]
    fn options(&self) -> &SearchOptions {
        self.0.options()
    }

    #[inline(always)]
    fn uses<G: Game>(&self) -> Uses {
        self.0.uses::<G>()
    }
}
