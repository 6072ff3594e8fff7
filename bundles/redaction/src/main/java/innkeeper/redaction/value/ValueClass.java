package innkeeper.redaction.value;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.pattern.ValueTest;
import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Values that look alike: what one of the rows of values.tsv matches. */
public final class ValueClass {
  /** How many bytes of a set a value must have. */
  private record Demand(ByteSet set, int least) {
    static Demand of(Row row, String text) {
      String[] parts = text.split(":");
      ByteSet set = Bytes.named(parts[0]);
      if (set == null) {
        throw row.error("there is no class of bytes " + parts[0]);
      }
      return new Demand(set, parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
    }

    boolean met(byte[] b, int from, int to) {
      int seen = 0;
      for (int i = from; i < to && seen < least; i++) {
        seen += set.has(b[i]) ? 1 : 0;
      }
      return seen >= least;
    }
  }

  private record NamedMember(
      Pattern pattern, int least, int most, Demand[] demands, ValueTest[] but) {
    boolean has(LineText in, int from, int to) {
      if (to - from < least || to - from > most || !pattern.matches(in.part(to), from)) {
        return false;
      }
      for (Demand demand : demands) {
        if (!demand.met(in.b, from, to)) {
          return false;
        }
      }
      for (ValueTest other : but) {
        if (other.holds(in, from, to)) {
          return false;
        }
      }
      return true;
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final Vocabulary vocabulary;

  /**
   * The rows that a value may belong to, by its first byte.
   *
   * @param ofWords the same if the value is of bytes of tokens alone
   */
  private record Members(NamedMember[][] any, NamedMember[][] ofWords) {}

  private static final NamedMember[] NONE = {};

  /** Made at first use. */
  private Members known;

  ValueClass(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  void add(Row row) {
    rows.add(row);
  }

  private Members members() {
    List<NamedMember> members = new ArrayList<>();
    for (Row row : rows) {
      Pattern pattern = Pattern.after(row.cell("pattern"), vocabulary);
      Demand[] demands =
          row.words("seen").stream().map(text -> Demand.of(row, text)).toArray(Demand[]::new);
      ValueTest[] but =
          row.words("but").stream().map(name -> vocabulary.test(name, 0)).toArray(ValueTest[]::new);
      int most = row.number("most", Integer.MAX_VALUE);
      members.add(new NamedMember(pattern, row.number("least", 0), most, demands, but));
    }
    List<NamedMember> ofWords = new ArrayList<>(members);
    ofWords.removeIf(member -> !member.pattern.ofToken());
    return new Members(byFirst(members), byFirst(ofWords));
  }

  private static NamedMember[][] byFirst(List<NamedMember> members) {
    NamedMember[][] byFirst = new NamedMember[256][];
    Arrays.fill(byFirst, NONE);
    for (NamedMember member : members) {
      for (byte first : member.pattern.first().members()) {
        NamedMember[] known = byFirst[first & 0xff];
        byFirst[first & 0xff] = Arrays.copyOf(known, known.length + 1);
        byFirst[first & 0xff][known.length] = member;
      }
    }
    return byFirst;
  }

  /** Reads the rows if nobody did. */
  Members check() {
    Members members = known;
    if (members == null) {
      members = members();
      known = members;
    }
    return members;
  }

  /** Whether the value, which is bytes alone, looks so. */
  public boolean has(byte[] b, int from, int to) {
    return has(LineText.ofValue(b, to), from, to);
  }

  /** Whether the value looks so. */
  public boolean has(LineText in, int from, int to) {
    if (from == to) {
      return false;
    }
    Members members = check();
    boolean words = Bytes.runEnd(in.b, from, to, Bytes.TOKEN) == to;
    for (NamedMember member : (words ? members.ofWords : members.any)[in.b[from] & 0xff]) {
      if (member.has(in, from, to)) {
        return true;
      }
    }
    return false;
  }
}
