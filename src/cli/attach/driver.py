# The hands of `quadrille attach` inside gdb. They answer requests and decide nothing: what is read,
# where the program stops and what that means is decided by quadrille.
import gdb
import re
import signal

SYSTEM = ("/usr/", "/lib", "/rustc/", "/rust/", "/build/", "/opt/", "library/")
SYSTEM_PARTS = ("/.cargo/", "/.rustup/", "/rustup/", "/library/std/", "/library/core/", "/library/alloc/")


judged = {}


def is_system(name, full=None):
    """Returns whether a source file is not the user's. `full` is its whole path, if it is known."""
    if name not in judged:
        # A library that was built elsewhere names files that are not here.
        is_near = name and name.startswith(("./", "../"))
        judged[name] = (not name or name.startswith(SYSTEM) or is_near and not os.path.exists(full or name)
                        or any(part in name for part in SYSTEM_PARTS))
    return judged[name]


COMPOUND = (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)


def field_name(name):
    """The name of a field. Those of a tuple of Rust are numbers, as its programs write them."""
    name = name or ""
    return name[2:] if re.fullmatch("__[0-9]+", name) else name


def program():
    return gdb.selected_inferior()


def quiet(command):
    return gdb.execute(command, to_string=True)


# --- Variables -----------------------------------------------------------------------------

POINTERS = ("std::shared_ptr<", "std::__shared_ptr<", "std::weak_ptr<", "std::unique_ptr<")
NON_NULL = "core::ptr::non_null::NonNull<"
WRAPPERS = ("core::option::Option<", NON_NULL)
COUNTED = ("alloc::rc::Rc<", "alloc::rc::Weak<", "alloc::sync::Arc<", "alloc::sync::Weak<", "alloc::boxed::Box<")


def pointee(t):
    """The struct that a pointer leads to, or what wraps one as its first word. None for another type."""
    t = t.strip_typedefs()
    if t.code == gdb.TYPE_CODE_PTR:
        target = t.target().strip_typedefs()
        return target if target.code == gdb.TYPE_CODE_STRUCT else None
    name = str(t.name or "")
    if t.code != gdb.TYPE_CODE_STRUCT or not name.startswith(POINTERS + WRAPPERS + COUNTED):
        return None
    try:
        if name.startswith(COUNTED):
            # Its pointer leads to the value with the counts beside it.
            return next(found for found in (pointee(f.type) for f in t.fields()) if found is not None)
        if name.startswith(POINTERS):
            return t.template_argument(0).strip_typedefs()
        inner = gdb.lookup_type(name[name.index("<") + 1:-1]).strip_typedefs()
        return inner if name.startswith(NON_NULL) and inner.code == gdb.TYPE_CODE_STRUCT else pointee(inner)
    except (gdb.error, RuntimeError, StopIteration):
        return None


