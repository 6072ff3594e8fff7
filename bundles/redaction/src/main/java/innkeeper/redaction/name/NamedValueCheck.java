package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.name.NamedValueRow.Fact;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import java.util.Arrays;

/** Whether what stands after a name is its secret, or prose, code, a count, an option. */
public final class NamedValueCheck {
  private final KeyName names;
  private final Operator operator;
  private final Value value;
  private Line line;
  private byte[] b;
  private int start;
  private Operator.Kind op;
  private int facts;

  /** The value alone. */
  private LineText text;

  public NamedValueCheck(KeyName names, Operator operator, Value value) {
    this.names = names;
    this.operator = operator;
    this.value = value;
  }

  /**
   * Whether the value up to {@code end} is a secret, given the name before it and what stands
   * around.
   */
  public boolean convinces(Line l, int keyStart, Kind kind, Operator.Kind sign, int end) {
    line = l;
    b = l.b;
    start = keyStart;
    op = sign;
    text = LineText.ofValue(b, end);
    facts = facts(kind, end);
    if (kind == Kind.CODE && operator.parameter()) {
      // What follows decides: while the line may go on, the value must not be shown.
      line.open(value.from);
    } else if (value.quote == 0) {
      // The word after it decides.
      line.opensAtEnd(value.from, Bytes.skipBlank(b, end, l.to));
    }
    return answer(NamedValueRow.of(op), true) && answer(NamedValueRow.of(kind), false);
  }

  /** What the first row says that fits. */
  private boolean answer(NamedValueRow[] rows, boolean otherwise) {
    for (NamedValueRow row : rows) {
      if (row.fits(op, facts, line, start, value.from, text)) {
        return row.answer();
      }
    }
    return otherwise;
  }

  private int facts(Kind kind, int end) {
    boolean quoted = value.quote != 0;
    int last = quoted ? end : Bytes.trimmed(b, value.from, end);
    return Fact.QUOTED.bit(quoted)
        | Fact.PARAMETER.bit(operator.parameter())
        | Fact.GAP.bit(operator.gap())
        | Fact.SPACED.bit(operator.spaced())
        | Fact.NAME_QUOTED.bit(operator.keyQuoted())
        | Fact.OWN_NAME.bit(own(last))
        | Fact.PASSWORD.bit(names.password())
        | Fact.PASSPHRASE.bit(names.passphrase())
        | Fact.ID.bit(names.id())
        | Fact.OAUTH.bit(kind == Kind.CODE && line.oauth());
  }

  /**
   * {@code accountKey = Buffer.from("accountKey")}, {@code apiKey: "API key"}, {@code
   * client_token=client_token}: the name. A password may be much like its name.
   */
  private boolean own(int end) {
    int from = value.from;
    int name = start;
    int at = from;
    boolean parted = false;
    while (at < end && name < from) {
      if (joins(b[at])) {
        at++;
        parted = true;
      } else if (joins(b[name])) {
        parted |= at > from || b[name] == '_';
        name++;
      } else if (Bytes.lower(b[at]) == Bytes.lower(b[name])) {
        at++;
        name++;
      } else {
        return false;
      }
    }
    boolean same = at == end && !Bytes.is(b[name], Bytes.TOKEN);
    return names.password()
        ? same && parted && Arrays.equals(b, start, start + end - from, b, from, end)
        : same && (parted || Values.cases(b, from, end));
  }

  private static boolean joins(byte c) {
    return c == '_' || c == '-' || c == ' ';
  }
}
