package innkeeper.host;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * systemd's notification. Java 17 has no Unix datagrams, so systemd's own program says it; the unit
 * needs NotifyAccess=all.
 */
final class ServiceManager {

  private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);

  private ServiceManager() {}

  static void tellReady() {
    tell("--ready", "--pid=" + ProcessHandle.current().pid());
  }

  static void tellStopping() {
    tell("STOPPING=1");
  }

  private static void tell(String... words) {
    if (System.getenv("NOTIFY_SOCKET") == null) {
      return;
    }
    String[] command = new String[words.length + 1];
    command[0] = "systemd-notify";
    System.arraycopy(words, 0, command, 1, words.length);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        LOG.warn("systemd-notify took longer than 5 s");
      } else if (process.exitValue() != 0) {
        LOG.warn("systemd-notify failed status={}", process.exitValue());
      }
    } catch (IOException e) {
      LOG.warn("NOTIFY_SOCKET is set but systemd-notify cannot be run: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