class Variables:
    """The variables in scope that may hold links: integers in arrays, structs in arrays, structs
    behind pointers."""

    def __init__(self):
        self.arrays = []
        self.places = []
        self.scalars = []
        self.types = {}
        self.seen = set()
        self.at = {}

    def type_of(self, t):
        """Describes a struct: the integers and pointers in it, with their offsets."""
        name = str(t.name or t)
        if name not in self.types:
            self.types[name] = {"size": t.sizeof, "fields": []}
            self.fields(t, "", 0, self.types[name]["fields"], 0)
        return name

    def fields(self, t, prefix, offset, out, depth):
        for f in t.fields():
            if not hasattr(f, "bitpos") or getattr(f, "bitsize", 0):
                continue
            at = offset + f.bitpos // 8
            ft = f.type.strip_typedefs()
            target = pointee(ft)
            name = prefix + field_name(f.name)
            if f.is_base_class:
                self.fields(ft, prefix, at, out, depth)
            elif f.artificial:
                continue
            elif ft.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_ENUM) and ft.sizeof in (1, 2, 4, 8):
                out.append({"name": name, "offset": at, "width": ft.sizeof, "signed": ft.is_signed})
            elif target is not None:
                out.append({"name": name, "offset": at, "width": 8 if ft.sizeof > 8 else ft.sizeof, "signed": False,
                            "to": str(target.name or target)})
            elif ft.code in COMPOUND and depth < 3 and not (ft.name or "").startswith("std::"):
                # The fields of a struct or a union without a name are those of the struct around it.
                if f.name and any(pointee(one.type) is not None for one in ft.fields()):
                    self.type_of(ft)
                self.fields(ft, name + "." if f.name else prefix, at, out, depth + 1)

    def array(self, path, address, stride, width, signed, count):
        key = (address, stride, width)
        if key not in self.seen and address:
            self.seen.add(key)
            self.arrays.append({"path": path, "address": address, "stride": stride, "width": width,
                                "signed": signed, "count": count})

    def place(self, path, address, t):
        """A struct in memory: a node or a header, perhaps the root."""
        key = (address, str(t.name or t))
        if key not in self.seen and address:
            self.seen.add(key)
            self.at[key] = len(self.places)
            self.places.append({"path": path, "address": address, "type": self.type_of(t)})
        self.call(path, address, t)

    def call(self, path, address, t):
        """Of several ways to a place, the shortest one is its name."""
        at = self.at.get((address, str(t.name or t)))
        if at is not None and len(path) < len(self.places[at]["path"]):
            self.places[at]["path"] = path

    def elements(self, path, address, element, count):
        """Elements of a type at an address. The count is None if it is not known."""
        e = element.strip_typedefs()
        target = pointee(e)
        if e.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_ENUM) and e.sizeof in (1, 2, 4, 8):
            self.array(path, address, e.sizeof, e.sizeof, e.is_signed, count)
        elif e.code == gdb.TYPE_CODE_ARRAY:
            low, high = e.range()
            if count is not None and count <= 8:
                for k in range(count):
                    self.elements("%s[%d]" % (path, k), address + k * e.sizeof, e.target(), high - low + 1)
            else:
                # A table of rows: each of its columns may be an array.
                inner = e.target().strip_typedefs()
                if inner.code == gdb.TYPE_CODE_INT and high - low < 8:
                    for k in range(high - low + 1):
                        self.array("%s[][%d]" % (path, k), address + k * inner.sizeof, e.sizeof, inner.sizeof,
                                   inner.is_signed, count)
        elif target is not None:
            # Pointers to nodes, as of a vector of them.
            if count:
                raw = bytes(program().read_memory(address, e.sizeof * min(count, 2)))
                for k in range(len(raw) // e.sizeof):
                    to = int.from_bytes(raw[k * e.sizeof:k * e.sizeof + 8], "little")
                    self.place("%s[%d]" % (path, k), to, target)
        elif e.code == gdb.TYPE_CODE_STRUCT:
            name = self.type_of(e)
            for f in self.types[name]["fields"]:
                if "to" not in f:
                    self.array("%s[].%s" % (path, f["name"]), address + f["offset"], e.sizeof, f["width"],
                               f["signed"], count)
            if any("to" in f for f in self.types[name]["fields"]):
                for k in range(min(count or 1, 3)):
                    self.place("%s[%d]" % (path, k), address + k * e.sizeof, e)
                if count and count > 3:
                    self.place("%s[%d]" % (path, count - 1), address + (count - 1) * e.sizeof, e)

    def value(self, v, path, depth):
        t = v.type.strip_typedefs()
        if t.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            return self.value(v.referenced_value(), path, depth)
        if t.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_ENUM):
            if t.sizeof >= 2 and abs(int(v)) < 1 << 32:
                self.scalars.append({"path": path, "value": int(v)})
        elif t.code == gdb.TYPE_CODE_ARRAY:
            low, high = t.range()
            if high > low:
                self.elements(path, int(v.address), t.target(), high - low + 1)
        elif t.code == gdb.TYPE_CODE_PTR:
            target = t.target().strip_typedefs()
            to = int(v)
            if to and target.code == gdb.TYPE_CODE_STRUCT:
                self.known(v.dereference(), target, path, depth)
            elif to and target.code == gdb.TYPE_CODE_INT and target.sizeof > 1:
                self.elements(path, to, target, None)
        elif pointee(t) is not None and v.address is not None:
            target = pointee(t)
            to = int.from_bytes(bytes(program().read_memory(int(v.address), 8)), "little")
            if to:
                self.place(path, to, target)
                self.known(gdb.Value(to).cast(target.pointer()).dereference(), target, path, depth)
        elif t.code == gdb.TYPE_CODE_STRUCT:
            self.struct(v, t, path, depth)

    def known(self, v, target, path, depth):
        """A struct behind a pointer: a node, an array of nodes, or the object of a solver."""
        address = int(v.address)
        if ("behind", address, str(target)) in self.seen:
            return self.call(path + "[0]", address, target)
        self.seen.add(("behind", address, str(target)))
        try:
            program().read_memory(address, max(1, min(target.sizeof, 4096)))
        except gdb.MemoryError:
            return
        name = str(target.name or target)
        if name.startswith(("std::", "core::", "alloc::", "_IO", "__")) or path in ("this", "self", "__closure"):
            return self.struct(v, target, path, depth)
        self.elements(path, address, target, None)
        self.struct(v, target, path, depth + 1)

    def struct(self, v, t, path, depth):
        if depth > 5:
            return
        name = str(t.name or "")
        if name.startswith("std::vector<") or name.startswith("std::__debug::vector<"):
            impl = v["_M_impl"]
            begin, end = impl["_M_start"], impl["_M_finish"]
            try:
                element = begin.type.strip_typedefs().target()
                # A type that is described elsewhere has no size.
                size = (int(end) - int(begin)) // max(1, element.sizeof)
            except (gdb.error, AttributeError):
                return  # of bits
            if 0 < size < 1 << 28:
                self.elements(path, int(begin), element, size)
            return
        if name.startswith("alloc::vec::Vec<"):
            element = t.template_argument(0)
            size = int(v["len"])
            pointer = self.first_pointer(v["buf"])
            if pointer and 0 < size < 1 << 28:
                self.elements(path, pointer, element, size)
            return
        if name.startswith("std::array<"):
            return self.value(v["_M_elems"], path, depth)
        if name.startswith(("std::basic_string", "std::__cxx11::basic_string", "std::map", "std::set",
                            "std::unordered", "std::basic_", "std::ios")):
            return
        if not name.startswith(("std::", "core::", "alloc::")) and v.address is not None:
            fields = self.types[self.type_of(t)]["fields"]
            if any("to" in f for f in fields):
                self.place(path, int(v.address), t)
        # What a lambda has captured has two underscores before its name.
        named = [f.name for f in t.fields() if f.name]
        is_closure = named and all(own.startswith("__") for own in named)
        for f in t.fields():
            if not hasattr(f, "bitpos"):
                continue
            try:
                if f.is_base_class:
                    self.struct(v.cast(f.type), f.type.strip_typedefs(), path, depth + 1)
                elif not f.name:
                    self.struct(v[f], f.type.strip_typedefs(), path, depth)
                else:
                    own = path in ("this", "*this", "self", "__closure")
                    name = f.name[2:] if is_closure and f.name.startswith("__") else f.name
                    self.value(v[f], name if own else "%s.%s" % (path, name), depth + 1)
            except (gdb.error, RuntimeError, TypeError):
                pass

    def first_pointer(self, v):
        t = v.type.strip_typedefs()
        if t.code == gdb.TYPE_CODE_PTR:
            return int(v)
        if t.code == gdb.TYPE_CODE_STRUCT:
            for f in t.fields():
                if hasattr(f, "bitpos"):
                    found = self.first_pointer(v[f])
                    if found:
                        return found
        return None

    def block(self, block, frame, names):
        for symbol in block:
            if not symbol.is_variable and not symbol.is_argument:
                continue
            name = symbol.name or ""
            if name in names or name.startswith(("__", "std::", "_")) and name != "__closure":
                continue
            if symbol.symtab is not None and is_system(symbol.symtab.filename):
                continue
            names.add(name)
            try:
                self.value(symbol.value(frame) if symbol.needs_frame else symbol.value(), name, 0)
            except (gdb.error, RuntimeError, ValueError, TypeError):
                pass


