package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The connection of an interactive session. It reconnects when the shell bundle is replaced. */
final class Conversation implements AutoCloseable {

  private static final LineEditor.Completion NOTHING = new LineEditor.Completion(0, List.of());

  private final TargetHost meant;
  private final Hello hello;
  private final FullScreen screen;
  private volatile HostConnection link;

  /** True when the host has accepted the line; then the line must not be sent again. */
  private boolean taken;

  /**
   * @param screen the terminal; null if the lines themselves come from standard input, so no
   *     command can read it
   */
  Conversation(TargetHost meant, Hello hello, FullScreen screen) throws IOException {
    this.meant = meant;
    this.hello = hello;
    this.screen = screen;
    this.link = meant.open(hello, false);
  }

  /** Runs one line, shows its output and returns its exit status. */
  int run(String line) throws IOException {
    String resume = "";
    while (true) {
      Frame end = attempt(line);
      if (end != null && end.type() == Frame.EXIT) {
        return end.number();
      }
      if (end != null) {
        resume = end.text();
      }
      link.close();
      link = meant.open(hello.resumedAt(resume), true);
      if (end == null && taken) {
        Client.tell("the shell went away before the command was done");
        return 1;
      }
    }
  }

  /**
   * Sends the line and returns the frame that ended it: EXIT or BYE. Returns null if the connection
   * broke.
   */
  private Frame attempt(String line) throws IOException {
    taken = false;
    boolean cooked = false;
    try {
      link.send(Frame.LINE, line);
      while (true) {
        Frame frame = link.receive();
        if (frame == null) {
          return null;
        }
        switch (frame.type()) {
          case Frame.TAKEN -> taken = true;
          case Frame.OUT, Frame.ERR -> print(frame);
          case Frame.WANT -> cooked |= want(frame.text());
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
        screen.lines(false);
      }
      if (screen != null) {
        screen.end();
      }
    }
  }

  private void print(Frame frame) throws IOException {
    if (screen == null) {
      Client.print(frame);
    } else {
      screen.print(frame);
    }
  }

  /** Answers a request for input. Returns whether the terminal edits the lines from now on. */
  private boolean want(String file) throws IOException {
    if (screen == null && file.isEmpty()) {
      link.send(
          Frame.INPUT_END, "standard input holds the commands; write them to a file and name that");
    } else if (screen != null && file.equals(Frame.KEYS)) {
      screen.begin(link);
    } else if (!file.isEmpty()) {
      new InputPump(link, file, null).start();
    } else {
      screen.lines(true);
      new InputPump(link, "", screen.keys()).start();
      return true;
    }
    return false;
  }

  /** Cancels the command. It is called on the thread that reads the keys. */
  void cancel() {
    try {
      link.send(Frame.CANCEL, "");
    } catch (IOException e) {
      // The connection broke; the receiving thread notices.
      return;
    }
  }

  LineEditor.Completion complete(String before) throws IOException {
    try {
      link.send(Frame.COMPLETE, before);
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
      // The connection broke; the next request uses a new one.
      link.close();
    }
    link.close();
    link = meant.open(hello, true);
    return NOTHING;
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
