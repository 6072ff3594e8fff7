package innkeeper.store;

import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * What outlives this bundle within the process, kept in the system properties as objects of the
 * JDK's own types, for another version of these classes may read them next.
 */
final class ProcessProperties {

  /** bot.db is not what it should be (EX_DATAERR). */
  static final int REFUSED = 65;

  /** bot.db could not be read or written (EX_IOERR). */
  static final int UNREADABLE = 74;

  /** This machine or its set-up cannot run SQLite (EX_CONFIG): trying again mends nothing. */
  static final int UNSUITABLE = 78;

  private static final String GUARDED = "innkeeper.store.guarded";
  private static final String REVISION = "innkeeper.store.revision";

  private final String dataDir;

  ProcessProperties(Path dataDir) {
    this.dataDir = dataDir.toString();
  }

  /** Whether the guard has let bot.db pass in this process: the file may be open since. */
  boolean guarded() {
    return dataDir.equals(System.getProperties().get(GUARDED));
  }

  void guardPassed() {
    System.getProperties().put(GUARDED, dataDir);
  }

  AtomicLong revision() {
    Object counter = System.getProperties().computeIfAbsent(REVISION, key -> new AtomicLong());
    return (AtomicLong) counter;
  }

  /**
   * Ends the host in order, with that exit status.
   *
   * @throws StoreException where there is no host to end
   */
  void fatal(int code, String lines, Exception cause) {
    Object boot = System.getProperties().get("innkeeper.boot");
    if (boot instanceof Map<?, ?> map && map.get("fatal") instanceof BiConsumer<?, ?> end) {
      @SuppressWarnings("unchecked")
      BiConsumer<Integer, String> fatal = (BiConsumer<Integer, String>) end;
      fatal.accept(code, lines);
    } else {
      throw new StoreException(lines, cause);
    }
  }
}
