package innkeeper.alarms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import innkeeper.alarms.AlarmRules.Told;
import innkeeper.api.alarm.Alarms.Silence;
import innkeeper.api.audit.Actor;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the alarm book as JSON in DATA_DIR/alarms/alarms.json, mode 0600. Each write replaces the
 * file completely or not at all.
 */
final class BookFile {

  private static final Logger LOG = LoggerFactory.getLogger(BookFile.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  BookFile(Path file) {
    this.file = file;
  }

  /**
   * Returns the book that an earlier host wrote; empty if the file is missing or damaged. A damaged
   * file is set aside.
   */
  AlarmBook read() throws IOException {
    if (!Files.exists(file)) {
      return new AlarmBook();
    }
    try {
      return book(JSON.readTree(Files.readAllBytes(file)));
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      Path aside = file.resolveSibling(file.getFileName() + ".damaged");
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      LOG.warn(
          "file of alarms was damaged and set aside: silences are lost,"
              + " open incidents are reported again file={} reason=\"{}\"",
          aside,
          e.getMessage());
      return new AlarmBook();
    }
  }

  private static AlarmBook book(JsonNode root) throws IOException {
    if (!root.path("seen").isIntegralNumber()) {
      throw new IOException("it has no whole number \"seen\"");
    }
    AlarmBook book = new AlarmBook();
    book.seen(root.path("seen").asLong());
    for (JsonNode one : root.path("silences")) {
      Actor by =
          new Actor(
              Actor.Via.of(one.path("via").asText()),
              one.path("uid").asText(),
              one.path("program").asText());
      String id = one.path("channelId").asText();
      book.silences().put(id, new Silence(id, time(one, "since"), time(one, "until"), by));
    }
    for (JsonNode one : root.path("told")) {
      Map<String, Told> channels = new HashMap<>();
      for (Map.Entry<String, JsonNode> channel : one.path("channels").properties()) {
        JsonNode told = channel.getValue();
        channels.put(
            channel.getKey(),
            new Told(told.path("opened").asInt(), told.path("closed").asInt(), time(told, "last")));
      }
      book.told().put(one.path("incident").asLong(), channels);
    }
    return book;
  }

  private static Instant time(JsonNode node, String member) {
    return Instant.parse(node.path(member).asText());
  }

  void write(AlarmBook book) throws IOException {
    ObjectNode root = JSON.createObjectNode().put("seen", book.seen());
    root.putArray("silences");
    for (Silence one : book.silences().values()) {
      root.withArray("silences")
          .addObject()
          .put("channelId", one.channelId())
          .put("since", one.since().toString())
          .put("until", one.until().toString())
          .put("via", one.by().via().word())
          .put("uid", one.by().uid())
          .put("program", one.by().program());
    }
    root.putArray("told");
    book.told()
        .forEach(
            (id, channels) -> {
              ObjectNode entry = root.withArray("told").addObject().put("incident", id);
              ObjectNode by = entry.putObject("channels");
              channels.forEach(
                  (name, told) ->
                      by.putObject(name)
                          .put("opened", told.opened())
                          .put("closed", told.closed())
                          .put("last", told.last().toString()));
            });
    Durable.subdirectory(file.getParent());
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Durable.write(file, fresh, JSON.writeValueAsBytes(root));
  }
}
