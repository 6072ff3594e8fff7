"""Too much of everything: output, long lines, connections, slow readers, clients of the shell."""
import concurrent.futures, contextlib, io, re, socket, subprocess, time
import numbered
from .disk import failing
from .trial import LINES, LIVES, SERVES

CLEAN = "no secret reaches a log, wherever it stands in a line"
WAITS = "whoever asks is answered within 10 s, under a flood too"
PAD = b" flood"
# LENGTH LINES: lines around 64 KiB and far longer, a password on the border of a piece of 64 KiB.
LONG = """
import os, sys
for n in range(int(sys.argv[2])):
    size = int(sys.argv[1]) + n % 7
    at = 65536 - 16 + n % 32
    line = b"n=%06d " % n + b"x" * at + b" password=hunter-%06d " % n
    line += b"y" * max(0, size - len(line)) + b" end\\n"
    view = memoryview(line)
    while view:
        view = view[os.write(1, view):]
import time
time.sleep(1e9)
"""


def ask(t, h, times=10, path="/api/projects"):
    worst, statuses = 0, set()
    for _ in range(times):
        begun = time.monotonic()
        statuses.add(h.get(path, 30)[0])
        worst = max(worst, time.monotonic() - begun)
        time.sleep(0.2)
    t.promise(WAITS, statuses == {200} and worst < 10, f"{path}: {statuses}, {worst:.1f} s at worst")


def output(t):
    h = t.host(LOG_MAX_BYTES=str(8 << 20), LOG_MAX_FILES="100000")
    h.start().wait()
    lines = 2_000_000
    h.apply([h.server(n, PAD.decode(), 10000, lines, text=numbered.WRITER) for n in ("w0", "w1")] + [h.server("s")])
    t.within(10, lambda: h.pids("s"))
    pids = {n: h.pids(n) for n in ("w0", "w1", "s")}
    ask(t, h, 20)
    t.answers(h, "two servers at full speed:")
    t.stops(h, "s")
    for n in ("w0", "w1"):
        t.within(120, lambda: h.project(n).get("log", {}).get("lines", 0) >= lines)
        t.promise(LIVES, h.pids(n) == pids[n], f"{n}: {pids[n]}, now {h.pids(n)}")
        t.stops(h, n)
        with contextlib.redirect_stdout(io.StringIO()):
            found = numbered.compare(h.log_files(n), PAD)
        t.promise(LINES, found == dict(lines=lines, lost=0, doubled=0, torn=0), f"{n}: {found}")
    t.promise(SERVES, h.health().get("status") in ("pass", "warn"), failing(h))
    t.end(h)


def long_lines(t):
    h = t.host()
    h.start().wait()
    sizes = {"a64k": 65536, "b100k": 100_000, "c1m": 1 << 20}
    count = 60
    h.apply([h.server(n, size, count, text=LONG) for n, size in sizes.items()])
    ask(t, h, 10)
    for n in sizes:
        t.within(30, lambda: f"n={count - 1:06d} ".encode() in b"".join(h.log_lines(n))
                 and b"".join(h.log_lines(n)).endswith(b" end\n"))
        t.stops(h, n)
        text = b"".join(h.log_lines(n))
        begins = [int(m) for m in re.findall(rb"n=(\d{6}) x", text)]
        t.promise(LINES, begins == list(range(count)) and text.count(b" end\n") == count,
                  f"{n}: {len(begins)} begin, {text.count(b' end')} end, of {count}")
        t.promise(CLEAN, b"hunter-" not in text, f"{n}: {text.count(b'hunter-')} of {count} passwords stand in the log")
    t.answers(h, "long lines:")
    t.end(h)


def connections(t):
    """200 at once: silent ones, half a request, and readers that take nothing of a large answer"""
    h = t.host(LOG_MAX_BYTES=str(64 << 20))
    h.start().wait()
    h.apply([h.server("w", PAD.decode(), 1000, 600_000, text=numbered.WRITER)])
    t.within(60, lambda: h.project("w").get("log", {}).get("lines", 0) >= 600_000)
    pid = h.project("w").get("pid")
    open_sockets = []
    requests = [b"", b"GET /api/projects HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX-Slow: " % h.port,
                b"GET /api/logs/w/download HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % h.port,
                b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % h.port]
    try:
        for i in range(200):
            s = socket.socket()
            open_sockets.append(s)
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.settimeout(5)
            try:
                s.connect(("127.0.0.1", h.port))
                s.sendall(requests[i % 4])
            except OSError:
                continue  # the host may end connections that are too many
        ask(t, h, 10)
        t.answers(h, "200 connections:")
        t.promise(SERVES, h.health().get("status") in ("pass", "warn"), failing(h))
    finally:
        for s in open_sockets:
            s.close()
    ask(t, h, 5)
    t.one(h, "w", pid)
    t.end(h)


def clients(t):
    """silent and broken clients on the shell's socket, and many commands at once"""
    h = t.host()
    h.start().wait()
    h.apply([h.server("s")])
    t.within(10, lambda: h.pids("s"))
    pid = h.pids("s")[0]
    open_sockets = []
    try:
        for i in range(150):
            s = socket.socket(socket.AF_UNIX)
            open_sockets.append(s)
            s.settimeout(5)
            try:
                s.connect(h.data + "/run/shell.sock")
                s.sendall(t.rng.randbytes(i % 64))
            except OSError:
                continue
        with concurrent.futures.ThreadPoolExecutor(24) as pool:
            took = list(pool.map(lambda _: status(h), range(48)))
        wrong = [said for said in took if said]
        t.promise(SERVES, not wrong, f"{len(wrong)} of {len(took)} commands beside 150 silent clients: {wrong[:2]}")
        ask(t, h, 3)
    finally:
        for s in open_sockets:
            s.close()
    t.answers(h, "after the clients:")
    t.one(h, "s", pid)
    t.end(h)


def status(h):
    try:
        r = h.call("status", timeout=90)
        return f"{r.returncode} {r.stderr}" if r.returncode else ""
    except subprocess.TimeoutExpired:
        return "waited for 90 s"


FAULTS = {"flood-output": output, "flood-lines": long_lines, "flood-connections": connections, "flood-clients": clients}
