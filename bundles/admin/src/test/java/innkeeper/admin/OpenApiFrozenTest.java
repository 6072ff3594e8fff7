package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.admin.http.Json;
import innkeeper.admin.openapi.OpenApiDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The generated document says what the one written by hand said. */
class OpenApiFrozenTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> WORDS = Set.of("description", "summary");

  /** Each says more than the old document did. */
  private static final String IMPROVED =
      """
      paths//api/backups/post/responses/202/content/application/json/schema/properties/action/type: null -> "string"
      paths//api/backups/post/responses/202/content/application/json/schema/properties/state/type: null -> "string"
      paths//api/logs/{id}/rotate/post/responses/200/content/application/json/schema/properties/action/type: null -> "string"
      paths//api/openapi.json/get/responses/200/headers/ETag/schema/type: null -> "string"
      """;

  private final Map<String, String> lines = new TreeMap<>();
  private JsonNode document;

  private Map<String, String> flat(JsonNode of) {
    lines.clear();
    document = of;
    flat("paths", of.get("paths"));
    return new TreeMap<>(lines);
  }

  /** References are followed, so that it does not matter what is a component of its own. */
  private void flat(String where, JsonNode node) {
    if (node.has("$ref")) {
      flat(where, document.at(node.get("$ref").asText().substring(1)));
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> e : node.properties()) {
        boolean text = WORDS.contains(e.getKey()) && e.getValue().isTextual();
        if (!text) {
          flat(where + "/" + e.getKey(), e.getValue());
        }
      }
    } else if (node.isArray() && where.endsWith("/parameters")) {
      node.forEach(p -> flat(where + "/" + p.get("in").asText() + ":" + p.get("name").asText(), p));
    } else if (node.isArray() && where.endsWith("/oneOf")) {
      for (int i = 0; i < node.size(); i++) {
        flat(where + "/" + i, node.get(i));
      }
    } else if (node.isArray()) {
      Set<String> all = new TreeSet<>();
      node.forEach(n -> all.add(n.toString()));
      lines.put(where, all.toString());
    } else {
      lines.put(where, node.toString());
    }
  }

  @Test
  void nothingIsLost() throws Exception {
    JsonNode before;
    try (var in = OpenApiFrozenTest.class.getResourceAsStream("openapi-frozen.json")) {
      before = MAPPER.readTree(in);
    }
    Map<String, String> was = flat(before);
    Map<String, String> is;
    try (Inn inn = new Inn(0)) {
      is = flat(MAPPER.readTree(Json.bytes(OpenApiDocument.of(inn.site().routes()))));
    }
    before
        .at("/components/schemas")
        .fieldNames()
        .forEachRemaining(name -> assertTrue(document.at("/components/schemas").has(name), name));
    List<String> differences = new ArrayList<>();
    Set<String> all = new TreeSet<>(was.keySet());
    all.addAll(is.keySet());
    for (String key : all) {
      if (!String.valueOf(was.get(key)).equals(is.get(key))) {
        differences.add(key + ": " + was.get(key) + " -> " + is.get(key));
      }
    }
    assertEquals(IMPROVED, String.join("\n", differences) + "\n");
  }
}
