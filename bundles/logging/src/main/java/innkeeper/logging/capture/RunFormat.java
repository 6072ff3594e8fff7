package innkeeper.logging.capture;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Whether servers here may have a FIFO for stderr. While a release is on trial they have none,
 * unless run/formats says that the release before reads it too. What only this release reads must
 * hold no output as long as that one may run again.
 */
final class RunFormat {

  private static final int TWO_FIFOS = 2;

  private RunFormat() {}

  static boolean hasErrors(Path run) throws IOException {
    return !Files.exists(run.resolveSibling("releases").resolve("next"))
        || written(run.resolve("formats")) >= TWO_FIFOS;
  }

  private static int written(Path formats) throws IOException {
    Properties words = new Properties();
    if (Files.exists(formats)) {
      try (Reader in = Files.newBufferedReader(formats)) {
        words.load(in);
      }
    }
    String number = words.getProperty("writes.run", "1");
    return number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 1;
  }
}
