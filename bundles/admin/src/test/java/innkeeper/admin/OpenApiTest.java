package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.openapi.OpenApiDocument;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The OpenAPI document says what the code does. */
class OpenApiTest {

  private final JsonNode document;

  OpenApiTest() throws Exception {
    try (Inn inn = new Inn(0)) {
      document = new ObjectMapper().readTree(Json.bytes(OpenApiDocument.of(inn.site().routes())));
    }
  }

  @Test
  void itNamesEveryRouteOfTheApiAndNoOther() throws Exception {
    Set<String> routes = new TreeSet<>();
    try (Inn inn = new Inn(0)) {
      for (Route route : inn.site().routes()) {
        if (route.path().startsWith("/api") || route.path().equals("/metrics")) {
          routes.add(route.method() + " " + route.path());
        }
      }
    }
    Set<String> said = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      path.getValue()
          .fieldNames()
          .forEachRemaining(m -> said.add(m.toUpperCase(Locale.ROOT) + " " + path.getKey()));
    }
    assertEquals(routes, said);
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    for (JsonNode reference : document.findValues("$ref")) {
      assertTrue(!document.at(reference.asText().substring(1)).isMissingNode(), reference.asText());
    }
  }

  /** What the specification of OpenAPI 3.1 demands of the parts that this document has. */
  @Test
  void itHasTheMembersThatOpenApiRequires() {
    assertTrue(document.get("openapi").asText().matches("3\\.1\\.\\d+"));
    assertTrue(document.at("/info/title").isTextual() && document.at("/info/version").isTextual());
    Set<String> ids = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (JsonNode operation : path.getValue()) {
        String id = operation.get("operationId").asText();
        assertTrue(ids.add(id), "two operations are named " + id);
        assertTrue(!operation.get("summary").asText().isEmpty(), id);
        Set<String> inPath = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        for (JsonNode parameter : operation.path("parameters")) {
          String in = parameter.get("in").asText();
          assertTrue(Set.of("path", "query", "header").contains(in), id);
          assertTrue(names.add(in + parameter.get("name").asText()), id + " " + names);
          assertTrue(parameter.get("schema").has("type"), id);
          if (in.equals("path")) {
            assertTrue(parameter.get("required").asBoolean(), id);
            inPath.add("{" + parameter.get("name").asText() + "}");
          }
        }
        Matcher variables = Pattern.compile("\\{\\w+}").matcher(path.getKey());
        assertEquals(
            variables.results().map(MatchResult::group).collect(Collectors.toSet()), inPath, id);
        for (Map.Entry<String, JsonNode> response : operation.get("responses").properties()) {
          assertTrue(response.getKey().matches("[1-5]\\d\\d"), id + " " + response.getKey());
          JsonNode written = followed(response.getValue());
          assertTrue(!written.get("description").asText().isEmpty(), id);
          written.path("content").forEach(type -> assertTrue(type.has("schema"), id));
        }
      }
    }
  }

  @Test
  void everySchemaNamesItsMembersAndTheirTypes() {
    for (Map.Entry<String, JsonNode> one : document.at("/components/schemas").properties()) {
      JsonNode properties = one.getValue().get("properties");
      for (JsonNode name : one.getValue().get("required")) {
        assertTrue(properties.has(name.asText()), one.getKey() + "." + name);
      }
      for (Map.Entry<String, JsonNode> property : properties.properties()) {
        JsonNode schema = property.getValue();
        assertTrue(
            schema.has("type") || schema.has("$ref") || schema.has("oneOf"),
            one.getKey() + "." + property.getKey());
      }
    }
  }

  private JsonNode followed(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }

  @Test
  void itExplainsEveryKindOfProblem() {
    Set<String> kinds = new TreeSet<>();
    for (Problem.Kind kind : Problem.Kind.values()) {
      kinds.add(kind.slug());
    }
    Set<String> explained = new TreeSet<>();
    document.get("x-problems").fieldNames().forEachRemaining(explained::add);
    assertEquals(kinds, explained);
  }

  @Test
  void answersHaveTheMembersItNamesAndNoOthers() throws Exception {
    try (Inn inn = new Inn(0)) {
      inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.BACKOFF, "why"));
      inn.logs.line("demo", "one");
      inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, ""));
      inn.backups.all.add(Fakes.BackupRoom.manifest(1, Instant.now()));
      inn.rotator.logs =
          List.of(
              new Rotator.Status(
                  "demo", 1, 2, List.of(), 0, Optional.empty(), Rotator.Next.bySize(1, 2)));
      HttpClient http = HttpClient.newHttpClient();
      Map<String, String> examples =
          Map.of(
              "/api/projects", "/api/projects",
              "/api/projects/{id}", "/api/projects/c1",
              "/api/health", "/api/health",
              "/api/logs/{id}", "/api/logs/c1?times=true",
              "/api/logs/{id}/at", "/api/logs/c1/at?position=0",
              "/api/audit", "/api/audit",
              "/api/backups", "/api/backups",
              "/api/backups/status", "/api/backups/status",
              "/api/rotation", "/api/rotation",
              "/api/surfaces", "/api/surfaces");
      for (Map.Entry<String, String> example : examples.entrySet()) {
        JsonNode schema =
            document
                .get("paths")
                .get(example.getKey())
                .at("/get/responses/200/content/application~1json/schema");
        String body =
            http.send(
                    HttpRequest.newBuilder(URI.create(inn.url() + example.getValue())).build(),
                    BodyHandlers.ofString())
                .body();
        fits(new ObjectMapper().readTree(body), schema, example.getKey());
      }
    }
  }

  private void fits(JsonNode value, JsonNode schema, String where) {
    JsonNode s = schema;
    if (s.has("oneOf")) {
      if (value.isNull()) {
        return;
      }
      s = s.get("oneOf").get(0);
    }
    s = followed(s);
    List<String> types = new java.util.ArrayList<>();
    if (s.get("type").isArray()) {
      s.get("type").forEach(t -> types.add(t.asText()));
    } else {
      types.add(s.get("type").asText());
    }
    assertTrue(types.contains(type(value)), where + " is " + value + ", not " + types);
    if (value.isArray()) {
      for (JsonNode item : value) {
        fits(item, s.get("items"), where + "[]");
      }
    } else if (value.isObject() && s.has("properties")) {
      Set<String> has = new TreeSet<>();
      value.fieldNames().forEachRemaining(has::add);
      Set<String> named = new TreeSet<>();
      s.get("properties").fieldNames().forEachRemaining(named::add);
      assertEquals(named, has, where);
      for (String name : named) {
        fits(value.get(name), s.get("properties").get(name), where + "." + name);
      }
    }
  }

  private static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case ARRAY -> "array";
      case OBJECT -> "object";
      case NULL -> "null";
      default -> value.isIntegralNumber() ? "integer" : "number";
    };
  }
}
