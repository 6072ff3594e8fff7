package innkeeper.store.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * The paths under DATA_DIR.
 *
 * @param dataDir the absolute path of DATA_DIR
 */
public record Layout(Path dataDir) {

  /**
   * The suffixes of the side files that SQLite keeps beside a database. Each side file belongs to
   * one database only.
   */
  public static final List<String> SIDECARS = List.of("-wal", "-shm", "-journal");

  /**
   * The suffixes of the side files that never belong to a replaced database, even if its WAL does.
   */
  static final List<String> NOT_THE_LOG = List.of("-shm", "-journal");

  public Path database() {
    return dataDir.resolve("bot.db");
  }

  /**
   * Returns the target if bot.db is a symbolic link, else bot.db. SQLite keeps its side files
   * beside the target, not beside the link.
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

  public KnownBackups knownBackups() throws IOException {
    return new KnownBackups(backups());
  }

  public static Path sidecar(Path database, String suffix) {
    return database.resolveSibling(database.getFileName() + suffix);
  }

  /** Returns whether any side file of the database exists. */
  public static boolean hasSidecar(Path database) {
    return SIDECARS.stream()
        .anyMatch(s -> Files.exists(sidecar(database, s), LinkOption.NOFOLLOW_LINKS));
  }
}
