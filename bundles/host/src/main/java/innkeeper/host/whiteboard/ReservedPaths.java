package innkeeper.host.whiteboard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;

/**
 * The rule that keeps whiteboard services of other bundles off the paths of page and API. Its input
 * is properties only: those of one service, and those of all services of the HTTP whiteboard.
 */
final class ReservedPaths {

  /** The first segments of the page's routes; runtime/docs/api.md lists them for users. */
  private static final Set<String> SEGMENTS =
      Set.of("api", "assets", "icons", "metrics", "projects");

  private static final Set<String> SERVLETS = Set.of("admin", "swap-gate");

  /** The kinds of service that have a pattern and answer requests themselves. */
  private static final List<String> ANSWERS = List.of("servlet", "resource");

  private static final String PREFIX = "osgi.http.whiteboard.";
  private static final String DEFAULT = "default";
  private static final String OWN_PATH = "; allowed: a path of its own, such as /NAME/*";

  /** Matches a regular expression that begins with a fixed first segment. */
  private static final Pattern LITERAL_SEGMENT = Pattern.compile("\\^?/([A-Za-z0-9_-]+)/.*");

  /** The context for services that select no context. */
  private static final Map<String, Object> DEFAULT_CONTEXT =
      Map.of(PREFIX + "context.name", DEFAULT, PREFIX + "context.path", "/");

  private ReservedPaths() {}

  static boolean concerns(Map<String, Object> service) {
    return isA(service, "ServletContextHelper")
        || isA(service, "Preprocessor")
        || service.keySet().stream().anyMatch(key -> key.startsWith(PREFIX));
  }

  /**
   * Explains why a service is not used.
   *
   * @param whiteboard all services of the whiteboard, contexts among them
   * @return in words; empty if it may be used
   */
  static Optional<String> conflict(
      Map<String, Object> service, Collection<Map<String, Object>> whiteboard) {
    if (isA(service, "Preprocessor")) {
      return Optional.of(
          ("its preprocessor%s would see every request of page and API; allowed: a filter with a"
                  + " path of its own")
              .formatted(id(service)));
    }
    if (isA(service, "ServletContextHelper")) {
      return context(service, whiteboard);
    }
    if (selects(service, DEFAULT_CONTEXT)) {
      return inDefault(service)
          .or(() -> pattern(service, ANSWERS))
          .or(() -> pattern(service, List.of("filter")));
    }
    boolean atRoot = whiteboard.stream().anyMatch(one -> isRoot(one) && selects(service, one));
    return atRoot ? pattern(service, ANSWERS) : Optional.empty();
  }

  private static Optional<String> context(
      Map<String, Object> context, Collection<Map<String, Object>> whiteboard) {
    String name = text(context, "context.name");
    String path = text(context, "context.path");
    String its = "its servlet context " + name + id(context);
    if (name.equals(DEFAULT)) {
      return Optional.of(its + " would replace the context of page and API; allowed: another name");
    }
    if (isReserved(path)) {
      return Optional.of(its + " has the path " + path + ", which is the page's" + OWN_PATH);
    }
    return isRoot(context)
        ? whiteboard.stream()
            .filter(one -> selects(one, context))
            .flatMap(one -> pattern(one, ANSWERS).stream())
            .findFirst()
        : Optional.empty();
  }

