package innkeeper.testkit;

import innkeeper.api.log.CleanText;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/**
 * A host for a test: the service registry of a real OSGi framework, in which fakes take the place
 * of supervisor, logs and clock. The bundle's classes are the test's own; nothing is packed or
 * installed. Needs {@code org.apache.felix.main} on the class path. For one thread.
 *
 * <pre>{@code
 * try (TestHost host = new TestHost()) {
 *   host.start(new Activator());
 *   host.supervisor().exits("web", 3);
 * }
 * }</pre>
 */
public final class TestHost implements AutoCloseable {

  private static final long THREAD_END_MILLIS = 2_000;

  private final FakeClock clock = new FakeClock();
  private final FakeLogs logs = new FakeLogs(clock);
  private final FakeSupervisor supervisor =
      new FakeSupervisor(clock, () -> services(ProjectListener.class));
  private final List<BundleActivator> started = new ArrayList<>();
  private final Path directory;
  private final Framework framework;
  private final Set<Thread> threadsBefore;

  /**
   * Starts a host.
   *
   * @throws Exception if the framework does not start
   */
  public TestHost() throws Exception {
    // Without a host the API shows no text at all.
    System.getProperties().putIfAbsent(CleanText.FUNCTION, UnaryOperator.<String>identity());
    directory = Files.createTempDirectory("testhost-");
    Map<String, String> settings = new HashMap<>();
    settings.put(Constants.FRAMEWORK_STORAGE, directory.resolve("cache").toString());
    settings.put("felix.log.level", "1");
    framework = new FrameworkFactory().newFramework(settings);
    framework.start();
    context().registerService(Supervisor.class, supervisor, null);
    context().registerService(Logs.class, logs, null);
    threadsBefore = Thread.getAllStackTraces().keySet();
  }

  /**
   * Returns the context that the bundle is started with.
   *
   * @return the framework's context; services are registered and found with it
   */
  public BundleContext context() {
    return framework.getBundleContext();
  }

  /**
   * Returns the clock of the fakes. Pass it to your classes that depend on the time.
   *
   * @return a clock that changes only when the test moves it
   */
  public FakeClock clock() {
    return clock;
  }

  /**
   * Returns the supervisor that the bundle finds.
   *
   * @return a supervisor without projects at first
   */
  public FakeSupervisor supervisor() {
    return supervisor;
  }

  /**
   * Returns the logs that the bundle finds.
   *
   * @return empty at first
   */
  public FakeLogs logs() {
    return logs;
  }

  /**
   * Returns a directory of the test's own, which is removed at the end.
   *
   * @return an absolute path
   */
  public Path directory() {
    return directory;
  }

  /**
   * Starts a bundle.
   *
   * @param activator its activator
   * @throws Exception any exception of the activator
   */
  public void start(BundleActivator activator) throws Exception {
    started.add(activator);
    activator.start(context());
  }

  /**
   * Stops all started activators, as an update would.
   *
   * @throws Exception any exception of an activator
   * @throws AssertionError if a thread that was started meanwhile still runs after two seconds; in
   *     a real host it would run until the host ends
   */
  public void stop() throws Exception {
    while (!started.isEmpty()) {
      started.remove(started.size() - 1).stop(context());
    }
    Set<Thread> left = left();
    long end = System.nanoTime() + THREAD_END_MILLIS * 1_000_000;
    while (!left.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(10);
      left = left();
    }
    if (!left.isEmpty()) {
      throw new AssertionError("the bundle left threads running: " + left);
    }
  }

  private Set<Thread> left() {
    Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
    left.removeAll(threadsBefore);
    left.removeIf(
        thread ->
            !thread.isAlive()
                || thread.getThreadGroup() == null
                || thread.getThreadGroup().getParent() == null
                || thread.getClass().getName().startsWith("jdk.")
                || thread.getName().startsWith("Felix"));
    return left;
  }

  /**
   * Returns the only service of that type.
   *
   * @param <T> the type
   * @param type under which it is registered
   * @return never null
   * @throws AssertionError if the service is missing, or if there is more than one
   */
  public <T> T service(Class<T> type) {
    List<T> all = services(type);
    if (all.size() != 1) {
      throw new AssertionError(
          "services of the type " + type.getName() + ": " + all.size() + "; expected: 1");
    }
    return all.get(0);
  }

  /**
   * Returns all services of that type.
   *
   * @param <T> the type
   * @param type under which they are registered
   * @return in the order of their ranking; may be empty
   */
  public <T> List<T> services(Class<T> type) {
    return references(type).stream().map(context()::getService).toList();
  }

  /**
   * Returns a property of the only service of that type.
   *
   * @param type under which it is registered
   * @param property its name
   * @return null if the service has no such property
   * @throws AssertionError if the service is missing, or if there is more than one
   */
  public Object property(Class<?> type, String property) {
    service(type);
    return references(type).get(0).getProperty(property);
  }

  private <T> List<ServiceReference<T>> references(Class<T> type) {
    try {
      return context().getServiceReferences(type, null).stream()
          .sorted(Comparator.<ServiceReference<T>>naturalOrder().reversed())
          .toList();
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Stops all started activators, then the host.
   *
   * @throws IOException if {@link #directory} cannot be removed
   * @throws IllegalStateException with the exception of an activator
   * @throws AssertionError in the same case as {@link #stop()}
   */
  @Override
  public void close() throws IOException {
    try {
      try {
        stop();
      } finally {
        framework.stop();
        framework.waitForStop(0);
        remove();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the test's host stopped", e);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the bundle does not stop: " + e, e);
    }
  }

  private void remove() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }
}
