package innkeeper.store.table;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditEntry;
import innkeeper.store.file.Digest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;

/**
 * One row of the record, as it is stored and hashed: texts, so that what is checked is what is
 * there.
 *
 * <p>{@code hash} is SHA-256, lower-case hex, over these ten values in this order: prevHash, seq in
 * decimal, ts, action, channelId, via, uid, program, outcome, detail. Each is written as a
 * netstring, the decimal number of its UTF-8 bytes, {@code :}, the bytes, {@code ,}: no two rows
 * give the same bytes.
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

  /** Before the first. */
  public static final String ZEROS = "0".repeat(64);

  /** The same with the hash it should have. */
  public AuditRow hashed() {
    return new AuditRow(
        seq, ts, action, channelId, via, uid, program, outcome, detail, prevHash, digest());
  }

  /** The hash it should have. */
  public String digest() {
    MessageDigest digest = Digest.sha256();
    for (String value :
        List.of(
            prevHash,
            Long.toString(seq),
            ts,
            action,
            channelId,
            via,
            uid,
            program,
            outcome,
            detail)) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(bytes);
      digest.update((byte) ',');
    }
    return Digest.hex(digest);
  }

  /**
   * As others see one that was made just now.
   *
   * @param at what {@code ts} says, which need not be read again
   * @param way what {@code via} says
   */
  public AuditEntry entry(Instant at, Actor.Via way) {
    return entry(at, way, detail);
  }

  private AuditEntry entry(Instant at, Actor.Via way, String shown) {
    return new AuditEntry(
        seq, at, action, channelId, new Actor(way, uid, program), outcome, shown, prevHash, hash);
  }

  /** As others see it. What was tampered with so that it means nothing is shown all the same. */
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
