package innkeeper.logging.capture.fifo;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.common.process.WrapperHome;
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
 * Reads run/NAME.json. One start requests the same record several times, so it is parsed once. The
 * class is loaded with the first record, not at start-up.
 */
public final class RecordFile {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MOST = 1024;
  private static final Map<Path, Version> PARSED = new ConcurrentHashMap<>();

  /**
   * A version of a record file. A record is renamed to its name, so each version has its own inode
   * and time.
   */
  private record Version(Object inode, FileTime modified, long length, ServerRecord record) {

    boolean is(BasicFileAttributes file) {
      return file.fileKey().equals(inode)
          && file.lastModifiedTime().equals(modified)
          && file.size() == length;
    }
  }

  private RecordFile() {}

  /**
   * Returns the record in the file.
   *
   * @throws IllegalArgumentException if the file does not contain a record
   * @throws NoSuchFileException if the wrapper lives and does not provably belong to this DATA_DIR.
   *     The files may be a copy, and this host must not read the wrapper's output
   */
  public static ServerRecord read(Path file) throws IOException {
    // The attributes are read before the content: if the file is replaced meanwhile, the next call
    // reads it again.
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
        || WrapperHome.of(file.getParent(), record.name(), record.wrapper().pid())
            == WrapperHome.OURS
        || !WrapperEnvironment.lives(record);
  }
}
