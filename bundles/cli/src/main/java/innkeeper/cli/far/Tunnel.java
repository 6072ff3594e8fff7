package innkeeper.cli.far;

import innkeeper.common.net.LoopbackPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A port of this machine that leads to a far side. It closes when this program ends for any reason.
 */
public final class Tunnel implements AutoCloseable {

  /**
   * Runs ssh until the input ends. ssh itself waits for open connections then, so {@code cat}
   * watches the input.
   */
  private static final String UNTIL_INPUT_ENDS =
      "trap '' INT QUIT; \"$@\" </dev/null & exec >/dev/null 2>&1; cat; kill $!";

  private final Process process;
  private final FarErrors errors;
  private final int port;

  private Tunnel(Process process, FarErrors errors, int port) {
    this.process = process;
    this.errors = errors;
    this.port = port;
  }

  /**
   * Opens a tunnel on a free port.
   *
   * @param target the target in the form of {@link Transport#tunnel}
   * @param shown receives the lines that the program prints later
   * @throws UnreachableException if the tunnel cannot be opened
   */
  public static Tunnel open(Transport to, String target, Consumer<String> shown)
      throws IOException {
    int port = LoopbackPort.anyFree();
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", UNTIL_INPUT_ENDS, "sh"));
    command.addAll(to.tunnel(port, target));
    Process process = new ProcessBuilder(command).start();
    FarErrors errors = new FarErrors(shown);
    errors.of(process.getErrorStream());
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (said.readLine() == null || LoopbackPort.free(port)) {
      String why = errors.last();
      process.getOutputStream().close();
      throw new UnreachableException(
          to.name() + ": no tunnel to " + target + (why.isEmpty() ? "" : ": " + why), false);
    }
    errors.connected();
    return new Tunnel(process, errors, port);
  }

  public int port() {
    return port;
  }

  /** Waits until the tunnel ends by itself, because the connection broke. */
  public void awaitEnd() throws IOException {
    try {
      errors.awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
  }
}
