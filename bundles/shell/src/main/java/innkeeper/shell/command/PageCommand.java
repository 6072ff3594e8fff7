package innkeeper.shell.command;

import innkeeper.api.settings.Settings;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.util.List;

/** Prints the page's address. For a host on another machine, the client itself opens a tunnel. */
final class PageCommand implements Command {

  private final AwaitedServices services;

  PageCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("page [--target]", "prints the page's address")
        .form("page [USER@]BOX")
        .details(
            "[USER@]BOX  opens an ssh tunnel to the page of the host there, on a free port of this",
            "            machine, prints its address and runs until Ctrl-C; as --host [USER@]BOX page",
            "--target    where the host listens: 127.0.0.1:PORT, or the path of ADMIN_SOCKET");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(0).checkNoRest();
    Settings settings = services.settings();
    if (!settings.servesPage()) {
      throw new CommandRefusedException(
          "this host has no page: ADMIN_PORT is 0 and ADMIN_SOCKET is not set; set one of them and"
              + " restart the host");
    }
    String target =
        settings.adminPort() == 0
            ? settings.adminSocket().map(Object::toString).orElse("")
            : "127.0.0.1:" + settings.adminPort();
    boolean plain = options.has("--target") || settings.adminPort() == 0;
    caller.out().println(plain ? target : "http://" + target + "/");
    return 0;
  }
}
