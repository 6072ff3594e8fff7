package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Base64Text;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;
import java.util.Arrays;

/** Whether what stands after a name is its secret, or prose, code, a count, an option. */
public final class NamedValueCheck {
  private static final int LEAST_STRONG = 20;

  /** How far before a name the text that holds it may begin. */
  private static final int MAX_TEXT = 64;

  private static final Pattern PARSER = Values.before("parser-message");
  private static final Pattern PAM = Values.before("pam-service");
  private static final Pattern SHARED = Values.before("shared-before");
  private static final Pattern PUBLIC = Values.before("public-before");
  private static final Pattern SPELLED = Values.after("spelled-key");
  private static final Pattern CALLED = Values.after("called-name");
  private static final Pattern FIELD = Values.after("first-field");
  private static final Pattern ASSIGNED = Values.after("assigned-field");
  private static final Pattern PAIR = Values.after("user-and-password");
  private static final Pattern SHAPED_PAIR = Values.after("user-and-shaped");
  private static final Pattern PIN = Values.after("pin-value");
  private static final Pattern CARD = Values.after("card-value");
  private static final Pattern VARIABLE = Values.after("next-variable");
  private static final Pattern FIELDS = Values.after("struct-member");
  private static final Pattern MEMBER = Values.after("next-member");
  private static final Pattern MEMBERS = Values.before("struct-members");
  private static final Pattern LOGIN = Values.before("login-before");
  private static final Pattern SECTION = Values.before("keyring-section");
  private static final Pattern ARTIFACT = Values.after("package-artifact");
  private static final Pattern JOINED = Values.after("joined-text");
  private static final Pattern COMMAND = Values.after("command-words");
  private static final Pattern ROUTE = Values.after("route");
  private static final Pattern EXPRESSION = Values.after("code-expression");
  private static final Pattern INSTEAD = Values.after("said-instead");
  private static final Pattern KEY_OPTION = Values.after("key-option-value");
  private static final Pattern NO_OPERAND = Values.after("no-operand");
  private static final Pattern SCOPE = Values.after("scope-value");
  private static final Pattern CAPITAL = Values.after("upper lower+ $");
  private static final Pattern NOUN_GOES_ON = Values.after("[{lower}{quote}\\\\] | \"[REDACTED]\"");

  private final KeyName names;
  private final Operator operator;
  private final Value value;
  private Line line;
  private byte[] b;
  private int start;
  private Kind kind;
  private Operator.Kind op;
  private int from;
  private int to;

  /** Where the value ends without the signs that close a sentence. */
  private int last;

  /** The value alone. */
  private LineText text;

  /** What stands behind the value and blanks, and whether both are there. */
  private int next;

  private boolean goesOn;

  public NamedValueCheck(KeyName names, Operator operator, Value value) {
    this.names = names;
    this.operator = operator;
    this.value = value;
  }

  /**
   * Whether the value up to {@code end} is a secret, given the name before it and what stands
   * around.
   */
  public boolean convinces(Line l, int keyStart, Kind keyKind, Operator.Kind sign, int end) {
    line = l;
    b = l.b;
    start = keyStart;
    kind = keyKind;
    op = sign;
    from = value.from;
    to = end;
    last = Bytes.trimmed(b, from, to);
    text = LineText.ofValue(b, to);
    next = Bytes.skipBlank(b, to, l.to);
    goesOn = next > to && next < l.to;
    boolean bare = value.quote == 0;
    boolean told = op == Operator.Kind.XML || op == Operator.Kind.COLON && !bare;
    if (op == Operator.Kind.COLON && !names.password() && PARSER.matches(line, start)
        || (bare ? artifact() || words() : program() || INSTEAD.matches(text, from))
        || (told ? ValueCheck.sentence(b, from, to) : !bare && ValueCheck.message(b, from, to))) {
      return false;
    }
    return secret(bare, operator.parameter(), Values.digits(b, from, last));
  }

