package innkeeper.api.thread;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The lowest priority of the operating system for one thread; Java itself changes none. */
public final class LowPriority {

  private static final Path SELF = Path.of("/proc/thread-self");
  private static final long MOST_SECONDS = 5;

  private LowPriority() {}

  /**
   * For the thread that calls. Where the system has no such thing it goes on as it was.
   *
   * @return why it could not be done; empty if it was
   * @throws InterruptedException if it is interrupted while it waits for the system
   */
  public static String thisThread() throws InterruptedException {
    try {
      String id = Files.readSymbolicLink(SELF).getFileName().toString();
      Process renice =
          new ProcessBuilder("renice", "-n", "19", "-p", id)
              .redirectErrorStream(true)
              .redirectOutput(new File("/dev/null"))
              .start();
      renice.getOutputStream().close();
      if (!renice.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        renice.destroyForcibly();
        return "renice did not end";
      }
      return renice.exitValue() == 0 ? "" : "renice ended with " + renice.exitValue();
    } catch (IOException | UnsupportedOperationException none) {
      return none.toString();
    }
  }
}
