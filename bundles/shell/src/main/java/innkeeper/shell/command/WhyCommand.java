package innkeeper.shell.command;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Explanation;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.time.Instant;
import java.util.List;

/** {@code why ID}: explains the state of a project. */
final class WhyCommand implements Command {

  private final AwaitedServices services;

  WhyCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("why ID [--json]", "says why a project is in its state, and what comes next")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    String id = options.one("ID");
    options.checkNoRest();
    if (services.supervisor().project(id).isEmpty()) {
      throw services.unknownProjects(List.of(id), "");
    }
    Explanation why = services.supervisor().why(id);
    if (options.has("--json")) {
      ProjectStatus status = why.status();
      Why body =
          new Why(
              status.channelId(),
              status.state(),
              status.lifecycle().since(),
              why.cause(),
              why.evidence(),
              why.nextStep());
      caller.out().println(Json.write(body));
      return 0;
    }
    TextTable.Cell state = Human.state(why.status().state());
    caller
        .out()
        .println(
            why.status().name()
                + " is "
                + state.colour().paint(state.text(), caller.colour())
                + " since "
                + ZonedText.of(why.status().lifecycle().since()));
    caller.out().println("cause:    " + SafeText.line(ZonedText.within(why.cause())));
    String head = "evidence: ";
    for (String line : why.evidence()) {
      caller.out().println(head + SafeText.line(shown(line)));
      head = "          ";
    }
    caller.out().println("next:     " + SafeText.line(ZonedText.within(why.nextStep())));
    return 0;
  }

  /** Formats a line of evidence; a line of the log stays as the server wrote it. */
  private static String shown(String evidence) {
    return evidence.startsWith("log: ") ? evidence : ZonedText.within(evidence);
  }

  private record Why(
      String channelId,
      ProjectState state,
      Instant stateSince,
      String cause,
      List<String> evidence,
      String nextStep) {}
}
