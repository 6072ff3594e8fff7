package innkeeper.supervisor.process;

import innkeeper.api.project.Definitions;
import innkeeper.api.supervisor.ServerRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the processes of each server by the server's mark, which is the value of {@link #VARIABLE}
 * in a process's environment. The environment of each process is read once. A process without a
 * server's mark is read again if it is less than two seconds old, or if its mark ends with {@link
 * #NOBODY}, because it may be about to exec another program. Not safe for many threads.
 */
public final class Marks {

  /** The environment variable that holds the mark. */
  public static final String VARIABLE = "INNKEEPER_SERVER";

  /** The end of a mark whose process does not belong to a server. */
  public static final String NOBODY = "/-";

  /** The longest time between fork and exec that is expected. */
  private static final long YOUNG_TICKS = 2 * Proc.TICKS_PER_SECOND;

  private static final long OWN = ProcessHandle.current().pid();

  private Map<Identity, String> known = new HashMap<>();
  private int unread;

  /** Returns how many processes the last pass could not read, because they waited in the kernel. */
  int unread() {
    return unread;
  }

  Map<String, List<Stat>> of(Collection<Stat> processes) {
    long young = Proc.nowTicks() - YOUNG_TICKS;
    unread = 0;
    Map<Identity, String> now = new HashMap<>();
    Map<String, List<Stat>> byMark = new HashMap<>();
    for (Stat s : processes) {
      // Kernel threads have no environment; this host may be the child of another host's server.
      if (s.kernel() || s.identity().pid() == OWN) {
        continue;
      }
      String mark = known.get(s.identity());
      if (mark == null) {
        Optional<String> read = Proc.readVariable(s.identity().pid(), VARIABLE);
        if (read.isEmpty()) {
          unread++;
          continue;
        }
        mark = read.get();
      }
      boolean server = isMark(mark);
      // A process that waits for its go command has no server's mark yet, but gets one later.
      if (server || (s.identity().start() < young && !mark.endsWith(NOBODY))) {
        now.put(s.identity(), mark);
      }
      if (server) {
        byMark.computeIfAbsent(mark, m -> new ArrayList<>(2)).add(s);
      }
    }
    known = now;
    return byMark;
  }

  /** Returns the mark that the environment of all of a server's processes holds. */
  public static String mark(String channelId, long incarnation, long spawnedAtMillis) {
    return channelId + "/" + incarnation + "/" + spawnedAtMillis;
  }

  /** Returns the mark of the server to which a record belongs. */
  public static String of(ServerRecord record) {
    return mark(record.channelId(), record.incarnation(), record.spawnedAt().toEpochMilli());
  }

  /** The parts of a mark. */
  public record Parts(String channelId, long incarnation, long spawnedAtMillis) {}

  /** Returns the parts of a mark; empty if our host never gives out such a mark. */
  public static Optional<Parts> parse(String mark) {
    String[] words = mark.split("/", -1);
    try {
      return words.length == 3 && Definitions.ID.matcher(words[0]).matches()
          ? Optional.of(new Parts(words[0], Long.parseLong(words[1]), Long.parseLong(words[2])))
          : Optional.empty();
    } catch (NumberFormatException e) {
      // Another program has set the variable.
      return Optional.empty();
    }
  }

  /** Returns whether the mark belongs to a server, and not to a wrapper or a probe. */
  public static boolean isMark(String mark) {
    int last = mark.lastIndexOf('/');
    return last > 0 && last < mark.length() - 1 && mark.charAt(last + 1) != '-';
  }
}
