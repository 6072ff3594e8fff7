package innkeeper.api.service;

import java.time.Duration;
import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A service of another bundle, which is away while that bundle is replaced. A caller waits for it,
 * with a time limit, and is woken when it appears. Safe for many threads.
 *
 * <p>It is a collection, because Declarative Services adds an appearing service to a collection and
 * removes a disappearing one:
 *
 * <pre>{@code
 * @Reference(service = Logs.class, policy = ReferencePolicy.DYNAMIC)
 * private final AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");
 * }</pre>
 *
 * <p>If several services are present, the first one is used.
 *
 * @param <T> the service
 */
public final class AwaitedService<T> extends AbstractCollection<T>
    implements Supplier<Optional<T>> {

  private final List<T> present = new CopyOnWriteArrayList<>();
  private final String service;
  private final String surface;

  /**
   * Creates a reference to a service that is away until it is added.
   *
   * @param service the interface under which the service is registered, for messages; not null
   * @param surface the bundle that provides it, for messages, such as "logging"; not null
   */
  public AwaitedService(Class<T> service, String surface) {
    this.service = service.getSimpleName();
    this.surface = surface;
  }

  /** Returns the service without a wait, or empty while it is away. */
  @Override
  public Optional<T> get() {
    // This code uses no stream, because it runs before each write to a log.
    Iterator<T> all = present.iterator();
    return all.hasNext() ? Optional.of(all.next()) : Optional.empty();
  }

  /**
   * Waits until the service is present, and returns it.
   *
   * @param longest the maximum time to wait; with zero or less it checks only once; not null
   * @throws ServiceAwayException if the service did not appear in time, or the thread was
   *     interrupted; the thread's interrupt status is then set
   */
  public synchronized T await(Duration longest) {
    long end = System.nanoTime() + longest.toNanos();
    try {
      for (Optional<T> now = get(); ; now = get()) {
        if (now.isPresent()) {
          return now.get();
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          throw new ServiceAwayException(
              "the %s surface is away (service %s, waited %d ms)"
                  .formatted(surface, service, longest.toMillis()),
              null);
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceAwayException(
          "interrupted while the %s surface was away (service %s)".formatted(surface, service), e);
    }
  }

  /**
   * Adds a service that appeared. Declarative Services and tests call it.
   *
   * @return true
   */
  @Override
  public synchronized boolean add(T came) {
    present.add(came);
    notifyAll();
    return true;
  }

  /** Returns an iterator over a copy of the present services; it cannot remove. */
  @Override
  public Iterator<T> iterator() {
    return present.iterator();
  }

  /**
   * Removes a service that disappeared. Declarative Services and tests call it.
   *
   * @param gone the service that was added
   * @return whether it was present
   */
  @Override
  public boolean remove(Object gone) {
    return present.remove(gone);
  }

  /** Returns the number of present services: usually one, or zero while it is away. */
  @Override
  public int size() {
    return present.size();
  }
}
