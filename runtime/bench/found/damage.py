"""bot.db damaged in many random places after a clean stop, with its times kept and with times changed.

What must come of it is judged by content: the damaged file is read by SQLite in this script. Where a
project or the schema differs, no host may serve, but one that shows every project as it was. Where the
record alone differs, health must fail within a minute. Else the host may serve or refuse."""
import concurrent.futures, json, os, re, shutil, sqlite3, subprocess, time
from hostlib import CLI
from .trial import REPAIR

EMPTY = "a damaged bot.db never starts as an empty or another one"
RECORD = "damage in the audit record makes health fail within 60 s"
REFUSED = "damage is refused with status 65, the backups and one command"
SOUND = "a place that holds nothing does not matter: the host serves all, or refuses"
PROJECTS, REPAIRED = 24, 12


def prepared(t):
    """a stopped host with some projects, a record and backups"""
    h = t.host(BACKUP_INTERVAL_HOURS="1")
    h.start().wait("/api/audit")
    h.apply([dict(channelId=f"p{i}", command=["/bin/echo", "x" * t.rng.randrange(60, 400)], autostart=False,
                  env={"NUMBER": str(i)}) for i in range(PROJECTS)])
    for i in range(3):
        h.call("backup")
        h.post(f"/api/projects/p{i}/stop")
    seen = shown(h)
    h.stop()
    return h, seen


def shown(h):
    """what a user sees of all projects: definitions and desired states"""
    return listed(h), h.call("export").stdout


def listed(h):
    answer = h.json("/api/projects")
    return sorted((p["channelId"], p["desired"]) for p in answer) if isinstance(answer, list) else answer


def content(path):
    """(projects and schema, record), each as text; None where it cannot be read"""
    c = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    try:
        return [read(c, "select type, name, tbl_name, sql from sqlite_master order by 2", "project", "project_digest"),
                read(c, "select count(*) from audit", "audit")]
    finally:
        c.close()


def read(c, first, *tables):
    try:
        found = [c.execute(first).fetchall()]
        known = {row[0] for row in c.execute("select name from sqlite_master where type = 'table'")}
        for table in tables:
            if table in known:
                found += c.execute(f"select * from {table} order by 1").fetchall()
                # Twice: through the table itself, and through what its indexes say.
                found += c.execute(f"pragma integrity_check({table})").fetchall()
        return repr(found)
    except (sqlite3.DatabaseError, sqlite3.ProgrammingError, UnicodeDecodeError):
        return None


def copied(t, base, at, value, keep):
    """a copy as if it had always lain there: bind.json names its inode and its time"""
    h = t.host()
    shutil.copytree(base.data, h.data, symlinks=True, ignore=shutil.ignore_patterns("*.out", "shell.sock"))
    path = h.data + "/bot.db"
    if not keep:
        time.sleep(0.01)
    with open(path, "r+b") as f:
        f.seek(at)
        f.write(bytes([value]))
    was = os.stat(base.data + "/bot.db")
    if keep:
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    with open(h.data + "/bind.json") as f:
        bind = json.load(f)
    bind["file"] = bind["file"].replace(f"ino={was.st_ino})", f"ino={os.stat(path).st_ino})")
    with open(h.data + "/bind.json", "w") as f:
        json.dump(bind, f)
    return h


def one(t, base, seen, whole, place):
    i, at, old, value, keep = place
    where = f"byte {at} {old:#04x}->{value:#04x}, times {'kept' if keep else 'changed'}"
    h = copied(t, base, at, value, keep)
    try:
        projects, record = (now == then for now, then in zip(content(h.data + "/bot.db"), whole))
        h.start()
        while h.proc.poll() is None and h.get("/api/projects", 5)[0] != 200 and time.monotonic() - h.begun < 20:
            time.sleep(0.05)
        if h.proc.poll() is not None:
            said = h.console()
            repair = re.search(r"innkeeper .*restore [^\n]*", said)
            t.promise(REFUSED, h.proc.poll() == 65 and "bot-" in said and repair and "\tat " not in said,
                      f"{where}: status {h.proc.poll()}: {said[:150]} ... {said[-150:]}")
            if repair and i < REPAIRED:
                repaired(t, h, where, repair.group(0), seen)
            return
        if projects:  # the definitions are as they were in the file, so a look at the list will do
            t.promise(SOUND if record else EMPTY, listed(h) == seen[0], f"{where}: serves other projects, health {h.health().get('status')}")
        else:
            t.promise(EMPTY, shown(h) == seen, f"{where}: serves {len(h.json('/api/projects') or [])} of {PROJECTS} projects, "
                                              f"health {h.health().get('status')}")
        if not record:
            t.promise(RECORD, t.within(60, lambda: h.health().get("status") == "fail"), f"{where}: health {h.health().get('status')}")
    finally:
        h.crash()
        shutil.rmtree(h.data)


def repaired(t, h, where, words, seen):
    r = subprocess.run(words, shell=True, env=dict(h.env, PATH=os.path.dirname(CLI) + ":" + os.environ["PATH"]),
                       stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    served = r.returncode == 0 and h.begin(1) and t.within(15, lambda: isinstance(listed(h), list) and [c for c, _ in listed(h)] == [c for c, _ in seen[0]])
    t.promise(REPAIR, served and shown(h)[1] == seen[1], f"{where}: `{words}`: {r.returncode} {r.stderr[-300:]}")


def damage(t):
    base, seen = prepared(t)
    whole = content(base.data + "/bot.db")
    with open(base.data + "/bot.db", "rb") as f:
        raw = f.read()
    places = []
    for i in range(t.words.places):
        at = t.rng.randrange(len(raw))
        value = raw[at] ^ 1 << t.rng.randrange(8) if i % 4 < 3 else (raw[at] + t.rng.randrange(1, 256)) % 256
        places.append((i, at, raw[at], value, i % 2 == 0))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda place: one(t, base, seen, whole, place), places))


FAULTS = {"damage": damage}
