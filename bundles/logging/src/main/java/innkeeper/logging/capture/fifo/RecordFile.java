package innkeeper.logging.capture.fifo;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.common.process.WrapperHome;
import innkeeper.logging.rules.WrapperEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads the record of a server, run/NAME.json. The JVM loads this class when the first record is
 * read, and not at start-up.
 */
public final class RecordFile {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RecordFile() {}

  /**
   * Returns the record in the file.
   *
   * @throws IllegalArgumentException if the file does not contain a record
   * @throws NoSuchFileException if the wrapper lives and does not provably belong to this DATA_DIR.
   *     The files may be a copy, and this host must not read the wrapper's output
   */
  public static ServerRecord read(Path file) throws IOException {
    ServerRecord record =
        ServerRecord.fromMap(MAPPER.readValue(Files.readAllBytes(file), Map.class));
    if (!isOurs(file, record)) {
      throw new NoSuchFileException(file.toString(), null, "its wrapper is another host's");
    }
    return record;
  }

  private static boolean isOurs(Path file, ServerRecord record) throws IOException {
    return !WrapperEnvironment.ofThisBoot(record)
        || WrapperHome.of(file.getParent(), record.name(), record.wrapper().pid())
            == WrapperHome.OURS
        || !WrapperEnvironment.lives(record);
  }
}
