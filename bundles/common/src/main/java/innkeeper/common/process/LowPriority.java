package innkeeper.common.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Sets the lowest priority of the operating system for one thread, because Java itself cannot
 * change it.
 */
public final class LowPriority {

  private static final Path SELF = Path.of("/proc/thread-self");
  private static final long MOST_SECONDS = 5;

  private LowPriority() {}

  /**
   * Lowers the priority of the calling thread. If the system does not support it, the thread
   * continues with its old priority.
   *
   * @return the reason why it failed; empty if it succeeded
   * @throws InterruptedException if the thread is interrupted while it waits for the system
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
