/* Four in a row on a board of 4 columns and 4 rows, searched with most of what a trace can show.
 *
 * cc -O2 -o connect connect.c && ./connect connect.trace 6 && plybench check-trace connect.trace
 * Licence: MIT or Apache-2.0. */
#define PLYBENCH_TRACE_HERE
#include "plybench_trace.h"
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4, SQUARES = 16, LINES = 10, MATE = 30000, ENTRIES = 1 << 16 };

static int board[SQUARES]; /* 0, or the player, 1 or -1 */
static int player = 1, stones;
static uint64_t keys[3][SQUARES], key, nodes;
static int lines[LINES][SIDE];
static char names[SQUARES][3];

typedef struct { uint64_t key; int value, depth, move; const char *bound; } Entry;
static Entry table[ENTRIES];

static void set_up(void) {
    uint64_t state = 1;
    for (int at = 0; at < 3 * SQUARES; at++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        keys[at / SQUARES][at % SQUARES] = state;
    }
    for (int at = 0; at < SIDE; at++) {
        for (int step = 0; step < SIDE; step++) {
            lines[at][step] = SIDE * at + step;
            lines[SIDE + at][step] = SIDE * step + at;
        }
        lines[2 * SIDE][at] = (SIDE + 1) * at;
        lines[2 * SIDE + 1][at] = (SIDE - 1) * (at + 1);
    }
    for (int at = 0; at < SQUARES; at++) sprintf(names[at], "%c%c", 'a' + at % SIDE, '1' + at / SIDE);
}

/* For the side to move: its open lines with stones in them, less those of the other; a line of the other is a mate. */
static int evaluate(int *is_mated) {
    int value = 0;
    for (int at = 0; at < LINES; at++) {
        int own = 0, other = 0;
        for (int step = 0; step < SIDE; step++) {
            own += board[lines[at][step]] == player;
            other += board[lines[at][step]] == -player;
        }
        if (other == SIDE) *is_mated = 1;
        if (!other) value += own * own;
        if (!own) value -= other * other;
    }
    return value;
}

static void change(int square, int to) {
    key ^= keys[1][square] * (board[square] == 1) ^ keys[2][square] * (board[square] == -1);
    board[square] = to;
    key ^= keys[1][square] * (to == 1) ^ keys[2][square] * (to == -1);
    stones += to ? 1 : -1;
}

static void pass(void) { player = -player, key ^= keys[0][0]; }

static int to_table(int value, int ply) { return value > MATE - 256 ? value + ply : value < 256 - MATE ? value - ply : value; }
static int from_table(int value, int ply) { return value > MATE - 256 ? value - ply : value < 256 - MATE ? value + ply : value; }

static int leave(int value, const char *reason) {
    pb_leave(value, reason);
    return value;
}

static int search(const char *move, int depth, int alpha, int beta, int ply, int may_pass) {
    int is_mated = 0, evaluation = evaluate(&is_mated);
    pb_enter(move, depth, alpha, beta);
    nodes++;
    if (is_mated) return leave(ply - MATE, "mate");
    if (stones == SQUARES) return leave(0, "stalemate");

    /* Mate distance pruning. */
    int lower = ply - MATE, upper = MATE - ply - 1;
    if (alpha < lower || beta > upper) {
        if (alpha < lower) alpha = lower;
        if (beta > upper) beta = upper;
        pb_window(alpha, beta, "mate-distance");
        if (alpha >= beta) return leave(alpha, "window");
    }

    Entry *entry = &table[key % ENTRIES];
    int first = -1;
    if (entry->bound && entry->key == key) {
        int value = from_table(entry->value, ply);
        first = entry->move;
        pb_hit(key, entry->value, entry->depth, entry->bound, first < 0 ? "-" : names[first]);
        int settles = !strcmp(entry->bound, PB_EXACT) || (!strcmp(entry->bound, PB_LOWER) ? value >= beta : value <= alpha);
        if (entry->depth >= depth && settles && ply > 0) return leave(value, "table");
    }
    if (depth <= 0) {
        pb_evaluation(evaluation);
        return leave(evaluation, "evaluation");
    }

    int value;
    if (may_pass && depth > 2 && beta < MATE - 256 && evaluation >= beta) {
        pass();
        value = -search("null", depth - 3, -beta, 1 - beta, ply + 1, 0);
        pass();
        if (value >= beta) return leave(beta, "null-move");
    }

    int best = -MATE, best_move = -1, searched = 0, raised = alpha;
    for (int at = -1; at < SQUARES; at++) {
        int square = at < 0 ? first : at;
        if (square < 0 || board[square] || (at >= 0 && at == first)) continue;
        int reduction = searched > 4 && depth > 2;
        change(square, player), pass();
        if (searched == 0) {
            value = -search(names[square], depth - 1, -beta, -raised, ply + 1, 1);
        } else {
            pb_reduced(reduction, "late-moves");
            value = -search(names[square], depth - 1 - reduction, -raised - 1, -raised, ply + 1, 1);
            if (value > raised && reduction) {
                pb_again();
                value = -search(names[square], depth - 1, -raised - 1, -raised, ply + 1, 1);
            }
            if (value > raised && value < beta) {
                pb_again();
                value = -search(names[square], depth - 1, -beta, -raised, ply + 1, 1);
            }
        }
        pass(), change(square, 0);
        searched++;
        if (value > best) best = value, best_move = square;
        if (value > raised) raised = value;
        if (value >= beta) break;
    }
    const char *bound = best >= beta ? PB_LOWER : best > alpha ? PB_EXACT : PB_UPPER;
    *entry = (Entry){key, to_table(best, ply), depth, best_move, bound};
    pb_stored(key, entry->value, entry->depth, entry->bound, names[best_move]);
    return leave(best, best >= beta ? "cut" : "moves");
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: connect TRACE DEPTH\n"), 2;
    set_up();
    if (!pb_open(arguments[1], "connect.c", "connect", "connect 4x4 4 place", MATE, "pvs null-move reductions table")) {
        return perror(arguments[1]), 3;
    }
    for (int depth = 1; depth <= atoi(arguments[2]); depth++) {
        pb_iteration(depth);
        int value = search("-", depth, -MATE - 1, MATE + 1, 0, 0);
        pb_end(value, nodes);
        printf("depth %d: value %d, %" PRIu64 " nodes\n", depth, value, nodes);
    }
    return pb_close() ? 0 : (perror(arguments[1]), 3);
}
