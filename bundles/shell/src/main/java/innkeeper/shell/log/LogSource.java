package innkeeper.shell.log;

/**
 * A log that a command reads.
 *
 * @param id the project's id as the user typed it, or {@code main}
 * @param name the name of the log in the service {@link innkeeper.api.log.Logs}
 */
public record LogSource(String id, String name) {}
