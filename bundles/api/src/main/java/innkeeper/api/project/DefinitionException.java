package innkeeper.api.project;

import java.util.List;

/** One or more definitions were refused, and nothing was changed. */
public class DefinitionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> mistakes;

  /**
   * Creates an exception whose message contains all mistakes, one per line.
   *
   * @param mistakes one line each; not empty
   */
  public DefinitionException(List<String> mistakes) {
    super(String.join("\n", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  /**
   * Returns all mistakes that were found.
   *
   * @return one line each with project, member, value and the allowed values; never empty
   */
  public List<String> mistakes() {
    return mistakes;
  }
}
