package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.About;
import innkeeper.admin.events.EventBody.Bye;
import innkeeper.admin.events.EventBody.Hello;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.InFlight;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.LogId;
import innkeeper.api.log.Logs;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Serves GET /api/events: one event stream for each reader. */
public final class EventsApi {

  static final int MOST_STREAMS = 16;
  static final int MOST_LOGS = 8;
  static final long HEARTBEAT_MILLIS = 5000;
  private static final byte[] START = "retry: 1000\n\n".getBytes(StandardCharsets.US_ASCII);
  private static final long BYE_MILLIS = 500;

  private static final Parameter LINES =
      Parameter.number("lines", "Lines of the log to begin with.", 200, 1, 10_000);

  private static final String DESCRIPTION =
      "Server-sent events, one stream for all: hello {version, ui, boot, "
          + "serverTime, zone, heartbeatMs}, snapshot {resync, serverTime, projects, health, "
          + "surfaces, backups, rotation, audit}, project (a record, or {channelId, "
          + "removed}), metrics (every 5 s: also the heartbeat), health, log {channelId, "
          + "lines, times, positions, late (the indexes of lines that were printed while no host ran, "
          + "if there are any), levels, records (how many lines before each its record "
          + "begins), details, ended (the archive that ended before them), and with a first tail "
          + "reset, turns [{line, archive}], marks [{back, state or audit}: what "
          + "happened, so many lines before the end]}, gap {what, detail}, backup {phase, "
          + "percent, detail, backups}, surface {surfaces}, audit (an entry), "
          + "incident (one that began, changed or ended), bye "
          + "{reason, expectMs}. An id is BOOT-SEQ-AUDIT, with -CURSORS where logs are "
          + "followed. Last-Event-ID continues exactly there; after a change of surface or "
          + "host with a snapshot, the audit entries and log lines since. An event "
          + "gap reports what is lost. At most 16 streams.";

  private final Supplier<ServiceSnapshot> services;
  private final Clock clock;

