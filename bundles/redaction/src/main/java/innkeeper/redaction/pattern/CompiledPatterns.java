package innkeeper.redaction.pattern;

import java.lang.reflect.InvocationTargetException;

/** Finds the matchers that the build made of the built-in patterns. */
abstract class CompiledPatterns {
  private static final String CLASS = CompiledPatterns.class.getPackageName() + ".PatternIndex";

  /** Null while the build makes the patterns. */
  private static final CompiledPatterns INDEX = load();

  private static Vocabulary vocabulary;

  private static CompiledPatterns load() {
    try {
      return (CompiledPatterns) Class.forName(CLASS).getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException notYet) {
      return null;
    } catch (NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new IllegalStateException("cannot load the compiled patterns in " + CLASS, e);
    }
  }

  /** The matcher of a built-in pattern, or null. */
  static Matcher find(String key, Vocabulary builtin) {
    vocabulary = builtin;
    return INDEX == null ? null : (Matcher) INDEX.of(key);
  }

  /** No matcher, or all their classes would be loaded when this one is verified. */
  abstract Object of(String key);

  /** A test as a pattern asks it. */
  static ValueTest test(String source) {
    return PatternParser.test(source, vocabulary);
  }
}
