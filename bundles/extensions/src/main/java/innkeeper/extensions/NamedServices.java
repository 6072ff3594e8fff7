package innkeeper.extensions;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the services of one kind, such as project actions or panels, that other bundles have
 * registered. Each service has a name of its own choice; a service whose name is invalid or already
 * used is left out. Safe for many threads.
 *
 * @param <S> the type of the services
 * @param <E> the type of the entry that is kept for each service
 */
final class NamedServices<S, E extends NamedServices.Named> {

  private static final Logger LOG = LoggerFactory.getLogger(NamedServices.class);
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");

  /** The entry that is kept for a service. */
  interface Named {
    String name();
  }

  private final String kind;
  private final Function<S, E> read;

  /** The entries in the order in which their services came. Guarded by this. */
  private final Map<S, E> entries = new LinkedHashMap<>();

  /**
   * @param kind the kind of service, for messages
   * @param read creates the entry of a service, by calling the service
   */
  NamedServices(String kind, Function<S, E> read) {
    this.kind = kind;
    this.read = read;
  }

  /** Adds a service. A service that throws, or whose name is invalid or used, is left out. */
  synchronized void add(S service) {
    E entry;
    try {
      entry = read.apply(service);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("{} refused, it could not be asked class={}", kind, service.getClass().getName(), e);
      return;
    }
    String name = String.valueOf(entry.name());
    if (!NAME.matcher(name).matches()) {
      LOG.warn("{} refused name=\"{}\" allowed=\"1 to 32 of a-z, 0-9, -\"", kind, name);
    } else if (find(name).isPresent()) {
      LOG.warn("{} refused, its name is taken name={}", kind, name);
    } else {
      entries.put(service, entry);
      LOG.info("{} offered name={}", kind, name);
    }
  }

  /** Removes a service and returns its entry; empty if it was left out. */
  synchronized Optional<E> remove(S service) {
    return Optional.ofNullable(entries.remove(service));
  }

  synchronized Optional<E> find(String name) {
    return entries.values().stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /** Returns all entries, sorted by name. */
  synchronized List<E> all() {
    return entries.values().stream().sorted(Comparator.comparing(Named::name)).toList();
  }
}
