package innkeeper.shell.swarm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A project in a task's container, of what {@code status --json} says there.
 *
 * @param id its channelId
 * @param state in capitals
 * @param cpuPercent of one core; below 0 where it is not known
 * @param rssBytes of all its processes; below 0 where it is not known
 * @param restarts since it was defined there
 * @param uptimeMs of its server; below 0 where none runs
 */
record TaskProject(
    String id, String state, double cpuPercent, long rssBytes, long restarts, long uptimeMs) {

  /**
   * Of a record without white space between its members. The client has no parser. A text in JSON
   * cannot look like a member, because each quote in it has a backslash before it.
   *
   * @return empty for a line that is no record
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

  /** A text without its quotes, or a number; "" for none or null. */
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
      return -1; // Of a release that writes it in another way.
    }
  }
}
