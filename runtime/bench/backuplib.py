"""What the scripts on backups share: a stopped host with a full bot.db, work for it, and looks at its
backups."""
import hashlib, http.client, json, os, re, shutil, sqlite3, threading, time
from hostlib import Host

OURS = re.compile(r"bot-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db")
faults = []


def fault(what):
    faults.append(what)
    print("BAD ", what, flush=True)


def post(h, path):
    c = http.client.HTTPConnection("127.0.0.1", h.port, timeout=60)
    try:
        c.request("POST", path)
        r = c.getresponse()
        r.read()
        return r.status
    finally:
        c.close()


def sha(path):
    digest = hashlib.sha256()
    with open(path, "rb") as f:
        while chunk := f.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def visible(data):
    folder = data + "/backups"
    return sorted(f"{folder}/{f}" for f in os.listdir(folder) if OURS.fullmatch(f)) if os.path.isdir(folder) else []


def whole(path):
    """by content, not only by SQLite's check"""
    with open(path + ".json") as f:
        manifest = json.load(f)
    if sha(path) != manifest["sha256"]:
        return False
    c = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    try:
        return (c.execute("pragma integrity_check").fetchone()[0] == "ok"
                and c.execute("select max(seq) from audit").fetchone()[0] == manifest["lastAuditSeq"])
    finally:
        c.close()


def entry(c, seq, prev):
    """one audit row with the hash that the store's README documents"""
    row = ("2026-01-01T00:00:00.000Z", "test.fill", "", "host", "", "", "ok", f"filled with something of a usual length {seq}")
    digest = hashlib.sha256()
    for v in (prev, str(seq), *row):
        b = v.encode()
        digest.update(b"%d:%s," % (len(b), b))
    return (seq, *row, prev, digest.hexdigest())


def filled(mib, **env):
    """a stopped host with a bot.db of that size"""
    h = Host(BACKUP_INTERVAL_HOURS="0", **env)
    h.start().wait("/api/audit")
    h.apply([dict(channelId="p", command=["/bin/true"], autostart=False)])
    h.stop()
    c = sqlite3.connect(h.data + "/bot.db")
    seq, prev = c.execute("select seq, hash from audit order by seq desc limit 1").fetchone()
    while os.path.getsize(h.data + "/bot.db") + (os.path.getsize(h.data + "/bot.db-wal") if os.path.exists(h.data + "/bot.db-wal") else 0) < mib << 20:
        rows = []
        for _ in range(20000):
            seq += 1
            rows.append(entry(c, seq, prev))
            prev = rows[-1][-1]
        c.executemany("insert into audit values (?,?,?,?,?,?,?,?,?,?,?)", rows)
        c.commit()
        c.execute("pragma wal_checkpoint(truncate)")
    c.close()
    with open(h.data + "/bind.json") as f:
        bind = json.load(f)
    # As if the host had written them: what is added while none runs breaks the record, as it should.
    bind.update(auditSeq=seq, auditHash=prev, file="")
    with open(h.data + "/bind.json", "w") as f:
        json.dump(bind, f)
    shutil.rmtree(h.data + "/backups", ignore_errors=True)
    return h


class Writing:
    """asks for something that goes into the record, at a pace, and keeps how long each took; not of the
    first three, for which the host looks who it is that asks and at classes it never used"""

    def __init__(self, h, pace=0.02):
        self.h, self.pace, self.ms, self.done = h, pace, [], False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        c = http.client.HTTPConnection("127.0.0.1", self.h.port, timeout=60)
        n = 0
        while not self.done:
            n += 1
            begun = time.monotonic()
            try:
                c.request("POST", f"/api/projects/p/{'stop' if n % 2 else 'start'}?wait=0")
                c.getresponse().read()
            except OSError:
                return
            if n > 3:
                self.ms.append((time.monotonic() - begun) * 1000)
            time.sleep(self.pace)

    def end(self):
        self.done = True
        self.thread.join()
        return self.ms


class Log:
    """the host's log from now on"""

    def __init__(self, h):
        self.path = h.data + "/bot.log"
        self.at = os.path.getsize(self.path)

    def entry(self, begins, seconds=120):
        """the next that begins so; the lines before it are passed over"""
        deadline = time.monotonic() + seconds
        rest = b""
        while time.monotonic() < deadline:
            with open(self.path, "rb") as f:
                f.seek(self.at)
                piece = f.read()
            self.at += len(piece)
            *lines, rest = (rest + piece).split(b"\n")
            for e in map(json.loads, lines):
                if e["msg"].startswith(begins):
                    return e
            time.sleep(0.02)
        raise SystemExit(f"waited in vain for the log to say: {begins}")


def backup(h):
    """milliseconds, as the host logs them"""
    log = Log(h)
    if post(h, "/api/backups") != 202:
        raise SystemExit("no backup begun")
    e = log.entry("backup published")
    m = re.search(r"\bms=(\d+)", e["msg"])
    return float(m.group(1) if m else e["ms"])
