package innkeeper.shell.top;

import innkeeper.api.log.CleanText;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import innkeeper.shell.cli.Suspended;
import innkeeper.shell.screen.Key;
import innkeeper.shell.screen.Screen;
import innkeeper.shell.top.TopModel.Request;
import java.time.Clock;
import java.util.Optional;

/** {@code top}: shows all projects and the log of one on the whole terminal. */
public record TopCommand(Services services, Clock clock) implements Command {

  private static final long REFRESH_MS = 1000;

  /** The longest delay before a new line of the log is displayed. */
  private static final long LOOK_MS = 100;

  private static final long SIZE_MS = 1000;

  @Override
  public Help help() {
    return Help.of("top", "all projects and the log of one, on the whole terminal")
        .details(
            "Those in trouble come first. It continues over restart-host and upgrade.",
            "j, k, arrows  select a project; its log is below",
            "/             shows only what has that text in name, state or reason; Esc shows all",
            "s             stops the selected project, or starts one that is stopped; y confirms",
            "r             restarts it; y confirms",
            "l, Enter      its log on the whole screen; q goes back",
            "o             sorts by the next of name, state, cpu, mem, restarts, uptime",
            "q             quits");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0).check();
    TopModel model = TopModel.of(caller.resume());
    Screen screen = Screen.open(caller, "innkeeper status --sort state");
    try (LogTail log = new LogTail(services)) {
      screen.next(SIZE_MS);
      return loop(caller, screen, model, log);
    }
  }

  private int loop(Caller caller, Screen screen, TopModel model, LogTail log)
      throws InterruptedException, Suspended {
    long refreshed = 0;
    long drawn = -1;
    boolean changed = true;
    while (!caller.leaving()) {
      if (System.nanoTime() - refreshed > REFRESH_MS * 1_000_000 || refreshed == 0) {
        refresh(model);
        refreshed = System.nanoTime();
        changed = true;
      }
      TopView view = new TopView(screen.rows(), screen.columns(), caller.colour());
      if (changed || log.version() != drawn) {
        drawn = log.version();
        screen.show(view.draw(model, log.lines()));
        changed = false;
      }
      Key key = screen.next(LOOK_MS);
      switch (key.kind()) {
        case NONE -> log.show(model.selected().map(p -> p.name()).orElse(""));
        case GONE -> {
          return 0;
        }
        default -> {
          changed = true;
          Optional<Request> request = model.key(key, view.page(model));
          if (request.isPresent()) {
            model.message(ask(request.get(), caller));
            refreshed = 0;
          }
          if (model.quit()) {
            return 0;
          }
        }
      }
    }
    throw new Suspended(model.state());
  }

  private void refresh(TopModel model) {
    Optional<Supervisor> supervisor = services.now(Supervisor.class);
    try {
      if (supervisor.isPresent()) {
        model.projects(supervisor.get().projects(), clock.instant());
        return;
      }
    } catch (StoreException e) {
      model.message("the projects are not known yet: " + e.getMessage());
      return;
    }
    model.message("the supervisor is being replaced; what is shown is of before");
  }

  /** Sends the request and returns its result for the last line. */
  private String ask(Request request, Caller caller) {
    Optional<Supervisor> supervisor = services.now(Supervisor.class);
    if (supervisor.isEmpty()) {
      return "the supervisor is being replaced; nothing was done";
    }
    String id = request.channelId();
    try {
      switch (request.action()) {
        case "stop" -> supervisor.get().stop(id, caller.actor());
        case "restart" -> supervisor.get().restart(id, caller.actor());
        default -> supervisor.get().start(id, caller.actor());
      }
      return request.action() + " " + id + ": asked";
    } catch (StateConflictException | UnknownProjectException | StoreException e) {
      return request.action() + " " + id + ": " + CleanText.of(String.valueOf(e.getMessage()));
    }
  }
}
