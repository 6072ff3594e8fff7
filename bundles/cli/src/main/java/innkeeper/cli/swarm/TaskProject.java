package innkeeper.cli.swarm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A project in a task's container, from the output of {@code status --json} there.
 *
 * @param id the channelId
 * @param state the state in capital letters
 * @param cpuPercent the CPU share of one core; below 0 if it is unknown
 * @param rssBytes the memory of all its processes; below 0 if it is unknown
 * @param restarts the number of restarts since the project was defined there; below 0 if no project
 *     is known
 * @param uptimeMs the uptime of its server; below 0 if no server runs
 */
record TaskProject(
    String id, String state, double cpuPercent, long rssBytes, long restarts, long uptimeMs) {

  /** The row of a task whose projects are not known. */
  static final TaskProject NONE = new TaskProject("–", "", -1, -1, -1, -1);

  /**
   * Parses a record without white space between its members. The client has no JSON parser. A JSON
   * text cannot imitate a member, because each quote in it has a backslash before it.
   *
   * @return empty for a line that is not a record
   */
  static Optional<TaskProject> read(String line) {
    String id = member(line, "channelId");
    if (id.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TaskProject(
            id,
            member(line, "state"),
            number(member(line, "cpuPercent")),
            (long) number(member(line, "rssBytes")),
            Math.max(0, (long) number(member(line, "restarts"))),
            (long) number(member(line, "uptimeMs"))));
  }

  /** Returns a text without its quotes, or a number; "" if the member is missing or null. */
  private static String member(String line, String name) {
    Matcher found =
        Pattern.compile("\"" + name + "\":(?:\"([A-Za-z0-9_.-]*)\"|([0-9.eE+-]+))").matcher(line);
    if (!found.find()) {
      return "";
    }
    return found.group(1) == null ? found.group(2) : found.group(1);
  }

  private static double number(String text) {
    try {
      return text.isEmpty() ? -1 : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return -1; // Another release writes the number in another form.
    }
  }
}
