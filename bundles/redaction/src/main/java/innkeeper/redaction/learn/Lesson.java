package innkeeper.redaction.learn;

import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;

/** How far it can be trusted that what a row hides is a secret wherever it stands. */
public enum Lesson {
  /** Other rows: a token's prefix tells it anywhere, a one-time code is worth nothing later. */
  NONE,
  /** A name tells, which anybody can print. */
  NAME,
  /** A password in an address, or the value of an Authorization header. */
  CREDENTIALS;

  private static final Lesson[] BY_ROW =
      Tables.builtin().rows().stream().map(Lesson::of).toArray(Lesson[]::new);

  /** What the row of that number teaches. */
  public static Lesson of(int row) {
    return row < BY_ROW.length ? BY_ROW[row] : NONE;
  }

  private static Lesson of(Row row) {
    String id = row.id();
    if (id.startsWith("address.") || id.startsWith("scheme.") || id.equals("name.authorization")) {
      return CREDENTIALS;
    }
    boolean name = id.startsWith("name.") || id.startsWith("language.");
    return name && !row.has("passing") ? NAME : NONE;
  }
}
