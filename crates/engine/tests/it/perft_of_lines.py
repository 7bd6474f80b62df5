"""Counts the leaves of a game of lines by depth, with a board of lists: KIND COLUMNS ROWS LINE DEPTH."""
import sys

kind, (columns, rows, line, deepest) = sys.argv[1], map(int, sys.argv[2:])


def wins(board, x, y):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        stones = 1
        for sign in (1, -1):
            at = (x + sign * dx, y + sign * dy)
            while board.get(at) == board[x, y]:
                stones, at = stones + 1, (at[0] + sign * dx, at[1] + sign * dy)
        if stones >= line:
            return True
    return False


def leaves(board, player, depth):
    count = 0
    for x in range(columns):
        free = [y for y in range(rows) if (x, y) not in board]
        for y in free[:1] if kind == "drop" else free:
            board[x, y] = player
            if depth == 1:
                count += 1
            elif not wins(board, x, y):
                count += leaves(board, 1 - player, depth - 1)
            del board[x, y]
    return count


for depth in range(1, deepest + 1):
    print(leaves({}, 0, depth))
