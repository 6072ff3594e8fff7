"""Bundles of every bad kind, each in a host of its own with a server: installed, dropped, or as an update."""
import os, shutil, socket, subprocess, time
from . import badjars
from .trial import HEALTH, SERVES, STARTS, Skipped

REFUSED = "install refuses or undoes a bad jar, names it, exit status not 0"
SET_ASIDE = "a dropped jar that fails becomes .failed in the promised time"
LOOPBACK = "nothing listens beyond loopback for long, or health names it"
GUARD = "the request guard judges before any bundle's code"
CLEAN = "what a bundle prints shows no secret and no control sequence"


def house(t):
    """a host with one server; the jars; a port for those that listen"""
    if not shutil.which("javac"):
        raise Skipped("javac is not installed")
    h = t.host()
    jars, port = badjars.made()
    h.start().wait()
    h.apply([h.server("s")])
    t.within(20, lambda: h.project("s").get("state") == "RUNNING")
    return h, jars, port, h.pids("s")[0]


def install(h, path, seconds=90):
    """(exit status or None, what was said, seconds)"""
    begun = time.monotonic()
    try:
        r = h.call("install", path, timeout=seconds)
        return r.returncode, r.stdout + r.stderr, time.monotonic() - begun
    except subprocess.TimeoutExpired:
        return None, f"waited for {seconds} s", seconds


def refused(name, seconds=45):
    """must not come in"""
    def fault(t):
        h, jars, port, pid = house(t)
        status, said, took = install(h, jars[name])
        named = name in said
        t.promise(REFUSED, status not in (0, None) and named and "\tat " not in said and took < seconds,
                  f"{name}: status {status} after {took:.0f} s: {said}")
        after(t, h, name, port, pid)
    return fault


def suffered(name, named=None):
    """may come in; health names it in time, where it is a thing that health can see"""
    def fault(t):
        h, jars, port, pid = house(t)
        status, said, _ = install(h, jars[name])
        if named:
            seen = lambda: "bad." + name in str(h.health()) or f"{name}.jar" in str(h.health())
            t.promise(HEALTH, status != 0 or t.within(named, seen), f"{name}: install {status}, no word of it after {named} s")
        after(t, h, name, port, pid)
    return fault


def after(t, h, name, port, pid):
    """what holds whatever was installed: now, and after kill -9 and a start"""
    for when in ("after install", "after kill -9"):
        if when == "after kill -9":
            if h.proc.poll() is None:
                h.crash()
            if not t.promise(STARTS, h.begin(), f"{name}: {h.console()[-300:]}"):
                return
        if not t.promise(SERVES, h.alive(), f"{name} {when}: no answer; {h.console()[-300:]}"):
            return
        t.within(40, lambda: h.get("/api/audit")[0] == 200 and h.project("s").get("pid") == pid)
        t.answers(h, f"{name} {when}:")
        t.one(h, "s", pid)
        t.promise(LOOPBACK, t.within(30, lambda: closed(port) or "fail" in str(h.health().get("status"))),
                  f"{name} {when}: port {port} is open on all addresses, health {h.health().get('status')}")


def closed(port):
    with socket.socket() as s:
        s.settimeout(1)
        return s.connect_ex(("127.0.0.1", port)) != 0


def dropped(name, seconds):
    def fault(t):
        h, jars, port, pid = house(t)
        path = f"{h.data}/plugins/bad-{name}.jar"
        shutil.copy(jars[name], path + ".part")
        os.rename(path + ".part", path)
        t.promise(SET_ASIDE, t.within(seconds, lambda: os.path.exists(path + ".failed")),
                  f"{name}: after {seconds} s there lies {os.listdir(h.data + '/plugins')}")
        t.promise(HEALTH, t.within(10, lambda: f"bad-{name}" in str(h.health())), f"{name}: no word of the dropped jar in health")
        after(t, h, name, port, pid)
    return fault


def stranger(t):
    """update takes no jar of another name"""
    h, jars, port, pid = house(t)
    for target in (jars["stranger"], "file:" + jars["stranger"]):
        r = h.call("update", "innkeeper.admin", target)
        t.promise(REFUSED, r.returncode != 0, f"update innkeeper.admin {target}: 0, {r.stdout}{r.stderr}")
    after(t, h, "stranger", port, pid)


def guard(t):
    h, jars, port, pid = house(t)
    install(h, jars["guard"])
    time.sleep(1)
    for path in ("/", "/api/projects", "/none"):
        with socket.create_connection(("127.0.0.1", h.port), 10) as s:
            s.sendall(f"GET {path} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: s.recv(65536), b"")).decode(errors="replace")
        t.promise(GUARD, answer.startswith("HTTP/1.1 403") and "content-security-policy" in answer.lower(),
                  f"Host: evil.test, GET {path}: {answer[:60]}, CSP {'there' if 'ecurity-' in answer else 'missing'}")
    h.call("uninstall", "bad.guard")
    after(t, h, "guard", port, pid)


def prints(t):
    h, jars, port, pid = house(t)
    said = install(h, jars["prints"])[1]
    r = h.call("bad:say")
    t.within(10, lambda: "bad" in h.console())
    for where, text in {"install": said, "its command": r.stdout + r.stderr, "console": h.console()}.items():
        wrong = [w for w, bad in (("a secret", badjars.SECRET in text), ("ESC", "\033" in text), ("BEL", "\a" in text)) if bad]
        t.promise(CLEAN, not wrong, f"{where} shows {wrong}")
    t.promise(CLEAN, "said" in r.stdout and "bad" in h.console(), f"nothing of it was shown: {r.stdout}{r.stderr}")
    after(t, h, "prints", port, pid)


FAULTS = {
    **{f"jar-{n}": refused(n, s) for n, s in dict(nozip=15, cut=15, empty=15, bomb=15, unresolvable=30, throwing=45, hangs=60,
                                                  listens=45, stops=60).items()},
    **{f"jar-{n}": suffered(n, s) for n, s in dict(exits=30, halts=30, late=45, hogs=60, crowds=60, threads=None, pools=None, memory=None).items()},
    **{f"jar-dropped-{n}": dropped(n, s) for n, s in dict(unresolvable=20, throwing=30, listens=30).items()},
    "jar-stranger": stranger, "jar-guard": guard, "jar-prints": prints,
}
