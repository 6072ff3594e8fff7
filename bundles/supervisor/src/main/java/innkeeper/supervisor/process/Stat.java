package innkeeper.supervisor.process;

import java.util.Optional;

/**
 * The content of /proc/PID/stat; the numbers of fields are those of proc(5).
 *
 * @param state field 3; Z and X are dead
 * @param session field 6; 0 also if its leader is in a PID namespace outside ours
 * @param kernel whether field 9 marks a kernel thread
 * @param cpuTicks fields 14 and 15, user and system
 * @param rssPages field 24
 */
public record Stat(
    Identity identity,
    char state,
    long parent,
    long group,
    long session,
    boolean kernel,
    long cpuTicks,
    long rssPages) {

  /** The flag PF_KTHREAD of linux/sched.h. */
  private static final long KERNEL_THREAD = 0x0020_0000;

  public boolean dead() {
    return state == 'Z' || state == 'X';
  }

  /**
   * Returns a copy with the state and the memory of a thread, because the main thread has ended.
   */
  Stat withThread(Stat thread) {
    return new Stat(
        identity, thread.state, parent, group, session, kernel, cpuTicks, thread.rssPages);
  }

  /**
   * Returns the parsed line; empty if the bytes are not such a line. The command may hold any
   * bytes, so it is skipped.
   */
  public static Optional<Stat> parse(byte[] line, int length) {
    int at = length - 1;
    while (at >= 0 && line[at] != ')') {
      at--;
    }
    int space = 0;
    while (space < length && line[space] != ' ') {
      space++;
    }
    if (at < 0 || at + 2 >= length || space == length) {
      return Optional.empty();
    }
    long pid = 0;
    for (int i = 0; i < space; i++) {
      pid = pid * 10 + (line[i] - '0');
    }
    char state = (char) line[at + 2];
    long[] fields = new long[25];
    int field = 3;
    int i = at + 3;
    while (i < length && field < 24) {
      field++;
      i++;
      boolean minus = i < length && line[i] == '-';
      long value = 0;
      for (i += minus ? 1 : 0; i < length && line[i] >= '0' && line[i] <= '9'; i++) {
        value = value * 10 + (line[i] - '0');
      }
      fields[field] = minus ? -value : value;
    }
    if (field < 24) {
      return Optional.empty();
    }
    return Optional.of(
        new Stat(
            new Identity(pid, fields[22]),
            state,
            fields[4],
            fields[5],
            fields[6],
            (fields[9] & KERNEL_THREAD) != 0,
            fields[14] + fields[15],
            fields[24]));
  }
}
