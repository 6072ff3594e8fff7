package innkeeper.cli;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The terminal, controlled through stty, because Java itself cannot read single keys. */
final class Terminal {

  /** Switches to the alternate screen and hides the cursor. */
  private static final String ENTER = "\033[?1049h\033[?25l";

  /** Resets colours, shows the cursor and leaves the alternate screen. */
  private static final String LEAVE = "\033[0m\033[?25h\033[?1049l";

  private final String before;

  /** True while the alternate screen is active. Guarded by this. */
  private boolean whole;

  private Terminal(String before) {
    this.before = before;
  }

  /** Returns whether that descriptor is a terminal. It reads /proc, which is cheap. */
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
   * Opens the terminal; {@link #restore} resets it, at the latest when the process ends.
   *
   * @throws IOException if stty fails, for example without a terminal
   */
  static Terminal open() throws IOException {
    Terminal terminal = new Terminal(stty("-g").trim());
    Runtime.getRuntime().addShutdownHook(new Thread(terminal::giveBack));
    return terminal;
  }

  private void giveBack() {
    Client.silence();
    try {
      leave();
      restore();
    } catch (IOException e) {
      // The terminal itself has gone.
      return;
    }
  }

  /** Sets raw mode: single keys without echo, and Ctrl-C as a key. The output mode stays. */
  void raw() throws IOException {
    stty("-icanon", "-echo", "-isig", "-ixon", "-iexten", "-icrnl", "min", "1", "time", "0");
  }

  /** Switches to the alternate screen; {@link #leave} restores the former screen. */
  synchronized void enter() throws IOException {
    raw();
    if (!whole) {
      whole = true;
      Client.write(ENTER);
    }
  }

  /** Leaves the alternate screen. It does nothing if {@link #enter} was not called. */
  synchronized void leave() throws IOException {
    if (whole) {
      whole = false;
      Client.write(LEAVE);
    }
  }

  void restore() throws IOException {
    stty(before);
  }

  /** Returns the number of columns; 80 if it is unknown. */
  int width() {
    return size()[1];
  }

  /** Returns rows and columns; 24 and 80 if they are unknown. */
  int[] size() {
    try {
      String size = stty("size").trim();
      int space = size.indexOf(' ');
      int rows = Integer.parseInt(size.substring(0, Math.max(0, space)));
      int columns = Integer.parseInt(size.substring(space + 1));
      return new int[] {rows > 0 ? rows : 24, columns > 0 ? columns : 80};
    } catch (IOException | NumberFormatException e) {
      return new int[] {24, 80};
    }
  }

  InputStream keys() throws IOException {
    return new FileInputStream("/dev/tty");
  }

  private static String stty(String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(args));
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
