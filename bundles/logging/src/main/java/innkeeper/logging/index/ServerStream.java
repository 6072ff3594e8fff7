package innkeeper.logging.index;

/** The two outputs of a server, each with a FIFO and a redaction engine of its own. */
public enum ServerStream {
  STDOUT(".out", ""),
  STDERR(".err", "-err");

  private final String fifoEnding;
  private final String ringEnding;

  ServerStream(String fifoEnding, String ringEnding) {
    this.fifoEnding = fifoEnding;
    this.ringEnding = ringEnding;
  }

  /** Returns the suffix of the FIFO's name in run/. */
  public String fifoEnding() {
    return fifoEnding;
  }

  /** Returns the suffix behind {@code NAME.ring} of the file with this stream's bytes. */
  public String ringEnding() {
    return ringEnding;
  }
}
