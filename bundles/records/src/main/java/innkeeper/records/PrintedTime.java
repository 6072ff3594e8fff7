package innkeeper.records;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the time in the text of a line. */
final class PrintedTime {

  private static final Pattern ISO =
      Pattern.compile(
          "^.{0,60}?(\\d{4})[-/](\\d{2})[-/](\\d{2})[T ](\\d{2}:\\d{2}:\\d{2})(?:[.,](\\d{1,9}))?"
              + " ?(Z|UTC|[+-]\\d{2}:?\\d{2})?(?![\\d:])");

  private static final DateTimeFormatter COMMON_LOG =
      DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ROOT);

  private static final Pattern COMMON =
      Pattern.compile("\\[(\\d{2}/[A-Z][a-z]{2}/\\d{4}:\\d{2}:\\d{2}:\\d{2} [+-]\\d{4})\\]");

  private static final double LEAST_SECONDS = 1e8;
  private static final double MOST_SECONDS = 1e11;

  private PrintedTime() {}

  /** Returns the time in a text; a time without a zone is in this machine's zone. */
  static Optional<Instant> of(String text) {
    String begin = text.length() > 120 ? text.substring(0, 120) : text;
    try {
      Matcher iso = ISO.matcher(begin);
      if (iso.find()) {
        return Optional.of(iso(iso));
      }
      Matcher common = COMMON.matcher(begin);
      return common.find()
          ? Optional.of(OffsetDateTime.parse(common.group(1), COMMON_LOG).toInstant())
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty(); // such as 30 February; not an error of the host
    }
  }

  private static Instant iso(Matcher parts) {
    String fraction = parts.group(5) == null ? "" : "." + parts.group(5);
    String local =
        parts.group(1)
            + "-"
            + parts.group(2)
            + "-"
            + parts.group(3)
            + "T"
            + parts.group(4)
            + fraction;
    String zone = parts.group(6);
    ZoneId id = zone == null ? ZoneId.systemDefault() : ZoneId.of(zone.equals("UTC") ? "Z" : zone);
    return LocalDateTime.parse(local).atZone(id).toInstant();
  }

  /**
   * Converts seconds, milliseconds, microseconds or nanoseconds since 1970; the size of the number
   * decides the unit.
   */
  static Optional<Instant> ofEpoch(double number) {
    double seconds = number;
    for (int i = 0; i < 3 && seconds >= MOST_SECONDS; i++) {
      seconds /= 1000;
    }
    return seconds < LEAST_SECONDS || seconds >= MOST_SECONDS
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(Math.round(seconds * 1000)));
  }
}
