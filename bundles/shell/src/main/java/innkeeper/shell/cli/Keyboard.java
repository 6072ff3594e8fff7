package innkeeper.shell.cli;

/** The keys, as bytes, of a terminal that a command has for itself. */
public interface Keyboard {

  /** The result if no key was typed in time. */
  int NONE = -1;

  /** The result if no more keys will come, because the terminal or its program has gone. */
  int END = -2;

  /**
   * Returns the next byte, {@link #NONE} or {@link #END}.
   *
   * @param milliseconds how long to wait for a byte
   */
  int poll(long milliseconds) throws InterruptedException;
}