  private boolean secret(boolean bare, boolean query, boolean digits) {
    int length = to - from;
    return switch (kind) {
      case SECRET -> !digits || names.password() || number(length) && !PUBLIC.matches(line, start);
      case PASS -> pass(bare, digits);
      case SHAPED -> {
        if (names.id()) {
          yield ValueCheck.UUID.has(b, from, to);
        }
        yield query
            ? length >= 4 && !digits
            : shaped(8) && !digits && !(bare && CALLED.matches(text, from)) || pair();
      }
      case PLURAL -> !digits && shaped(16) && op != Operator.Kind.IS;
      case ISSUED -> ValueCheck.ISSUED.has(b, from, to) || strong();
      case STRONG -> strong();
      case SESSION -> {
        boolean sure = query || Bytes.indexOfIgnoreCase(b, start, from, "sessid") >= 0;
        yield length >= (sure ? 6 : 16)
            && Values.mixed(b, from, to)
            && !Bytes.atIgnoreCase(b, from, to, "0x");
      }
      case QUERY ->
          SHARED.matches(line, start)
              || option()
              || op == Operator.Kind.EQUALS && strong() && Values.cases(b, from, to) && !path()
              || SECTION.matches(line, start) && shaped(20)
              || (query || spelled() || op == Operator.Kind.IS) && shaped(8);
      case CODE -> {
        // What follows decides: while the line may go on, the value must not be shown.
        line.open(query ? from : line.to);
        yield query && length >= 6 && line.oauth();
      }
      case CARD -> CARD.matches(text, from);
      case PIN -> PIN.matches(text, from);
      default -> false;
    };
  }

  private boolean shaped(int least) {
    return Values.shaped(b, from, to, least);
  }

  private boolean path() {
    return Bytes.indexOf(b, from, to, '/') >= 0;
  }

  private boolean strong() {
    return ValueCheck.strong(b, from, to, LEAST_STRONG, false);
  }

  private boolean is(int words) {
    return WordList.is(b, from, to, words);
  }

  private boolean prose() {
    return ValueCheck.prose(b, from, to);
  }

  /** A number may be a secret unless it is short, a decimal, or fills 64 bits as an id does. */
  private boolean number(int length) {
    return length > 4 && (length < 18 || length > 20) && !decimal();
  }

  private boolean decimal() {
    return Bytes.indexOf(b, from, to - 1, '.') > 0;
  }

  /** {@code io.jsonwebtoken:jjwt-api}. */
  private boolean artifact() {
    return op == Operator.Kind.COLON && !operator.gap() && ARTIFACT.matches(line, start);
  }

  /**
   * What a program has where a text in quotes may be: code behind a text's end, a command, a route.
   */
  private boolean program() {
    boolean command =
        value.quote == '`'
            && b[from - 2] == '='
            && Bytes.at(b, to, line.to, "`")
            && !names.passphrase();
    return command && COMMAND.matches(LineText.ofValue(b, to + 1), from)
        || JOINED.matches(text, from) && !operator.keyQuoted() && closes(from - 1)
        || start > line.from && b[start - 1] == '/' && ROUTE.matches(text, from)
        || !names.password() && is(WordList.TECHNICAL.bit)
        || own(to);
  }

  /** Whether the quote there ends a text that holds the name: {@code 'password = '}. */
  private boolean closes(int at) {
    int floor = Math.max(line.from, start - MAX_TEXT);
    int open = start - 1;
    while (open >= floor && !Bytes.is(b[open], Bytes.QUOTE)) {
      open--;
    }
    return open >= floor
        && b[open] == b[at]
        && b[at - 1] != '\\'
        && (open == line.from || !Bytes.is(b[open - 1], Bytes.ALNUM | Bytes.QUOTE));
  }

