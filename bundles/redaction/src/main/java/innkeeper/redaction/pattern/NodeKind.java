package innkeeper.redaction.pattern;

/** What a part of a pattern is. */
enum NodeKind {
  LITERAL,
  LITERAL_BEFORE,
  RUN,
  /** A run without a bound, remembered under its number. */
  LONG_RUN,
  RUN_BEFORE,
  SEQUENCE,
  CHOICE,
  CHOICE_BEFORE,
  REPEAT,
  /** The same without a bound of a part that takes one byte, remembered under its number. */
  LONG_REPEAT,
  /** Whether a part matches here; it takes nothing. */
  LOOK,
  LOOK_NOT,
  /** Where the text begins. */
  START,
  /** Where the text ends. */
  END,
  /** What the part takes is to be hidden. */
  HIDDEN,
  /** The same without the signs that close a sentence. */
  HIDDEN_WORD,
  /** What the part takes must pass tests. */
  TESTED,
  TESTED_BEFORE,
  /** The first place at most so far ahead where the part matches. */
  SEEK,
  /** Whether the part stands somewhere at most so far back, and ends here or before. */
  NEAR,
  /** The part is one of a row of one's own: what it does counts. */
  COUNTED,
  QUOTE_OPEN,
  QUOTE_TEXT,
  QUOTE_CLOSE;

  private static final NodeKind[] ALL = values();

  static NodeKind of(int ordinal) {
    return ALL[ordinal];
  }
}
