package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import innkeeper.system.RawHttp.Answer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a running host says of its own API, and whether an answer is as it says. */
final class Described {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode document;

  private Described(JsonNode document) {
    this.document = document;
  }

  static Described by(HostProcess host) throws Exception {
    return new Described(JSON.readTree(host.get("/api/openapi.json").body()));
  }

  /** One call that can be made. */
  record Call(String method, String path, JsonNode operation) {}

  /** What is wrong with its schemas as JSON Schemas. */
  Set<ValidationMessage> faultsOfSchemas() {
    JsonSchema meta =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(SchemaLocation.of(SchemaId.V202012));
    Set<ValidationMessage> faults = new HashSet<>();
    document.at("/components/schemas").forEach(schema -> faults.addAll(meta.validate(schema)));
    return faults;
  }

  JsonNode paths() {
    return document.get("paths");
  }

  List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : paths().properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        calls.add(
            new Call(
                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue()));
      }
    }
    return calls;
  }

  /** Whether status, type, headers and body are written for that call. */
  void check(Call call, String method, Answer answer, String asked) throws Exception {
    String where = asked + " -> " + answer.status() + " " + clipped(answer.body());
    JsonNode written = call.operation().get("responses").get(String.valueOf(answer.status()));
    assertTrue(written != null, "not written: " + where);
    assertEquals(List.of(), answer.header("X-Evil"), where);
    if (written.has("$ref")) {
      written = document.at(written.get("$ref").asText().substring(1));
    }
    if (bodiless(method, answer)) {
      assertEquals("", answer.body(), where);
      return;
    }
    String type = answer.header("Content-Type").get(0).split(";")[0];
    JsonNode content = written.at("/content/" + type.replace("~", "~0").replace("/", "~1"));
    assertTrue(!content.isMissingNode(), type + " is not written: " + where);
    if (type.endsWith("ndjson")) {
      for (String line : answer.body().lines().toList()) {
        assertTrue(JSON.readTree(line).isObject(), where);
      }
    } else if (type.endsWith("json")) {
      assertEquals(Set.of(), faults(answer.body(), content.get("schema")), where);
    }
    written
        .path("headers")
        .fieldNames()
        .forEachRemaining(
            h -> assertTrue(!answer.header(h).isEmpty(), h + " is missing: " + where));
  }

  /** Whether an error is a problem of RFC 9457 with the one line that the contract adds. */
  static void problem(String method, Answer answer, String asked) throws Exception {
    String where = asked + " -> " + answer.status() + " " + clipped(answer.body());
    if (bodiless(method, answer)) {
      assertEquals("", answer.body(), where);
      return;
    }
    assertEquals(List.of("application/problem+json"), answer.header("Content-Type"), where);
    JsonNode problem = JSON.readTree(answer.body());
    assertEquals(answer.status(), problem.path("status").asInt(), where);
    for (String member : List.of("type", "title", "detail", "error")) {
      assertFalse(problem.path(member).asText().isBlank(), member + " is missing: " + where);
    }
    assertFalse(problem.get("error").asText().contains("\n"), where);
  }

  /** What cannot be read as HTTP has no method yet; its connection ends with the answer. */
  private static boolean bodiless(String method, Answer answer) {
    boolean unread = answer.status() == 400 && answer.body().contains("is malformed");
    return answer.status() == 304 || method.equals("HEAD") && !unread;
  }

  private static String clipped(String body) {
    return body.length() <= 300 ? body : body.substring(0, 300) + " ...";
  }

  private Set<ValidationMessage> faults(String body, JsonNode schema) throws Exception {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.get("components"));
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(whole)
        .validate(JSON.readTree(body));
  }
}
