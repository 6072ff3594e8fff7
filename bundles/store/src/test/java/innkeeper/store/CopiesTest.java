package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Digest;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Sql;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Restores by hand after a hard kill, with the copies that people make. Whatever they do: the copy
 * comes back and the record says so, or all is as it was before, or the start is refused with
 * nothing changed and the backups listed; and no log of the dead database is thrown away.
 */
@Timeout(60)
class CopiesTest {

  /** What may come of it. */
  private enum End {
    /** The backup is back; one entry names it. */
    RESTORED,
    /** The unstamped copy is back; one entry says so. */
    REPLACED,
    /**
     * The copy is back, as the bot.db that was here; one entry says that something was done to it.
     */
    SUSPECT,
    /** The copy is back, and is what a host killed at that moment leaves: nothing can tell. */
    UNSAID,
    /** What was there before the copy is there. */
    AS_BEFORE,
    REFUSED
  }

  /** Something done to a DATA_DIR. */
  private interface Deed {
    void to(CopiesTest here) throws Exception;
  }

  /**
   * @param take while the host runs; leaves {@code copy}, or nothing when the backup is taken
   * @param put after the kill
   * @param said part of what the refusal, or the entry, says
   */
  private record Case(Deed take, Deed put, End end, String said) {}

  private static final Map<String, Case> CASES = new LinkedHashMap<>();

  private static void backup(String name, End end, String said, Deed put) {
    CASES.put("backup: " + name, new Case(t -> {}, put, end, said));
  }

  private static void copy(String name, End end, String said, Deed take, Deed put) {
    CASES.put("copy: " + name, new Case(take, put, end, said));
  }

  private static final Deed CP = t -> t.run("cp", t.copy, t.database);

