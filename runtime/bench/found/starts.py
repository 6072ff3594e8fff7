"""Starts that cannot succeed, or nearly: they end in seconds, in one line, with the status that fits."""
import time
import peers
from .trial import ONE_LINE, STARTS


def refused(t, h, statuses, why, may_serve=False):
    """health alone would not do: it answers 200 with half of the surfaces away"""
    serving = lambda: may_serve and h.get("/api/audit")[0] == 200 and h.get("/api/projects")[0] == 200
    h.start()
    peers.until(lambda: h.proc.poll() is not None or serving(), 20, 0.1)
    took = time.monotonic() - h.begun
    said = [line for line in h.console().splitlines() if line.strip()]
    if h.proc.poll() is None and may_serve:
        return t.promise(STARTS, serving(), f"{why}: neither refused nor serving after {took:.0f} s")
    t.promise(ONE_LINE, h.proc.poll() in statuses and len(said) <= 3 and not any("\tat " in line for line in said),
              f"{why}: status {h.proc.poll()} (wanted {statuses}) after {took:.0f} s, {len(said)} lines: {said[:2]}")


def small(options):
    def fault(t):
        h = t.host()
        t.mount(h.data, options)
        refused(t, h, (74,), "DATA_DIR on a tmpfs with " + options)
    return fault


def noexec(t):
    h = t.host()
    t.mount(h.data, "size=64m,noexec")
    refused(t, h, (78,), "DATA_DIR on noexec", may_serve=True)


def posix(t):
    h = t.host(LC_ALL="POSIX")
    h.data = h.env["DATA_DIR"] = h.dir + "/données"
    refused(t, h, (78,), "LC_ALL=POSIX and a DATA_DIR beyond ASCII", may_serve=True)


def long(t):
    h = t.host()
    h.data = h.dir + "/" + "/".join(["d" * 200] * 18)
    h.env["DATA_DIR"] = h.data
    refused(t, h, (78,), "a DATA_DIR of over 3000 bytes", may_serve=True)


FAULTS = {"start-1mib": small("size=1m"), "start-70-inodes": small("size=64m,nr_inodes=70"), "start-noexec": noexec,
          "start-posix": posix, "start-long": long}
