package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** Where a blank is the operator between a name and its value: files and commands of settings. */
final class SettingLines {
  private Line line;
  private byte[] b;
  private int start;

  /** Whether the name at {@code keyStart} is one that a blank follows. */
  boolean blank(Line l, int keyStart) {
    line = l;
    b = l.b;
    start = keyStart;
    return redisOption() || netrc() || dockerfile() || set() || directive();
  }

  /** {@code ENV NAME value}, as the first words or after a step's number. */
  private boolean dockerfile() {
    int env = start - 4;
    return env >= line.from
        && Bytes.at(b, env, line.to, "ENV ")
        && (env == line.from
            || Bytes.is(b[env - 1], Bytes.QUOTE)
            || env - 2 >= line.from && b[env - 1] == ' ' && b[env - 2] != ',');
  }

  /** {@code config set NAME value}, {@code setx NAME "value"}, {@code set -gx NAME value}. */
  private boolean set() {
    boolean named = Bytes.runEnd(b, start, start + 1, Bytes.ALPHA) > start;
    int to = Bytes.runStart(b, line.from, start, Bytes.BLANK);
    int from = Bytes.runStart(b, Math.max(line.from, to - 16), to, Bytes.TOKEN);
    if (!named || to == start) {
      return setting(to);
    }
    boolean set = Bytes.atIgnoreCase(b, from, to, "set") && to - from == 3;
    boolean setx = Bytes.atIgnoreCase(b, from, to, "setx") && to - from == 4;
    setx |= Bytes.atIgnoreCase(b, from, to, "setenv") && to - from == 6;
    setx |= b[from] == '-' && to - from <= 4 && Bytes.atIgnoreCase(b, from - 4, to, "set ");
    int name = Bytes.runEnd(b, start, line.to, Bytes.ALNUM);
    return setx
        || (set || setting(to)) && name < line.to && b[name] != ' '
        || set && Bytes.atIgnoreCase(b, from - 7, from, "config ");
  }

  /** {@code git config user.password x}, {@code npm config set //host/:_authToken x}. */
  private boolean setting(int to) {
    int floor = Math.max(line.from, to - 96);
    return line.setting() && to > floor && near(floor, to);
  }

  private boolean near(int floor, int to) {
    return Bytes.indexOfIgnoreCase(b, floor, to, "git config ") >= 0
        || Bytes.indexOfIgnoreCase(b, floor, to, "config set ") >= 0;
  }

  /** {@code "config" "set" "requirepass" "x"}. */
  static boolean redis(Line line, int start) {
    byte[] b = line.b;
    return Bytes.atIgnoreCase(b, start, line.to, "requirepass")
        || Bytes.atIgnoreCase(b, start, line.to, "masterauth");
  }

  private boolean redisOption() {
    return Bytes.atIgnoreCase(b, start, line.to, "requirepass ")
        || Bytes.atIgnoreCase(b, start, line.to, "masterauth ");
  }

  /** {@code machine h login u password p}. */
  private boolean netrc() {
    if (!password(line, start)) {
      return false;
    }
    int floor = Math.max(line.from, start - 256);
    int first = Bytes.skipBlank(b, line.from, line.to);
    return start == first && floor == line.from && lonePair()
        || Bytes.indexOfIgnoreCase(b, floor, start, "login ") >= 0
            && (Bytes.indexOfIgnoreCase(b, floor, start, "machine ") >= 0
                || Bytes.indexOfIgnoreCase(b, floor, start, "default ") >= 0);
  }

  /** {@code api_key x}, all that a line of a file says, or of what a log quotes of it. */
  private boolean directive() {
    int first = Bytes.runStart(b, line.from, start, Bytes.BLANK);
    int end = Bytes.runEnd(b, start, line.to, Bytes.TOKEN);
    boolean begins = first < start || start == line.from || Bytes.is(b[start - 1], Bytes.QUOTE);
    if (!begins || !line.wordStart(first) || Bytes.runEnd(b, start, end, Bytes.ALNUM) == end) {
      return false;
    }
    int word = Bytes.skipBlank(b, end, line.to);
    int to = line.wordEnd(word);
    line.opens(word, to);
    int rest = Bytes.skipBlank(b, to, line.to);
    return to > word
        && (rest >= line.to || b[rest] == '"' || b[rest] == '\\' || b[rest] < ' ')
        && first(word)
        && Values.shaped(b, word, to, 3)
        && !ValueCheck.technical(b, word, to)
        && Bytes.runEnd(b, word, to, Bytes.BASE64_ANY) == to;
  }

  /** A line of exactly two words. */
  private boolean lonePair() {
    int word = Bytes.skipBlank(b, start + 9, line.to);
    int i = word;
    while (i < line.to && !Bytes.is(b[i], Bytes.BLANK)) {
      i++;
    }
    return i > word
        && i == line.to
        && first(word)
        && Bytes.indexOf(b, word, i, '=') < 0
        && Values.shaped(b, word, i, 4);
  }

  private boolean first(int word) {
    return Bytes.is(b[word], Bytes.ALNUM);
  }

  static boolean password(Line line, int start) {
    return Bytes.atIgnoreCase(line.b, start, line.to, "password ");
  }
}
