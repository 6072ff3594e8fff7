"""One assembled host in a scratch directory, for the scripts beside this file.

INNKEEPER_HOME names the host (default: runtime/target/innkeeper of this checkout)."""
import gzip, http.client, json, os, platform, re, shutil, signal, socket, statistics, subprocess, sys, tempfile, time

HOME = os.environ.get("INNKEEPER_HOME") or os.path.abspath(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "target", "innkeeper"))
CLI = os.path.join(HOME, "bin", "innkeeper")
ARCHIVE = re.compile(r"\.log\.\d{8}T\d{9}Z-(\d+)(\.gz)?$")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def machine():
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    version = subprocess.run([java, "-version"], capture_output=True, text=True).stderr.splitlines()[0]
    return f"{os.cpu_count()} cores, {platform.machine()}, Linux {platform.release()}, {version}"


def slf4j_packages():
    """Returns the packages of SLF4J in the versions that the release exports, for a framework without the host."""
    with open(os.path.join(HOME, "conf", "config.properties")) as f:
        packages = re.search(r"^org\.osgi\.framework\.system\.packages\.extra=((?:.*\\\n)*.*)", f.read(), re.M).group(1)
    return "".join(packages.replace("\\\n", "").split())


def pss(pid):
    """MiB"""
    with open(f"/proc/{pid}/smaps_rollup") as f:
        return next(int(line.split()[1]) / 1024 for line in f if line.startswith("Pss:"))


def spread(values, unit, digits=0):
    return (f"{statistics.median(values):.{digits}f} {unit} "
            f"(min {min(values):.{digits}f}, max {max(values):.{digits}f}, n={len(values)})")


class Figures:
    """What a script measured: printed as a table, and written as JSON lines to the file that
    INNKEEPER_FIGURES names, so that a run of many scripts can be put together."""

    def __init__(self, script):
        self.script, self.rows = script, []

    def add(self, figure, subject, unit, values, goal=""):
        """figure: what was measured; subject: innkeeper or a peer's name and version; values: one a run"""
        values = [values] if isinstance(values, (int, float)) else list(values)
        self.rows.append(dict(script=self.script, figure=figure, subject=subject, unit=unit,
                              values=values, goal=goal, machine=machine()))
        row = self.rows[-1]
        print(f"{figure:<56} {subject:<18} {spread(values, unit, 0 if min(values) >= 100 else 2)}"
              + (f"   goal {goal}" if goal else ""), flush=True)
        if os.environ.get("INNKEEPER_FIGURES"):
            with open(os.environ["INNKEEPER_FIGURES"], "a") as f:
                f.write(json.dumps(row) + "\n")


def servers(mark):
    """living processes of Python that run the script of that path"""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                words = f.read().split(b"\0")
            with open(f"/proc/{pid}/stat") as f:
                dead = f.read().rsplit(")", 1)[1].split()[0] in "ZX"
        except OSError:
            continue
        if mark.encode() in words and words[0].endswith(b"python3") and not dead:
            found.append(int(pid))
    return found


