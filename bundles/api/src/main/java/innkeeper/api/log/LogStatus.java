package innkeeper.api.log;

import innkeeper.api.health.Times;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One log at one moment.
 *
 * @param file relative to DATA_DIR, {@code logs/NAME.log}
 * @param bytes of the active file
 * @param lines written since the host started
 * @param redactions made since the host started
 * @param dropped lines given up since the host started, where the project chose so
 * @param lastLineAt when the last line came
 */
public record LogStatus(
    String file,
    long bytes,
    long lines,
    long redactions,
    long dropped,
    Optional<Instant> lastLineAt) {

  /** Wire form. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("file", file);
    map.put("bytes", bytes);
    map.put("lines", lines);
    map.put("redactions", redactions);
    map.put("dropped", dropped);
    map.put("lastLineAt", lastLineAt.map(Times::iso).orElse(null));
    return map;
  }
}
