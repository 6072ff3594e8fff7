package innkeeper.admin.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the routes of a path in a fixed table; literal segments win over variables. */
public final class RouteTable {

  private final List<Entry> entries;

  /** A route and the value of its path's only variable; "" if the path has no variable. */
  record Match(Route route, String id) {}

  private record Entry(Route route, List<String> segments) {

    Optional<Match> match(List<String> wanted) {
      String id = "";
      for (int i = 0; i < segments.size() && segments.size() == wanted.size(); i++) {
        if (segments.get(i).startsWith("{") && !wanted.get(i).isEmpty()) {
          id = wanted.get(i);
        } else if (!segments.get(i).equals(wanted.get(i))) {
          return Optional.empty();
        }
      }
      return segments.size() == wanted.size()
          ? Optional.of(new Match(route, id))
          : Optional.empty();
    }
  }

  public RouteTable(List<Route> routes) {
    entries = routes.stream().map(route -> new Entry(route, segments(route.path()))).toList();
  }

  private static List<String> segments(String path) {
    return path.startsWith("/") ? List.of(path.substring(1).split("/", -1)) : List.of();
  }

  /**
   * Returns the routes of a path, one for each method.
   *
   * @throws Problem if no route has this path
   */
  List<Match> at(String path) {
    List<String> wanted = segments(path);
    List<Match> all = entries.stream().flatMap(entry -> entry.match(wanted).stream()).toList();
    if (all.isEmpty()) {
      throw new Problem(
          Problem.Kind.UNKNOWN_PATH, "Nothing is served here; /api/openapi.json lists what is.");
    }
    List<Match> literal = all.stream().filter(match -> match.id().isEmpty()).toList();
    return literal.isEmpty() ? all : literal;
  }

  /** Returns the value of the Allow header for these routes. */
  static String allow(List<Match> matches) {
    Set<String> methods = new LinkedHashSet<>();
    for (Match match : matches) {
      methods.add(match.route().method());
      if (match.route().method().equals("GET")) {
        methods.add("HEAD");
      }
    }
    methods.add("OPTIONS");
    return String.join(", ", methods);
  }
}
