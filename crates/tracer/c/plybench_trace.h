/* Writes the trace of a game-tree search, for `plybench check-trace` and `plybench tree --traces`. Licence: MIT or Apache-2.0.
 *
 * One file of the program has `#define PLYBENCH_TRACE_HERE` before it includes this header. All functions do nothing until pb_open
 * was called. Their lines are documented in plybench-tracer's README.md. Not for several threads: trace a search with one. */
#ifndef PLYBENCH_TRACE_H
#define PLYBENCH_TRACE_H

#include <inttypes.h>
#include <stdio.h>

extern FILE *pb_file;
extern const char *pb_reason;
#ifdef PLYBENCH_TRACE_HERE
FILE *pb_file;
const char *pb_reason;
#endif

#define PB_LINE(...) do { if (pb_file) { fprintf(pb_file, __VA_ARGS__); } } while (0)

/* The value says less than the value of the position, more, or exactly that. */
#define PB_UPPER "upper"
#define PB_LOWER "lower"
#define PB_EXACT "exact"

/* Begins a trace. `mate` is the value of a mate at the root, one in N plies is worth `mate` - N; 0 if there are none. `uses` names what
 * the search does, such as "pvs table reductions". Returns whether the file could be opened. */
static inline int pb_open(const char *path, const char *program, const char *game, const char *root, int mate, const char *uses) {
    pb_file = fopen(path, "w");
    PB_LINE("plybench-text-trace 1\nprogram %s\ngame %s\nroot %s\nuses %s\n", program, game, root, uses);
    if (mate) PB_LINE("mate %d\n", mate);
    return pb_file != NULL;
}

/* Ends the trace. Returns whether all was written. */
static inline int pb_close(void) {
    FILE *file = pb_file;
    if (!file) return 1;
    int failed = ferror(file);
    pb_file = NULL;
    return !(fclose(file) | failed);
}

/* An iteration begins; it ends with the root's value and the nodes since the first iteration, or -1 for no count. */
static inline void pb_iteration(int depth) { PB_LINE("iteration %d\n", depth); }
static inline void pb_end(int value, int64_t nodes) {
    if (nodes < 0) PB_LINE("end %d -\n", value);
    else PB_LINE("end %d %" PRId64 "\n", value, nodes);
}

/* A node begins: by a move in the notation of the game, "null" for a pass, "same" for the same position once more, "-" for the root. */
static inline void pb_enter(const char *move, int depth, int alpha, int beta) {
    pb_reason = NULL;
    PB_LINE("enter %s %d %d %d\n", move, depth, alpha, beta);
}

/* Why the node is about to be left; for functions with many returns, whose caller leaves the node. */
static inline void pb_why(const char *reason) { pb_reason = reason; }

/* A node ends with its value, as its side to move sees it. Without a reason, it is that of pb_why, or "-". */
static inline void pb_leave(int value, const char *reason) {
    const char *why = reason ? reason : pb_reason ? pb_reason : "-";
    pb_reason = NULL;
    PB_LINE("leave %d %s\n", value, why);
}

/* What a node does. */
static inline void pb_evaluation(int value) { PB_LINE("evaluation %d\n", value); }
static inline void pb_window(int alpha, int beta, const char *reason) { PB_LINE("window %d %d %s\n", alpha, beta, reason); }
static inline void pb_depth(int depth, const char *reason) { PB_LINE("depth %d %s\n", depth, reason); }
/* A move is not searched; "*" stands for all that are left. */
static inline void pb_pruned(const char *move, const char *reason) { PB_LINE("pruned %s %s\n", move, reason); }
/* The same, and the node's value becomes at least so much for it. */
static inline void pb_pruned_to(const char *move, const char *reason, int value) { PB_LINE("pruned %s %s %d\n", move, reason, value); }

/* How the next node is searched. Above alpha, a reduced search has to be followed by one that is reduced less; an extension can be negative
 * instead. Nothing is written for 0 plies. */
static inline void pb_reduced(int plies, const char *reason) { if (plies) PB_LINE("reduced %d %s\n", plies, reason); }
static inline void pb_extended(int plies, const char *reason) { if (plies) PB_LINE("extended %d %s\n", plies, reason); }
/* The move of the node before is searched again. */
static inline void pb_again(void) { PB_LINE("again\n"); }
/* A technique asks for the search; its value is not that of a move. */
static inline void pb_try(const char *reason) { PB_LINE("try %s\n", reason); }

/* The table has an entry, or is given one, which it need not keep; the value as the table has it, "-" for no move. */
static inline void pb_hit(uint64_t key, int value, int depth, const char *bound, const char *move) {
    PB_LINE("hit %016" PRIx64 " %d %d %s %s\n", key, value, depth, bound, move);
}
static inline void pb_stored(uint64_t key, int value, int depth, const char *bound, const char *move) {
    PB_LINE("stored %016" PRIx64 " %d %d %s %s\n", key, value, depth, bound, move);
}

#endif
