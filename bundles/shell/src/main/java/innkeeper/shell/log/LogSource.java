package innkeeper.shell.log;

/**
 * A log to be read.
 *
 * @param id as it was typed, or {@code main}
 * @param name what the logging surface calls it
 */
public record LogSource(String id, String name) {}
