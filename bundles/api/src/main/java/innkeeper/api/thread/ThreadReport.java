package innkeeper.api.thread;

import java.time.Duration;

/**
 * The state of one watched thread, pool or scheduler at one moment. Immutable.
 *
 * @param name as its owner named it
 * @param serves whether it does the work that is given to it
 * @param failures how many exceptions and errors were thrown in it
 * @param lastError what was thrown last; "" if nothing was
 * @param since how long ago that was; zero if nothing was thrown
 */
public record ThreadReport(
    String name, boolean serves, long failures, String lastError, Duration since) {}
