package innkeeper.shell.cli;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import java.time.Duration;
import java.util.Locale;

/** Spans, sizes and states for people. */
public final class Human {

  private Human() {}

  /** {@code 12s}, {@code 5m 10s}, {@code 3h 04m}, {@code 2d 03h}. */
  public static String span(Duration span) {
    long s = Math.max(0, span.toSeconds());
    if (s < 60) {
      return s + "s";
    }
    if (s < 3600) {
      return s / 60 + "m " + two(s % 60) + "s";
    }
    if (s < 86400) {
      return s / 3600 + "h " + two(s / 60 % 60) + "m";
    }
    return s / 86400 + "d " + two(s / 3600 % 24) + "h";
  }

  private static String two(long number) {
    return number < 10 ? "0" + number : Long.toString(number);
  }

  /** {@code 512 B}, {@code 1.5 KiB}, {@code 20.0 MiB}. */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    String[] units = {"KiB", "MiB", "GiB", "TiB"};
    int unit = -1;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
  }

  public static TextTable.Cell state(ProjectState state) {
    return new TextTable.Cell(
        state.name(),
        switch (state) {
          case RUNNING -> Colour.GREEN;
          case STARTING, BACKOFF, STOPPING -> Colour.YELLOW;
          case FATAL -> Colour.RED;
          case UNKNOWN -> Colour.MAGENTA;
          case STOPPED, EXITED -> Colour.DIM;
        });
  }

  public static TextTable.Cell health(HealthStatus status) {
    return new TextTable.Cell(
        status.word(),
        switch (status) {
          case PASS -> Colour.GREEN;
          case WARN -> Colour.YELLOW;
          case FAIL -> Colour.RED;
        });
  }
}
