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

/** JSON as records, maps and lists. The mapper is made when first needed, never at start. */
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

  /** The same on one line. */
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

  /** Some terminals take U+0080 to U+009F for commands, as they take escape sequences. */
  private static String escaped(String json) {
    return CONTROL
        .matcher(json)
        .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
  }

  /**
   * @param name for the message
   * @throws CommandRefusedException that names the place where it is no JSON
   */
  public static Object read(InputStream in, String name)
      throws IOException, CommandRefusedException {
    try {
      return Mapper.INSTANCE.readValue(in, Object.class);
    } catch (JsonProcessingException e) {
      throw refusal(name, e);
    }
  }

  /** As {@link #read}, with comments and trailing commas: other people's files have them. */
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
