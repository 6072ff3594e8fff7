package innkeeper.shell.gogo;

import innkeeper.shell.cli.Bundles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Finds the framework's bundles by name or number. */
public final class FelixBundles implements Bundles {

  private final BundleContext context;

  public FelixBundles(BundleContext context) {
    this.context = context;
  }

  @Override
  public List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    for (Bundle bundle : context.getBundles()) {
      if (bundle.getSymbolicName() != null) {
        names.add(bundle.getSymbolicName());
      }
    }
    return List.copyOf(names);
  }

  /**
   * Finds a bundle. Among bundles with the same name it prefers the active one, then the newest
   * version.
   */
  public Optional<Bundle> find(String nameOrId) {
    if (!nameOrId.isEmpty() && nameOrId.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        return Optional.ofNullable(context.getBundle(Long.parseLong(nameOrId)));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    Bundle best = null;
    for (Bundle bundle : context.getBundles()) {
      if (nameOrId.equals(bundle.getSymbolicName()) && (best == null || better(bundle, best))) {
        best = bundle;
      }
    }
    return Optional.ofNullable(best);
  }

  @Override
  public OptionalLong id(String name) {
    Optional<Bundle> found = find(name);
    return found.isPresent() ? OptionalLong.of(found.get().getBundleId()) : OptionalLong.empty();
  }

  private static boolean better(Bundle one, Bundle other) {
    boolean active = one.getState() == Bundle.ACTIVE;
    if (active != (other.getState() == Bundle.ACTIVE)) {
      return active;
    }
    return one.getVersion().compareTo(other.getVersion()) > 0;
  }

  static String state(int state) {
    return switch (state) {
      case Bundle.ACTIVE -> "active";
      case Bundle.STARTING -> "starting";
      case Bundle.STOPPING -> "stopping";
      case Bundle.RESOLVED -> "resolved";
      case Bundle.INSTALLED -> "installed";
      default -> "uninstalled";
    };
  }
}
