package innkeeper.api.project;

import java.util.Locale;
import java.util.Optional;

/** When a server that ended by itself is started again. */
public enum RestartPolicy {
  ALWAYS,
  ON_FAILURE,
  NEVER;

  /** {@code always}, {@code on-failure}, {@code never}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Empty for a word that is none of {@link #word()}. */
  public static Optional<RestartPolicy> of(String word) {
    for (RestartPolicy policy : values()) {
      if (policy.word().equals(word)) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }
}
