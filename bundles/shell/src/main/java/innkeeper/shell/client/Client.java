package innkeeper.shell.client;

import innkeeper.shell.wire.Frame;
import innkeeper.shell.wire.Hello;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One command to the running host, or the interactive shell: {@code Client [COMMAND [ARG…]]}. */
public final class Client {

  /** No host runs. */
  static final int NO_HOST = 69;

  /** DATA_DIR itself is wrong. */
  static final int CONFIGURATION = 78;

  /** As a program that died of SIGPIPE: who read our output has gone. */
  static final int PIPE = 141;

  private Client() {}

  public static void main(String[] args) {
    Runtime.getRuntime().halt(run(args));
  }

  private static int run(String[] args) {
    String dataDir = System.getenv("DATA_DIR");
    Path socket;
    if (dataDir == null) {
      dataDir = "./data";
    }
    try {
      if (dataDir.isEmpty()) {
        return fail(CONFIGURATION, "DATA_DIR is empty; allowed: a directory (default ./data)");
      }
      if (new File(dataDir).isFile()) {
        return fail(CONFIGURATION, "DATA_DIR=" + dataDir + " is a file; allowed: a directory");
      }
      socket = Path.of(dataDir).resolve("run").resolve("shell.sock");
    } catch (java.nio.file.InvalidPathException e) {
      return fail(CONFIGURATION, "DATA_DIR=" + dataDir + " is no path; allowed: a directory");
    }
    boolean shell = args.length == 1 && args[0].equals("shell");
    try {
      if (shell) {
        return new Interactive(socket).run();
      }
      return new OneCommand(socket, hello(args), System.in).run();
    } catch (NoHost e) {
      return fail(NO_HOST, e.getMessage());
    } catch (Gone e) {
      return PIPE;
    } catch (IOException e) {
      return fail(1, "the connection to the host broke: " + e.getMessage());
    }
  }

  private static Hello hello(String[] args) {
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
    byte[] line = ("innkeeper: " + why + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      STDERR.write(line, 0, line.length);
    } catch (IOException e) {
      // Nobody reads standard error; the status still tells.
      return status;
    }
    return status;
  }

  private static final FileOutputStream STDOUT = new FileOutputStream(FileDescriptor.out);
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  /** Passes output on. Not System.out, which swallows that nobody reads any more. */
  static void print(Frame frame) throws Gone {
    byte[] bytes = frame.payload();
    try {
      if (frame.type() == Frame.OUT) {
        STDOUT.write(bytes, 0, bytes.length);
      } else {
        STDERR.write(bytes, 0, bytes.length);
      }
    } catch (IOException e) {
      throw new Gone(e);
    }
  }

  /** Who read our output has gone. */
  static final class Gone extends IOException {
    private static final long serialVersionUID = 1L;

    Gone(IOException cause) {
      super(cause);
    }
  }

  /** No host runs on this DATA_DIR. */
  static final class NoHost extends IOException {
    private static final long serialVersionUID = 1L;

    NoHost(String message) {
      super(message);
    }
  }
}