def variables(_):
    found = Variables()
    frame, depth, tables = gdb.selected_frame(), 0, []
    while frame is not None and depth < 60:
        try:
            block = frame.block()
        except RuntimeError:
            block = None
        sal = frame.find_sal()
        if block is not None and sal.symtab is not None and not is_system(sal.symtab.filename):
            names = set()
            while block is not None and not block.is_global and not block.is_static:
                found.block(block, frame, names)
                if block.function:
                    break
                block = block.superblock
            if sal.symtab.filename not in [table.filename for table in tables]:
                tables.append(sal.symtab)
        frame, depth = frame.older(), depth + 1
    for table in tables:
        for block in (table.global_block(), table.static_block()):
            found.block(block, None, set())
    return {"arrays": found.arrays, "places": found.places, "scalars": found.scalars, "types": found.types}


# --- Functions and stops ------------------------------------------------------------------

def files():
    """The user's source files, each with the lines of its functions. They are asked for before the program
    runs, so that no library is searched."""
    found, file = {}, None
    for line in quiet("info functions -n").splitlines():
        if line.startswith("File "):
            file = line[5:].rstrip(":")
        elif file is not None and ":\t" in line:
            number = line.split(":\t", 1)[0].strip()
            if number.isdigit() and not is_system(file, judged.get(file) is None and whole_path(file, number)):
                found.setdefault(file, []).append(int(number))
    return found


