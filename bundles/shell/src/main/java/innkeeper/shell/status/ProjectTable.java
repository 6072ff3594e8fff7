package innkeeper.shell.status;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Listing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The table of {@code status}. On a narrow terminal it drops port, pid and id in favour of the
 * reason.
 */
final class ProjectTable {

  /** The columns that a narrow table drops, in this order. */
  private static final List<String> DISPENSABLE = List.of("PORT", "PID", "ID");

  /** The width of the reason that a narrow table keeps free. */
  private static final int REASON = 20;

  private static final int NAME = 24;

  private ProjectTable() {}

  /**
   * @param width the columns of the terminal; 0 for no limit
   */
  static TextTable of(List<ProjectStatus> projects, Instant now, int width) {
    Listing<ProjectStatus> table = new Listing<>(projects);
    table.column("NAME", p -> width == 0 ? p.name() : shortened(p.name()));
    if (projects.stream().anyMatch(p -> !p.name().equals(p.channelId()))) {
      table.column("ID", ProjectStatus::channelId);
    }
    table
        .column("STATE", p -> Human.state(p.state()))
        .column("SINCE", p -> Amounts.span(Duration.between(p.shownSince(), now)))
        .column(
            "PID", p -> p.server().pid().isPresent() ? p.server().pid().getAsLong() : Figures.NONE)
        .column("CPU", Figures::cpu)
        .column("MEM", Figures::memory)
        .column("RESTARTS", p -> p.restarts().count())
        .column(
            "PORT",
            p -> p.project().port().isPresent() ? p.project().port().getAsInt() : Figures.NONE)
        .column("REASON", p -> Figures.why(p, now));
    for (String head : DISPENSABLE) {
      if (width > 0 && table.width(REASON) > width) {
        table.remove(head);
      }
    }
    return table.table();
  }

  private static String shortened(String name) {
    return name.length() <= NAME ? name : name.substring(0, NAME - 1) + "…";
  }
}
