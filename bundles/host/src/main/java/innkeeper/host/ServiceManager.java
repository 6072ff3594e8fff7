package innkeeper.host;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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

  /**
   * Answers systemd's watchdog until this thread is interrupted; returns at once where nobody
   * watches.
   *
   * @param look hangs, throws or says false where the host does
   */
  static void keepTelling(BooleanSupplier look) throws InterruptedException {
    String micros = System.getenv("WATCHDOG_USEC");
    if (System.getenv("NOTIFY_SOCKET") == null
        || micros == null
        || !micros.matches("[0-9]{1,15}")) {
      return;
    }
    long pauseMillis = Math.max(100, Long.parseLong(micros) / 1000 / 2);
    while (look.getAsBoolean()) {
      tell("WATCHDOG=1");
      TimeUnit.MILLISECONDS.sleep(pauseMillis);
    }
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