def whole_path(file, number):
    """The path of a source file: one that is not whole begins at the folder of the compiler."""
    if not file.startswith(("./", "../")):
        return None
    try:
        return gdb.decode_line("%s:%s" % (json.dumps(file), number))[1][0].symtab.fullname()
    except (gdb.error, AttributeError, IndexError, TypeError):
        return None


def main_address():
    quiet("set language c")
    try:
        return int(gdb.parse_and_eval("(unsigned long) &main"))
    finally:
        quiet("set language auto")


def main_now(_):
    return {"main": main_address()}


def optimization(file, line):
    """The optimization with which a file was compiled, as the compiler or the file itself says, or None."""
    quiet("list %s:%d,%d" % (json.dumps(file), line, line))
    said = quiet("info source")
    # Of several, the last one counts.
    words = [word.rstrip(",") for word in re.findall(r"(?<= )-O[0-3sgz]?(?:fast)?(?=[ ,.]|$)", said)]
    if words and words[-1] != "-O0":
        return words[-1]
    found = re.search(r"Located in (.+)", said)
    try:
        with open(found.group(1) if found else file, errors="replace") as source:
            if re.search(r"^\s*#\s*pragma\s+GCC\s+optimize", source.read(1 << 20), re.MULTILINE):
                return "#pragma GCC optimize"
    except OSError:
        pass
    return None


def functions(_):
    """The user's functions, functions inside others and lambdas too, each with the address at which it
    has its arguments: after its prologue, or at its beginning if it is optimized."""
    found, optimized = [], None
    try:
        main = main_address()
    except gdb.error:
        return {"functions": found, "optimized": None}
    for file, numbers in files().items():
        pcs, seen, own, inlined = {}, set(), optimization(file, numbers[0]), set()
        has_inlined = False
        for number in numbers:
            try:
                places = gdb.decode_line("%s:%d" % (json.dumps(file), number))[1] or ()
            except gdb.error:
                continue
            # A file may be compiled in several units.
            for place in places:
                table = place.symtab.linetable() if place.symtab is not None else None
                items = [item.pc for item in table] if table is not None else []
                if not items or min(items) in seen:
                    continue
                seen.add(min(items))
                for pc in items:
                    block = gdb.block_for_pc(pc)
                    while block is not None and block.function is None:
                        block = block.superblock
                    # The user's function inside another one is inlined there.
                    outer = block.superblock if block is not None else None
                    while outer is not None and outer.function is None:
                        outer = outer.superblock
                    if outer is not None and outer.start <= pc < outer.end:
                        if {block.function.symtab.filename, outer.function.symtab.filename} == {file}:
                            has_inlined = True
                        inlined.add(block.start)
                    if block is not None and block.function.symtab.filename == file:
                        pcs.setdefault(block.start, (block.function, set()))[1].add(pc)
        optimized = optimized or own or ("inlining" if has_inlined else None)
        for begin, (function, lines) in sorted(pcs.items()):
            # A function of a library's header, which the compiler says to be in the file that includes it.
            table = gdb.find_pc_line(begin).symtab
            if table is not None and table.filename != file and is_system(table.filename, table.fullname()):
                continue
            lines = sorted(pc for pc in lines if pc >= begin)
            at = begin if own and begin not in inlined or len(lines) < 2 else lines[1]
            kind = function.type.target()
            kind = kind.strip_typedefs() if kind is not None else None
            found.append({"file": file, "line": gdb.find_pc_line(begin).line, "signature": function.print_name,
                          "from_main": at - main, "begins_from_main": begin - main,
                          "is_inlined": begin in inlined,
                          "is_number": kind is not None and kind.code == gdb.TYPE_CODE_INT and kind.sizeof == 4,
                          "is_void": kind is not None and kind.code == gdb.TYPE_CODE_VOID})
    return {"functions": found, "optimized": optimized}


