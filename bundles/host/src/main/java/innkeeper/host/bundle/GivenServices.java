package innkeeper.host.bundle;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Lists the services that a bundle has registered and that other bundles can use. The interface of
 * such a service is from the JDK or from a package that the bundle imports or exports. A property
 * distinguishes several commands or pages of the same interface.
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
    ServiceReference<?>[] services = bundle.getRegisteredServices();
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    if (services == null || wiring == null) {
      return given;
    }
    Set<String> shared = shared(wiring);
    for (ServiceReference<?> service : services) {
      for (String type : (String[]) service.getProperty(Constants.OBJECTCLASS)) {
        int end = type.lastIndexOf('.');
        if (type.startsWith("java.") || end > 0 && shared.contains(type.substring(0, end))) {
          given.add(type + name(service));
        }
      }
    }
    return given;
  }

  private static String name(ServiceReference<?> service) {
    return NAMES.stream()
        .filter(name -> service.getProperty(name) != null)
        .map(name -> " (" + name + "=" + service.getProperty(name) + ")")
        .findFirst()
        .orElse("");
  }

  private static Set<String> shared(BundleWiring wiring) {
    Stream<Object> imported =
        wiring.getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE).stream()
            .map(w -> w.getCapability().getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
    Stream<Object> exported =
        wiring.getCapabilities(PackageNamespace.PACKAGE_NAMESPACE).stream()
            .map(c -> c.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
    return Stream.concat(imported, exported).map(String::valueOf).collect(Collectors.toSet());
  }
}
