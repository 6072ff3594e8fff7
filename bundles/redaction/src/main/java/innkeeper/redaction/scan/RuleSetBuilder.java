package innkeeper.redaction.scan;

import innkeeper.redaction.pattern.Literal;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.prefilter.GramChoice;
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
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Turns rows into rules and into the texts that lead to them. */
final class RuleSetBuilder {
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

  private final Values values = Values.builtin();
  private final List<Trigger> triggers = new ArrayList<>();
  private final List<RuleEntry> entries = new ArrayList<>();
  private final BitSet off;

  /** The rules that are there. */
  private final RuleSet known;

  /** The built-in tables' rules. */
  RuleSetBuilder(Tables tables) {
    this(RuleSet.none(), new BitSet());
    for (String table : Tables.RULES) {
      tables.rows(table).forEach(this::rule);
    }
    tables.rows("names").forEach(this::name);
    tables.rows("others").stream().filter(row -> row.has("find")).forEach(this::other);
  }

  /** Rules that are there, but for those of rows that are switched off. */
  RuleSetBuilder(RuleSet known, BitSet off) {
    this.off = off;
    this.known = known;
    entries.addAll(known.entries());
  }

  /** Adds rows of one's own and the rules that they are. */
  RuleSetBuilder own(List<Row> rows, List<LineRule> rules, Consumer<String> failed) {
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      LineRule rule = rules.get(i);
      add(row, rule, new OwnRule(row, rule, i, failed));
    }
    return this;
  }

  RuleSet build() {
    int first = known.grams.size();
    IntStream before = IntStream.of(known.later()).filter(t -> !isOff(t));
    IntStream added = IntStream.range(0, triggers.size()).filter(this::looksBack);
    return new RuleSet(
        entries,
        off,
        GramChoice.with(known.grams, triggers, this::isOff),
        IntStream.concat(before, added.map(t -> first + t)).toArray());
  }

  private boolean isOff(int trigger) {
    return !off.isEmpty() && off.get(entries.get(known.grams.numbered(trigger).rule()).row());
  }

  private boolean looksBack(int added) {
    RuleEntry entry = entries.get(triggers.get(added).rule());
    return entry.kind() == Kind.ROW && entry.rule().looksBack();
  }

  private void rule(Row row) {
    LineRule rule = LineRule.of(row);
    add(row, rule, rule);
  }

  /** Adds the row's texts; they lead to {@code bounded}. */
  private void add(Row row, LineRule rule, LineRule bounded) {
    if (rule instanceof TokenRule token) {
      token(row, token, bounded);
    } else if (rule instanceof PatternRule pattern) {
      pattern(row, pattern, bounded);
    } else if (rule instanceof CommandRule command) {
      command(row, command, bounded);
    }
  }

  private void token(Row row, TokenRule token, LineRule rule) {
    Literal prefix = Literal.exact(row.cell("prefix"));
    ByteSet before = TOKEN_START.and(token.preceding());
    triggers.add(trigger(Kind.ROW, row, rule, prefix).before(before).after(token.leading(PLACES)));
  }

  private void pattern(Row row, PatternRule pattern, LineRule rule) {
    for (Literal text : Literal.list(row.cell("find"))) {
      Trigger t = trigger(Kind.ROW, row, rule, text);
      triggers.add(surrounded(t, pattern, text));
    }
  }

  /** What stands around the text tells more than its prefilter needs. */
  private static Trigger surrounded(Trigger t, PatternRule rule, Literal text) {
    ByteSet[] before = rule.preceding(PLACES);
    before = before.length > 0 ? before : new ByteSet[] {ByteSet.ANY};
    int last = before.length - 1;
    if (rule.startsWord() && Bytes.is(text.text()[0], Bytes.ALPHA)) {
      before[last] = before[last].and(TOKEN_START);
    }
    return t.before(before).after(rule.following(text.text().length, PLACES));
  }

  private void command(Row row, CommandRule command, LineRule rule) {
    command.texts().forEach(text -> triggers.add(trigger(Kind.ROW, row, rule, text)));
  }

  private void name(Row row) {
    RuleEntry.likely(row).check();
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
    Kind kind = row.constant(Kind.class, "verifier", row.cell("verifier"));
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
    entries.add(new RuleEntry(kind, row.number(), rule));
    return Trigger.of(entries.size() - 1, text);
  }
}
