package innkeeper.api.health;

import innkeeper.api.json.JsonWord;

/**
 * The three verdicts of {@code application/health+json}, in order of severity, and one for a
 * project that was not probed yet.
 */
public enum HealthStatus implements JsonWord {
  /** The subject works. */
  PASS,
  /**
   * The state is unknown: this host has no answer of the project's probe that counts yet. It needs
   * no attention. A report of the host's health never has this verdict.
   */
  UNKNOWN,
  /** The subject works, but needs attention. */
  WARN,
  /** The subject does not work. */
  FAIL;

  /** Returns the worse of two verdicts. */
  public HealthStatus and(HealthStatus other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
