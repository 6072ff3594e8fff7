package innkeeper.api.health;

import innkeeper.api.json.JsonWord;

/**
 * The three verdicts of {@code application/health+json}, in order of severity, and one for a
 * project that was not probed yet.
 */
public enum HealthStatus implements JsonWord {
  /** All is well. */
  PASS,
  /**
   * Nothing is known yet: this host has no answer of the project's probe that counts. It needs
   * nobody. Reports of the host's health never have it.
   */
  UNKNOWN,
  /** Works, and needs somebody's attention. */
  WARN,
  /** Does not work. */
  FAIL;

  @Override
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /**
   * Adds two verdicts up.
   *
   * @return the worse of the two
   */
  public HealthStatus and(HealthStatus other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
