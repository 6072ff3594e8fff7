"""A host that faults happen to: it may be gone at any time, and every question of it is answered."""
import http.client, json, os, sys, time
import backuplib, peers
from hostlib import Host, servers

SLEEPER = "import sys, time\nprint('up', flush=True)\ntime.sleep(1e9)\n"


class FaultHost(Host):
    over = False

    def start(self, *more):
        if self.over:  # cleaned up already, by who ended the bench early
            raise SystemExit("the try is over")
        return super().start(*more)

    def json(self, path, timeout=10):
        """None where nothing answers, or no JSON"""
        try:
            return json.loads(self.get(path, timeout)[1])
        except ValueError:
            return None

    def project(self, name):
        return self.json(f"/api/projects/{name}") or {}

    def health(self):
        return self.json("/api/health") or {}

    def post(self, path):
        """the status, 0 where nothing answered"""
        try:
            return backuplib.post(self, path)
        except (OSError, http.client.HTTPException):
            return 0

    def script(self, name, text=SLEEPER):
        """the path of a server's script, by which its processes are known"""
        path = f"{self.dir}/{name}.py"
        with open(path, "w") as f:
            f.write(text)
        return path

    def server(self, name, *words, text=SLEEPER, **more):
        return dict(channelId=name, command=[sys.executable, self.script(name, text), *map(str, words)], **more)

    def pids(self, name):
        return servers(f"{self.dir}/{name}.py")

    def console(self):
        with open(self.dir + "/console", errors="replace", newline="") as f:
            return f.read()

    def begin(self, tries=3, seconds=60, status=(200, 503)):
        """starts until it serves, as a service manager does; how many starts it took, 0 for none of them"""
        for i in range(tries):
            self.start()
            while self.proc.poll() is None and time.monotonic() - self.begun < seconds:
                if self.get("/api/health", 5)[0] in status:
                    return i + 1
                time.sleep(0.05)
            if self.proc.poll() is None:
                self.crash()
        return 0

    def alive(self, seconds=60):
        """starts it again where it is gone, or goes now; whether it serves then"""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.proc.poll() is not None:
                return self.begin() > 0
            if self.get("/api/health", 5)[0] in (200, 503):
                return True
            time.sleep(0.1)
        return False

    def family(self):
        """every process of this host and of its servers: XDG_RUNTIME_DIR is handed on to them"""
        mark = f"XDG_RUNTIME_DIR={self.memory}".encode()
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as f:
                    if mark in f.read().split(b"\0") and peers.alive(int(pid)):
                        found.append(int(pid))
            except OSError:
                continue
        return found
