//! Several techniques as one: those of a search are asked in turn what they do at a hook.

use std::ops::ControlFlow::{self, Continue};

use super::{Hooks, Limited, Node, Technique, TechniqueId};
use crate::game::Game;

/// A technique that is asked, with the id that its effects are credited to.
#[doc(hidden)]
pub struct Credited<T> {
    pub(crate) technique: T,
    pub(crate) by: TechniqueId,
}

/// Whether the next technique is asked too.
pub(crate) type Flow = ControlFlow<()>;

/// A hook with its arguments, and what the techniques that have been asked so far answered. So how answers combine is written once,
/// whatever the techniques are.
#[doc(hidden)]
pub trait Hook<G: Game> {
    /// Whether the last technique is asked first.
    const LAST_FIRST: bool = false;

    /// Asks a technique. Breaks if no other needs to be asked.
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow;
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

    /// Asks those that are on and have the node in their scope. The first has this place in the order of [`TechniqueId`]s, and the
    /// others follow.
    fn ask<H: Hook<G>>(&self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow;
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
    fn ask<H: Hook<G>>(&self, _: usize, _: &mut H, _: &mut Node<'_, G>) -> Flow {
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
    fn ask<H: Hook<G>>(&self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow {
        let next = place + self.0.count();
        if H::LAST_FIRST {
            self.1.ask(next, hook, node)?;
            self.0.ask(place, hook, node)
        } else {
            self.0.ask(place, hook, node)?;
            self.1.ask(next, hook, node)
        }
    }
}

/// A technique that is known at compile time and acts at every node.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct On<T>(pub(crate) T);

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for On<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        self.0.hooks()
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow {
        let (technique, by) = (&self.0, TechniqueId::at(place));
        hook.ask(Credited { technique, by }, node)
    }
}

/// A built-in technique. It is a reference because a copy of a technique whose hooks are called would be written to memory at every
/// node, even if the technique is off.
#[derive(Clone, Copy)]
pub(super) struct Switched<'b, T> {
    pub(super) switch: &'b Option<Limited<T>>,
    /// Whether its scope has to be tested; known at compile time.
    pub(super) may_be_limited: bool,
}

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for Switched<'_, T> {
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        match self.switch {
            Some(on) => on.with_hooks(on.technique.hooks()),
            None => Hooks::NONE,
        }
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow {
        match self.switch {
            Some(on) if !self.may_be_limited || on.acts_at(node) => {
                let (technique, by) = (&on.technique, TechniqueId::at(place));
                hook.ask(Credited { technique, by }, node)
            }
            _ => Continue(()),
        }
    }
}

/// A technique that is known only at run time, with the nodes at which it acts.
pub type Added<'a, G> = Limited<&'a dyn Technique<G>>;

impl<G: Game> Techniques<G> for &[Added<'_, G>] {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn hooks(&self) -> Hooks {
        let each = self.iter().map(|on| on.with_hooks(on.technique.hooks()));
        each.fold(Hooks::NONE, Hooks::and)
    }

    #[inline(always)]
    fn ask<H: Hook<G>>(&self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow {
        for number in 0..self.len() {
            let last_first = self.len() - 1 - number;
            let number = if H::LAST_FIRST { last_first } else { number };
            let (on, by) = (&self[number], TechniqueId::at(place + number));
            if on.acts_at(node) {
                let technique = on.technique;
                hook.ask(Credited { technique, by }, node)?;
            }
        }
        Continue(())
    }
}
