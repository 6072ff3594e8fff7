package innkeeper.supervisor.process;

/**
 * Identifies one process for certain: the kernel gives a pid out again, but not with the same start
 * time.
 *
 * @param pid process id
 * @param start field 22 of /proc/PID/stat, clock ticks since boot
 */
public record Identity(long pid, long start) {}
