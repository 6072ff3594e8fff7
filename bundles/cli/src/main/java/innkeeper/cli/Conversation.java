package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The connection of an interactive session. It reconnects when the shell surface is replaced. */
final class Conversation implements AutoCloseable, Runnable {

  private final TargetHost meant;
  private final Hello hello;
  private final TypedInput typed;
  private volatile HostConnection link;

  /**
   * @param typed the source of standard input for a command; null if the lines themselves come from
   *     standard input, so no command can read it
   */
  Conversation(TargetHost meant, Hello hello, TypedInput typed) throws IOException {
    this.meant = meant;
    this.hello = hello;
    this.typed = typed;
    this.link = HostConnection.open(meant, hello);
  }

  /** Runs one line, shows its output and returns its exit status. */
  int run(String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    String resume = "";
    while (true) {
      Frame end = attempt(bytes);
      if (end != null && end.type() == Frame.EXIT) {
        return end.number();
      }
      if (end != null) {
        resume = new String(end.payload(), StandardCharsets.UTF_8);
      }
      link.close();
      link = HostConnection.reopen(meant, hello.resumedAt(resume));
      if (end == null && taken) {
        Client.print(
            new Frame(
                Frame.ERR,
                "the shell went away before the command was done\n"
                    .getBytes(StandardCharsets.UTF_8)));
        return 1;
      }
    }
  }

  private boolean taken;

  /**
   * Sends the line and returns the frame that ended it: EXIT or BYE. Returns null if the connection
   * broke.
   */
  private Frame attempt(byte[] line) throws IOException {
    taken = false;
    boolean cooked = false;
    try {
      link.send(Frame.LINE, line, 0, line.length);
      while (true) {
        Frame frame = link.receive();
        if (frame == null) {
          return null;
        }
        switch (frame.type()) {
          case Frame.TAKEN -> taken = true;
          case Frame.OUT, Frame.ERR -> print(frame);
          case Frame.WANT -> cooked |= want(new String(frame.payload(), StandardCharsets.UTF_8));
          case Frame.EXIT, Frame.BYE -> {
            return frame;
          }
          default -> {
            // This is a late answer to a completion request.
          }
        }
      }
    } catch (Client.Gone e) {
      throw e;
    } catch (IOException e) {
      // The connection broke; the caller connects again or reports why it cannot.
      return null;
    } finally {
      if (cooked) {
        typed.end();
      }
      if (typed != null) {
        typed.notWhole();
      }
    }
  }

  private void print(Frame frame) throws IOException {
    if (typed == null) {
      Client.print(frame);
    } else {
      typed.print(frame);
    }
  }

  private boolean want(String file) throws IOException {
    if (file.equals(Frame.KEYS) && typed != null) {
      typed.whole(link, this);
      return false;
    }
    if (!file.isEmpty()) {
      new InputPump(link, file, null).start();
      return false;
    }
    if (typed == null) {
      byte[] why =
          "standard input holds the commands; write them to a file and name that"
              .getBytes(StandardCharsets.UTF_8);
      link.send(Frame.INPUT_END, why, 0, why.length);
      return false;
    }
    typed.begin();
    new InputPump(link, "", typed).start();
    return true;
  }

  /** Handles Ctrl-C while a command has the whole terminal. */
  @Override
  public void run() {
    cancel();
  }

  /** Cancels the command. It is called on the thread that reads the keys. */
  void cancel() {
    try {
      link.send(Frame.CANCEL, new byte[0], 0, 0);
    } catch (IOException e) {
      // The connection broke; the receiving thread notices.
      return;
    }
  }

  LineEditor.Completion complete(String before) throws IOException {
    byte[] bytes = before.getBytes(StandardCharsets.UTF_8);
    try {
      link.send(Frame.COMPLETE, bytes, 0, bytes.length);
      while (true) {
        Frame frame = link.receive();
        if (frame == null || frame.type() == Frame.BYE) {
          break;
        }
        if (frame.type() == Frame.CANDIDATES) {
          return decode(frame.payload());
        }
      }
    } catch (Client.Gone e) {
      throw e;
    } catch (IOException e) {
      link.close();
    }
    link.close();
    link = HostConnection.reopen(meant, hello);
    return new LineEditor.Completion(0, List.of());
  }

  private static LineEditor.Completion decode(byte[] payload) {
    List<byte[]> all = Texts.decode(payload);
    List<String> candidates = new ArrayList<>();
    for (byte[] text : all.subList(1, all.size())) {
      candidates.add(new String(text, StandardCharsets.UTF_8));
    }
    return new LineEditor.Completion(new Frame(Frame.CANDIDATES, all.get(0)).number(), candidates);
  }

  @Override
  public void close() throws IOException {
    link.close();
  }
}
