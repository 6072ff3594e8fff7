package innkeeper.shell.top;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.terminal.Widths;
import innkeeper.shell.cli.Human;
import innkeeper.shell.screen.Screen;
import innkeeper.shell.status.Figures;
import innkeeper.shell.status.ProjectOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Draws a {@link TopModel}: head, table, log of the selected project, and a line of help. */
record TopView(int rows, int columns, boolean colour) {

  private static final String KEYS =
      "j/k select  / filter  s stop  r restart  l log  o sort  q quit";

  private static final String LOG_KEYS = "j/k PgUp/PgDn scroll  G newest  q back";

  /** Returns the number of project rows; at most half of the screen, so that the log has room. */
  int tableRows(int projects) {
    int room = Math.max(1, (rows - 4) / 2);
    return Math.max(1, Math.min(projects, room));
  }

  /** Returns the number of rows that PgUp and PgDn move. */
  int page(TopModel model) {
    return model.mode() == TopModel.Mode.LOG
        ? Math.max(1, rows - 3)
        : tableRows(model.shown().size());
  }

  List<String> draw(TopModel model, List<String> log) {
    List<String> lines = new ArrayList<>();
    if (model.mode() == TopModel.Mode.LOG) {
      lines.add(rule(model));
      addLog(lines, model, log, rows - 2);
    } else {
      lines.add(Widths.start(head(model), columns));
      table(model, lines);
      if (rows - lines.size() > 2) {
        lines.add(rule(model));
        addLog(lines, model, log, rows - 1 - lines.size());
      }
    }
    return Screen.page(lines, last(model), rows);
  }

  private static String head(TopModel model) {
    List<ProjectStatus> all = model.all();
    long trouble = all.stream().filter(ProjectOrder::isTrouble).count();
    long running = all.stream().filter(p -> p.state() == ProjectState.RUNNING).count();
    String filtered =
        model.filter().isEmpty()
            ? ""
            : "  filter \"" + model.filter() + "\": " + model.shown().size();
    String first =
        trouble == 0 ? "No project needs a look" : trouble + " of " + all.size() + " need a look";
    return "%s, %s of %s running; sorted by %s%s"
        .formatted(first, running, all.size(), model.order().word(), filtered);
  }

  private void table(TopModel model, List<String> lines) {
    List<ProjectStatus> shown = model.shown();
    int room = tableRows(shown.size());
    int first = Math.max(0, Math.min(model.place() - room / 2, shown.size() - room));
    TextTable table = new TextTable("STATE", "NAME", "CPU", "MEM", "RESTARTS", "UPTIME", "WHY");
    for (int i = first; i < Math.min(first + room, shown.size()); i++) {
      ProjectStatus p = shown.get(i);
      table.row(
          Human.state(p.state()),
          shortened(p.name()),
          Figures.cpu(p),
          Figures.memory(p),
          p.restarts().count(),
          Figures.uptime(p, model.now()),
          why(p, model));
    }
    List<String> drawn = table.lines(columns - 2, colour);
    lines.add("  " + drawn.get(0));
    for (int i = 1; i < drawn.size(); i++) {
      boolean selected = first + i - 1 == model.place();
      lines.add((selected ? "> " : "  ") + (selected ? bold(drawn.get(i)) : drawn.get(i)));
    }
    if (shown.isEmpty()) {
      lines.add(
          model.all().isEmpty()
              ? "  no projects yet; add one with: innkeeper add ID -- COMMAND [ARG...]"
              : "  no project matches; Esc shows all");
    }
  }

  private String shortened(String name) {
    int longest = Math.max(12, columns / 4 - 2);
    return name.length() > longest ? name.substring(0, longest - 1) + "…" : name;
  }

  private static String why(ProjectStatus p, TopModel model) {
    boolean notReady = p.state() == ProjectState.RUNNING && !p.health().ready();
    String why = Figures.why(p, model.now());
    boolean unknown = p.health().status() == HealthStatus.UNKNOWN;
    String probe = notReady ? (unknown ? "" : "not ready: ") + p.health().output() : "";
    return probe.isEmpty() ? why : why.isEmpty() ? probe : why + "; " + probe;
  }

  private String bold(String line) {
    // The end of a colour also ends bold, so bold is switched on again after it.
    return colour ? "\033[1m" + line.replace("\033[0m", "\033[0m\033[1m") + "\033[0m" : line;
  }

  private String rule(TopModel model) {
    String title = model.selected().map(p -> "-- " + said(p, model)).orElse("-- log") + " ";
    return Widths.start(title + "-".repeat(Math.max(0, columns - Widths.of(title))), columns);
  }

  private static String said(ProjectStatus p, TopModel model) {
    String why = why(p, model);
    return SafeText.line("log of " + p.name() + (why.isEmpty() ? "" : " (" + why + ")"));
  }

  private void addLog(List<String> lines, TopModel model, List<String> log, int room) {
    int back = model.mode() == TopModel.Mode.LOG ? model.scrolled() : 0;
    ArrayDeque<String> wrapped = new ArrayDeque<>();
    // The newest lines come first, and only as many as are needed are wrapped.
    for (int i = log.size() - 1; i >= 0 && wrapped.size() < room + back; i--) {
      List<String> parts = wrapped(log.get(i));
      for (int part = parts.size() - 1; part >= 0; part--) {
        wrapped.addFirst(parts.get(part));
      }
    }
    if (back > 0) {
      back = model.scrolledAtMost(Math.max(0, wrapped.size() - room));
    }
    List<String> all = List.copyOf(wrapped);
    int to = all.size() - back;
    lines.addAll(all.subList(Math.max(0, to - room), to));
  }

  private List<String> wrapped(String line) {
    List<String> parts = new ArrayList<>();
    String rest = line;
    do {
      String part = Widths.start(rest, columns);
      if (part.isEmpty() && !rest.isEmpty()) {
        part = rest.substring(0, rest.offsetByCodePoints(0, 1)); // The character is too wide.
      }
      parts.add(part);
      rest = rest.substring(part.length());
    } while (!rest.isEmpty());
    return parts;
  }

  private String last(TopModel model) {
    return Widths.start(
        SafeText.line(
            switch (model.mode()) {
              case FILTER -> "/" + model.filter() + "_   Enter keeps it, Esc shows all";
              case CONFIRM ->
                  model.asked().map(a -> a.action() + " " + a.channelId()).orElse("")
                      + "?  y does it, any other key does not";
              case LOG -> LOG_KEYS;
              case TABLE -> model.message().isEmpty() ? KEYS : model.message();
            }),
        columns);
  }
}
