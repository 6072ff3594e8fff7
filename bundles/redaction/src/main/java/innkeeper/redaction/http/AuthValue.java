package innkeeper.redaction.http;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;

/** The value of an Authorization header: scheme stays, credentials go. */
public final class AuthValue {
  private static final Pattern WORD = Values.after("auth-word");
  private static final Pattern PARAMETER = Values.after("auth-parameter");
  private static final Pattern NEXT =
      Values.after("(\",\" | before(\",\")) space* &([{token}.]+ \"=\")");
  private static final Pattern REST = Values.after("auth-rest");
  private static final Pattern SCHEME = Values.after("auth-scheme");
  private static final Pattern SCHEME_NAME = Values.after("auth-scheme-name");

  /** Before one token, never a list. */
  private static final Pattern SINGLE = Values.after("auth-single");

  /** What closes a value that is only named: {@code <base64(client_id:client_secret)>}. */
  private static final Pattern CLOSED = Values.after("[>}\\]] | \")>\"");

  private static final Pattern SAID = Values.after("<.+: ~prose|code|call>");

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
    LineText value = LineText.ofValue(b, limit);
    int wordEnd = WORD.match(value, from);
    if (wordEnd == from) {
      return from;
    }
    l.opensAtEnd(from, wordEnd);
    int next = Bytes.skipBlank(b, wordEnd, limit);
    boolean more = next > wordEnd && next < limit;
    LineText first = LineText.ofValue(b, wordEnd);
    boolean scheme = SCHEME.matches(first, from) || more && SCHEME_NAME.matches(first, from);
    if (scheme && !more) {
      return wordEnd;
    }
    if (RedactionMark.at(b, scheme ? next : from, limit)) {
      return (scheme ? next : from) + RedactionMark.PLAIN.length;
    }
    if (!scheme) {
      return bare(l, value, from, wordEnd, whole);
    }
    if (WordList.is(b, next, WORD.match(value, next), WordList.PROSE.bit | WordList.NO_VALUE.bit)
        && !whole) {
      return next;
    }
    int mask = ValueCheck.maskEnd(b, next, limit);
    l.opens(next, mask);
    if (mask > next) {
      return mask;
    }
    int end = whole ? limit : credentialsEnd(l, value, next, SINGLE.matches(first, from));
    l.opens(next, end);
    int closed = CLOSED.match(value, end);
    if (closed < 0 || !ValueCheck.placeholder(b, next, closed)) {
      l.hideValue(next, end);
    }
    return end;
  }

  private static int bare(Line l, LineText value, int from, int wordEnd, boolean whole) {
    byte[] b = l.b;
    int limit = value.to;
    int end = whole ? limit : credentialsEnd(l, value, from, false);
    int mask = ValueCheck.maskEnd(b, from, limit);
    l.opens(from, mask);
    if (ValueCheck.placeholder(b, from, end)
        || ValueCheck.placeholder(b, from, wordEnd)
        || mask > from
        || SAID.matches(b, from, wordEnd)
        || ValueCheck.sentence(b, from, end)
        || !whole && ValueCheck.prose(b, from, wordEnd)) {
      return wordEnd;
    }
    l.secret(from, end);
    return end;
  }

  /** A token, or a list of parameters {@code a=b, c="d"}; what follows is no part of it. */
  private static int credentialsEnd(Line l, LineText value, int from, boolean single) {
    int i = from;
    int end = parameterEnd(l, value, i);
    int next = single || !PARAMETER.matches(value, from) ? -1 : NEXT.match(value, end);
    while (next >= 0 && end > i) {
      i = next;
      end = parameterEnd(l, value, i);
      next = NEXT.match(value, end);
    }
    return end > i && l.b[end - 1] == ',' ? end - 1 : end;
  }

  private static int parameterEnd(Line l, LineText value, int from) {
    int end = REST.match(value, from);
    // A line's end that Java's wire log shows as [\r] is no part of it.
    boolean lineEnd = end > from && end == value.to && Bytes.at(l.b, end - 1, l.to, "[\\");
    return lineEnd ? end - 1 : end;
  }
}
