package innkeeper.supervisor;

import innkeeper.supervisor.machine.House;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.process.Stat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends wrappers that no record names: their server has ended, a successor's record took the place
 * of theirs, and the host died before it could end them.
 */
final class Strays {

  private static final Logger LOG = LoggerFactory.getLogger(Strays.class);

  private final House house;

  Strays(House house) {
    this.house = house;
  }

  /**
   * @param known wrappers that records name
   */
  void end(Set<Identity> known) {
    String ours = "/bin/sh\0" + house.launcher().script() + "\0" + house.run().dir() + "\0";
    for (List<Stat> session : house.table().now().bySession().values()) {
      for (Stat s : session) {
        // Only one that has stopped itself is past its server's end.
        if (s.state() == 'T' && !known.contains(s.identity()) && commandStarts(s, ours)) {
          LOG.info("stray wrapper ended pid={}", s.identity().pid());
          Signals.kill(s.identity());
        }
      }
    }
  }

  private static boolean commandStarts(Stat s, String begin) {
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc/" + s.identity().pid() + "/cmdline"));
      return new String(line, StandardCharsets.UTF_8).startsWith(begin);
    } catch (IOException e) {
      // Gone, or not ours to read.
      return false;
    }
  }
}
