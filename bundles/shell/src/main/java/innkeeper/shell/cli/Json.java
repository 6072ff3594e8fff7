package innkeeper.shell.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import innkeeper.api.json.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/**
 * Converts JSON to and from records, maps and lists. The mapper is created at its first use, not at
 * startup.
 */
public final class Json {

  private static final Pattern CONTROL = Pattern.compile("[\\x7f-\\x9f]");

  private Json() {}

  private static final class Mapper {
    static final ObjectMapper INSTANCE =
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
  }

  public static String write(Object value) {
    try {
      return escaped(Mapper.INSTANCE.writeValueAsString(JsonTree.of(value)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record could not be written as JSON", e);
    }
  }

  /** Returns the same JSON on one line. */
  public static String line(Object value) {
    try {
      return escaped(
          Mapper.INSTANCE
              .writer()
              .without(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(JsonTree.of(value)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record could not be written as JSON", e);
    }
  }

  /**
   * Escapes U+007F to U+009F, because some terminals take them as commands, like escape sequences.
   */
  private static String escaped(String json) {
    return CONTROL
        .matcher(json)
        .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
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
      throw refusal(name, e);
    }
  }

  /**
   * Reads JSON like {@link #read}, but allows comments and trailing commas, which files of other
   * tools contain.
   */
  public static Object readLenient(String text, String name) throws CommandRefusedException {
    try {
      return Mapper.INSTANCE
          .readerFor(Object.class)
          .withFeatures(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
          .readValue(text);
    } catch (JsonProcessingException e) {
      throw refusal(name, e);
    }
  }

  private static CommandRefusedException refusal(String name, JsonProcessingException e) {
    String where =
        e.getLocation() == null
            ? ""
            : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
    return new CommandRefusedException(name + where + " is no JSON: " + e.getOriginalMessage(), e);
  }
}
