package innkeeper.api.alarm;

import innkeeper.api.incident.Incident;
import innkeeper.api.log.CleanText;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A message to people about an incident that began, still lasts or ended. Immutable. The redaction
 * engine in use redacts all texts when an alarm is created. A text may quote a log and contain any
 * character except control characters, so a channel must escape it for its format.
 *
 * @param id identifies the alarm; the same for all attempts and all channels
 * @param phase the reason for the message
 * @param severity the urgency
 * @param at when the alarm was created
 * @param dropped the number of alarms that were given up or refused since this channel's last
 *     delivery; not negative
 */
public record Alarm(
    String id,
    AlarmPhase phase,
    Severity severity,
    Instant at,
    Subject subject,
    Message message,
    long dropped) {

  /** The maximum number of log lines in an alarm. */
  public static final int MOST_LINES = 10;

  private static final int LONGEST_LINE = 500;
  private static final int LONGEST_TEXT = 2000;

  /**
   * The host and the project of an alarm.
   *
   * @param host this host's name, for people (HOST_LABEL, else the machine's name)
   * @param project the project's name; "" for the host's own alarms
   * @param incident the incident; empty for a test
   */
  public record Subject(String host, String project, Optional<Incident> incident) {

    /** Redacts the texts, and cuts them after 500 characters. */
    public Subject {
      host = line(host, LONGEST_LINE);
      project = line(project, LONGEST_LINE);
    }
  }

  /**
   * The texts of an alarm.
   *
   * @param title one line without the host's name: {@code web: crash loop}
   * @param text one or two sentences with the reason
   * @param lines of the log before the last end, oldest first, at most {@link #MOST_LINES}: the
   *     beginning of a crash, else the last ones; may be empty
   * @param fix a command that gives details or repairs the fault; "" if none is known
   * @param page the page with details; empty unless PAGE_URL is set
   */
  public record Message(
      String title, String text, List<String> lines, String fix, Optional<URI> page) {

    /**
     * Redacts the texts, replaces control characters by blanks, and shortens long texts.
     *
     * @param title cut after 500 characters
     * @param text cut after 2,000 characters
     * @param lines each cut after 500 characters; only the last {@link #MOST_LINES} are kept
     */
    public Message {
      title = line(title, LONGEST_LINE);
      text = line(text, LONGEST_TEXT);
      fix = line(fix, LONGEST_LINE);
      lines =
          lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()).stream()
              .map(one -> line(one, LONGEST_LINE))
              .toList();
    }
  }

  /**
   * Returns a copy with another count of dropped alarms.
   *
   * @param count not negative
   */
  public Alarm dropped(long count) {
    return new Alarm(id, phase, severity, at, subject, message, count);
  }

  private static String line(String text, int longest) {
    return cut(CleanText.of(text).replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip(), longest);
  }

  /**
   * Shortens a text, never within a surrogate pair.
   *
   * @param longest the maximum number of UTF-16 units, at least 2
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
