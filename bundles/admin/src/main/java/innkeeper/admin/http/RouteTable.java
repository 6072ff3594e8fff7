package innkeeper.admin.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the route of a path in a fixed table; literal segments win over variables. */
public final class RouteTable {

  private final List<Route> routes;
  private final Map<Integer, List<Entry>> bySize = new HashMap<>();

  private record Entry(Route route, List<String> segments) {}

  /** A route and the value of its path's only variable; "" if the path has no variable. */
  public record Match(Route route, String id) {}

  public RouteTable(List<Route> routes) {
    this.routes = List.copyOf(routes);
    for (Route route : routes) {
      List<String> segments = route.segments();
      bySize
          .computeIfAbsent(segments.size(), n -> new ArrayList<>())
          .add(new Entry(route, segments));
    }
  }

  public List<Route> routes() {
    return routes;
  }

  /**
   * Finds the route for a request.
   *
   * @param method HEAD counts as GET
   * @throws Problem if no route has this path, or none with this path takes the method
   */
  public Match find(String method, String path) {
    String wanted = method.equals("HEAD") ? "GET" : method;
    List<Match> candidates = candidates(path);
    for (Match match : candidates) {
      if (match.route().method().equals(wanted)) {
        return match;
      }
    }
    Optional<String> allow = allow(candidates);
    if (allow.isPresent()) {
      throw Problem.methodNotAllowed(word(method), allow.get());
    }
    throw new Problem(
        Problem.Kind.UNKNOWN_PATH, "Nothing is served here; /api/openapi.json lists what is.");
  }

  /** Returns the Allow header's value; empty if no route has this path. */
  public Optional<String> allow(String path) {
    return allow(candidates(path));
  }

  private static Optional<String> allow(List<Match> candidates) {
    Set<String> methods = new LinkedHashSet<>();
    for (Match match : candidates) {
      methods.add(match.route().method());
      if (match.route().method().equals("GET")) {
        methods.add("HEAD");
      }
    }
    if (methods.isEmpty()) {
      return Optional.empty();
    }
    methods.add("OPTIONS");
    return Optional.of(String.join(", ", methods));
  }

  private List<Match> candidates(String path) {
    if (path.isEmpty() || path.charAt(0) != '/') {
      return List.of();
    }
    List<String> wanted = List.of(path.substring(1).split("/", -1));
    List<Match> exact = new ArrayList<>(2);
    List<Match> variable = new ArrayList<>(2);
    for (Entry entry : bySize.getOrDefault(wanted.size(), List.of())) {
      String id = match(entry.segments(), wanted);
      if (id != null) {
        (id.isEmpty() ? exact : variable).add(new Match(entry.route(), id));
      }
    }
    return exact.isEmpty() ? variable : exact;
  }

  private static String match(List<String> segments, List<String> wanted) {
    String id = "";
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (segment.startsWith("{")) {
        id = wanted.get(i);
        if (id.isEmpty()) {
          return null;
        }
      } else if (!segment.equals(wanted.get(i))) {
        return null;
      }
    }
    return id;
  }

  private static String word(String method) {
    return method.length() <= 20 && method.chars().allMatch(c -> c >= 'A' && c <= 'Z')
        ? method
        : "that method";
  }
}
