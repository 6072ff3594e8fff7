package innkeeper.shell.command;

import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code remove ID…}. */
final class RemoveCommand implements Command {

  private final AwaitedServices services;

  RemoveCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("remove ID...", "stops projects and deletes their definitions; logs stay")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    if (options.plain().isEmpty()) {
      options.wrong("ID is missing");
    }
    options.checkNoRest();
    var supervisor = services.supervisor();
    List<String> unknown =
        options.plain().stream()
            .filter(id -> supervisor.project(id).isEmpty())
            .filter(id -> !supervisor.unreadable().contains(id))
            .toList();
    if (!unknown.isEmpty()) {
      throw services.unknownProjects(unknown, "; nothing was removed");
    }
    List<String> ids = options.plain().stream().distinct().toList();
    List<CompletableFuture<Void>> gone =
        ids.stream().map(id -> supervisor.remove(id, caller.actor())).toList();
    for (int i = 0; i < ids.size(); i++) {
      gone.get(i).get();
      caller.out().println("removed " + ids.get(i) + "; its logs stay");
      caller.out().flush();
    }
    return 0;
  }
}
