package innkeeper.common.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The client's first message. It describes the client's terminal and process, and has the words of
 * the command, byte for byte.
 *
 * @param flags the flags, such as {@link #TERMINAL}, added up
 * @param width the columns of the terminal, 0 if they are unknown
 * @param directory the client's working directory
 * @param resume the position from the last {@link Frame#BYE}, at which the command continues; ""
 *     for a new command
 * @param exactWords the bytes of each word of the command
 * @param pid the client's pid, 0 if it is unknown
 */
public record Hello(
    int flags, int width, String directory, String resume, List<byte[]> exactWords, int pid) {

  /** The flag for a standard output that is a terminal. */
  public static final int TERMINAL = 1;

  /** The flag for NO_COLOR, or for a terminal without colours. */
  public static final int NO_COLOUR = 2;

  /** The flag for lines that follow one by one; the words are ignored. */
  public static final int INTERACTIVE = 4;

  /**
   * The flag for a client on another machine or in another container, whose paths are not the
   * host's.
   */
  public static final int FAR = 8;

  private static final int HEAD = 3;

  /**
   * The least bytes of the head: version, flags, width. The pid follows; older clients do not send
   * it.
   */
  private static final int LEAST = 12;

  /** Makes a greeting of a client with an unknown pid. */
  public Hello(int flags, int width, String directory, String resume, List<byte[]> exactWords) {
    this(flags, width, directory, resume, exactWords, 0);
  }

  /** Returns the same greeting, from the process with that pid. */
  public Hello of(int client) {
    return new Hello(flags, width, directory, resume, exactWords, client);
  }

  /**
   * Returns the same greeting from another machine, through a process with that pid on the host's
   * machine.
   */
  public Hello through(int process) {
    return new Hello(flags | FAR, width, directory, resume, exactWords, process);
  }

  /** Returns the same greeting without a terminal. */
  public Hello plain() {
    return saying(exactWords);
  }

  /** Returns the same greeting without a terminal, with other words. */
  public Hello saying(List<byte[]> others) {
    return new Hello(flags & ~TERMINAL, 0, directory, resume, others, pid);
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Returns the same greeting, which resumes at that position. */
  public Hello resumedAt(String where) {
    return new Hello(flags, width, directory, where, exactWords, pid);
  }

  /**
   * Returns the words as texts.
   *
   * @throws IllegalArgumentException with the position of a word that is not UTF-8, because it
   *     could not be kept byte for byte
   */
  public List<String> words() {
    List<String> texts = new ArrayList<>();
    for (byte[] word : exactWords) {
      try {
        texts.add(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(word)).toString());
      } catch (CharacterCodingException e) {
        throw new IllegalArgumentException(
            "argument " + (texts.size() + 1) + " is not UTF-8 and could not be kept as it is", e);
      }
    }
    return texts;
  }

  public byte[] encode() {
    List<byte[]> all = new ArrayList<>();
    ByteBuffer head = ByteBuffer.allocate(LEAST + 4).putInt(Frame.VERSION);
    all.add(head.putInt(flags).putInt(width).putInt(pid).array());
    all.add(directory.getBytes(StandardCharsets.UTF_8));
    all.add(resume.getBytes(StandardCharsets.UTF_8));
    all.addAll(exactWords);
    return Texts.encode(all);
  }

  /**
   * @throws IllegalArgumentException if the payload is not a greeting, or has another version
   */
  public static Hello decode(byte[] payload) {
    List<byte[]> all = Texts.decode(payload);
    if (all.size() < HEAD || all.get(0).length < LEAST) {
      throw new IllegalArgumentException("the greeting is not one of innkeeper's");
    }
    ByteBuffer head = ByteBuffer.wrap(all.get(0));
    int version = head.getInt();
    if (version != Frame.VERSION) {
      throw new IllegalArgumentException(
          "the client speaks version " + version + ", the host " + Frame.VERSION);
    }
    return new Hello(
        head.getInt(),
        head.getInt(),
        new String(all.get(1), StandardCharsets.UTF_8),
        new String(all.get(2), StandardCharsets.UTF_8),
        List.copyOf(all.subList(HEAD, all.size())),
        head.remaining() < 4 ? 0 : head.getInt());
  }
}
