package innkeeper.shell.far;

import java.util.List;

/**
 * A way to one far host: a program of this machine whose standard input and output become those of
 * {@code innkeeper dial-stdio} at the far side. That connects them to the host's socket, and the
 * client speaks its usual protocol through it. So no word of a command is ever in an argv there.
 */
public interface Transport {

  /** The words that every transport runs at the far side; no shell needs to quote them. */
  List<String> DIAL = List.of("innkeeper", "dial-stdio");

  /** What messages, line prefixes and JSON call the host: as the user wrote it. */
  String name();

  /**
   * Which host of the far side: {@code data=DATA_DIR} or {@code socket=PATH} there; "" where the
   * far side finds it itself.
   */
  String which();

  /**
   * The program to start and its words; it runs {@link #DIAL} at the far side.
   *
   * @param attended whether the program may ask somebody at the terminal, for a passphrase for
   *     instance; if not, it must fail instead of asking
   */
  List<String> command(boolean attended);

  /**
   * Why no connection came about: one line, without the host's name, that says what to do.
   *
   * @param status the exit status of the program
   * @param said the last line of its standard error, "" for none
   */
  String failure(int status, String said);

  /**
   * The program to start and its words that lead connections to a port of this machine's loopback
   * on to the far side, until it is ended; it prints a line when it is ready. Empty if this
   * transport has none.
   *
   * @param port a free port of this machine
   * @param target {@code 127.0.0.1:PORT} or the path of a socket, at the far side
   */
  default List<String> tunnel(int port, String target) {
    return List.of();
  }
}
