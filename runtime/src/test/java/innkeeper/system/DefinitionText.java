package innkeeper.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import innkeeper.api.project.Member;
import innkeeper.api.project.Members;
import java.util.List;
import java.util.Set;

/** The JSON Schema and the tables of definition.md, made from the table of members. */
final class DefinitionText {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> REQUIRED = Set.of("channelId", "command", "calendar");

  private DefinitionText() {}

  /** Returns the members of a part: {@code project}, or the name of a member that is an object. */
  static List<Member<?>> rows(String part) {
    return part.equals("project")
        ? Members.ALL
        : Members.within(
            Members.ALL.stream().filter(m -> m.name().equals(part)).findFirst().orElseThrow());
  }

  /** Returns one table of the page. */
  static String table(List<Member<?>> rows) {
    StringBuilder table =
        new StringBuilder(
            "| member | type | default | effect | example |\n|---|---|---|---|---|\n");
    for (Member<?> row : rows) {
      JsonNode fallback = JSON.valueToTree(row.schema()).get("default");
      String usual = fallback == null ? "none" : "`" + plain(fallback) + "`";
      String cells =
          String.join(
              " | ",
              "`" + row.name() + "`",
              row.type(),
              row.fallbackText().isEmpty() ? usual : row.fallbackText(),
              row.meaning(),
              "`" + row.example() + "`");
      table.append("| ").append(cells).append(" |\n");
    }
    return table.toString();
  }

  private static String plain(JsonNode value) {
    return value.isTextual() ? value.asText() : value.toString();
  }

  /** Returns the JSON Schema of a file that {@code innkeeper apply} reads. */
  static String schema(List<String> parts) throws Exception {
    ObjectNode schema = JSON.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Innkeeper project definitions");
    schema.put(
        "description",
        "What innkeeper apply reads and innkeeper export prints. A member that is null counts as"
            + " left out.");
    schema.put("type", "array").putObject("items").put("$ref", "#/$defs/project");
    ObjectNode all = schema.putObject("$defs");
    for (String part : parts) {
      ObjectNode object = all.putObject(part);
      object.put("type", "object").put("additionalProperties", false);
      ObjectNode properties = JSON.createObjectNode();
      ArrayNode required = JSON.createArrayNode();
      for (Member<?> row : rows(part)) {
        if (REQUIRED.contains(row.name())) {
          required.add(row.name());
        }
        properties.set(row.name(), property(row));
      }
      if (!required.isEmpty()) {
        object.set("required", required);
      }
      if (part.equals("health")) {
        ArrayNode kinds = object.putArray("oneOf");
        rows(part).subList(0, 4).forEach(k -> kinds.addObject().putArray("required").add(k.name()));
      }
      object.set("properties", properties);
    }
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
  }

  private static ObjectNode property(Member<?> row) {
    ObjectNode schema = JSON.valueToTree(row.schema());
    boolean object = !Members.within(row).isEmpty();
    if (object) {
      ObjectNode reference = JSON.createObjectNode();
      ArrayNode either = reference.putArray("anyOf");
      either.addObject().put("$ref", "#/$defs/" + row.name());
      either.addObject().put("type", "null");
      reference.set("description", schema.get("description"));
      return reference;
    }
    if (REQUIRED.contains(row.name())) {
      return schema;
    }
    // A member that is null counts as left out, except for the kind of a probe.
    if (schema.path("type").isTextual() && !kind(row)) {
      String type = schema.get("type").asText();
      schema.putArray("type").add(type).add("null");
    }
    if (schema.has("enum")) {
      ((ArrayNode) schema.get("enum")).addNull();
    }
    return schema;
  }

  private static boolean kind(Member<?> row) {
    return rows("health").subList(0, 4).contains(row);
  }
}