class Stop(gdb.Breakpoint):
    def __init__(self, number, where):
        super().__init__(where, internal=True)
        self.own = number
        self.silent = True


stops = {}
ranges = Ranges()


def set_break(request):
    number = request["id"]
    if "pc" in request:
        where = "*%d" % request["pc"]
    elif "from_main" in request:
        where = "*%d" % (main_address() + request["from_main"])
    else:
        where = request["name"]
    try:
        stops[number] = Stop(number, where)
    except gdb.error as error:
        return {"failed": str(error)}
    if request.get("skip"):
        stops[number].ignore_count = request["skip"]
    return {"pending": stops[number].pending}


def remove_break(request):
    stop = stops.pop(request["id"], None)
    if stop is not None:
        stop.delete()
    return {}


def memory_at(address, size):
    try:
        return bytes(program().read_memory(address, size))
    except gdb.MemoryError:
        return None


def set_ranges(request):
    global ranges
    ranges = Ranges(request["list"])
    return {"changed": ranges.changed()}


# The signal by which the program is interrupted. It may raise the usual one itself.
OURS = "SIGPWR" if hasattr(signal, "SIGPWR") else "SIGINT"
last = {}


def on_stop(event):
    last.clear()
    if isinstance(event, gdb.SignalEvent):
        last["signal"] = "SIGINT" if event.stop_signal == OURS else event.stop_signal
    elif isinstance(event, gdb.BreakpointEvent):
        last["ids"] = [b.own for b in event.breakpoints if isinstance(b, Stop)]
        last["hits"] = list(event.breakpoints)


def on_exit(event):
    last.clear()
    last["exited"] = getattr(event, "exit_code", None)
    if last["exited"] is None:
        last["killed"] = killed_by()


def killed_by():
    """The signal that has ended the program, or None."""
    try:
        name = signal.Signals(int(gdb.parse_and_eval("$_exitsignal"))).name
        return "its own SIGINT" if name == "SIGINT" else name
    except (gdb.error, ValueError):
        return None


gdb.events.stop.connect(on_stop)
gdb.events.exited.connect(on_exit)


def place(frame, written=False):
    """A frame's line. What was just written belongs to the instruction before."""
    sal = gdb.find_pc_line(frame.pc() - 1) if written else frame.find_sal()
    name = sal.symtab.filename if sal.symtab is not None else None
    full = sal.symtab.fullname() if sal.symtab is not None else None
    return {"function": frame.name(), "file": name, "path": full, "line": sal.line, "pc": frame.pc(),
            "system": is_system(name, full)}


def described(request):
    if last.get("killed"):
        return {"why": "stop", "ids": [], "signal": last["killed"]}
    if "exited" in last or not program().threads():
        return {"why": "exited", "code": last.get("exited")}
    out = {"why": "stop", "changed": ranges.changed()}
    if "signal" in last:
        out["signal"] = last["signal"]
    out["ids"] = last.get("ids", [])
    frame = gdb.newest_frame()
    out["pc"] = frame.pc()
    out["sp"] = int(frame.read_register("sp"))
    if request.get("frames"):
        older = frame.older()
        if older is not None:
            out["cfa"] = int(older.read_register("sp"))
            out["return"] = older.pc()
        if request.get("place"):
            out["place"] = place(frame)
        if request.get("values"):
            out["value"] = returned(frame)
            out["arguments"] = arguments(frame) if out["ids"] else []
    return out


def arguments(frame):
    """The integers and pointers with which a function was called."""
    out = []
    try:
        block = frame.block()
        while block.function is None:
            block = block.superblock
        for symbol in block:
            if symbol.is_argument and symbol.name != "this":
                t = symbol.type.strip_typedefs()
                if t.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_PTR):
                    out.append(int(symbol.value(frame)))
    except (gdb.error, RuntimeError, ValueError, TypeError, AttributeError):
        pass
    return out


def returned(frame):
    """The integer that a function has just returned, where it did."""
    for name in ("eax", "w0"):
        try:
            value = int(frame.read_register(name)) & 0xffffffff
            return value - (1 << 32) if value >> 31 else value
        except (gdb.error, ValueError):
            pass
    return None


def resume(command, request):
    last.clear()
    try:
        quiet(command)
    except gdb.error as error:
        if not last:
            return {"why": "failed", "message": str(error)}
    return described(request)


