package innkeeper.store.guard;

import innkeeper.store.file.Durable;
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
 * DATA_DIR/bind.json: which bot.db belongs here and how it was left. SQLite's files say nothing
 * about that; a stale write-ahead log beside another database is replayed into it.
 *
 * @param state how it was left
 * @param epoch the application_id that bot.db bears
 * @param next the one its write-ahead log gives it, which it may bear already; or the same
 * @param auditSeq the record's last entry when this was written, 0 for none
 * @param auditHash that entry's hash, or ""
 * @param file which file bot.db was and when it was last written to; "" if unknown
 * @param projects the channelIds that were defined; empty if unknown, as after an older release
 * @param harm what others did to the files while the last host ran; "" for nothing
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

  /** The file's name in DATA_DIR. */
  public static final String NAME = "bind.json";

  /** How it was left; all but CLOSED are an unclean stop. */
  public enum State {
    /** Being opened: a write-ahead log may or may not be there. */
    OPENING,
    /** In use: a write-ahead log is there, and says which bot.db it belongs to. */
    OPEN,
    /** In use, the write-ahead log being written back: bot.db may be half one, half the other. */
    CHECKPOINTING,
    /** Being closed: a write-ahead log may or may not be there. */
    CLOSING,
    /** At rest: no write-ahead log. */
    CLOSED;

    /** Whether a write-ahead log must be there. */
    public boolean inUse() {
      return this == OPEN || this == CHECKPOINTING;
    }
  }

  /** Of a database that is yet to be looked at. */
  public Bind(State state, int epoch, int next) {
    this(state, epoch, next, 0, "", "", Optional.empty(), "");
  }

  /** Whether this database's file may bear that. */
  public boolean knows(int applicationId) {
    return applicationId == epoch || applicationId == next;
  }

  public Bind in(State other) {
    return new Bind(other, epoch, next, auditSeq, auditHash, file, projects, harm);
  }

  /** The same after others have been at the files; "" once that is in the record. */
  public Bind harmed(String what) {
    return new Bind(state, epoch, next, auditSeq, auditHash, file, projects, what);
  }

  /** The same, about to bear another epoch. */
  public Bind becoming(int other) {
    return new Bind(state, epoch, other, auditSeq, auditHash, file, projects, harm);
  }

  /** The same with what bot.db bears, what its log gives it, and when it was written to. */
  public Bind bearing(int onFile, int inLog, Path database) throws IOException {
    return new Bind(state, onFile, inLog, auditSeq, auditHash, file(database), projects, harm);
  }

  /** Whether the very same file was written to since; unknown is no. */
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

  /** The same with what is in bot.db now. */
  public Bind holding(long seq, String hash, Set<String> defined) {
    return new Bind(state, epoch, next, seq, hash, file, Optional.of(Set.copyOf(defined)), harm);
  }

  /** Empty when there is none, or none that can be read; both mean that nothing is known. */
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
