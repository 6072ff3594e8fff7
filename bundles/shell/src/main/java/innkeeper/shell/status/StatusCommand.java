package innkeeper.shell.status;

import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import innkeeper.shell.cli.Suspended;
import innkeeper.shell.screen.Key;
import innkeeper.shell.screen.Screen;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code status [ID…] [--sort KEY] [--watch[=SECONDS]] [--json]}: shows the state of the projects'
 * servers.
 */
public record StatusCommand(Services services, Clock clock) implements Command {

  /** The longest wait for the first sample, which a host takes only when a client asks. */
  private static final long FIRST_SAMPLE_MS = 400;

  private static final long LOOK_MS = 40;

  @Override
  public Help help() {
    return Help.of(
            "status [ID...] [--sort name|state|cpu|mem|restarts|uptime] [--watch[=SECONDS]]"
                + " [--json]",
            "shows what the projects' servers are doing")
        .details(
            "--sort KEY  default name; state has trouble first, numbers have the largest first",
            "--watch     again each 2 seconds, or as many as given; q or Ctrl-C ends it.",
            "            On a pipe one table after another",
            "--json      an array of project records, as GET /api/projects gives it",
            "CPU is of one core; MEM is resident memory. Both are of all processes of the server.",
            "A terminal too narrow for all columns does without PORT, PID and ID.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    ProjectOrder order = order(options);
    double seconds = options.seconds("--watch", 2, 0.1, 86_400);
    boolean watch = options.has("--watch");
    if (watch && options.has("--json")) {
      options.wrong("--json and --watch exclude each other: what is watched has no end");
    }
    options.check();
    if (options.has("--json")) {
      Instant now = clock.instant();
      caller.json(
          projects(options.plain(), order, true).stream().map(p -> record(p, now)).toList());
      return 0;
    }
    if (!watch) {
      print(caller, projects(options.plain(), order, true));
      return 0;
    }
    long period = (long) (seconds * 1000);
    return caller.terminal()
        ? watchOnTerminal(caller, options.plain(), order, period)
        : watchOnPipe(caller, options.plain(), order, period);
  }

  private static ProjectOrder order(Options options) {
    return ProjectOrder.of(options.value("--sort").orElse("name")).orElseThrow();
  }

  private List<ProjectStatus> projects(List<String> ids, ProjectOrder order, boolean patient)
      throws CommandRefusedException, InterruptedException {
    List<ProjectStatus> projects = projects(ids);
    for (long waited = 0; patient && waited < FIRST_SAMPLE_MS; waited += LOOK_MS) {
      if (projects.stream().noneMatch(p -> p.server().pid().isPresent())
          || projects.stream().anyMatch(Figures::known)) {
        break;
      }
      Thread.sleep(LOOK_MS);
      projects = projects(ids);
    }
    projects.sort(order.comparator(clock.instant()));
    return projects;
  }

  private List<ProjectStatus> projects(List<String> ids) throws CommandRefusedException {
    if (ids.isEmpty()) {
      return new ArrayList<>(services.get(Supervisor.class).projects());
    }
    List<ProjectStatus> projects = new ArrayList<>();
    for (String id : ids) {
      projects.add(services.project(id, ""));
    }
    return projects;
  }

  private void print(Caller caller, List<ProjectStatus> projects) {
    if (projects.isEmpty()) {
      caller.err().println("no projects yet; add one with: innkeeper add ID -- COMMAND [ARG...]");
    } else {
      int width = caller.terminal() ? caller.width() : 0;
      caller.print(ProjectTable.of(projects, clock.instant(), width));
    }
  }

  private int watchOnPipe(Caller caller, List<String> ids, ProjectOrder order, long period)
      throws CommandRefusedException, InterruptedException, Suspended {
    boolean again = !caller.resume().isEmpty();
    while (!caller.leaving()) {
      if (again) {
        caller.println("");
      }
      print(caller, projects(ids, order, !again));
      caller.out().flush();
      again = true;
      for (long slept = 0; slept < period && !caller.leaving(); slept += LOOK_MS) {
        Thread.sleep(Math.min(LOOK_MS, period - slept));
      }
    }
    throw new Suspended("watch");
  }

  private int watchOnTerminal(Caller caller, List<String> ids, ProjectOrder order, long period)
      throws CommandRefusedException, InterruptedException, Suspended {
    projects(ids); // An unknown id is reported before the screen switches.
    Screen screen = Screen.open(caller, "innkeeper status");
    Key key = screen.next(1000);
    while (!caller.leaving()) {
      if (key.is('q') || key.kind() == Key.Kind.GONE) {
        return 0;
      }
      draw(caller, screen, projects(ids, order, false), order, period);
      long end = System.nanoTime() + period * 1_000_000;
      do {
        key = screen.next(Math.min(LOOK_MS * 2, period));
      } while (key.kind() == Key.Kind.NONE && System.nanoTime() < end && !caller.leaving());
    }
    throw new Suspended("watch");
  }

  private void draw(
      Caller caller, Screen screen, List<ProjectStatus> projects, ProjectOrder order, long period) {
    List<String> lines =
        ProjectTable.of(projects, clock.instant(), screen.columns())
            .lines(screen.columns(), caller.colour());
    int hidden = Math.max(0, lines.size() - Math.max(1, screen.rows() - 1));
    String more = hidden > 0 ? hidden + " more; all of them: innkeeper top.  " : "";
    String last = "each " + period / 1000.0 + " s, sorted by " + order.word() + "; q quits";
    screen.show(Screen.page(lines, more + last, Math.max(2, screen.rows())));
  }

  private ProjectRecord record(ProjectStatus project, Instant now) {
    Optional<LogStatus> log =
        services.now(Logs.class).flatMap((Logs logs) -> logs.status(project.name()));
    return ProjectRecord.of(project, log, now);
  }
}
