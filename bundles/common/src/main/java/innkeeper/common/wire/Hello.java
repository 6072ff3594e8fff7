package innkeeper.common.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The client's first message: its environment and the words of its command, byte for byte. */
public final class Hello {

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

  private final int flags;
  private final int width;
  private final String directory;
  private final String resume;
  private final List<byte[]> words;
  private final int pid;

  /**
   * @param width the columns of the terminal, 0 if they are unknown
   * @param directory the client's working directory
   * @param resume the payload of a {@link Frame#BYE}, else ""
   * @param words the exact bytes of each word
   */
  public Hello(int flags, int width, String directory, String resume, List<byte[]> words) {
    this(flags, width, directory, resume, words, 0);
  }

  private Hello(
      int flags, int width, String directory, String resume, List<byte[]> words, int pid) {
    this.flags = flags;
    this.width = width;
    this.directory = directory;
    this.resume = resume;
    this.words = words;
    this.pid = pid;
  }

  /** Returns the same greeting, from the process with that pid. */
  public Hello of(int client) {
    return new Hello(flags, width, directory, resume, words, client);
  }

  /**
   * Returns the same greeting from another machine, through a process with that pid on the host's
   * machine.
   */
  public Hello through(int process) {
    return new Hello(flags | FAR, width, directory, resume, words, process);
  }

  /** Returns the same greeting without a terminal. */
  public Hello plain() {
    return new Hello(flags & ~TERMINAL, 0, directory, resume, words, pid);
  }

  /** Returns the same greeting without a terminal, with other words. */
  public Hello saying(List<byte[]> others) {
    return new Hello(flags & ~TERMINAL, 0, directory, resume, others, pid);
  }

  /** Returns the client's pid, 0 if it is unknown. */
  public int pid() {
    return pid;
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public int width() {
    return width;
  }

  public String directory() {
    return directory;
  }

  public String resume() {
    return resume;
  }

  /** Returns the same greeting, which resumes at that position. */
  public Hello resumedAt(String where) {
    return new Hello(flags, width, directory, where, words, pid);
  }

  /**
   * Returns the words as texts.
   *
   * @throws IllegalArgumentException with the position of a word that is not UTF-8, because it
   *     could not be kept byte for byte
   */
  public List<String> words() {
    List<String> texts = new ArrayList<>();
    for (byte[] word : words) {
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
    byte[] head = new byte[LEAST + 4];
    Frame.putInt(head, 0, Frame.VERSION);
    Frame.putInt(head, 4, flags);
    Frame.putInt(head, 8, width);
    Frame.putInt(head, LEAST, pid);
    all.add(head);
    all.add(directory.getBytes(StandardCharsets.UTF_8));
    all.add(resume.getBytes(StandardCharsets.UTF_8));
    all.addAll(words);
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
