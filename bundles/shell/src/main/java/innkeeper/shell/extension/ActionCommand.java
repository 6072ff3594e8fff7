package innkeeper.shell.extension;

import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.action.ProjectActions.Ticket;
import innkeeper.api.action.ProjectActions.UnknownActionException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.LongWork;
import innkeeper.shell.cli.Options;
import java.util.List;

/**
 * {@code action [--json]}, {@code action NAME ID [--yes] [--json]}: lists and runs actions of other
 * bundles.
 */
public final class ActionCommand implements Command {

  private final AwaitedServices services;

  public ActionCommand(AwaitedServices services) {
    this.services = services;
  }

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
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    List<String> plain = options.plain();
    if (plain.size() == 1) {
      options.wrong("ID is missing");
    }
    if (plain.isEmpty() && options.has("--yes")) {
      options.wrong("NAME is missing");
    }
    options.atMost(2).checkNoRest();
    return plain.isEmpty()
        ? list(caller, options.has("--json"))
        : run(caller, plain.get(0), plain.get(1), options);
  }

  private int run(Caller caller, String name, String id, Options options) throws Exception {
    ProjectActions actions = services.actions();
    Ticket ticket;
    try {
      ticket = actions.run(name, id, options.has("--yes"), caller.actor());
    } catch (UnknownProjectException e) {
      throw services.unknownProjects(List.of(id), "");
    } catch (UnknownActionException e) {
      throw new CommandRefusedException(SafeText.line(e.getMessage()), e);
    } catch (ActionRefusedException e) {
      String hint = e.unconfirmed() ? ": innkeeper action " + name + " " + id + " --yes" : "";
      throw new CommandRefusedException(SafeText.line(e.getMessage()) + hint, e);
    }
    ActionRun run =
        LongWork.await(caller, ticket.ended(), () -> new LongWork.Phase(name + " of " + id, -1, 0));
    if (options.has("--json")) {
      caller.out().println(Json.write(run));
      return run.state() == State.DONE ? 0 : 1;
    }
    if (run.state() != State.DONE) {
      throw new CommandRefusedException(
          name + " of " + run.channelId() + " failed: " + SafeText.line(run.text()));
    }
    caller
        .out()
        .println(
            name
                + " of "
                + run.channelId()
                + " done"
                + (run.text().isEmpty() ? "" : ": " + SafeText.line(run.text())));
    return 0;
  }

  private int list(Caller caller, boolean json) throws Exception {
    List<Offer> offers = services.actions().offers("");
    if (json) {
      caller.out().println(Json.write(offers));
      return 0;
    }
    if (offers.isEmpty()) {
      caller.err().println("no bundle offers an action; see docs/api.md");
      return 0;
    }
    TextTable table = new TextTable("NAME", "PROJECTS", "CONFIRM", "LIMIT", "LAST RUN", "ACTION");
    for (Offer one : offers) {
      table.row(
          one.name(),
          one.projects().isEmpty() ? "all" : String.join(",", one.projects()),
          one.dangerous() ? "--yes" : "-",
          one.limitSeconds() + "s",
          one.last().map(ActionCommand::last).orElse("-"),
          one.title());
    }
    caller.print(table);
    return 0;
  }

  private static String last(ActionRun run) {
    return run.channelId()
        + " "
        + run.state().word()
        + " "
        + ZonedText.of(run.to().orElse(run.from()));
  }
}
