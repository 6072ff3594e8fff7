package innkeeper.cli;

import innkeeper.cli.far.FarErrors;
import innkeeper.cli.far.Transport;
import innkeeper.cli.far.TransportChannel;
import innkeeper.cli.far.UnreachableException;
import innkeeper.common.wire.Hello;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.function.Consumer;

/** A host that the client reaches through a transport. */
final class FarHost implements TargetHost {

  private static final long AGAIN_MS = 250;

  /**
   * The longest time that a host may be missing after a good connection; each attempt costs a
   * connection.
   */
  private static final long GRACE_MS = 5_000;

  private final Transport transport;
  private final boolean attended;
  private final Consumer<String> errors;
  private boolean greeted;

  /**
   * @param attended whether a user is at the terminal, who can enter a passphrase
   * @param errors receives each line that the transport or this class reports
   */
  FarHost(Transport transport, boolean attended, Consumer<String> errors) {
    this.transport = transport;
    this.attended = attended;
    this.errors = errors;
  }

  /**
   * @throws UnreachableException with the name of the host and the reason
   */
  @Override
  public HostConnection open(Hello hello, boolean again) throws IOException {
    long grace = again ? GRACE_MS : 0;
    long patience = TargetHost.patience(hello);
    long start = System.currentTimeMillis();
    while (true) {
      try {
        HostConnection link = attempt(hello, patience);
        if (link != null) {
          return link;
        }
        if (System.currentTimeMillis() - start >= patience) {
          throw new IOException(transport.name() + ": the shell closed before it took the request");
        }
      } catch (UnreachableException e) {
        if (!e.withoutHost() || System.currentTimeMillis() - start >= grace) {
          throw e;
        }
      }
      TargetHost.pause(AGAIN_MS);
    }
  }

  /**
   * Makes one attempt. Returns null if the shell closed meanwhile; its successor will open soon.
   */
  private HostConnection attempt(Hello hello, long patience) throws IOException {
    TransportChannel channel =
        TransportChannel.open(transport, List.of(), attended, new FarErrors(errors), patience);
    tellRelease(channel.greeting().release());
    AnswerTimeout alarm = new AnswerTimeout(patience);
    alarm.watch(channel, "answer");
    HostConnection link = null;
    try {
      link = HostConnection.greet(channel, hello.through(channel.greeting().pid()));
      if (alarm.off()) {
        return link;
      }
      throw new ClosedChannelException();
    } catch (IOException e) {
      String late = alarm.rang();
      if (!late.isEmpty()) {
        throw new NoHost(
            transport.name() + ": the host did not " + late + " within " + patience / 1000 + " s");
      }
      return null;
    } finally {
      if (link == null) {
        channel.close();
      }
    }
  }

  private void tellRelease(String theirs) {
    String ours = System.getProperty("innkeeper.version", "");
    if (!greeted && !theirs.equals(ours)) {
      errors.accept(
          "innkeeper: " + transport.name() + ": runs release " + theirs + ", this is " + ours);
    }
    greeted = true;
  }
}
