package innkeeper.common.cron;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Suggests the correct schedule for a definition whose schedule is a line of cron. */
public final class CronHint {

  private CronHint() {}

  /**
   * @param definition the definition as it was given
   * @return a sentence with the calendar expression; empty if the schedule is not a line of cron
   */
  public static Optional<String> of(Map<?, ?> definition) {
    Object schedule = definition.get("schedule");
    Stream<Object> places =
        schedule instanceof Map<?, ?> map
            ? Stream.of("calendar", "cron").filter(map::containsKey).map(map::get)
            : Stream.of(String.valueOf(schedule));
    return places
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .flatMap(line -> calendar(line).map(c -> sentence(definition, line, c)).stream())
        .findFirst();
  }

  private static String sentence(Map<?, ?> definition, String line, String calendar) {
    return definition.get("channelId")
        + ": cron's \""
        + line
        + "\" is written \"schedule\": {\"calendar\": \""
        + calendar
        + "\"}";
  }

  private static Optional<String> calendar(String line) {
    String[] fields = line.strip().replace('?', '*').split("\\s+", 2);
    boolean seconds = fields.length == 2 && fields[1].split("\\s+").length == 5;
    try {
      if (seconds && fields[0].matches("[0-5]?[0-9]")) {
        String minute = CronLine.calendar(fields[1]);
        int second = Integer.parseInt(fields[0]);
        return Optional.of(second == 0 ? minute : minute + String.format(":%02d", second));
      }
      boolean cron = line.strip().startsWith("@") || line.strip().split("\\s+").length == 5;
      return cron ? Optional.of(CronLine.calendar(String.join(" ", fields))) : Optional.empty();
    } catch (IllegalArgumentException e) {
      // Cron does not accept the line either, so the definition's own mistake is enough.
      return Optional.empty();
    }
  }
}
