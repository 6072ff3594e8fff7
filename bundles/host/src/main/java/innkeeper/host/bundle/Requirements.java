package innkeeper.host.bundle;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/**
 * Finds the requirements of a bundle that no installed bundle satisfies, and describes them in
 * words. The resolver's own messages are hard to read. So this class asks the framework for the
 * possible providers of each requirement.
 */
public final class Requirements {

  private static final Pattern BOUND =
      Pattern.compile("(!)?\\((?:bundle-)?version(>=|<=|=)([^)]*)\\)");

  /** Matches an attribute other than name and version, with its operator and value. */
  private static final Pattern OTHER =
      Pattern.compile("(!)?\\((?!(?:bundle-)?version[<>=])([^()&|!<>~=]+[<>~]?=[^()]*)\\)");

  private static final String PROBE = "innkeeper-probe:";

  private final BundleContext context;

  public Requirements(BundleContext context) {
    this.context = context;
  }

  /** Returns whether the bundle was installed only to check its requirements. */
  public static boolean isProbe(Bundle bundle) {
    return bundle.getLocation().startsWith(PROBE);
  }

  /** Returns the missing requirements of a bundle that is installed and not resolved, in words. */
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

  /**
   * Returns a requirement in words, for example {@code package a.b, version from 2.0.0 and below
   * 3.0.0 (here: 1.4.0)}.
   */
  private String words(BundleRequirement need) {
    String space = need.getNamespace();
    String filter = need.getDirectives().getOrDefault("filter", "");
    Matcher name = Pattern.compile("\\(" + Pattern.quote(space) + "=([^)]*)\\)").matcher(filter);
    if (!name.find()) {
      return (space + " " + filter).strip();
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
    Matcher other = OTHER.matcher(filter.replace(name.group(), ""));
    while (other.find()) {
      words.append(other.group(1) == null ? ", with " : ", without ").append(other.group(2));
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
          Map<String, Object> attributes = given.getAttributes();
          Object version = attributes.getOrDefault("version", attributes.get("bundle-version"));
          versions.add(version == null ? "without a version" : version.toString());
        }
      }
    }
    return String.join(", ", versions);
  }

  /**
   * Returns the requirements of a jar that are missing here. The jar is installed only for this
   * check, and never resolved or started.
   *
   * @throws SurfaceException if the framework refuses its manifest
   */
  public List<String> of(Path jar, String name) {
    try (InputStream in = Files.newInputStream(jar)) {
      Bundle probe = context.installBundle(PROBE + name, in);
      try {
        return of(probe);
      } finally {
        probe.uninstall();
      }
    } catch (BundleException e) {
      if (e.getType() == BundleException.DUPLICATE_BUNDLE_ERROR) {
        return List.of(); // the framework accepts only one bundle of this name and version
      }
      throw new SurfaceException(
          name
              + " has a manifest that the framework refuses, nothing was changed: "
              + BundleView.missing(e),
          e);
    } catch (IOException e) {
      throw new SurfaceException(jar + " cannot be read: " + e.getMessage(), e);
    }
  }
}
