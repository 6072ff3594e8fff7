package innkeeper.api.thread;

import java.time.Duration;

/**
 * The state of one watched thread, pool or scheduler.
 *
 * @param name its name
 * @param serves whether work that is given to it is done
 * @param failures how often something was thrown in it
 * @param lastError what was thrown last; "" if nothing was
 * @param since how long ago that was; zero if nothing was
 */
public record ThreadReport(
    String name, boolean serves, long failures, String lastError, Duration since) {}
