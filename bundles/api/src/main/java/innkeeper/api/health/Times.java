package innkeeper.api.health;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The wire's one form of a point in time. */
public final class Times {

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Times() {}

  /** ISO 8601, UTC, always three digits of milliseconds: {@code 2026-11-21T05:40:00.000Z}. */
  public static String iso(Instant instant) {
    return ISO.format(instant);
  }
}
