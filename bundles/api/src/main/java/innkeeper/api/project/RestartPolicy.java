package innkeeper.api.project;

import innkeeper.api.json.JsonWord;
import java.util.Optional;

/**
 * The condition under which a server that ended by itself is started again, like systemd's {@code
 * Restart=}.
 */
public enum RestartPolicy implements JsonWord {
  /** The server is started again after any exit code. */
  ALWAYS,
  /** The server is started again if its exit code is not 0, or is unknown. */
  ON_FAILURE,
  /** The server is started again only on request. */
  NEVER;

  /**
   * Parses the form that {@link #word()} returns.
   *
   * @param word in lower case
   * @return empty if the word is unknown
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
