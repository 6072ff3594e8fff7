package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Runs one command on a far host without a terminal. The command gets no input, and its output goes
 * to an {@link Output}.
 */
final class FarRun {

  private static final byte[] NO_INPUT =
      "standard input and files are for a single host".getBytes(StandardCharsets.UTF_8);

  private static final long GRACE_MS = 5_000;
  private static final long NEXT_HOST_MS = 120_000;

  private final FarHost host;

  /** Receives the frames: TAKEN when the host has accepted the command, then OUT and ERR. */
  interface Output {
    void accept(Frame frame) throws IOException;
  }

  FarRun(FarHost host) {
    this.host = host;
  }

  /**
   * Runs the command to its end.
   *
   * @param patience how long a running host may take for its first answer, in milliseconds
   * @return the exit status
   */
  int run(Hello first, long patience, Output output) throws IOException {
    Hello hello = first;
    HostConnection link = host.open(hello, 0, patience);
    output.accept(new Frame(Frame.TAKEN, new byte[0]));
    while (true) {
      try (HostConnection current = link) {
        Frame end = converse(current, output);
        if (end.type() == Frame.EXIT) {
          return end.number();
        }
        hello = hello.resumedAt(new String(end.payload(), StandardCharsets.UTF_8));
      }
      link = host.open(hello, GRACE_MS, NEXT_HOST_MS);
    }
  }

  /** Returns the frame that ends the conversation: EXIT or BYE. */
  private static Frame converse(HostConnection link, Output output) throws IOException {
    while (true) {
      Frame frame = link.receive();
      if (frame == null) {
        throw new IOException("the connection ended before the command was done");
      }
      switch (frame.type()) {
        case Frame.OUT, Frame.ERR -> output.accept(frame);
        case Frame.WANT -> link.send(Frame.INPUT_END, NO_INPUT, 0, NO_INPUT.length);
        case Frame.EXIT, Frame.BYE -> {
          return frame;
        }
        default -> throw new IOException("a frame of unknown type " + frame.type());
      }
    }
  }
}
