package innkeeper.logging.index;

/** The two outputs of a server, each with a FIFO and a redaction engine of its own. */
public enum ServerStream {
  STDOUT(".out"),
  STDERR(".err");

  private final String fifoEnding;

  ServerStream(String fifoEnding) {
    this.fifoEnding = fifoEnding;
  }

  /** Returns the suffix of the FIFO's name in run/. */
  public String fifoEnding() {
    return fifoEnding;
  }
}
