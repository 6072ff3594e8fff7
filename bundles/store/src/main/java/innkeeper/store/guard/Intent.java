package innkeeper.store.guard;

import innkeeper.common.file.Durable;
import innkeeper.common.time.IsoTime;
import innkeeper.store.file.Json;
import innkeeper.store.guard.DatabaseState.Replaced;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The intent to accept a replaced bot.db. The file is written before the first change and deleted
 * after the last one. If a start is killed in between, the next start completes it and writes only
 * one audit entry. The restore command writes it too, for the content that it puts in the place of
 * bot.db; it has no effect if bot.db has any other content.
 *
 * @param id the permanent id of this replacement; the key of its audit entry
 * @param kind the kind of database that was found
 * @param name the backup's name; "" for an unstamped copy
 * @param sha256 the hash of the file as found; "" for an unstamped copy
 * @param found the application_id of the file as found
 * @param epoch the application_id that the file gets
 * @param quarantine the directory under quarantine/ for the side files of the old database
 * @param safety the name of the safety backup of a restore, or the path of the copied files; "" if
 *     nothing was there
 * @param uid the user who ran the restore command; "" if unknown
 * @param carry whether the start must carry the later audit entries of the safety backup over
 */
public record Intent(
    String id,
    Kind kind,
    String name,
    String sha256,
    int found,
    int epoch,
    String quarantine,
    String safety,
    String uid,
    boolean carry) {

  private static final String NAME = "restore-pending.json";

  /** The kind of database that was found in the place of bot.db. */
  public enum Kind {
    /** A backup that the operator copied there. */
    COPIED,
    /** A backup that the restore command put there. */
    ORDERED,
    /**
     * A database without our stamp (application_id and user_version), so of another run or host.
     */
    UNSTAMPED
  }

  /** Returns the intent to accept a database that was put in the place of bot.db by hand. */
  static Intent of(Replaced replaced, Instant now) {
    return new Intent(
        UUID.randomUUID().toString(),
        replaced.name().isEmpty() ? Kind.UNSTAMPED : Kind.COPIED,
        replaced.name(),
        replaced.sha256(),
        replaced.applicationId(),
        ApplicationId.epoch(replaced.applicationId()),
        quarantine(now),
        "",
        "",
        false);
  }

  /** Returns the intent of the restore command. */
  public static Intent ordered(
      String name, String sha256, Instant now, String safety, String uid, boolean carry) {
    return new Intent(
        UUID.randomUUID().toString(),
        Kind.ORDERED,
        name,
        sha256,
        ApplicationId.BACKUP,
        ApplicationId.epoch(),
        quarantine(now),
        safety,
        uid,
        carry);
  }

  /** Returns the name of a directory under quarantine/. */
  static String quarantine(Instant now) {
    return "restore-" + IsoTime.text(now).replaceAll("[:.]", "-");
  }

  private static Path file(Layout layout) {
    return layout.dataDir().resolve(NAME);
  }

  public static Optional<Intent> read(Layout layout) throws IOException {
    if (!Files.isRegularFile(file(layout))) {
      return Optional.empty();
    }
    try {
      Map<?, ?> map = Json.read(file(layout));
      return Optional.of(
          new Intent(
              text(map, "id"),
              Kind.valueOf(text(map, "kind")),
              text(map, "name"),
              text(map, "sha256"),
              Integer.parseUnsignedInt(text(map, "found"), 16),
              Integer.parseUnsignedInt(text(map, "epoch"), 16),
              text(map, "quarantine"),
              text(map, "safety"),
              text(map, "uid"),
              Boolean.TRUE.equals(map.get("carry"))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public void write(Layout layout) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", id);
    map.put("kind", kind.name());
    map.put("name", name);
    map.put("sha256", sha256);
    map.put("found", ApplicationId.hex(found));
    map.put("epoch", ApplicationId.hex(epoch));
    map.put("quarantine", quarantine);
    map.put("safety", safety);
    map.put("uid", uid);
    map.put("carry", carry);
    Durable.write(file(layout), Json.bytes(map));
  }

  /** Deletes the file after all steps are on disk. */
  public static void drop(Layout layout) throws IOException {
    Files.deleteIfExists(file(layout));
  }

  private static String text(Map<?, ?> map, String member) {
    return String.valueOf(map.get(member));
  }
}
