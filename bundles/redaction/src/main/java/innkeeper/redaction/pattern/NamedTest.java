package innkeeper.redaction.pattern;

/**
 * A test as a pattern asks it.
 *
 * @param source {@code !noun}, {@code shaped(8)}
 */
record NamedTest(String source, ValueTest test) {}