  static {
    backup("cp", End.RESTORED, "", t -> t.run("cp", t.backup, t.database));
    backup("cp -p", End.RESTORED, "", t -> t.run("cp", "-p", t.backup, t.database));
    backup("cp -a", End.RESTORED, "", t -> t.run("cp", "-a", t.backup, t.database));
    backup(
        "cp --reflink=auto --sparse=always",
        End.RESTORED,
        "",
        t -> t.run("cp", "--reflink=auto", "--sparse=always", t.backup, t.database));
    backup("cat >", End.RESTORED, "", t -> t.sh("cat \"$1\" > \"$2\""));
    backup(
        "dd conv=notrunc",
        End.REFUSED,
        "header promises",
        t -> {
          t.lengthen(t.database, 3);
          t.sh("dd if=\"$1\" of=\"$2\" conv=notrunc bs=4096");
        });
    backup(
        "install -m 644",
        End.RESTORED,
        "",
        t -> t.run("install", "-m", "644", t.backup, t.database));
    backup(
        "tar through a pipe",
        End.RESTORED,
        "",
        t ->
            t.sh(
                "tar -C \"$(dirname \"$1\")\" -cf - \"$(basename \"$1\")\" | tar -xOf - > \"$2\""));
    backup("rm, cp", End.RESTORED, "", t -> t.sh("rm -f \"$2\"; cp \"$1\" \"$2\""));
    backup("rm of all, cp", End.RESTORED, "", t -> t.sh("rm -f \"$2\"*; cp \"$1\" \"$2\""));
    backup(
        "mv of the old one aside, cp",
        End.RESTORED,
        "",
        t -> t.sh("mv \"$2\" \"$2.old\"; cp \"$1\" \"$2\""));
    backup(
        "cp to a new name, mv",
        End.RESTORED,
        "",
        t -> t.sh("cp \"$1\" \"$2.new\"; mv \"$2.new\" \"$2\""));
    backup("cp twice", End.RESTORED, "", t -> t.sh("cp \"$1\" \"$2\"; cp \"$1\" \"$2\""));
    backup(
        "read-only",
        End.RESTORED,
        "",
        t -> t.sh("rm -f \"$2\"; cp \"$1\" \"$2\"; chmod 400 \"$2\""));
    backup("open to all", End.RESTORED, "", t -> t.sh("cp \"$1\" \"$2\"; chmod 666 \"$2\""));
    backup("hard link", End.RESTORED, "", t -> t.run("ln", "-f", t.backup, t.database));
    backup("symbolic link", End.RESTORED, "", t -> t.run("ln", "-sf", t.backup, t.database));
    backup(
        "relative symbolic link",
        End.RESTORED,
        "",
        t -> t.sh("cd \"$3\"; ln -sf backups/$(basename \"$1\") bot.db"));
    backup("link to a link", End.RESTORED, "", t -> t.sh("ln -s \"$1\" \"$3/x\"; ln -sf x \"$2\""));
    backup(
        "touched as old as the dead one",
        End.RESTORED,
        "",
        t ->
            t.sh(
                "touch -r \"$2\" \"$3/when\"; cp \"$1\" \"$2\"; touch -r \"$3/when\" \"$2\"; rm"
                    + " \"$3/when\""));
    backup(
        "and its manifest beside it",
        End.RESTORED,
        "",
        t -> t.sh("cp \"$1\" \"$2\"; cp \"$1.json\" \"$2.json\""));
    backup(
        "its side files full of junk",
        End.RESTORED,
        "",
        t -> t.sh("cp \"$1\" \"$2\"; for s in wal shm journal; do echo junk$s > \"$2-$s\"; done"));
    backup(
        "a side file that is a link",
        End.RESTORED,
        "",
        t -> t.sh("cp \"$1\" \"$2\"; rm -f \"$2-wal\"; ln -s /dev/null \"$2-wal\""));
    backup(
        "its side files empty",
        End.RESTORED,
        "",
        t -> t.sh("cp \"$1\" \"$2\"; for s in wal shm journal; do : > \"$2-$s\"; done"));
    backup(
        "without bind.json", End.RESTORED, "", t -> t.sh("cp \"$1\" \"$2\"; rm \"$3/bind.json\""));
    backup("of another host, with its manifest", End.RESTORED, "", t -> t.ofAnotherHost(true));
    backup(
        "of another host, alone", End.REFUSED, "matches no manifest", t -> t.ofAnotherHost(false));
    backup(
        "its manifest lost",
        End.REFUSED,
        "--accept-unknown",
        t -> t.sh("cp \"$1\" \"$2\"; rm \"$1.json\""));
    backup(
        "half",
        End.REFUSED,
        "cut short",
        t -> t.sh("head -c $(($(stat -c %s \"$1\") / 2)) \"$1\" > \"$2\""));
    backup("rsync --inplace, stopped half-way", End.REFUSED, "", t -> t.halfInPlace());
    backup("empty", End.REFUSED, "0 bytes", t -> t.sh(": > \"$2\""));
    backup("gzipped", End.REFUSED, "no SQLite database", t -> t.sh("gzip -c \"$1\" > \"$2\""));
    backup("one bit flipped", End.REFUSED, "matches no manifest", t -> t.flip(t.backup, 5000));
    backup(
        "a hole of zeros",
        End.REFUSED,
        "is damaged",
        t ->
            t.sh(
                "cp \"$1\" \"$2\"; dd if=/dev/zero of=\"$2\" bs=4096 seek=2 count=1 conv=notrunc"));
    backup(
        "newer schema",
        End.REFUSED,
        "newer release",
        t -> t.schema(Migration.newest(Migration.ALL) + 1));
    backup(
        "looked into with sqlite3 as a WAL database",
        End.REFUSED,
        "matches no manifest",
        t -> {
          t.sh("cp \"$1\" \"$3/x.db\"");
          t.sqlite(t.dir.resolve("x.db"), "PRAGMA journal_mode=WAL; CREATE TABLE mine (a)");
          t.sh("mv \"$3/x.db\" \"$2\"; rm -f \"$3\"/x.db-*");
        });
    backup(
        "a directory of that name",
        End.REFUSED,
        "no regular file",
        t -> t.sh("rm \"$2\"; mkdir \"$2\""));
    backup(
        "a link to nowhere",
        End.REFUSED,
        "leads to no file",
        t -> t.sh("ln -sf /nowhere/bot.db \"$2\""));
    backup("only removed", End.REFUSED, "missing", t -> t.sh("rm \"$2\""));
    backup("all removed", End.REFUSED, "missing", t -> t.sh("rm -f \"$2\"*"));

    Deed cli = t -> t.sqlite(t.database, ".backup '" + t.copy + "'");
    copy("sqlite3 .backup, cp", End.REPLACED, "", cli, CP);
    copy("sqlite3 .backup, mv", End.REPLACED, "", cli, t -> t.run("mv", t.copy, t.database));
    copy(
        "sqlite3 .backup, symbolic link",
        End.SUSPECT,
        "",
        cli,
        t -> t.run("ln", "-sf", t.copy, t.database));
    copy(
        "sqlite3 .backup, half",
        End.REFUSED,
        "cut short",
        cli,
        t -> t.sh("head -c $(($(stat -c %s \"$4\") / 2)) \"$4\" > \"$2\""));
    copy(
        "sqlite3 .backup, a page spoiled",
        End.REFUSED,
        "damaged",
        cli,
        t -> {
          CP.to(t);
          t.spoilPages(t.database);
        });
    copy(
        "sqlite3 VACUUM INTO, cp",
        End.REPLACED,
        "",
        t -> t.sqlite(t.database, "VACUUM INTO '" + t.copy + "'"),
        CP);
    copy(
        "sqlite3 .dump, cp",
        End.REFUSED,
        "application_id is 00000000",
        t -> t.sh("sqlite3 \"$2\" .dump | sqlite3 \"$4\""),
        CP);
    copy("bot.db alone", End.AS_BEFORE, "", t -> t.sh("cp \"$2\" \"$4\""), CP);
    copy(
        "bot.db and its log",
        End.SUSPECT,
        "",
        t -> t.sh("cp \"$2\" \"$4\"; cp \"$2-wal\" \"$4-wal\""),
        t -> t.sh("cp \"$4\" \"$2\"; cp \"$4-wal\" \"$2-wal\""));
    copy(
        "bot.db, its log and its index",
        End.UNSAID,
        "",
        t -> t.sh("for s in '' -wal -shm; do cp -p \"$2$s\" \"$4$s\"; done"),
        t -> t.sh("for s in '' -wal -shm; do cp -p \"$4$s\" \"$2$s\"; done"));
    copy(
        "another program's database",
        End.REFUSED,
        "not an Innkeeper database",
        t -> t.sqlite(t.copy, "CREATE TABLE a (b)"),
        CP);
    copy(
        "another program's, of our name",
        End.REFUSED,
        "",
        t ->
            t.sqlite(
                t.copy,
                "PRAGMA application_id=1229848576; PRAGMA user_version=1; CREATE TABLE a (b)"),
        CP);
    copy(
        "sqlite3 .dump, named as ours by hand",
        End.REFUSED,
        "schema is 0",
        t ->
            t.sh(
                "(sqlite3 \"$2\" .dump; echo 'PRAGMA application_id=1229848577;') | sqlite3"
                    + " \"$4\""),
        CP);
    copy("nothing", End.AS_BEFORE, "", t -> {}, t -> {});
    copy(
        "nothing, a page of bot.db spoiled",
        End.REFUSED,
        "damaged",
        t -> {},
        t -> t.spoilPages(t.database));
    copy("nothing, bot.db cut", End.REFUSED, "", t -> {}, t -> t.sh("truncate -s -8192 \"$2\""));
  }

