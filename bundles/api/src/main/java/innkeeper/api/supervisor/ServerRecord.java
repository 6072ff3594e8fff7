package innkeeper.api.supervisor;

import innkeeper.api.health.Times;
import innkeeper.api.json.IsoTime;
import innkeeper.api.project.LogPolicy;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What DATA_DIR/run/NAME.json holds of a living server. It is written, by rename, before the
 * server's first instruction; the next host, or the next version of a bundle, reads it to take the
 * server over. Start times of processes are field 22 of /proc/PID/stat, in clock ticks since boot.
 * Immutable.
 *
 * @param name names run/NAME.out and run/NAME.err (the FIFOs), run/NAME.pid, run/NAME.exit and
 *     logs/NAME.log
 * @param incarnation grows with each spawn of the project
 * @param bootId /proc/sys/kernel/random/boot_id at the spawn
 * @param wrapperPid pid of the sh that waits for the server and holds the FIFO; its environment is
 *     the server's
 * @param wrapperStart start time of that process
 * @param spawnedAt by the wall clock, as it was set then
 * @param uptimeMillis the machine's uptime at the spawn, which no clock change affects; negative if
 *     unknown, as of a server that version 0.1.0 started
 * @param log the project's own limits for its log
 */
public record ServerRecord(
    String channelId,
    String name,
    long incarnation,
    String bootId,
    long wrapperPid,
    long wrapperStart,
    Instant spawnedAt,
    long uptimeMillis,
    LogPolicy log) {

  /** A record without the machine's uptime. */
  public ServerRecord(
      String channelId,
      String name,
      long incarnation,
      String bootId,
      long wrapperPid,
      long wrapperStart,
      Instant spawnedAt,
      LogPolicy log) {
    this(channelId, name, incarnation, bootId, wrapperPid, wrapperStart, spawnedAt, -1, log);
  }

  /** A copy with other limits for the log. */
  public ServerRecord withLog(LogPolicy other) {
    return new ServerRecord(
        channelId,
        name,
        incarnation,
        bootId,
        wrapperPid,
        wrapperStart,
        spawnedAt,
        uptimeMillis,
        other);
  }

  /**
   * The JSON form, as the file has it.
   *
   * @return a new map with one member for each component; {@code log} is three members
   */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("channelId", channelId);
    map.put("name", name);
    map.put("incarnation", incarnation);
    map.put("bootId", bootId);
    map.put("wrapperPid", wrapperPid);
    map.put("wrapperStart", wrapperStart);
    map.put("spawnedAt", Times.iso(spawnedAt));
    map.put("uptimeMillis", uptimeMillis);
    map.put("logMaxBytes", log.maxBytes());
    map.put("logMaxFiles", log.maxFiles());
    map.put("logWhenFull", log.whenFull().name());
    return map;
  }

  /**
   * Reads {@link #toMap()}'s form.
   *
   * @param map as a JSON library reads the file; further members have no effect
   * @throws IllegalArgumentException if a member is missing or of the wrong kind
   */
  public static ServerRecord fromMap(Map<?, ?> map) {
    try {
      return new ServerRecord(
          (String) need(map, "channelId"),
          (String) need(map, "name"),
          ((Number) need(map, "incarnation")).longValue(),
          (String) need(map, "bootId"),
          ((Number) need(map, "wrapperPid")).longValue(),
          ((Number) need(map, "wrapperStart")).longValue(),
          IsoTime.instant((String) need(map, "spawnedAt")),
          map.get("uptimeMillis") instanceof Number uptime ? uptime.longValue() : -1,
          new LogPolicy(
              ((Number) need(map, "logMaxBytes")).longValue(),
              ((Number) need(map, "logMaxFiles")).intValue(),
              LogPolicy.WhenFull.valueOf((String) need(map, "logWhenFull"))));
    } catch (ClassCastException e) {
      throw new IllegalArgumentException("server record has a member of the wrong kind: " + map, e);
    }
  }

  private static Object need(Map<?, ?> map, String member) {
    Object value = map.get(member);
    if (value == null) {
      throw new IllegalArgumentException("server record lacks " + member);
    }
    return value;
  }
}
