package innkeeper.backup.file;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;

/** The text form of time spans and errors for people. */
public final class HumanText {

  private HumanText() {}

  /** Returns a time span in its largest useful unit. */
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
