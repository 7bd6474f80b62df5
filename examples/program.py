import json, sys  # A whole [[program]]: alpha-beta on [[trees]] without mates, node for node as `plain`.
def mix(x):  # the hash of crates/engine/src/game/uniform_tree.rs, from which each tree grows
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    for shift, factor in (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB): x = (x ^ x >> shift) * factor % 2**64
    return x ^ x >> 31
def search(node, value, is_best, depth, alpha, beta):
    counts["nodes"] += 1; value = (0 if is_best else 1 + mix(node ^ 4) % spread) - value
    if depth == 0: return value, []
    best, pv, best_move = -30000, [], 0 if mix(node ^ 2) >> 32 < first_share * 2**32 else mix(node ^ 3) % branching
    for move in range(branching):
        score, line = search(mix(node ^ move + 16), value, move == best_move, depth - 1, -beta, -max(alpha, best))
        if -score > best: best, pv = -score, [str(move)] + line
        if best >= beta: counts["cutoffs"] += 1; break
    return best, pv
for ask, counts in ((json.loads(line)["search"], {"nodes": 0, "cutoffs": 0}) for line in sys.stdin):
    branching, height, spread, _, first_share, seed = (json.loads(one.split("=")[1]) for one in ask["position"].split())
    for depth in range(1, ask["depth"] + 1):
        best, pv = search(mix(seed), 0, True, min(depth, height), -30000, 30000)
        print(json.dumps({"depth": depth, "score": {"cp": best}, "pv": pv, **counts}), flush=True)
    print('{"done": true}', flush=True)
