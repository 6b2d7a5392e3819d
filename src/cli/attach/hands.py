# What the hands of `quadrille attach` inside gdb and inside Python share. It comes before either of
# them. `memory_at(address, size)` is theirs: the bytes there, or None if there are none.
import json
import os
import sys
import tempfile

if sys.version_info < (3, 7):
    sys.exit("Python %d.%d is not followed: 3.7 or newer is" % sys.version_info[:2])

CHUNK = 512
# What holds the input of the program, and its path.
kept_input = [None, os.devnull]


def set_input(request):
    """Keeps the program's input where each run can open it: in memory, or in a file."""
    if hasattr(os, "memfd_create"):
        file = os.fdopen(os.memfd_create("input"), "wb")
        path = "/proc/%d/fd/%d" % (os.getpid(), file.fileno())
    else:
        file = tempfile.NamedTemporaryFile()
        path = file.name
    file.write(bytes.fromhex(request["bytes"]))
    file.flush()
    kept_input[:] = file, path
    return {}


class Ranges:
    """Ranges of memory, and what they held when they were reported last."""

    def __init__(self, places=()):
        self.places = [tuple(place) for place in places]
        self.kept = [None] * len(self.places)

    def changed(self):
        """The parts that have changed since the last call."""
        out = []
        for k, (address, size) in enumerate(self.places):
            now, old = memory_at(address, size), self.kept[k]
            if now is None or now == old:
                continue
            if old is None:
                out.append([k, 0, now.hex()])
            else:
                for at in range(0, size, CHUNK):
                    part = now[at:at + CHUNK]
                    if part != old[at:at + CHUNK]:
                        out.append([k, at, part.hex()])
            self.kept[k] = now
        return out


def read(request):
    data = memory_at(request["address"], request["size"])
    return {"bytes": data.hex() if data is not None else None}


def pages(request):
    """Reads pages of memory. Those that cannot be read are left out."""
    read_all = [(address, memory_at(address, request["size"])) for address in request["list"]]
    return {"pages": [[address, data.hex()] for address, data in read_all if data is not None]}


def clipped(text):
    return text if len(text) <= 60 else text[:59] + "…"


def answered(act, request):
    """The answer to a request, or the error that it ends in."""
    try:
        return act(request)
    except Exception as error:
        return {"failed": "%s: %s" % (type(error).__name__, error)}


def answer_all(version, act):
    """Answers each request on standard input, a JSON object a line, by one on descriptor 3."""
    with os.fdopen(3, "w", buffering=1 << 16) as answers:
        print(json.dumps({"ready": version}), file=answers, flush=True)
        for line in sys.stdin:
            print(json.dumps(answered(act, json.loads(line))), file=answers, flush=True)
