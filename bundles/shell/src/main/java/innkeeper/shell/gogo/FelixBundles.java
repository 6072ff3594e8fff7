package innkeeper.shell.gogo;

import innkeeper.shell.command.Bundles;
import innkeeper.shell.command.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** The framework's bundles by name or number. */
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

  /** Of several of one name the one that serves, else the newest. */
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

  @Override
  public String update(String nameOrId, Optional<URI> from) throws RefusedException {
    Bundle bundle =
        find(nameOrId)
            .orElseThrow(
                () ->
                    new RefusedException(
                        "no bundle is called or numbered " + nameOrId + "; see: innkeeper lb -s"));
    if (bundle.getBundleId() == 0) {
      throw new RefusedException(
          "bundle 0 is the framework itself; updating it would restart the host's inside");
    }
    String before = bundle.getVersion().toString();
    try {
      if (from.isPresent()) {
        try (InputStream in = from.get().toURL().openStream()) {
          bundle.update(in);
        }
      } else {
        bundle.update();
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new RefusedException(
          from.map(Object::toString).orElse("its content") + " cannot be read: " + e.getMessage(),
          e);
    } catch (BundleException e) {
      throw new RefusedException(
          bundle.getSymbolicName()
              + " was not updated: "
              + e.getMessage().lines().findFirst().orElse("")
              + cause(e),
          e);
    }
    return bundle.getSymbolicName()
        + " "
        + before
        + " -> "
        + bundle.getVersion()
        + " "
        + state(bundle.getState());
  }

  private static String cause(BundleException e) {
    return e.getCause() == null || e.getCause().getMessage() == null
        ? ""
        : " (" + e.getCause().getMessage().lines().findFirst().orElse("") + ")";
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
