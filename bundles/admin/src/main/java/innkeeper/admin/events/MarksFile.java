package innkeeper.admin.events;

import innkeeper.admin.events.LifecycleMarks.Mark;
import innkeeper.admin.http.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps marks on disk as lines of JSON, one file for each log: {@code run/marks/NAME.jsonl}. The
 * next surface and the next host read them. Marks that cannot be written last as long as this
 * surface. Not safe for many threads.
 */
final class MarksFile {

  private static final Logger LOG = LoggerFactory.getLogger(MarksFile.class);

  /**
   * A file that would exceed this number of lines is replaced by one with only the remembered
   * marks.
   */
  private static final int MOST_LINES = 3 * LifecycleMarks.MOST;

  private static final long MOST_BYTES = 4 << 20;

  private static final FileAttribute<Set<PosixFilePermission>> OF_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final FileAttribute<Set<PosixFilePermission>> OF_OWNER_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final Set<OpenOption> ANEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final Set<OpenOption> TO_IT =
      Set.of(StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

  private final Path directory;
  private final Map<String, Integer> lines = new HashMap<>();
  private boolean made;
  private boolean failing;

  /**
   * Creates an object that touches no file yet.
   *
   * @param directory created on the first write
   */
  MarksFile(Path directory) {
    this.directory = directory;
  }

  private Path path(String log) {
    return directory.resolve(log + ".jsonl");
  }

  /**
   * Returns the newest marks of a log, oldest first. A line that is not a mark, such as one torn by
   * a crash, is left out.
   */
  List<Mark> read(String log) {
    List<Mark> marks = new ArrayList<>();
    Path path = path(log);
    try {
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.size(path) < MOST_BYTES) {
        String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        List<String> all = text.lines().toList();
        lines.put(log, all.size());
        all.forEach(line -> parse(log, line, marks));
      }
    } catch (IOException e) {
      LOG.warn("marks of the log could not be read log={} error={}", log, e.toString());
    }
    return marks.subList(Math.max(0, marks.size() - LifecycleMarks.MOST), marks.size());
  }

  private static void parse(String log, String line, List<Mark> into) {
    try {
      if (Json.read(line) instanceof Map<?, ?> map && map.get("cursor") instanceof String cursor) {
        Map<String, Object> data = new LinkedHashMap<>();
        map.forEach((name, value) -> data.put((String) name, value));
        data.remove("cursor");
        into.add(new Mark(cursor, data));
      }
    } catch (IOException e) {
      LOG.debug("line is not a mark log={}", log, e);
    }
  }

  /**
   * Appends new marks to the log's file, or replaces the file. A failure is logged once.
   *
   * @param all the remembered marks, including the new ones
   */
  void append(String log, List<Mark> fresh, Collection<Mark> all) {
    try {
      boolean known = lines.containsKey(log);
      int held = lines.merge(log, fresh.size(), Integer::sum);
      if (!made) {
        if (!Files.isDirectory(directory)) {
          Files.createDirectory(directory, OF_OWNER_DIRECTORY);
        }
        made = true;
      }
      if (held > MOST_LINES || !known && Files.exists(path(log), LinkOption.NOFOLLOW_LINKS)) {
        rewrite(log, all);
      } else {
        write(path(log), known ? TO_IT : ANEW, text(known ? fresh : all));
      }
      failing = false;
    } catch (IOException e) {
      lines.remove(log);
      made = false;
      if (!failing) {
        LOG.warn("marks of the log are kept in memory only log={} error={}", log, e.toString());
      }
      failing = true;
    }
  }

  private void rewrite(String log, Collection<Mark> all) throws IOException {
    Path fresh = directory.resolve("." + log + ".new");
    Files.deleteIfExists(fresh);
    write(fresh, ANEW, text(all));
    Files.move(fresh, path(log), StandardCopyOption.ATOMIC_MOVE);
    lines.put(log, all.size());
  }

  private static void write(Path file, Set<OpenOption> how, byte[] bytes) throws IOException {
    try (SeekableByteChannel out = Files.newByteChannel(file, how, OF_OWNER)) {
      for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
        out.write(rest);
      }
    }
  }

  private static byte[] text(Collection<Mark> marks) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (Mark mark : marks) {
      text.write(line(mark));
    }
    return text.toByteArray();
  }

  private static byte[] line(Mark mark) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("cursor", mark.cursor());
    map.putAll(mark.data());
    return (new String(Json.bytes(map), StandardCharsets.UTF_8) + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
