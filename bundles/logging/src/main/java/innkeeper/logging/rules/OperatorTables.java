package innkeeper.logging.rules;

import innkeeper.logging.file.DirectoryWatch;
import innkeeper.logging.file.Owner;
import innkeeper.redaction.Engine;
import innkeeper.redaction.OwnTables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables DATA_DIR/conf/redaction/*.tsv: the operator's own rows, in addition to the engine's.
 * They are read again a moment after the last change of a file there.
 */
public final class OperatorTables {

  /** Receives the action and the detail of each audit entry. */
  public interface Audit extends BiConsumer<String, String> {}

  /** Runs a task after a number of nanoseconds. */
  public interface Scheduler extends BiConsumer<Runnable, Long> {}

  private static final Logger LOG = LoggerFactory.getLogger(OperatorTables.class);
  private static final long MAX_BYTES = 1 << 20;

  /**
   * The time without a change after which the tables are read, because a program writes a file in
   * parts.
   */
  private static final long QUIET_NANOS = 200_000_000L;

  private final Path directory;
  private final Engine engine;
  private final Scheduler scheduler;
  private final Audit audit;
  private final AtomicLong changes = new AtomicLong();

  /** The rows that failed in use since the tables were read. */
  private final List<String> failed = new CopyOnWriteArrayList<>();

  /** The texts at the last reading, by file name. */
  private Map<String, String> texts = Map.of();

  /** The texts of tables that are in no file, by name. */
  private Map<String, String> memory = Map.of();

  private volatile OwnTables tables = OwnTables.NONE;
  private volatile List<String> unread = List.of();

  /**
   * Creates the tables; {@link #read} reads them.
   *
   * @param audit called on the scheduler's thread, or for a failed row on the thread that reads
   *     lines
   */
  public OperatorTables(Path conf, Engine engine, Scheduler scheduler, Audit audit) {
    this.directory = conf.resolve("redaction");
    this.engine = engine;
    this.scheduler = scheduler;
    this.audit = audit;
  }

  public Path directory() {
    return directory;
  }

  /** Returns the number of rows in use, and the built-in rules that are switched off. */
  public OwnTables tables() {
    return tables;
  }

  /** Returns the tables and rows that cannot be used, with file, line and reason. */
  public List<String> mistakes() {
    List<String> all = new ArrayList<>(unread);
    all.addAll(tables.refused());
    failed.forEach(why -> all.add(why + "; it is switched off until its file changes"));
    return all;
  }

  /** Returns a listener that reads the tables again after a change in their directory. */
  public DirectoryWatch.Eye eye() {
    return new DirectoryWatch.Eye() {
      @Override
      public void seen(Set<Path> paths) {
        if (paths.stream().anyMatch(path -> path.toString().endsWith(".tsv"))) {
          all();
        }
      }

      @Override
      public void all() {
        long change = changes.incrementAndGet();
        scheduler.accept(
            () -> {
              if (change == changes.get()) {
                read();
              }
            },
            QUIET_NANOS);
      }
    };
  }

  /** Adds the only table that is in no file, or removes it if it is empty; reads all tables. */
  synchronized void memory(String name, String text) {
    memory = text.isEmpty() ? Map.of() : Map.of(name, text);
    read();
  }

  /** Reads all tables; it does nothing if their texts have not changed. */
  public synchronized void read() {
    List<String> wrong = new ArrayList<>();
    Map<String, String> found = new TreeMap<>(files(wrong));
    found.putAll(memory);
    if (!wrong.equals(unread)) {
      wrong.forEach(why -> LOG.warn("redaction table cannot be read {}", why));
    }
    unread = List.copyOf(wrong);
    if (found.equals(texts)) {
      return;
    }
    texts = found;
    failed.clear();
    Map<String, String> offBefore = tables.off();
    tables = engine.tables(found, this::failed);
    tables.refused().forEach(why -> LOG.warn("redaction row does not serve {}", why));
    LOG.info("redaction tables read rows={} off={}", tables.rows(), tables.off().keySet());
    audit(offBefore, tables.off());
  }

  private void audit(Map<String, String> before, Map<String, String> now) {
    now.forEach(
        (id, why) -> {
          if (!why.equals(before.get(id))) {
            audit.accept("redaction.off", "built-in rule " + id + " switched off: " + why);
          }
        });
    before.forEach(
        (id, why) -> {
          if (!now.containsKey(id)) {
            audit.accept("redaction.on", "built-in rule " + id + " serves again");
          }
        });
  }

  private void failed(String why) {
    failed.add(why);
    LOG.warn("redaction row switched off {}", why);
    audit.accept("rule.disable", "redaction row " + why);
  }

  private Map<String, String> files(List<String> wrong) {
    Map<String, String> found = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.tsv")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        try {
          found.put(name, text(file));
        } catch (NoSuchFileException e) {
          LOG.debug("redaction table went while it was read file={}", file);
        } catch (IOException e) {
          String before = texts.get(name);
          if (before != null) {
            found.put(name, before);
          }
          wrong.add(reason(file, e) + (before == null ? "" : "; what it said before serves on"));
        }
      }
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (NotDirectoryException e) {
      wrong.add(directory + " is not a directory; move it away");
    } catch (IOException e) {
      wrong.add(directory + " cannot be listed: " + e.getMessage());
      return texts;
    }
    return found;
  }

  private static String reason(Path file, IOException e) {
    if (e instanceof CharacterCodingException) {
      return file + " is not UTF-8";
    }
    String why = String.valueOf(e.getMessage());
    return why.contains(file.toString()) ? why : file + " cannot be read: " + why;
  }

  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is not a file; move it away");
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    boolean others =
        permissions.contains(PosixFilePermission.GROUP_WRITE)
            || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    if (others || !Owner.oursOrRoots(file)) {
      // Another user could use the file to switch rules off.
      throw new IOException(
          file + " can be written by others; chown it to this host's user and chmod go-w it");
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " has more than " + MAX_BYTES + " bytes");
    }
    byte[] bytes = Files.readAllBytes(file);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
