package innkeeper.convert.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import innkeeper.common.terminal.SafeText;
import java.io.IOException;

/** JSON of other tools, and JSON inside their documents. */
public final class Json {

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private Json() {}

  public static String pretty(Object value) {
    return write(MAPPER.writer(SerializationFeature.INDENT_OUTPUT), value);
  }

  public static String line(Object value) {
    return write(MAPPER.writer(), value);
  }

  private static String write(ObjectWriter writer, Object value) {
    try {
      return SafeText.json(writer.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a definition could not be written as JSON", e);
    }
  }

  /**
   * Reads JSON with comments and trailing commas, which files of other tools contain.
   *
   * @param name the name of the file, for the message
   * @throws IOException with the position of the error
   */
  public static Object read(String text, String name) throws IOException {
    try {
      return MAPPER
          .readerFor(Object.class)
          .withFeatures(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
          .readValue(text);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
      throw new IOException(name + where + " is no JSON: " + e.getOriginalMessage(), e);
    }
  }
}
