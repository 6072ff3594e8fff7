package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The page about definitions and its schema against the reader of definitions. */
class DefinitionPageTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path BASE = Path.of("/");

  /** Where members stand: at the top, in health, in log, in schedule, in deploy. */
  private static final List<String> PARTS =
      List.of("project", "health", "log", "schedule", "deploy");

  private final JsonNode document;
  private final JsonSchema schema;

  DefinitionPageTest() throws Exception {
    document = JSON.readTree(Page.of("definition.schema.json").text());
    schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(document);
  }

  @Test
  void theSchemaNamesTheMembersThatDefinitionsHaveAndTheirDefaults() throws Exception {
    for (String part : PARTS) {
      ObjectNode one = with(part);
      if (part.equals("project")) {
        // These too are written only where they are said.
        one.put("memoryRestartBytes", 1 << 20).put("cpuQuota", 50).put("tasksMax", 9);
        one.put("umask", "022").put("limitNofile", 64).put("stdin", "open");
        one.putArray("successCodes").add(2);
        one.putObject("schedule").put("calendar", "daily").put("action", "restart");
        one.putObject("deploy").put("replicas", 2);
      }
      JsonNode written = JSON.valueToTree(Definitions.toMap(read(one), false));
      JsonNode members = part.equals("project") ? written : written.get(part);
      Set<String> named = names(properties(part));
      // Of the four kinds of a probe, a definition has one.
      named.removeAll(part.equals("health") ? Set.of("http", "exec", "logLine") : Set.of());
      assertEquals(names(members), named, part);
      for (String name : named) {
        JsonNode fallback = properties(part).get(name).get("default");
        if (fallback != null && !one.has(name)) {
          assertEquals(fallback.asText(), members.get(name).asText(), part + "." + name);
        }
      }
    }
  }

  @Test
  void theSchemaTakesWhatTheReaderTakesAndNothingElse() throws Exception {
    int tried = 0;
    for (String part : PARTS) {
      for (Map.Entry<String, JsonNode> member : properties(part).properties()) {
        for (JsonNode value : values(member.getValue())) {
          ObjectNode one = with(part);
          ObjectNode place = part.equals("project") ? one : (ObjectNode) one.get(part);
          place.set(member.getKey(), value);
          if (Set.of("http", "exec", "logLine").contains(member.getKey())) {
            place.remove("tcp");
          }
          assertEquals(mistakes(one), !valid(one), one + " " + validated(one));
          tried++;
        }
      }
      ObjectNode unknown = with(part);
      (part.equals("project") ? unknown : (ObjectNode) unknown.get(part)).put("unknown", 1);
      assertTrue(mistakes(unknown) && !valid(unknown), part);
    }
    assertTrue(tried > 200, "tried " + tried);
  }

  @Test
  void thePageTellsEveryMemberItsDefaultAndAnExampleThatIsTaken() throws Exception {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    Page.of("definition.md").rows().forEach(cells -> rows.put(bare(cells.get(0)), cells));
    Set<String> named = new LinkedHashSet<>();
    for (String part : PARTS) {
      for (String name : names(properties(part))) {
        named.add(name);
        List<String> cells = rows.get(name);
        assertTrue(cells != null, "not on the page: " + name);
        JsonNode fallback = properties(part).get(name).get("default");
        if (fallback != null) {
          assertEquals(shown(fallback), bare(cells.get(2)), name);
        }
        ObjectNode one = with(part);
        ObjectNode place = part.equals("project") ? one : (ObjectNode) one.get(part);
        if (Set.of("http", "exec", "logLine").contains(name)) {
          place.remove("tcp");
        }
        place.set(name, JSON.readTree(bare(cells.get(4))));
        assertTrue(valid(one) && !mistakes(one), one.toString());
      }
    }
    assertEquals(named, rows.keySet());
  }

  @Test
  void schemaAndPageAreMadeFromTheTableOfMembers() throws Exception {
    for (String part : PARTS) {
      Page.of("definition.md")
          .generated("generated " + part, DefinitionText.table(DefinitionText.rows(part)));
    }
    Path file = Page.of("definition.schema.json").file();
    if (Page.WRITE) {
      Files.writeString(file, DefinitionText.schema(PARTS));
    }
    assertEquals(DefinitionText.schema(PARTS), Files.readString(file));
  }

  @Test
  void theSampleIsValid() throws Exception {
    JsonNode sample = JSON.readTree(Files.readString(Page.of("projects.sample.json").file()));
    assertEquals(Set.of(), schema.validate(sample));
    for (JsonNode one : sample) {
      assertTrue(!mistakes(one), one.toString());
    }
  }

  /** Inside, at and past the bounds, and of other types. */
  private List<JsonNode> values(JsonNode property) throws Exception {
    List<JsonNode> values = new ArrayList<>();
    for (String odd :
        List.of("null", "true", "-1", "\"\"", "\"x\"", "\"a/b\"", "\"main\"", "[]", "{}")) {
      values.add(JSON.readTree(odd));
    }
    for (String odd :
        List.of(
            "[5]",
            "[\"\"]",
            "[\"x\", \"y\"]",
            "{\"A\": \"b\"}",
            "{\"1\": \"b\"}",
            "{\"A\": 1}",
            "\"8080\"",
            "\"h:8080\"",
            "\"h:80800\"",
            "\"http://h/\"",
            "\"a\\nb\"",
            "{\"tcp\": 1}",
            "{\"tcp\": 1, \"exec\": \"x\"}")) {
      values.add(JSON.readTree(odd));
    }
    boolean whole = property.toString().contains("integer");
    for (String bound : List.of("minimum", "maximum")) {
      for (JsonNode at : property.findValues(bound)) {
        for (int step = -1; step <= 1; step++) {
          values.add(JSON.readTree(whole ? at.asLong() + step + "" : at.asDouble() + step + ""));
        }
      }
    }
    property.path("enum").forEach(values::add);
    return values;
  }

  private JsonNode properties(String part) {
    return document.at("/$defs/" + part + "/properties");
  }

  private static ObjectNode with(String part) throws Exception {
    ObjectNode one = (ObjectNode) JSON.readTree("{\"channelId\": \"c1\", \"command\": [\"x\"]}");
    if (part.equals("health")) {
      one.putObject(part).put("tcp", 1);
    } else if (part.equals("log")) {
      one.putObject(part);
    } else if (part.equals("schedule")) {
      one.putObject(part).put("calendar", "daily");
    } else if (part.equals("deploy")) {
      // The default is not written.
      one.putObject(part).putArray("constraints").add("node.role==worker");
    } else {
      // Written only if there are some.
      one.putObject("secretEnv").put("A_SECRET", "x");
      one.putObject("secretFiles").put("ANOTHER", "x");
    }
    return one;
  }

  private static innkeeper.api.project.ProjectDefinition read(JsonNode one) {
    return Definitions.fromMap(JSON.convertValue(one, Map.class), BASE);
  }

  private static boolean mistakes(JsonNode one) {
    try {
      read(one);
      return false;
    } catch (DefinitionException e) {
      // What it says is not of interest here.
      return true;
    }
  }

  private boolean valid(JsonNode one) {
    return validated(one).isEmpty();
  }

  private Set<?> validated(JsonNode one) {
    return schema.validate(JSON.createArrayNode().add(one));
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new LinkedHashSet<>();
    StreamSupport.stream(((Iterable<String>) object::fieldNames).spliterator(), false)
        .forEach(names::add);
    return names;
  }

  private static String shown(JsonNode fallback) {
    return fallback.isNull() ? "none" : fallback.isTextual() ? fallback.asText() : fallback + "";
  }

  private static String bare(String cell) {
    return cell.replace("`", "");
  }
}
