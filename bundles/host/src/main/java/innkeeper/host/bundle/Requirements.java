package innkeeper.host.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a bundle imports and nobody here exports. The resolver tells nobody why; the framework does
 * tell who could provide what.
 */
public final class Requirements {

  private static final Logger LOG = LoggerFactory.getLogger(Requirements.class);
  private static final Pattern BOUND =
      Pattern.compile("(!)?\\((?:bundle-)?version(>=|<=|=)([^)]*)\\)");
  private static final String PROBE = "innkeeper-probe:";

  private final BundleContext context;

  public Requirements(BundleContext context) {
    this.context = context;
  }

  /** Whether it is here for one question only. */
  public static boolean isProbe(Bundle bundle) {
    return bundle.getLocation().startsWith(PROBE);
  }

  /** In words, of a bundle that is installed and not resolved. */
  public List<String> of(Bundle bundle) {
    FrameworkWiring wiring = context.getBundle(0).adapt(FrameworkWiring.class);
    List<String> missing = new ArrayList<>();
    for (BundleRequirement need :
        bundle.adapt(BundleRevision.class).getDeclaredRequirements(null)) {
      boolean optional = "optional".equals(need.getDirectives().get("resolution"));
      boolean later = "active".equals(need.getDirectives().get("effective"));
      if (!optional && !later && wiring.findProviders(need).isEmpty()) {
        missing.add(words(need));
      }
    }
    return missing;
  }

  /** {@code package a.b, version from 2.0.0 and below 3.0.0 (here: 1.4.0)}. */
  private String words(BundleRequirement need) {
    String space = need.getNamespace();
    String filter = String.valueOf(need.getDirectives().get("filter"));
    Matcher name = Pattern.compile("\\(" + Pattern.quote(space) + "=([^)]*)\\)").matcher(filter);
    if (!name.find()) {
      return space + " " + filter;
    }
    StringBuilder words = new StringBuilder();
    words.append(space.replaceFirst("^osgi\\.(wiring\\.)?", "")).append(' ').append(name.group(1));
    Matcher bound = BOUND.matcher(filter);
    String join = ", version ";
    while (bound.find()) {
      boolean not = bound.group(1) != null;
      words.append(join).append(bound(bound.group(2), not)).append(bound.group(3));
      join = " and ";
    }
    String here = here(space, name.group(1));
    return words.append(here.isEmpty() ? "" : " (here: " + here + ")").toString();
  }

  private static String bound(String operator, boolean not) {
    return switch (operator) {
      case ">=" -> not ? "below " : "from ";
      case "<=" -> not ? "above " : "up to ";
      default -> not ? "other than " : "exactly ";
    };
  }

  /** The versions that there are of it. */
  private String here(String space, String name) {
    if (ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE.equals(space)) {
      return "Java " + Runtime.version().feature();
    }
    Set<String> versions = new TreeSet<>();
    for (Bundle bundle : context.getBundles()) {
      BundleRevision revision = bundle.adapt(BundleRevision.class);
      if (revision == null || isProbe(bundle)) {
        continue;
      }
      for (BundleCapability given : revision.getDeclaredCapabilities(space)) {
        if (name.equals(given.getAttributes().get(space))) {
          versions.add(String.valueOf(given.getAttributes().get("version")));
        }
      }
    }
    return String.join(", ", versions);
  }

  /** What a jar would miss here; it is installed for the question, never resolved or started. */
  public List<String> of(Path jar, String name) {
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
