package innkeeper.cli;

import innkeeper.cli.far.FarErrors;
import innkeeper.cli.far.FarHosts;
import innkeeper.cli.far.Transport;
import innkeeper.cli.far.TransportChannel;
import innkeeper.cli.far.UnreachableException;
import innkeeper.cli.swarm.SwarmView;
import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Runs a command on the hosts that {@code --host}, {@code --hosts} or INNKEEPER_HOST name. */
final class FarCommand {

  /** The commands that the start script of the far side runs itself. */
  private static final Set<String> WITHOUT_HOST =
      Set.of("hosts", "doctor", "restore", "archive", "service");

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
    if (args.length == 1 && args[0].equals("page")) {
      return PageTunnel.run(hosts.get(0), Client.hello(args));
    }
    boolean completes = Client.completes(args);
    if (completes) {
      Client.giveUpSoon();
    }
    TargetHost meant = new FarHost(hosts.get(0), !completes, Client::tell);
    if (args.length == 1 && args[0].equals("shell")) {
      return new Interactive(meant).run();
    }
    try {
      return needsNoHost(args)
          ? runScript(hosts.get(0), args)
          : new OneCommand(meant, Client.hello(args)).toEnd();
    } catch (NoHost | UnreachableException e) {
      return WithoutHost.run(args, e);
    }
  }

  private static boolean needsNoHost(String[] args) {
    List<String> words = Arrays.asList(args);
    return args.length > 0
        && (WITHOUT_HOST.contains(args[0])
            || args[0].equals("uninstall") && words.contains("--offline"));
  }

  /**
   * Runs a command that needs no host, through the start script of the far side. Files named in the
   * words are on the far side, and the command cannot ask the user.
   */
  private static int runScript(Transport to, String[] args) throws IOException {
    FarErrors errors = new FarErrors(Client::tell);
    try (TransportChannel channel =
        TransportChannel.open(to, Arrays.asList(args), true, errors, 0)) {
      ByteBuffer buffer = ByteBuffer.allocate(Frame.CHUNK);
      while (channel.read(buffer.clear()) >= 0) {
        byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
        Client.print(new Frame(Frame.OUT, bytes));
      }
      return channel.awaitStatus();
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
