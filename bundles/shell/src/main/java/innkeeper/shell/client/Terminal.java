package innkeeper.shell.client;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The terminal, through stty: Java itself cannot take one key at a time. */
final class Terminal {

  private final String before;

  private Terminal(String before) {
    this.before = before;
  }

  /** Whether that descriptor is a terminal. Through /proc, where asking costs nothing. */
  static boolean is(int descriptor) {
    try {
      String target = new File("/proc/self/fd/" + descriptor).getCanonicalPath();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Takes it over; {@link #restore} gives it back, at the latest when the process ends.
   *
   * @throws IOException if there is none or stty does not work
   */
  static Terminal open() throws IOException {
    final Terminal terminal = new Terminal(stty("-g").trim());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread() {
              @Override
              public void run() {
                try {
                  terminal.restore();
                } catch (IOException e) {
                  // The terminal itself has gone.
                  return;
                }
              }
            });
    return terminal;
  }

  /** One key at a time, unechoed; Ctrl-C is a key. Output is left as it was. */
  void raw() throws IOException {
    stty("-icanon", "-echo", "-isig", "-ixon", "-iexten", "-icrnl", "min", "1", "time", "0");
  }

  void restore() throws IOException {
    stty(before);
  }

  /** Columns; 80 when it does not say. */
  int width() {
    try {
      String size = stty("size").trim();
      int columns = Integer.parseInt(size.substring(size.indexOf(' ') + 1));
      return columns > 0 ? columns : 80;
    } catch (IOException | NumberFormatException e) {
      return 80;
    }
  }

  InputStream keys() throws IOException {
    return new FileInputStream("/dev/tty");
  }

  private static String stty(String... args) throws IOException {
    String[] command = new String[args.length + 1];
    command[0] = "stty";
    System.arraycopy(args, 0, command, 1, args.length);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/tty"))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("stty " + args[0] + ": " + said.trim());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for stty", e);
    }
    return said;
  }
}
