package innkeeper.shell.cli;

import java.util.List;

/** Thrown when the words do not fit the command's usage. The exit status is 2. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> mistakes;

  public UsageException(String mistake) {
    this(List.of(mistake));
  }

  public UsageException(List<String> mistakes) {
    super(String.join("\n", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  /** Returns the mistakes, one line each; never empty. */
  public List<String> mistakes() {
    return mistakes;
  }
}
