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
 * Has a second JVM make the class archives for this JDK and home, once a host that started without
 * one is ready: lib/archives.sh says how, where and when not. Nothing depends on it.
 */
final class ArchiveMaker {

  /** Nothing, for users who want no second JVM. */
  static final String SWITCH = "INNKEEPER_ARCHIVES";

  private static final Logger LOG = LoggerFactory.getLogger(ArchiveMaker.class);

  /** The servers' starts come first. */
  private static final Duration DELAY = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(200);

  private ArchiveMaker() {}

  /** Whether a host that bin/innkeeper started with that word for its archive has one made. */
  static boolean wanted(String archive, Map<String, String> env) {
    return "missing".equals(archive) && !"off".equals(env.get(SWITCH));
  }

  /** The time from ready on. */
  static Duration delay(Map<String, String> env) {
    return "now".equals(env.get(SWITCH)) ? Duration.ZERO : DELAY;
  }

  /** Returns at once. */
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
