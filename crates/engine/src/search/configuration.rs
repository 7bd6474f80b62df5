//! The source of a search's options and conventions: a value, or a type that fixes them at compile
//! time.

use super::{
    conventions::{Conventions, Sound},
    options::SearchOptions,
};
use crate::{game::Game, techniques::Uses};

/// A source of options.
///
/// With [`AtRunTime`], the search tests each option while it runs, as experiment files need. With a
/// type whose options are a constant, the compiler removes all code that those options do not need,
/// and the result is like a search written by hand for them. Both search the same tree.
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
    /// Whether to compile extra copies of the search for options that need less. They pay off where
    /// speed matters, but not for each of many planted bugs.
    #[doc(hidden)]
    const COPIES: bool = true;
    /// An upper bound of what the techniques that are on use, and the rare settings.
    #[doc(hidden)]
    const MOST: Uses = Uses::ALL.and(Uses::RARE_SETTINGS);

    /// The conventions of the search: [`Sound`], except to study bugs.
    type Conventions: Conventions + ?Sized;

    /// The conventions as a value.
    fn conventions(&self) -> &Self::Conventions;

    /// The options; the same in every call.
    fn options(&self) -> &SearchOptions;

    /// What the built-in techniques that are on use; the same in every call.
    #[doc(hidden)]
    #[inline(always)]
    fn uses<G: Game>(&self) -> Uses {
        self.options().techniques.uses::<G>()
    }
}

/// Options that are known only at run time.
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

/// Options and conventions that are known only at run time. Each use of a convention costs a call, and one copy of the search
/// serves all of them.
#[derive(Clone, Copy)]
pub struct With<'c> {
    options: AtRunTime,
    conventions: &'c dyn Conventions,
}

impl<'c> With<'c> {
    /// These options with these conventions.
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
