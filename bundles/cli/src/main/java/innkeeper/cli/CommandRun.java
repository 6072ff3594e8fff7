package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;

/**
 * Runs one command to its end. If the shell is replaced meanwhile, the command continues on the
 * next shell. Without a subclass's answer, the command gets no input.
 */
abstract class CommandRun {

  private final TargetHost meant;
  private Hello hello;

  CommandRun(TargetHost meant, Hello hello) {
    this.meant = meant;
    this.hello = hello;
  }

  /** Receives the output: frames of type OUT and ERR. */
  abstract void show(Frame frame) throws IOException;

  /** Receives each connection on which a host has accepted the command. */
  void connected(HostConnection link) throws IOException {}

  /** Answers a request for input; {@link Frame#WANT} defines the file's name. */
  void want(HostConnection link, String file) throws IOException {
    link.send(Frame.INPUT_END, "standard input and files are for a single host");
  }

  /** Returns the exit status. */
  int toEnd() throws IOException {
    HostConnection link = meant.open(hello, false);
    while (true) {
      try (HostConnection current = link) {
        connected(current);
        Frame end = converse(current);
        if (end.type() == Frame.EXIT) {
          return end.number();
        }
        hello = hello.resumedAt(end.text());
      }
      link = meant.open(hello, true);
    }
  }

  /** Returns the frame that ends the conversation: EXIT or BYE. */
  Frame converse(HostConnection link) throws IOException {
    while (true) {
      Frame frame = link.receive();
      if (frame == null) {
        throw new IOException("the host went away before the command was done");
      }
      switch (frame.type()) {
        case Frame.OUT, Frame.ERR -> show(frame);
        case Frame.WANT -> want(link, frame.text());
        case Frame.EXIT, Frame.BYE -> {
          return frame;
        }
        default -> throw new IOException("a frame of unknown type " + frame.type());
      }
    }
  }
}
