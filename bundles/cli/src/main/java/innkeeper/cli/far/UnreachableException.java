package innkeeper.cli.far;

import java.io.IOException;

/**
 * Thrown when a far host could not be reached; the message is one line with its name and the
 * reason.
 */
public final class UnreachableException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean withoutHost;

  UnreachableException(String message, boolean withoutHost) {
    super(message);
    this.withoutHost = withoutHost;
  }

  /** Returns whether the far side answered but has no host; one may start soon. */
  public boolean withoutHost() {
    return withoutHost;
  }
}
