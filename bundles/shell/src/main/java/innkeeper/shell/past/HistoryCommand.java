package innkeeper.shell.past;

import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.IsoTime;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code history ID [--since T] [--json]}: plots a project's figures over time. */
public record HistoryCommand(Services services, Clock clock) implements Command {

  private static final Duration USUAL = Duration.ofHours(1);
  private static final int LABEL = 9;
  private static final int VALUE = 11;
  private static final int MOST_BARS = 120;
  private static final int FEWEST_BARS = 20;
  private static final int USUAL_WIDTH = 80;

  @Override
  public Help help() {
    return Help.of("history ID [--since T] [--json]", "plots a project's figures over time")
        .form("history --host [--since T] [--json]")
        .details(
            "--since T  from then until now; default: one hour, at most 30 days",
            "--host     the host's own figures",
            "T is -2h, 03:12, yesterday 03:12, 2026-11-22 03:12, or ISO 8601.",
            "A bar is the largest value in its span; a dot is a time at which nothing was sampled.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    boolean host = options.has("--host");
    String id = host ? "" : options.one("ID");
    if (host) {
      options.atMost(0);
    }
    Instant now = clock.instant();
    Instant from = options.time("--since", clock).orElse(now.minus(USUAL));
    options.check();
    Series series =
        services
            .get(History.class)
            .read(
                new History.Query(
                    host ? List.of() : List.of(id), host, Set.of(), from, now, Optional.empty()))
            .get(0);
    if (options.has("--json")) {
      caller.json(json(series));
    } else {
      plot(caller, series, host ? "the host" : id, from, now);
    }
    return 0;
  }

  private static Map<String, Object> json(Series series) {
    Map<String, Object> metrics = new LinkedHashMap<>();
    series
        .metrics()
        .forEach(
            (metric, points) ->
                metrics.put(
                    metric.word(),
                    points.stream()
                        .map(p -> List.of(IsoTime.text(p.at()), p.min(), p.avg(), p.max()))
                        .toList()));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("channelId", series.channelId().isEmpty() ? null : series.channelId());
    body.put("step", series.step().toSeconds());
    body.put("metrics", metrics);
    return body;
  }

  private static void plot(Caller caller, Series series, String who, Instant from, Instant to) {
    int width = caller.width() > 0 ? caller.width() : USUAL_WIDTH;
    int bars = Math.max(FEWEST_BARS, Math.min(MOST_BARS, width - LABEL - 2 * VALUE - 1));
    caller.println(
        "%s  %s to %s, steps of %s"
            .formatted(who, ZonedText.of(from), ZonedText.of(to), Amounts.span(series.step())));
    caller.println(padded("", LABEL) + padded("max", VALUE) + padded("last", VALUE));
    for (Metric metric : Metric.values()) {
      List<Point> points = series.metrics().getOrDefault(metric, List.of());
      double max = points.stream().mapToDouble(Point::max).max().orElse(Double.NaN);
      double last = points.isEmpty() ? Double.NaN : points.get(points.size() - 1).avg();
      caller.println(
          padded(metric.word(), LABEL)
              + padded(text(metric, max), VALUE)
              + padded(text(metric, last), VALUE)
              + Plot.line(points, from, to, bars));
    }
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }

  /** Formats a value with its unit; a dash means that the value is missing. */
  private static String text(Metric metric, double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    return switch (metric) {
      case CPU -> number(value) + " %";
      case RSS -> Amounts.bytes(Math.round(value));
      case BYTES -> Amounts.bytes(Math.round(value)) + "/s";
      case LINES, ERRORS -> number(value) + "/s";
      case RESTARTS -> Long.toString(Math.round(value));
      case READY -> value >= 1 ? "yes" : value <= 0 ? "no" : Math.round(value * 100) + " %";
    };
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
  }
}
