package innkeeper.api.health;

import innkeeper.api.json.JsonWord;

/** The three verdicts of {@code application/health+json}, in order of severity. */
public enum HealthStatus implements JsonWord {
  /** All is well. */
  PASS,
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
   * @param other the second
   * @return the worse of the two
   */
  public HealthStatus and(HealthStatus other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
