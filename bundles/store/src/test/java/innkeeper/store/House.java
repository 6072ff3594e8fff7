package innkeeper.store;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.common.file.Durable;
import innkeeper.store.guard.Layout;
import innkeeper.store.snapshot.Publication;
import innkeeper.store.snapshot.SnapshotWriter;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Native;
import innkeeper.store.write.CheckpointPolicy;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A DATA_DIR and what one does with it. */
final class House {

  /** The number of rounds of each random trial; a system property sets it. */
  static final int ROUNDS =
      Integer.getInteger("innkeeper.store.rounds", Boolean.getBoolean("innkeeper.nightly") ? 3 : 1);

  static {
    // The tests' own process keeps its library out of the DATA_DIRs that others start on; and
    // apart from that of the JVM beside it, for the directory is emptied first.
    if (!Boolean.getBoolean("innkeeper.store.doomed")) {
      try {
        Native.prepare(
            Path.of("target", "native-" + ProcessHandle.current().pid()).toAbsolutePath());
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  final Path dir;
  final Layout layout;

  House(Path dir) throws IOException {
    this.dir = dir.toRealPath();
    this.layout = new Layout(this.dir);
    Durable.directory(layout.run());
    Durable.directory(layout.backups());
    Native.prepare(layout.run().resolve("native"));
  }

  StoreOptions options() {
    // Whoever copies bot.db in a test decides what the log holds then.
    return options(CheckpointPolicy.NEVER, step -> {});
  }

  StoreOptions options(CheckpointPolicy pace, Consumer<String> step) {
    return options(Migration.ALL, new AtomicLong(), pace, step);
  }

  StoreOptions options(
      List<Migration> migrations,
      AtomicLong revision,
      CheckpointPolicy pace,
      Consumer<String> step) {
    return new StoreOptions(
        layout,
        true,
        "test",
        Clock.systemUTC(),
        text -> text,
        revision,
        migrations,
        pace,
        false,
        step);
  }

  Store open() throws Exception {
    return Store.open(options());
  }

  /** A bot.db with that many entries and two projects, closed. */
  House filled(int entries) throws Exception {
    try (Store store = open()) {
      store
          .projects()
          .apply(List.of(project("c1"), project("c2")), List.of(), List.of(draft("define")));
      for (int i = 0; i < entries; i++) {
        store.audit().append(draft("entry " + i));
      }
    }
    return this;
  }

  /** Publishes one from the open store, as the backup room would. */
  BackupManifest backup() {
    return new Publication(layout, Clock.systemUTC(), "test")
        .publish(new SnapshotWriter(layout.database())::write, "demand");
  }

  Path backup(BackupManifest manifest) {
    return layout.backups().resolve(manifest.name());
  }

  static AuditDraft draft(String detail) {
    return AuditDraft.ok("test.entry", Actor.HOST, detail);
  }

  static ProjectDefinition project(String id) {
    return Definitions.fromMap(
        Map.of("channelId", id, "command", List.of("sleep", "1"), "env", Map.of("KEY", "value")),
        Path.of("/tmp"));
  }

  /** Every file under DATA_DIR with its bytes, but those of the unpacked library. */
  Map<String, String> bytes() throws IOException {
    Map<String, String> all = new TreeMap<>();
    Files.walkFileTree(
        dir,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path d, BasicFileAttributes attributes) {
            return d.endsWith("native") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            all.put(
                dir.relativize(file).toString(),
                attributes.isSymbolicLink()
                    ? "link to " + Files.readSymbolicLink(file)
                    : innkeeper.common.file.Digest.of(file));
            return FileVisitResult.CONTINUE;
          }
        });
    return all;
  }

  /** Does that to the record in spite of its triggers, which are as they were afterwards. */
  static void tamper(Connection other, String... sqls) throws SQLException {
    try (Statement statement = other.createStatement()) {
      statement.execute("DROP TRIGGER audit_keeps");
      statement.execute("DROP TRIGGER audit_stays");
      for (String sql : sqls) {
        statement.execute(sql);
      }
      for (String sql : Migration.ALL.get(0).statements()) {
        if (sql.startsWith("CREATE TRIGGER")) {
          statement.execute(sql);
        }
      }
    }
  }

  /** Projects and audit entries up to {@code seq}, as text: what a restore must bring back. */
  static List<String> content(Path database, long seq) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = Connections.reader(database)) {
      for (String sql :
          List.of(
              "SELECT channel_id || desired || definition FROM project ORDER BY id",
              "SELECT seq || hash || detail FROM audit WHERE seq <= " + seq + " ORDER BY seq")) {
        try (PreparedStatement select = connection.prepareStatement(sql);
            ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            lines.add(rows.getString(1));
          }
        }
      }
    }
    return lines;
  }

  static List<String> immutableContent(Path database) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = Connections.immutable(database)) {
      for (String sql :
          List.of(
              "SELECT channel_id || desired || definition FROM project ORDER BY id",
              "SELECT seq || hash || detail FROM audit ORDER BY seq")) {
        try (PreparedStatement select = connection.prepareStatement(sql);
            ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            lines.add(rows.getString(1));
          }
        }
      }
    }
    return lines;
  }
}
