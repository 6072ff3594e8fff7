package innkeeper.api.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Who asked.
 *
 * @param via the way the request came in
 * @param uid the asking process's user id as the platform tells it, or "" where it does not
 * @param program the asking process's name as the platform tells it, or "" where it does not
 */
public record Actor(Via via, String uid, String program) {

  /** The way a request came in; {@link #word()} is what the audit record shows. */
  public enum Via {
    HTTP,
    SHELL,
    CLI,
    SUPERVISOR,
    BACKUP,
    RESTORE,
    CONFIG,
    HOST;

    /** Lower case, as the wire has it. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException for a word that is none of {@link #word()}
     */
    public static Via of(String word) {
      return valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }
  }

  /** The supervisor acting by its own policy. */
  public static final Actor SUPERVISOR = new Actor(Via.SUPERVISOR, "", "");

  /** The host acting by itself: start, stop, readiness. */
  public static final Actor HOST = new Actor(Via.HOST, "", "");

  public Actor {
    Objects.requireNonNull(via);
    Objects.requireNonNull(uid);
    Objects.requireNonNull(program);
  }

  /** An actor of whom only the way is known. */
  public static Actor of(Via via) {
    return new Actor(via, "", "");
  }

  /** Wire form: {@code via}, and {@code uid} and {@code program} (null where unknown). */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("via", via.word());
    map.put("uid", uid.isEmpty() ? null : uid);
    map.put("program", program.isEmpty() ? null : program);
    return map;
  }
}
