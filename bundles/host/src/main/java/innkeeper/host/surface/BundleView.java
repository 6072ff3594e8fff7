package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.Surface;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleListener;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** Bundles as people see them: what serves, since when, and what keeps the others from it. */
final class BundleView implements BundleListener, AutoCloseable {

  private final BundleContext context;
  private final Path home;
  private final Path data;
  private final ServiceComponentRuntime components;
  private final Map<Long, Instant> since = new ConcurrentHashMap<>();

  BundleView(BundleContext context, Path home, Path data, ServiceComponentRuntime components) {
    this.context = context;
    this.home = home;
    this.data = data;
    this.components = components;
    context.addBundleListener(this);
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getType() == BundleEvent.UNINSTALLED) {
      since.remove(event.getBundle().getBundleId());
    } else {
      since.put(event.getBundle().getBundleId(), Instant.now());
    }
  }

  @Override
  public void close() {
    context.removeBundleListener(this);
  }

  /** Ours and the user's; the platform's are not surfaces. */
  List<Surface> list() {
    List<Surface> surfaces = new ArrayList<>();
    for (Bundle bundle : context.getBundles()) {
      Optional<Path> file = file(bundle);
      boolean ours = String.valueOf(bundle.getSymbolicName()).startsWith("innkeeper.");
      boolean users = file.isPresent() && !file.get().startsWith(home.resolve("platform"));
      if (bundle.getBundleId() != 0 && (ours || users)) {
        surfaces.add(surface(bundle));
      }
    }
    surfaces.sort(Comparator.comparing(Surface::name).thenComparing(Surface::version));
    return surfaces;
  }

  Surface surface(Bundle bundle) {
    boolean user = file(bundle).filter(f -> f.startsWith(data)).isPresent();
    Instant start =
        since.computeIfAbsent(
            bundle.getBundleId(), id -> Instant.ofEpochMilli(bundle.getLastModified()));
    return new Surface(
        String.valueOf(bundle.getSymbolicName()),
        bundle.getVersion().toString(),
        state(bundle),
        start,
        user ? "user" : "release",
        why(bundle));
  }

  /** What keeps it from serving; "" when it serves. */
  String why(Bundle bundle) {
    if (bundle.getState() == Bundle.INSTALLED) {
      return unresolved(bundle);
    }
    if (bundle.getState() != Bundle.ACTIVE) {
      return replacedBy(bundle).orElse("It is not started (" + state(bundle) + ").");
    }
    List<String> reasons = new ArrayList<>();
    for (ComponentDescriptionDTO component : components.getComponentDescriptionDTOs(bundle)) {
      for (ComponentConfigurationDTO c : components.getComponentConfigurationDTOs(component)) {
        reasons.addAll(why(component, c));
      }
    }
    return String.join(" ", reasons);
  }

  /**
   * Asks the resolver again, which tells nobody why; the packages nobody exports are the answer.
   */
  private String unresolved(Bundle bundle) {
    FrameworkWiring wiring = context.getBundle(0).adapt(FrameworkWiring.class);
    List<String> missing = new ArrayList<>();
    for (BundleRequirement need :
        bundle.adapt(BundleRevision.class).getDeclaredRequirements(null)) {
      boolean optional = "optional".equals(need.getDirectives().get("resolution"));
      if (!optional && wiring.findProviders(need).isEmpty()) {
        missing.add(need.getNamespace() + " " + need.getDirectives().get("filter"));
      }
    }
    return missing.isEmpty() ? "It is installed, not resolved." : "missing " + missing;
  }

  private static List<String> why(ComponentDescriptionDTO component, ComponentConfigurationDTO c) {
    List<String> reasons = new ArrayList<>();
    if (c.state == ComponentConfigurationDTO.FAILED_ACTIVATION) {
      reasons.add(component.name + " failed: " + c.failure.lines().findFirst().orElse("?"));
    }
    for (UnsatisfiedReferenceDTO reference : c.unsatisfiedReferences) {
      String type = "?";
      for (var known : component.references) {
        if (known.name.equals(reference.name)) {
          type = known.interfaceName;
        }
      }
      reasons.add(component.name + " waits for a service " + type + ".");
    }
    return reasons;
  }

  private Optional<String> replacedBy(Bundle bundle) {
    for (Bundle other : context.getBundles()) {
      if (other.getState() == Bundle.ACTIVE
          && other.getBundleId() != bundle.getBundleId()
          && String.valueOf(bundle.getSymbolicName()).equals(other.getSymbolicName())) {
        return Optional.of("Version " + other.getVersion() + " serves in its place.");
      }
    }
    return Optional.empty();
  }

  /** Felix's resolver message, without what only a resolver's author reads. */
  static String missing(BundleException e) {
    String text = String.valueOf(e.getMessage());
    Throwable cause = e.getCause();
    if (cause != null && e.getType() != BundleException.RESOLVE_ERROR) {
      text = cause.toString();
    }
    int wiring = text.lastIndexOf("missing requirement");
    return wiring >= 0 ? text.substring(wiring) : text;
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

  /** Where a bundle was installed from; empty for what is no file. */
  static Optional<Path> file(Bundle bundle) {
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
