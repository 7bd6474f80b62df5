"""An engine that speaks the xboard protocol as a [[program]]: its command is the arguments. Tried with Fairy-Max."""
import json, re, subprocess, sys

THINKING = re.compile(r"\s*(\d+)\S*\s+(-?\d+)\s+\d+\s+(\d+)\s+(.*)")
END = re.compile(r"move |resign|1-0|0-1|1/2-1/2|Illegal|Error")

engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def say(*lines):
    engine.stdin.write("".join(line + "\n" for line in lines))


def edit(fen):
    """The lines that set up a position in an engine without `setboard`, which then knows no castling rights."""
    board, side = fen.split()[:2]
    rank, squares = "".join("." * int(one) if one.isdigit() else one for one in board).split("/"), []
    for row, men in enumerate(rank):
        squares += [(man, man.upper() + "abcdefgh"[file] + str(8 - row)) for file, man in enumerate(men) if man != "."]
    white, black = ([square for man, square in squares if man.isupper() == is_white] for is_white in (True, False))
    return [*(["a2a3"] if side == "b" else []), "edit", "#", *white, "c", *black, "."]


def score(value):
    """100000 and more is a mate in so many moves."""
    return {"cp": value} if abs(value) < 100000 else {"mate": value - 100000 if value > 0 else value + 100000}


say("xboard", "protover 2")
features = ""
while "done=1" not in features:
    features += engine.stdout.readline()
for ask in (json.loads(line)["search"] for line in sys.stdin):
    fen, _, moves = ask["position"].partition(" moves ")
    say("new", "force", *([f"setboard {fen}"] if "setboard=1" in features else edit(fen)), *moves.split())
    if "ping=1" in features:  # Skip what the search before has left, such as the result of a game.
        say("ping 1")
        next(line for line in engine.stdout if line.startswith("pong"))
    say("post", "easy", "st 100000", f"sd {ask['depth']}", "go")
    answers = {}
    for line in engine.stdout:
        if thinking := THINKING.match(line):
            depth, value, nodes = map(int, thinking.groups()[:3])
            answers[depth] = {"depth": depth, "score": score(value), "nodes": nodes, "pv": thinking[4].split()}
        if END.match(line):
            break
    for depth in range(1, ask["depth"] + 1):
        if depth in answers and answers[depth]["nodes"] <= ask.get("nodes", 2**63):
            print(json.dumps(answers[depth]))
    print('{"done": true}', flush=True)
