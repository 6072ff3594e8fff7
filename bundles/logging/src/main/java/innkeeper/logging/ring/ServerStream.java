package innkeeper.logging.ring;

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

  /** How the FIFO's name in run/ ends. */
  public String fifoEnding() {
    return fifoEnding;
  }

  /** What follows {@code NAME.ring} in the name of the file that holds this stream's bytes. */
  public String ringEnding() {
    return ringEnding;
  }
}
