package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.record.RecordTagger;
import innkeeper.admin.record.TaggedLine;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Serves GET /api/search: lines of logs and of all their archives, sent as they are found. */
public final class SearchApi {

  private static final Parameter PROJECTS =
      Parameter.query(
          "projects",
          "Ids or names, with commas between; main is the host's own log, * means all.");

  private static final Parameter TEXT =
      Parameter.query("q", "A text that a line must contain, case and all.");

  private static final Parameter PATTERN =
      Parameter.query("re", "A pattern of RE2 that must match within a line, instead of q.");

  private static final Parameter LEVEL =
      Parameter.word(
          "level",
          "Only lines of records with at least this level.",
          Arrays.stream(LogLevel.values()).map(LogLevel::word).toList());

  private static final Parameter FROM =
      Parameter.query("from", "Only lines that came then or later: ISO 8601, 03:12 or -2h.");

  private static final Parameter TO =
      Parameter.query("to", "Only lines that came before then: as from.");

  private static final Parameter LIMIT =
      Parameter.number("limit", "How many lines at most.", 200, 1, LogSearch.MOST_MATCHES);

  private static final Parameter CONTEXT =
      Parameter.number(
          "context", "How many lines before and after each.", 0, 0, LogSearch.MOST_CONTEXT);

  private static final String NDJSON = "application/x-ndjson";

  private final Clock clock;

  /**
   * Limits the searches. Each uses a thread and two cores of the machine, though at the lowest
   * priority.
   */
  private final Bound searches = new Bound(2, 0, "Two searches are under way already; try again.");

  public SearchApi(Clock clock) {
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/search")
            .named("searchLogs", "logs", "Searches logs with all their archives.")
            .describes(
                "Lines of JSON: type match, the newest first, with channelId, at, position,"
                    + " line, before, after, level of its record"
                    + " and continues, whether the record begins before it, as far as before"
                    + " and after tell; type progress now and then, with readBytes,"
                    + " totalBytes, files, totalFiles, unreadable and matches; at last type"
                    + " end, with complete besides. Only what today's rules leave of a line is"
                    + " found. It ends when the client goes.")
            .takes(
                PROJECTS,
                TEXT,
                PATTERN,
                LEVEL,
                LogSpan.FROM,
                LogSpan.TO,
                TimeParameters.ZONE,
                LIMIT,
                CONTEXT)
            .answersText("What was found, a line each.", NDJSON)
            .by(this::search));
  }

  private void search(Exchange exchange) throws IOException {
    Map<String, String> channels = channels(exchange);
    LogSearch.Query query = query(exchange.query(), List.copyOf(channels.keySet()));
    searches.run(
        () -> {
          try (Found found = new Found(exchange, channels)) {
            found.end(exchange.get(LogSearch.class).search(query, found));
          } catch (IllegalArgumentException e) {
            throw bad(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.away("logging");
          }
        });
  }

  private static Problem bad(IllegalArgumentException e) {
    String text = e.getMessage();
    return Problem.bad(Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".");
  }

  /** Returns the channelId of each log by the log's name. */
  private static Map<String, String> channels(Exchange exchange) {
    ServiceSnapshot services = exchange.services();
    String ids = exchange.query().text("projects").orElse("*");
    Map<String, String> channels = new LinkedHashMap<>();
    LogId.listed(services, ids).forEach(log -> channels.put(log.name(), log.channelId()));
    if (ids.equals("*")) {
      channels.put(Logs.MAIN, Logs.MAIN);
    }
    return channels;
  }

  private LogSearch.Query query(Query asked, List<String> names) {
    String text = asked.text("q").orElse("");
    String pattern = asked.text("re").orElse("");
    if (!text.isEmpty() && !pattern.isEmpty()) {
      throw Problem.bad("Give q or re, not both.");
    }
    try {
      Optional<LogLevel> level = asked.text("level").map(LogLevel::of);
      if (text.isEmpty() && pattern.isEmpty() && level.isEmpty()) {
        throw Problem.bad("Give q, re or level.");
      }
      Optional<Instant> from = TimeParameters.time(asked, "from", clock);
      Optional<Instant> to = TimeParameters.to(asked, from, clock);
      return new LogSearch.Query(
          names, text, pattern, level, from, to, asked.count(LIMIT), asked.count(CONTEXT));
    } catch (IllegalArgumentException e) {
      throw bad(e);
    }
  }

  /** Writes matches as they are found. The answer begins with the first line. */
  private static final class Found implements LogSearch.Listener, AutoCloseable {

    private final Exchange exchange;
    private final Map<String, String> channels;
    private OutputStream out;

    Found(Exchange exchange, Map<String, String> channels) {
      this.exchange = exchange;
      this.channels = channels;
    }

    @Override
    public void match(LogSearch.Match match) throws IOException {
      Map<String, Object> line =
          Json.map(
              "type", "match",
              "channelId", channels.get(match.name()),
              "at", match.at(),
              "position", match.position(),
              "line", match.line(),
              "before", match.before(),
              "after", match.after());
      record(match, line);
      write(line);
    }

    /**
     * Adds the level of the match's record, and whether the record began before it, as far as the
     * lines around the match show.
     */
    private void record(LogSearch.Match match, Map<String, Object> line) {
      List<TimedLine> lines = new ArrayList<>();
      match.before().forEach(text -> lines.add(untimed(text)));
      int at = lines.size();
      lines.add(untimed(match.line()));
      match.after().forEach(text -> lines.add(untimed(text)));
      List<TaggedLine> tagged =
          new RecordTagger(exchange.services().find(LogRecords.class)).tag(lines);
      int last = at;
      int first = at - tagged.get(at).back();
      while (last + 1 < tagged.size() && tagged.get(last + 1).back() == last + 1 - first) {
        last++;
      }
      line.put("level", tagged.get(last).level());
      line.put("continues", first < at);
    }

    private static TimedLine untimed(String text) {
      return new TimedLine("", Optional.empty(), Optional.empty(), false, text);
    }

    @Override
    public void progress(LogSearch.Progress progress) throws IOException {
      write(line("progress", progress));
      out.flush();
    }

    void end(LogSearch.Progress progress) throws IOException {
      Map<String, Object> line = line("end", progress);
      line.put("complete", progress.complete());
      write(line);
    }

    private static Map<String, Object> line(String type, LogSearch.Progress progress) {
      return Json.map(
          "type", type,
          "readBytes", progress.readBytes(),
          "totalBytes", progress.totalBytes(),
          "files", progress.files(),
          "totalFiles", progress.totalFiles(),
          "unreadable", progress.unreadable(),
          "matches", progress.matches());
    }

    private void write(Map<String, Object> line) throws IOException {
      if (out == null) {
        exchange.response().setContentType(NDJSON);
        out = new BufferedOutputStream(exchange.output());
      }
      if (!exchange.head()) {
        out.write(Json.bytes(line));
        out.write('\n');
      }
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.flush();
      }
    }
  }
}
