package innkeeper.shell.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import innkeeper.api.json.JsonTree;
import innkeeper.common.terminal.SafeText;
import java.io.IOException;
import java.io.InputStream;

/**
 * Converts JSON to and from records, maps and lists. The mapper is created at its first use, not at
 * startup.
 */
public final class Json {

  private Json() {}

  private static final class Mapper {
    static final ObjectMapper INSTANCE =
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
  }

  public static String write(Object value) {
    return write(Mapper.INSTANCE.writer(), value);
  }

  /** Returns the JSON on one line. */
  public static String line(Object value) {
    return write(Mapper.INSTANCE.writer().without(SerializationFeature.INDENT_OUTPUT), value);
  }

  private static String write(ObjectWriter writer, Object value) {
    try {
      return SafeText.json(writer.writeValueAsString(JsonTree.of(value)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record could not be written as JSON", e);
    }
  }

  /**
   * @param name the name of the input, for the message
   * @throws CommandRefusedException with the position of the error in the JSON
   */
  public static Object read(InputStream in, String name)
      throws IOException, CommandRefusedException {
    try {
      return Mapper.INSTANCE.readValue(in, Object.class);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
      throw new CommandRefusedException(name + where + " is no JSON: " + e.getOriginalMessage(), e);
    }
  }
}
