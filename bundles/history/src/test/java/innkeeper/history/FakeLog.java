package innkeeper.history;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The size of one log, whatever name is asked for. */
public final class FakeLog implements Logs {

  public final List<String> lines = new ArrayList<>();

  /** How many of the lines are in an archive. */
  public int rotated;

  @Override
  public Optional<LogStatus> status(String name) {
    long all = bytes(lines);
    long active = bytes(lines.subList(rotated, lines.size()));
    return Optional.of(
        new LogStatus("logs/a.log", active, lines.size(), 0, 0, all, Optional.empty()));
  }

  private static long bytes(List<String> lines) {
    return lines.stream().mapToLong(line -> line.length() + 1).sum();
  }

  @Override
  public Tail tail(String name, int count, List<String> places) {
    throw new UnsupportedOperationException();
  }

  @Override
  public LogRange read(String name, LogQuery query) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String positionAt(String name, Instant time) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Instant> oldest(String name) {
    return Optional.empty();
  }

  @Override
  public AutoCloseable follow(String name, String cursor, Follower follower) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void copyTo(String name, OutputStream out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    return CompletableFuture.completedFuture(null);
  }
}
