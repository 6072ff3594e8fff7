package innkeeper.shell.log;

import innkeeper.api.log.LogStream;
import innkeeper.api.log.TimedLine;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Prints lines of logs: with their times, with their project if there are several, or as JSON. */
public final class LogPrinter {

  private static final String NO_TIME = "-".repeat(ZonedText.of(Instant.now()).length());

  /** A line, in the form of JSON. */
  private record JsonLine(
      String channelId, Optional<Instant> at, Optional<LogStream> stream, String line) {}

  private final Caller caller;
  private final boolean times;
  private final boolean json;
  private final boolean unfinished;
  private final int idWidth;

  /** The part of an unfinished line that the terminal already shows. */
  private String begun = "";

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
    caller.println(text + shown(continued(line)));
  }

  /**
   * Shows an unfinished line. A program that reads the output gets each line once and whole.
   *
   * @param lines at most one of stdout and one of stderr
   */
  void unfinished(List<String> lines) {
    if (unfinished && !lines.isEmpty()) {
      String line = lines.get(lines.size() - 1);
      caller.out().print(shown(continued(line)));
      caller.out().flush();
      begun = line;
    }
  }

  /**
   * Returns the part of a line that is not printed yet. It first ends a different unfinished line.
   */
  private String continued(String line) {
    String before = begun;
    begun = "";
    if (line.startsWith(before)) {
      return line.substring(before.length());
    }
    caller.println("");
    return line;
  }

  private String shown(String line) {
    if (!caller.terminal()) {
      return line;
    }
    return caller.colour() ? SafeText.coloured(line) : SafeText.line(line);
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
