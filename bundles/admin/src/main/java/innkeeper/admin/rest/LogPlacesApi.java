package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.admin.record.LineRecords;
import innkeeper.admin.record.RecordTagger;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.log.LineMarks;
import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogRecords;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Serves GET /api/logs (lines of several logs in order of time) and GET /api/logs/ID/at (positions
 * in one log).
 */
public final class LogPlacesApi {

  private static final Parameter PROJECTS =
      Parameter.query("projects", "Ids or names, with commas between them; * for all.");
  private static final Parameter TIME =
      Parameter.query("time", "The first line of that time or later; the forms of from.");
  private static final Parameter POSITION =
      Parameter.query("position", "The lines from there on; a position of an earlier answer.");
  private static final Parameter FIRST =
      Parameter.flag(
          "first", "true: a time before the log begins means its first line; else it is refused.");
  private static final Parameter BEFORE =
      Parameter.number("before", "How many lines before the position.", 0, 0, 1000);

  /**
   * Lines at a position, or the position of a time.
   *
   * @param position the position of the first line
   * @param next the position after the last line; absent if only a position was requested
   */
  @JsonForm(name = "LogPlace")
  record Place(
      String channelId,
      String position,
      @JsonForm("When its line came; null at the log's end, or if that is not known.")
          Optional<Instant> at,
      @JsonForm(empty = Empty.OMITTED) Optional<List<String>> lines,
      @JsonForm(empty = Empty.OMITTED) Optional<List<Optional<Instant>>> times,
      @JsonForm(empty = Empty.OMITTED) Optional<List<Optional<String>>> positions,
      @JsonForm(empty = Empty.OMITTED) Optional<List<Optional<LogStream>>> streams,
      @JsonForm(empty = Empty.OMITTED) Optional<List<Integer>> late,
      @JsonForm(inline = true) LineRecords records,
      @JsonForm(value = "The position of the next page.", empty = Empty.OMITTED)
          Optional<String> next,
      @JsonForm(value = "Whether more follows.", empty = Empty.OMITTED) Optional<Boolean> more) {}

  /** The members of a {@link Place} that has no lines. */
  private record Start(String channelId, String position, Optional<Instant> at) {}

  private final Bound reads;
  private final Clock clock;

  public LogPlacesApi(Bound reads, Clock clock) {
    this.reads = reads;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/logs")
            .named("mergeLogs", "logs", "The newest lines of several logs, by time.")
            .takes(
                PROJECTS,
                LogsApi.LINES,
                LogSpan.FROM,
                LogSpan.TO,
                TimeParameters.ZONE,
                LogSpan.STREAM)
            .answers(200, "The lines, oldest first.", MergedLogs.Body.class)
            .refuses(Problem.Kind.LOG_UNREADABLE)
            .by(this::merged),
        Route.get("/api/logs/{id}/at")
            .named("findInLog", "logs", "The position of a time, or lines at a position.")
            .takes(
                LogsApi.LOG_ID, TIME, TimeParameters.ZONE, FIRST, POSITION, LogsApi.LINES, BEFORE)
            .answers(200, "The place.", Place.class)
            .refuses(
                Problem.Kind.UNKNOWN_PROJECT,
                Problem.Kind.LOG_UNREADABLE,
                Problem.Kind.POSITION_GONE)
            .by(this::at));
  }

  private void merged(Exchange exchange) throws IOException {
    int lines = exchange.query().count(LogsApi.LINES);
    LogSpan span = LogSpan.of(exchange.query(), clock);
    String ids = exchange.query().required("projects", "ids with commas, or *");
    List<LogId> logs = LogId.listed(exchange.services(), ids);
    reads.run(
        () -> {
          MergedLogs merged = new MergedLogs(lines, exchange.services().find(LogRecords.class));
          for (LogId log : logs) {
            Logs service = exchange.get(Logs.class);
            merged.add(log.channelId(), service.read(log.name(), span.newest(lines)));
          }
          exchange.json(200, merged.body());
        });
  }

  private void at(Exchange exchange) throws IOException {
    LogId log = LogId.of(exchange.services(), exchange.id());
    Optional<Instant> time = TimeParameters.time(exchange.query(), "time", clock);
    Optional<String> position = exchange.query().text("position");
    if (time.isPresent() == position.isPresent()) {
      throw Problem.bad("One of the parameters \"time\" and \"position\" is needed.");
    }
    Logs logs = exchange.get(Logs.class);
    if (time.isPresent()) {
      if (!exchange.query().flag(FIRST)) {
        LogSpan.check(logs, log, "time", time.get());
      }
      exchange.json(200, start(logs, log, time.get()));
    } else {
      int lines = exchange.query().count(LogsApi.LINES);
      int before = exchange.query().count(BEFORE);
      reads.run(() -> exchange.json(200, lines(exchange, log, position.get(), lines, before)));
    }
  }

  private static Start start(Logs logs, LogId log, Instant time) throws IOException {
    String position = logs.positionAt(log.name(), time);
    List<TimedLine> first = logs.read(log.name(), LogQuery.after(position, 1)).lines();
    return new Start(log.channelId(), position, first.stream().findFirst().flatMap(TimedLine::at));
  }

  private static Place lines(Exchange exchange, LogId log, String position, int lines, int before)
      throws IOException {
    Logs logs = exchange.get(Logs.class);
    try {
      List<TimedLine> all = new ArrayList<>();
      if (before > 0) {
        all.addAll(logs.read(log.name(), LogQuery.before(position, before)).lines());
      }
      LogRange range = logs.read(log.name(), LogQuery.after(position, lines));
      all.addAll(range.lines());
      LineMarks marks = LineMarks.of(all, 0);
      return new Place(
          log.channelId(),
          position,
          range.lines().stream().findFirst().flatMap(TimedLine::at),
          Optional.of(all.stream().map(TimedLine::line).toList()),
          Optional.of(marks.times()),
          Optional.of(marks.positions()),
          Optional.of(marks.streams()),
          Optional.of(marks.late()),
          LineRecords.of(new RecordTagger(exchange.services().find(LogRecords.class)).tag(all)),
          Optional.of(range.next()),
          Optional.of(range.more()));
    } catch (IllegalArgumentException e) {
      throw Problem.bad(
          "The parameter \"position\" takes a position of an earlier answer, not \""
              + Query.shown(position)
              + "\".");
    }
  }
}
