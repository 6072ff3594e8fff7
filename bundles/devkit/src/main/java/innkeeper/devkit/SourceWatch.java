package innkeeper.devkit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Waits until a file of a project changes. Build results and temporary files of editors are
 * ignored.
 */
final class SourceWatch implements AutoCloseable {

  /** The pause after which a save is complete; some editors write a file several times. */
  private static final long QUIET_MILLIS = 20;

  private final Path dir;
  private final WatchService service;
  private Map<Path, String> files;
  private long savedAt;

  SourceWatch(Path dir) throws IOException {
    this.dir = dir;
    this.service = dir.getFileSystem().newWatchService();
    this.files = look();
  }

  /**
   * Returns after the next change.
   *
   * @return the time at which the newest of the changed files was written, in milliseconds since
   *     1970
   */
  long await() throws IOException, InterruptedException {
    while (true) {
      WatchKey key = service.take();
      while (key != null) {
        key.pollEvents();
        key.reset();
        key = service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
      }
      if (changed()) {
        return savedAt;
      }
    }
  }

  private boolean changed() throws IOException {
    Map<Path, String> before = files;
    savedAt = 0;
    files = look();
    if (files.equals(before)) {
      return false;
    }
    for (Map.Entry<Path, String> file : files.entrySet()) {
      if (!file.getValue().equals(before.get(file.getKey()))) {
        savedAt = Math.max(savedAt, file.getKey().toFile().lastModified());
      }
    }
    savedAt = savedAt == 0 ? System.currentTimeMillis() : savedAt;
    return true;
  }

  /** Returns all files with time and size, and watches their folders from now on. */
  private Map<Path, String> look() throws IOException {
    Map<Path, String> found = new TreeMap<>();
    Files.walkFileTree(
        dir,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (!folder.equals(dir) && leftOut(folder)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            folder.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!leftOut(file)) {
              found.put(file, attributes.lastModifiedTime() + " " + attributes.size());
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private boolean leftOut(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(".")
        || name.endsWith("~")
        || name.matches("[0-9]+|#.*#")
        || path.equals(dir.resolve("target"))
        || path.equals(dir.resolve("src/test"));
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
