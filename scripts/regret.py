"""Works out the regrets of an export (CSV on stdin) again: see scripts/test-regret."""

import csv
import multiprocessing
import sys

import chess

MATE = 30_000
VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def on_square(piece, square):
    """The value of a square for a white piece, as crates/engine/README.md describes the piece-square evaluation."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    off_file, off_rank = min(abs(file - 3), abs(file - 4)), min(abs(rank - 3), abs(rank - 4))
    central = 6 - off_file - off_rank
    return {
        chess.PAWN: rank * rank + 2 * (3 - off_file),
        chess.KNIGHT: 6 * central - 15,
        chess.BISHOP: 4 * central - 10,
        chess.ROOK: 15 if rank == 6 else 2 * (3 - off_file),
        chess.QUEEN: 2 * central - 5,
        chess.KING: 5 * central,
    }[piece]


def evaluation(board):
    value = 0
    for square, piece in board.piece_map().items():
        own = square if piece.color == chess.WHITE else chess.square_mirror(square)
        worth = VALUES[piece.piece_type] + on_square(piece.piece_type, own)
        value += worth if piece.color == board.turn else -worth
    return value


def is_tactical(board, move):
    return board.is_capture(move) or move.promotion is not None


def search(board, depth, alpha, beta, ply, path):
    """The value from the point of view of the side to move; fail-soft alpha-beta."""
    key = board._transposition_key()
    moves = list(board.legal_moves)
    in_check = board.is_check()
    if ply > 0 and (key in path or board.halfmove_clock >= 100) and (moves or not in_check):
        return 0
    best = -MATE - 1
    if depth == 0:
        if not in_check:
            best = evaluation(board)
            if best >= beta:
                return best
            moves = [move for move in moves if is_tactical(board, move)]
        elif not moves:
            return -MATE + ply
    elif not moves:
        return -MATE + ply if in_check else 0
    # Captures first: the order changes the time, not the value.
    moves.sort(key=lambda move: not board.is_capture(move))
    for move in moves:
        board.push(move)
        value = -search(board, max(depth - 1, 0), -beta, -max(alpha, best), ply + 1, path | {key})
        board.pop()
        best = max(best, value)
        if best >= beta:
            break
    return best


def value_of(board, move, depth):
    path = frozenset({board._transposition_key()})
    board.push(move)
    value = -search(board, depth - 1, -MATE, MATE, 1, path)
    board.pop()
    return value


def regret(row):
    """The row with the regret that is found here: centipawns, or none if a mate is lost."""
    board, depth = chess.Board(row["fen"]), int(row["depth"])
    best = search(board, depth, -MATE, MATE, 0, frozenset())
    chosen = value_of(board, chess.Move.from_uci(row["best_move"]), depth)
    is_mate = any(abs(value) > MATE - 1_000 for value in (best, chosen))
    return row, (None if is_mate and best != chosen else best - chosen)


def main():
    positions, depth = map(int, sys.argv[1:3])
    rows = [row for row in csv.DictReader(sys.stdin) if int(row["depth"]) == depth]
    worst = {}
    for row in rows:
        known = worst.get(row["position"])
        loss = float(row["regret_cp"] or "inf")
        if known is None or loss > known[0]:
            worst[row["position"]] = (loss, row)
    chosen = [row for _, row in worst.values()]
    chosen = chosen[:: max(1, len(chosen) // positions)][:positions]
    if len(chosen) < positions:
        sys.exit(f"the export has {len(chosen)} positions at this depth; give at most as many")
    if all(not row["regret_cp"] and not row["regret_mate"] for row in chosen):
        sys.exit("the export has no regrets at this depth")
    differing = lost = 0
    with multiprocessing.Pool() as pool:
        for row, found in pool.imap_unordered(regret, chosen):
            told = int(row["regret_cp"]) if row["regret_cp"] else None
            lost += found != 0
            if found != told:
                differing += 1
                print(f"{row['variant']} on {row['position']}: {row['best_move']} has regret {told}, here {found}", file=sys.stderr)
    print(f"{len(chosen)} positions, {lost} of them with a regret: {differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
