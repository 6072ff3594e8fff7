package innkeeper.store.table;

import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.store.file.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The stored form of a definition: JSON with every member and with absolute paths. */
public final class DefinitionText {

  private DefinitionText() {}

  public static String of(ProjectDefinition definition) {
    return Json.text(Definitions.toMap(definition, false));
  }

  /**
   * @param unknown receives each member that this release does not know
   * @throws DefinitionException if the text is not a valid definition; the message never holds a
   *     part of the text, which may contain a secret
   */
  public static ProjectDefinition read(String text, Consumer<String> unknown) {
    Map<?, ?> map;
    try {
      map = Json.map(text);
    } catch (IllegalArgumentException e) {
      throw new DefinitionException(List.of("it is no JSON object"));
    }
    return Definitions.fromStored(map, unknown);
  }
}
