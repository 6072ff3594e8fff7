package innkeeper.shell.top;

import innkeeper.api.log.Logs;
import innkeeper.api.log.Logs.Batch;
import innkeeper.api.log.Logs.Tail;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.text.SeenText;
import innkeeper.shell.cli.Services;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Follows the newest lines of one log. They are as a terminal shows them. */
final class LogTail implements AutoCloseable {

  /** The number of lines kept for scrolling. */
  static final int KEPT = 1000;

  /** The longest part of a line that is shown; {@code logs} shows more of it. */
  private static final int LONGEST = 2000;

  private final Services services;

  /** Guards the fields below, because lines arrive on threads of the logging bundle. */
  private final Object lock = new Object();

  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private String begun = "";
  private String name = "";
  private String wrong = "";
  private long version;
  private Logs source;

  /** The present following; lines of an earlier one are dropped. */
  private Object current;

  /** Used on the thread of the command only. */
  private AutoCloseable following;

  LogTail(Services services) {
    this.services = services;
  }

  /** Returns a number that grows with each change. */
  long version() {
    synchronized (lock) {
      return version;
    }
  }

  /** Returns the lines, the newest last, including an unfinished one. */
  List<String> lines() {
    synchronized (lock) {
      List<String> all = new ArrayList<>(lines);
      if (!begun.isEmpty()) {
        all.add(begun);
      }
      if (!wrong.isEmpty()) {
        all.add("(" + wrong + ")");
      }
      return all;
    }
  }

  /**
   * Shows that log from now on. It follows the same log again if the logging bundle was replaced.
   */
  void show(String log) {
    Optional<Logs> now = services.now(Logs.class);
    synchronized (lock) {
      if (log.equals(name) && (now.isEmpty() || now.get() == source)) {
        return;
      }
    }
    String error = end();
    Object turn = new Object();
    synchronized (lock) {
      lines.clear();
      begun = "";
      wrong = now.isEmpty() ? "the logging bundle is away" : error;
      name = log;
      source = now.orElse(null);
      current = turn;
      version++;
    }
    if (now.isPresent() && !log.isEmpty()) {
      follow(now.get(), log, turn);
    }
  }

  private void follow(Logs logs, String log, Object turn) {
    try {
      Tail tail = logs.tail(log, KEPT);
      take(turn, tail.lines());
      following =
          logs.follow(
              log,
              tail.cursor(),
              new Logs.Follower() {
                @Override
                public void lines(Batch batch) {
                  take(turn, batch.lines());
                }

                @Override
                public void unfinished(List<String> now) {
                  begin(turn, now);
                }
              });
    } catch (IOException | RuntimeException e) {
      synchronized (lock) {
        wrong = "the log cannot be read: " + SafeText.line(String.valueOf(e.getMessage()));
        version++;
      }
    }
  }

  private void take(Object turn, List<String> more) {
    synchronized (lock) {
      if (turn != current) {
        return; // The late lines belong to a log that is not shown any more.
      }
      for (String line : more) {
        lines.add(clean(line));
        if (lines.size() > KEPT) {
          lines.remove();
        }
      }
      begun = "";
      version++;
    }
  }

  private void begin(Object turn, List<String> now) {
    synchronized (lock) {
      if (turn == current) {
        begun = now.isEmpty() ? "" : clean(now.get(now.size() - 1));
        version++;
      }
    }
  }

  private static String clean(String line) {
    return SeenText.of(line, LONGEST).replace("\t", "    ");
  }

  @Override
  public void close() {
    end();
  }

  /** Ends the following of the present log. Returns why that failed; "" if it did not. */
  private String end() {
    synchronized (lock) {
      current = null;
    }
    AutoCloseable old = following;
    following = null;
    try {
      if (old != null) {
        old.close();
      }
      return "";
    } catch (Exception e) {
      return "the log is still followed: " + SafeText.line(String.valueOf(e.getMessage()));
    }
  }
}
