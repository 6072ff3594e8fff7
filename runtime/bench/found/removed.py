"""Files that go while servers run: below run/, and the side files of bot.db."""
import glob, os, subprocess
from hostlib import CLI, WRITER
from .disk import failing, lines
from .trial import ACKNOWLEDGED, ALONE, HEALTH, REPAIR, SERVES, STARTS, STOPS, about


def run_files(*names):
    """removed, then the host crashes: the next one must find the same server, and all of its output"""
    def fault(t):
        h = t.host()
        h.start().wait()
        h.apply([h.server("w", 0.05, text=WRITER), h.server("s")])
        before = {name: running(t, h, name) for name in ("w", "s")}
        for _ in range(2):
            for name in before:
                for pattern in names:
                    for path in glob.glob(f"{h.data}/run/{name}.{pattern}"):
                        os.remove(path)
            h.crash()
            if not t.promise(STARTS, h.begin(), h.console()[-300:]):
                return
            for name, pid in before.items():
                t.one(h, name, pid)
            t.answers(h)
        lines(t, h, "w")
        t.stops(h, "s")
        t.end(h)
    return fault


def fifo_live(t):
    """the FIFO goes and the host lives on"""
    h = t.host()
    h.start().wait()
    h.apply([h.server("w", 0.05, text=WRITER)])
    pid = running(t, h, "w")
    os.remove(h.data + "/run/w.out")
    lines(t, h, "w")
    t.promise(STOPS, not h.pids("w"), f"{pid}")
    h.call("start", "w")
    t.one(h, "w")
    t.end(h)


def running(t, h, name):
    t.within(20, lambda: h.project(name).get("state") == "RUNNING")
    t.one(h, name)
    return h.project(name).get("pid")


def socket(t):
    h = t.host()
    h.start().wait()
    h.apply([h.server("s")])
    pid = running(t, h, "s")
    os.remove(h.data + "/run/shell.sock")
    try:
        said = h.call("status", timeout=60).stderr
        t.promise(SERVES, t.within(30, lambda: h.call("status", timeout=60).returncode == 0 or h.health().get("status") == "fail"),
                  f"shell.sock removed: the command line says {said}, health {h.health().get('status')}")
    except subprocess.TimeoutExpired:
        t.promise(SERVES, False, "shell.sock removed: the command line waited for 60 s")
    h.crash()
    t.promise(STARTS, h.begin(), h.console()[-300:])
    t.one(h, "s", pid)
    t.answers(h)
    t.end(h)


def database(names, repair):
    """bot.db or its side files go; then either the repair that health offers, or kill -9 and a start"""
    def fault(t):
        h = t.host()
        h.start().wait()
        h.apply([h.server("s"), h.server("idle", autostart=False)])
        pid = running(t, h, "s")
        for name in names:
            os.remove(f"{h.data}/{name}")
        t.promise(HEALTH, t.within(10, lambda: h.health().get("status") == "fail"),
                  f"{' and '.join(names)} removed, 10 s later health says {h.health().get('status')}")
        added = [n for n in ("late0", "late1") if h.call("add", n, "--no-autostart", "--", "/bin/true").returncode == 0]
        started = h.post("/api/projects/idle/start") == 200
        fixes = [c["fix"] for c in checks(h) if c.get("status") == "fail" and c.get("fix")]
        if repair:
            ran = [subprocess.run(f, shell=True, env=dict(h.env, PATH=os.path.dirname(CLI) + ":" + os.environ["PATH"]),
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120) for f in fixes[:1]]
            mended = ran and ran[0].returncode == 0 and h.alive() and t.within(60, lambda: h.health().get("status") in ("pass", "warn"))
            if not t.promise(REPAIR, mended, f"{fixes[:1]}: {[(r.returncode, r.stderr[-200:]) for r in ran]}, then {failing(h)}"):
                return
        else:
            h.crash()
            if not t.promise(STARTS, h.begin(), h.console()[-300:]):
                return
        t.within(20, lambda: isinstance(h.json("/api/projects"), list) and h.json("/api/projects"))
        shown = h.json("/api/projects")
        there = {p["channelId"] for p in shown} if isinstance(shown, list) else set()
        lost = {"s", "idle", *added} - there
        t.promise(ACKNOWLEDGED, not lost, f"projects {sorted(lost)} are gone; while files were away, these were acknowledged: {added}")
        if started:
            t.promise(ACKNOWLEDGED, h.project("idle").get("desired") == "RUNNING", f"a start was answered 200, now {about(h, 'idle')}")
        if "s" in lost:
            t.promise(ALONE, not h.pids("s"), f"the project is gone, its process {h.pids('s')} lives")
        else:
            t.one(h, "s", pid)
        r = h.call("audit", "verify")
        t.promise(ACKNOWLEDGED, r.returncode == 0, f"audit verify: {r.stdout}{r.stderr}")
        t.end(h)
    return fault


def checks(h):
    """each check of health, be it alone under its name or one of a list"""
    for value in h.health().get("checks", {}).values():
        yield from value if isinstance(value, list) else [value]


SIDES = {"wal": ["bot.db-wal"], "shm": ["bot.db-shm"], "sides": ["bot.db-wal", "bot.db-shm"], "db": ["bot.db"]}
FAULTS = {
    "removed-fifo": run_files("out"), "removed-fifo-live": fifo_live, "removed-record": run_files("json"),
    "removed-id": run_files("id", "pid"), "removed-all": run_files("*"), "removed-socket": socket,
    **{f"removed-{n}": database(files, False) for n, files in SIDES.items()},
    **{f"removed-{n}-repair": database(files, True) for n, files in SIDES.items()},
}
