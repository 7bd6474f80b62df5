//! Several techniques as one: those of a search are asked in turn what they do at a hook.

use std::ops::ControlFlow::{self, Continue};

use super::{Hooks, Limited, Node, Technique, TechniqueId};
use crate::game::Game;

/// A hook with its arguments, and what the techniques that have been asked so far answered. So how answers combine is written once,
/// whatever the techniques are.
#[doc(hidden)]
pub trait Hook<G: Game> {
    /// Whether the last technique is asked first.
    const LAST_FIRST: bool = false;

    /// Asks a technique. Breaks if no other needs to be asked.
    fn ask<T: Technique<G> + ?Sized>(
        &mut self,
        technique: &T,
        by: TechniqueId,
        node: &mut Node<'_, G>,
    ) -> ControlFlow<()>;
}

/// Any number of techniques, in the order in which they are asked.
///
/// Implementations use no closures: a closure that is not inlined keeps the node in memory, which slows down every node.
#[doc(hidden)]
pub trait Techniques<G: Game>: Copy {
    /// The number of techniques, on or off.
    fn count(&self) -> usize;

    /// What any of them uses.
    fn hooks(&self) -> Hooks;

    /// Asks those that are on and have the node in their scope.
    fn ask<H: Hook<G>>(&self, hook: &mut H, node: &mut Node<'_, G>) -> ControlFlow<()>;
}

impl<G: Game> Techniques<G> for () {
    #[inline(always)]
    fn count(&self) -> usize {
        0
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, _: &mut H, _: &mut Node<'_, G>) -> ControlFlow<()> {
        Continue(())
    }
}

impl<G: Game, A: Techniques<G>, B: Techniques<G>> Techniques<G> for (A, B) {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.count() + self.1.count()
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        self.0.hooks().and(self.1.hooks())
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, hook: &mut H, node: &mut Node<'_, G>) -> ControlFlow<()> {
        if H::LAST_FIRST {
            self.1.ask(hook, node)?;
            self.0.ask(hook, node)
        } else {
            self.0.ask(hook, node)?;
            self.1.ask(hook, node)
        }
    }
}

/// A technique that is known at compile time and acts at every node.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct On<T> {
    pub(crate) technique: T,
    pub(crate) by: TechniqueId,
}

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for On<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        self.technique.hooks()
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, hook: &mut H, node: &mut Node<'_, G>) -> ControlFlow<()> {
        hook.ask(&self.technique, self.by, node)
    }
}

/// A built-in technique. It is a reference because a copy of a technique whose hooks are called would be written to memory at every
/// node, even if the technique is off.
#[derive(Clone, Copy)]
pub(super) struct Switched<'b, T> {
    pub(super) technique: &'b Option<Limited<T>>,
    /// Whether its scope has to be tested; known at compile time.
    pub(super) may_be_limited: bool,
    pub(super) by: TechniqueId,
}

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for Switched<'_, T> {
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        match self.technique {
            Some(on) => on.scope.with_hooks(on.technique.hooks()),
            None => Hooks::NONE,
        }
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, hook: &mut H, node: &mut Node<'_, G>) -> ControlFlow<()> {
        match self.technique {
            Some(on) if !self.may_be_limited || on.scope.contains(node) => {
                hook.ask(&on.technique, self.by, node)
            }
            _ => Continue(()),
        }
    }
}

/// A technique that is known only at run time, with the nodes at which it acts.
pub type Added<'a, G> = Limited<&'a dyn Technique<G>>;

/// Techniques that are known only at run time, at consecutive places.
#[doc(hidden)]
pub struct Listed<'l, G: Game> {
    techniques: &'l [Added<'l, G>],
    /// The place of the first technique.
    place: usize,
}

impl<'l, G: Game> Listed<'l, G> {
    pub(crate) const fn new(techniques: &'l [Added<'l, G>], place: usize) -> Self {
        Listed { techniques, place }
    }
}

impl<G: Game> Clone for Listed<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Listed<'_, G> {}

impl<G: Game> Techniques<G> for Listed<'_, G> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.techniques.len()
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        let all = self.techniques.iter();
        let each = all.map(|added| added.scope.with_hooks(added.technique.hooks()));
        each.fold(Hooks::NONE, Hooks::and)
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, hook: &mut H, node: &mut Node<'_, G>) -> ControlFlow<()> {
        let many = self.techniques.len();
        for number in 0..many {
            let number = if H::LAST_FIRST {
                many - 1 - number
            } else {
                number
            };
            let Limited { technique, scope } = self.techniques[number];
            if scope.contains(node) {
                hook.ask(technique, TechniqueId::at(self.place + number), node)?;
            }
        }
        Continue(())
    }
}
