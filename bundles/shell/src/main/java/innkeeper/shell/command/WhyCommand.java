package innkeeper.shell.command;

import innkeeper.api.health.Times;
import innkeeper.api.supervisor.Supervisor.Explanation;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SafeText;
import innkeeper.shell.cli.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code why ID}. */
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
    Explanation why = services.supervisor().why(id);
    if (options.has("--json")) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("channelId", why.status().channelId());
      map.put("state", why.status().state().name());
      map.put("stateSince", Times.iso(why.status().stateSince()));
      map.put("cause", why.cause());
      map.put("evidence", why.evidence());
      map.put("nextStep", why.nextStep());
      caller.out().println(Json.write(map));
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
                + Times.iso(why.status().stateSince()));
    caller.out().println("cause:    " + SafeText.line(why.cause()));
    String head = "evidence: ";
    for (String line : why.evidence()) {
      caller.out().println(head + SafeText.line(line));
      head = "          ";
    }
    caller.out().println("next:     " + SafeText.line(why.nextStep()));
    return 0;
  }
}
