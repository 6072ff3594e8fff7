package innkeeper.cli;

import innkeeper.cli.far.FarHosts;
import innkeeper.cli.far.Transport;
import innkeeper.cli.far.UnreachableException;
import innkeeper.cli.swarm.SwarmView;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Runs a command on the hosts that {@code --host}, {@code --hosts} or INNKEEPER_HOST name. */
final class FarCommand {

  private FarCommand() {}

  /** Returns whether the command is for hosts of other machines. */
  static boolean meant() {
    return System.getProperty("innkeeper.far") != null
        || System.getProperty("innkeeper.far.file") != null;
  }

  /** Runs the command and returns its exit status. */
  static int run(String[] args) throws IOException {
    String word = System.getProperty("innkeeper.far", "");
    if (word.startsWith(SwarmView.SCHEME) && System.getProperty("innkeeper.far.file") == null) {
      return SwarmCommand.run(word, args);
    }
    List<Transport> hosts = hosts();
    if (hosts.size() > 1) {
      return SeveralHosts.run(hosts, args);
    }
    boolean page = args.length == 1 && args[0].equals("page");
    if (page) {
      return PageTunnel.run(hosts.get(0), Client.hello(args));
    }
    boolean completes = Client.completes(args);
    if (completes) {
      Client.giveUpSoon();
    }
    FarHost far = new FarHost(hosts.get(0), !completes, Client::tell);
    TargetHost meant = TargetHost.at(far);
    if (args.length == 1 && args[0].equals("shell")) {
      return new Interactive(meant).run();
    }
    try {
      return FarProgram.is(args)
          ? FarProgram.run(hosts.get(0), args)
          : new OneCommand(meant, Client.hello(args), System.in).toEnd();
    } catch (NoHost | UnreachableException e) {
      return WithoutHost.run(args, e);
    }
  }

  private static List<Transport> hosts() throws IOException {
    String which = System.getProperty("innkeeper.far.which", "");
    String file = System.getProperty("innkeeper.far.file");
    try {
      return file == null
          ? FarHosts.of(System.getProperty("innkeeper.far"), which)
          : FarHosts.in(Path.of(file), which);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "--hosts names the file " + file + ", which does not exist; for one host: --host BOX", e);
    }
  }
}
