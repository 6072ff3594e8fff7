package innkeeper.store.audit;

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
public record Link(
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
  public Link hashed() {
    return new Link(
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
   * @throws IllegalArgumentException if a value was tampered with so that it means nothing
   */
  public AuditEntry entry() {
    Instant at;
    try {
      at = Instant.parse(ts);
    } catch (java.time.DateTimeException e) {
      throw new IllegalArgumentException("entry " + seq + " has the time " + ts, e);
    }
    return new AuditEntry(
        seq,
        at,
        action,
        channelId,
        new Actor(Actor.Via.of(via), uid, program),
        outcome,
        detail,
        prevHash,
        hash);
  }
}
