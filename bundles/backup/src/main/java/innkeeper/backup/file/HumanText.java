package innkeeper.backup.file;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Locale;

/** Numbers and faults for people. */
public final class HumanText {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private HumanText() {}

  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }

  /** The two largest units that matter. */
  public static String span(Duration span) {
    long seconds = Math.abs(span.toSeconds());
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 7200) {
      return seconds / 60 + " min";
    }
    return seconds < 172_800 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
  }

  public static String why(Throwable e) {
    if (e instanceof AccessDeniedException denied) {
      return "permission denied on " + denied.getFile() + "; give the host's user write access";
    }
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + " is not there";
    }
    if (e instanceof FileAlreadyExistsException taken) {
      return taken.getFile() + " is there already";
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getFile() + ": " + f.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
