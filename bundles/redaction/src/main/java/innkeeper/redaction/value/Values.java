package innkeeper.redaction.value;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.pattern.ValueTest;
import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.text.Base64Text;
import innkeeper.redaction.text.Bytes;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells a secret from what only stands in its place, by the tables of words, values and patterns.
 */
public final class Values extends Vocabulary {
  private static final Values BUILTIN = new Values(Tables.builtin(), PatternStarts.load());

  private static final int LONGEST_NO_VALUE = 13;

  /** With letters and digits, no word of a sentence is so long. */
  private static final int LONG_WORD = 20;

  private final PatternStarts starts;
  private final Words words;
  private final Map<String, String> patterns = new HashMap<>();
  private final Map<String, WordList> lists = new HashMap<>();
  private final Map<String, ValueClass> classes = new HashMap<>();
  private final ValueClass placeholder;
  private final ValueClass participle;
  private final ValueClass code;
  private final ValueClass call;
  private final Pattern message;

  private Values(Tables tables, PatternStarts starts) {
    this.starts = starts;
    for (WordList list : WordList.values()) {
      lists.put(list.id(), list);
    }
    words = new Words(tables.rows("words"), lists);
    for (Row row : tables.rows("patterns")) {
      patterns.put(row.id(), row.cell("pattern"));
    }
    for (Row row : tables.rows("values")) {
      named(row.cell("class")).add(row);
    }
    placeholder = named("placeholder");
    participle = named("participle");
    code = named("code");
    call = named("call");
    message = Pattern.after("form-message", this);
  }

  /** What the rows of values.tsv say that name the class. */
  ValueClass named(String name) {
    return classes.computeIfAbsent(name, n -> new ValueClass(this));
  }

  /** Reads the rows of all classes, which are else read at their first use. */
  public void check() {
    classes.values().forEach(ValueClass::check);
  }

  /** By the built-in tables. */
  public static Values builtin() {
    return BUILTIN;
  }

  /** A row of patterns.tsv by its name, of what follows a place. */
  public static Pattern after(String name) {
    return Pattern.after(name, BUILTIN);
  }

  /** The same of what stands before a place. */
  public static Pattern before(String name) {
    return Pattern.before(name, BUILTIN);
  }

  @Override
  protected Pattern.Start start(String key) {
    return starts.of(key);
  }

  public Words words() {
    return words;
  }

  @Override
  public String pattern(String name) {
    return patterns.get(name);
  }

  @Override
  public ValueTest test(String name, int number) {
    WordList list = lists.get(name);
    if (list != null) {
      return new WordTest(words, list.bit);
    }
    ValueClass known = classes.get(name);
    if (known != null) {
      return (in, from, to) -> to - from >= number && known.has(in, from, to);
    }
    return switch (name) {
      case "prose-word" -> this::prose;
      case "sentence" -> this::sentence;
      case "credentials" -> (in, from, to) -> Base64Text.credentials(in.b, from, to);
      case "number" -> (in, from, to) -> digits(in.b, from, to);
      case "numbered" -> (in, from, to) -> (in.classes(from, to) & Bytes.DIGIT) != 0;
      case "ascii" -> (in, from, to) -> (in.classes(from, to) & Bytes.HIGH) == 0;
      case "cases" -> (in, from, to) -> mixes(in.classes(from, to), Bytes.LOWER, Bytes.UPPER);
      case "at-least" -> (in, from, to) -> to - from >= number;
      case "at-most" -> (in, from, to) -> to - from <= number;
      case "shaped" ->
          (in, from, to) -> to - from >= number && shaped(in.b, to, in.classes(from, to));
      case "hex-first" ->
          (in, from, to) -> Bytes.runEnd(in.b, from, to, Bytes.HEX) - from >= number;
      case "private-key" -> (in, from, to) -> privateKey(in.b, from, to);
      case "mixed" -> (in, from, to) -> mixed(in.b, from, to);
      case "digits" -> (in, from, to) -> Bytes.runEnd(in.b, from, to, Bytes.DIGIT) == to;
      default -> null;
    };
  }

  private static boolean privateKey(byte[] b, int from, int to) {
    return Base64Text.contains(b, from, Math.min(to, from + 96), "PRIVATE KEY");
  }

  /** Whether the value is none at all, whatever the name. */
  public boolean placeholder(LineText in, int from, int to) {
    if (from == to || placeholder.has(in, from, to)) {
      return true;
    }
    return to - from <= LONGEST_NO_VALUE
        && words.in(WordList.NO_VALUE, in.b, from, Bytes.trimmed(in.b, from, to));
  }

  /** A word of prose, as after {@code password:}. */
  public boolean prose(LineText in, int from, int to) {
    return words.in(WordList.PROSE, in.b, from, Bytes.trimmed(in.b, from, to))
        || participle.has(in, from, to);
  }

  /**
   * Several words that make a sentence about a secret: two of the first four are prose, and the
   * first is no long secret.
   */
  public boolean sentence(LineText in, int from, int to) {
    if (shaped(in.b, from, Bytes.next(in.b, from, to, ' '), LONG_WORD)) {
      return false;
    }
    int found = 0;
    int at = from;
    for (int word = 0; word < 4 && at < to; word++) {
      int end = Bytes.next(in.b, at, to, ' ');
      int lists = words.lists(in.b, at, Bytes.trimmed(in.b, at, end));
      boolean none = (lists & (WordList.NOUN.bit | WordList.NO_VALUE.bit)) != 0;
      found += none || prose(in, at, end) ? 1 : 0;
      at = Bytes.skipBlank(in.b, end, to);
    }
    return found >= 2 || message.matches(in, from);
  }

  /** A reference in code: {@code config.password}, {@code os.environ["X"]}, {@code a.b.C@1f}. */
  public boolean code(LineText in, int from, int to, boolean spaced) {
    return code.has(in, from, to) || spaced && call.has(in, from, to);
  }

  public static boolean digits(byte[] b, int from, int to) {
    int i = from < to && b[from] == '-' ? from + 1 : from;
    return i < to && Bytes.runEnd(b, i, to, Bytes.DIGIT | Bytes.DOT) == to;
  }

  /** So many bytes of more than one kind: what a name alone does not prove. */
  public static boolean shaped(byte[] b, int from, int to, int least) {
    return to - from >= least && shaped(b, to, Bytes.classes(b, from, to));
  }

  private static boolean shaped(byte[] b, int to, int seen) {
    return mixes(seen, Bytes.ALPHA, Bytes.DIGIT)
        || mixes(seen, Bytes.LOWER, Bytes.UPPER) && b[to - 1] == '=';
  }

  /** Letters and digits. */
  public static boolean mixed(byte[] b, int from, int to) {
    return mixes(Bytes.classes(b, from, Math.min(to, from + 256)), Bytes.ALPHA, Bytes.DIGIT);
  }

  /** Small and capital letters. */
  public static boolean cases(byte[] b, int from, int to) {
    return mixes(Bytes.classes(b, from, to), Bytes.LOWER, Bytes.UPPER);
  }

  private static boolean mixes(int seen, int one, int other) {
    return (seen & one) != 0 && (seen & other) != 0;
  }
}
