package innkeeper.host.surface;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a bundle imports and nobody here exports. The resolver tells nobody why; the framework does
 * tell who could provide what.
 */
final class Requirements {

  private static final Logger LOG = LoggerFactory.getLogger(Requirements.class);
  private static final String PROBE = "innkeeper-probe:";

  private final BundleContext context;

  Requirements(BundleContext context) {
    this.context = context;
  }

  /** Whether it is here for one question only. */
  static boolean isProbe(Bundle bundle) {
    return bundle.getLocation().startsWith(PROBE);
  }

  /** One sentence; of a bundle that is installed and not resolved. */
  String missing(Bundle bundle) {
    List<String> missing = of(bundle);
    return missing.isEmpty()
        ? "It is installed, not resolved."
        : "missing " + String.join(", ", missing);
  }

  private List<String> of(Bundle bundle) {
    FrameworkWiring wiring = context.getBundle(0).adapt(FrameworkWiring.class);
    List<String> missing = new ArrayList<>();
    for (BundleRequirement need :
        bundle.adapt(BundleRevision.class).getDeclaredRequirements(null)) {
      boolean optional = "optional".equals(need.getDirectives().get("resolution"));
      boolean later = "active".equals(need.getDirectives().get("effective"));
      if (!optional && !later && wiring.findProviders(need).isEmpty()) {
        missing.add(need.getNamespace() + " " + need.getDirectives().get("filter"));
      }
    }
    return missing;
  }

  /** What a jar would miss here; it is installed for the question, never resolved or started. */
  List<String> of(Path jar, String name) {
    try (InputStream in = Files.newInputStream(jar)) {
      Bundle probe = context.installBundle(PROBE + name, in);
      try {
        return of(probe);
      } finally {
        probe.uninstall();
      }
    } catch (BundleException | IOException e) {
      // The framework takes no second one of this name and version: deploying it will tell.
      LOG.debug("jar could not be asked beforehand file={}", jar, e);
      return List.of();
    }
  }
}
