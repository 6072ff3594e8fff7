package innkeeper.redaction.pattern;

/** The names of another vocabulary, for patterns that may not do more than a limit allows. */
final class LimitedVocabulary extends Vocabulary {
  private final Vocabulary names;

  LimitedVocabulary(Vocabulary names) {
    this.names = names;
  }

  @Override
  public String pattern(String name) {
    return names.pattern(name);
  }

  @Override
  public ValueTest test(String name, int number) {
    return names.test(name, number);
  }

  @Override
  boolean counted() {
    return true;
  }

  /** Patterns with a name are known to be linear. */
  @Override
  Pattern named(String text, boolean backward) {
    return names.known(text, backward);
  }
}
