package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
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
  private static final Pattern SOURCE_FILE = Values.before("source-file");
  private static final Pattern EXPRESSION = Values.after("code-expression");
  private static final Pattern INSTEAD = Values.after("said-instead");
  private static final Pattern KEY_OPTION = Values.before("key-option");
  private static final Pattern NO_OPERAND = Values.after("no-operand");

  private final KeyName names;
  private final Operator operator;
  private final Value value;
  private Line line;
  private byte[] b;
  private int start;
  private Kind kind;

  public NamedValueCheck(KeyName names, Operator operator, Value value) {
    this.names = names;
    this.operator = operator;
    this.value = value;
  }

  /** Whether {@code b[from, to)} is a secret, given the name before it and what stands around. */
  public boolean convinces(
      Line l,
      int keyStart,
      Kind keyKind,
      Operator.Kind op,
      boolean query,
      boolean bare,
      int from,
      int to) {
    line = l;
    b = l.b;
    start = keyStart;
    kind = keyKind;
    int length = to - from;
    if (op == Operator.Kind.COLON && syntax()) {
      return false;
    }
    if (bare ? artifact(op) : program(from, to)) {
      return false;
    }
    boolean digits = Values.digits(b, from, Bytes.trimmed(b, from, to));
    if (bare && words(op, from, to)) {
      return false;
    }
    if (!bare && INSTEAD.matches(LineText.ofValue(b, to), from)) {
      return false;
    }
    boolean text = op == Operator.Kind.XML || op == Operator.Kind.COLON && !bare;
    if (text ? ValueCheck.sentence(b, from, to) : !bare && ValueCheck.message(b, from, to)) {
      return false;
    }
    return switch (kind) {
      case SECRET ->
          !digits || names.password() || length > 4 && !decimal(from, to) && !vocabulary();
      case PASS -> pass(op, bare, digits, from, to);
      case SHAPED ->
          names.id()
              ? ValueCheck.uuid(b, from, to)
              : query
                  ? length >= 4 && !digits
                  : Values.shaped(b, from, to, 8) && !digits && !(bare && called(from, to))
                      || pair(from, to);
      case PLURAL -> !digits && Values.shaped(b, from, to, 16) && op != Operator.Kind.IS;
      case ISSUED ->
          ValueCheck.issued(b, from, to) || ValueCheck.strong(b, from, to, LEAST_STRONG, false);
      case STRONG -> ValueCheck.strong(b, from, to, LEAST_STRONG, false);
      case SESSION -> session(query, from, to);
      case QUERY ->
          shared()
              || option(op, from, to)
              || SECTION.matches(line, start) && Values.shaped(b, from, to, 20)
              || (query || spelled(op) || op == Operator.Kind.IS)
                  && length >= 8
                  && Values.shaped(b, from, to, 8);
      case CODE -> {
        // What follows decides: while the line may go on, the value must not be shown.
        line.open(query ? from : line.to);
        yield query && length >= 6 && line.oauth();
      }
      case CARD -> CARD.matches(LineText.ofValue(b, to), from);
      case PIN -> PIN.matches(LineText.ofValue(b, to), from);
      default -> false;
    };
  }

  /** {@code io.jsonwebtoken:jjwt-api}. */
  private boolean artifact(Operator.Kind op) {
    return op == Operator.Kind.COLON && !operator.gap() && ARTIFACT.matches(line, start);
  }

  /**
   * What a program has where a text in quotes may be: code behind a text's end, a command, a route.
   */
  private boolean program(int from, int to) {
    LineText text = LineText.ofValue(b, to);
    boolean command =
        value.quote == '`'
            && b[from - 2] == '='
            && to < line.to
            && b[to] == '`'
            && !names.passphrase();
    return command && COMMAND.matches(LineText.ofValue(b, to + 1), from)
        || JOINED.matches(text, from) && !operator.keyQuoted() && closes(from - 1)
        || start > line.from && b[start - 1] == '/' && ROUTE.matches(text, from)
        || !names.password() && WordList.is(b, from, to, WordList.TECHNICAL.bit)
        || own(from, to);
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
  private boolean own(int from, int to) {
    int name = start;
    int at = from;
    boolean parted = false;
    while (at < to && name < from) {
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
    boolean same = at == to && !Bytes.is(b[name], Bytes.TOKEN);
    return names.password()
        ? same && parted && Arrays.equals(b, start, start + to - from, b, from, to)
        : same && (parted || Values.cases(b, from, to));
  }

  private static boolean joins(byte c) {
    return c == '_' || c == '-' || c == ' ';
  }

  /** {@code auth: bob:x}, {@code "auth": "Ym9iOng="}; no address, no scope. */
  private boolean pair(int from, int to) {
    int name = Bytes.runEnd(b, from, to, Bytes.TOKEN | Bytes.DOT);
    if (name == to || b[name] == '=') {
      return to - from >= 8 && Base64Text.credentials(b, from, to);
    }
    LineText text = LineText.ofValue(b, to);
    return b[start] == '-' ? PAIR.matches(text, from) : SHAPED_PAIR.matches(text, from);
  }

  /** {@code API Key: x}: a name in two words. */
  private boolean spelled(Operator.Kind op) {
    return (op == Operator.Kind.COLON || op == Operator.Kind.EQUALS)
        && (b[start] | 0x20) == 'k'
        && start > line.from
        && (b[start - 1] == ' ' || b[start - 1] == ':')
        && KeyName.keyOf(b, line.from, start - 1);
  }

  /** {@code pre-shared key: x}. */
  private boolean shared() {
    return start > line.from
        && b[start - 1] == ' '
        && (ends(start - 1, "shared") || ends(start - 1, "preshared"));
  }

  /** {@code --key x}, where x is no file and no name. */
  private boolean option(Operator.Kind op, int from, int to) {
    return b[start] == '-'
        && (op == Operator.Kind.BLANK || op == Operator.Kind.EQUALS)
        && ValueCheck.strong(b, from, Bytes.trimmed(b, from, to), 20, true)
        && Bytes.indexOf(b, from, to, '/') < 0;
  }

  /** {@code passwd-file(bob,10.0.0.3):}. */
  private boolean called(int from, int to) {
    return CALLED.matches(LineText.ofValue(b, to), from);
  }

  /** A model's: {@code BOS token = 128000}. */
  private boolean vocabulary() {
    int word = Bytes.runStart(b, line.from, start - 1, Bytes.ALPHA);
    return start > line.from
        && b[start - 1] == ' '
        && WordList.is(b, word, start - 1, WordList.TOKEN_PUBLIC.bit);
  }

  private boolean decimal(int from, int to) {
    return Bytes.indexOf(b, from, to - 1, '.') > 0;
  }

  /** Among an environment's variables, or a struct's members, stands no code. */
  private boolean dumped(Operator.Kind op, int to) {
    if (operator.spaced() || operator.gap() || !Bytes.is(b[start], Bytes.UPPER)) {
      return false;
    }
    return op == Operator.Kind.EQUALS
        ? VARIABLE.matches(line, to)
        : op == Operator.Kind.COLON && MEMBER.matches(line, to) && MEMBERS.matches(line, start);
  }

  /** What an unquoted value may be besides a secret: code, prose, the next option. */
  private boolean words(Operator.Kind op, int from, int to) {
    if (operator.parameter()) {
      return false;
    }
    if (SOURCE_FILE.matches(line, from)
        || INSTEAD.matches(line, from)
        || own(from, Bytes.trimmed(b, from, to))) {
      return true;
    }
    if ((operator.spaced() || operator.gap()) && EXPRESSION.matches(line, from)) {
      return true;
    }
    if (ValueCheck.code(b, from, to, operator.spaced())) {
      return !dumped(op, to);
    }
    int next = Bytes.skipBlank(b, to, line.to);
    if (next >= line.to) {
      // The word after it decides.
      line.open(from);
    }
    if (next > to && next < line.to && b[next] == '{' && Bytes.is(b[from], Bytes.UPPER)) {
      return true;
    }
    if (op == Operator.Kind.BLANK) {
      return NO_OPERAND.matches(LineText.ofValue(b, to), from)
          || KEY_OPTION.matches(line, from) && word(from, to)
          || ValueCheck.prose(b, from, to) && (next < line.to || b[to - 1] == '.');
    }
    if (op == Operator.Kind.COLON) {
      return scope(from, to) || proseAfterColon(from, to);
    }
    if (op == Operator.Kind.EQUALS && operator.gap()) {
      return ASSIGNED.matches(LineText.ofValue(b, to), from)
          || !operator.spaced() && proseGoesOn(from, to, next);
    }
    return op == Operator.Kind.IS && proseAfterIs(from, to);
  }

  /** {@code --sign-key description}, in a sentence: no key is one plain word. */
  private boolean word(int from, int to) {
    int end = Bytes.trimmed(b, from, to);
    return Bytes.runEnd(b, from, end, Bytes.LOWER) == end;
  }

  /** {@code the Password= setting is}, in a manual. */
  private boolean proseGoesOn(int from, int to, int next) {
    return next > to
        && next < line.to
        && Bytes.is(b[next], Bytes.ALPHA)
        && ValueCheck.prose(b, from, to);
  }

  /** {@code pam_unix(passwd:chauthtok)}: a service and what is asked of it. */
  private boolean pam() {
    return PAM.matches(line, start);
  }

  /** {@code "token:read"}, {@code arn:…:secret:name}. */
  private boolean scope(int from, int to) {
    if (operator.gap() || names.password()) {
      return pam();
    }
    int part = Bytes.runEnd(b, from, to, Bytes.ALPHA);
    boolean about = part < to && b[part] == ':' && WordList.is(b, from, part, WordList.ABOUT.bit);
    return about
        || start > line.from && b[start - 1] == ':'
        || WordList.is(b, from, to, WordList.SCOPE.bit)
        || Bytes.is(b[start], Bytes.UPPER) && to - from == 3 && Bytes.at(b, from, to, "Key");
  }

  /** {@code unexpected token: x}: a parser's. */
  private boolean syntax() {
    return PARSER.matches(line, start) && !names.password();
  }

  private boolean ends(int at, String word) {
    int from = at - word.length();
    return from >= line.from && Bytes.atIgnoreCase(b, from, at, word) && line.wordStart(from);
  }

  private boolean proseAfterColon(int from, int to) {
    int before = Bytes.runStart(b, line.from, start, Bytes.BLANK);
    int wordStart = Bytes.runStart(b, line.from, before, Bytes.ALPHA);
    int next = Bytes.skipBlank(b, to, line.to);
    if (next > to
        && next < line.to
        && (Bytes.is(b[next], Bytes.LOWER | Bytes.QUOTE)
            || b[next] == '\\'
            || RedactionMark.at(b, next, line.to))
        && WordList.is(b, from, to, WordList.NOUN.bit | WordList.ABOUT.bit)) {
      return true;
    }
    if (next > to
        && next < line.to
        && Bytes.is(b[from], Bytes.UPPER)
        && WordList.is(b, from, to, WordList.NEUTRAL.bit)) {
      // What a table begins with: secret: Data ====
      return true;
    }
    if (operator.gap() && FIELDS.matches(line, from) && MEMBERS.matches(line, start)) {
      // A struct's member without a value: {Password: SSL:false}
      return true;
    }
    if (foreign(from, to, next)) {
      return true;
    }
    if (LOGIN.matches(line, start)) {
      return WordList.is(b, from, Bytes.trimmed(b, from, to), WordList.PROSE.bit);
    }
    boolean lower = next < line.to && Bytes.is(b[next], Bytes.LOWER);
    int first = from < to && Bytes.is(b[from], Bytes.UPPER) ? from + 1 : to;
    boolean capital = first < to && Bytes.runEnd(b, first, to, Bytes.LOWER) == to;
    boolean member = Bytes.indexOf(b, start, from, '.') >= 0;
    boolean token = operator.gap() && !names.password() && !names.passphrase();
    if (lower && capital && (member || token)) {
      // What is said of a thing of that name: secrets.main: Refreshing state.
      return true;
    }
    if (operator.gap() && !names.password() && member(from, to)) {
      return true;
    }
    boolean onlyWord = Bytes.skipBlank(b, to, line.to) >= line.to && wordStart == line.from;
    boolean keyFirst = Bytes.skipBlank(b, line.from, line.to) >= start;
    if (keyFirst && onlyWord) {
      return false;
    }
    return ValueCheck.prose(b, from, to);
  }

  /** Words with accents or in another script: of a sentence, or where only a token may stand. */
  private boolean foreign(int from, int to, int next) {
    int last = Bytes.trimmed(b, from, to);
    if (Bytes.runEnd(b, from, last, Bytes.HIGH | Bytes.LOWER) < last
        || Bytes.runEnd(b, from, last, Bytes.LOWER) == last) {
      return false;
    }
    boolean goesOn = next > to && next < line.to && Bytes.is(b[next], Bytes.HIGH | Bytes.LOWER);
    return goesOn || !names.password();
  }

  /** {@code kid=abc}: the first of several fields. */
  private boolean member(int from, int to) {
    return FIELD.matches(LineText.ofValue(b, to), from);
  }

  private boolean proseAfterIs(int from, int to) {
    int end = Bytes.trimmed(b, from, to);
    int next = Bytes.skipBlank(b, to, line.to);
    int word = Bytes.runEnd(b, next, line.to, Bytes.ALPHA);
    boolean goesOn = Bytes.runEnd(b, from, to, Bytes.LOWER) == to && next > to;
    return ValueCheck.prose(b, from, to)
        || WordList.is(b, from, end, WordList.NOUN.bit | WordList.ABOUT.bit)
        || goesOn && WordList.is(b, next, word, WordList.PROSE.bit)
        || goesOn
            && !names.password()
            && !names.passphrase()
            && next < line.to
            && Bytes.is(b[next], Bytes.LOWER)
        || end - from < 4;
  }

  /** {@code pass} alone also counts tests, and passes over data. */
  private boolean pass(Operator.Kind op, boolean bare, boolean digits, int from, int to) {
    if (bare && op == Operator.Kind.COLON && Bytes.at(b, start, line.to, "PASS:")) {
      // A test that passed, more often than not.
      return Values.shaped(b, from, to, 6) && Bytes.indexOf(b, from, to, '_') < 0;
    }
    if (digits) {
      return to - from > 4 && !decimal(from, to);
    }
    if (!bare || op == Operator.Kind.EQUALS || op == Operator.Kind.BLANK) {
      return true;
    }
    if (op == Operator.Kind.COLON && ValueCheck.technical(b, from, Bytes.trimmed(b, from, to))) {
      // How long it took, and how many passed.
      return false;
    }
    boolean keyFirst = Bytes.skipBlank(b, line.from, line.to) >= start;
    return keyFirst
        || Values.shaped(b, from, to, 4)
        || b[start - 1] == ','
        || b[start - 1] == '{'
        || op == Operator.Kind.COLON && to - from > 4 && LOGIN.matches(line, start);
  }

  private boolean session(boolean query, int from, int to) {
    if (Bytes.atIgnoreCase(b, from, to, "0x")) {
      return false;
    }
    int seen = 0;
    for (int i = from; i < to; i++) {
      seen |= Bytes.classOf(b[i]);
    }
    boolean mixed = (seen & Bytes.DIGIT) != 0 && (seen & Bytes.ALPHA) != 0;
    boolean sure = query || Bytes.indexOfIgnoreCase(b, start, from, "sessid") >= 0;
    return mixed && to - from >= (sure ? 6 : 16);
  }
}
