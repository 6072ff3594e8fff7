package innkeeper.api.health;

/** {@code application/health+json}'s three verdicts; the order is the severity. */
public enum HealthStatus {
  PASS,
  WARN,
  FAIL;

  /** Lower case, as the wire has it. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The worse of the two. */
  public HealthStatus and(HealthStatus other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
