"""Other supervisors, started and asked in one way, so that a script can measure them beside Innkeeper.

    for kind in peers.installed():
        with kind(port) as p:
            p.define("p0", ["/bin/sleep", "600"]); p.boot(); ...

A peer more is one class below with the methods of Peer. Nothing is ended here but what was started
here: the daemon by its own orderly way, then what carries this run's mark in its environment."""
import os, shutil, signal, subprocess, tempfile, time

MARK = "INNKEEPER_BENCH"
STAMP = r"""
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static void gone(int s) { (void) s; _exit(0); }
int main(int count, char **word) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  signal(SIGTERM, gone);
  char line[64];
  int n = snprintf(line, sizeof line, "%d %lld\n", (int) getpid(), t.tv_sec * 1000000000LL + t.tv_nsec);
  int f = open(word[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (count < 2 || f < 0 || write(f, line, n) != n) return 1;
  close(f);
  for (;;) pause();
}
"""


def stamp(directory):
    """A server whose first act appends "PID CLOCK_MONOTONIC_NANOSECONDS" to the file it is given, and
    that ends on TERM. In C where there is a compiler; else in sh, with a clock of 10 ms."""
    program = directory + "/stamp"
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler:
        subprocess.run([compiler, "-O2", "-x", "c", "-o", program, "-"], input=STAMP, text=True, check=True)
    else:
        with open(program, "w") as f:
            f.write("#!/bin/sh\nread -r up _ </proc/uptime\n"
                    'echo "$$ ${up%.*}${up#*.}0000000" >>"$1"\nexec sleep 1000000\n')
        os.chmod(program, 0o755)
    return program


def stamps(path):
    """(pid, nanoseconds) of each start so far"""
    try:
        with open(path) as f:
            return [tuple(map(int, line.split())) for line in f if line.endswith("\n")]
    except FileNotFoundError:
        return []


def until(what, seconds=30, step=0.001):
    """the first truthy answer; None when the time is over"""
    end = time.monotonic() + seconds
    while not (answer := what()):
        if time.monotonic() > end:
            return None
        time.sleep(step)
    return answer


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def cpu_ms(pids):
    """CPU time the processes have used, threads that ended included, to the nanosecond"""
    return sum(time.clock_gettime_ns((~pid << 3) | 2) for pid in pids) / 1e6


def pss(pid):
    """MiB; 0 when it is gone"""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as f:
            return next((int(line.split()[1]) / 1024 for line in f if line.startswith("Pss:")), 0)
    except (FileNotFoundError, ProcessLookupError):
        return 0


def parents():
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as f:
                found[int(name)] = int(f.read().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def words(pid):
    """of its command line"""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as f:
            return f.read().split(b"\0")
    except OSError:
        return []


def environment(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as f:
            return f.read().split(b"\0")
    except OSError:
        return []


class Peer:
    name = "?"
    settle = 1.1  # a server must have lived so long, or its next start is held back on purpose

    def __init__(self):
        self.dir = tempfile.mkdtemp(prefix="innkeeper-peer")
        self.env = dict(os.environ, **{MARK: self.dir})
        self.defined, self.proc = {}, None

    @staticmethod
    def lacking():
        """"" when it can be run here"""
        raise NotImplementedError

    def version(self):
        return self.name

    def define(self, name, argv, autostart=True):
        """before boot()"""
        self.defined[name] = (argv, autostart)

    def prepare(self):
        """what comes before the first boot and is not measured"""

    def boot(self):
        """begins; ready() says when it answers"""
        raise NotImplementedError

    def ready(self):
        raise NotImplementedError

    def start(self, name):
        raise NotImplementedError

    def stop(self, name):
        raise NotImplementedError

    def stopped(self, name):
        """its own word for it that nothing of the server is left"""
        raise NotImplementedError

    def stop_and_wait(self, name):
        self.stop(name)
        assert until(lambda: self.stopped(name), 20, 0.0005)

    def start_all(self):
        for name in self.defined:
            self.start(name)

    def run(self, *argv):
        self.proc = subprocess.Popen(argv, env=self.env, stdin=subprocess.DEVNULL,
                                     stdout=open(self.dir + "/daemon.out", "ab"), stderr=subprocess.STDOUT)

    def pids(self):
        """the daemon and its helpers, without the servers"""
        table, found = parents(), [self.proc.pid]
        for pid in found:
            found += [child for child, parent in table.items() if parent == pid]
        servers = {argv[0] for argv, _ in self.defined.values()}
        return [pid for pid in found if self.program(pid) not in servers]

    @staticmethod
    def program(pid):
        try:
            with open(f"/proc/{pid}/cmdline") as f:
                return f.read().split("\0")[0]
        except OSError:
            return ""

    def end(self):
        self.proc.terminate()

    def close(self):
        if self.proc and self.proc.poll() is None:
            self.end()
            try:
                self.proc.wait(20)
            except subprocess.TimeoutExpired:
                self.proc.kill()
                self.proc.wait()
        mark = f"{MARK}={self.dir}".encode()
        for pid in parents():
            if mark in environment(pid):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        shutil.rmtree(self.dir, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def named(names=None):
    """The classes of those names, Innkeeper first; a line for each that cannot be run here."""
    from . import host, others
    known = {kind.name: kind for kind in (host.Innkeeper, others.Supervisord, others.Runit, others.S6, others.Pm2)}
    chosen = []
    for name in names or known:
        lacking = known[name].lacking()
        if lacking:
            print(f"{name}: skipped, {lacking}")
        else:
            chosen.append(known[name])
    return chosen
