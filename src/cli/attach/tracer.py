# The hands of `quadrille attach` inside Python. They answer the same requests as those inside gdb:
# one JSON object a line on standard input, an answer on descriptor 3. Each run of the user's script
# is a process of its own, which traces itself. Lists and objects get addresses that no memory has.
import array
import ast
import dis
import opcode
import signal
import socket
import struct
import threading
import types
import zlib

PATH = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
TOP = 1 << 40
NONE = -(1 << 62)
OBJECTS = 0x7000000 << 32
OBJECT_SIZE = 512
CONTAINERS = (list, tuple, array.array)


# --- The user's functions ------------------------------------------------------------------

def functions_in(code, found):
    """The functions of a script in the order of their lines; the script itself is `main`."""
    found.append(code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            functions_in(constant, found)
    return found


def is_function(code):
    return not code.co_name.startswith("<") and bool(code.co_flags & 0x0002)


def name_of(code):
    return "main" if code.co_name == "<module>" else getattr(code, "co_qualname", code.co_name).replace("<locals>.", "")


def modules_of(tree, path):
    """The files beside the script that a file imports, each with the name of its module."""
    found = []
    for node in ast.walk(tree):
        folder = os.path.dirname(PATH)
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            folder = os.path.dirname(path) if node.level else folder
            for _ in range(node.level - 1):
                folder = os.path.dirname(folder)
            own = node.module or ""
            names = [own] + [(own + "." if own else "") + one.name for one in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            for k in range(1, len(parts) + 1 if name else 1):
                stem = os.path.join(folder, *parts[:k])
                for file in (stem + ".py", os.path.join(stem, "__init__.py")):
                    if os.path.isfile(file):
                        found.append(file)
    return found


def compiled():
    """The script and what it imports from its own folder, in the order in which they are named."""
    paths, codes = [PATH], []
    for path in paths:
        with open(path, "rb") as source:
            text = source.read()
        try:
            codes.append(compile(text, path, "exec", dont_inherit=True))
            more = modules_of(ast.parse(text), path)
        except SyntaxError:
            if path == PATH:
                raise
            continue
        paths.extend(file for file in dict.fromkeys(more) if file not in paths and len(paths) < 64)
    return paths, codes


FILES, WHOLE = compiled()
SCRIPT = WHOLE[0]
CODES = [code for whole in WHOLE for code in functions_in(whole, [])]
INDEX = {(code.co_filename, code): k for k, code in enumerate(CODES)}
seen_codes = {}


def index_of(code):
    """The place of a function among the user's, or None. What was looked up is kept alive with its answer."""
    known = seen_codes.get(id(code))
    if known is None:
        known = seen_codes[id(code)] = (code, INDEX.get((code.co_filename, code)))
    return known[1]


def is_generator(code):
    return bool(code.co_flags & 0x0220)


# The attributes that the script sets.
ATTRIBUTES = sorted({one.argval for code in CODES for one in dis.get_instructions(code) if one.opname == "STORE_ATTR"})


def functions(_):
    found = [{"file": code.co_filename, "line": code.co_firstlineno, "signature": name_of(code), "from_main": k,
              "is_number": True, "is_void": False, "is_generator": is_generator(code)}
             for k, code in enumerate(CODES) if is_function(code) or k == 0]
    return {"functions": found, "optimized": None}


# --- Memory --------------------------------------------------------------------------------

class Keyed:
    """A dictionary as a list: the number of a key is its place. `number` is that of a value."""

    def __init__(self, table, names, number):
        self.table, self.names, self.number = table, names, number

    def __len__(self):
        return len(self.names)

    def __getitem__(self, places):
        return [self.number(self.table.get(key, missing)) for key in self.names.keys[places]]


def plain_number(value):
    """The number of a value that is no key."""
    return memory.number(None if value is missing else value)


missing = object()


class Names:
    """The keys of dictionaries that lead to each other. A number is a key as it is, unless there are other keys."""

    def __init__(self):
        self.keys, self.places = [], {}

    def __len__(self):
        return len(self.keys)

    def add(self, table):
        for key in table:
            if key not in self.places:
                self.places[key] = len(self.keys)
                self.keys.append(key)

    def number(self, value):
        try:
            place = self.places.get(value)
        except TypeError:
            return NONE + 1
        return memory.number(value) if place is None else place


class Numbers(Names):
    """Keys that are small numbers, which stay what they are."""

    def add(self, table):
        self.keys = range(max(len(self.keys), 1 + max(table)))

    def number(self, value):
        return plain_number(value)


class Memory:
    """Addresses for the lists and the objects of the script. They are the same in each run: a list has
    that of its path, an object that of its turn among those that were made."""

    def __init__(self):
        self.regions = {}
        self.objects = []
        self.object_of = {}
        self.offsets = {name: 8 * k for k, name in enumerate(ATTRIBUTES)}
        self.names, self.numbers = Names(), Numbers()

    def list_address(self, path, values, width):
        """The address of a list: of numbers, or of rows that have `width` numbers each."""
        region = 0x10000 + (zlib.crc32(path.encode()) & 0xffffff)
        self.regions[region] = (values, width)
        return region << 32

    def object_address(self, value):
        known = self.object_of.get(id(value))
        if known is None:
            known = len(self.objects)
            self.object_of[id(value)] = known
            self.objects.append(value)
        return OBJECTS + known * OBJECT_SIZE

    def offset(self, name):
        return self.offsets.setdefault(name, 8 * len(self.offsets))

    def number(self, value):
        """A value as an integer: a number is itself, an object is its address."""
        if isinstance(value, int):
            return int(value) if -(1 << 63) <= value < 1 << 63 else NONE
        if value is None:
            return NONE
        if is_object(value):
            return self.object_address(value)
        return NONE + 1

    def pack(self, values):
        try:
            return struct.pack("<%dq" % len(values), *values)
        except struct.error:
            return struct.pack("<%dq" % len(values), *[self.number(value) for value in values])

    def read(self, address, size):
        """Bytes at an address, or None if there are none."""
        if address >= OBJECTS:
            return self.read_objects(address - OBJECTS, size)
        if address >> 32 not in self.regions:
            return None
        values, width = self.regions[address >> 32]
        begin = address & 0xffffffff
        first, last = begin // 8, (begin + size + 7) // 8
        if width:
            rows = values[first // width:(last + width - 1) // width]
            if not rows:
                return None
            data = b"".join(self.pack(list(row)[:width] + [0] * (width - len(row))) for row in rows)
            begin -= 8 * (first // width * width)
        else:
            part = values[first:last]
            if not len(part):
                return None
            data = self.pack(part)
            begin -= 8 * first
        return data[begin:begin + size].ljust(size, b"\0")

    def read_objects(self, at, size):
        first, last = at // OBJECT_SIZE, (at + size - 1) // OBJECT_SIZE
        if first >= len(self.objects):
            return None
        data = bytearray()
        for k in range(first, last + 1):
            own = bytearray(OBJECT_SIZE)
            if k < len(self.objects):
                for name, value in attributes(self.objects[k]):
                    offset = self.offsets.get(name)
                    if offset is not None and offset < OBJECT_SIZE:
                        struct.pack_into("<q", own, offset, self.number(value))
            data += own
        begin = at - first * OBJECT_SIZE
        return bytes(data[begin:begin + size])


memory = Memory()


own_kinds = {}


def is_object(value):
    """Returns whether a value is an object of a class of the user's."""
    kind = type(value)
    known = own_kinds.get(kind)
    if known is None:
        module = sys.modules.get(kind.__module__)
        is_own = kind.__module__ == "__main__" or getattr(module, "__file__", None) in FILES
        known = own_kinds[kind] = is_own and not isinstance(value, (type, types.FunctionType, int, str))
    return known


def attributes(value):
    found = list(getattr(value, "__dict__", {}).items())
    for kind in type(value).__mro__:
        names = kind.__dict__.get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            try:
                found.append((name, getattr(value, name)))
            except AttributeError:
                pass
    return found


# --- Variables -----------------------------------------------------------------------------

class Variables:
    def __init__(self):
        self.arrays, self.places, self.scalars, self.types, self.sets = [], [], [], {}, []
        self.seen = set()
        self.tables, self.keys = [], []

    def array(self, path, values, width, column, count):
        address = memory.list_address(path.replace("[][%d]" % column, ""), values, width)
        self.arrays.append({"path": path, "address": address + 8 * column, "stride": 8 * max(width, 1), "width": 8,
                            "signed": True, "count": count})

    def value(self, value, path, depth):
        if isinstance(value, bool) or value is None or isinstance(value, (str, bytes, float)):
            return
        if isinstance(value, int):
            if abs(value) < 1 << 32:
                self.scalars.append({"path": path, "value": value})
            return
        if id(value) in self.seen or depth > 4:
            return
        self.seen.add(id(value))
        if isinstance(value, CONTAINERS):
            self.list(value, path, depth)
        elif isinstance(value, dict):
            self.dict(value, path)
        elif is_object(value):
            self.object(value, path, depth)

    def list(self, values, path, depth):
        if len(values) < 2:
            return
        ends = [values[0], values[1], values[-1]]
        if all(isinstance(one, int) or one is None for one in ends):
            self.array(path, values, 0, 0, len(values))
        elif all(isinstance(one, CONTAINERS) for one in ends):
            width = max(len(one) for one in ends)
            if len(values) <= 8:
                for k, one in enumerate(values):
                    self.value(one, "%s[%d]" % (path, k), depth + 1)
            elif 1 < width <= 8:
                for k in range(width):
                    self.array("%s[][%d]" % (path, k), values, width, k, len(values))
        elif is_object(ends[0]) or is_object(ends[-1]):
            for k in (0, 1, len(values) - 1):
                if is_object(values[k]):
                    self.place("%s[%d]" % (path, k), values[k])

    def dict(self, values, path):
        """Items with sets of options, options with lists of items, or links from key to key."""
        sizes = (set, frozenset, list, tuple)
        if not 1 <= len(values) <= 20000:
            return
        if all(isinstance(one, sizes) for one in values.values()) and not leads(values, values):
            held[path] = values
            self.sets.append(described_set(path, values))
        else:
            self.tables.append((path, values))

    def keyed(self):
        """The dictionaries that lead from key to key, as arrays."""
        links = [table for _, table in self.tables if leads(table, table)]
        if len(links) < 4:
            return
        are_numbers = all(isinstance(key, int) and 0 <= key < 1 << 20 for table in links for key in table)
        names = memory.numbers if are_numbers else memory.names
        for table in links:
            names.add(table)
        whole = max(links, key=len)
        for path, table in self.tables:
            if any(table is one for one in links) or all(key in whole for key in table):
                number = names.number if leads(table, whole) else plain_number
                self.array(path, Keyed(table, names, number), 0, 0, len(names))
        if not are_numbers:
            self.keys = [shown(key) for key in names.keys]
            # The root has fewer links than headers and nodes, and headers have fewer than nodes.
            least = sorted(names.keys, key=lambda key: sum(key in table for _, table in self.tables))
            for key in least[:ROOTS]:
                self.scalars.append({"path": shown(key), "value": names.places[key]})

    def place(self, path, value):
        key = ("place", id(value))
        if key not in self.seen:
            self.seen.add(key)
            self.places.append({"path": path, "address": memory.object_address(value), "type": self.type_of(value)})

    def type_of(self, value):
        """Describes a class by the attributes of an object of it."""
        name = type(value).__name__
        kind = self.types.setdefault(name, {"size": OBJECT_SIZE, "fields": []})
        known = {field["name"] for field in kind["fields"]}
        for own, one in attributes(value):
            if own not in known and memory.offset(own) < OBJECT_SIZE:
                field = {"name": own, "offset": memory.offset(own), "width": 8, "signed": True}
                if is_object(one):
                    field["to"] = type(one).__name__
                if is_object(one) or isinstance(one, int):
                    kind["fields"].append(field)
        return name

    def object(self, value, path, depth):
        if any(is_object(one) for _, one in attributes(value)):
            self.place(path, value)
        for name, one in attributes(value):
            own = path == "self"
            self.value(one, name if own else "%s.%s" % (path, name), depth + 1)


# The keys that are tried as roots.
ROOTS = 40


def leads(table, whole):
    """Returns whether a dictionary leads to keys of another one alone."""
    try:
        return all(one in whole for one in table.values())
    except TypeError:
        return False


held = {}


def described_set(path, values):
    kind = "sets" if all(isinstance(one, set) for one in values.values()) else "lists"
    rows = [[shown(one) for one in row] for row in values.values()]
    return {"path": path, "kind": kind, "keys": [shown(key) for key in values], "rows": rows}


# By path: the sets as they were reported last.
reported = {}


def set_now(request):
    """The sets of a variable that have changed since this was asked last."""
    path = request["path"]
    values = held.get(path)
    if values is None:
        return {"set": None}
    whole = request.get("whole") or path not in reported
    known = {} if whole else reported[path]
    keys = []
    for key, row in values.items():
        if key not in known or known[key] != row:
            keys.append([shown(key), [shown(one) for one in row]])
            known[key] = type(row)(row)
    for key in [key for key in known if key not in values] if len(known) > len(values) else ():
        keys.append([shown(key), None])
        del known[key]
    reported[path] = known
    return {"set": {"is_whole": whole, "keys": keys}}


def shown(value):
    return value if isinstance(value, str) else repr(value)


def owner_of(frame):
    """The object whose method runs, unless it is a node: those lead to others of their class."""
    while frame is not None:
        code = frame.f_code
        if index_of(code) is not None and code.co_argcount:
            own = frame.f_locals.get(code.co_varnames[0])
            if is_object(own) and not any(type(one) is type(own) for _, one in attributes(own)):
                return own
        frame = frame.f_back
    return None


def variables(_):
    found, frame, frames = Variables(), current[0], []
    while frame is not None:
        if index_of(frame.f_code) is not None:
            frames.append(frame)
        frame = frame.f_back
    # The outermost names come first: they are the same wherever the script stops.
    scopes = []
    for frame in reversed(frames):
        if not any(one is frame.f_globals for one in scopes):
            scopes.append(frame.f_globals)
        if frame.f_locals is not frame.f_globals:
            scopes.append(frame.f_locals)
    owner = owner_of(current[0])
    for scope in scopes:
        for name, value in list(scope.items()):
            # Of several solvers, the one whose method runs is the one that searches.
            is_other = owner is not None and type(value) is type(owner) and value is not owner
            is_own = not isinstance(value, (types.ModuleType, type, types.FunctionType))
            if not name.startswith("__") and is_own and not is_other:
                found.value(value, name, 0)
    found.keyed()
    return {"arrays": found.arrays, "places": found.places, "scalars": found.scalars, "types": found.types,
            "sets": found.sets, "keys": found.keys}


# --- Stops ---------------------------------------------------------------------------------

current = [None]
breaks = {}
skips = {}
ranges = Ranges()
mode = {"step": False, "watch": None}
last_line = {}
# The frames in which an exception was raised, until one of their lines goes on.
unwinding = set()
channel = None


def depth_of(frame):
    depth = 0
    while frame is not None:
        depth += index_of(frame.f_code) is not None
        frame = frame.f_back
    return depth


def key_of(frame):
    """The place at which a frame goes on: the same in each run."""
    known = index_of(frame.f_code)
    return ((-1 if known is None else known) + 2 << 24) + max(frame.f_lasti, 0)


def user_frame(frame):
    while frame is not None and index_of(frame.f_code) is None:
        frame = frame.f_back
    return frame


def place(frame, line=None):
    path = frame.f_code.co_filename
    return {"function": name_of(frame.f_code), "file": path, "path": path, "line": line or frame.f_lineno or 1,
            "pc": key_of(frame), "system": False}


def stopped(frame, ids, sp=None):
    depth = depth_of(frame)
    older = user_frame(frame.f_back)
    out = {"why": "stop", "changed": ranges.changed(), "ids": ids, "pc": key_of(frame),
           "sp": TOP - 64 * depth if sp is None else sp, "place": place(frame)}
    names = frame.f_code.co_varnames[:frame.f_code.co_argcount] if ids else ()
    values = [frame.f_locals.get(name) for name in names]
    out["arguments"] = [memory.number(one) for one in values if isinstance(one, int) or is_object(one)]
    owner = owner_of(frame) if ids else None
    if owner is not None:
        out["owner"] = memory.object_address(owner)
    if older is not None:
        out["cfa"] = TOP - 64 * (depth - 1)
        out["return"] = key_of(older)
    return out


def stop(frame, answer):
    """Reports a stop, with the writes of a watch that it ends, and serves requests until the script goes on."""
    current[0] = frame
    reply(end_watch(answer) if mode["watch"] is not None else answer)
    serve()


def reply(answer):
    channel.write(json.dumps(answer) + "\n")
    channel.flush()


def serve():
    sys.settrace(None)
    while True:
        line = channel.readline()
        if not line:
            os._exit(0)
        request = json.loads(line)
        verb = request["do"]
        if verb in ("go", "step", "watch"):
            begin_mode(verb, request)
            break
        reply(answered(VERBS[verb], request))
    if MONITOR is None or mode["step"] or mode["watch"] is not None:
        sys.settrace(trace)
    else:
        monitor()


def begin_mode(verb, request):
    mode["step"] = verb == "step"
    mode["watch"] = None
    if verb == "watch":
        words = [tuple(word) for word in request["list"]]
        mode["watch"] = {"words": words, "most": request["most"], "writes": [],
                         "values": [memory.read(*word) for word in words], "reads": request.get("reads")}
    frame = current[0]
    while frame is not None:
        if index_of(frame.f_code) is not None:
            frame.f_trace = local
            frame.f_trace_lines = is_slow()
        frame = frame.f_back


# --- Calls and returns without a tracer ------------------------------------------------------
# From Python 3.12 on, each function says whether its calls and returns are wanted. Lambdas and the functions of
# libraries then run at their own speed. Lines are still traced, and so are scripts with modules, whose functions
# are other objects than those that were looked at.

MONITOR = getattr(sys, "monitoring", None) if len(FILES) == 1 else None
TOOL = 4
masks = {}
# True while the masks are not those of the breakpoints.
is_stale = [True]


def monitor():
    """Asks for the calls and returns at which there are stops, if these are others than before."""
    if not is_stale[0]:
        return
    is_stale[0] = False
    events = MONITOR.events
    called = {where[1] for where in breaks.values() if where[0] == "call"}
    has_returns = any(where[0] == "return" for where in breaks.values())
    if not masks:
        MONITOR.use_tool_id(TOOL, "quadrille")
        MONITOR.register_callback(TOOL, events.PY_START, on_start)
        MONITOR.register_callback(TOOL, events.PY_RETURN, on_return)
        MONITOR.register_callback(TOOL, events.RAISE, on_raise)
    for k, code in enumerate(CODES):
        begins = k in called or code.co_name == "__init__" or is_generator(code)
        returns = has_returns and is_function(code) or is_generator(code)
        mask = (events.PY_START if begins else 0) | (events.PY_RETURN if returns else 0)
        if masks.get(k, 0) != mask:
            masks[k] = mask
            MONITOR.set_local_events(TOOL, code, mask)
    raises = events.RAISE if any(where == ("exit",) for where in breaks.values()) else 0
    if masks.get("raises", 0) != raises:
        masks["raises"] = raises
        MONITOR.set_events(TOOL, raises)


def is_slow():
    return mode["step"] or mode["watch"] is not None


def on_start(code, _):
    if is_slow():
        return
    frame = sys._getframe(1)
    note_made(frame)
    if is_generator(code):
        suspended[id(frame)] = frame
    number = index_of(code)
    ids = [own for own, where in list(breaks.items()) if where == ("call", number) and hit(own)]
    if ids:
        stop(frame, stopped(frame, ids))


def on_return(_, __, value):
    if is_slow():
        return
    frame = sys._getframe(1)
    suspended.pop(id(frame), None)
    older = user_frame(frame.f_back)
    if older is not None:
        stop_after(frame, older, value)


def on_raise(_, __, error):
    ids = [own for own, where in breaks.items() if where == ("exit",)]
    frame = user_frame(sys._getframe(1))
    if ids and frame is not None and isinstance(error, SystemExit) and not is_slow():
        del breaks[ids[0]]
        is_stale[0] = True
        stop(frame, stopped(frame, ids))


def note_made(frame):
    """An object that is made gets its address."""
    code = frame.f_code
    if code.co_name == "__init__" and code.co_argcount:
        made = frame.f_locals.get(code.co_varnames[0])
        if is_object(made):
            memory.object_address(made)


def stop_after(frame, older, value):
    """Stops at a return, if that is due."""
    where = ("return", key_of(older))
    ids = [own for own, other in list(breaks.items()) if other == where and hit(own)]
    if ids:
        answer = stopped(frame, ids, TOP - 64 * (depth_of(frame) - 1))
        answer["value"] = value if isinstance(value, int) else None
        stop(frame, answer)


# --- Tracing -------------------------------------------------------------------------------

# The frames of generators that have begun and not returned. Up to Python 3.12, a generator that is left enters each of
# its frames again, as a call, before the exception that ends it.
suspended = {}


def is_resumed(frame):
    """Returns whether a call goes on with a generator."""
    if not is_generator(frame.f_code):
        return False
    if id(frame) in suspended:
        return True
    suspended[id(frame)] = frame
    return False


def is_yield(frame):
    """Returns whether a generator goes on later. The instruction of a yield has other names in other versions."""
    code = frame.f_code
    if not is_generator(code) or frame.f_lasti < 0:
        return False
    return not opcode.opname[code.co_code[frame.f_lasti]].startswith("RETURN")


def hit(number):
    """Returns whether a stop is due: the first ones may be skipped."""
    if skips.get(number, 0) > 0:
        skips[number] -= 1
        return False
    return True


def look(frame):
    """Reports what has changed of the watched words since the last event."""
    watch = mode["watch"]
    now = [memory.read(*word) for word in watch["words"]]
    hits = [k for k, value in enumerate(now) if value != watch["values"][k]]
    watch["values"] = now
    if hits and last_line:
        words = [(value or b"").hex() for value in now]
        watch["writes"].append(dict(last_line, words=words, hits=hits, number=len(watch["writes"])))
    return len(watch["writes"]) >= watch["most"]


def end_watch(answer):
    watch = mode["watch"]
    mode["watch"] = None
    return {"writes": watch["writes"], "end": answer}


def trace(frame, event, arg):
    # A thread begins with this, and says its calls itself, too.
    if MONITOR is not None and not is_slow():
        return None
    if event == "call":
        note_made(frame)
    number = index_of(frame.f_code)
    if number is None or event != "call":
        return None
    frame.f_trace_lines = is_slow()
    if mode["watch"] is not None:
        # A later case may have lists of its own.
        current[0] = frame
        variables(None)
        if look(frame):
            stop(frame, stopped(frame, []))
    if not is_resumed(frame):
        ids = [own for own, where in list(breaks.items()) if where == ("call", number) and hit(own)]
        if ids:
            answer = stopped(frame, ids)
            stop(frame, answer)
    return local


def local(frame, event, arg):
    if event == "line":
        unwinding.discard(id(frame))
        if mode["watch"] is not None:
            if look(frame):
                stop(frame, stopped(frame, []))
            last_line.update(place(frame))
        elif mode["step"]:
            stop(frame, stopped(frame, []))
        if not (mode["step"] or mode["watch"] is not None):
            frame.f_trace_lines = False
    elif event == "return" and id(frame) in unwinding:
        # An exception leaves the function: it has not returned.
        unwinding.discard(id(frame))
        suspended.pop(id(frame), None)
    elif event == "return" and not is_yield(frame):
        suspended.pop(id(frame), None)
        if mode["watch"] is not None and look(frame):
            stop(frame, stopped(frame, []))
        older = user_frame(frame.f_back)
        if older is not None:
            stop_after(frame, older, arg)
            if mode["watch"] is not None:
                last_line.update(place(older))
    elif event == "exception":
        unwinding.add(id(frame))
        frame.f_trace_lines = True
        ids = [own for own, where in breaks.items() if where == ("exit",)]
        if ids and issubclass(arg[0], SystemExit):
            del breaks[ids[0]]
            is_stale[0] = True
            stop(frame, stopped(frame, ids))
    return local


def set_break(request):
    number = request["id"]
    is_stale[0] = True
    if "from_main" in request:
        breaks[number] = ("call", request["from_main"])
    elif "pc" in request:
        breaks[number] = ("return", request["pc"])
    else:
        breaks[number] = (request["name"],)
    skips[number] = request.get("skip", 0)
    return {"pending": False}


def remove_break(request):
    is_stale[0] = True
    breaks.pop(request["id"], None)
    return {}


def find_lists(addresses):
    """Finds the lists at addresses that are not known yet."""
    if any(address < OBJECTS and address >> 32 not in memory.regions for address in addresses):
        variables(None)


def memory_at(address, size):
    return memory.read(address, size)


def read_list(request):
    find_lists([request["address"]])
    return read(request)


def set_ranges(request):
    global ranges
    find_lists([address for address, _ in request["list"]])
    ranges = Ranges(request["list"])
    return {"changed": ranges.changed()}


def short(value):
    return clipped(repr(value) if not is_object(value) else "a %s" % type(value).__name__)


def where(_):
    out, frame = [], current[0]
    while frame is not None and len(out) < 24:
        if index_of(frame.f_code) is not None:
            own = place(frame)
            code, names = frame.f_code, []
            arguments = code.co_varnames[:code.co_argcount]
            if len(out) < 3 and frame.f_locals is not frame.f_globals:
                for name, value in frame.f_locals.items():
                    if name != "self" and (isinstance(value, int) or is_object(value)):
                        names.append({"name": name, "text": short(value), "value": memory.number(value),
                                      "argument": name in arguments})
            names.sort(key=lambda one: arguments.index(one["name"]) if one["argument"] else len(arguments))
            own["locals"] = names
            out.append(own)
        frame = frame.f_back
    return {"frames": out}


def evaluate(request):
    out, frame = [], user_frame(current[0])
    for text in request["list"]:
        try:
            value = eval(text, frame.f_globals, frame.f_locals)
            is_number = isinstance(value, int) or is_object(value)
            out.append({"text": text, "value": memory.number(value), "address": None, "width": 8,
                        "is_outside": False, "is_local": True} if is_number else None)
        except Exception:
            out.append(None)
    return {"values": out}


VERBS = {"variables": variables, "break": set_break, "remove": remove_break, "ranges": set_ranges, "read": read_list,
         "pages": pages, "where": where, "evaluate": evaluate, "set": set_now}


def ends(kind, error, trace_back):
    """Reports an exception that nothing catches, as a stop at its line."""
    while trace_back is not None:
        if index_of(trace_back.tb_frame.f_code) is not None:
            current[0] = trace_back.tb_frame
        trace_back = trace_back.tb_next
    frame = current[0]
    if frame is None:
        os._exit(1)
    answer = stopped(frame, [])
    answer["signal"] = ("%s: %s" % (kind.__name__, error)).rstrip(": ")
    stop(frame, answer)
    os._exit(1)


def interrupted(_, frame):
    sys.settrace(None)
    frame = user_frame(frame)
    if frame is None:
        os._exit(1)
    answer = stopped(frame, [])
    answer["signal"] = "SIGINT"
    stop(frame, answer)


def child(link):
    """Runs the script in this process."""
    global channel
    channel = link.makefile("rw", buffering=1 << 16, newline="\n")
    os.setpgid(0, 0)
    for descriptor, source in ((0, kept_input[1]), (1, os.devnull), (2, os.devnull)):
        opened = os.open(source, os.O_RDONLY if descriptor == 0 else os.O_WRONLY)
        os.dup2(opened, descriptor)
        os.close(opened)
    # The answers are the other process's.
    os.close(3)
    sys.stdin = open(0, closefd=False)
    sys.stdout = open(1, "w", closefd=False)
    sys.stderr = open(2, "w", closefd=False)
    signal.signal(signal.SIGINT, interrupted)
    sys.argv = [PATH] + sys.argv[2:]
    sys.path.insert(0, os.path.dirname(PATH))
    module = types.ModuleType("__main__")
    module.__file__ = PATH
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    threading.settrace(trace)
    threading.excepthook = lambda failed: ends(failed.exc_type, failed.exc_value, failed.exc_traceback)
    code = 0
    serve()
    try:
        exec(SCRIPT, module.__dict__)
        sys.settrace(None)
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
    except SystemExit as end:
        sys.settrace(None)
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException as error:
        sys.settrace(None)
        ends(type(error), error, error.__traceback__)
    if mode["watch"] is not None:
        reply(end_watch(None))
        serve()
    os._exit(code & 255)


# --- The process that starts the others ------------------------------------------------------

running = {"pid": 0, "link": None}


def finish():
    """Ends the script, if it still runs."""
    pid, running["pid"] = running["pid"], 0
    if not pid:
        return
    running["link"].close()
    try:
        if os.waitpid(pid, os.WNOHANG) == (0, 0):
            os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, ChildProcessError):
        pass


def start(_):
    finish()
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        ours.close()
        try:
            child(theirs)
        finally:
            os._exit(1)
    theirs.close()
    running["pid"], running["link"] = pid, ours.makefile("rw", buffering=1 << 16, newline="\n")
    ours.close()
    return {"why": "stop", "pid": pid, "ids": []}


def ended():
    """The answer for a script that is over."""
    pid, running["pid"] = running["pid"], 0
    if not pid:
        return {"why": "exited", "code": None}
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return {"why": "stop", "ids": [], "signal": signal.Signals(os.WTERMSIG(status)).name}
    return {"why": "exited", "code": os.WEXITSTATUS(status)}


def relay(request):
    if not running["pid"]:
        return ended()
    try:
        running["link"].write(json.dumps(request) + "\n")
        running["link"].flush()
        answer = running["link"].readline()
    except OSError:
        answer = ""
    return json.loads(answer) if answer else ended()


def act(request):
    own = {"input": set_input, "start": start, "functions": functions}.get(request["do"])
    return own(request) if own else relay(request)


answer_all(sys.version.split()[0], act)
finish()
