package innkeeper.supervisor.spawn;

import innkeeper.supervisor.run.RunFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Whether servers get a FIFO for stderr, which earlier releases do not read. While a release is on
 * trial they do not, so that the one before can run again. Once a server has one, run/formats says
 * so, and those releases refuse to start.
 */
final class OutputFormat {

  private static final String KEY = "writes.run";
  private static final String TWO_FIFOS = "2";

  private final RunFiles run;
  private final Path formats;
  private final Path trial;

  OutputFormat(RunFiles run) {
    this.run = run;
    this.formats = run.dir().resolve("formats");
    this.trial = run.dir().resolveSibling("releases").resolve("next");
  }

  boolean twoFifos() {
    return !Files.exists(trial);
  }

  /** To be called before the first process that writes so. */
  synchronized void mark() throws IOException {
    Properties now = new Properties();
    if (Files.exists(formats)) {
      now.load(new StringReader(Files.readString(formats)));
    }
    if (!TWO_FIFOS.equals(now.getProperty(KEY))) {
      now.setProperty(KEY, TWO_FIFOS);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      now.store(text, null);
      run.write(
          formats, text.toString(StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8));
    }
  }
}
