package innkeeper.shell.status;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.Human;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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

  private record Column(String head, List<Object> cells) {}

  /**
   * @param width the columns of the terminal; 0 for no limit
   */
  static TextTable of(List<ProjectStatus> projects, Instant now, int width) {
    List<Column> columns = columns(projects, now, width);
    for (String head : DISPENSABLE) {
      if (width == 0 || needed(columns) <= width) {
        break;
      }
      columns.removeIf(column -> column.head().equals(head));
    }
    TextTable table = new TextTable(columns.stream().map(Column::head).toArray(String[]::new));
    for (int i = 0; i < projects.size(); i++) {
      int row = i;
      table.row(columns.stream().map(column -> column.cells().get(row)).toArray());
    }
    return table;
  }

  private static List<Column> columns(List<ProjectStatus> projects, Instant now, int width) {
    List<Column> columns = new ArrayList<>();
    columns.add(
        new Column(
            "NAME", cells(projects, p -> width == 0 ? p.name() : shortened(p.name(), NAME))));
    if (projects.stream().anyMatch(p -> !p.name().equals(p.channelId()))) {
      columns.add(new Column("ID", cells(projects, ProjectStatus::channelId)));
    }
    columns.add(new Column("STATE", cells(projects, p -> Human.state(p.state()))));
    columns.add(
        new Column(
            "SINCE", cells(projects, p -> Amounts.span(Duration.between(p.shownSince(), now)))));
    columns.add(
        new Column(
            "PID",
            cells(
                projects,
                p -> p.server().pid().isPresent() ? p.server().pid().getAsLong() : Figures.NONE)));
    columns.add(new Column("CPU", cells(projects, Figures::cpu)));
    columns.add(new Column("MEM", cells(projects, Figures::memory)));
    columns.add(new Column("RESTARTS", cells(projects, p -> p.restarts().count())));
    columns.add(
        new Column(
            "PORT",
            cells(
                projects,
                p ->
                    p.project().port().isPresent()
                        ? p.project().port().getAsInt()
                        : Figures.NONE)));
    columns.add(new Column("REASON", cells(projects, p -> Figures.why(p, now))));
    return columns;
  }

  private static List<Object> cells(
      List<ProjectStatus> projects, java.util.function.Function<ProjectStatus, Object> cell) {
    return projects.stream().map(cell).toList();
  }

  /**
   * Returns the width that the table needs, with at most {@link #REASON} columns for the reason.
   */
  private static int needed(List<Column> columns) {
    int sum = 0;
    for (Column column : columns) {
      int widest = column.cells().stream().mapToInt(ProjectTable::length).max().orElse(0);
      boolean reason = column.head().equals("REASON");
      sum += Math.max(column.head().length(), reason ? Math.min(REASON, widest) : widest) + 2;
    }
    return sum - 2;
  }

  private static int length(Object cell) {
    return (cell instanceof TextTable.Cell c ? c.text() : String.valueOf(cell)).length();
  }

  private static String shortened(String name, int longest) {
    return name.length() <= longest ? name : name.substring(0, longest - 1) + "…";
  }
}