def start(request):
    """Starts the program from its beginning, up to `main`."""
    if program().pid:
        quiet("kill")
    # The arguments are gdb's own since it was started: no text of the user's is read as a command.
    for name in ("LINES", "COLUMNS"):
        quiet("unset environment " + name)
    quiet("set exec-wrapper sh -c 'exec \"$@\" < %s > /dev/null 2>&1' sh" % kept_input[1])
    for stop in list(stops.values()):
        stop.delete()
    stops.clear()
    global ranges
    ranges = Ranges()
    main = gdb.Breakpoint("main", internal=True, temporary=True)
    main.silent = True
    answer = resume("run", {"frames": True})
    if main.is_valid():
        main.delete()
    answer["pid"] = program().pid
    return answer


def proceed(request):
    """Goes on to the next stop. A trap that is none of ours is the program's own."""
    answer = resume("continue", request)
    while answer.get("signal") == "SIGTRAP" and not answer["ids"] and program().threads():
        answer = resume("signal SIGTRAP", request)
    return answer


def short(value):
    return clipped(value.format_string(max_elements=8, max_depth=1))


def locals_of(frame):
    out, seen = [], set()
    try:
        block = frame.block()
    except RuntimeError:
        return out
    while block is not None and not block.is_global and not block.is_static:
        for symbol in block:
            if (symbol.is_variable or symbol.is_argument) and symbol.name not in seen and symbol.line <= frame.find_sal().line:
                seen.add(symbol.name)
                try:
                    value = symbol.value(frame)
                    t = value.type.strip_typedefs()
                    if t.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_ENUM, gdb.TYPE_CODE_BOOL):
                        out.append({"name": symbol.name, "text": short(value), "value": int(value),
                                    "argument": symbol.is_argument})
                    elif t.code == gdb.TYPE_CODE_PTR and symbol.name != "this":
                        out.append({"name": symbol.name, "text": short(value), "value": int(value),
                                    "argument": symbol.is_argument})
                except (gdb.error, RuntimeError, ValueError, TypeError):
                    pass
        if block.function:
            break
        block = block.superblock
    return out


def where(_):
    """The user's frames, the innermost first."""
    if not program().threads():
        return {"frames": []}
    out, frame, depth = [], gdb.newest_frame(), 0
    while frame is not None and depth < 200 and len(out) < 24:
        own = place(frame)
        if not own["system"]:
            own["locals"] = locals_of(frame) if len(out) < 3 else []
            out.append(own)
        frame, depth = frame.older(), depth + 1
    return {"frames": out}


def step(request):
    """Steps one line of the user's source. Ranges that have changed come with the answer."""
    return resume("step", dict(request, frames=True, place=True))


# The functions of libraries that move numbers when a container grows.
MOVERS = ("relocate", "memmove", "memcpy", "uninitialized", "__copy")


def watch(request):
    """Watches words of memory and reports each change of them, up to the next stop of ours. With
    `reads`, also each access that changes nothing."""
    kind = gdb.WP_ACCESS if request.get("reads") else gdb.WP_WRITE
    quiet("set language c")
    type_name = {1: "char", 2: "short", 4: "int", 8: "long long"}
    watches = {}
    for k, (address, width) in enumerate(request["list"]):
        expression = "*(%s *) %d" % (type_name[width], address)
        try:
            one = gdb.Breakpoint(expression, gdb.BP_WATCHPOINT, kind, internal=True)
        except gdb.error as error:
            return {"failed": str(error)}
        if one.type not in (gdb.BP_HARDWARE_WATCHPOINT, getattr(gdb, "BP_ACCESS_WATCHPOINT", -1)):
            one.delete()
            quiet("set language auto")
            return {"failed": "no hardware watchpoint"}
        one.silent = True
        watches[k] = one
    writes, answer = [], None
    while len(writes) < request["most"]:
        last.clear()
        try:
            quiet("continue")
        except gdb.error as error:
            answer = {"why": "failed", "message": str(error)}
            break
        answer = described({})
        if answer["why"] != "stop" or "signal" in answer or answer["ids"]:
            break
        frame, moved = gdb.newest_frame(), False
        # Inside a library, the user's line is the call.
        while frame is not None and place(frame)["system"]:
            name = frame.name() or ""
            moved = moved or name == "realloc" or any(part in name for part in MOVERS)
            frame = frame.older()
        words = []
        for address, width in request["list"]:
            words.append(bytes(program().read_memory(address, width)).hex())
        if frame is not None:
            writes.append(dict(place(frame, True), words=words, moved=moved, number=len(writes),
                               hits=[k for k, one in watches.items() if one in last.get("hits", [])]))
    for one in watches.values():
        if one.is_valid():
            one.delete()
    quiet("set language auto")
    return {"writes": writes, "end": answer}


