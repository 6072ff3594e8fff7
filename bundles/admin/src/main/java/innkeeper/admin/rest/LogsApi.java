package innkeeper.admin.rest;

import innkeeper.admin.http.Accept;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.record.LineRecords;
import innkeeper.admin.record.RecordTagger;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.json.JsonForm;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TailRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.rotation.Rotator;
import innkeeper.common.text.SeenText;
import innkeeper.common.time.IsoTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves GET /api/logs/ID, the download of a log, and POST requests that rotate it. */
public final class LogsApi {

  private static final Logger LOG = LoggerFactory.getLogger(LogsApi.class);

  static final Parameter LOG_ID = Parameter.id("channelId, name, or main for the host's own log.");

  static final Parameter LINES = Parameter.number("lines", "How many.", 200, 1, 10_000);

  private static final Parameter TIMES =
      Parameter.flag("times", "Whether lines come with their times.");

  private static final String TEXT = "text/plain;charset=utf-8";

  /** The result of a rotation; without an archive if the log was empty. */
  record Rotated(
      boolean ok,
      @JsonForm(oneOf = "rotate") String action,
      String channelId,
      boolean changed,
      Optional<String> archive) {}

  /** The lines that were read, with their records if times were requested. */
  @JsonForm(name = "Tail")
  record TaggedTail(
      @JsonForm(inline = true) TailRecord tail, @JsonForm(inline = true) LineRecords records) {}

  /** Limits the downloads, each of which blocks a thread for as long as its reader takes. */
  private final Bound downloads =
      new Bound(4, 0, "Four downloads are under way already; try again.");

  private final Bound reads;
  private final Clock clock;

  public LogsApi(Bound reads, Clock clock) {
    this.reads = reads;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/logs/{id}")
            .named("tailLog", "logs", "The newest lines, redacted, across archives.")
            .takes(
                LOG_ID, LINES, LogSpan.FROM, LogSpan.TO, TimeParameters.ZONE, TIMES, LogSpan.STREAM)
            .answers(
                200,
                "The lines; as text/plain alone, as a terminal shows them.",
                TaggedTail.class,
                "text/plain")
            .tagged()
            .refuses(Problem.Kind.UNKNOWN_PROJECT, Problem.Kind.LOG_UNREADABLE)
            .by(this::tail),
        Route.get("/api/logs/{id}/download")
            .named("downloadLog", "logs", "The whole log, archives first.")
            .takes(LOG_ID)
            .answersText("The log.", "text/plain")
            .refuses(Problem.Kind.UNKNOWN_PROJECT, Problem.Kind.LOG_UNREADABLE)
            .by(x -> downloads.run(() -> download(x))),
        Route.post("/api/logs/{id}/rotate")
            .named("rotateLog", "logs", "Rotates the log now.")
            .takes(LOG_ID)
            .refuses(Problem.Kind.UNKNOWN_PROJECT)
            .returns("Done, or nothing to do.", Rotated.class, LogsApi::rotate),
        Route.get("/api/rotation")
            .named("getRotation", "logs", "All logs' rotation.")
            .lists("By name.", Rotator.Status.class, x -> x.get(Rotator.class).status()));
  }

  private void tail(Exchange exchange) throws IOException {
    int lines = exchange.query().count(LINES);
    boolean times = exchange.query().flag(TIMES);
    LogSpan span = LogSpan.of(exchange.query(), clock);
    LogId log = LogId.of(exchange.services(), exchange.id());
    reads.run(
        () -> {
          span.check(exchange, log);
          answer(exchange, read(exchange.services(), log, span, lines, times));
        });
  }

  private static TaggedTail read(
      ServiceSnapshot services, LogId log, LogSpan span, int lines, boolean times)
      throws IOException {
    Logs logs = services.get(Logs.class);
    RecordTagger tagger = new RecordTagger(services.find(LogRecords.class));
    if (span.bounded()) {
      String file = log.name().equals(Logs.MAIN) ? "bot.log" : "logs/" + log.name() + ".log";
      LogRange range = logs.read(log.name(), span.newest(lines));
      return new TaggedTail(
          TailRecord.of(log.channelId(), file, range, times),
          times ? LineRecords.of(tagger.tag(range.lines())) : LineRecords.NONE);
    }
    Logs.Tail tail = logs.tail(log.name(), lines);
    return times
        ? new TaggedTail(
            TailRecord.timed(log.channelId(), tail),
            LineRecords.of(tagger.tag(tail.timed())).and(tail.unfinished().size()))
        : new TaggedTail(TailRecord.of(log.channelId(), tail), LineRecords.NONE);
  }

  private static void answer(Exchange exchange, TaggedTail tail) throws IOException {
    exchange.response().setHeader("Vary", "Accept");
    if (Accept.prefersText(exchange.request().getHeader("Accept"))) {
      exchange.tagged(TEXT, text(tail.tail()).getBytes(StandardCharsets.UTF_8));
    } else {
      exchange.tagged(Exchange.JSON, Json.bytes(tail));
    }
  }

  private static String text(TailRecord tail) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < tail.lines().size(); i++) {
      int line = i;
      tail.times().ifPresent(times -> out.append(times.get(line).map(IsoTime::text).orElse("-")));
      out.append(tail.times().isPresent() ? " " : "");
      out.append(SeenText.of(tail.lines().get(i))).append('\n');
    }
    return out.toString();
  }

  private static void download(Exchange exchange) throws IOException {
    LogId log = LogId.of(exchange.services(), exchange.id());
    Logs logs = exchange.get(Logs.class);
    exchange.response().setContentType(TEXT);
    String file = log.name().equals(Logs.MAIN) ? "bot.log" : log.name() + ".log";
    exchange.response().setHeader("Content-Disposition", "attachment; filename=\"" + file + "\"");
    if (!exchange.head()) {
      logs.copyTo(log.name(), exchange.output());
    }
  }

  private static Rotated rotate(Exchange exchange) {
    LogId log = LogId.of(exchange.services(), exchange.id());
    Actor asker = exchange.actor();
    Optional<String> archive;
    try {
      archive = exchange.get(Rotator.class).rotate(log.name());
    } catch (IllegalArgumentException e) {
      LOG.debug("nothing to rotate log={}", log.name(), e);
      archive = Optional.empty();
    } catch (IOException e) {
      LOG.error("log could not be rotated log={}", log.name(), e);
      audit(exchange.services(), log, asker, "failed", log.name());
      throw new Problem(
          Problem.Kind.FAILED, "The log could not be rotated; the host's log says why.");
    }
    archive.ifPresent(name -> audit(exchange.services(), log, asker, "ok", name));
    return new Rotated(true, "rotate", log.channelId(), archive.isPresent(), archive);
  }

  private static void audit(
      ServiceSnapshot services, LogId log, Actor asker, String outcome, String detail) {
    String channelId = log.name().equals(Logs.MAIN) ? "" : log.channelId();
    services
        .find(AuditLog.class)
        .ifPresent(a -> a.append(new AuditDraft("log.rotate", channelId, asker, outcome, detail)));
  }
}
