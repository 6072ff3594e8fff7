package innkeeper.redaction.scan;

import innkeeper.redaction.pattern.Literal;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.prefilter.GramIndex;
import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.scan.RuleEntry.Kind;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** All rules, and what leads to them: the built-in ones, and those of an operator's tables. */
public final class RuleSet {
  /** So many places around a text tell more than its prefilter needs. */
  private static final int PLACES = 7;

  private static final ByteSet ENDS_ESCAPE = set("nrtabcdefABCDEF");

  /** Before a word: no letter, but the last one of an escape or a percent code. */
  private static final ByteSet WORD_START = ByteSet.of(Bytes.ALPHA).not().or(ENDS_ESCAPE);

  /** Behind a name's last word: no small letter, or the word would be a longer one. */
  private static final ByteSet WORD_END = ByteSet.of(Bytes.LOWER).not();

  private static final ByteSet TOKEN_START =
      ByteSet.of(Bytes.ALNUM).not().or(set("nrtm0123456789abcdefABCDEF"));

  private static final ByteSet[] NOTHING = {};

  /** The tables whose rows hide something; the others say what their words mean. */
  private static final List<String> RULES =
      List.of("tokens", "formats", "urls", "phrases", "languages", "commands", "names", "others");

  /** What no text leads to: see others.tsv. */
  static final int KEY_LINE = Tables.builtin().row("key.line").number();

  static final int NEXT_LINE = Tables.builtin().row("name.next-line").number();
  static final int THREE_PARTS = Tables.builtin().row("token.three-parts").number();
  static final int REGISTERED = Tables.builtin().row("registered.value").number();
  static final int OWN = Tables.builtin().row("own.rule").number();
  static final int UNSETTLED = Tables.builtin().row("line.unsettled").number();

  /** What no row switches off, beside the rules of key blocks. */
  static final Set<String> ALWAYS_ON = Set.of("registered.value", "own.rule", "line.unsettled");

  public static final RuleSet BUILTIN = new RuleSet(Tables.builtin(), Values.builtin());

  private final Values values;
  private final List<Trigger> triggers = new ArrayList<>();
  private final List<RuleEntry> entries = new ArrayList<>();
  private final BitSet off = new BitSet();
  public final GramIndex grams;

  private RuleSet(Tables tables, Values values) {
    this.values = values;
    tables.rows("tokens").forEach(this::token);
    for (String table : List.of("formats", "urls", "phrases", "languages")) {
      tables.rows(table).forEach(this::pattern);
    }
    tables.rows("commands").forEach(this::command);
    tables.rows("names").forEach(this::name);
    tables.rows("others").stream().filter(row -> row.has("find")).forEach(this::other);
    grams = new GramIndex(triggers);
  }

  /** The built-in rules but for some, and rows of one's own. */
  private RuleSet(List<Row> own, Set<String> ids, Consumer<String> failed) {
    values = BUILTIN.values;
    entries.addAll(BUILTIN.entries);
    for (String id : ids) {
      off.set(BUILTIN.find(id).number());
    }
    BUILTIN.triggers.stream()
        .filter(trigger -> !off.get(entry(trigger).row().number()))
        .forEach(triggers::add);
    for (int i = 0; i < own.size(); i++) {
      Row row = own.get(i);
      LineRule rule = OwnRows.rule(row);
      OwnRule bounded = new OwnRule(row, rule, i, failed);
      if (rule instanceof TokenRule token) {
        token(row, token, bounded);
      } else if (rule instanceof PatternRule pattern) {
        pattern(row, pattern, bounded);
      } else if (rule instanceof CommandRule command) {
        command(row, command, bounded);
      }
    }
    grams = new GramIndex(triggers);
  }

  /**
   * The built-in rules with those of an operator's tables.
   *
   * @param rows each numbered as spans are to name it
   * @param ids of built-in rows that are switched off
   * @param failed told of a row that was switched off because it failed, where lines are read
   * @throws IllegalStateException if the texts of the rows are too many
   */
  public static RuleSet of(List<Row> rows, Set<String> ids, Consumer<String> failed) {
    return rows.isEmpty() && ids.isEmpty() ? BUILTIN : new RuleSet(rows, ids, failed);
  }

  /** Whether the row is switched off. */
  boolean off(int row) {
    return off.get(row);
  }

  private void token(Row row) {
    TokenRule rule = new TokenRule(row, values);
    token(row, rule, rule);
  }

