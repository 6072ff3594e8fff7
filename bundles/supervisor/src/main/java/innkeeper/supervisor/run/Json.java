package innkeeper.supervisor.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;

/**
 * Converts maps to bytes and back. The mapper is made at the first need, because it is slow to
 * load.
 */
public final class Json {

  private static final class Lazy {
    static final ObjectMapper MAPPER = new ObjectMapper();
  }

  private Json() {}

  public static byte[] write(Map<String, Object> map) {
    try {
      return Lazy.MAPPER.writeValueAsBytes(map);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("map cannot be written as JSON", e);
    }
  }

  public static Map<?, ?> read(byte[] bytes) throws IOException {
    return Lazy.MAPPER.readValue(bytes, Map.class);
  }
}
