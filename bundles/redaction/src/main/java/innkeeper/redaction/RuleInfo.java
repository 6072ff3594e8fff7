package innkeeper.redaction;

/**
 * A built-in rule.
 *
 * @param id tells it from all others, in later releases too
 * @param finds the texts that lead to it, as the table writes them; empty if none does
 * @param source where the format is documented
 * @param fired how many secrets it hid since the engine was made
 */
public record RuleInfo(String id, String finds, String source, long fired) {}
