package innkeeper.common.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One message on the socket: a type, and up to {@link #MAX} bytes. Its form is the type (1 byte),
 * the length (4 bytes, big endian), the payload. Client and host are usually of one release; {@link
 * #HELLO} begins with a version for other cases. The class uses JDK types only, because the
 * client's class path is this jar alone.
 *
 * @param payload the bytes themselves, not a copy
 */
public record Frame(byte type, byte[] payload) {

  /** The version at the beginning of {@link #HELLO}. */
  public static final int VERSION = 1;

  /** The longest payload; a longer frame is an error that ends the connection. */
  public static final int MAX = 1 << 20;

  /** The longest payload of a data frame. */
  public static final int CHUNK = 32 * 1024;

  // client to server
  /** Opens the connection: see {@link Hello}. */
  public static final byte HELLO = 'H';

  /** Carries bytes of the input that {@link #WANT} requested. */
  public static final byte INPUT = 'I';

  /** Ends the input; the payload is the reason why it cannot be read, or empty. */
  public static final byte INPUT_END = 'Z';

  /** Carries one line to run, in an interactive session. */
  public static final byte LINE = 'L';

  /** Carries the line up to the cursor, to be completed, in an interactive session. */
  public static final byte COMPLETE = 'T';

  /** Cancels the running command. */
  public static final byte CANCEL = 'K';

  // server to client
  /** Confirms that the greeting or a line was accepted; the client must not send it again. */
  public static final byte TAKEN = 'A';

  /** Carries bytes for standard output. */
  public static final byte OUT = 'O';

  /** Carries bytes for standard error. */
  public static final byte ERR = 'E';

  /**
   * Carries the exit status (4 bytes). In an interactive session the line is finished, and another
   * may follow.
   */
  public static final byte EXIT = 'X';

  /** Requests the file with that name on the client's side, or standard input for an empty name. */
  public static final byte WANT = 'R';

  /**
   * The name in {@link #WANT} that requests the whole terminal. Its keys arrive one by one as
   * {@link #INPUT}. {@code ESC [ 8 ; ROWS ; COLUMNS t} reports the size, first and after each
   * change. No file can have that name.
   */
  public static final String KEYS = "\0keys";

  /**
   * Reports that the shell surface is being replaced; the payload is the position for the next
   * {@link #HELLO}.
   */
  public static final byte BYE = 'B';

  /**
   * Answers {@link #COMPLETE}: see {@link Texts}; the first text is the length of the replaced
   * word.
   */
  public static final byte CANDIDATES = 'C';

  /** Returns the payload as text. */
  public String text() {
    return new String(payload, StandardCharsets.UTF_8);
  }

  /** Returns the payload as a number of four bytes; 0 if it is shorter. */
  public int number() {
    return payload.length < 4 ? 0 : ByteBuffer.wrap(payload).getInt();
  }

  /** Returns header and payload as sent. */
  public static byte[] encode(byte type, byte[] payload, int from, int length) {
    ByteBuffer frame = ByteBuffer.allocate(5 + length).put(type).putInt(length);
    return frame.put(payload, from, length).array();
  }

  /** Returns four bytes, big endian. */
  public static byte[] encodeNumber(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }
}