  static Stream<String> names() {
    return CASES.keySet().stream();
  }

  @TempDir Path scratch;
  private Path dir;
  private House house;
  private Path database;
  private Path copy;
  private Path backup;

  /** What the log gives bot.db at the end is what such a copy had from the log already. */
  @ParameterizedTest
  @ValueSource(strings = {".backup '%s'", "VACUUM INTO '%s'"})
  void aCopyOfTheSameRunIsAcceptedAfterACleanStop(String command) throws Exception {
    house = new House(Files.createDirectory(scratch.resolve("data"))).filled(60);
    database = house.layout.database();
    copy = scratch.resolve("copy.db");
    try (Store store = house.open()) {
      store.audit().append(House.draft("before the copy"));
      sqlite(database, command.formatted(copy));
      store.audit().append(House.draft("after the copy"));
    }
    List<String> expected = whole(copy);
    run("cp", copy, database);
    for (int start = 1; start <= 2; start++) {
      try (Store store = house.open()) {
        assertEquals(expected, House.content(database, seq(expected)));
        assertTrue(store.audit().verify().whole(), () -> store.audit().verify().reason());
        List<AuditEntry> told =
            store.audit().entries(99, Long.MAX_VALUE, "", "database.replace").entries();
        assertEquals(1, told.size(), told::toString);
      }
    }
  }

