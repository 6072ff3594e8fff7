package innkeeper.admin.openapi;

import static innkeeper.admin.http.Json.map;

import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.Route.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Builds the OpenAPI document of a route table. */
public final class OpenApiDocument {

  private static final String DESCRIPTION =
      "Served on 127.0.0.1 only. JSON is UTF-8 and camelCase. Times are ISO 8601 in UTC with"
          + " milliseconds. Ids are strings. Members without a value are null. GET changes nothing."
          + " Every path but those below is a 404 problem. A method that a path lacks is a 405"
          + " problem with Allow. HEAD is as GET.";

  private static final String REFUSED =
      "The request is larger than this host takes (target and headers together 8 KiB), asks for"
          + " what no answer gives, or comes from another site. It is refused before any path is"
          + " looked at.";

  /**
   * The statuses with which the host's guard and the server refuse a request before a route is
   * chosen.
   */
  private static final List<Integer> REFUSALS = List.of(403, 414, 417, 431);

  private final Schemas schemas = new Schemas();
  private final List<Route> routes;

  private OpenApiDocument(List<Route> routes) {
    this.routes = routes;
  }

  /**
   * Returns the document as maps and lists. The call is slow, because it reads all record types.
   */
  public static Map<String, Object> of(List<Route> routes) {
    return new OpenApiDocument(routes).document();
  }

  private Map<String, Object> document() {
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    for (Route route : routes) {
      String method = route.method().toLowerCase(Locale.ROOT);
      route
          .operation()
          .ifPresent(
              o ->
                  paths
                      .computeIfAbsent(route.path(), p -> new LinkedHashMap<>())
                      .put(method, operation(o)));
    }
    Map<String, Object> responses = responses();
    return map(
        "openapi", "3.1.0",
        "info", info(),
        "servers", List.of(map("url", "/")),
        "security", List.of(),
        "paths", paths,
        "components", map("schemas", schemas.components(), "responses", responses),
        "x-problems", problems());
  }

  private static Map<String, Object> info() {
    return map(
        "title", "Innkeeper",
        "version", "1",
        "summary", "Projects' servers on this host: states, logs, health, backups.",
        "description", DESCRIPTION,
        "license", map("name", "Apache-2.0", "identifier", "Apache-2.0"));
  }

  private Map<String, Object> operation(Operation o) {
    Map<String, Object> operation = map("summary", o.summary());
    if (!o.description().isEmpty()) {
      operation.put("description", o.description());
    }
    operation.put("operationId", o.id());
    operation.put("tags", List.of(o.tag()));
    if (!o.parameters().isEmpty()) {
      operation.put("parameters", o.parameters().stream().map(OpenApiDocument::parameter).toList());
    }
    Map<Integer, Object> responses = new TreeMap<>();
    REFUSALS.forEach(status -> responses.put(status, reference("Refused")));
    o.problems().forEach((status, kind) -> responses.put(status, reference(name(kind))));
    o.answers().forEach((status, answer) -> responses.put(status, answer(o, status, answer)));
    if (o.tagged()) {
      responses.put(304, reference("NotModified"));
    }
    Map<String, Object> named = new LinkedHashMap<>();
    responses.forEach((status, response) -> named.put(String.valueOf(status), response));
    operation.put("responses", named);
    return operation;
  }

  private static Map<String, Object> parameter(Parameter p) {
    Map<String, Object> parameter =
        map("name", p.name(), "in", p.in(), "required", p.in().equals("path"));
    parameter.put("description", p.description());
    parameter.put("schema", p.schema());
    return parameter;
  }

  private Map<String, Object> answer(Operation o, int status, Route.Answer answer) {
    Map<String, Object> content = new LinkedHashMap<>();
    answer
        .body()
        .ifPresent(
            body -> {
              Map<String, Object> one = schemas.of(body);
              Map<String, Object> schema = answer.list() ? map("type", "array", "items", one) : one;
              content.put("application/json", map("schema", schema));
            });
    answer.texts().forEach(type -> content.put(type, map("schema", map("type", "string"))));
    if (status >= 400) {
      content.putAll(problemContent());
    }
    Map<String, Object> response = map("description", answer.description(), "content", content);
    if (o.tagged() && status == 200) {
      response.put("headers", headers("ETag", "string", "Weak; send it back as If-None-Match."));
    }
    return response;
  }

  private Map<String, Object> responses() {
    Map<String, Object> responses = new LinkedHashMap<>();
    for (Problem.Kind kind : Problem.Kind.values()) {
      Map<String, Object> response =
          map("description", kind.what() + " " + kind.next(), "content", problemContent());
      if (kind == Problem.Kind.METHOD_NOT_ALLOWED) {
        response.put("headers", headers("Allow", "string", "The methods that it takes."));
      } else if (kind.status() == 503) {
        response.put("headers", headers("Retry-After", "integer", "In seconds."));
      }
      responses.put(name(kind), response);
    }
    responses.put("NotModified", map("description", "The client has it already."));
    responses.put("Refused", map("description", REFUSED, "content", problemContent()));
    return responses;
  }

  private Map<String, Object> problemContent() {
    return map("application/problem+json", map("schema", schemas.of(Problem.Body.class)));
  }

  private static Map<String, Object> problems() {
    Map<String, Object> problems = new LinkedHashMap<>();
    for (Problem.Kind kind : Problem.Kind.values()) {
      problems.put(kind.slug(), map("what", kind.what(), "next", kind.next()));
    }
    return problems;
  }

  private static Map<String, Object> headers(String name, String type, String description) {
    return map(name, map("schema", map("type", type), "description", description));
  }

  private static Map<String, Object> reference(String response) {
    return map("$ref", "#/components/responses/" + response);
  }

  /** Returns the name of a problem's response: {@code StateConflict} for {@code state-conflict}. */
  private static String name(Problem.Kind kind) {
    List<String> words = new ArrayList<>();
    for (String word : kind.slug().split("-")) {
      words.add(word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return String.join("", words);
  }
}
