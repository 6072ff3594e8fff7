package innkeeper.history.figure;

import innkeeper.common.file.Durable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder DATA_DIR/history with one file for each project, {@code p-ID.figures}, and one for the
 * host, {@code host.figures}. Files stay open while their project is defined. Safe for many
 * threads.
 */
public final class FigureDirectory implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(FigureDirectory.class);
  private static final String END = ".figures";
  private static final String DAMAGED = ".damaged";
  private static final String HOST = "host";
  private static final String PROJECT = "p-";

  private final Path directory;

  /** The open files, by channelId; "" is the host. Guarded by this. */
  private final Map<String, FigureFile> open = new HashMap<>();

  /** The message about the file that was set aside last; "" without one. */
  private volatile String damage = "";

  public FigureDirectory(Path directory) {
    this.directory = directory;
  }

  private Path path(String channelId) {
    return directory.resolve((channelId.isEmpty() ? HOST : PROJECT + channelId) + END);
  }

  public boolean has(String channelId) {
    return Files.isRegularFile(path(channelId));
  }

  /**
   * Returns the file of a project, and makes it if it is missing. A damaged one is set aside first.
   *
   * @param channelId "" for the host
   */
  synchronized FigureFile file(String channelId) throws IOException {
    FigureFile known = open.get(channelId);
    if (known == null) {
      known = opened(path(channelId));
      open.put(channelId, known);
    }
    return known;
  }

  /** Returns the file like {@link #file}, but does not make a missing one. */
  synchronized Optional<FigureFile> existing(String channelId) throws IOException {
    return open.containsKey(channelId) || has(channelId)
        ? Optional.of(file(channelId))
        : Optional.empty();
  }

  public void make() throws IOException {
    Durable.subdirectory(directory);
  }

  private FigureFile opened(Path path) throws IOException {
    make();
    try {
      return FigureFile.open(path);
    } catch (FigureFile.DamagedException e) {
      // An earlier damaged file is overwritten: one for each project is enough to inspect.
      Path aside = path.resolveSibling(path.getFileName() + DAMAGED);
      Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
      damage = e.getMessage();
      LOG.warn(
          "file of figures is damaged, set aside and replaced by a new one reason=\"{}\" aside={}",
          e.getMessage(),
          aside.getFileName());
      return FigureFile.open(path);
    }
  }

  /** Closes a file after a failed write; the next write opens it again. */
  synchronized void reopen(String channelId) {
    close(channelId);
  }

  private void close(String channelId) {
    try (FigureFile file = open.remove(channelId)) {
      LOG.debug("file of figures closed channelId={} file={}", channelId, file);
    } catch (IOException e) {
      LOG.warn("file of figures not closed channelId={}", channelId, e);
    }
  }

  /** Returns the message about the file that was set aside last since the start; "" without one. */
  public String damage() {
    return damage;
  }

  /**
   * Closes the files of projects that are no more defined, and deletes those that were last written
   * before a given time.
   *
   * @return how many were deleted
   */
  public synchronized int prune(Collection<String> channelIds, Instant before) throws IOException {
    Set<String> gone =
        open.keySet().stream()
            .filter(id -> !id.isEmpty() && !channelIds.contains(id))
            .collect(Collectors.toSet());
    gone.forEach(this::close);
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    int deleted = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + END + "*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        String id = name.startsWith(PROJECT) && name.endsWith(END) ? idOf(name) : "";
        boolean needed = name.equals(HOST + END) || channelIds.contains(id);
        if (!needed && Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
          Files.deleteIfExists(file);
          deleted++;
        }
      }
    }
    return deleted;
  }

  private static String idOf(String name) {
    return name.substring(PROJECT.length(), name.length() - END.length());
  }

  @Override
  public synchronized void close() {
    Set.copyOf(open.keySet()).forEach(this::close);
  }
}
