package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Literal;
import innkeeper.redaction.prefilter.GramIndex;
import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.scan.RuleEntry.Kind;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All rules, and what leads to them: the built-in ones, and those of an operator's tables. */
public final class RuleSet {
  /** The tables whose rows hide something; the others say what their words mean. */
  private static final List<String> HIDING =
      Stream.concat(Tables.RULES.stream(), Stream.of("names", "others")).toList();

  /** The numbers of the rows that no text leads to; others.tsv begins with them. */
  static final int KEY_LINE = 0;

  static final int NEXT_LINE = 1;
  static final int THREE_PARTS = 2;
  static final int REGISTERED = 3;
  static final int OWN = 4;
  static final int UNSETTLED = 5;
  static final int LEARNED = 6;
  static final int TABLE_ROW = 7;

  /** What no row switches off, beside the rules of key blocks. */
  static final Set<String> ALWAYS_ON =
      Set.of("registered.value", "learned.value", "own.rule", "line.unsettled");

  /** What prompts and dots of progress end with. */
  private static final String PROMPTS = ".:?>)]}";

  public static final RuleSet BUILTIN = CompiledRules.load();

  private final List<RuleEntry> entries;
  private final BitSet off;
  public final GramIndex grams;

  /** The numbers of the triggers whose rules look back. */
  private final int[] later;

  RuleSet(List<RuleEntry> entries, BitSet off, GramIndex grams, int[] later) {
    this.entries = entries;
    this.off = off;
    this.grams = grams;
    this.later = later;
  }

  static RuleSet none() {
    return new RuleSet(List.of(), new BitSet(), GramIndex.none(), new int[0]);
  }

  /** One that {@link #write} wrote. */
  RuleSet(DataInput in) throws IOException {
    int size = in.readInt();
    Kind[] kinds = Kind.values();
    entries = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      entries.add(new RuleEntry(kinds[in.readByte()], in.readShort(), null));
    }
    off = new BitSet();
    grams = new GramIndex(in);
    later = new int[in.readInt()];
    for (int i = 0; i < later.length; i++) {
      later[i] = in.readInt();
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(entries.size());
    for (RuleEntry entry : entries) {
      out.writeByte(entry.kind().ordinal());
      out.writeShort(entry.row());
    }
    grams.write(out);
    out.writeInt(later.length);
    for (int trigger : later) {
      out.writeInt(trigger);
    }
  }

  List<RuleEntry> entries() {
    return entries;
  }

  int[] later() {
    return later;
  }

  /**
   * Holds back of an unfinished line what a text would hide that stands behind it, and of which the
   * line has the beginning only, or not yet that. Prompts and dots of progress are shown: behind
   * what they end with, a blank alone is no such beginning.
   */
  void hold(Line l) {
    int word = l.to;
    while (word > l.from && l.b[word - 1] == ' ') {
      word--;
    }
    int least = word > l.from && PROMPTS.indexOf(l.b[word - 1]) >= 0 ? l.to - word + 1 : 0;
    int row = -1;
    for (int number : later) {
      Trigger t = grams.numbered(number);
      RuleEntry entry = entry(t);
      // Where nothing of a row's texts is there yet, one stands for all.
      int last = entry.row() == row ? Math.max(1, least) : least;
      row = entry.row();
      for (int n = Math.min(t.length() - 1, l.to - l.from); n >= last; n--) {
        if (t.begins(l.b, l.to - n, n)) {
          entry.rule().hold(l, l.to - n);
        }
      }
    }
  }

  /**
   * The built-in rules with those of an operator's tables.
   *
   * @param own the tables
   * @param rows their rows, each numbered as spans are to name it
   * @param failed told of a row that was switched off because it failed, where lines are read
   * @throws IllegalStateException if the texts of the rows are too many
   */
  public static RuleSet of(OwnRows own, List<Row> rows, Consumer<String> failed) {
    if (rows.isEmpty() && own.off().isEmpty()) {
      return BUILTIN;
    }
    BitSet off = new BitSet();
    own.off().keySet().forEach(id -> off.set(find(id).number()));
    return new RuleSetBuilder(BUILTIN, off).own(rows, own.rules(), failed).build();
  }

  /** Whether the row is switched off. */
  boolean off(int row) {
    return off.get(row);
  }

  /** The built-in rows that hide something, in the order of the tables. */
  public static List<Row> rules() {
    return HIDING.stream().flatMap(table -> Tables.builtin().rows(table).stream()).toList();
  }

  /** The built-in row with that id that hides something, or null. */
  static Row find(String id) {
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
    return grams.triggers();
  }

  public RuleEntry entry(Trigger t) {
    return entries.get(t.rule());
  }
}
