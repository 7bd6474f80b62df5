"""Tic-tac-toe to its end by fail-hard alpha-beta: the smallest search with a trace. Licence: MIT or Apache-2.0.

python3 tic_tac_toe.py tic-tac-toe.trace 9 && plybench check-trace tic-tac-toe.trace
"""

import sys

from plybench_trace import Trace

MATE = 1000
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NAMES = [file + rank for rank in "123" for file in "abc"]


class Search:
    def __init__(self, trace):
        self.trace = trace
        self.board = [0] * 9
        self.nodes = 0

    def search(self, move, player, depth, alpha, beta, ply):
        trace, board = self.trace, self.board
        self.nodes += 1
        trace.enter(move, depth, alpha, beta)
        if any(all(board[square] == -player for square in line) for line in LINES):
            return trace.leave(min(max(ply - MATE, alpha), beta), "mate")
        if 0 not in board:
            return trace.leave(min(max(0, alpha), beta), "stalemate")
        if depth == 0:
            trace.evaluation(0)
            return trace.leave(min(max(0, alpha), beta), "evaluation")
        for square in range(9):
            if board[square]:
                continue
            board[square] = player
            value = -self.search(NAMES[square], -player, depth - 1, -beta, -alpha, ply + 1)
            board[square] = 0
            if value >= beta:
                return trace.leave(beta, "cut")
            alpha = max(alpha, value)
        return trace.leave(alpha, "moves")


def main(path, depth):
    with Trace(path, "tic_tac_toe.py", "tic-tac-toe", "tic-tac-toe", "fail-hard", mate=MATE) as trace:
        search = Search(trace)
        for iteration in range(1, depth + 1):
            trace.iteration(iteration)
            value = search.search("-", 1, iteration, -MATE, MATE, 0)
            trace.end(value, search.nodes)
            print(f"depth {iteration}: value {value}, {search.nodes} nodes")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
