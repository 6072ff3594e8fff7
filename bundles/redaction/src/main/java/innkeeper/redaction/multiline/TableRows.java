package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.KeyName;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The lines of a table below the one that names its columns, as long as each has as many. */
public final class TableRows {
  private static final Pattern COPY = Values.after("table-copy");
  private static final Pattern INSERT = Values.after("table-insert");
  private static final Pattern RULE = Values.after("header-rule");
  private static final Pattern ALONE = Values.after("space* [^{blank}]+ space* $");
  private static final Pattern WORD = Values.after("[^{blank}]+");

  /** With so many columns it is a table, whatever their names; with fewer a second sign is due. */
  private static final int SURE = 3;

  /** What other columns of a table of two tell who a password is of. */
  private static final int OTHERS =
      WordList.PASS_BEFORE.bit | WordList.NEUTRAL.bit | WordList.SERVICE.bit;

  private static final Set<Kind> TOKENS =
      EnumSet.of(Kind.SECRET, Kind.SESSION, Kind.SHAPED, Kind.ISSUED, Kind.STRONG);

  /** What a column holds, and what that looks like. */
  private enum Content {
    PASSWORD("table-password"),
    TOKEN("<.+: strong(16)|drawn>"),
    CODE("<[{alnum}-]{4,24}: numbered> $");

    private final Pattern looks;

    Content(String looks) {
      this.looks = Values.after(looks);
    }
  }

  /** What counts in a column of passwords. */
  private enum Passwords {
    /** Nothing: without a rule below the names it is no table. */
    NONE("!."),
    SHAPED("<.+: number|shaped(4)|cases|signed>"),
    /** Where there is only data: plain words, too. */
    WORDS(".");

    private final Pattern looks;

    Passwords(String looks) {
      this.looks = Values.after(looks);
    }
  }

  private record Column(int number, Content content) {}

  /**
   * @param starts where the columns begin, which counts if they are aligned
   * @param secret those that hold secrets
   * @param passwords what counts as one
   */
  private record Table(byte sign, List<Integer> starts, List<Column> secret, Passwords passwords) {
    static final Table NONE = new Table(TableCells.ALIGNED, List.of(), List.of(), Passwords.NONE);

    Table with(Passwords other) {
      return new Table(sign, starts, secret, other);
    }
  }

  private final KeyName names = new KeyName();
  private final TableCells cells = new TableCells();
  private Table table = Table.NONE;

  /** Of a statement whose rows follow; null without. */
  private SqlInsert.Columns inserted;

  public boolean isOpen() {
    return table != Table.NONE || inserted != null;
  }

  public void close() {
    table = Table.NONE;
    inserted = null;
  }

  /** Whether what follows is looked at in the same way. */
  public boolean same(TableRows other) {
    return (table == other.table || table.equals(other.table))
        && Objects.equals(inserted, other.inserted);
  }

  public void become(TableRows other) {
    table = other.table;
    inserted = other.inserted;
  }

  /** Waits for the rows of a statement. */
  void expect(SqlInsert.Columns columns) {
    close();
    inserted = columns;
  }

  /** Reads the names of the columns in a line that {@link TableHeader} knows. */
  public void begin(Line l) {
    if (INSERT.matches(l, Bytes.skipBlank(l.b, l.from, l.to))) {
      SqlInsert.begin(l, this);
      return;
    }
    int copied = COPY.match(l, l.from);
    int from = copied < 0 ? l.from : copied;
    int to = copied < 0 ? l.to : Bytes.next(l.b, copied, l.to, ')');
    byte sign = copied < 0 ? sign(l) : (byte) ',';
    cells.split(l.b, from, to, sign);
    List<Integer> starts = new ArrayList<>();
    List<Column> secret = new ArrayList<>();
    int named = 0;
    for (int i = 0; i < cells.size(); i++) {
      Content content = content(l.b, i);
      if (content != null) {
        secret.add(new Column(i, content));
      }
      starts.add(cells.from(i) - l.from);
      named += cells.from(i) < cells.to(i) ? 1 : 0;
    }
    boolean data = sign != '|' && sign != TableCells.ALIGNED;
    boolean two = named == 2 && secret.size() == 1;
    boolean told = two && (data || sign == '|' || secret.get(0).content == Content.TOKEN);
    boolean sure =
        named >= SURE && named > secret.size() || told && known(l.b, secret.get(0).number);
    if (!secret.isEmpty() && (sure || !data)) {
      close();
      Passwords all = data ? Passwords.WORDS : Passwords.SHAPED;
      byte parted = copied < 0 ? sign : (byte) '\t';
      table = new Table(parted, starts, secret, sure ? all : Passwords.NONE);
    }
  }

