"""supervisord, runit, s6 and pm2, each asked in the quickest way it offers."""
import http.client, os, shlex, shutil, socket, struct, subprocess, xmlrpc.client
from . import Peer


def missing(*programs):
    lacking = [program for program in programs if not shutil.which(program)]
    return ", ".join(lacking) + " not installed" if lacking else ""


def script(path, text):
    with open(path, "w") as f:
        f.write(text)
    os.chmod(path, 0o755)


class Supervisord(Peer):
    name = "supervisord"

    @staticmethod
    def lacking():
        return missing("supervisord")

    def version(self):
        said = subprocess.run(["supervisord", "-v"], capture_output=True, text=True).stdout.strip()
        return f"supervisord {said}"

    def boot(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        with open(self.dir + "/s.conf", "w") as f:
            f.write(f"[supervisord]\nlogfile={self.dir}/log\npidfile={self.dir}/pid\nchildlogdir={self.dir}\nminfds=4096\n"
                    f"[inet_http_server]\nport=127.0.0.1:{port}\n"
                    "[rpcinterface:supervisor]\nsupervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface\n")
            for name, (argv, autostart) in self.defined.items():
                f.write(f"[program:{name}]\ncommand={shlex.join(argv)}\nautostart={str(autostart).lower()}\nautorestart=true\n"
                        f"startsecs=0\nstartretries=1000\nredirect_stderr=true\nstdout_logfile={self.dir}/{name}.log\n")
        self.run("supervisord", "-n", "-c", self.dir + "/s.conf")
        self.rpc = xmlrpc.client.ServerProxy(f"http://127.0.0.1:{port}/RPC2").supervisor

    def ready(self):
        try:
            return self.rpc.getState()["statename"] == "RUNNING"
        except (OSError, http.client.HTTPException, xmlrpc.client.Error):
            return False

    def start(self, name):
        self.rpc.startProcess(name, False)

    def stop(self, name):
        self.rpc.stopProcess(name, False)

    def stopped(self, name):
        return self.rpc.getProcessInfo(name)["statename"] in ("STOPPED", "EXITED", "FATAL")

    def start_all(self):
        self.rpc.startAllProcesses(False)


class Runit(Peer):
    name, daemon, logger = "runit", ["runsvdir", "-P"], "svlogd {}"
    pid_at, pid_form = 12, "<I"

    @staticmethod
    def lacking():
        return missing("runsvdir", "runsv", "svlogd")

    def boot(self):
        for name, (argv, autostart) in self.defined.items():
            folder, log = f"{self.dir}/sv/{name}", f"{self.dir}/log/{name}"
            os.makedirs(folder + "/log")
            os.makedirs(log)
            script(folder + "/run", f"#!/bin/sh\nexec 2>&1\nexec {shlex.join(argv)}\n")
            script(folder + "/log/run", f"#!/bin/sh\nexec {self.logger.format(log)}\n")
            if not autostart:
                script(folder + "/down", "")
        os.utime(self.dir + "/sv", (1e9, 1e9))  # runsvdir waits out the second of its folder's last change
        self.run(*self.daemon, self.dir + "/sv")

    def control(self, name, letter):
        f = os.open(f"{self.dir}/sv/{name}/supervise/control", os.O_WRONLY | os.O_NONBLOCK)
        try:
            os.write(f, letter)
        finally:
            os.close(f)

    def ready(self):
        try:
            for name in self.defined:
                self.control(name, b"")
            return True
        except OSError:
            return False

    def start(self, name):
        self.control(name, b"u")

    def stop(self, name):
        self.control(name, b"d")

    def stopped(self, name):
        with open(f"{self.dir}/sv/{name}/supervise/status", "rb") as f:
            status = f.read()
        size = struct.calcsize(self.pid_form)
        return len(status) >= self.pid_at + size and not struct.unpack_from(self.pid_form, status, self.pid_at)[0]

    def end(self):
        for name in self.defined:
            try:
                self.control(name, b"dx")
            except OSError:
                pass
        self.proc.send_signal(1)


class S6(Runit):
    name, daemon, logger = "s6", ["s6-svscan", "-c", "2000"], "s6-log n20 s16000000 {}"
    pid_at, pid_form = 24, ">Q"

    @staticmethod
    def lacking():
        return missing("s6-svscan", "s6-supervise", "s6-log")

    def end(self):
        subprocess.run(["s6-svscanctl", "-t", self.dir + "/sv"], timeout=10)


class Pm2(Peer):
    """By its command line: what it does itself in one call is much less than the call costs, so only
    what needs no call at all is comparable: a crash and its successor, boot, memory, idle CPU."""
    name = "pm2"
    commands_only = True

    @staticmethod
    def lacking():
        return missing("pm2")

    def pm2(self, *words):
        return subprocess.run(["pm2", *words], env=self.env, capture_output=True, text=True, timeout=120)

    def boot(self):
        self.env["PM2_HOME"] = self.dir + "/home"
        apps = [dict(name=name, script=argv[0], args=argv[1:], interpreter="none",
                     merge_logs=True, out_file=f"{self.dir}/{name}.log", error_file=f"{self.dir}/{name}.log",
                     max_restarts=100000, min_uptime=100, restart_delay=0, vizion=False, pmx=False)
                for name, (argv, _) in self.defined.items()]
        import json
        with open(self.dir + "/apps.json", "w") as f:
            json.dump(apps, f)
        self.pm2("start", self.dir + "/apps.json")
        # What has autostart=false is never started by its name either (seen in 7.0.4).
        waiting = [name for name, (_, autostart) in self.defined.items() if not autostart]
        if waiting:
            self.pm2("stop", *waiting)

    def daemon(self):
        with open(self.dir + "/home/pm2.pid") as f:
            return int(f.read())

    def ready(self):
        return os.path.exists(self.dir + "/home/pm2.pid")

    def pids(self):
        return [self.daemon()]

    def start(self, name):
        self.pm2("start", name)

    def stop(self, name):
        self.pm2("stop", name)

    def stopped(self, name):
        return True  # its command returns when it is

    def start_all(self):
        self.pm2("start", "all")

    def close(self):
        if self.ready():
            self.pm2("kill")
        super().close()
