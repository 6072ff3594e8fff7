package innkeeper.shell.cli;

/** The keys of a terminal that a command has for itself, as bytes. */
public interface Keyboard {

  /** Nothing was typed in time. */
  int NONE = -1;

  /** Nothing more will come: the terminal or its program has gone. */
  int END = -2;

  /**
   * The next byte.
   *
   * @param milliseconds how long to wait for one
   */
  int poll(long milliseconds) throws InterruptedException;
}
