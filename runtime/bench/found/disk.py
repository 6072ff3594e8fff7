"""A disk that is kept full, by bytes or by inodes, while servers die, start and stop."""
import contextlib, io, os, signal, time
from hostlib import WRITER, count_numbered
from .trial import ACKNOWLEDGED, ALONE, HEALTH, LINES, LIVES, ONE_LINE, STARTS, STOPS, about


def full(t, options, inodes):
    h = t.host()
    volume = t.mount(h.data, options)
    h.start().wait()
    h.apply([h.server("w", 0.05, text=WRITER), h.server("killed"), h.server("wanted"), h.server("stays")])
    for name in ("w", "killed", "wanted", "stays"):
        t.one(h, name)
    stays = h.pids("stays")[0]
    with volume.kept_full(inodes):
        for name in ("killed", "wanted"):
            os.kill(h.pids(name)[0], signal.SIGKILL)
        status = h.post("/api/projects/wanted/start?wait=0")
        honest(t, h, "killed")
        stopped = t.stops(h, "killed")
        t.answers(h, "full disk")
        t.promise(HEALTH, t.within(30, lambda: h.health().get("status") in ("warn", "fail")), "a full disk, and health passes")
        t.promise(ACKNOWLEDGED, h.project("wanted").get("desired") == "RUNNING",
                  f"a start on a full disk was answered {status}, now {about(h, 'wanted')}")
        honest(t, h, "wanted")
        h.crash()
        again(t, h, "after kill -9 on a disk that is kept full")
    if h.proc.poll() is not None and not t.promise(STARTS, h.begin(), "after kill -9, with room again: " + h.console()[-300:]):
        return
    t.one(h, "stays", stays)
    honest(t, h, "killed")
    if stopped:
        t.promise(STOPS, not h.pids("killed") and h.project("killed").get("desired") == "STOPPED",
                  f"acknowledged on a full disk, after kill -9: {about(h, 'killed')}, processes {h.pids('killed')}")
    t.promise(HEALTH, t.within(60, lambda: h.health().get("status") not in (None, "fail")),
              f"not mended by itself once the disk has room: {failing(h)}")
    t.promise(LIVES, t.within(60, lambda: len(h.pids("wanted")) == 1), f"wanted, and not started once there is room: {about(h, 'wanted')}")
    t.one(h, "stays", stays)
    lines(t, h, "w")
    t.end(h)


def again(t, h, why):
    """starts, or is refused in one line where others took what it held back, too"""
    at = len(h.console())
    started = h.begin(1)
    said = h.console()[at:].strip()
    t.promise(ONE_LINE, started or h.proc.returncode == 74 and len(said.splitlines()) == 1,
              f"{why}: status {h.proc.returncode}, {len(said.splitlines())} lines: {said[-300:]}")


def crash(t):
    """a disk that is full and stays so; what the host held back is still its own"""
    h = t.host()
    volume = t.mount(h.data, "size=48m")
    h.start().wait()
    h.apply([h.server("stays")])
    t.one(h, "stays")
    stays = h.pids("stays")[0]
    with volume.full():
        h.crash()
        t.promise(STARTS, h.begin(), "after kill -9 on a full disk: " + h.console()[-300:])
        t.one(h, "stays", stays)
        t.answers(h, "full disk, after kill -9")
    t.end(h)


def honest(t, h, name):
    """no process that the host does not name, and none named that is not there"""
    def so():
        now = h.pids(name)
        return len(now) < 2 and h.project(name).get("pid") == (now[0] if now else None)
    t.promise(ALONE, t.within(20, so), f"processes {h.pids(name)}, the host says {about(h, name)}")


def lines(t, h, name, wait=1):
    """the log of a server that printed hostlib's numbered lines, which is stopped for it"""
    before = h.project(name).get("log", {}).get("lines")
    grown = t.within(20, lambda: h.project(name).get("log", {}).get("lines") != before)
    said = (h.health().get("checks", {}).get("logs:capture") or {})
    t.promise(LINES, grown or "fail" in str(said), f"the log of {name} grows no more, logs:capture says {said}")
    time.sleep(wait)
    t.stops(h, name)
    time.sleep(0.5)
    with contextlib.redirect_stderr(io.StringIO()):  # it names each place, of which there may be thousands
        found = count_numbered(h.log_lines(name))
    wrong = {k: found[k] for k in ("lost", "doubled", "torn", "unredacted") if found[k]}
    t.promise(LINES, not wrong and found["lines"], f"{found}")


def failing(h):
    checks = h.health().get("checks", {})
    return {k: v for k, v in checks.items() if '"fail"' in str(v).replace("'", '"')} or "no answer"


FAULTS = {
    "disk-crash": crash,
    "disk-bytes": lambda t: full(t, "size=48m", False),
    "disk-inodes": lambda t: full(t, "size=256m,nr_inodes=400", True),
}
