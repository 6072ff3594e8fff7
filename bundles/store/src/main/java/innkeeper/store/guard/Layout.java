package innkeeper.store.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * Where things lie under DATA_DIR.
 *
 * @param dataDir absolute
 */
public record Layout(Path dataDir) {

  /** What SQLite keeps beside a database; each belongs to that one database only. */
  public static final List<String> SIDECARS = List.of("-wal", "-shm", "-journal");

  /** Those that do not belong to a database even where its log does. */
  static final List<String> NOT_THE_LOG = List.of("-shm", "-journal");

  public Path database() {
    return dataDir.resolve("bot.db");
  }

  /**
   * The file itself where bot.db is a link: SQLite keeps its side files beside the file, not beside
   * the link.
   */
  public Path realDatabase() throws IOException {
    return Files.isSymbolicLink(database()) ? database().toRealPath() : database();
  }

  public Path backups() {
    return dataDir.resolve("backups");
  }

  public Path quarantine() {
    return dataDir.resolve("quarantine");
  }

  public Path run() {
    return dataDir.resolve("run");
  }

  /** Entries that a restore carries over, one JSON object a line. */
  public Path carry() {
    return dataDir.resolve("restore-carry.jsonl");
  }

  public static Path sidecar(Path database, String suffix) {
    return database.resolveSibling(database.getFileName() + suffix);
  }

  /** Whether any side file lies beside it. */
  public static boolean hasSidecar(Path database) {
    return SIDECARS.stream()
        .anyMatch(s -> Files.exists(sidecar(database, s), LinkOption.NOFOLLOW_LINKS));
  }
}
