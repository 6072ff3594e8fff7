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
 * A service of another bundle, which is away while that bundle is replaced. Whoever needs it waits
 * for it, within a bound, and is woken when it comes. Safe for many threads.
 *
 * <p>It is a collection because Declarative Services adds to, and removes from, a collection what
 * comes and goes:
 *
 * <pre>{@code
 * @Reference(service = Logs.class, policy = ReferencePolicy.DYNAMIC)
 * private final AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");
 * }</pre>
 *
 * <p>Of several services the one that came first is used.
 *
 * @param <T> the service
 */
public final class AwaitedService<T> extends AbstractCollection<T>
    implements Supplier<Optional<T>> {

  private final List<T> present = new CopyOnWriteArrayList<>();
  private final String service;
  private final String surface;

  /**
   * Makes one that is away until it is added.
   *
   * @param service what the service is registered as, for messages; not null
   * @param surface the bundle that provides it, for messages, such as "logging"; not null
   */
  public AwaitedService(Class<T> service, String surface) {
    this.service = service.getSimpleName();
    this.surface = surface;
  }

  /**
   * The service now, without a wait.
   *
   * @return empty while it is away; never null
   */
  @Override
  public Optional<T> get() {
    // Asked before each write to a log: no stream.
    Iterator<T> all = present.iterator();
    return all.hasNext() ? Optional.of(all.next()) : Optional.empty();
  }

  /**
   * The service, as soon as it is there. Blocks.
   *
   * @param longest how long to wait at most; zero or less looks once; not null
   * @throws ServiceAwayException if it did not come in time, or if the thread was interrupted,
   *     which then still is
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
   * The service has come. For Declarative Services, and for tests.
   *
   * @return true
   */
  @Override
  public synchronized boolean add(T came) {
    present.add(came);
    notifyAll();
    return true;
  }

  /**
   * What is there now.
   *
   * @return over a copy; it can remove nothing
   */
  @Override
  public Iterator<T> iterator() {
    return present.iterator();
  }

  /**
   * The service has gone. For Declarative Services, and for tests.
   *
   * @param gone what was added
   * @return whether it was there
   */
  @Override
  public boolean remove(Object gone) {
    return present.remove(gone);
  }

  /**
   * How many are there.
   *
   * @return usually one, or zero while it is away
   */
  @Override
  public int size() {
    return present.size();
  }
}
