package innkeeper.store;

import innkeeper.api.store.StoreException;
import innkeeper.store.audit.ChainWalk;
import innkeeper.store.sqlite.Readers;
import innkeeper.store.write.Head;
import innkeeper.store.write.Writer;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * Whether the audit chain is whole: each time it is asked it walks on a little, and from the start
 * again once it has come to the end and a day has passed.
 */
final class ChainCheck implements HealthCheck {

  private static final long STRIDE = 2000;
  private static final long AGAIN_NANOS = 24L * 3600 * 1_000_000_000;

  private final Readers readers;
  private final Writer writer;
  private ChainWalk walk = new ChainWalk();
  private long begun = System.nanoTime();

  ChainCheck(Readers readers, Writer writer) {
    this.readers = readers;
    this.writer = writer;
  }

  @Override
  public synchronized Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    Head end = writer.head();
    try {
      boolean arrived = readers.read("the audit record", c -> walk.go(c, STRIDE));
      if (arrived) {
        walk.expectEnd(end.seq(), end.hash());
      }
      if (walk.whole() && walk.told().isPresent()) {
        // Nothing mends it any more, so it is no reason to call the host ill.
        log.warn("{}", "The audit chain is whole, but " + walk.told().get().detail() + ".");
        log.info("fix: {}", "innkeeper audit verify; compare with the backups.");
      } else if (walk.whole()) {
        log.info("{}", "The audit chain is whole.");
      } else {
        log.critical("{}", "The audit chain is broken: " + walk.reason() + ".");
        log.info("fix: {}", "innkeeper audit verify; compare with the backups.");
      }
      log.info("value: {}", "checked to entry " + walk.seq());
      log.info("limit: {}", "entry " + end.seq());
      if (arrived && walk.whole() && System.nanoTime() - begun > AGAIN_NANOS) {
        walk = new ChainWalk();
        begun = System.nanoTime();
      }
    } catch (StoreException e) {
      log.warn("{}", "The audit chain could not be read: " + e.getMessage());
      log.info("fix: {}", "Look at the check database:writable.");
    }
    return new Result(log);
  }
}
