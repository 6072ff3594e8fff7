package innkeeper.shell.server;

import innkeeper.api.audit.Actor;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Keyboard;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * One client on the socket as the caller of its commands. This class gives the commands the
 * client's terminal, directory, files and actor.
 */
final class SessionCaller implements Caller {

  private final Connection connection;
  private final Hello hello;
  private final Actor actor;
  private final BooleanSupplier leaving;
  private final PrintStream out;
  private final PrintStream err;
  private volatile Input input;
  private volatile String resume;
  private volatile Path directory;

  SessionCaller(Connection connection, Hello hello, Actor actor, BooleanSupplier leaving) {
    this.connection = connection;
    this.hello = hello;
    this.actor = actor;
    this.leaving = leaving;
    this.resume = hello.resume();
    this.directory = Path.of(hello.directory());
    this.out = FrameOutput.stream(connection, Frame.OUT, null);
    this.err = FrameOutput.stream(connection, Frame.ERR, out);
  }

  @Override
  public PrintStream out() {
    return out;
  }

  @Override
  public PrintStream err() {
    return err;
  }

  @Override
  public boolean colour() {
    return terminal() && !hello.has(Hello.NO_COLOUR);
  }

  @Override
  public boolean terminal() {
    return hello.has(Hello.TERMINAL);
  }

  @Override
  public int width() {
    return hello.width();
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public boolean far() {
    return hello.has(Hello.FAR);
  }

  /** Sets the directory for all later commands, after Gogo's cd. */
  void moved(Path to) {
    directory = to;
  }

  @Override
  public Actor actor() {
    return actor;
  }

  @Override
  public InputStream open(String file) throws IOException {
    return request(file.equals("-") ? "" : directory().resolve(file).toString());
  }

  @Override
  public Keyboard keys() throws IOException {
    if (!terminal()) {
      throw new IOException("standard output is not a terminal");
    }
    out.flush();
    return request(Frame.KEYS);
  }

  private Input request(String name) throws IOException {
    Input fresh = new Input(connection);
    input = fresh;
    connection.send(Frame.WANT, name.getBytes(StandardCharsets.UTF_8));
    return fresh;
  }

  /** Returns standard input for Gogo; it asks the client for it only at the first read. */
  InputStream lazyInput() {
    return new InputStream() {
      private InputStream real;

      private InputStream real() throws IOException {
        if (real == null) {
          out.flush();
          real = SessionCaller.this.open("-");
        }
        return real;
      }

      @Override
      public int read() throws IOException {
        return real().read();
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        return real().read(bytes, from, length);
      }
    };
  }

  void received(byte[] piece) {
    Input current = input;
    if (current != null) {
      current.offer(piece);
    }
  }

  void inputEnded(String why) {
    Input current = input;
    if (current != null) {
      current.end(why);
    }
  }

  @Override
  public String resume() {
    return resume;
  }

  /**
   * Clears the resume position, because only the first command after the greeting resumes an
   * earlier one.
   */
  void resumed() {
    resume = "";
  }

  @Override
  public boolean leaving() {
    return leaving.getAsBoolean();
  }

  void flush() {
    out.flush();
    err.flush();
  }
}
