package innkeeper.common.file;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Optional;

/**
 * The file name of a rotated log, {@code LOG.YYYYMMDDTHHMMSSmmmZ-SEQ[.gz]}. The rotation bundle
 * writes it; each reader of a log and its archives parses it. Only {@code seq} orders the archives,
 * because a clock may be set back. Immutable.
 *
 * @param log the active file's name, {@code demo.log}
 * @param at when it was rotated, UTC, in milliseconds
 * @param seq 1, 2, 3 … per log
 * @param compressed whether it ends in .gz
 */
public record ArchiveName(String log, Instant at, long seq, boolean compressed) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private static final String FORM = "00000000T000000000Z-";
  private static final String GZ = ".gz";
  private static final int MOST_DIGITS = 18;

  /** Orders archives by their number, oldest first. */
  public static final Comparator<ArchiveName> ORDER = Comparator.comparingLong(ArchiveName::seq);

  /**
   * Returns the file name.
   *
   * @return the file's name without a directory
   */
  public String fileName() {
    return log + "." + TIME.format(at) + "-" + seq + (compressed ? ".gz" : "");
  }

  /**
   * Parses a file name. It is fast, so that a directory of thousands of files can be listed.
   *
   * @param fileName without a directory
   * @return empty if the name is not an archive's name
   */
  public static Optional<ArchiveName> parse(String fileName) {
    boolean compressed = fileName.endsWith(GZ);
    int end = fileName.length() - (compressed ? GZ.length() : 0);
    int seq = fileName.lastIndexOf('-', end - 1) + 1;
    int time = seq - FORM.length();
    if (time < 2 || fileName.charAt(time - 1) != '.' || !timed(fileName, time)) {
      return Optional.empty();
    }
    if (end == seq || end - seq > MOST_DIGITS || fileName.charAt(seq) == '0') {
      return Optional.empty();
    }
    for (int i = seq; i < end; i++) {
      if (!digit(fileName.charAt(i))) {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(
          new ArchiveName(
              fileName.substring(0, time - 1),
              time(fileName, time),
              Long.parseLong(fileName, seq, end, 10),
              compressed));
    } catch (DateTimeException e) {
      return Optional.empty(); // such as 30 February
    }
  }

  private static boolean timed(String fileName, int from) {
    for (int i = 0; i < FORM.length(); i++) {
      char wanted = FORM.charAt(i);
      char c = fileName.charAt(from + i);
      if (wanted == '0' ? !digit(c) : c != wanted) {
        return false;
      }
    }
    return true;
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  private static Instant time(String name, int at) {
    return LocalDateTime.of(
            number(name, at, 4),
            number(name, at + 4, 2),
            number(name, at + 6, 2),
            number(name, at + 9, 2),
            number(name, at + 11, 2),
            number(name, at + 13, 2),
            number(name, at + 15, 3) * 1_000_000)
        .toInstant(ZoneOffset.UTC);
  }

  private static int number(String name, int from, int digits) {
    return Integer.parseInt(name, from, from + digits, 10);
  }
}
