package innkeeper.host.bundle;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Lists the services that a bundle has registered and that other bundles can use. The interface of
 * such a service is from the JDK, or from a package that the bundle imports or exports. For
 * commands and pages, the list adds a property of the service, because several may have the same
 * interface.
 */
public final class GivenServices {

  private static final List<String> NAMES =
      List.of("osgi.command.scope", "osgi.http.whiteboard.servlet.name");

  private GivenServices() {}

  /**
   * Returns the services of a bundle now.
   *
   * @return each as TYPE, or as TYPE (PROPERTY=VALUE)
   */
  public static Set<String> of(Bundle bundle) {
    Set<String> given = new TreeSet<>();
    Set<String> shared = new HashSet<>(packages(bundle, true));
    shared.addAll(packages(bundle, false));
    for (ServiceReference<?> service : all(bundle)) {
      for (String type : (String[]) service.getProperty(Constants.OBJECTCLASS)) {
        int end = type.lastIndexOf('.');
        if (type.startsWith("java.") || end > 0 && shared.contains(type.substring(0, end))) {
          given.add(type + name(service));
        }
      }
    }
    return given;
  }

  /** Returns all services that a bundle has registered; an empty list after it was uninstalled. */
  public static List<ServiceReference<?>> all(Bundle bundle) {
    try {
      ServiceReference<?>[] services = bundle.getRegisteredServices();
      return services == null ? List.of() : List.of(services);
    } catch (IllegalStateException uninstalled) {
      return List.of();
    }
  }

  private static String name(ServiceReference<?> service) {
    return NAMES.stream()
        .filter(name -> service.getProperty(name) != null)
        .map(name -> " (" + name + "=" + service.getProperty(name) + ")")
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the packages that a bundle imports or exports; an empty set if it is not resolved.
   *
   * @param imported whether other bundles provide the packages to it; otherwise it exports them
   */
  static Set<String> packages(Bundle bundle, boolean imported) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    if (wiring == null) {
      return Set.of();
    }
    String space = PackageNamespace.PACKAGE_NAMESPACE;
    Stream<BundleCapability> packages =
        imported
            ? wiring.getRequiredWires(space).stream().map(BundleWire::getCapability)
            : wiring.getCapabilities(space).stream();
    return packages
        .map(p -> String.valueOf(p.getAttributes().get(space)))
        .collect(Collectors.toSet());
  }
}
