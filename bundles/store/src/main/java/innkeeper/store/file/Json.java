package innkeeper.store.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The conversion between JSON objects and plain maps. */
public final class Json {

  private static final class Lazy {
    static final ObjectMapper MAPPER = new ObjectMapper();
  }

  private Json() {}

  /** Returns a value as one line of JSON. */
  public static String text(Map<String, ?> map) {
    try {
      return Lazy.MAPPER.writeValueAsString(map);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("map cannot be written as JSON", e);
    }
  }

  /** Returns a value as UTF-8 JSON with a newline at the end. */
  public static byte[] bytes(Map<String, ?> map) {
    return (text(map) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws IllegalArgumentException if the text is not exactly one JSON object
   */
  public static Map<?, ?> map(String text) {
    try {
      Map<?, ?> map = Lazy.MAPPER.readValue(text, Map.class);
      if (map == null) {
        throw new IllegalArgumentException("null is no JSON object");
      }
      return map;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON object: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * @throws IllegalArgumentException if the file is not exactly one JSON object
   */
  public static Map<?, ?> read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      return map(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }
}
