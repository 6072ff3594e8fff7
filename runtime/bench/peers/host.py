"""Innkeeper as one of them: a host of hostlib, over one kept-alive HTTP connection."""
import http.client, json, os, shutil, time
import hostlib
from . import Peer, parents, until, words


class Innkeeper(Peer):
    name = "innkeeper"
    settle = 0.3

    def __init__(self):
        super().__init__()
        self.host = hostlib.Host(BACKUP_INTERVAL_HOURS="0", INNKEEPER_BENCH=self.dir)
        self.applied, self.connection = False, None

    @staticmethod
    def lacking():
        return "" if os.path.exists(hostlib.CLI) else "no host at " + hostlib.HOME + "; mvn package makes it"

    def prepare(self):
        """Its projects live in its database: a host that is not measured puts them there."""
        self.applied = True
        self.host.start().wait()
        self.host.apply([dict(channelId=name, command=list(argv), autostart=autostart)
                         for name, (argv, autostart) in self.defined.items()])
        self.host.stop()
        for argv, _ in self.defined.values():
            for word in argv[1:]:
                if os.path.isfile(word):
                    os.remove(word)  # what the servers of that host wrote

    def boot(self):
        if not self.applied:
            self.prepare()
        self.proc = self.host.start().proc

    def ask(self, method, path):
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.host.port, timeout=30)
        try:
            self.connection.request(method, path)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.connection = None
            raise

    def ready(self):
        try:
            return self.ask("GET", "/api/health")[0] in (200, 503)
        except (OSError, http.client.HTTPException):
            return False

    def record(self, name):
        return json.loads(self.ask("GET", "/api/projects/" + name)[1])

    def start(self, name):
        assert self.ask("POST", f"/api/projects/{name}/start?wait=0")[0] < 300

    def stop(self, name):
        assert self.ask("POST", f"/api/projects/{name}/stop?wait=0")[0] < 300

    def stopped(self, name):
        return self.record(name)["state"] == "STOPPED"

    def stop_and_wait(self, name):
        assert self.ask("POST", f"/api/projects/{name}/stop?wait=20")[0] == 200

    def start_all(self):
        self.host.cli("start", "--all", "--wait", "0")

    def pids(self):
        """wrappers too, which are nobody's children"""
        mark = self.host.data.encode() + b"/run/wrapper.sh"
        return list(dict.fromkeys(super().pids() + [pid for pid in parents() if mark in words(pid)]))

    def swap_and_wait(self):
        """ms until the supervisor that took the place of another knows all servers"""
        jar = next(f for f in os.listdir(hostlib.HOME + "/surfaces") if f.startswith("innkeeper.supervisor-"))
        begun = time.monotonic()
        self.host.cli("update", "innkeeper.supervisor", f"{hostlib.HOME}/surfaces/{jar}")
        count = len(self.defined)
        assert until(lambda: sum(p["state"] == "RUNNING" for p in json.loads(self.ask("GET", "/api/projects")[1])) == count)
        return (time.monotonic() - begun) * 1000

    def close(self):
        self.host.close()
        super().close()
