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
import innkeeper.api.supervisor.ProjectState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
      inn.logs.add("demo", "one");
      inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, ""));
      inn.backups.all.add(Fakes.BackupRoom.manifest(1, Instant.now()));
      HttpClient http = HttpClient.newHttpClient();
      Map<String, String> examples =
          Map.of(
              "/api/projects", "/api/projects",
              "/api/projects/{id}", "/api/projects/c1",
              "/api/health", "/api/health",
              "/api/logs/{id}", "/api/logs/c1",
              "/api/audit", "/api/audit",
              "/api/backups", "/api/backups",
              "/api/backups/status", "/api/backups/status",
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
    if (s.has("$ref")) {
      s = document.at(s.get("$ref").asText().substring(1));
    }
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
