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
import java.util.List;
import java.util.Locale;

/** All rules, and what leads to them. */
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

  public static final RuleSet BUILTIN = new RuleSet(Tables.builtin(), Values.builtin());

  private final Values values;
  private final List<Trigger> triggers = new ArrayList<>();
  private final List<RuleEntry> entries = new ArrayList<>();
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

  private void token(Row row) {
    TokenRule rule = new TokenRule(row, values);
    Literal prefix = Literal.exact(row.cell("prefix"));
    ByteSet[] before = NOTHING;
    if (prefix.text().length < 4) {
      before = new ByteSet[] {TOKEN_START.and(rule.preceding())};
    }
    triggers.add(trigger(Kind.ROW, row, rule, prefix).before(before).after(rule.leading(PLACES)));
  }

  private void pattern(Row row) {
    PatternRule rule = new PatternRule(row, values);
    for (Literal text : Literal.list(row.cell("find"))) {
      Trigger t = trigger(Kind.ROW, row, rule, text);
      int length = text.text().length;
      triggers.add(length < 5 ? sharpened(t, rule, text) : t);
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
    rule.texts().forEach(text -> triggers.add(trigger(Kind.ROW, row, rule, text)));
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

  /** The id of the row with that number. */
  public static String id(int number) {
    return Tables.builtin().rows().get(number).id();
  }

  /** The rows that hide something, in the order of the tables. */
  public static List<Row> rules() {
    return RULES.stream().flatMap(table -> Tables.builtin().rows(table).stream()).toList();
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
