package innkeeper.redaction.http;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.WordList;

/** The value of an Authorization header: scheme stays, credentials go. */
public final class AuthValue {
  private AuthValue() {}

  /**
   * Marks the credentials between {@code at} and {@code limit}.
   *
   * @param whole whether {@code limit} is the value's own end, not only the line's
   * @return where to go on
   */
  public static int redact(Line l, int at, int limit, boolean whole) {
    byte[] b = l.b;
    int from = Bytes.skipBlank(b, at, limit);
    int wordEnd = wordEnd(l, from, limit);
    if (wordEnd == from) {
      return from;
    }
    if (wordEnd == l.to) {
      l.open(from);
    }
    int next = Bytes.skipBlank(b, wordEnd, limit);
    boolean more = next > wordEnd && next < limit;
    boolean scheme = scheme(b, from, wordEnd, more);
    if (scheme && !more) {
      return wordEnd;
    }
    if (RedactionMark.at(b, scheme ? next : from, limit)) {
      return (scheme ? next : from) + RedactionMark.PLAIN.length;
    }
    if (!scheme) {
      return bare(l, from, wordEnd, limit, whole);
    }
    if (WordList.is(b, next, wordEnd(l, next, limit), WordList.PROSE.bit | WordList.NO_VALUE.bit)
        && !whole) {
      return next;
    }
    int end = whole ? limit : credentialsEnd(l, next, limit, single(b, from, wordEnd));
    if (end == l.to) {
      l.open(next);
    }
    boolean closed = end < limit && (b[end] == '>' || b[end] == '}');
    if (ValueCheck.placeholder(b, next, end)
        || closed && ValueCheck.placeholder(b, next, end + 1)) {
      return end;
    }
    l.secret(next, end);
    return end;
  }

  private static int bare(Line l, int from, int wordEnd, int limit, boolean whole) {
    byte[] b = l.b;
    int end = whole ? limit : credentialsEnd(l, from, limit, false);
    int mask = ValueCheck.maskEnd(b, from, limit);
    l.opens(from, mask);
    if (ValueCheck.placeholder(b, from, end)
        || ValueCheck.placeholder(b, from, wordEnd)
        || mask > from) {
      return wordEnd;
    }
    if (WordList.is(b, from, Bytes.trimmed(b, from, wordEnd), WordList.PROSE.bit)
        || ValueCheck.sentence(b, from, end)
        || !whole && ValueCheck.prose(b, from, wordEnd)
        || ValueCheck.code(b, from, wordEnd, true)) {
      return wordEnd;
    }
    l.secret(from, end);
    return end;
  }

  private static boolean scheme(byte[] b, int from, int end, boolean more) {
    if (WordList.is(b, from, end, WordList.SCHEME.bit)) {
      return true;
    }
    int dash = Bytes.indexOf(b, from, end, '-');
    if (dash > from && end - from <= 32 && WordList.is(b, from, dash, WordList.SCHEME.bit)) {
      return true;
    }
    if (Bytes.atIgnoreCase(b, from, end, "aws4-") || Bytes.atIgnoreCase(b, from, end, "scram-")) {
      return true;
    }
    return more
        && end - from <= 24
        && Bytes.is(b[from], Bytes.UPPER)
        && Bytes.runEnd(b, from, end, Bytes.ALPHA | Bytes.DASH) == end;
  }

  /** A token, or a list of parameters {@code a=b, c="d"}; what follows is no part of it. */
  private static int credentialsEnd(Line l, int from, int limit, boolean single) {
    byte[] b = l.b;
    if (single || !parameter(b, from, limit)) {
      int end = parameterEnd(l, from, limit);
      return end > from && b[end - 1] == ',' ? end - 1 : end;
    }
    int i = from;
    while (true) {
      int end = parameterEnd(l, i, limit);
      int comma = end;
      if (end > i && end <= limit && end < limit && b[end] == ',') {
        comma = end + 1;
      } else if (end > i && b[end - 1] == ',') {
        comma = end;
      } else {
        return end;
      }
      int next = Bytes.skipBlank(b, comma, limit);
      int name = Bytes.runEnd(b, next, limit, Bytes.TOKEN | Bytes.DOT);
      if (name == next || name >= limit || b[name] != '=') {
        return b[end - 1] == ',' ? end - 1 : end;
      }
      i = next;
    }
  }

  /** Whether one token follows the scheme, never a list. */
  private static boolean single(byte[] b, int from, int to) {
    return Bytes.atIgnoreCase(b, from, to, "bearer") || Bytes.atIgnoreCase(b, from, to, "basic");
  }

  /** {@code name=value}, and not the padding of base64. */
  private static boolean parameter(byte[] b, int from, int limit) {
    int name = Bytes.runEnd(b, from, limit, Bytes.TOKEN | Bytes.DOT);
    return name > from
        && name + 1 < limit
        && b[name] == '='
        && !Bytes.is(b[name + 1], Bytes.EQUALS | Bytes.BLANK)
        && b[name + 1] != ',';
  }

  private static int parameterEnd(Line l, int from, int limit) {
    byte[] b = l.b;
    int i = from;
    while (i < limit && !Bytes.is(b[i], Bytes.BLANK) && b[i] != 0x1b) {
      byte c = b[i];
      if (c == '"' && i > from && b[i - 1] == '=') {
        int close = Bytes.indexOf(b, i + 1, limit, '"');
        if (close < 0) {
          return limit;
        }
        i = close + 1;
        continue;
      }
      if (c == '\\' && i > from && b[i - 1] == '=' && i + 1 < limit) {
        int q = Bytes.runEnd(b, i, i, 0);
        while (q < limit && b[q] == '\\') {
          q++;
        }
        if (q < limit && b[q] == '"') {
          int close = Bytes.indexOf(b, q + 1, limit, '"');
          if (close < 0) {
            return limit;
          }
          i = close + 1;
          continue;
        }
      }
      if (c == '"' || c == '\'' || c == ')' || c == '>' || c == ']' || c == '}' || c == '`') {
        return i;
      }
      if (c == '\\' || c == '[' && i + 1 < l.to && b[i + 1] == '\\') {
        return i;
      }
      if (c == ';' && (i + 1 == limit || Bytes.is(b[i + 1], Bytes.BLANK))) {
        return i;
      }
      i++;
    }
    return i;
  }

  private static int wordEnd(Line l, int from, int limit) {
    int i = from;
    while (i < limit && !Bytes.is(l.b[i], Bytes.BLANK) && "\"'`)>]}\\;\u001b".indexOf(l.b[i]) < 0) {
      i++;
    }
    return i;
  }
}
