package innkeeper.cli;

import innkeeper.cli.far.FarErrors;
import innkeeper.cli.far.Transport;
import innkeeper.cli.far.TransportChannel;
import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Runs a command that needs no host, through the start script of the far side. */
final class FarProgram {

  private static final Set<String> NAMES =
      Set.of("hosts", "doctor", "restore", "archive", "service");

  private FarProgram() {}

  /** Returns whether the words name such a command. */
  static boolean is(String[] args) {
    List<String> words = Arrays.asList(args);
    return args.length > 0
        && (NAMES.contains(args[0]) || args[0].equals("uninstall") && words.contains("--offline"));
  }

  /**
   * Runs the command and returns its exit status. Files named in the words are on the far side, and
   * the command cannot ask the user.
   */
  static int run(Transport to, String[] args) throws IOException {
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
}
