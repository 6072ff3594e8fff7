package innkeeper.redaction.scan;

import innkeeper.redaction.table.Row;

/**
 * What a trigger leads to.
 *
 * @param rule of a row that says all about it; else the kind tells the class that looks closer
 */
public record RuleEntry(Kind kind, Row row, LineRule rule, byte[] text) {
  /** A verifier each. */
  public enum Kind {
    NAME,
    ROW,
    JWK,
    USERINFO,
    COLON_USERINFO,
    SCHEME,
    PEM,
    PUTTY,
    PUTTY_MAC,
    INSERT,
    ESCAPE
  }
}
