package innkeeper.common.backup;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of backup files, {@code bot-YYYY-MM-DDTHH-MM-SS-mmmZ.db}, and their numbers. */
public final class BackupName {

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("'bot-'uuuu-MM-dd'T'HH-mm-ss-SSS'Z.db'").withZone(ZoneOffset.UTC);

  private static final Pattern OURS =
      Pattern.compile("bot-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z\\.db");

  /**
   * The pattern of temporary files. The store's own backups before a migration have their kind as a
   * prefix, and the temporary files of its manifests end in .tmp.
   */
  private static final Pattern TEMPORARY =
      Pattern.compile(
          "\\.tmp-(?:[a-z]+-)*("
              + OURS
              + ")(-journal|-wal|-shm|\\.json)?"
              + "|\\.("
              + OURS
              + ")\\.json\\.tmp");

  /** The file with the highest number that a backup of the directory has had. */
  private static final String NUMBER = ".sequence";

  private BackupName() {}

  public static String of(Instant at) {
    int year = at.atOffset(ZoneOffset.UTC).getYear();
    return FORM.format(year >= 1 && year <= 9999 ? at : Instant.EPOCH);
  }

  /** Returns the first name from a time on that no file in the directory has. */
  public static String unused(Path directory, Instant from) {
    String name = of(from);
    for (Instant at = from; exists(directory, name) || exists(directory, manifest(name)); ) {
      at = at.plusMillis(1);
      name = of(at);
    }
    return name;
  }

  private static boolean exists(Path directory, String name) {
    return Files.exists(directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the number of a new backup, and records it in the directory. The manifests alone would
   * give the number of the newest backup again after that backup was deleted.
   *
   * @param name the name of the new backup; a temporary file is named after it
   * @param highest the highest number in the manifests
   */
  public static long nextNumber(Path directory, String name, long highest) throws IOException {
    Path file = directory.resolve(NUMBER);
    long next = Math.max(highest, recorded(file)) + 1;
    byte[] text = (next + "\n").getBytes(StandardCharsets.US_ASCII);
    Durable.write(file, directory.resolve(manifest(temporary(name))), text);
    return next;
  }

  private static long recorded(Path file) throws IOException {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (NoSuchFileException | CharacterCodingException | NumberFormatException e) {
      return 0; // The manifests have the number of each backup that is left.
    }
  }

  /** Returns whether a file name is the name of a backup. */
  public static boolean isOurs(String fileName) {
    return at(fileName).isPresent();
  }

  /** Returns the time in a backup's name; empty if it is not such a name. */
  public static Optional<Instant> at(String fileName) {
    if (!OURS.matcher(fileName).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(FORM.parse(fileName, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  public static String temporary(String name) {
    return ".tmp-" + name;
  }

  public static String manifest(String name) {
    return name + ".json";
  }

  /** Returns whether a file name belongs to a remainder of an interrupted backup. */
  public static boolean isTemporary(String fileName) {
    Matcher m = TEMPORARY.matcher(fileName);
    return m.matches() && isOurs(m.group(1) != null ? m.group(1) : m.group(3));
  }

  /**
   * Returns the name of the backup to which a manifest belongs; empty if the file is not a
   * manifest.
   */
  public static Optional<String> ofManifest(String fileName) {
    return Optional.of(fileName)
        .filter(f -> f.endsWith(".json"))
        .map(f -> f.substring(0, f.length() - ".json".length()))
        .filter(BackupName::isOurs);
  }
}
