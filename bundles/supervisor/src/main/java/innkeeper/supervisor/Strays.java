package innkeeper.supervisor;

import innkeeper.supervisor.machine.House;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Stat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wrappers that no record names: their server has ended, a successor's record took the place of
 * theirs or was about to, and the host died before it could end them. What they still hold of their
 * server's output reaches the log first.
 */
final class Strays {

  private static final Logger LOG = LoggerFactory.getLogger(Strays.class);
  private static final int NAME_WORD = 3;

  private final House house;

  Strays(House house) {
    this.house = house;
  }

  /**
   * @param known wrappers that records name
   */
  void end(Set<Identity> known) {
    found(known)
        .forEach(
            (wrapper, name) -> {
              LOG.info("stray wrapper found pid={} name={}", wrapper.pid(), name);
              house.drains().ended(name, 0, wrapper, () -> {});
            });
  }

  /** With the name of the log each writes to. */
  Map<Identity, String> found(Set<Identity> known) {
    List<String> ours =
        List.of("/bin/sh", house.launcher().script().toString(), house.run().dir().toString());
    Map<Identity, String> found = new HashMap<>();
    for (List<Stat> session : house.table().now().bySession().values()) {
      for (Stat s : session) {
        // Only one that has stopped itself is past its server's end.
        if (s.state() == 'T' && !known.contains(s.identity())) {
          List<String> command = command(s);
          if (command.size() > NAME_WORD && command.subList(0, NAME_WORD).equals(ours)) {
            found.put(s.identity(), command.get(NAME_WORD));
          }
        }
      }
    }
    return found;
  }

  private static List<String> command(Stat s) {
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc/" + s.identity().pid() + "/cmdline"));
      return List.of(new String(line, StandardCharsets.UTF_8).split("\0"));
    } catch (IOException e) {
      // Gone, or not ours to read.
      return List.of();
    }
  }
}
