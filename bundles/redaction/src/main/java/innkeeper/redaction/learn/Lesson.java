package innkeeper.redaction.learn;

import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import java.util.List;
import java.util.Set;

/** How far it can be trusted that what a row hides is a secret wherever it stands. */
public enum Lesson {
  /** Other rows: a token's prefix tells it anywhere, a one-time code is worth nothing later. */
  NONE,
  /** A name tells, which anybody can print. */
  NAME,
  /** A password in an address, or the value of an Authorization header. */
  CREDENTIALS;

  private static final Lesson[] LESSONS = {NONE, NAME, CREDENTIALS};

  /** One-time codes, numbers of cards, and what signs one request. */
  private static final Set<String> PASSING =
      Set.of(
          "name.samlresponse",
          "name.samlrequest",
          "name.code-verifier",
          "name.codeverifier",
          "name.device-code",
          "name.devicecode",
          "name.auth-code",
          "name.authcode",
          "name.x-amz-signature",
          "name.x-goog-signature",
          "name.csrf",
          "name.otp",
          "name.otp-camel",
          "name.totp",
          "name.pin",
          "name.pincode",
          "name.puk",
          "name.cvv",
          "name.cvc",
          "name.cvv-camel",
          "name.cvc-camel",
          "name.sig",
          "name.signature",
          "name.code",
          "name.ticket",
          "name.assertion");

  private static final class ByRow {
    static final byte[] ORDINALS = ordinals();

    private static byte[] ordinals() {
      List<Row> rows = Tables.builtin().rows();
      byte[] ordinals = new byte[rows.size()];
      for (Row row : rows) {
        ordinals[row.number()] = (byte) of(row.id()).ordinal();
      }
      return ordinals;
    }
  }

  /** What the row of that number teaches. */
  public static Lesson of(int row) {
    byte[] ordinals = ByRow.ORDINALS;
    return row < ordinals.length ? LESSONS[ordinals[row]] : NONE;
  }

  private static Lesson of(String id) {
    if (id.startsWith("address.") || id.startsWith("scheme.") || id.equals("name.authorization")) {
      return CREDENTIALS;
    }
    boolean name = id.startsWith("name.") || id.startsWith("language.");
    return name && !PASSING.contains(id) ? NAME : NONE;
  }
}
