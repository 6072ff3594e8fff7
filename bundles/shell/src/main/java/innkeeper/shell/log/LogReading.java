package innkeeper.shell.log;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Services;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** Prints the existing lines of logs, the oldest first. */
public record LogReading(Services services, LogSelection selection, LogPrinter printer) {

  private static final int PAGE = 2000;
  private static final int MOST = 10_000;

  /** A line that is not printed yet. */
  private record Waiting(String id, TimedLine line, Instant order) {}

  public void run() throws Exception {
    if (selection.searched()) {
      search();
    } else if (selection.most().isPresent()) {
      newest(selection.most().get());
    } else {
      all();
    }
  }

  private LogQuery query(LogQuery plain) {
    return plain.between(selection.from(), selection.to()).of(selection.stream());
  }

  private void newest(int most) throws IOException, CommandRefusedException {
    if (most == 0) {
      return;
    }
    List<Waiting> lines = new ArrayList<>();
    for (LogSource log : selection.logs()) {
      LogRange range =
          services.get(Logs.class).read(log.name(), query(LogQuery.newest(Math.min(MOST, most))));
      Instant order = Instant.MIN;
      for (TimedLine line : range.lines()) {
        order = line.at().orElse(order);
        lines.add(new Waiting(log.id(), line, order));
      }
    }
    lines.sort(Comparator.comparing(Waiting::order));
    lines
        .subList(Math.max(0, lines.size() - most), lines.size())
        .forEach(one -> printer.line(one.id(), one.line()));
  }

  /** Merges pages of all logs, so that the memory does not grow with the number of lines. */
  private void all() throws IOException, CommandRefusedException {
    PriorityQueue<Pages> logs = new PriorityQueue<>(Comparator.comparing(Pages::order));
    for (LogSource log : selection.logs()) {
      Pages pages = new Pages(log);
      if (pages.more()) {
        logs.add(pages);
      }
    }
    while (!logs.isEmpty()) {
      Pages first = logs.remove();
      printer.line(first.log.id(), first.take());
      if (first.more()) {
        logs.add(first);
      }
    }
  }

  /** Reads one log, page by page. */
  private final class Pages {
    private final LogSource log;
    private final Deque<TimedLine> lines = new ArrayDeque<>();
    private String position = "";
    private boolean rest = true;
    private Instant order = Instant.MIN;

    Pages(LogSource log) {
      this.log = log;
    }

    boolean more() throws IOException, CommandRefusedException {
      while (lines.isEmpty() && rest) {
        Logs logs = services.get(Logs.class);
        LogRange range = logs.read(log.name(), query(LogQuery.after(position, PAGE)));
        lines.addAll(range.lines());
        position = range.next();
        rest = range.more();
      }
      if (!lines.isEmpty()) {
        order = lines.peekFirst().at().orElse(order);
      }
      return !lines.isEmpty();
    }

    Instant order() {
      return order;
    }

    TimedLine take() {
      return lines.removeFirst();
    }
  }

  private void search() throws Exception {
    if (selection.most().filter(most -> most == 0).isPresent()) {
      return;
    }
    List<LogSearch.Match> matches = new ArrayList<>();
    LogSearch.Progress end =
        services
            .get(LogSearch.class)
            .search(
                selection.query(),
                new LogSearch.Listener() {
                  @Override
                  public void match(LogSearch.Match match) {
                    matches.add(match);
                  }

                  @Override
                  public void progress(LogSearch.Progress progress) {
                    // Matches are printed at the end, because the oldest one
                    // comes first.
                  }
                });
    Collections.reverse(matches);
    LogSearch.Match before = null;
    for (LogSearch.Match match : matches) {
      print(match, before);
      before = match;
    }
    if (end.unreadable() > 0) {
      printer.note(end.unreadable() + " archives could not be read to their end");
    }
    if (matches.size() == selection.query().limit()) {
      String newest = matches.size() == 1 ? "match" : matches.size() + " matches";
      printer.note("the newest " + newest + "; -n shows more, --since fewer");
    }
  }

  private void print(LogSearch.Match match, LogSearch.Match before) {
    String id =
        selection.logs().stream()
            .filter(log -> log.name().equals(match.name()))
            .map(LogSource::id)
            .findFirst()
            .orElse(match.name());
    if (selection.context() > 0 && before != null) {
      printer.gap();
    }
    match.before().forEach(line -> printer.line(id, Optional.empty(), Optional.empty(), line));
    printer.line(id, match.at(), Optional.empty(), match.line());
    match.after().forEach(line -> printer.line(id, Optional.empty(), Optional.empty(), line));
  }
}
