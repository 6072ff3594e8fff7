package innkeeper.shell.command;

import innkeeper.api.settings.Settings;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;

/** Prints the page's address. For a host on another machine, the client itself opens a tunnel. */
record PageCommand(Services services) implements Command {

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
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0).check();
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
    caller.println(plain ? target : "http://" + target + "/");
    return 0;
  }
}