  private void token(Row row, TokenRule token, LineRule rule) {
    Literal prefix = Literal.exact(row.cell("prefix"));
    ByteSet[] before = NOTHING;
    if (prefix.text().length < 4) {
      before = new ByteSet[] {TOKEN_START.and(token.preceding())};
    }
    triggers.add(trigger(Kind.ROW, row, rule, prefix).before(before).after(token.leading(PLACES)));
  }

  private void pattern(Row row) {
    PatternRule rule = new PatternRule(row, values);
    pattern(row, rule, rule);
  }

  private void pattern(Row row, PatternRule pattern, LineRule rule) {
    for (Literal text : Literal.list(row.cell("find"))) {
      Trigger t = trigger(Kind.ROW, row, rule, text);
      int length = text.text().length;
      triggers.add(length < 5 ? sharpened(t, pattern, text) : t);
    }
  }

  /** A short text: the prefilter needs what stands around it. */
  private static Trigger sharpened(Trigger t, PatternRule rule, Literal text) {
    ByteSet[] before = rule.preceding(PLACES);
    before = before.length > 0 ? before : new ByteSet[] {ByteSet.ANY};
    int last = before.length - 1;
    if (rule.startsWord() && Bytes.is(text.text()[0], Bytes.ALPHA)) {
      before[last] = before[last].and(TOKEN_START);
    }
    return t.before(before).after(rule.following(text.text().length, PLACES));
  }

  private void command(Row row) {
    CommandRule rule = new CommandRule(row, values);
    command(row, rule, rule);
  }

  private void command(Row row, CommandRule command, LineRule rule) {
    command.texts().forEach(text -> triggers.add(trigger(Kind.ROW, row, rule, text)));
  }

  private void name(Row row) {
    for (Literal text : Literal.list(row.cell("find"))) {
      boolean camel = row.cell("place").equals("camel");
      Trigger t = trigger(Kind.NAME, row, null, camel ? text.asWritten(1) : text);
      t =
          switch (row.cell("place")) {
            case "" -> t;
            case "word" -> t.before(WORD_START);
            case "camel" -> t.inside(ByteSet.of(Bytes.ALPHA));
            case "any" -> t.before(ByteSet.ANY);
            default -> throw row.error("the column place has " + row.cell("place"));
          };
      triggers.add(row.has("ends") ? t.after(WORD_END) : t);
    }
  }

  private void other(Row row) {
    Kind kind = Kind.valueOf(row.cell("verifier").toUpperCase(Locale.ROOT));
    ByteSet[] before = places(Pattern.before(row.cell("before"), values));
    ByteSet[] after = places(Pattern.after(row.cell("after"), values));
    for (Literal text : Literal.list(row.cell("find"))) {
      Trigger t = trigger(kind, row, null, text).after(after);
      triggers.add(before.length > 0 ? t.inside(before) : t);
    }
  }

  private static ByteSet[] places(Pattern pattern) {
    return pattern.toString().isEmpty() ? NOTHING : pattern.leading(1);
  }

  private static ByteSet set(String bytes) {
    ByteSet set = ByteSet.none();
    for (byte b : bytes.getBytes(StandardCharsets.US_ASCII)) {
      set = set.or(ByteSet.exact(b));
    }
    return set;
  }

  private Trigger trigger(Kind kind, Row row, LineRule rule, Literal text) {
    entries.add(new RuleEntry(kind, row, rule, text.text()));
    return Trigger.of(entries.size() - 1, text);
  }

  /** The built-in rows that hide something, in the order of the tables. */
  public static List<Row> rules() {
    return RULES.stream().flatMap(table -> Tables.builtin().rows(table).stream()).toList();
  }

  /** The built-in row with that id that hides something, or null. */
  Row find(String id) {
    return rules().stream().filter(row -> row.id().equals(id)).findFirst().orElse(null);
  }

  /** The texts that lead to the row. */
  static List<byte[]> texts(Row row) {
    return row.has("prefix")
        ? List.of(row.cell("prefix").getBytes(StandardCharsets.UTF_8))
        : Literal.list(row.cell("find")).stream().map(Literal::text).toList();
  }

  /** The texts that lead to the row, as its table writes them. */
  public static String finds(Row row) {
    return row.has("prefix") ? row.cell("prefix") : row.cell("find");
  }

  /** All texts that lead to a rule. */
  public List<Trigger> triggers() {
    return List.copyOf(triggers);
  }

  public RuleEntry entry(Trigger t) {
    return entries.get(t.rule());
  }
}
