package innkeeper.shell.cli;

import innkeeper.api.log.Logs;
import innkeeper.api.log.Logs.Batch;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Follows a log until the caller goes. When the logging surface is replaced, it continues with the
 * successor at the same cursor. When the shell is replaced, the new shell continues in the same
 * way.
 */
public final class FollowLoop {

  private static final long LOOK_MS = 100;

  private final AwaitedServices services;
  private final String name;
  private final Caller caller;
  private final UnaryOperator<String> shown;

  /** Guards cursor and current, because batches arrive on a thread of the logging surface. */
  private final Object lock = new Object();

  private String cursor;
  private Object current;

  /** The part of an unfinished line that the terminal already shows. */
  private String begun = "";

  public FollowLoop(
      AwaitedServices services,
      String name,
      String cursor,
      Caller caller,
      UnaryOperator<String> shown) {
    this.services = services;
    this.name = name;
    this.cursor = cursor;
    this.caller = caller;
    this.shown = shown;
  }

  public void run() throws Exception {
    caller.out().flush();
    while (!caller.leaving()) {
      Logs logs = services.logs();
      Object turn = new Object();
      String from;
      synchronized (lock) {
        current = turn;
        from = cursor;
      }
      AutoCloseable following =
          logs.follow(
              name,
              from,
              new Logs.Follower() {
                @Override
                public void lines(Batch batch) {
                  take(turn, batch);
                }

                @Override
                public void unfinished(List<String> lines) {
                  show(turn, lines);
                }
              });
      try {
        while (!caller.leaving() && services.now().logs().equals(Optional.of(logs))) {
          Thread.sleep(LOOK_MS);
        }
      } finally {
        synchronized (lock) {
          current = null;
        }
        following.close();
      }
    }
    synchronized (lock) {
      throw new Suspended(cursor);
    }
  }

  /**
   * Shows an unfinished line, on a terminal only. A program that reads the output gets each line
   * once and whole.
   */
  private void show(Object turn, List<String> lines) {
    synchronized (lock) {
      if (turn == current && caller.terminal() && !lines.isEmpty()) {
        String line = lines.get(lines.size() - 1);
        caller.out().print(shown.apply(continued(line)));
        caller.out().flush();
        begun = line;
      }
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
    caller.out().println();
    return line;
  }

  private void take(Object turn, Batch batch) {
    synchronized (lock) {
      if (turn != current) {
        // This late batch comes from a replaced service; the successor sends its lines
        // again from the cursor.
        return;
      }
      PrintStream out = caller.out();
      if (batch.gap()) {
        caller.err().println("innkeeper: lines are missing here; their archives are gone");
      }
      for (String line : batch.lines()) {
        out.println(shown.apply(continued(line)));
      }
      out.flush();
      cursor = batch.cursor();
    }
  }
}
