package innkeeper.shell.client;

import innkeeper.shell.far.TransportChannel;
import innkeeper.shell.far.UnreachableException;
import innkeeper.shell.wire.Frame;
import innkeeper.shell.wire.Hello;
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

/** One command to the running host, or the interactive shell: {@code Client [COMMAND [ARG…]]}. */
public final class Client {

  /** What was asked is not possible. */
  static final int USAGE = 2;

  /** No host runs. */
  static final int NO_HOST = 69;

  private static final long COMPLETION_MS = 300;

  /** What {@code completion --words} prints; other words are mistakes, which are reported. */
  private static final Set<String> KINDS = Set.of("project", "backup", "surface");

  /** DATA_DIR itself is wrong. */
  static final int CONFIGURATION = 78;

  /** As a program that died of SIGINT. */
  static final int INTERRUPTED = 130;

  /** As a program that died of SIGPIPE: who read our output has gone. */
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
      return several.isEmpty() ? run(args, TargetHost.read()) : WithoutHost.ask(args, several);
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

  private static int run(String[] args, TargetHost meant) throws IOException {
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
      return new OneCommand(meant, hello(args), System.in).toEnd();
    } catch (NoHost e) {
      return WithoutHost.run(args, e);
    }
  }

  /** Whether another program's shell asks for words, while somebody types. */
  static boolean completes(String[] args) {
    return args.length == 3
        && args[0].equals("completion")
        && args[1].equals("--words")
        && KINDS.contains(args[2]);
  }

  /** Who waits for a completion does without it after this, whatever it is that takes so long. */
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
    List<byte[]> words = Argv.exact(args);
    return new Hello(flags(), width(), System.getProperty("user.dir"), "", words).of(pid());
  }

  static int flags() {
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

  /** Our own number; 0 where nothing tells. ProcessHandle would cost a start some milliseconds. */
  static int pid() {
    try {
      return Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/self")).toString());
    } catch (IOException | NumberFormatException | UnsupportedOperationException e) {
      // No Linux: the host then does not know which program asks.
      return 0;
    }
  }

  private static int width() {
    String columns = System.getenv("COLUMNS");
    try {
      return columns == null ? 0 : Integer.parseInt(columns.trim());
    } catch (NumberFormatException e) {
      // Whatever the shell put there: unknown is a fair answer.
      return 0;
    }
  }

  private static int fail(int status, String why) {
    tell("innkeeper: " + why);
    return status;
  }

  /** A line on standard error. */
  static void tell(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      print(new Frame(Frame.ERR, bytes));
    } catch (Gone e) {
      // Nobody reads standard error; the status still tells.
      return;
    }
  }

  private static final FileOutputStream STDOUT = new FileOutputStream(FileDescriptor.out);
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  /** One writer at a time, and the one that gives the terminal back is the last. */
  private static final ReentrantLock WRITING = new ReentrantLock();

  private static boolean silent;

  /** Passes output on. Not System.out, which swallows that nobody reads any more. */
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

  /** From here on nothing of the host's is shown: this program ends, and clears up. */
  static void silence() {
    try {
      // A terminal that takes nothing does not keep it from ending.
      if (WRITING.tryLock(500, TimeUnit.MILLISECONDS)) {
        silent = true;
        WRITING.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Controls the terminal. */
  static void write(String text) throws IOException {
    STDOUT.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Who read our output has gone. */
  static final class Gone extends IOException {
    private static final long serialVersionUID = 1L;

    Gone(IOException cause) {
      super(cause);
    }
  }

  /** DATA_DIR is wrong. */
  static final class Mistake extends IOException {
    private static final long serialVersionUID = 1L;

    Mistake(String message) {
      super(message);
    }
  }
}
