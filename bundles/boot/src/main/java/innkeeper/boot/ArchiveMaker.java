package innkeeper.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a second JVM that creates the class archives for this JDK and home, after a host that
 * started without them is ready. lib/archives.sh decides how, where and whether to create them. The
 * host works without them.
 */
final class ArchiveMaker {

  /** The environment variable that forbids ("off") or speeds up ("now") the second JVM. */
  static final String SWITCH = "INNKEEPER_ARCHIVES";

  private static final Logger LOG = LoggerFactory.getLogger(ArchiveMaker.class);

  /** The pause after readiness, because the starts of the servers have priority. */
  private static final Duration DELAY = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(200);

  private ArchiveMaker() {}

  /**
   * Returns whether the host should have an archive created.
   *
   * @param archive the state of the archive, reported by bin/innkeeper
   */
  static boolean wanted(String archive, Map<String, String> env) {
    return "missing".equals(archive) && !"off".equals(env.get(SWITCH));
  }

  /** Returns the pause between readiness and the second JVM. */
  static Duration delay(Map<String, String> env) {
    return "now".equals(env.get(SWITCH)) ? Duration.ZERO : DELAY;
  }

  /** Starts a thread that waits for readiness and then creates the archives. Returns at once. */
  static void start(Path home, Duration delay, BooleanSupplier ready) {
    Thread thread =
        new Thread(null, () -> makeWhenReady(home, delay, ready), "archives", 256 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  private static void makeWhenReady(Path home, Duration delay, BooleanSupplier ready) {
    try {
      while (!ready.getAsBoolean()) {
        Thread.sleep(LOOK.toMillis());
      }
      Thread.sleep(delay.toMillis());
      make(home);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.info("no class archive was made, starts take longer reason={}", e.getMessage());
    }
  }

  private static void make(Path home) throws IOException, InterruptedException {
    Process maker =
        new ProcessBuilder("sh", home.resolve("lib/archives.sh").toString(), "make")
            .redirectErrorStream(true)
            .start();
    maker.getOutputStream().close();
    String said = new String(maker.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (maker.waitFor() != 0) {
      throw new IOException(said.strip().replaceAll("\\s*\n\\s*", " / "));
    }
    LOG.info("class archives made, the next start uses them");
  }
}
