package innkeeper.supervisor.process;

/**
 * One process, certainly: a pid is given out again, a pid with its start time is not.
 *
 * @param pid process id
 * @param start field 22 of /proc/PID/stat, clock ticks since boot
 */
public record Identity(long pid, long start) {}
