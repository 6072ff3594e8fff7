package innkeeper.shell.log;

/**
 * A log that a command reads.
 *
 * @param id the id as the user typed it, or {@code main}
 * @param name the name of the log in the logging surface
 */
public record LogSource(String id, String name) {}
