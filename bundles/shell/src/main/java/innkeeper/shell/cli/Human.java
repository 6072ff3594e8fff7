package innkeeper.shell.cli;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.time.ZonedText;

/** Formats states and sentences for people. */
public final class Human {

  private Human() {}

  /** Returns a sentence of another bundle with the times of this zone, on one line. */
  public static String sentence(String text) {
    return SafeText.line(ZonedText.within(text));
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
          case UNKNOWN -> Colour.DIM;
          case WARN -> Colour.YELLOW;
          case FAIL -> Colour.RED;
        });
  }
}
