package innkeeper.shell.extension;

import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.action.ProjectActions.Ticket;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.LongWork;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.List;

/**
 * {@code action [--json]}, {@code action NAME ID [--yes] [--json]}: lists and runs actions of other
 * bundles.
 */
public record ActionCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("action [--json]", "lists what other bundles can do to projects, and does it")
        .form("action NAME ID [--yes] [--json]")
        .details(
            "NAME   one of the list; it is run for the project ID, and its end is waited for",
            "--yes  confirms an action that can do harm",
            "Not done is exit status 1. Ctrl-C ends only the waiting.")
        .argument(Help.Kind.ACTION);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    List<String> plain = options.plain();
    if (plain.size() == 1) {
      options.wrong("ID is missing");
    }
    if (plain.isEmpty() && options.has("--yes")) {
      options.wrong("NAME is missing");
    }
    options.atMost(2).check();
    return plain.isEmpty()
        ? list(services.get(ProjectActions.class).offers(""))
            .print(caller, options.has("--json"), "no bundle offers an action; see docs/api.md")
        : run(caller, plain.get(0), plain.get(1), options);
  }

  private int run(Caller caller, String name, String id, Options options) throws Exception {
    ProjectActions actions = services.get(ProjectActions.class);
    Ticket ticket;
    try {
      ticket = actions.run(name, id, options.has("--yes"), caller.actor());
    } catch (UnknownProjectException e) {
      throw services.unknownProjects(List.of(id), "");
    } catch (ActionRefusedException e) {
      String hint = e.unconfirmed() ? ": innkeeper action " + name + " " + id + " --yes" : "";
      throw new CommandRefusedException(SafeText.line(e.getMessage()) + hint, e);
    }
    ActionRun run =
        LongWork.await(caller, ticket.ended(), () -> new LongWork.Phase(name + " of " + id, -1, 0));
    if (options.has("--json")) {
      caller.json(run);
      return run.state() == State.DONE ? 0 : 1;
    }
    if (run.state() != State.DONE) {
      throw new CommandRefusedException(
          name + " of " + run.channelId() + " failed: " + SafeText.line(run.text()));
    }
    String text = run.text().isEmpty() ? "" : ": " + SafeText.line(run.text());
    caller.println(name + " of " + run.channelId() + " done" + text);
    return 0;
  }

  private static Listing<Offer> list(List<Offer> offers) {
    return new Listing<>(offers)
        .column("NAME", Offer::name)
        .column("PROJECTS", o -> o.projects().isEmpty() ? "all" : String.join(",", o.projects()))
        .column("CONFIRM", o -> o.dangerous() ? "--yes" : "-")
        .column("LIMIT", o -> o.limitSeconds() + "s")
        .column("LAST RUN", o -> o.last().map(ActionCommand::last).orElse("-"))
        .column("ACTION", Offer::title);
  }

  private static String last(ActionRun run) {
    String when = ZonedText.of(run.to().orElse(run.from()));
    return run.channelId() + " " + run.state().word() + " " + when;
  }
}
