package innkeeper.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the limit of files that this process may open. A start with a limit below {@link #LEAST} is
 * refused. Otherwise, one part of the host after another would fail later.
 */
final class OpenFiles {

  /** The number of files that the host needs without projects, including a few connections. */
  static final long LEAST = 160;

  private static final Pattern ROW = Pattern.compile("Max open files +(\\S+)");

  private OpenFiles() {}

  /** Returns the limit that the kernel reports; Long.MAX_VALUE if it is unlimited or unknown. */
  static long limit() {
    try {
      return limit(Files.readString(Path.of("/proc/self/limits")));
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  static long limit(String limits) {
    Matcher row = ROW.matcher(limits);
    return row.find() && row.group(1).matches("[0-9]{1,18}")
        ? Long.parseLong(row.group(1))
        : Long.MAX_VALUE;
  }

  static String tooFew() {
    return ("this process may open %s files, the host needs %s and three for each server;"
            + " raise the limit: ulimit -n 4096")
        .formatted(limit(), LEAST);
  }
}
