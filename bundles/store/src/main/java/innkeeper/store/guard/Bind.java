package innkeeper.store.guard;

import innkeeper.common.file.Durable;
import innkeeper.store.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The content of DATA_DIR/bind.json, which identifies the bot.db of this DATA_DIR and describes its
 * last state. SQLite does not record which WAL belongs to which database, and would replay a stale
 * WAL into another database.
 *
 * @param state the last state of bot.db
 * @param epoch the application_id in bot.db
 * @param next the application_id that the WAL writes into bot.db; bot.db may already have it; equal
 *     to {@code epoch} if it stays the same
 * @param auditSeq the number of the last audit entry when this was written; 0 if the audit record
 *     was empty
 * @param auditHash the hash of that audit entry; "" if the audit record was empty
 * @param file the file key of bot.db and the time of its last change; "" if unknown
 * @param projects the channelIds of the defined projects; empty if unknown, as after an older
 *     release
 * @param harm the changes that other programs made to the files while the last host ran; "" for no
 *     change
 */
public record Bind(
    State state,
    int epoch,
    int next,
    long auditSeq,
    String auditHash,
    String file,
    Optional<Set<String>> projects,
    String harm) {

  /** The name of the file in DATA_DIR. */
  public static final String NAME = "bind.json";

  /** The last state of bot.db. Every state except CLOSED is an unclean stop. */
  public enum State {
    /** SQLite is opening bot.db: a WAL may or may not exist. */
    OPENING,
    /** The host uses bot.db: a WAL exists and identifies its bot.db. */
    OPEN,
    /**
     * A checkpoint is copying the WAL into bot.db: the file may hold a mix of old and new pages.
     */
    CHECKPOINTING,
    /** SQLite is closing bot.db: a WAL may or may not exist. */
    CLOSING,
    /** The host has closed bot.db: there is no WAL. */
    CLOSED;

    /** Returns whether a WAL must exist in this state. */
    public boolean inUse() {
      return this == OPEN || this == CHECKPOINTING;
    }
  }

  /** Creates the entry of a database whose content is not known yet. */
  public Bind(State state, int epoch, int next) {
    this(state, epoch, next, 0, "", "", Optional.empty(), "");
  }

  /** Returns whether the file of this database may have the given application_id. */
  public boolean knows(int applicationId) {
    return applicationId == epoch || applicationId == next;
  }

  public Bind in(State other) {
    return new Bind(other, epoch, next, auditSeq, auditHash, file, projects, harm);
  }

  /**
   * Returns a copy with the changes that other programs made to the files; "" once the audit record
   * has them.
   */
  public Bind harmed(String what) {
    return new Bind(state, epoch, next, auditSeq, auditHash, file, projects, what);
  }

  /** Returns a copy with the application_id that bot.db will have next. */
  public Bind becoming(int other) {
    return new Bind(state, epoch, other, auditSeq, auditHash, file, projects, harm);
  }

  /**
   * Returns a copy with the application_id in bot.db, the one that the WAL sets, and the time of
   * last change.
   */
  public Bind bearing(int onFile, int inLog, Path database) throws IOException {
    return new Bind(state, onFile, inLog, auditSeq, auditHash, file(database), projects, harm);
  }

  /** Returns whether bot.db was written to since this was stored; false if this is unknown. */
  boolean writtenSince(Path database) throws IOException {
    String now = file(database);
    return !file.isEmpty()
        && !now.equals(file)
        && now.substring(0, now.lastIndexOf(' ')).equals(file.substring(0, file.lastIndexOf(' ')));
  }

  private static String file(Path database) throws IOException {
    BasicFileAttributes now = Files.readAttributes(database, BasicFileAttributes.class);
    return now.fileKey() + " " + now.lastModifiedTime().to(TimeUnit.NANOSECONDS);
  }

  /** Returns a copy with the present content of bot.db. */
  public Bind holding(long seq, String hash, Set<String> defined) {
    return new Bind(state, epoch, next, seq, hash, file, Optional.of(Set.copyOf(defined)), harm);
  }

  /**
   * Reads bind.json; returns empty if it is missing or not valid. In both cases nothing is known of
   * bot.db.
   */
  public static Optional<Bind> read(Path dataDir) throws IOException {
    Path file = dataDir.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      Map<?, ?> map = Json.read(file);
      return Optional.of(
          new Bind(
              State.valueOf(String.valueOf(map.get("state")).toUpperCase(java.util.Locale.ROOT)),
              Integer.parseUnsignedInt(String.valueOf(map.get("epoch")), 16),
              Integer.parseUnsignedInt(String.valueOf(map.get("next")), 16),
              Long.parseLong(String.valueOf(map.get("auditSeq"))),
              String.valueOf(map.get("auditHash")),
              map.get("file") instanceof String text && text.contains(" ") ? text : "",
              map.get("projects") instanceof List<?> list
                  ? Optional.of(texts(list))
                  : Optional.empty(),
              map.get("harm") instanceof String harm ? harm : ""));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Set<String> texts(List<?> list) {
    return list.stream().map(String::valueOf).collect(Collectors.toSet());
  }

  public void write(Path dataDir) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("state", state.name().toLowerCase(java.util.Locale.ROOT));
    map.put("dirty", state != State.CLOSED);
    map.put("epoch", ApplicationId.hex(epoch));
    map.put("next", ApplicationId.hex(next));
    map.put("auditSeq", auditSeq);
    map.put("auditHash", auditHash);
    map.put("file", file);
    if (!harm.isEmpty()) {
      map.put("harm", harm);
    }
    projects.ifPresent(defined -> map.put("projects", new TreeSet<>(defined)));
    Durable.write(dataDir.resolve(NAME), Json.bytes(map));
  }
}
