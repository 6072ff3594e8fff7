package innkeeper.api.alarm;

import innkeeper.api.incident.Incident;
import innkeeper.api.log.CleanText;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A message to people: something went wrong, it still lasts, or it is over. Immutable. All texts
 * are redacted when an alarm is made, by the engine in use. They may quote a log, so they may hold
 * any character but control characters: escape them for your format.
 *
 * @param id tells it from all other alarms; the same over all attempts and all channels
 * @param phase why it is sent
 * @param severity how urgent it is
 * @param at when it was made
 * @param host this host's name, for people (HOST_LABEL, else the machine's name)
 * @param project the project's name; "" for the host's own alarms
 * @param incident what it tells of; empty for a test
 * @param title one line without the host's name: {@code web: crash loop}
 * @param text one sentence or two: why
 * @param lines the last lines of the log before the last end, oldest first, at most {@link
 *     #MOST_LINES}; may be empty
 * @param fix a command that says more or mends it; "" for none
 * @param page where a browser shows more; empty unless PAGE_URL is set
 * @param dropped how many alarms this channel was not told because they were given up or refused,
 *     since the last that it delivered
 */
public record Alarm(
    String id,
    AlarmPhase phase,
    Severity severity,
    Instant at,
    String host,
    String project,
    Optional<Incident> incident,
    String title,
    String text,
    List<String> lines,
    String fix,
    Optional<URI> page,
    long dropped) {

  /** How many lines of a log an alarm has at most. */
  public static final int MOST_LINES = 10;

  private static final int LONGEST_LINE = 500;
  private static final int LONGEST_TEXT = 2000;

  /**
   * Redacts the texts, makes control characters blanks, and cuts what is too long.
   *
   * @param title cut after 500 characters
   * @param text cut after 2,000 characters
   * @param lines each cut after 500 characters; of more than {@link #MOST_LINES} the last stay
   * @param dropped not negative
   */
  public Alarm {
    host = line(host, LONGEST_LINE);
    project = line(project, LONGEST_LINE);
    title = line(title, LONGEST_LINE);
    text = line(text, LONGEST_TEXT);
    fix = line(fix, LONGEST_LINE);
    lines =
        lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()).stream()
            .map(one -> line(one, LONGEST_LINE))
            .toList();
  }

  /**
   * The same, with another count of what was dropped.
   *
   * @param count not negative
   */
  public Alarm dropped(long count) {
    return new Alarm(
        id, phase, severity, at, host, project, incident, title, text, lines, fix, page, count);
  }

  private static String line(String text, int longest) {
    return cut(CleanText.of(text).replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip(), longest);
  }

  /**
   * Cuts a text, never within a surrogate pair.
   *
   * @param longest how many UTF-16 units it may have, at least 2
   * @return the text, or its beginning and {@code …}
   */
  public static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = longest - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