  /**
   * {@code accountKey = Buffer.from("accountKey")}, {@code apiKey: "API key"}, {@code
   * client_token=client_token}: the name. A password may be much like its name.
   */
  private boolean own(int end) {
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

  /** {@code auth: bob:x}, {@code "auth": "Ym9iOng="}; no address, no scope. */
  private boolean pair() {
    int name = Bytes.runEnd(b, from, to, Bytes.TOKEN | Bytes.DOT);
    if (name == to || b[name] == '=') {
      return to - from >= 8 && Base64Text.credentials(b, from, to);
    }
    return (b[start] == '-' ? PAIR : SHAPED_PAIR).matches(text, from);
  }

  /** {@code API Key: x}: a name in two words. */
  private boolean spelled() {
    return (op == Operator.Kind.COLON || op == Operator.Kind.EQUALS)
        && SPELLED.matches(line, start);
  }

  /** {@code --key x}, where x is no file and no name. */
  private boolean option() {
    return b[start] == '-'
        && (op == Operator.Kind.BLANK || op == Operator.Kind.EQUALS)
        && ValueCheck.strong(b, from, last, LEAST_STRONG, true)
        && !path();
  }

  /** Among an environment's variables, or a struct's members, stands no code. */
  private boolean dumped() {
    boolean member = op == Operator.Kind.COLON && MEMBER.matches(line, to);
    return !operator.spaced()
        && !operator.gap()
        && Bytes.is(b[start], Bytes.UPPER)
        && (op == Operator.Kind.EQUALS && VARIABLE.matches(line, to)
            || member && MEMBERS.matches(line, start));
  }

  /** What an unquoted value may be besides a secret: code, prose, the next option. */
  private boolean words() {
    if (operator.parameter()) {
      return false;
    }
    if (INSTEAD.matches(line, from)
        || own(last)
        || (operator.spaced() || operator.gap()) && EXPRESSION.matches(line, from)) {
      return true;
    }
    if (ValueCheck.code(b, from, to, operator.spaced())) {
      return !dumped();
    }
    // The word after it decides.
    line.opensAtEnd(from, next);
    if (goesOn && b[next] == '{' && Bytes.is(b[from], Bytes.UPPER)) {
      return true;
    }
    return switch (op) {
      case BLANK ->
          NO_OPERAND.matches(text, from)
              || KEY_OPTION.matches(LineText.ofValue(b, last), from)
              || prose() && (next < line.to || b[to - 1] == '.');
      case COLON -> scope() || proseAfterColon();
      case EQUALS ->
          operator.gap()
              && (ASSIGNED.matches(text, from)
                  // A manual: the Password= setting is
                  || !operator.spaced() && goesOn && Bytes.is(b[next], Bytes.ALPHA) && prose());
      case IS -> proseAfterIs();
      default -> false;
    };
  }

  /** {@code "token:read"}, {@code arn:…:secret:name}, {@code pam_unix(passwd:chauthtok)}. */
  private boolean scope() {
    if (operator.gap() || names.password()) {
      return PAM.matches(line, start);
    }
    return SCOPE.matches(text, from)
        || start > line.from && b[start - 1] == ':'
        || Bytes.is(b[start], Bytes.UPPER) && to - from == 3 && Bytes.at(b, from, to, "Key");
  }

  private boolean proseAfterColon() {
    boolean upper = Bytes.is(b[from], Bytes.UPPER);
    boolean lower = next < line.to && Bytes.is(b[next], Bytes.LOWER);
    if (goesOn && NOUN_GOES_ON.matches(line, next) && is(WordList.NOUN.bit | WordList.ABOUT.bit)
        // What a table begins with: secret: Data ====
        || goesOn && upper && is(WordList.NEUTRAL.bit)
        // A struct's member without a value: {Password: SSL:false}
        || operator.gap() && FIELDS.matches(line, from) && MEMBERS.matches(line, start)
        || foreign()) {
      return true;
    }
    if (LOGIN.matches(line, start)) {
      return WordList.is(b, from, last, WordList.PROSE.bit);
    }
    // What is done with a thing of that name: secrets.main: Refreshing state.
    boolean token = operator.gap() && !names.password() && !names.passphrase();
    boolean done =
        lower && CAPITAL.matches(text, from) && (token || Bytes.indexOf(b, start, from, '.') >= 0);
    boolean alone = next >= line.to && keyFirst();
    return done
        || operator.gap() && !names.password() && FIELD.matches(text, from)
        || !alone && prose();
  }

  private boolean keyFirst() {
    return Bytes.skipBlank(b, line.from, line.to) >= start;
  }

  /** Words with accents or in another script: of a sentence, or where only a token may stand. */
  private boolean foreign() {
    return Bytes.runEnd(b, from, last, Bytes.HIGH | Bytes.LOWER) == last
        && Bytes.runEnd(b, from, last, Bytes.LOWER) < last
        && (!names.password() || goesOn && Bytes.is(b[next], Bytes.HIGH | Bytes.LOWER));
  }

  private boolean proseAfterIs() {
    int word = Bytes.runEnd(b, next, line.to, Bytes.ALPHA);
    boolean words = Bytes.runEnd(b, from, to, Bytes.LOWER) == to && next > to;
    return last - from < 4
        || prose()
        || WordList.is(b, from, last, WordList.NOUN.bit | WordList.ABOUT.bit)
        || words && WordList.is(b, next, word, WordList.PROSE.bit)
        || words
            && !names.password()
            && !names.passphrase()
            && next < line.to
            && Bytes.is(b[next], Bytes.LOWER);
  }

  /** {@code pass} alone also counts tests, and passes over data. */
  private boolean pass(boolean bare, boolean digits) {
    boolean colon = op == Operator.Kind.COLON;
    if (bare && colon && Bytes.at(b, start, line.to, "PASS:")) {
      // A test that passed, more often than not.
      return shaped(6) && Bytes.indexOf(b, from, to, '_') < 0;
    }
    if (digits) {
      return to - from > 4 && !decimal();
    }
    if (!bare || op == Operator.Kind.EQUALS || op == Operator.Kind.BLANK) {
      return true;
    }
    // How long it took, and how many passed.
    boolean figure = colon && ValueCheck.TECHNICAL.has(b, from, last);
    return !figure
        && (keyFirst()
            || shaped(4)
            || b[start - 1] == ','
            || b[start - 1] == '{'
            || colon && to - from > 4 && LOGIN.matches(line, start));
  }
}
