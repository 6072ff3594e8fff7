package innkeeper.redaction.multiline;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** Whether a line names the columns of a table: CSV, TSV, what SQL clients and kubectl print. */
public final class TableHeader {
  private static final int LONGEST = 1024;
  private static final Pattern HEADER = Values.after("table-header");
  private static final ByteSet NEXT = Values.after("[,;|)\"{blank}]").first();

  /** How many texts the line that was looked at last had been read as. */
  private int epoch;

  private LineText line;
  private boolean found;

  /** Whether a name that ends there may be a column's. */
  public boolean holds(LineText l, int nameEnd) {
    return (nameEnd == l.to || NEXT.has(l.b[nameEnd])) && names(l);
  }

  /** Whether the line names columns; asked again of the same line it costs nothing. */
  public boolean names(LineText l) {
    if (l != line || l.epoch() != epoch) {
      line = l;
      epoch = l.epoch();
      boolean fits = l.to - l.from <= LONGEST;
      found = fits && HEADER.matches(l, Bytes.skipBlank(l.b, l.from, l.to));
    }
    return found;
  }
}
