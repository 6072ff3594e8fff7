package innkeeper.redaction.value;

/** What a word looks like that stands after a secret's name without any operator. */
public final class ValueShape {
  private ValueShape() {}

  /** End of the word at {@code from}: what quotes, brackets and blanks end. */
  public static int wordEnd(byte[] b, int from, int to) {
    int i = from;
    while (i < to
        && (b[i] > ' ' || b[i] < 0)
        && b[i] != '"'
        && b[i] != '\''
        && b[i] != '`'
        && b[i] != '<'
        && b[i] != '\\') {
      i++;
    }
    return i;
  }

  public static boolean password(byte[] b, int from, int to) {
    return ValueCheck.VALUES.passwordLike.has(ValueCheck.input(b, to), from, to);
  }

  public static boolean technical(byte[] b, int from, int to) {
    return ValueCheck.VALUES.notation.has(ValueCheck.input(b, to), from, to);
  }

  public static boolean strong(byte[] b, int from, int to, int min, boolean uuid) {
    return to - from >= min
        && (uuid ? ValueCheck.VALUES.strong : ValueCheck.VALUES.strongName)
            .has(ValueCheck.input(b, to), from, to);
  }

  public static boolean drawn(byte[] b, int from, int to) {
    return ValueCheck.VALUES.drawn.has(ValueCheck.input(b, to), from, to);
  }

  public static boolean uuid(byte[] b, int from, int to) {
    return ValueCheck.VALUES.uuid.has(ValueCheck.input(b, to), from, to);
  }
}