def evaluate(request):
    """Values of expressions in the user's innermost frame: names with indices and fields."""
    frame = gdb.newest_frame()
    while frame is not None and place(frame)["system"]:
        frame = frame.older()
    out = []
    if frame is not None:
        frame.select()
    for text in request["list"]:
        try:
            value = value_of(text, frame)
            t = value.type.strip_typedefs()
            is_number = t.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_PTR)
            address = int(value.address) if value.address is not None else None
            sp = int(frame.read_register("sp"))
            out.append({"text": text, "value": int(value), "address": address, "width": t.sizeof,
                        "is_outside": is_outside(text, frame), "is_local": address is not None and sp - 256 <= address < sp + (1 << 16)} if is_number else None)
        except (gdb.error, RuntimeError, ValueError, TypeError, OverflowError, AttributeError):
            out.append(None)
    return {"values": out}


def index_of(text):
    """The place of the bracket that begins the last index of a text."""
    depth, at = 0, len(text)
    while at:
        at -= 1
        depth += (text[at] == "]") - (text[at] == "[")
        if depth == 0:
            break
    return at


def is_outside(text, frame):
    """Returns whether the last index of an expression is not one of its array."""
    if not text.endswith("]"):
        return False
    at = index_of(text)
    base, index = value_of(text[:at], frame), int(value_of(text[at + 1:-1], frame))
    t = base.type.strip_typedefs()
    if t.code != gdb.TYPE_CODE_ARRAY:
        return False
    low, high = t.range()
    return not low <= index <= high


def value_of(text, frame):
    """The value of a name with indices and fields. No function of the program is called."""
    text = text.strip()
    if text.endswith("]"):
        at = index_of(text)
        base, index = value_of(text[:at], frame), int(value_of(text[at + 1:-1], frame))
        t = base.type.strip_typedefs()
        if t.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            base = base.referenced_value()
            t = base.type.strip_typedefs()
        name = str(t.name or "")
        if name.startswith("std::vector<"):
            return base["_M_impl"]["_M_start"][index]
        if name.startswith("std::array<"):
            return base["_M_elems"][index]
        if t.code == gdb.TYPE_CODE_STRUCT:
            raise ValueError(text)
        return base[index]
    found = re.fullmatch(r"(.+?)(?:\.|->)(\w+)", text)
    if found:
        base = value_of(found.group(1), frame)
        if base.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
            base = base.dereference()
        return base[found.group(2)]
    if re.fullmatch(r"[\w+\- ]+", text):
        return gdb.parse_and_eval(text)
    raise ValueError(text)


VERBS = {"input": set_input, "start": start, "functions": functions, "main": main_now, "variables": variables, "break": set_break,
         "remove": remove_break, "ranges": set_ranges, "go": proceed, "read": read, "pages": pages,
         "where": where, "evaluate": evaluate, "step": step, "watch": watch}


def serve():
    for setting in ("pagination off", "confirm off", "width 0", "height 0", "print thread-events off",
                    "debuginfod enabled off", "startup-with-shell on", "follow-fork-mode parent",
                    "detach-on-fork on", "disable-randomization on", "breakpoint pending on",
                    "print inferior-events off", "print frame-info short-location", "step-mode off",
                    "python print-stack none", "breakpoint always-inserted on", "language auto", "can-use-hw-watchpoints 1"):
        try:
            quiet("set " + setting)
        except gdb.error:
            pass
    for pattern in ("/usr/*", "/rustc/*", "*/rustup/*", "*/.cargo/*"):
        try:
            quiet("skip -gfi " + pattern)
        except gdb.error:
            pass
    for name in ("SIGALRM", "SIGCHLD", "SIGUSR1", "SIGUSR2", "SIGPIPE", "SIGINT"):
        quiet("handle %s nostop noprint pass" % name)
    quiet("handle %s stop print nopass" % OURS)
    answer_all(gdb.VERSION, lambda request: VERBS[request["do"]](request))


serve()
