//! Several techniques as one: those of a search are asked in turn what they do at a hook.

use std::ops::ControlFlow::{self, Continue};

use super::{BuiltIn, Hooks, Limited, Node, Technique, TechniqueId};
use crate::game::Game;

/// A technique that is asked, with the id that its effects are credited to.
pub(crate) struct Credited<T> {
    pub(crate) technique: T,
    pub(crate) by: TechniqueId,
}

/// Whether the next technique is asked too.
pub(crate) type Flow = ControlFlow<()>;

/// A hook with its arguments, and what the techniques that have been asked so far answered. So how answers combine is written once,
/// whatever the techniques are.
pub(crate) trait Hook<G: Game> {
    /// Which of [`Hooks`] it is.
    const OF: Hooks;

    /// Whether the last technique is asked first.
    const LAST_FIRST: bool = false;

    /// Asks a technique. Breaks if no other needs to be asked.
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow;
}

/// A technique with the nodes at which it acts.
pub type Added<'a, G> = Limited<&'a dyn Technique<G>>;

/// The techniques of a search that are on and act in the main search, or in quiescence: by the hooks that they use, in the order of
/// their ids. A technique that is off is in no list, so it costs nothing, however many there are.
pub(crate) struct ByHook<'a, G> {
    lists: [Vec<(TechniqueId, Added<'a, G>)>; Hooks::CALLED],
    /// What they use together.
    pub(crate) hooks: Hooks,
}

impl<'a, G: Game> ByHook<'a, G> {
    /// The built-in techniques that are on, then the caller's own. Each uses `provided` besides what it declares.
    pub(crate) fn new(
        built_in: &'a BuiltIn,
        own: &[Added<'a, G>],
        provided: Hooks,
        in_quiescence: bool,
    ) -> Self {
        let places = (BuiltIn::NAMES.len()..).map(TechniqueId::at);
        let own = places.zip(own.iter().copied());
        let mut all = ByHook {
            lists: [const { Vec::new() }; Hooks::CALLED],
            hooks: provided,
        };
        for (by, on) in built_in.on().into_iter().chain(own) {
            let uses = on.with_hooks(on.technique.hooks()).and(provided);
            if in_quiescence && !uses.any(Hooks::QUIESCENCE) {
                continue;
            }
            all.hooks = all.hooks.and(uses);
            for (place, list) in all.lists.iter_mut().enumerate() {
                if uses.any(Hooks::called(place)) {
                    list.push((by, on));
                }
            }
        }
        all
    }

    /// Asks those that use the hook and have the node in their scope.
    #[inline(always)]
    pub(crate) fn ask<H: Hook<G>>(&self, hook: &mut H, node: &mut Node<'_, G>) -> Flow {
        let list = &self.lists[const { H::OF.place() }];
        for number in 0..list.len() {
            let last_first = list.len() - 1 - number;
            let (by, on) = &list[if H::LAST_FIRST { last_first } else { number }];
            if on.acts_at(node) {
                let (technique, by) = (on.technique, *by);
                hook.ask(Credited { technique, by }, node)?;
            }
        }
        Continue(())
    }
}

/// Techniques whose types are known at compile time, so that they are called directly, in the order in which they are asked.
///
/// Implementations use no closures: a closure that is not inlined keeps the node in memory, which slows down every node.
pub(crate) trait Direct<G: Game>: Copy {
    /// Asks those that are on. The first has this place in the order of [`TechniqueId`]s, and the others follow.
    fn ask<H: Hook<G>>(self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow;
}

impl<G: Game> Direct<G> for () {
    #[inline(always)]
    fn ask<H: Hook<G>>(self, _: usize, _: &mut H, _: &mut Node<'_, G>) -> Flow {
        Continue(())
    }
}

/// A technique that is off or on at every node, and those after it. The technique is a reference because a copy of it would be
/// written to memory at every node, even if it is off.
#[derive(Clone, Copy)]
pub(crate) struct Chain<'b, T, R>(pub(crate) &'b Option<Limited<T>>, pub(crate) R);

impl<G: Game, T: Technique<G> + Copy, R: Direct<G>> Direct<G> for Chain<'_, T, R> {
    #[inline(always)]
    fn ask<H: Hook<G>>(self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow {
        if let Some(on) = self.0
            && on.technique.hooks().any(H::OF)
        {
            let (technique, by) = (&on.technique, TechniqueId::at(place));
            hook.ask(Credited { technique, by }, node)?;
        }
        self.1.ask(place + 1, hook, node)
    }
}

/// A technique that is never called directly keeps its place.
#[derive(Clone, Copy)]
pub(crate) struct PassedOver<R>(pub(crate) R);

impl<G: Game, R: Direct<G>> Direct<G> for PassedOver<R> {
    #[inline(always)]
    fn ask<H: Hook<G>>(self, place: usize, hook: &mut H, node: &mut Node<'_, G>) -> Flow {
        self.0.ask(place + 1, hook, node)
    }
}