  /** Returns a conflict that a service has in the context of the page, beside its pattern. */
  private static Optional<String> inDefault(Map<String, Object> service) {
    String its = id(service);
    String name = text(service, "servlet.name");
    if (SERVLETS.contains(name)) {
      return Optional.of(its("servlet", service) + " has a name that is the host's");
    }
    List<String> errors = words(service, "servlet.errorPage");
    if (!errors.isEmpty()) {
      return Optional.of(
          ("%s is an error page for %s, also for page and API; allowed: an error page in a servlet"
                  + " context of its own")
              .formatted(its("servlet", service), String.join(", ", errors)));
    }
    for (String filtered : words(service, "filter.servlet")) {
      if (SERVLETS.contains(filtered)) {
        return Optional.of(its("filter", service) + " filters the servlet " + filtered + OWN_PATH);
      }
    }
    for (String regex : words(service, "filter.regex")) {
      if (!staysOff(regex)) {
        return Optional.of(
            ("%s has the regular expression %s, which may cover page and API; allowed: one that"
                    + " begins with a path of its own, such as /NAME/.*")
                .formatted(its("filter", service), regex));
      }
    }
    boolean listens = "true".equalsIgnoreCase(text(service, "listener"));
    if (listens
        && (isA(service, "ServletRequestListener")
            || isA(service, "ServletRequestAttributeListener"))) {
      return Optional.of(
          ("its request listener%s would see every request of page and API; allowed: one in a"
                  + " servlet context of its own")
              .formatted(its));
    }
    return Optional.empty();
  }

  /**
   * Returns a conflict of a pattern that covers a path of page or API, in a context at the root.
   */
  private static Optional<String> pattern(Map<String, Object> service, List<String> kinds) {
    for (String kind : kinds) {
      for (String pattern : words(service, kind + ".pattern")) {
        boolean all = pattern.isEmpty() || pattern.equals("/") || pattern.equals("/*");
        if (all || pattern.startsWith("*.") || isReserved(pattern)) {
          return Optional.of(
              "%s has the pattern \"%s\", which covers %s%s"
                  .formatted(
                      its(kind, service),
                      pattern,
                      isReserved(pattern) ? "paths of the page or the API" : "page and API",
                      OWN_PATH));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isReserved(String path) {
    return path.startsWith("/") && SEGMENTS.contains(path.substring(1).split("/", -1)[0]);
  }

  /** Returns whether an expression matches only paths below one unreserved segment. */
  private static boolean staysOff(String regex) {
    Matcher segment = LITERAL_SEGMENT.matcher(regex);
    return !regex.contains("|")
        && segment.matches()
        && !SEGMENTS.contains(segment.group(1))
        && !regex.matches("\\^?/[^/]*/[?*{].*");
  }

  private static boolean isRoot(Map<String, Object> context) {
    return isA(context, "ServletContextHelper") && text(context, "context.path").equals("/");
  }

  private static boolean selects(Map<String, Object> service, Map<String, Object> context) {
    String select = text(service, "context.select");
    if (select.isEmpty()) {
      return DEFAULT.equals(context.get(PREFIX + "context.name"));
    }
    try {
      return FrameworkUtil.createFilter(select).match(FrameworkUtil.asDictionary(context));
    } catch (InvalidSyntaxException e) {
      return false; // the whiteboard ignores such a service
    }
  }

  private static boolean isA(Map<String, Object> service, String type) {
    return Stream.of((String[]) service.getOrDefault(Constants.OBJECTCLASS, new String[0]))
        .anyMatch(name -> name.endsWith("." + type));
  }

  private static String its(String kind, Map<String, Object> service) {
    String name = text(service, kind + ".name");
    return "its " + kind + (name.isEmpty() ? "" : " " + name) + id(service);
  }

  private static String id(Map<String, Object> service) {
    return " (service.id " + service.get(Constants.SERVICE_ID) + ")";
  }

  private static String text(Map<String, Object> service, String key) {
    Object value = service.get(PREFIX + key);
    return value == null ? "" : value.toString();
  }

  private static List<String> words(Map<String, Object> service, String key) {
    Object value = service.get(PREFIX + key);
    if (value instanceof Object[] array) {
      return Stream.of(array).map(String::valueOf).toList();
    }
    if (value instanceof Collection<?> collection) {
      return new ArrayList<>(collection).stream().map(String::valueOf).toList();
    }
    return value == null ? List.of() : List.of(value.toString());
  }
}
