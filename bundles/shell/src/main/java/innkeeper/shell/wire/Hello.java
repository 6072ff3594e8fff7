package innkeeper.shell.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the client says first: who it is and what it was asked, word for word. */
public final class Hello {

  /** Standard output is a terminal. */
  public static final int TERMINAL = 1;

  /** NO_COLOR is set, or the terminal is a dumb one. */
  public static final int NO_COLOUR = 2;

  /** Lines will come one by one; the words are ignored. */
  public static final int INTERACTIVE = 4;

  /** The client is on another machine or in another container: its paths are not the host's. */
  public static final int FAR = 8;

  private static final int HEAD = 3;

  /** Version, flags, width; then the pid, which older clients do not tell. */
  private static final int LEAST = 12;

  private final int flags;
  private final int width;
  private final String directory;
  private final String resume;
  private final List<byte[]> words;
  private final int pid;

  /**
   * @param width columns, 0 for unknown
   * @param directory the client's working directory
   * @param resume from a {@link Frame#BYE}, else ""
   * @param words exact bytes
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

  /** The same, from the process with that number. */
  public Hello of(int client) {
    return new Hello(flags, width, directory, resume, words, client);
  }

  /** The same from another machine, through the process with that number on the host's. */
  public Hello through(int process) {
    return new Hello(flags | FAR, width, directory, resume, words, process);
  }

  /** The same without a terminal. */
  public Hello plain() {
    return new Hello(flags & ~TERMINAL, 0, directory, resume, words, pid);
  }

  /** The same without a terminal, with other words. */
  public Hello saying(List<byte[]> others) {
    return new Hello(flags & ~TERMINAL, 0, directory, resume, others, pid);
  }

  /** The client's process, 0 for unknown. */
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

  /** The same, going on elsewhere. */
  public Hello resumedAt(String where) {
    return new Hello(flags, width, directory, where, words, pid);
  }

  /**
   * The words as texts.
   *
   * @throws IllegalArgumentException that names the word which is no UTF-8: it could not be kept
   *     byte for byte
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
   * @throws IllegalArgumentException if it is none, or of another version
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
