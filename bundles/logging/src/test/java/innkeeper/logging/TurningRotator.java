package innkeeper.logging;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.common.file.ArchiveName;
import innkeeper.common.file.Durable;
import innkeeper.logging.file.Archives;
import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Rotates as rotation does: link, new file, rename; compresses all but the newest archive. */
final class TurningRotator implements Rotator {

  final long maxBytes;
  volatile int turns;
  volatile boolean compress = true;

  TurningRotator(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public void before(RotatableLog log, long bytes) {
    if (log.bytes() > 0 && log.bytes() + bytes > maxBytes) {
      try {
        rotate(log);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void rotate(RotatableLog log) throws IOException {
    Path[] archive = {null};
    log.hold(
        new RotatableLog.Turn() {
          @Override
          public void run(Path active) throws IOException {
            archive[0] = turn(active);
          }

          @Override
          public Optional<Path> archive() {
            return Optional.ofNullable(archive[0]);
          }
        });
  }

  Path turn(Path active) throws IOException {
    List<Archives.Archive> archives = Archives.of(active);
    undo(active, archives);
    long seq = archives.isEmpty() ? 1 : archives.get(archives.size() - 1).seq() + 1;
    ArchiveName name = new ArchiveName(active.getFileName().toString(), Instant.now(), seq, false);
    Path archive = active.resolveSibling(name.fileName());
    Files.createLink(archive, active);
    Path fresh = active.resolveSibling("." + active.getFileName() + ".new");
    Durable.create(fresh);
    Files.move(fresh, active, StandardCopyOption.ATOMIC_MOVE);
    turns++;
    for (Archives.Archive old : archives) {
      if (compress && !old.compressed()) {
        compress(active.resolveSibling(old.fileName()));
      }
    }
    return archive;
  }

  /** A predecessor killed between link and move: the archive is the active file still. */
  private static void undo(Path active, List<Archives.Archive> archives) throws IOException {
    if (!archives.isEmpty()) {
      Archives.Archive last = archives.get(archives.size() - 1);
      Path path = active.resolveSibling(last.fileName());
      if (!last.compressed() && Owner.inode(path) == Owner.inode(active)) {
        Files.delete(path);
        archives.remove(archives.size() - 1);
      }
    }
    Files.deleteIfExists(active.resolveSibling("." + active.getFileName() + ".new"));
  }

  private static void compress(Path raw) throws IOException {
    Path temporary = raw.resolveSibling(raw.getFileName() + ".gz.tmp");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(temporary))) {
      Files.copy(raw, out);
    }
    Files.move(
        temporary, raw.resolveSibling(raw.getFileName() + ".gz"), StandardCopyOption.ATOMIC_MOVE);
    Files.delete(raw);
  }

  @Override
  public boolean makeRoom(long bytes) {
    return false;
  }

  @Override
  public Optional<String> rotate(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Status> status() {
    return List.of();
  }
}
