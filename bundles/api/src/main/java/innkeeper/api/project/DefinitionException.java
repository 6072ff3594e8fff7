package innkeeper.api.project;

import java.util.List;

/** One or more definitions cannot stand. Nothing was changed. */
public class DefinitionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> mistakes;

  public DefinitionException(List<String> mistakes) {
    super(String.join("\n", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  /** One line per mistake, each naming project, member, value and what is allowed. Never empty. */
  public List<String> mistakes() {
    return mistakes;
  }
}
