package innkeeper.supervisor.process;

import java.util.Optional;

/**
 * What /proc/PID/stat says of a process; numbers of fields are those of proc(5).
 *
 * @param state field 3; Z and X are dead
 * @param session field 6; 0 also where its leader is of a PID namespace outside ours
 * @param kernel field 9 says that it is a thread of the kernel's own
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

  /** PF_KTHREAD of linux/sched.h. */
  private static final long KERNEL_THREAD = 0x0020_0000;

  public boolean dead() {
    return state == 'Z' || state == 'X';
  }

  /** With the state and the memory that a thread of it tells, for its main thread has ended. */
  Stat withThread(Stat thread) {
    return new Stat(
        identity, thread.state, parent, group, session, kernel, cpuTicks, thread.rssPages);
  }

  /** Empty when the bytes are no such line. The command may hold anything, so it is skipped. */
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
