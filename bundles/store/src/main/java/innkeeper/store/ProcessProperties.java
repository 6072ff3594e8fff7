package innkeeper.store;

import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * The values that survive a restart of this bundle within the process. The system properties hold
 * them as objects of JDK types, because another version of these classes may read them next.
 */
final class ProcessProperties {

  /** The exit code if the guard refuses bot.db (EX_DATAERR). */
  static final int REFUSED = 65;

  /** The exit code if bot.db could not be read or written (EX_IOERR). */
  static final int UNREADABLE = 74;

  /**
   * The exit code if this machine or its configuration cannot run SQLite (EX_CONFIG). A retry does
   * not help.
   */
  static final int UNSUITABLE = 78;

  private static final String GUARDED = "innkeeper.store.guarded";
  private static final String REVISION = "innkeeper.store.revision";

  private final String dataDir;

  ProcessProperties(Path dataDir) {
    this.dataDir = dataDir.toString();
  }

  /**
   * Returns whether the guard has accepted bot.db in this process. If so, the file may already be
   * open.
   */
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
   * Shuts the host down cleanly with the given exit code.
   *
   * @throws StoreException if no host runs in this process
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
