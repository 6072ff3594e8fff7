package innkeeper.redaction.command;

import innkeeper.redaction.table.Row;
import innkeeper.redaction.text.ByteSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A way in which a program takes a secret, as the column takes of commands.tsv says it. */
public final class Form {
  /** What an argument is to the program; see the comment in commands.tsv. */
  enum Kind {
    OPTION("glued", "spaced", "any", "after"),
    USER_OPTION("after"),
    COOKIE_OPTION("after"),
    ARGUMENT("any", "unnamed", "first", "after", "given", "absent", "but"),
    WORD("told", "after", "behind"),
    ADDRESS,
    PAIRS("values", "first", "after"),
    ECHOED("behind");

    private final Set<String> modifiers;

    Kind(String... modifiers) {
      this.modifiers = Set.of(modifiers);
    }

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Modifiers that stand alone; all others have a word behind them. */
  private static final Set<String> ALONE = Set.of("glued", "spaced", "any", "told", "unnamed");

  final Kind kind;

  /** OptionForms. */
  final List<String> names;

  /** What the first and the second byte of these may be. */
  private final ByteSet[] begins;

  /** OptionForms with a value that is a secret. */
  final List<String> values;

  /** The argument's place, counted from 1. */
  final int number;

  /** Between a user and a password, or 0. */
  final char separator;

  final boolean glued;
  final boolean spaced;
  final boolean any;
  final boolean told;
  final boolean unnamed;

  /** One of these words is the command's first. */
  final List<String> first;

  /** One of these words stands before it. */
  final List<String> after;

  /** Letters of options that are there, and that are not; see {@link #letters}. */
  final long given;

  final long absent;

  /** What it does not begin with. */
  final String but;

  private final Row row;

  private Form(Row row, List<String> words) {
    this.row = row;
    kind = kind(words.get(0));
    int operands = 1;
    while (operands < words.size() && !kind.modifiers.contains(words.get(operands))) {
      operands++;
    }
    List<String> given = words.subList(1, operands);
    names = names(given);
    begins = new ByteSet[] {bytes(names, 0), kind == Kind.OPTION ? bytes(names, 1) : ByteSet.ANY};
    number = kind == Kind.ARGUMENT || kind == Kind.WORD ? number(given) : 0;
    Map<String, String> modifiers = modifiers(words, operands);
    String sign = kind == Kind.USER_OPTION ? given.get(1) : modifiers.getOrDefault("behind", "\0");
    separator = sign.charAt(0);
    glued = modifiers.containsKey("glued") || kind == Kind.USER_OPTION;
    spaced = modifiers.containsKey("spaced") || !modifiers.containsKey("glued");
    any = modifiers.containsKey("any");
    told = modifiers.containsKey("told");
    unnamed = modifiers.containsKey("unnamed");
    values = list(modifiers.getOrDefault("values", ""));
    first = list(modifiers.getOrDefault("first", ""));
    after = list(modifiers.getOrDefault("after", ""));
    this.given = letters(modifiers.getOrDefault("given", ""));
    absent = letters(modifiers.getOrDefault("absent", ""));
    but = modifiers.getOrDefault("but", "");
  }

  /** The forms in the row's column takes, parted by semicolons. */
  public static List<Form> all(Row row) {
    List<Form> forms = new ArrayList<>();
    for (String form : row.cell("takes").split(";")) {
      forms.add(new Form(row, List.of(form.trim().split(" +"))));
    }
    return List.copyOf(forms);
  }

  private Kind kind(String name) {
    for (Kind known : Kind.values()) {
      if (known.text().equals(name)) {
        return known;
      }
    }
    List<String> known = Arrays.stream(Kind.values()).map(Kind::text).toList();
    throw row.error("unknown form '" + name + "'; use one of " + String.join(", ", known));
  }

  private List<String> names(List<String> operands) {
    int count =
        switch (kind) {
          case OPTION, COOKIE_OPTION, ARGUMENT, WORD -> 1;
          case USER_OPTION -> 2;
          case PAIRS -> operands.size() > 1 ? 1 : operands.size();
          default -> 0;
        };
    if (operands.size() != count) {
      String has = operands.isEmpty() ? "none" : "'" + String.join(" ", operands) + "'";
      throw row.error(kind.text() + " needs " + count + " words before its modifiers, has " + has);
    }
    return operands.isEmpty() ? List.of() : list(operands.get(0));
  }

  private static ByteSet bytes(List<String> names, int at) {
    ByteSet bytes = ByteSet.none();
    for (String name : names) {
      bytes = bytes.or(at < name.length() ? ByteSet.exact((byte) name.charAt(at)) : ByteSet.ANY);
    }
    return bytes;
  }

  /** A quick look at whether the word may be one of the options. */
  boolean mayBegin(byte[] b, int from, int to) {
    return from < to && begins[0].has(b[from]) && (from + 1 == to || begins[1].has(b[from + 1]));
  }

  private int number(List<String> operands) {
    if (!operands.get(0).matches("[1-9]")) {
      throw row.error(kind.text() + " needs a number from 1 to 9, has '" + operands.get(0) + "'");
    }
    return operands.get(0).charAt(0) - '0';
  }

  private Map<String, String> modifiers(List<String> words, int first) {
    Map<String, String> found = new HashMap<>();
    for (int i = first; i < words.size(); i++) {
      String name = words.get(i);
      boolean alone = ALONE.contains(name);
      if (!kind.modifiers.contains(name) || !alone && i + 1 == words.size()) {
        throw row.error(
            "'" + name + "' does not fit " + kind.text() + "; what fits: " + kind.modifiers);
      }
      found.put(name, alone ? "" : words.get(++i));
    }
    return found;
  }

  private static List<String> list(String words) {
    return words.isEmpty() ? List.of() : List.of(words.split(",(?=.)"));
  }

  /** A bit for each letter. */
  static long letters(String text) {
    long bits = 0;
    for (char c : text.toCharArray()) {
      bits |= bit(c);
    }
    return bits;
  }

  static long bit(int letter) {
    return 1L << (letter & 63);
  }
}
