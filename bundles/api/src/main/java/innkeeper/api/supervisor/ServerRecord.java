package innkeeper.api.supervisor;

import innkeeper.api.project.LogPolicy;
import innkeeper.common.time.IsoTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The content of DATA_DIR/run/NAME.json, the record of a living server. It is written, by rename,
 * before the server's first instruction. The next host, or the next version of a bundle, reads it
 * to adopt the server. Start times of processes are field 22 of /proc/PID/stat, in clock ticks
 * since boot. Immutable.
 *
 * @param name the base name of run/NAME.out and run/NAME.err (the FIFOs), run/NAME.pid,
 *     run/NAME.exit and logs/NAME.log
 * @param incarnation a number that grows with each spawn of the project
 * @param wrapper the sh that waits for the server and keeps the FIFO open; its environment is the
 *     server's
 * @param spawnedAt the time of the spawn by the wall clock at that time
 * @param uptimeMillis the machine's uptime at the spawn, which no clock change affects; negative if
 *     unknown, as for a server that version 0.1.0 started
 * @param log the project's own limits for its log
 */
public record ServerRecord(
    String channelId,
    String name,
    long incarnation,
    Wrapper wrapper,
    Instant spawnedAt,
    long uptimeMillis,
    LogPolicy log) {

  /**
   * The process of a wrapper.
   *
   * @param bootId /proc/sys/kernel/random/boot_id at the spawn
   * @param start the start time of the process
   */
  public record Wrapper(String bootId, long pid, long start) {}

  /** Returns a copy with other limits for the log. */
  public ServerRecord withLog(LogPolicy other) {
    return new ServerRecord(channelId, name, incarnation, wrapper, spawnedAt, uptimeMillis, other);
  }

  /**
   * Returns the JSON form, which the file contains.
   *
   * @return a new map with one member for each component; {@code log} is three members
   */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("channelId", channelId);
    map.put("name", name);
    map.put("incarnation", incarnation);
    map.put("bootId", wrapper.bootId());
    map.put("wrapperPid", wrapper.pid());
    map.put("wrapperStart", wrapper.start());
    map.put("spawnedAt", IsoTime.text(spawnedAt));
    map.put("uptimeMillis", uptimeMillis);
    map.put("logMaxBytes", log.maxBytes());
    map.put("logMaxFiles", log.maxFiles());
    map.put("logWhenFull", log.whenFull().name());
    return map;
  }

  /**
   * Parses the form that {@link #toMap()} returns.
   *
   * @param map the file as a JSON library reads it; unknown members are ignored
   * @throws IllegalArgumentException if a member is missing or has the wrong type
   */
  public static ServerRecord fromMap(Map<?, ?> map) {
    try {
      return new ServerRecord(
          (String) need(map, "channelId"),
          (String) need(map, "name"),
          ((Number) need(map, "incarnation")).longValue(),
          new Wrapper(
              (String) need(map, "bootId"),
              ((Number) need(map, "wrapperPid")).longValue(),
              ((Number) need(map, "wrapperStart")).longValue()),
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
