#!/usr/bin/env python3
"""Times lines of 9x9 sudokus beside other solvers, in turn, with the answers compared.

    benches/nines.py QUADRILLE DATA PEER...

QUADRILLE is the program; it is timed as a whole process: `check --threads 1`. DATA is a folder of lists, 81 characters a
line, one list a file (*.txt). A PEER is `NAME=COMMAND`: a driver around a solver's own loop, which gets the file as its last
word, solves each puzzle up to two solutions with the list in memory, and prints among other words

    zero=N unique=N multi=N cpu_us_min=MICROSECONDS_A_PUZZLE

with the CPU clock of its process. For tdoku, fsss2, Schoku and the crate `sudoku` such a driver has some thirty lines; their
code is not ours, so it is not here. Short lists are repeated for QUADRILLE, up to 20,000 lines, so that its start is not what
is timed. Printed are medians of five runs, and their quotients.
"""

import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 5
LINES = 20_000


def cpu(command):
    """The CPU seconds of a command, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.decode()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, data, peers = sys.argv[1], Path(sys.argv[2]), dict(peer.split("=", 1) for peer in sys.argv[3:])
    for path in sorted(data.glob("*.txt")):
        text = path.read_text()
        count = len(text.splitlines())
        times = max(1, LINES // max(1, count))
        ours, theirs, counts = [], {name: [] for name in peers}, {}
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as repeated:
            repeated.write(text * times)
            repeated.flush()
            for _ in range(RUNS):
                seconds, said = cpu([program, "check", "--threads", "1", repeated.name])
                ours.append(seconds / (count * times) * 1e6)
                words = said.split()
                counts["quadrille"] = tuple(words.count(word) // times for word in ("none", "unique", "many"))
                for name, command in peers.items():
                    _, said = cpu([*shlex.split(command), str(path)])
                    figures = dict(re.findall(r"(\w+)=([\d.]+)", said))
                    theirs[name].append(float(figures["cpu_us_min"]))
                    counts[name] = tuple(int(figures[key]) for key in ("zero", "unique", "multi"))
        median = statistics.median(ours)
        print(f"{path.stem:12} {median:8.3f} us ({min(ours):.3f}-{max(ours):.3f})", end="")
        for name, values in theirs.items():
            other = statistics.median(values)
            same = "" if counts[name] == counts["quadrille"] else f" OTHER ANSWERS {counts[name]} {counts['quadrille']}"
            print(f"  {name} {other:.3f} [{median / other:.2f}]{same}", end="")
        print(flush=True)


if __name__ == "__main__":
    main()
