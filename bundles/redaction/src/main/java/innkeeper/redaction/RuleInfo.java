package innkeeper.redaction;

/**
 * A rule of a table.
 *
 * @param id tells it from all others, in later releases too
 * @param finds the texts that lead to it, as the table writes them; empty if none does
 * @param source where the format is documented, or for a row of one's own where it stands
 * @param fired how many secrets it hid since the engine was made
 * @param off why it is switched off; empty while it serves
 * @param own whether it is a row of an operator's table
 */
public record RuleInfo(
    String id, String finds, String source, long fired, String off, boolean own) {}
