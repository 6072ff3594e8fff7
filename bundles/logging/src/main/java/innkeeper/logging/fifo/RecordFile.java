package innkeeper.logging.fifo;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.supervisor.ServerRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads run/NAME.json. Loaded with the first record, not at start. */
public final class RecordFile {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RecordFile() {}

  /**
   * The record that the file holds now.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static ServerRecord read(Path file) throws IOException {
    return ServerRecord.fromMap(MAPPER.readValue(Files.readAllBytes(file), Map.class));
  }
}
