"""One try of one fault: a host of its own, what was promised of it, and the cleaning up."""
import os, shutil, signal, subprocess, sys, threading, time
import peers
from volume import Volume
from .faulthost import FaultHost

LIVES = "a server lives on through what is not its own fault"
ALONE = "no server runs twice, none unknown to the host"
STOPS = "a stop ends the server, an acknowledged one for good"
LINES = "every line is in the log, once and whole"
SERVES = "the host and its command line answer, or health says why not"
ACKNOWLEDGED = "an acknowledged change is never lost"
HEALTH = "health names what is wrong, within seconds"
STARTS = "the host starts again, after the third try at the latest"
ONE_LINE = "a refusal is one clear line, with the right status, in seconds"
REPAIR = "the repair that a message offers works as it stands"
LEFT = "a clean stop leaves no process behind"


class Skipped(Exception):
    """Why a fault cannot be tried on this machine."""


def say(*words):
    """also while another thread has turned standard output away"""
    print(*words, file=sys.__stdout__, flush=True)


class Score:
    def __init__(self):
        self.counts, self.broken, self.lock, self.over = {}, [], threading.Lock(), False

    def add(self, fault, promise, held, said):
        with self.lock:
            if self.over:
                return
            count = self.counts.setdefault(promise, [0, 0])
            count[0] += bool(held)
            count[1] += 1
            if not held:
                said = " ".join(str(said).split())[:400]
                self.broken.append(f"{fault}: {promise}: {said}")
                say("BROKEN ", self.broken[-1])

    def show(self):
        for promise, (held, tries) in self.counts.items():
            say(f"{promise:<72} {held}/{tries}")


class Trial:
    def __init__(self, score, fault, rng, words):
        self.score, self.fault, self.rng, self.words = score, fault, rng, words
        self.hosts, self.volumes, self.closing = [], [], threading.Lock()

    def promise(self, promise, held, said=""):
        self.score.add(self.fault, promise, held, said)
        return held

    def within(self, seconds, what):
        return peers.until(what, seconds, 0.05)

    def host(self, **env):
        h = FaultHost(**dict(dict(BACKUP_INTERVAL_HOURS="0"), **env))
        self.hosts.append(h)
        return h

    def mount(self, folder, options):
        volume = Volume.mount(folder, options)
        if not volume:
            raise Skipped("only root can mount a small file system")
        self.volumes.append(volume)
        return volume

    def answers(self, h, where=""):
        """the API and the command line, each in bounded time"""
        status = h.get("/api/projects", 15)[0]
        try:
            r = h.call("status", timeout=60)
            said = f"status: {r.returncode} {r.stderr[-200:]}"
        except subprocess.TimeoutExpired:
            r, said = None, "the command line waited for 60 s"
        held = status == 200 and r is not None and r.returncode == 0
        failing = r is not None and h.health().get("status") == "fail"
        return self.promise(SERVES, held or failing, f"{where} /api/projects {status}, {said}")

    def one(self, h, name, pid=None, seconds=30):
        """exactly one process of that server, the one that the host names; the old one where pid is given"""
        def so():
            now = h.pids(name)
            return len(now) == 1 and h.project(name).get("pid") == now[0]
        self.promise(ALONE, self.within(seconds, so), f"processes {h.pids(name)}, the host says {about(h, name)}")
        if pid:
            self.promise(LIVES, h.pids(name) == [pid], f"{pid} before, {h.pids(name)} now")

    def stops(self, h, name, seconds=30):
        """whether the stop was acknowledged"""
        try:
            r = h.call("stop", name, timeout=60)
            said, done = f"{r.returncode} {r.stdout} {r.stderr}", r.returncode == 0
        except subprocess.TimeoutExpired:
            said, done = "the command waited for 60 s", False
        gone = self.within(seconds, lambda: not h.pids(name))
        self.promise(STOPS, gone, f"{name}: {h.pids(name)} live, the host says {about(h, name)}, the command {said}")
        return done

    def end(self, h):
        """a clean stop"""
        try:
            status = h.stop() if h.proc.poll() is None else h.proc.returncode
        except subprocess.TimeoutExpired:
            status = "still running after 120 s"
        self.promise(LEFT, self.within(10, lambda: not h.family()),
                     f"{[command(p) for p in h.family()][:4]}, exit status {status}")

    def close(self):
        """whatever happened: no process and no mount stays"""
        with self.closing:
            self.clear()
            self.hosts, self.volumes = [], []

    def clear(self):
        for h in self.hosts:
            h.over = True
            if h.proc and h.proc.poll() is None:
                h.proc.send_signal(signal.SIGTERM)
                try:
                    h.proc.wait(20)
                except subprocess.TimeoutExpired:
                    h.crash()
            while family := h.family():
                for pid in family:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        continue
                time.sleep(0.05)
        for volume in reversed(self.volumes):
            volume.unmount()
        for h in self.hosts:
            shutil.rmtree(h.memory, ignore_errors=True)
            shutil.rmtree(h.dir, ignore_errors=True)


def about(h, name):
    p = h.project(name)
    return {k: p.get(k) for k in ("state", "desired", "pid", "reason")} if p else "nothing"


def command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as f:
            return f"{pid} " + f.read().replace(b"\0", b" ").decode(errors="replace")[:80]
    except OSError:
        return str(pid)
