package innkeeper.shell.wire;

/**
 * One message on the socket: a type, and up to {@link #MAX} bytes. On the wire: the type (1 byte),
 * the length (4 bytes, big endian), the payload. Both sides are of one release, but {@link #HELLO}
 * begins with a version all the same. JDK types only: the client's class path is this jar alone.
 */
public final class Frame {

  /** What {@link #HELLO} begins with. */
  public static final int VERSION = 1;

  /** A longer frame is no frame; the connection ends. */
  public static final int MAX = 1 << 20;

  /** Data frames are cut to this. */
  public static final int CHUNK = 32 * 1024;

  // client to server
  /** Opens the connection: see {@link Hello}. */
  public static final byte HELLO = 'H';

  /** Bytes of what {@link #WANT} asked for. */
  public static final byte INPUT = 'I';

  /** The end of it; payload: why it cannot be read, or nothing. */
  public static final byte INPUT_END = 'Z';

  /** Interactive: one line to run. */
  public static final byte LINE = 'L';

  /** Interactive: the line up to the cursor, to be completed. */
  public static final byte COMPLETE = 'T';

  /** Interactive: give up what runs. Otherwise the client just goes. */
  public static final byte CANCEL = 'K';

  // server to client
  /** The greeting, or a line, is in hand: whatever happens now, it must not be sent again. */
  public static final byte TAKEN = 'A';

  /** Bytes for standard output. */
  public static final byte OUT = 'O';

  /** Bytes for standard error. */
  public static final byte ERR = 'E';

  /** The exit status (4 bytes); interactive: the line is done, another may come. */
  public static final byte EXIT = 'X';

  /** Asks for the file of that name as the client sees it, or standard input for an empty one. */
  public static final byte WANT = 'R';

  /**
   * What {@link #WANT} names for the whole terminal: its keys, one by one, as {@link #INPUT}, and
   * {@code ESC [ 8 ; ROWS ; COLUMNS t} first and whenever its size changes. No file has that name.
   */
  public static final String KEYS = "\0keys";

  /** The shell surface is being replaced; payload: where to go on, for the next {@link #HELLO}. */
  public static final byte BYE = 'B';

  /** Answer to {@link #COMPLETE}: see {@link Texts}; first the length of the word replaced. */
  public static final byte CANDIDATES = 'C';

  private final byte type;
  private final byte[] payload;

  public Frame(byte type, byte[] payload) {
    this.type = type;
    this.payload = payload;
  }

  public byte type() {
    return type;
  }

  public byte[] payload() {
    return payload;
  }

  /** The payload as a number of four bytes; 0 when it is shorter. */
  public int number() {
    if (payload.length < 4) {
      return 0;
    }
    return (payload[0] & 255) << 24
        | (payload[1] & 255) << 16
        | (payload[2] & 255) << 8
        | payload[3] & 255;
  }

  /** Header and payload, as sent. */
  public static byte[] encode(byte type, byte[] payload, int from, int length) {
    byte[] bytes = new byte[5 + length];
    bytes[0] = type;
    putInt(bytes, 1, length);
    System.arraycopy(payload, from, bytes, 5, length);
    return bytes;
  }

  /** Four bytes, big endian. */
  public static byte[] encodeNumber(int number) {
    byte[] bytes = new byte[4];
    putInt(bytes, 0, number);
    return bytes;
  }

  static void putInt(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }
}
