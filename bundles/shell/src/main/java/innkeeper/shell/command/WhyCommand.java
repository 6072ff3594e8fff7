package innkeeper.shell.command;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.Explanation;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Instant;
import java.util.List;

/** {@code why ID}: explains the state of a project. */
record WhyCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("why ID [--json]", "says why a project is in its state, and what comes next")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String id = options.one("ID");
    options.check();
    services.project(id, "");
    Explanation why = services.get(Supervisor.class).why(id);
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
      caller.json(body);
      return 0;
    }
    String state = caller.painted(Human.state(why.status().state()));
    String since = ZonedText.of(why.status().lifecycle().since());
    caller.println(why.status().name() + " is " + state + " since " + since);
    caller.println("cause:    " + Human.sentence(why.cause()));
    caller.lines("evidence: ", why.evidence().stream().map(WhyCommand::shown).toList());
    caller.println("next:     " + Human.sentence(why.nextStep()));
    return 0;
  }

  /** Formats a line of evidence; a line of the log stays as the server wrote it. */
  private static String shown(String evidence) {
    return evidence.startsWith("log: ") ? SafeText.line(evidence) : Human.sentence(evidence);
  }

  private record Why(
      String channelId,
      ProjectState state,
      Instant stateSince,
      String cause,
      List<String> evidence,
      String nextStep) {}
}
