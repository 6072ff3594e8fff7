package innkeeper.shell.cli;

/**
 * The last line of a terminal, which says how far a long command is and is replaced by what comes
 * after it. On a pipe it says nothing. For one thread.
 */
public final class ProgressLine implements AutoCloseable {

  private static final int LEAST_COLUMNS = 20;

  private final Caller caller;
  private String shown = "";

  public ProgressLine(Caller caller) {
    this.caller = caller;
  }

  /** Replaces what it said before; the text may hold a stranger's words. */
  public void say(String text) {
    int columns = caller.width() >= LEAST_COLUMNS ? caller.width() : 80;
    String next = Widths.start(SafeText.line(text), columns - 1);
    if (caller.terminal() && !next.equals(shown)) {
      caller.out().print("\r" + next + "\033[K");
      caller.out().flush();
      shown = next;
    }
  }

  /** Takes it away, so that other output can follow. */
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