  /** Identifies this activation of the surface. */
  private final String boot =
      Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);

  private final Supplier<About> about;
  private final InFlight inFlight;
  private final ScheduledExecutorService timer;
  private final Supplier<String> byeReason;
  private final EventHub hub;
  private final StatePoller watch;
  private final AtomicInteger open = new AtomicInteger();
  private final Set<LogFollow> allFollows = ConcurrentHashMap.newKeySet();

  /**
   * Creates the hub and the poller, which polls only while a stream is open.
   *
   * @param about returns versions and host name for the hello event
   * @param thread the hub's thread, which runs one task at a time, in order
   * @param byeReason returns {@code update}, {@code restart} or {@code stop}
   */
  public EventsApi(
      Supplier<ServiceSnapshot> services,
      Clock clock,
      Supplier<About> about,
      InFlight inFlight,
      ScheduledExecutorService thread,
      ScheduledExecutorService timer,
      Supplier<String> byeReason) {
    this.services = services;
    this.clock = clock;
    this.about = about;
    this.inFlight = inFlight;
    this.timer = timer;
    this.byeReason = byeReason;
    StateSnapshot scene = new StateSnapshot(clock);
    this.hub = new EventHub(services, scene, boot, thread, this::stir);
    this.watch =
        new StatePoller(services, scene, hub, () -> open.get() > 0, this::followWhoServes, timer);
  }

  /** Returns the hub. The caller registers it as a listener of the other bundles. */
  public EventHub hub() {
    return hub;
  }

  /**
   * Returns a function that makes the id of the stream's current position from the number of the
   * last audit entry.
   */
  public LongFunction<String> position() {
    long seq = hub.seq();
    return audit -> new EventId(boot, seq, audit, Map.of()).text();
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/events")
            .named("getEvents", "events", "Everything that happens.")
            .describes(DESCRIPTION)
            .takes(
                Parameter.query(
                    "log",
                    "Follow these logs too: channelId, name or main; up to 8, separated by commas."),
                LINES,
                Parameter.query("last", "As Last-Event-ID, for clients that cannot set a header."),
                Parameter.header("Last-Event-ID", "The id of the last event received."))
            .answersText("The stream.", "text/event-stream")
            .refuses(Problem.Kind.UNKNOWN_PROJECT)
            .by(this::stream));
  }

  private void stir() {
    watch.stir();
  }

  private void followWhoServes() {
    Logs now = services.get().find(Logs.class).orElse(null);
    allFollows.forEach(f -> f.by(now));
  }

  private void stream(Exchange exchange) throws IOException {
    int tail = exchange.query().count(LINES);
    List<LogId> logs = logs(exchange);
    // A page that closed its stream while it was hidden cannot set the header when it opens a new
    // one. It sends the id in the query instead.
    String header = exchange.request().getHeader("Last-Event-ID");
    Optional<EventId> known =
        EventId.parse(header != null ? header : exchange.query().text("last").orElse(null));
    HttpServletResponse response = exchange.response();
    if (!exchange.head() && open.incrementAndGet() > MOST_STREAMS) {
      open.decrementAndGet();
      throw new Problem(
          Problem.Kind.TOO_MANY_STREAMS,
          "There are " + MOST_STREAMS + " event streams already; close a tab and try again.");
    }
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("utf-8");
    response.setHeader("X-Accel-Buffering", "no");
    if (!exchange.head()) {
      begin(exchange, tail, logs, known);
    }
  }

  private static List<LogId> logs(Exchange exchange) {
    String asked = exchange.query().text("log").orElse("");
    List<LogId> logs =
        Arrays.stream(asked.split(","))
            .filter(id -> !id.isBlank())
            .map(id -> LogId.of(exchange.services(), id.strip()))
            .distinct()
            .toList();
    if (logs.size() > MOST_LOGS) {
      throw Problem.bad(
          "The parameter \"log\" names " + logs.size() + " logs; at most " + MOST_LOGS + ".");
    }
    return logs;
  }

  private void begin(Exchange exchange, int tail, List<LogId> logs, Optional<EventId> known)
      throws IOException {
    AsyncContext context = exchange.request().startAsync(exchange.request(), exchange.response());
    context.setTimeout(0);
    ServletOutputStream out = exchange.response().getOutputStream();
    Reader reader = new Reader();
    Outlet outlet = new Outlet(context, out, reader::gone);
    EventStream stream = new EventStream(boot, outlet, known.map(EventId::audit).orElse(0L));
    reader.stream = stream;
    reader.follows = logs.stream().map(log -> follow(log, tail, stream, known)).toList();
    if (!inFlight.park(reader)) {
      // This surface is stopping. An empty stream makes the reader connect again, to the next
      // activation.
      reader.gone();
      context.complete();
      return;
    }
    Hello hello =
        new Hello(about.get(), boot, clock.instant(), clock.getZone().getId(), HEARTBEAT_MILLIS);
    outlet.force(START);
    outlet.force(Event.frame("hello", "", Json.bytes(hello)));
    out.setWriteListener(outlet);
    hub.begin(stream, known, reader::begun);
  }

  private LogFollow follow(LogId log, int tail, EventStream stream, Optional<EventId> known) {
    String id = log.channelId();
    String cursor = known.map(k -> k.cursor(id)).orElse("");
    return new LogFollow(services, id, log.name(), tail, cursor, stream, timer);
  }

  /** Opens and closes the parts of one stream. Running it sends the bye event. */
  private final class Reader implements Runnable {

    private EventStream stream;
    private List<LogFollow> follows = List.of();

    void begun() {
      for (LogFollow one : follows) {
        allFollows.add(one);
        timer.execute(() -> one.by(services.get().find(Logs.class).orElse(null)));
      }
      watch.begin();
      watch.stir();
    }

    @Override
    public void run() {
      Bye bye = new Bye(byeReason.get(), 1000);
      timer.schedule(stream.outlet()::close, BYE_MILLIS, TimeUnit.MILLISECONDS);
      stream.outlet().end(Event.frame("bye", "", Json.bytes(bye)));
    }

    void gone() {
      open.decrementAndGet();
      hub.end(stream);
      for (LogFollow one : follows) {
        allFollows.remove(one);
        if (!timer.isShutdown()) {
          timer.execute(one::close);
        }
      }
      inFlight.settle(this);
    }
  }
}