class Host:
    def __init__(self, **env):
        self.dir = tempfile.mkdtemp(prefix="innkeeper-bench")
        self.data = self.dir + "/data"
        self.port = free_port()
        self.memory = tempfile.mkdtemp(prefix="innkeeper-bench", dir="/dev/shm")
        self.env = dict(os.environ, XDG_RUNTIME_DIR=self.memory, DATA_DIR=self.data, ADMIN_PORT=str(self.port), **env)
        self.proc = None

    def start(self, *more):
        self.begun = time.monotonic()
        self.proc = subprocess.Popen([CLI, "run", *more], env=self.env,
                                     stdout=open(self.dir + "/console", "a"), stderr=subprocess.STDOUT)
        return self

    def get(self, path, timeout=10):
        try:
            c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
            c.request("GET", path)
            r = c.getresponse()
            body = r.read()
            c.close()
            return r.status, body
        except (OSError, http.client.HTTPException):
            return 0, b""

    def json(self, path):
        return json.loads(self.get(path)[1])

    def wait(self, path="/api/health", status=(200,), seconds=60):
        while self.get(path)[0] not in status:
            if self.proc.poll() is not None or time.monotonic() - self.begun > seconds:
                sys.exit("host did not come up:\n" + open(self.dir + "/console").read()[-4000:])
            time.sleep(0.01)
        return (time.monotonic() - self.begun) * 1000

    def call(self, *words, timeout=120):
        """a command of the command line, its status and what it said"""
        return subprocess.run([CLI, *words], env=self.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", timeout=timeout)

    def cli(self, *words, check=True):
        r = self.call(*words)
        if check and r.returncode:
            sys.exit(f"innkeeper {' '.join(words)}: {r.returncode}\n{r.stdout}{r.stderr}")
        return r.stdout

    def apply(self, definitions):
        with open(self.dir + "/definitions.json", "w") as f:
            json.dump(definitions, f)
        self.cli("apply", self.dir + "/definitions.json")

    def crash(self):
        self.proc.kill()
        self.proc.wait()

    def stop(self):
        self.proc.send_signal(signal.SIGTERM)
        return self.proc.wait(120)

    def close(self):
        if self.proc and self.proc.poll() is None:
            self.stop()
        shutil.rmtree(self.memory, ignore_errors=True)
        shutil.rmtree(self.dir, ignore_errors=True)

    def log_files(self, name):
        """oldest first; an archive that lies there plain and compressed for a moment, once"""
        folder, archives = self.data + "/logs", {}
        for f in sorted(os.listdir(folder)):
            if f.startswith(name + ".log.") and (m := ARCHIVE.search(f)):
                archives.setdefault(int(m.group(1)), f)  # the plain one comes first
        files = [f"{folder}/{f}" for _, f in sorted(archives.items())]
        active = f"{folder}/{name}.log"
        return files + ([active] if os.path.exists(active) else [])

    def log_lines(self, name):
        for path in self.log_files(name):
            try:
                f = gzip.open(path) if path.endswith(".gz") else open(path, "rb")
            except FileNotFoundError:
                try:
                    f = gzip.open(path + ".gz")  # It was compressed meanwhile.
                except FileNotFoundError:
                    continue  # It was deleted as one too many.
            with f:
                yield from f


WRITER = """
import os, sys, time
rate = float(sys.argv[1]) * 1e6
n, start, sent, out = 0, time.monotonic(), 0, []
pad = b"the quick brown fox jumps over the lazy dog and back again to the other side of the field"
while True:
    block = b"".join(b"n=%09d %s password=hunter-%d\\n" % (i, pad, i) if i % 100 == 0 else b"n=%09d %s\\n" % (i, pad) for i in range(n, n + 64))
    n += 64
    view = memoryview(block)
    while view:
        view = view[os.write(1, view):]
    sent += len(block)
    ahead = sent / rate - (time.monotonic() - start)
    if ahead > 0.005:
        time.sleep(ahead)
    elif ahead < -1:
        start, sent = time.monotonic(), 0
"""


def count_numbered(lines):
    """What became of a log written by WRITER. A server that was stopped in the middle of a line has
    cut that line itself: the last line of a run may be short, and is counted apart."""
    whole = re.compile(rb"^n=(\d{9}) the quick brown fox .* field( password=\[REDACTED\])?\n$")
    found = dict(lines=0, runs=0, lost=0, doubled=0, torn=0, unredacted=0, cut=0)
    expected, short = None, None
    for line in lines:
        found["lines"] += 1
        found["unredacted"] += b"hunter-" in line
        m = whole.match(line)
        if short is not None:
            found["cut" if m and int(m.group(1)) == 0 else "torn"] += 1
            print("short:", short[:160], file=sys.stderr)
            short = None
        if not m:
            short = line
            continue
        n = int(m.group(1))
        if n == 0:
            found["runs"] += 1
            expected = 0
        if expected is not None and n != expected:
            print(f"expected {expected}, found {n}", file=sys.stderr)
            found["lost" if n > expected else "doubled"] += abs(n - expected)
        expected = n + 1
    found["cut"] += short is not None
    return found
