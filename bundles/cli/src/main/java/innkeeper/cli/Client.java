package innkeeper.cli;

import innkeeper.cli.far.TransportChannel;
import innkeeper.cli.far.UnreachableException;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The client sends one command to the running host, or runs the interactive shell: {@code Client
 * [COMMAND [ARG…]]}.
 */
public final class Client {

  /** The exit status for a command line that is wrong. */
  static final int USAGE = 2;

  /** The exit status if no host runs. */
  static final int NO_HOST = 69;

  private static final long COMPLETION_MS = 300;

  /**
   * The kinds of words that {@code completion --words} prints; the client reports other words as
   * mistakes.
   */
  private static final Set<String> KINDS = Set.of("project", "backup", "surface");

  /** The exit status for a wrong configuration, such as a wrong DATA_DIR. */
  static final int CONFIGURATION = 78;

  /** The exit status of a program that SIGINT ended. */
  static final int INTERRUPTED = 130;

  /** The exit status of a program that SIGPIPE ended: the reader of the output has gone. */
  static final int PIPE = 141;

  private Client() {}

  public static void main(String[] args) {
    Runtime.getRuntime().halt(run(args));
  }

  private static int run(String[] args) {
    try {
      if (FarCommand.meant()) {
        return FarCommand.run(args);
      }
      String several = System.getProperty("innkeeper.several", "");
      return several.isEmpty() ? run(args, LocalHost.read()) : WithoutHost.ask(args, several);
    } catch (NoHost | UnreachableException e) {
      return fail(NO_HOST, e.getMessage());
    } catch (Mistake e) {
      return fail(CONFIGURATION, e.getMessage());
    } catch (Gone e) {
      return PIPE;
    } catch (IllegalArgumentException e) {
      return fail(USAGE, e.getMessage());
    } catch (IOException e) {
      return fail(1, "the connection to the host broke: " + e.getMessage());
    }
  }

  private static int run(String[] args, LocalHost meant) throws IOException {
    if (args.length == 1 && args[0].equals("shell")) {
      if (meant.ofGroup()) {
        throw new Mistake("--socket takes single commands; usage: innkeeper --socket PATH COMMAND");
      }
      return new Interactive(meant).run();
    }
    if (args.length == 1 && args[0].equals("dial-stdio")) {
      return DialStdio.run(meant);
    }
    if (completes(args)) {
      giveUpSoon();
    }
    try {
      return new OneCommand(meant, hello(args)).toEnd();
    } catch (NoHost e) {
      return WithoutHost.run(args, e);
    }
  }

  /** Returns whether another shell asks for completion words while the user types. */
  static boolean completes(String[] args) {
    return args.length == 3
        && args[0].equals("completion")
        && args[1].equals("--words")
        && KINDS.contains(args[2]);
  }

  /**
   * Starts a timer that ends this program after {@link #COMPLETION_MS}, because the user waits for
   * the completion.
   */
  static void giveUpSoon() {
    Thread timer =
        new Thread(null, null, "timer", 128 * 1024) {
          @Override
          public void run() {
            try {
              Thread.sleep(COMPLETION_MS);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            if (FarCommand.meant()) {
              TransportChannel.endConnecting();
            }
            Runtime.getRuntime().halt(NO_HOST);
          }
        };
    timer.setDaemon(true);
    timer.start();
  }

  static Hello hello(String[] args) {
    return hello(0, width(), Argv.exact(args));
  }

  static Hello hello(int flag, int width, List<byte[]> words) {
    int flags = flag | flags();
    return new Hello(flags, width, System.getProperty("user.dir"), "", words, pid());
  }

  private static int flags() {
    int flags = 0;
    String term = System.getenv("TERM");
    if (Terminal.is(1)) {
      flags |= Hello.TERMINAL;
    }
    String noColour = System.getenv("NO_COLOR");
    if (noColour != null && !noColour.isEmpty() || term == null || term.equals("dumb")) {
      flags |= Hello.NO_COLOUR;
    }
    return flags;
  }

  /**
   * Returns the pid of this process; 0 if it is unknown. ProcessHandle would add some milliseconds
   * to each start.
   */
  static int pid() {
    try {
      return Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/self")).toString());
    } catch (IOException | NumberFormatException | UnsupportedOperationException e) {
      // This is not Linux, so the host does not learn the client's pid.
      return 0;
    }
  }

  private static int width() {
    String columns = System.getenv("COLUMNS");
    try {
      return columns == null ? 0 : Integer.parseInt(columns.trim());
    } catch (NumberFormatException e) {
      // COLUMNS is not a number, so the width is unknown.
      return 0;
    }
  }

  private static int fail(int status, String why) {
    tell("innkeeper: " + why);
    return status;
  }

  /** Writes a line to standard error. */
  static void tell(String line) {
    try {
      print(Frame.ERR, line + "\n");
    } catch (Gone e) {
      // Standard error has no reader; the exit status still reports the failure.
      return;
    }
  }

  private static final FileOutputStream STDOUT = new FileOutputStream(FileDescriptor.out);
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  /**
   * Guards the output: one thread writes at a time, and the one that restores the terminal is last.
   */
  private static final ReentrantLock WRITING = new ReentrantLock();

  private static boolean silent;

  /**
   * Writes output of the host. It does not use System.out, which hides that the reader has gone.
   */
  static void print(Frame frame) throws Gone {
    byte[] bytes = frame.payload();
    WRITING.lock();
    try {
      if (!silent) {
        (frame.type() == Frame.OUT ? STDOUT : STDERR).write(bytes, 0, bytes.length);
      }
    } catch (IOException e) {
      throw new Gone(e);
    } finally {
      WRITING.unlock();
    }
  }

  static void print(byte type, String text) throws Gone {
    print(new Frame(type, text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Suppresses all further output of the host, because this program ends and restores the terminal.
   */
  static void silence() {
    try {
      // A terminal that accepts no output must not prevent the end of the program.
      if (WRITING.tryLock(500, TimeUnit.MILLISECONDS)) {
        silent = true;
        WRITING.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes control sequences to the terminal. */
  static void write(String text) throws IOException {
    STDOUT.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reports that the reader of our output has gone. */
  static final class Gone extends IOException {
    private static final long serialVersionUID = 1L;

    Gone(IOException cause) {
      super(cause);
    }
  }

  /** Reports a wrong configuration, such as a wrong DATA_DIR. */
  static final class Mistake extends IOException {
    private static final long serialVersionUID = 1L;

    Mistake(String message) {
      super(message);
    }
  }
}
