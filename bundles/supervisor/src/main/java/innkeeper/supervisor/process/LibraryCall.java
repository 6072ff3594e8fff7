package innkeeper.supervisor.process;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call of the C library that boot offers in the system properties, as a function of JDK types.
 * Loaded at the first need. Safe for many threads.
 */
public final class LibraryCall<T> {

  private static final Logger LOG = LoggerFactory.getLogger(LibraryCall.class);

  private final String name;
  private Optional<Supplier<T>> loader;
  private T call;

  /**
   * @param loader throws a LinkageError if the platform has no such call
   */
  public LibraryCall(String name, Optional<Supplier<T>> loader) {
    this.name = name;
    this.loader = loader;
  }

  /**
   * Returns the call of that name in boot's map. An earlier boot may lack the entry; then {@link
   * #find} returns empty.
   */
  @SuppressWarnings("unchecked")
  public static <T> LibraryCall<T> offered(String name) {
    Object offered =
        System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
            ? boot.get(name)
            : null;
    return new LibraryCall<>(
        name, offered instanceof Supplier<?> s ? Optional.of((Supplier<T>) s) : Optional.empty());
  }

  /** Returns the call; empty if a program must be used instead. */
  public synchronized Optional<T> find() {
    if (call == null && loader.isPresent()) {
      try {
        call = loader.get().get();
      } catch (LinkageError e) {
        LOG.warn("call cannot be loaded, a program is used call={} why={}", name, e.getMessage());
        loader = Optional.empty();
      }
    }
    return Optional.ofNullable(call);
  }
}
