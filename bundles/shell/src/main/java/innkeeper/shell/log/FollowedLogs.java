package innkeeper.shell.log;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.LogSearch.LineFilter;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Logs.Batch;
import innkeeper.api.log.TimedLine;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Services;
import innkeeper.shell.cli.Suspended;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Prints the new lines of several logs until the caller goes. When the logging surface is replaced,
 * it continues with the successor at the same position. When the shell is replaced, the new shell
 * continues in the same way.
 */
public final class FollowedLogs {

  private static final long LOOK_MS = 100;
  private static final String BETWEEN = " ";

  private final Services services;
  private final LogSelection selection;
  private final LogPrinter printer;
  private final Caller caller;
  private final String[] cursors;
  private final List<Optional<LineFilter>> filters = new ArrayList<>();

  /** Guards the cursors, because the batches of each log arrive on a thread of its own. */
  private final Object lock = new Object();

  private Object current;

  public FollowedLogs(
      Services services, LogSelection selection, LogPrinter printer, Caller caller) {
    this.services = services;
    this.selection = selection;
    this.printer = printer;
    this.caller = caller;
    this.cursors = new String[selection.logs().size()];
  }

  /** Sets the positions to the ends of the logs, so that only later lines are printed. */
  public void fromEnds() throws IOException, CommandRefusedException {
    Logs logs = services.get(Logs.class);
    for (int i = 0; i < cursors.length; i++) {
      String name = selection.logs().get(i).name();
      LogRange last = logs.read(name, LogQuery.newest(1));
      cursors[i] =
          last.lines().isEmpty()
              ? logs.tail(name, 1).cursor()
              : logs.read(name, LogQuery.after(last.lines().get(0).position(), 1)).next();
    }
  }

  /** Sets the positions that a predecessor left. */
  public void from(String resume) {
    String[] places = resume.split(BETWEEN, -1);
    System.arraycopy(places, 0, cursors, 0, Math.min(places.length, cursors.length));
  }

  /** Follows the logs. It never returns normally; an exception ends it. */
  public void run() throws Exception {
    printer.flush();
    for (int i = 0; i < cursors.length; i++) {
      filters.add(
          selection.searched()
              ? Optional.of(services.get(LogSearch.class).filter(selection.query()))
              : Optional.empty());
    }
    while (!caller.leaving()) {
      Logs logs = services.get(Logs.class);
      Object turn = new Object();
      synchronized (lock) {
        current = turn;
      }
      List<AutoCloseable> followings = new ArrayList<>();
      try {
        for (int i = 0; i < cursors.length; i++) {
          int log = i;
          String name = selection.logs().get(i).name();
          followings.add(
              logs.follow(
                  name,
                  cursor(i),
                  new Logs.Follower() {
                    @Override
                    public void lines(Batch batch) {
                      take(turn, log, batch);
                    }

                    @Override
                    public void unfinished(List<String> lines) {
                      synchronized (lock) {
                        if (turn == current) {
                          printer.unfinished(lines);
                        }
                      }
                    }
                  }));
        }
        while (!caller.leaving() && services.now(Logs.class).equals(Optional.of(logs))) {
          Thread.sleep(LOOK_MS);
        }
      } finally {
        synchronized (lock) {
          current = null;
        }
        for (AutoCloseable following : followings) {
          following.close();
        }
      }
    }
    synchronized (lock) {
      throw new Suspended(Arrays.stream(cursors).collect(Collectors.joining(BETWEEN)));
    }
  }

  private String cursor(int log) {
    synchronized (lock) {
      return cursors[log];
    }
  }

  private void take(Object turn, int log, Batch batch) {
    synchronized (lock) {
      if (turn != current) {
        return; // A replaced service sent this late batch; the successor sends the lines again.
      }
      if (batch.gap()) {
        printer.note("lines are missing here; their archives are gone");
      }
      List<TimedLine> lines =
          filters.get(log).map(filter -> filter.next(batch.timed())).orElse(batch.timed());
      for (TimedLine line : lines) {
        if (selection.stream().isEmpty() || selection.stream().equals(line.stream())) {
          printer.line(selection.logs().get(log).id(), line);
        }
      }
      printer.flush();
      cursors[log] = batch.cursor();
    }
  }
}
