//! Where a search finds its options, in a value or in a type that fixes them at compile time, and
//! which conventions it keeps.

use std::marker::PhantomData;

use super::{
    conventions::{Conventions, Sound},
    options::SearchOptions,
};

/// A source of options.
///
/// [`SearchOptions`] is one: what an experiment file can switch is tested while the search runs. A
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
    /// Whether mate distance pruning may be on. The search compiles a copy of itself without it.
    #[doc(hidden)]
    const MATE_DISTANCE: bool = true;
    /// Whether any built-in technique may be on. The search compiles a copy of itself without.
    #[doc(hidden)]
    const TECHNIQUES: bool = true;

    /// The conventions of the search; [`Sound`] but to study bugs.
    type Conventions: Conventions;

    /// The options; the same at every call.
    fn options(&self) -> &SearchOptions;
}

impl Configuration for SearchOptions {
    type Conventions = Sound;

    #[inline(always)]
    fn options(&self) -> &SearchOptions {
        self
    }
}

/// Options with other conventions than the sound ones.
#[derive(Clone, Copy, Debug)]
pub struct With<V> {
    options: SearchOptions,
    conventions: PhantomData<V>,
}

impl<V> With<V> {
    /// These options, searched by the conventions `V`.
    #[must_use]
    pub fn options(options: SearchOptions) -> Self {
        With {
            options,
            conventions: PhantomData,
        }
    }
}

impl<V: Conventions + Copy> Configuration for With<V> {
    const COPIES: bool = false;
    type Conventions = V;

    #[inline(always)]
    fn options(&self) -> &SearchOptions {
        &self.options
    }
}

/// Options that have mate distance pruning off.
#[derive(Clone, Copy)]
pub(super) struct WithoutMateDistance<C>(pub(super) C);

impl<C: Configuration> Configuration for WithoutMateDistance<C> {
    const MATE_DISTANCE: bool = false;
    type Conventions = C::Conventions;

    #[inline(always)]
    fn options(&self) -> &SearchOptions {
        self.0.options()
    }
}

/// Options that have every technique off.
#[derive(Clone, Copy)]
pub(super) struct WithoutTechniques<C>(pub(super) C);

impl<C: Configuration> Configuration for WithoutTechniques<C> {
    const MATE_DISTANCE: bool = false;
    const TECHNIQUES: bool = false;
    type Conventions = C::Conventions;

    #[inline(always)]
    fn options(&self) -> &SearchOptions {
        self.0.options()
    }
}