  private static byte sign(Line l) {
    for (char sign : "|\t,;".toCharArray()) {
      if (Bytes.next(l.b, l.from, l.to, sign) < l.to) {
        return (byte) sign;
      }
    }
    return TableCells.ALIGNED;
  }

  /** Null if the column holds no secrets. */
  private Content content(byte[] b, int cell) {
    int from = cells.from(cell);
    int to = cells.to(cell);
    Kind kind = from < to ? names.classify(b, from, to) : Kind.NONE;
    boolean account = cell > 0 && about(b, cell - 1, WordList.PASS_BEFORE.bit);
    if (kind == Kind.PASS && account || kind == Kind.SECRET && names.password()) {
      return Content.PASSWORD;
    }
    if (kind == Kind.PIN && to - from > "totp".length()) {
      return Content.CODE;
    }
    return TOKENS.contains(kind) ? Content.TOKEN : null;
  }

  /** Whether the only other column with a name tells who the secret is of. */
  private boolean known(byte[] b, int secret) {
    int other = secret > 0 && cells.from(secret - 1) < cells.to(secret - 1) ? -1 : 1;
    return secret + other < cells.size() && about(b, secret + other, OTHERS);
  }

  private boolean about(byte[] b, int cell, int more) {
    return names.about(b, cells.from(cell), cells.to(cell), more);
  }

  /** A line that may be the table's. */
  public void line(Line l) {
    if (inserted != null) {
      inserted = SqlInsert.line(l, inserted) ? inserted : null;
      return;
    }
    if (table.sign != '\t' && RULE.matches(l, l.from)) {
      // Clients of databases draw it so.
      boolean data = Bytes.next(l.b, l.from, l.to, '+') < l.to;
      table = table.with(data ? Passwords.WORDS : Passwords.SHAPED);
      return;
    }
    if (table.passwords == Passwords.NONE) {
      close();
      return;
    }
    boolean row = table.sign == TableCells.ALIGNED ? aligned(l) : parted(l);
    if (!row) {
      close();
    }
  }

  private boolean parted(Line l) {
    cells.split(l.b, l.from, l.to, table.sign);
    if (cells.size() != table.starts.size()) {
      return false;
    }
    for (Column column : table.secret) {
      hide(l, column, cells.from(column.number), cells.to(column.number));
    }
    return true;
  }

  /** Whether each of the columns begins where its name does; one alone has a word alone. */
  private boolean aligned(Line l) {
    byte[] b = l.b;
    if (table.starts.size() == 1 && !ALONE.matches(l, l.from)) {
      return false;
    }
    for (int start : table.starts) {
      int at = l.from + start;
      if (at > l.to || start > 1 && !Bytes.at(b, at - 2, l.to, "  ")) {
        return false;
      }
    }
    for (Column column : table.secret) {
      int from = l.from + table.starts.get(column.number);
      hide(l, column, from, Math.max(from, WORD.match(l, from)));
    }
    return true;
  }

  private void hide(Line l, Column column, int from, int to) {
    boolean secret =
        column.content.looks.matches(l.b, from, to)
            && (column.content != Content.PASSWORD || table.passwords.looks.matches(l.b, from, to));
    if (secret) {
      l.hideValue(from, to);
    }
  }
}
