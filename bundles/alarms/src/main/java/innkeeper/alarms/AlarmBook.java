package innkeeper.alarms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import innkeeper.alarms.AlarmRules.Told;
import innkeeper.api.alarm.AlarmPhase;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the alarms that each channel has got, and the silences: the state that outlives the host.
 * It is stored as JSON in DATA_DIR/alarms/alarms.json, mode 0600. Not safe for many threads.
 */
final class AlarmBook {

  private static final Logger LOG = LoggerFactory.getLogger(AlarmBook.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  /** The highest id of a known incident; negative before the first one. */
  private long seen = -1;

  private final Map<String, Silence> silences = new LinkedHashMap<>();
  private final Map<Long, Map<String, Told>> told = new LinkedHashMap<>();

  private AlarmBook(Path file) {
    this.file = file;
  }

  /**
   * Returns the book that an earlier host wrote; empty if the file is missing or damaged. A damaged
   * file is set aside.
   */
  static AlarmBook read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return new AlarmBook(file);
    }
    try {
      AlarmBook book = new AlarmBook(file);
      book.take(JSON.readTree(Files.readAllBytes(file)));
      return book;
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      Path aside = file.resolveSibling(file.getFileName() + ".damaged");
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      LOG.warn(
          "file of alarms was damaged and set aside: silences are lost,"
              + " open incidents are reported again file={} reason=\"{}\"",
          aside,
          e.getMessage());
      return new AlarmBook(file);
    }
  }

  private void take(JsonNode root) throws IOException {
    if (!root.path("seen").isIntegralNumber()) {
      throw new IOException("it has no whole number \"seen\"");
    }
    seen = root.path("seen").asLong();
    for (JsonNode one : root.path("silences")) {
      Actor by =
          new Actor(
              Actor.Via.of(one.path("via").asText()),
              one.path("uid").asText(),
              one.path("program").asText());
      String id = one.path("channelId").asText();
      silences.put(id, new Silence(id, time(one, "since"), time(one, "until"), by));
    }
    for (JsonNode one : root.path("told")) {
      Map<String, Told> channels = new HashMap<>();
      for (Map.Entry<String, JsonNode> channel : one.path("channels").properties()) {
        JsonNode got = channel.getValue();
        channels.put(
            channel.getKey(),
            new Told(got.path("opened").asInt(), got.path("closed").asInt(), time(got, "last")));
      }
      told.put(one.path("incident").asLong(), channels);
    }
  }

  private static Instant time(JsonNode node, String member) {
    return Instant.parse(node.path(member).asText());
  }

  /** Replaces the file completely or not at all. */
  void write() throws IOException {
    ObjectNode root = JSON.createObjectNode().put("seen", seen);
    ArrayNode silent = root.putArray("silences");
    for (Silence one : silences.values()) {
      silent
          .addObject()
          .put("channelId", one.channelId())
          .put("since", one.since().toString())
          .put("until", one.until().toString())
          .put("via", one.by().via().word())
          .put("uid", one.by().uid())
          .put("program", one.by().program());
    }
    ArrayNode incidents = root.putArray("told");
    told.forEach(
        (id, channels) -> {
          ObjectNode by = incidents.addObject().put("incident", id).putObject("channels");
          channels.forEach(
              (name, got) ->
                  by.putObject(name)
                      .put("opened", got.opened())
                      .put("closed", got.closed())
                      .put("last", got.last().toString()));
        });
    Durable.subdirectory(file.getParent());
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Durable.write(file, fresh, JSON.writeValueAsBytes(root));
  }

  long seen() {
    return seen;
  }

  void seen(long id) {
    seen = Math.max(seen, id);
  }

  Map<String, Silence> silences() {
    return silences;
  }

  Optional<Silence> silence(String channelId, Instant now) {
    return Optional.ofNullable(silences.get(channelId)).filter(s -> s.until().isAfter(now));
  }

  /** Returns what each channel has got, by incident and channel. */
  Map<Long, Map<String, Told>> told() {
    return told;
  }

  Told told(long incident, String channel) {
    return told.getOrDefault(incident, Map.of()).getOrDefault(channel, Told.NOTHING);
  }

  void tell(long incident, String channel, AlarmPhase phase, Instant at) {
    Told got = told(incident, channel).with(phase, at);
    told.computeIfAbsent(incident, id -> new HashMap<>()).put(channel, got);
  }

  /** Starts to follow an incident about which no alarm was sent yet. */
  void follow(long incident) {
    told.computeIfAbsent(incident, id -> new HashMap<>());
  }

  Set<Long> followed() {
    return Set.copyOf(told.keySet());
  }
}
