package innkeeper.shell.log;

import innkeeper.api.log.LogStream;
import innkeeper.api.log.TimedLine;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.Widths;
import innkeeper.common.text.SeenText;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Prints lines of logs: with their times, with their project if there are several, or as JSON.
 * Except in JSON, a line is printed as a terminal shows it, and a very long one is cut.
 */
public final class LogPrinter {

  private static final String END_OF_COLOUR = "\033[0m";
  private static final String NO_TIME = "-".repeat(ZonedText.of(Instant.now()).length());

  /** A line, in the form of JSON. */
  private record JsonLine(
      String channelId, Optional<Instant> at, Optional<LogStream> stream, String line) {}

  private final Caller caller;
  private final boolean times;
  private final boolean json;
  private final boolean unfinished;
  private final int idWidth;

  /** The unfinished line that the terminal already shows. */
  private String begun = "";

  /** The text that was printed for it. */
  private String begunText = "";

  private LogPrinter(
      Caller caller, List<LogSource> logs, boolean times, boolean json, boolean unfinished) {
    this.caller = caller;
    this.times = times;
    this.json = json;
    this.unfinished = unfinished;
    this.idWidth =
        logs.size() < 2 ? 0 : logs.stream().mapToInt(log -> log.id().length()).max().orElse(0);
  }

  LogPrinter(Caller caller, List<LogSource> logs, boolean times, boolean json) {
    this(caller, logs, times, json, false);
  }

  /** Returns a printer of one log's lines alone; a terminal shows unfinished ones too. */
  static LogPrinter plain(Caller caller) {
    return new LogPrinter(caller, List.of(), false, false, caller.terminal());
  }

  void line(String line) {
    line("", Optional.empty(), Optional.empty(), line);
  }

  void line(String id, TimedLine line) {
    line(id, line.at(), line.stream(), line.line());
  }

  void line(String id, Optional<Instant> at, Optional<LogStream> stream, String line) {
    if (json) {
      caller.println(Json.line(new JsonLine(id, at, stream, line)));
      return;
    }
    StringBuilder text = new StringBuilder();
    if (times) {
      text.append(at.map(ZonedText::of).orElse(NO_TIME)).append(' ');
    }
    if (idWidth > 0) {
      text.append(id).append(" ".repeat(idWidth - id.length())).append(" | ");
    }
    caller.println(text + continued(line, shown(line)));
    begun = "";
    begunText = "";
  }

  /**
   * Shows an unfinished line. A program that reads the output gets each line once and whole, and a
   * very long line is printed when it has ended.
   *
   * @param lines at most one of stdout and one of stderr
   */
  void unfinished(List<String> lines) {
    String line = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    if (unfinished && !line.isEmpty() && SeenText.of(line).length() <= SeenText.LONGEST_LINE) {
      String text = shown(line);
      caller.out().print(continued(line, text));
      caller.out().flush();
      begun = line;
      begunText = text;
    }
  }

  /**
   * Returns the part of a line's text that is not printed yet. If the program has overwritten its
   * unfinished line, such as a progress bar, the terminal's row is overwritten too. If another line
   * is unfinished, it is ended first.
   */
  private String continued(String line, String text) {
    String printed = withoutEnd(begunText);
    if (text.startsWith(printed)) {
      return text.substring(printed.length());
    }
    boolean fits = Widths.of(SafeText.line(begunText)) < caller.width();
    return (line.startsWith(begun) && fits ? "\r\033[K" : System.lineSeparator()) + text;
  }

  private static String withoutEnd(String text) {
    return text.endsWith(END_OF_COLOUR)
        ? text.substring(0, text.length() - END_OF_COLOUR.length())
        : text;
  }

  /** Returns the visible text of a line; with its colours if it has no other control sequences. */
  private String shown(String line) {
    String seen = SeenText.of(line, SeenText.LONGEST_LINE);
    return caller.colour() && seen.equals(SafeText.line(line)) ? SafeText.coloured(line) : seen;
  }

  /** Separates lines that are not consecutive. */
  void gap() {
    if (!json) {
      caller.println("--");
    }
  }

  void flush() {
    caller.out().flush();
  }

  void note(String text) {
    caller.note(text);
  }
}
