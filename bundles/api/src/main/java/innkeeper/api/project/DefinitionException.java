package innkeeper.api.project;

import java.util.List;

/** One or more definitions are refused. Nothing was changed. */
public class DefinitionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> mistakes;

  /**
   * Makes one whose message is all mistakes, one a line.
   *
   * @param mistakes one line each; not empty
   */
  public DefinitionException(List<String> mistakes) {
    super(String.join("\n", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  /**
   * The mistakes, all that were found.
   *
   * @return one line each, which names project, member, value and what is allowed; never empty
   */
  public List<String> mistakes() {
    return mistakes;
  }
}
