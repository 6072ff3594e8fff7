package innkeeper.backup;

import innkeeper.backup.file.HumanText;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that leads its own process group, so that a child whose parent has ended is found too.
 * If {@code setsid} is missing, only the descendants are found.
 */
final class ProcessGroup {

  private static final Logger LOG = LoggerFactory.getLogger(ProcessGroup.class);
  private static final List<String> PLACES = List.of("/usr/bin/setsid", "/bin/setsid");

  private ProcessGroup() {}

  /** Returns the command that starts the process as a group leader. The process keeps its pid. */
  static List<String> led(List<String> words) {
    List<String> led = new ArrayList<>(words);
    setsid().ifPresent(setsid -> led.add(0, setsid));
    return led;
  }

  private static java.util.Optional<String> setsid() {
    return PLACES.stream().filter(place -> new File(place).canExecute()).findFirst();
  }

  /**
   * Sends SIGTERM to a running leader and its group, and SIGKILL after the grace period. A leader
   * that has ended is ignored, because its pid may belong to another process by now.
   */
  static void end(Process leader, Duration grace) {
    if (!leader.isAlive()) {
      return;
    }
    List<ProcessHandle> all =
        Stream.concat(leader.descendants(), Stream.of(leader.toHandle())).toList();
    if (!grace.isZero()) {
      // SIGTERM is sent only once. A second one would reach the processes that clean up after the
      // first one.
      if (!signal(leader, "TERM")) {
        all.forEach(ProcessHandle::destroy);
      }
      await(leader, grace);
    }
    signal(leader, "KILL");
    all.forEach(ProcessHandle::destroyForcibly);
  }

  private static void await(Process leader, Duration grace) {
    try {
      leader.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sends a signal to the group; returns whether it has a group. The group keeps its number while a
   * member lives.
   */
  private static boolean signal(Process leader, String signal) {
    if (setsid().isEmpty()) {
      return false;
    }
    List<String> words =
        List.of("/bin/sh", "-c", "kill -s \"$1\" -- \"-$2\"", "sh", signal, "" + leader.pid());
    try {
      new ProcessBuilder(words)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor(1, TimeUnit.SECONDS);
      return true;
    } catch (IOException e) {
      LOG.warn("group of backup hook unknown pid={} why={}", leader.pid(), HumanText.why(e));
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
