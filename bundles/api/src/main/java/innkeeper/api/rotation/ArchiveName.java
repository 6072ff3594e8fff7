package innkeeper.api.rotation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An archive's name, {@code LOG.YYYYMMDDTHHMMSSmmmZ-SEQ[.gz]}: written by rotation, read by
 * everyone who reads across archives. The order is {@code seq} alone; clocks may step.
 *
 * @param log the active file's name, {@code demo.log}
 * @param at when it was turned over
 * @param seq 1, 2, 3 … per log
 * @param compressed whether it ends in .gz
 */
public record ArchiveName(String log, Instant at, long seq, boolean compressed) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private static final Pattern FORM =
      Pattern.compile("(.+)\\.([0-9]{8}T[0-9]{9}Z)-([1-9][0-9]{0,17})(\\.gz)?");

  /** Oldest first. */
  public static final Comparator<ArchiveName> ORDER = Comparator.comparingLong(ArchiveName::seq);

  /** The file's name. */
  public String fileName() {
    return log + "." + TIME.format(at) + "-" + seq + (compressed ? ".gz" : "");
  }

  /** Empty for a name that is no archive's. */
  public static Optional<ArchiveName> parse(String fileName) {
    Matcher m = FORM.matcher(fileName);
    if (!m.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
              new ArchiveName(
                  m.group(1),
                  TIME.parse(m.group(2), Instant::from),
                  Long.parseLong(m.group(3)),
                  m.group(4) != null))
          .filter(name -> name.fileName().equals(fileName)); // 30 February is nobody's archive
    } catch (java.time.DateTimeException e) {
      return Optional.empty();
    }
  }
}
