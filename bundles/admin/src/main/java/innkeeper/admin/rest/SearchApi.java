package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.NumberParameter;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.http.TextParameter;
import innkeeper.admin.record.RecordTagger;
import innkeeper.admin.record.TaggedLine;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
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
import java.util.concurrent.Semaphore;

/** Serves GET /api/search: lines of logs and of all their archives, sent as they are found. */
final class SearchApi {

  private static final TextParameter PROJECTS =
      TextParameter.query(
          "projects",
          "Ids or names, with commas between; main is the host's own log, * means all.");

  private static final TextParameter TEXT =
      TextParameter.query("q", "A text that a line must contain, case and all.");

  private static final TextParameter PATTERN =
      TextParameter.query("re", "A pattern of RE2 that must match within a line, instead of q.");

  private static final TextParameter LEVEL =
      TextParameter.word(
          "level",
          "Only lines of records with at least this level.",
          Arrays.stream(LogLevel.values()).map(LogLevel::word).toList());

  private static final TextParameter FROM =
      TextParameter.query("from", "Only lines that came then or later: ISO 8601, 03:12 or -2h.");

  private static final TextParameter TO =
      TextParameter.query("to", "Only lines that came before then: as from.");

  private static final NumberParameter LIMIT =
      new NumberParameter("limit", "How many lines at most.", 200, 1, LogSearch.MOST_MATCHES);

  private static final NumberParameter CONTEXT =
      new NumberParameter(
          "context", "How many lines before and after each.", 0, 0, LogSearch.MOST_CONTEXT);

  private static final String NDJSON = "application/x-ndjson";

  private final Clock clock;

  /**
   * Limits the searches. Each uses a thread and two cores of the machine, though at the lowest
   * priority.
   */
  private final Semaphore searches = new Semaphore(2);

  SearchApi(Clock clock) {
    this.clock = clock;
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/search",
            this::search,
            new Operation("searchLogs", "logs", "Searches logs with all their archives.")
                .describes(
                    "Lines of JSON: type match, the newest first, with channelId, at, position,"
                        + " line, before, after, level of its record"
                        + " and continues, whether the record begins before it, as far as before"
                        + " and after tell; type progress now and then, with readBytes,"
                        + " totalBytes, files, totalFiles, unreadable and matches; at last type"
                        + " end, with complete besides. Only what today's rules leave of a line is"
                        + " found. It ends when the client goes.")
                .takes(
                    PROJECTS, TEXT, PATTERN, LEVEL, FROM, TO, TimeParameters.ZONE, LIMIT, CONTEXT)
                .answers(Answer.text(200, "What was found, a line each.", NDJSON))));
  }

  private void search(Exchange exchange) throws IOException {
    ServiceSnapshot services = exchange.services();
    Map<String, String> channels = channels(exchange);
    LogSearch.Query query = query(exchange, List.copyOf(channels.keySet()));
    if (!searches.tryAcquire()) {
      throw new Problem(
          Problem.Kind.TOO_MANY_STREAMS, "Two searches are under way already; try again.");
    }
    try (Found found = new Found(exchange, channels)) {
      found.end(services.search().search(query, found));
    } catch (IllegalArgumentException e) {
      throw bad(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.away("logging");
    } finally {
      searches.release();
    }
  }

  private static Problem bad(IllegalArgumentException e) {
    return new Problem(Problem.Kind.BAD_VALUE, sentence(e.getMessage()));
  }

  private static String sentence(String message) {
    return Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".";
  }

  /** Returns the channelId of each log by the log's name. */
  private static Map<String, String> channels(Exchange exchange) {
    ServiceSnapshot services = exchange.services();
    String ids = exchange.query().text(PROJECTS.name()).orElse("*");
    Map<String, String> channels = new LinkedHashMap<>();
    if (ids.equals("*")) {
      services.supervisor().projects().forEach(p -> channels.put(p.name(), p.channelId()));
      channels.put(Logs.MAIN, Logs.MAIN);
      return channels;
    }
    LogId.listed(services, ids).forEach(log -> channels.put(log.name(), log.channelId()));
    return channels;
  }

  private LogSearch.Query query(Exchange exchange, List<String> names) {
    String text = exchange.query().text(TEXT.name()).orElse("");
    String pattern = exchange.query().text(PATTERN.name()).orElse("");
    if (!text.isEmpty() && !pattern.isEmpty()) {
      throw new Problem(Problem.Kind.BAD_VALUE, "Give q or re, not both.");
    }
    try {
      Optional<LogLevel> level = exchange.query().text(LEVEL.name()).map(LogLevel::of);
      if (text.isEmpty() && pattern.isEmpty() && level.isEmpty()) {
        throw new Problem(Problem.Kind.BAD_VALUE, "Give q, re or level.");
      }
      Optional<Instant> from = TimeParameters.time(exchange.query(), FROM.name(), clock);
      Optional<Instant> to = TimeParameters.to(exchange.query(), from, clock);
      return new LogSearch.Query(
          names,
          text,
          pattern,
          level,
          from,
          to,
          (int) exchange.query().number(LIMIT),
          (int) exchange.query().number(CONTEXT));
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
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("type", "match");
      line.put("channelId", channels.get(match.name()));
      line.put("at", match.at());
      line.put("position", match.position());
      line.put("line", match.line());
      line.put("before", match.before());
      line.put("after", match.after());
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
      List<TaggedLine> tagged = new RecordTagger(exchange.services().findRecords()).tag(lines);
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
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("type", type);
      line.put("readBytes", progress.readBytes());
      line.put("totalBytes", progress.totalBytes());
      line.put("files", progress.files());
      line.put("totalFiles", progress.totalFiles());
      line.put("unreadable", progress.unreadable());
      line.put("matches", progress.matches());
      return line;
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
