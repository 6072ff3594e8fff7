package innkeeper.shell.far;

import java.io.IOException;

/** A far host could not be reached; the message is one line that names it and says why. */
public final class UnreachableException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean withoutHost;

  UnreachableException(String message, boolean withoutHost) {
    super(message);
    this.withoutHost = withoutHost;
  }

  /** Whether the far side answered, and has no host: there may be one in a moment. */
  public boolean withoutHost() {
    return withoutHost;
  }
}
