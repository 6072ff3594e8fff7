package innkeeper.cli.far;

import java.util.List;

/**
 * A way to one far host: a local program whose standard input and output are those of {@code
 * innkeeper dial-stdio} on the far side. That program connects them to the host's socket, and the
 * client speaks its usual protocol through it. So no word of a command ever appears in an argv
 * there.
 */
public interface Transport {

  /** The words that every transport runs on the far side; they need no quoting in any shell. */
  List<String> DIAL = List.of("innkeeper", "dial-stdio");

  /** Returns the host's name for messages, line prefixes and JSON, as the user wrote it. */
  String name();

  /**
   * Selects the host on the far side: {@code data=DATA_DIR} or {@code socket=PATH} there. It is ""
   * if the far side finds its host itself.
   */
  String which();

  /**
   * Returns the program and its arguments; it runs {@link #DIAL} on the far side.
   *
   * @param attended whether the program may ask the user at the terminal, for example for a
   *     passphrase; if not, it must fail instead
   */
  List<String> command(boolean attended);

  /**
   * Explains a failed connection in one line, without the host's name, and says what to do.
   *
   * @param status the exit status of the program
   * @param said the last line of its standard error, "" if there is none
   */
  String failure(int status, String said);

  /**
   * Returns a program and its arguments that forward connections from a loopback port of this
   * machine to the far side. It prints a line when it is ready and runs until it is ended. Returns
   * empty if this transport has no tunnels.
   *
   * @param port a free port of this machine
   * @param target {@code 127.0.0.1:PORT} or the path of a socket, on the far side
   */
  default List<String> tunnel(int port, String target) {
    return List.of();
  }
}
