package innkeeper.api.health;

/** The three verdicts of {@code application/health+json}, in order of severity. */
public enum HealthStatus {
  /** All is well. */
  PASS,
  /** Works, and needs somebody's attention. */
  WARN,
  /** Does not work. */
  FAIL;

  /**
   * The constant's form in JSON.
   *
   * @return {@code pass}, {@code warn} or {@code fail}
   */
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