  private BackupManifest manifest;
  private List<String> before;

  @ParameterizedTest
  @MethodSource("names")
  void eachCopyIsRestoredWholeOrRefusedWithoutAChange(String name) throws Exception {
    Case one = CASES.get(name);
    dir = Files.createDirectory(scratch.resolve("data"));
    house = new House(dir).filled(60);
    dir = house.dir;
    database = house.layout.database();
    copy = scratch.resolve("copy.db");
    killed(one);
    List<String> copied = Files.exists(copy) ? whole(copy) : List.of();
    byte[] log = Files.readAllBytes(Layout.sidecar(database, "-wal"));
    one.put().to(this);
    List<String> expected = one.end() == End.RESTORED ? House.immutableContent(backup) : copied;
    // Unless the people themselves removed it, it must be somewhere afterwards.
    Path wal = Layout.sidecar(database, "-wal");
    boolean there = Files.isRegularFile(wal) && Arrays.equals(log, Files.readAllBytes(wal));
    if (one.end() == End.REFUSED) {
      refused(one.said());
    } else {
      taken(one, expected, there ? Optional.of(log) : Optional.empty());
    }
  }

  /** A host at work, a backup, a copy, more work, and all files as a kill leaves them. */
  private void killed(Case one) throws Exception {
    Map<Path, byte[]> left = new LinkedHashMap<>();
    FileTime written;
    try (Store store = house.open()) {
      store.audit().append(House.draft("before the backup"));
      manifest = house.backup();
      backup = house.backup(manifest);
      store.audit().append(House.draft("after the backup"));
      one.take().to(this);
      for (int i = 0; i < 40; i++) {
        store.audit().append(House.draft("after the copy " + i));
      }
      before = House.content(database, Long.MAX_VALUE);
      written = Files.getLastModifiedTime(database);
      for (Path file :
          List.of(
              database,
              Layout.sidecar(database, "-wal"),
              Layout.sidecar(database, "-shm"),
              dir.resolve("bind.json"))) {
        left.put(file, Files.readAllBytes(file));
      }
    }
    for (Map.Entry<Path, byte[]> file : left.entrySet()) {
      Files.write(file.getKey(), file.getValue());
      Files.setPosixFilePermissions(file.getKey(), PosixFilePermissions.fromString("rw-------"));
    }
    Files.setLastModifiedTime(database, written);
  }

  private void refused(String said) throws Exception {
    Map<String, String> all = bytes();
    DatabaseRefusedException refused = assertThrows(DatabaseRefusedException.class, house::open);
    assertEquals(all, bytes(), refused.getMessage());
    assertTrue(refused.getMessage().contains(said), refused.getMessage());
    assertTrue(
        refused.getMessage().contains(manifest.name())
            || refused.getMessage().contains("there is no verified backup"),
        refused.getMessage());
    assertTrue(refused.getMessage().contains("what to do: "), refused.getMessage());
  }

  /** All but the log's index, which SQLite makes anew each time. */
  private Map<String, String> bytes() throws Exception {
    Map<String, String> all = house.bytes();
    all.remove("bot.db-shm");
    return all;
  }

  private void taken(Case one, List<String> expected, Optional<byte[]> log) throws Exception {
    boolean own = one.end() == End.AS_BEFORE;
    for (int start = 1; start <= 2; start++) {
      try (Store store = house.open()) {
        List<String> want = own ? before : expected;
        assertEquals(want, House.content(database, seq(want)));
        assertTrue(store.audit().verify().whole(), () -> store.audit().verify().reason());
        String action =
            switch (one.end()) {
              case RESTORED -> "database.restore";
              case REPLACED -> "database.replace";
              default -> "database.suspect";
            };
        List<AuditEntry> told = store.audit().entries(99, Long.MAX_VALUE, "", action).entries();
        boolean said = !own && one.end() != End.UNSAID;
        assertTrue(!said || told.size() == 1, () -> action + " " + told);
        if (one.end() == End.RESTORED) {
          assertTrue(told.get(0).detail().contains(manifest.name()), told.get(0).detail());
        }
        store.audit().append(House.draft("life goes on"));
      }
    }
    if (one.end() == End.RESTORED && Files.exists(backup)) {
      assertEquals(manifest.facts().sha256(), Digest.of(backup), "the backup is as it was");
    }
    if ((one.end() == End.RESTORED || one.end() == End.REPLACED) && log.isPresent()) {
      kept(log.get());
    }
    try (Connection now = Connections.immutable(database)) {
      assertEquals("ok", Sql.text(now, "PRAGMA integrity_check"));
    }
  }

