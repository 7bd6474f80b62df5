#!/usr/bin/env python3
"""Checks certificates of mates, and that there is none, with python-chess and nothing of Plybench.

    pip install chess
    python3 check_certificate.py mate.certificate ...

The README of plybench-df-pn describes the form. Every move is played from the position at the top, and a node is one position only.
"""

import sys

import chess


def check(condition, *what):
    if not condition:
        raise ValueError(" ".join(map(str, what)))


def read(path):
    """The position, whether a mate is claimed, the plies, and the nodes: number -> (plies left, [(attack, reply, next), ...])."""
    with open(path, encoding="utf-8") as file:
        head = [next(file).rstrip("\n") for _ in range(3)]
        check(head[0] == "plybench-certificate 1", "not a certificate of version 1")
        check(head[1].startswith("position "), "the second line is no position")
        claim = head[2].split(" within ")
        check(claim[0] in ("mate", "no mate") and claim[1].endswith(" plies"), "the third line is no claim")
        nodes = {}
        for line in file:
            number, left, *lines = line.split()
            parts = [(part.split(":") + [None, None])[:3] for part in lines]
            nodes[int(number)] = int(left), [(a, r, None if n is None else int(n)) for a, r, n in parts]
    return chess.Board(head[1].split(" ", 1)[1]), claim[0] == "mate", int(claim[1].split()[0]), nodes


def play(board, move):
    after = board.copy(stack=False)
    after.push(board.parse_uci(move))  # An illegal move is a ValueError.
    return after


def certify(root, is_mate, plies, nodes):
    """The number of positions that were looked at. Raises ValueError unless the nodes show the claim."""
    positions, waiting, looked_at = {}, [], 0
    def reach(board, number, left):
        own = nodes[number][0]  # A node that is missing is a KeyError.
        # A mate in fewer plies is one in more; where there is none in more, there is none in fewer.
        check(own <= left if is_mate else own >= left, "node", number, "has", own, "plies left, not", left)
        check(own % 2 == left % 2, "node", number, "has the wrong side to move")
        if number not in positions:
            positions[number] = board.epd()
            waiting.append((board, number))
        check(positions[number] == board.epd(), "node", number, "is two positions")

    def replies(board, lines, left):
        """The defender is to move, with so many plies left."""
        legal = {move.uci() for move in board.legal_moves}
        if not legal:
            check(board.is_check() == is_mate, board.fen(), "is", "mate" if board.is_check() else "stalemate")
            return
        check(left > 0 or not is_mate and not lines, "the time is up in", board.fen())
        if left == 0:
            return
        given = {reply for _, reply, _ in lines}
        check(given == legal if is_mate else len(given) == 1 and given <= legal, "wrong replies in", board.fen())
        for _, reply, number in lines:
            reach(play(board, reply), number, left - 1)
    reach(root, 0, plies)
    while waiting:
        board, number = waiting.pop()
        left, lines = nodes[number]
        looked_at += 1
        attacks, legal = {line[0] for line in lines}, {move.uci() for move in board.legal_moves}
        if left % 2 == 0:
            replies(board, lines, left)
        elif left == 1 and not is_mate:
            check(not any(play(board, move).is_checkmate() for move in legal), board.fen(), "has a mate in one")
        else:
            check(len(attacks) == 1 if is_mate else attacks == legal, "node", number, "has the wrong moves")
            looked_at += len(attacks)
            for attack in attacks:
                replies(play(board, attack), [line for line in lines if line[0] == attack], left - 1)
    return looked_at


def main():
    failed = False
    for path in sys.argv[1:]:
        try:
            root, is_mate, plies, nodes = read(path)
            count = certify(root, is_mate, plies, nodes)
            print(f"{path}: {'mate' if is_mate else 'no mate'} within {plies} plies, shown by {count} positions")
        except (ValueError, KeyError, StopIteration, OSError) as problem:
            failed = True
            print(f"{path}: WRONG: {problem!r}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
