package innkeeper.host.bundle;

import innkeeper.api.surface.Surfaces.Change;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.host.jar.Folders;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bundles as a user sees them: which bundles serve, since when, and why the others do not. */
public final class BundleView implements BundleListener, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BundleView.class);
  private static final int MOST_CHANGES = 20;

  private final Map<String, ArrayDeque<Change>> history = new ConcurrentHashMap<>();
  private final BundleContext context;
  private final Folders folders;
  private final ServiceComponentRuntime components;
  private final Requirements requirements;
  private final Function<Bundle, List<String>> conflicts;
  private final Map<Long, Instant> since = new ConcurrentHashMap<>();

  /**
   * Begins to record changes.
   *
   * @param conflicts why services of a bundle are not used, one sentence each
   */
  public BundleView(
      BundleContext context,
      Folders folders,
      ServiceComponentRuntime components,
      Function<Bundle, List<String>> conflicts) {
    this.context = context;
    this.conflicts = conflicts;
    this.folders = folders;
    this.components = components;
    this.requirements = new Requirements(context);
    context.addBundleListener(this);
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    remember(event);
    if (event.getType() == BundleEvent.UNINSTALLED) {
      since.remove(event.getBundle().getBundleId());
    } else {
      since.put(event.getBundle().getBundleId(), Instant.now());
    }
  }

  private void remember(BundleEvent event) {
    String what =
        switch (event.getType()) {
          case BundleEvent.STARTED -> "started";
          case BundleEvent.STOPPED -> "stopped";
          case BundleEvent.UPDATED -> "updated";
          default -> "";
        };
    String name = event.getBundle().getSymbolicName();
    if (what.isEmpty() || name == null) {
      return;
    }
    String version = event.getBundle().getVersion().toString();
    history.compute(
        name,
        (n, before) -> {
          ArrayDeque<Change> changes = before == null ? new ArrayDeque<>() : before.clone();
          changes.addLast(new Change(Instant.now(), version, what));
          while (changes.size() > MOST_CHANGES) {
            changes.removeFirst();
          }
          return changes;
        });
  }

  private static List<String> gives(Bundle bundle) {
    return interfaces(GivenServices.all(bundle), null);
  }

  private static List<String> needs(Bundle bundle) {
    // A bundle can use a service only by an interface from a package that another one provides.
    ServiceReference<?>[] used = bundle.getServicesInUse();
    return interfaces(
        used == null ? List.of() : List.of(used), GivenServices.packages(bundle, true));
  }

  /**
   * Returns the names of the interfaces of these services, sorted.
   *
   * @param among the packages to which the result is limited; null for all
   */
  private static List<String> interfaces(List<ServiceReference<?>> services, Set<String> among) {
    Set<String> names = new TreeSet<>();
    for (ServiceReference<?> service : services) {
      for (String name : (String[]) service.getProperty(Constants.OBJECTCLASS)) {
        String inPackage = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        if (among == null || among.contains(inPackage) && !name.startsWith("org.osgi.")) {
          names.add(name);
        }
      }
    }
    return List.copyOf(names);
  }

  @Override
  public void close() {
    context.removeBundleListener(this);
  }

  /** Returns our bundles and the user's. The platform's bundles are not surfaces. */
  public List<Surface> list() {
    List<Surface> surfaces = new ArrayList<>();
    for (Bundle bundle : context.getBundles()) {
      Optional<Path> file = file(bundle);
      boolean ours = String.valueOf(bundle.getSymbolicName()).startsWith("innkeeper.");
      boolean users = file.isPresent() && !folders.isPlatform(file.get());
      if (bundle.getBundleId() != 0 && (ours || users) && !Requirements.isProbe(bundle)) {
        try {
          surfaces.add(surface(bundle));
        } catch (IllegalStateException e) {
          LOG.debug(
              "bundle was uninstalled while it was listed name={}", bundle.getSymbolicName(), e);
        }
      }
    }
    surfaces.sort(Comparator.comparing(Surface::name).thenComparing(Surface::version));
    return surfaces;
  }

  public Surface surface(Bundle bundle) {
    boolean user = file(bundle).filter(folders::isUsers).isPresent();
    Instant start =
        since.computeIfAbsent(
            bundle.getBundleId(), id -> Instant.ofEpochMilli(bundle.getLastModified()));
    return new Surface(
        String.valueOf(bundle.getSymbolicName()),
        bundle.getVersion().toString(),
        state(bundle),
        start,
        user ? "user" : "release",
        why(bundle),
        gives(bundle),
        needs(bundle),
        List.copyOf(history.getOrDefault(bundle.getSymbolicName(), new ArrayDeque<>())));
  }

  /** Returns why the bundle does not serve; "" if it serves. */
  String why(Bundle bundle) {
    if (bundle.getState() == Bundle.INSTALLED) {
      return missing(bundle).or(() -> replacedBy(bundle)).orElse("It is installed, not resolved.");
    }
    if (bundle.getState() != Bundle.ACTIVE) {
      return replacedBy(bundle).orElse("It is not started (" + state(bundle) + ").");
    }
    List<String> reasons = new ArrayList<>();
    for (ComponentDescriptionDTO component : components.getComponentDescriptionDTOs(bundle)) {
      var configurations = components.getComponentConfigurationDTOs(component);
      List<String> own = new ArrayList<>();
      for (ComponentConfigurationDTO c : configurations) {
        own.addAll(why(component, c));
      }
      boolean up =
          configurations.stream().anyMatch(c -> c.state == ComponentConfigurationDTO.ACTIVE);
      if (own.isEmpty() && !up && isMeantToBe(component)) {
        notUp(bundle, component, configurations.isEmpty()).ifPresent(own::add);
      }
      reasons.addAll(own);
    }
    reasons.addAll(conflicts.apply(bundle).isEmpty() ? List.of() : List.of(conflicts(bundle)));
    return String.join(" ", reasons);
  }

  /** Returns why services of a bundle are not used; "" if all may be. */
  String conflicts(Bundle bundle) {
    return String.join("; ", conflicts.apply(bundle));
  }

  /**
   * Returns whether the component should become active by itself. A disabled component, a component
   * factory and a component that requires a configuration should not.
   */
  private static boolean isMeantToBe(ComponentDescriptionDTO component) {
    return component.factory == null
        && component.defaultEnabled
        && !"require".equals(component.configurationPolicy);
  }

  /**
   * Returns why a component is not active; empty if it need not be. DS gives up on a component
   * whose class cannot be loaded and reports that only in its own log.
   */
  private Optional<String> notUp(Bundle bundle, ComponentDescriptionDTO component, boolean none) {
    try {
      bundle.loadClass(component.implementationClass);
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.of(component.name + " failed: " + e);
    }
    boolean due = none ? components.isComponentEnabled(component) : component.immediate;
    return due ? Optional.of(component.name + " is not active yet.") : Optional.empty();
  }

  /**
   * Returns the requirements that keep an installed bundle from being resolved; empty if the
   * framework cannot name them.
   */
  public Optional<String> missing(Bundle bundle) {
    List<String> missing = requirements.of(bundle);
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("missing " + String.join(", ", missing));
  }

  private static List<String> why(ComponentDescriptionDTO component, ComponentConfigurationDTO c) {
    List<String> reasons = new ArrayList<>();
    if (c.state == ComponentConfigurationDTO.FAILED_ACTIVATION) {
      reasons.add(component.name + " failed: " + cause(c.failure));
    }
    for (UnsatisfiedReferenceDTO reference : c.unsatisfiedReferences) {
      String type =
          Arrays.stream(component.references)
              .filter(known -> known.name.equals(reference.name))
              .map(known -> known.interfaceName)
              .findFirst()
              .orElse("?");
      String which = reference.target == null ? "" : " " + reference.target;
      reasons.add(component.name + " waits for a service " + type + which + ".");
    }
    return reasons;
  }

  /**
   * Returns the first line of a printed stack. If that line is only a wrapper's exception, returns
   * the innermost cause.
   */
  private static String cause(String stack) {
    String first = stack.lines().findFirst().orElse("?");
    return first.contains("InvocationTargetException") || first.contains("ComponentException")
        ? stack
            .lines()
            .filter(line -> line.startsWith("Caused by: "))
            .reduce((a, b) -> b)
            .map(line -> line.substring("Caused by: ".length()))
            .orElse(first)
        : first;
  }

  private Optional<String> replacedBy(Bundle bundle) {
    return versions(context, bundle.getSymbolicName()).stream()
        .filter(other -> other.getState() == Bundle.ACTIVE && !other.equals(bundle))
        .findFirst()
        .map(other -> "Version " + other.getVersion() + " serves in its place.");
  }

  /** Returns the message of Felix's resolver, without the details for authors of resolvers. */
  public static String missing(BundleException e) {
    String text = String.valueOf(e.getMessage());
    Throwable cause = e.getCause();
    if (cause != null && e.getType() != BundleException.RESOLVE_ERROR) {
      text = cause.toString();
    }
    int wiring = text.lastIndexOf("missing requirement");
    return wiring >= 0 ? text.substring(wiring) : text;
  }

  public static List<Bundle> versions(BundleContext context, String name) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> bundle.getSymbolicName() != null)
        .filter(bundle -> bundle.getSymbolicName().equals(name))
        .toList();
  }

  static String state(Bundle bundle) {
    return switch (bundle.getState()) {
      case Bundle.ACTIVE -> "active";
      case Bundle.RESOLVED -> "resolved";
      case Bundle.INSTALLED -> "installed";
      case Bundle.STARTING -> "starting";
      case Bundle.STOPPING -> "stopping";
      default -> "uninstalled";
    };
  }

  /**
   * Returns the file that a bundle was installed from; empty if the bundle's location is not a
   * file.
   */
  public static Optional<Path> file(Bundle bundle) {
    String location = bundle.getLocation();
    if (!location.startsWith("file:")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(URI.create(location)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
