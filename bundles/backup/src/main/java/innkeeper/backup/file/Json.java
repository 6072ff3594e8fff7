package innkeeper.backup.file;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The reader and writer of small JSON files. The mapper is created at the first use, not at the
 * start of the host.
 */
final class Json {

  /** The largest file that is read. A manifest is much smaller. */
  private static final long MOST_BYTES = 1 << 20;

  private static final class Mapper {
    static final ObjectMapper INSTANCE =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  }

  private Json() {}

  static Map<?, ?> read(Path file) throws IOException {
    long size = Files.size(file);
    if (size > MOST_BYTES) {
      throw new IOException(file.getFileName() + " has " + size + " bytes, too many to be ours");
    }
    return Mapper.INSTANCE.readValue(Files.readAllBytes(file), Map.class);
  }

  static byte[] bytes(Map<String, Object> map) throws IOException {
    return (Mapper.INSTANCE.writeValueAsString(map) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
