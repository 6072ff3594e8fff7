package innkeeper.shell.cli;

import java.util.List;

/** The words are none of the command's usage. Exit status 2. */
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

  /** One line each; never empty. */
  public List<String> mistakes() {
    return mistakes;
  }
}
