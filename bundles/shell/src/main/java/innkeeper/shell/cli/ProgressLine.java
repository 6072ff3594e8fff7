package innkeeper.shell.cli;

import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.Widths;

/**
 * The progress of a long command, on the last line of a terminal. Later output replaces it. On a
 * pipe it prints nothing. An instance is for one thread.
 */
public final class ProgressLine implements AutoCloseable {

  private static final int LEAST_COLUMNS = 20;

  private final Caller caller;
  private String shown = "";

  public ProgressLine(Caller caller) {
    this.caller = caller;
  }

  /** Replaces the current text; the new text may contain untrusted words. */
  public void say(String text) {
    int columns = caller.width() >= LEAST_COLUMNS ? caller.width() : 80;
    String next = Widths.start(SafeText.line(text), columns - 1);
    if (caller.terminal() && !next.equals(shown)) {
      caller.out().print("\r" + next + "\033[K");
      caller.out().flush();
      shown = next;
    }
  }

  /** Erases the line, so that other output can follow. */
  public void clear() {
    if (!shown.isEmpty()) {
      caller.out().print("\r\033[K");
      caller.out().flush();
      shown = "";
    }
  }

  @Override
  public void close() {
    clear();
  }
}
