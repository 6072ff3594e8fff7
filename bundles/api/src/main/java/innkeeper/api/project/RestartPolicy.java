package innkeeper.api.project;

import java.util.Locale;
import java.util.Optional;

/** When a server that ended by itself is started again, as systemd's {@code Restart=} says it. */
public enum RestartPolicy {
  /** Whatever its exit code. */
  ALWAYS,
  /** If its exit code is not 0, or is unknown. */
  ON_FAILURE,
  /** Only when somebody asks for it. */
  NEVER;

  /**
   * The constant's form in a definition's JSON.
   *
   * @return {@code always}, {@code on-failure} or {@code never}
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads the form that {@link #word()} writes.
   *
   * @param word in lower case
   * @return empty for a word that is none of {@link #word()}
   */
  public static Optional<RestartPolicy> of(String word) {
    for (RestartPolicy policy : values()) {
      if (policy.word().equals(word)) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }
}
