package innkeeper.shell.log;

import innkeeper.api.log.LogStream;
import innkeeper.api.log.TimedLine;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prints lines of logs: with their times, with their project if there are several, or as JSON. */
public final class LogPrinter {

  private static final String NO_TIME = "-".repeat(ZonedText.of(Instant.now()).length());

  private final Caller caller;
  private final boolean times;
  private final boolean json;
  private final int idWidth;

  public LogPrinter(Caller caller, List<LogSource> logs, boolean times, boolean json) {
    this.caller = caller;
    this.times = times;
    this.json = json;
    this.idWidth =
        logs.size() < 2 ? 0 : logs.stream().mapToInt(log -> log.id().length()).max().orElse(0);
  }

  public void line(String id, TimedLine line) {
    line(id, line.at(), line.stream(), line.line());
  }

  void line(String id, Optional<Instant> at, Optional<LogStream> stream, String line) {
    if (json) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("channelId", id);
      members.put("at", at);
      members.put("stream", stream);
      members.put("line", line);
      caller.out().println(Json.line(members));
      return;
    }
    StringBuilder text = new StringBuilder();
    if (times) {
      text.append(at.map(ZonedText::of).orElse(NO_TIME)).append(' ');
    }
    if (idWidth > 0) {
      text.append(id).append(" ".repeat(idWidth - id.length())).append(" | ");
    }
    caller.out().println(text + shown(line));
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
      caller.out().println("--");
    }
  }

  void flush() {
    caller.out().flush();
  }

  void note(String text) {
    caller.err().println("innkeeper: " + text);
  }
}
