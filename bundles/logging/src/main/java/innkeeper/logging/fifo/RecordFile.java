package innkeeper.logging.fifo;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.api.supervisor.WrapperHome;
import innkeeper.logging.rules.WrapperEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads run/NAME.json. One start asks for the same record half a dozen times; it is parsed once.
 * Loaded with the first record, not at start.
 */
public final class RecordFile {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MOST = 1024;
  private static final Map<Path, Version> PARSED = new ConcurrentHashMap<>();

  /** A record is renamed into its place: each has an inode and a time of its own. */
  private record Version(Object inode, FileTime modified, long length, ServerRecord record) {

    boolean is(BasicFileAttributes file) {
      return file.fileKey().equals(inode)
          && file.lastModifiedTime().equals(modified)
          && file.size() == length;
    }
  }

  private RecordFile() {}

  /**
   * The record that the file holds now.
   *
   * @throws IllegalArgumentException if it is none
   * @throws NoSuchFileException if its wrapper lives and is not shown to be of this DATA_DIR, whose
   *     files may be a copy: its output is not ours to read
   */
  public static ServerRecord read(Path file) throws IOException {
    // Before the content: whoever replaces it meanwhile has it read again the next time.
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    Version known = PARSED.get(file);
    if (known != null && known.is(now)) {
      return known.record();
    }
    ServerRecord record =
        ServerRecord.fromMap(MAPPER.readValue(Files.readAllBytes(file), Map.class));
    if (!isOurs(file, record)) {
      throw new NoSuchFileException(file.toString(), null, "its wrapper is another host's");
    }
    if (PARSED.size() >= MOST) {
      PARSED.clear();
    }
    PARSED.put(file, new Version(now.fileKey(), now.lastModifiedTime(), now.size(), record));
    return record;
  }

  private static boolean isOurs(Path file, ServerRecord record) throws IOException {
    return !WrapperEnvironment.ofThisBoot(record)
        || WrapperHome.of(file.getParent(), record.name(), record.wrapperPid()) == WrapperHome.OURS
        || !WrapperEnvironment.lives(record);
  }
}
