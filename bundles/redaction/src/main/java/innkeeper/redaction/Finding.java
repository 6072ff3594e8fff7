package innkeeper.redaction;

/**
 * A secret that was found.
 *
 * @param rule the id of the row that hides it, as {@link Engine#catalogue} lists it
 * @param from its first byte in the text's UTF-8
 * @param to after its last byte
 */
public record Finding(String rule, int from, int to) {}
