package innkeeper.logging.capture;

import innkeeper.api.supervisor.ServerRecord;
import innkeeper.logging.capture.fifo.RecordFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches run/NAME.json. The secrets of a new incarnation are known before its first byte reaches
 * the engine. The reason is that the record exists before the server's first instruction, and that
 * it is checked after each read.
 */
final class ServerWatch {

  private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);
  private static final Optional<Instant> HOST_START = ProcessHandle.current().info().startInstant();

  private final Path record;
  private final Path exit;
  private final Consumer<ServerRecord> found;
  private final Consumer<ServerRecord> secrets;
  private Object seenKey;
  private long seenTime;
  private volatile boolean older;

  /**
   * Creates the watch of one server.
   *
   * @param found called with each new record
   * @param secrets also called with it, unless that server ended before this host; when it returns,
   *     the server's secrets are known
   */
  ServerWatch(Path run, String name, Consumer<ServerRecord> found, Consumer<ServerRecord> secrets) {
    this.record = run.resolve(name + ".json");
    this.exit = run.resolve(name + ".exit");
    this.found = found;
    this.secrets = secrets;
  }

  /** Returns whether the server's complete exit code is present. */
  boolean exited() {
    try {
      String code = Files.readString(exit, StandardCharsets.US_ASCII);
      return code.endsWith("\n");
    } catch (IOException none) {
      return false;
    }
  }

  /** Returns whether the server was started before this process. */
  boolean olderThanHost() {
    return older;
  }

  /** Reads the record if it has changed. The call is cheap if it has not. */
  synchronized void refresh() {
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(record, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException none) {
      seenKey = null;
      return;
    }
    long time = now.lastModifiedTime().toMillis();
    if (now.fileKey().equals(seenKey) && time == seenTime) {
      return;
    }
    seenKey = now.fileKey();
    seenTime = time;
    try {
      ServerRecord server = RecordFile.read(record);
      older = HOST_START.filter(server.spawnedAt()::isBefore).isPresent();
      found.accept(server);
      if (!(older && exited())) {
        // The environment of a server that ended before this host does not exist any more; its
        // secrets are recalled.
        secrets.accept(server);
      }
    } catch (NoSuchFileException gone) {
      seenKey = null;
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("server record could not be read record={} fix=restart the project", record, e);
    }
  }
}
