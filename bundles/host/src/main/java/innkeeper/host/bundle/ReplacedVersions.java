package innkeeper.host.bundle;

import innkeeper.api.surface.Surfaces.Leftovers;
import innkeeper.host.jar.Folders;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Finds the threads, services and class loaders that replaced versions of the user's bundles left
 * behind. A bundle is started on a thread in a thread group of its own. The threads it creates are
 * in that group too, even the idle threads of a pool.
 */
public final class ReplacedVersions implements SynchronousBundleListener {

  private static final int MOST_COLLECTIONS = 4;
  private static final long COLLECTION_MILLIS = 50;
  private static final long THREAD_END_MILLIS = 500;
  private static final long LOOK_MILLIS = 20;

  private final BundleContext context;
  private final Folders folders;
  private final ThreadOwners owners;
  private final Map<String, List<Start>> starts = new ConcurrentHashMap<>();

  public ReplacedVersions(BundleContext context, Folders folders, ThreadOwners owners) {
    this.context = context;
    this.folders = folders;
    this.owners = owners;
  }

  /** One start of a bundle. It holds its class loader and its threads only by weak references. */
  private static final class Start {

    private final ThreadGroup group;
    private final List<WeakReference<Thread>> seen = new CopyOnWriteArrayList<>();
    private volatile WeakReference<ClassLoader> loader = new WeakReference<>(null);

    Start(ThreadGroup group) {
      this.group = group;
    }

    Set<Thread> threads() {
      Thread[] there = new Thread[group.activeCount() + 16];
      int count = group.enumerate(there);
      Set<Thread> threads = new HashSet<>(Arrays.asList(there).subList(0, count));
      seen.stream().map(WeakReference::get).filter(Objects::nonNull).forEach(threads::add);
      threads.removeIf(thread -> !thread.isAlive());
      return threads;
    }
  }

  /**
   * Returns whether the thread runs code of another bundle or of Felix. Their threads are in the
   * bundle's group too if the bundle's start created them.
   */
  private boolean isAnothers(String name, Thread thread) {
    return thread.getName().startsWith("Felix")
        || thread.getName().startsWith("SCR ")
        || owners
            .of(thread.getStackTrace())
            .filter(owner -> !name.equals(owner.getSymbolicName()))
            .isPresent();
  }

  /** Returns a new thread group for the thread that is about to start the bundle. */
  public ThreadGroup group(Bundle bundle) {
    String name = bundle.getSymbolicName();
    // The group is not a daemon group: a pool that is created in it may create its first thread
    // after the starting thread has ended.
    ThreadGroup group = new ThreadGroup("bundle " + name);
    List<Start> all = starts.computeIfAbsent(name, n -> new CopyOnWriteArrayList<>());
    all.removeIf(start -> start.loader.get() == null && start.threads().isEmpty());
    all.add(new Start(group));
    return group;
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    Bundle bundle = event.getBundle();
    List<Start> all = starts.getOrDefault(String.valueOf(bundle.getSymbolicName()), List.of());
    if (all.isEmpty() || BundleView.file(bundle).filter(folders::isUsers).isEmpty()) {
      return;
    }
    Start last = all.get(all.size() - 1);
    if (event.getType() == BundleEvent.STARTED) {
      last.loader = new WeakReference<>(loader(bundle));
    } else if (event.getType() == BundleEvent.STOPPING) {
      Thread.getAllStackTraces()
          .forEach(
              (thread, stack) -> {
                boolean its = owners.of(stack).filter(bundle::equals).isPresent();
                if (its && thread != Thread.currentThread()) {
                  last.seen.add(new WeakReference<>(thread));
                }
              });
    }
  }

  private static ClassLoader loader(Bundle bundle) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    return wiring == null ? null : wiring.getClassLoader();
  }

  /**
   * Returns what replaced versions of this bundle left behind. Waits up to half a second for
   * threads to end, and runs the garbage collector.
   */
  public Leftovers of(String name) {
    List<Start> all = starts.getOrDefault(name, List.of());
    Optional<Bundle> active =
        BundleView.versions(context, name).stream()
            .filter(bundle -> bundle.getState() == Bundle.ACTIVE)
            .findFirst();
    Start now = active.isEmpty() || all.isEmpty() ? null : all.get(all.size() - 1);
    List<Start> gone = all.stream().filter(start -> start != now).toList();
    ClassLoader serving = active.map(ReplacedVersions::loader).orElse(null);
    await(() -> threads(name, gone).isEmpty(), THREAD_END_MILLIS);
    for (int i = 0; i < MOST_COLLECTIONS && !loaders(gone, serving).isEmpty(); i++) {
      System.gc();
      await(() -> loaders(gone, serving).isEmpty(), COLLECTION_MILLIS);
    }
    Set<ClassLoader> held = loaders(gone, serving);
    List<String> threads =
        threads(name, gone).stream()
            .map(
                thread -> thread.getName() + ", at " + owners.place(active, thread.getStackTrace()))
            .sorted()
            .toList();
    return new Leftovers(threads, services(held), held.size());
  }

  private Set<Thread> threads(String name, Collection<Start> gone) {
    Set<Thread> threads = new HashSet<>();
    gone.forEach(start -> threads.addAll(start.threads()));
    threads.removeIf(thread -> isAnothers(name, thread));
    return threads;
  }

  private static Set<ClassLoader> loaders(Collection<Start> gone, ClassLoader serving) {
    Set<ClassLoader> loaders = new HashSet<>();
    gone.stream()
        .flatMap(start -> Stream.ofNullable(start.loader.get()))
        .filter(loader -> loader != serving)
        .forEach(loaders::add);
    return loaders;
  }

  private static void await(BooleanSupplier done, long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    try {
      while (!done.getAsBoolean() && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the services that are still registered, through another bundle's context, and whose
   * objects are of the old class loaders.
   */
  private List<String> services(Set<ClassLoader> held) {
    if (held.isEmpty()) {
      return List.of();
    }
    Set<String> names = new TreeSet<>();
    for (Bundle bundle : context.getBundles()) {
      for (ServiceReference<?> service : GivenServices.all(bundle)) {
        // For a service of any other scope, this call would create a new object.
        if (Constants.SCOPE_SINGLETON.equals(service.getProperty(Constants.SERVICE_SCOPE))) {
          Object object = context.getService(service);
          if (object != null && held.contains(object.getClass().getClassLoader())) {
            names.add(String.join(", ", (String[]) service.getProperty(Constants.OBJECTCLASS)));
          }
          context.ungetService(service);
        }
      }
    }
    return List.copyOf(names);
  }
}