  private void kept(byte[] wal) throws Exception {
    try (Stream<Path> files = Files.walk(house.layout.quarantine())) {
      List<Path> there =
          files.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS)).toList();
      for (Path file : there) {
        if (Arrays.equals(wal, Files.readAllBytes(file))) {
          return;
        }
      }
      throw new AssertionError("the dead database's log is not in quarantine: " + there);
    }
  }

  private static long seq(List<String> content) {
    return content.stream().filter(l -> l.matches("\\d+[0-9a-f]{64}.*")).count();
  }

  /** What is in a copy with its log, if it has one. */
  private List<String> whole(Path file) throws Exception {
    Path work = Files.createDirectories(scratch.resolve("work")).resolve("x.db");
    for (String suffix : List.of("", "-wal")) {
      if (Files.exists(Layout.sidecar(file, suffix))) {
        Files.copy(
            Layout.sidecar(file, suffix),
            Layout.sidecar(work, suffix),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    try (Connection connection = Connections.fresh(work)) {
      if (Sql.number(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'audit'") == 0) {
        return List.of();
      }
      Sql.number(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    }
    return House.immutableContent(work);
  }

  private void run(Object... words) throws Exception {
    List<String> command = new ArrayList<>();
    for (Object word : words) {
      command.add(word.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), "UTF-8");
    assertEquals(0, process.waitFor(), command + ": " + out);
  }

  /** $1 the backup, $2 bot.db, $3 DATA_DIR, $4 the copy. */
  private void sh(String line) throws Exception {
    if (line.contains("sqlite3 ")) {
      assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "sqlite3 is not installed");
    }
    run("/bin/sh", "-ec", line, "sh", backup, database, dir, copy);
  }

  private void sqlite(Path file, String sql) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "sqlite3 is not installed");
    run("sqlite3", file, sql);
  }

  private void lengthen(Path file, int pages) throws Exception {
    Files.write(file, new byte[pages * 4096 + (int) Files.size(backup)], StandardOpenOption.APPEND);
  }

  private void flip(Path from, int at) throws Exception {
    byte[] bytes = Files.readAllBytes(from);
    bytes[at] ^= 1;
    Files.write(database, bytes);
  }

  private void schema(int version) throws Exception {
    byte[] bytes = Files.readAllBytes(backup);
    ByteBuffer.wrap(bytes).putInt(60, version);
    Files.write(database, bytes);
  }

  /** New blocks at the front, old ones behind, of the new length. */
  private void halfInPlace() throws Exception {
    byte[] fresh = Files.readAllBytes(backup);
    try (RandomAccessFile raw = new RandomAccessFile(database.toFile(), "rw")) {
      raw.write(fresh, 0, fresh.length / 2 / 4096 * 4096);
    }
  }

  /** B-tree headers, but for the first page's. */
  private void spoilPages(Path file) throws Exception {
    long bytes = Files.size(file);
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      for (long at = 4096; at < bytes; at += 4096) {
        raw.seek(at);
        raw.write(new byte[] {9, 9, 9, 9, 9, 9, 9, 9});
      }
    }
  }

  private void ofAnotherHost(boolean withManifest) throws Exception {
    House other = new House(Files.createDirectory(scratch.resolve("other"))).filled(5);
    BackupManifest made;
    try (Store store = other.open()) {
      store.audit().append(House.draft("elsewhere"));
      made = other.backup();
    }
    Files.copy(other.backup(made), database, StandardCopyOption.REPLACE_EXISTING);
    if (withManifest) {
      Path json = other.layout.backups().resolve(made.name() + ".json");
      Files.copy(json, house.layout.backups().resolve(json.getFileName()));
      backup = other.backup(made);
      manifest = made;
    }
  }
}
