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
 * Which processes carry a server's mark in their environment. A process is read once, but for a
 * young one without a mark: it may be about to become another program. One pass at a time.
 */
public final class Marks {

  /** The environment variable that bears the mark. */
  public static final String VARIABLE = "INNKEEPER_SERVER";

  /** How the mark of a process ends that is no server's. */
  public static final String NOBODY = "/-";

  /** Nobody takes so long between fork and exec. */
  private static final long YOUNG_TICKS = 2 * Proc.TICKS_PER_SECOND;

  private static final long OWN = ProcessHandle.current().pid();

  private Map<Identity, String> known = new HashMap<>();
  private int unread;

  /** How many processes the last pass could not read, for they waited in the kernel. */
  int unread() {
    return unread;
  }

  Map<String, List<Stat>> of(Collection<Stat> processes) {
    long young = Proc.nowTicks() - YOUNG_TICKS;
    unread = 0;
    Map<Identity, String> now = new HashMap<>();
    Map<String, List<Stat>> byMark = new HashMap<>();
    for (Stat s : processes) {
      // The kernel's own have no environment; this host may be the child of another's server.
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
      // A process that waits for its word as nobody becomes the server later.
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

  /** What the environment of all of a server's processes says. */
  public static String mark(String channelId, long incarnation, long spawnedAtMillis) {
    return channelId + "/" + incarnation + "/" + spawnedAtMillis;
  }

  /** The mark of the server that a record is of. */
  public static String of(ServerRecord record) {
    return mark(record.channelId(), record.incarnation(), record.spawnedAt().toEpochMilli());
  }

  /** What a mark says. */
  public record Parts(String channelId, long incarnation, long spawnedAtMillis) {}

  /** Empty for what no server of ours was ever given. */
  public static Optional<Parts> parse(String mark) {
    String[] words = mark.split("/", -1);
    try {
      return words.length == 3 && Definitions.ID.matcher(words[0]).matches()
          ? Optional.of(new Parts(words[0], Long.parseLong(words[1]), Long.parseLong(words[2])))
          : Optional.empty();
    } catch (NumberFormatException e) {
      // A stranger's.
      return Optional.empty();
    }
  }

  /** Whether it is a server's, and not a wrapper's or a probe's. */
  public static boolean isMark(String mark) {
    int last = mark.lastIndexOf('/');
    return last > 0 && last < mark.length() - 1 && mark.charAt(last + 1) != '-';
  }
}
