package innkeeper.boot;

import innkeeper.boot.settings.Environment;
import innkeeper.common.file.PropertiesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The trial of a release after an upgrade. The trial succeeds only if the host bundle reports that
 * it is ready and healthy, by deleting releases/next. When the time is over, or this process ends
 * before, the previous release runs again.
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

  /** Reads the trial and removes the note of a finished one. Must be called with the lock held. */
  static Trial begin(Path data, Path home) throws IOException {
    Trial trial = read(data, home);
    if (!trial.ours) {
      Files.deleteIfExists(trial.file);
    }
    return trial;
  }

  private static Trial read(Path data, Path home) throws IOException {
    Path file = data.resolve("releases/next");
    Properties next;
    try {
      next = PropertiesFile.read(file);
    } catch (IllegalArgumentException e) {
      next = new Properties(); // half-written, so no release is on trial
    }
    boolean ours =
        home.toString().equals(next.getProperty("home")) && next.getProperty("failed") == null;
    return new Trial(file, next, ours);
  }

  /** Returns whether that release is on trial. Changes nothing. */
  static boolean isOf(Path data, Path home) {
    try {
      return read(data, home).ours;
    } catch (IOException e) {
      return false; // The start reads the file again and reports the error.
    }
  }

  /**
   * Runs the previous release if this one is on trial and its start was refused; otherwise returns.
   * For use before a host exists.
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

  /** Returns whether this release is still on trial. */
  boolean runs() {
    return ours && Files.exists(file);
  }

  /** Returns why an earlier trial failed; "" if there was no trial. */
  String failed() {
    if (ours || next.isEmpty()) {
      return "";
    }
    return next.getProperty("name", "the new release")
        + " "
        + next.getProperty("failed", "ended before it was ready");
  }

  Path from() {
    return Path.of(next.getProperty("from", ""));
  }

  boolean failing() {
    return ours && next.getProperty("failed") != null;
  }

  /** Records the failure, so that the previous release knows why it runs again. */
  void fail(String why) throws IOException {
    next.setProperty("failed", why);
    PropertiesFile.write(file, next);
  }

  /** Runs the action when the time is over and no report of success came. */
  void watch(Runnable timeUp) {
    if (ours) {
      CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS)
          .execute(
              () -> {
                if (runs()) {
                  timeUp.run();
                }
              });
    }
  }

  static String timeUp() {
    return "was not ready and healthy within " + LIMIT.toSeconds() + " s";
  }
}
