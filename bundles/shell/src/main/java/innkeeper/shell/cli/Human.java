package innkeeper.shell.cli;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.TextTable;

/** Formats states for people, with their colours. */
public final class Human {

  private Human() {}

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
