package innkeeper.common.file;

import innkeeper.common.time.IsoTime;
import java.time.DateTimeException;
import java.time.Instant;
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
    return log + "." + TIME.format(at) + "-" + seq + (compressed ? GZ : "");
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
    if (time < 2 || fileName.charAt(time - 1) != '.') {
      return Optional.empty();
    }
    if (end == seq || end - seq > MOST_DIGITS || fileName.charAt(seq) == '0') {
      return Optional.empty();
    }
    long at = IsoTime.digits(fileName, time, FORM);
    long number = IsoTime.digits(fileName, seq, "0".repeat(end - seq));
    if (at < 0 || number < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ArchiveName(
              fileName.substring(0, time - 1), IsoTime.ofDigits(at), number, compressed));
    } catch (DateTimeException e) {
      return Optional.empty(); // such as 30 February
    }
  }
}
