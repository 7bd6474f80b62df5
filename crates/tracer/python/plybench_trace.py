"""Writes the trace of a game-tree search, for `plybench check-trace` and `plybench tree --traces`. Licence: MIT or Apache-2.0.

The lines are documented in plybench-tracer's README.md. Moves are texts in the notation of the game. Values and windows are those of
the side to move at the node.
"""


class Trace:
    """A trace, as a context manager: `with Trace("mine.trace", "mine 1.0", "connect", "connect 3x3 3 place", "pvs") as trace:`.

    `uses` names what the search does. `mate` is the value of a mate at the root; one in N plies is worth `mate` - N.
    """

    def __init__(self, path, program, game, root, uses="", mate=None):
        self.file = open(path, "w", encoding="utf-8", newline="\n")
        self._line("plybench-text-trace", 1)
        for word, text in (("program", program), ("game", game), ("root", root), ("uses", uses)):
            self._line(word, text)
        if mate is not None:
            self._line("mate", mate)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.file.close()

    def _line(self, *words):
        print(*words, file=self.file)

    def iteration(self, depth):
        """An iteration begins."""
        self._line("iteration", depth)

    def end(self, value, nodes):
        """An iteration ends, with the root's value and the nodes since the first iteration, or "-"."""
        self._line("end", value, nodes)

    def enter(self, move, depth, alpha, beta):
        """A node begins: by a move, "null" for a pass, "same" for the same position once more, "-" for the root."""
        self._line("enter", move, depth, alpha, beta)

    def leave(self, value, reason):
        """A node ends. Returns the value, for `return trace.leave(value, "cut")`."""
        self._line("leave", value, reason)
        return value

    def evaluation(self, value):
        """The static evaluation of the node."""
        self._line("evaluation", value)

    def window(self, alpha, beta, reason):
        """The node's window is narrowed."""
        self._line("window", alpha, beta, reason)

    def depth(self, depth, reason):
        """The node's depth is changed."""
        self._line("depth", depth, reason)

    def pruned(self, move, reason, value=None):
        """A move is not searched; "*" stands for all that are left. With a value, the node's value is at least that."""
        self._line("pruned", move, reason, *([] if value is None else [value]))

    def reduced(self, plies, reason):
        """The next node is searched to a smaller depth."""
        self._line("reduced", plies, reason)

    def extended(self, plies, reason):
        """The next node is searched to a larger depth, or to a smaller one that asks for no search again."""
        self._line("extended", plies, reason)

    def again(self):
        """The move of the node before is searched again."""
        self._line("again")

    def try_(self, reason):
        """A technique asks for the next node; its value is not that of a move."""
        self._line("try", reason)

    def hit(self, key, value, depth, bound, move="-"):
        """The table has an entry: its value as the table has it, and "lower", "upper" or "exact"."""
        self._line("hit", f"{key:016x}", value, depth, bound, move)

    def stored(self, key, value, depth, bound, move="-"):
        """The table is given an entry, which it need not keep."""
        self._line("stored", f"{key:016x}", value, depth, bound, move)
