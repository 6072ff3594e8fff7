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
 * A process that leads a group of its own, so that one whose parent has ended is found too. Where
 * {@code setsid} is missing only its descendants are.
 */
final class ProcessGroup {

  private static final Logger LOG = LoggerFactory.getLogger(ProcessGroup.class);
  private static final List<String> PLACES = List.of("/usr/bin/setsid", "/bin/setsid");

  private ProcessGroup() {}

  /** The words that start it as a leader; it keeps its pid. */
  static List<String> led(List<String> words) {
    List<String> led = new ArrayList<>(words);
    setsid().ifPresent(setsid -> led.add(0, setsid));
    return led;
  }

  private static java.util.Optional<String> setsid() {
    return PLACES.stream().filter(place -> new File(place).canExecute()).findFirst();
  }

  /**
   * Asks a leader that runs, and all of its group, to end, and ends what has not done so after the
   * grace. One that has ended is let be: its number may be another's by now.
   */
  static void end(Process leader, Duration grace) {
    if (!leader.isAlive()) {
      return;
    }
    List<ProcessHandle> all =
        Stream.concat(leader.descendants(), Stream.of(leader.toHandle())).toList();
    if (!grace.isZero()) {
      // Once: a second one would hit what the first made it start to tidy up.
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

  /** Whether there was a group to tell; it keeps its number while any of it lives. */
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
