package innkeeper.store.table;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditEntry;
import innkeeper.common.file.Digest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One row of the audit record, as it is stored and hashed. All values are texts, so the check
 * covers exactly the stored values.
 *
 * <p>The {@code hash} is SHA-256, in lower-case hex, over ten values in this order: prevHash, seq
 * in decimal, ts, action, channelId, via, uid, program, outcome, detail. Each value is written as a
 * netstring: the decimal number of its UTF-8 bytes, {@code :}, the bytes, {@code ,}. Two different
 * rows therefore never give the same bytes.
 */
public record AuditRow(
    long seq,
    String ts,
    String action,
    String channelId,
    String via,
    String uid,
    String program,
    String outcome,
    String detail,
    String prevHash,
    String hash) {

  /** The previous hash of the first row. */
  public static final String ZEROS = "0".repeat(64);

  /** Returns this row with the correct hash. */
  public AuditRow hashed() {
    return new AuditRow(
        seq, ts, action, channelId, via, uid, program, outcome, detail, prevHash, digest());
  }

  /** Returns the texts from ts to detail, in the order of the columns. */
  List<String> texts() {
    return List.of(ts, action, channelId, via, uid, program, outcome, detail);
  }

  /** Returns the correct hash of this row. */
  public String digest() {
    MessageDigest digest = Digest.sha256();
    List<String> values = new ArrayList<>(List.of(prevHash, Long.toString(seq)));
    values.addAll(texts());
    for (String value : values) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(bytes);
      digest.update((byte) ',');
    }
    return Digest.hex(digest);
  }

  /**
   * Returns a new row as an entry of the API.
   *
   * @param at the value of {@code ts}, which is then not parsed again
   * @param way the value of {@code via}
   */
  public AuditEntry entry(Instant at, Actor.Via way) {
    return entry(at, way, detail);
  }

  private AuditEntry entry(Instant at, Actor.Via way, String shown) {
    return new AuditEntry(
        seq, at, action, channelId, new Actor(way, uid, program), outcome, shown, prevHash, hash);
  }

  /**
   * Returns this row as an entry of the API. A row with invalid values, which another program has
   * changed, is returned too.
   */
  public AuditEntry entry() {
    Instant at = Instant.EPOCH;
    Actor.Via way = Actor.Via.HOST;
    String shown = detail;
    try {
      at = Instant.parse(ts);
      way = Actor.Via.of(via);
    } catch (java.time.DateTimeException | IllegalArgumentException e) {
      shown = "[unreadable: ts=" + ts + " via=" + via + "] " + detail;
    }
    return entry(at, way, shown);
  }
}
