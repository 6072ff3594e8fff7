package innkeeper.boot;

import innkeeper.boot.settings.Environment;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Properties;

/**
 * A release that was upgraded to is on trial until its host bundle says that it is ready and
 * healthy, by taking releases/next away. The trial ends well only so: when time is up, or this
 * process ends otherwise, the release before runs again.
 */
final class Trial {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path file;
  private final Properties next;
  private final boolean ours;

  private Trial(Path file, Properties next, boolean ours) {
    this.file = file;
    this.next = next;
    this.ours = ours;
  }

  /** To be called with the lock held. */
  static Trial begin(Path data, Path home) throws IOException {
    Trial trial = read(data, home);
    if (!trial.ours) {
      Files.deleteIfExists(trial.file);
    }
    return trial;
  }

  private static Trial read(Path data, Path home) throws IOException {
    Path file = data.resolve("releases/next");
    Properties next = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        next.load(reader);
      } catch (IllegalArgumentException e) {
        next.clear(); // half written: nobody can be on trial by it
      }
    }
    boolean ours =
        home.toString().equals(next.getProperty("home")) && next.getProperty("failed") == null;
    return new Trial(file, next, ours);
  }

  /** Whether that release is on trial. Changes nothing. */
  static boolean isOf(Path data, Path home) {
    try {
      return read(data, home).ours;
    } catch (IOException e) {
      return false; // The start reads it again and says what is wrong.
    }
  }

  /**
   * Before there is a host: if this release is on trial, the one before runs again. Returns if not.
   */
  static void goBack(Environment environment, Main.Refusal why) {
    Path data = environment.dataDir();
    if (why.code() == Exit.UNAVAILABLE || !Files.isDirectory(data.resolve("run"))) {
      return; // another host's DATA_DIR, and its trial
    }
    try {
      Trial trial = begin(data, environment.home());
      if (trial.ours) {
        trial.fail("ended with status " + why.code() + ": " + why.getMessage());
        Successor.prepare(trial.from(), data.toRealPath().resolve("run"), RunOptions.NONE).become();
      }
    } catch (IOException e) {
      System.err.println("the release before cannot run again: " + e);
    }
  }

  /** Whether this release is the one on trial, and still is. */
  boolean runs() {
    return ours && Files.exists(file);
  }

  /** Why a trial before this start came to nothing; "" for none. */
  String failed() {
    if (ours || next.isEmpty()) {
      return "";
    }
    return next.getProperty("name", "the new release")
        + " "
        + next.getProperty("failed", "ended before it was ready");
  }

  /** Where to go back to. */
  Path from() {
    return Path.of(next.getProperty("from", ""));
  }

  /** Whether it is over, and not well. */
  boolean failing() {
    return ours && next.getProperty("failed") != null;
  }

  /** Tells the release before why it runs again. */
  void fail(String why) throws IOException {
    next.setProperty("failed", why);
    Path half = file.resolveSibling(".next");
    try (Writer writer = Files.newBufferedWriter(half)) {
      next.store(writer, null);
    }
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Runs that when time is up and nobody has said that all is well. */
  void watch(Runnable timeUp) {
    if (!ours) {
      return;
    }
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(LIMIT.toMillis());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
              }
              if (runs()) {
                timeUp.run();
              }
            },
            "trial");
    thread.setDaemon(true);
    thread.start();
  }

  static String timeUp() {
    return "was not ready and healthy within " + LIMIT.toSeconds() + " s";
  }
}
