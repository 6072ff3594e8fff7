package innkeeper.store.table;

import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.store.file.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A definition as it is stored: JSON with every member, paths absolute. */
public final class DefinitionText {

  private DefinitionText() {}

  public static String of(ProjectDefinition definition) {
    return Json.text(Definitions.toMap(definition, false));
  }

  /**
   * @param unknown told of each member that this release does not know
   * @throws DefinitionException for what is no definition; never with a part of its text, which may
   *     hold a secret
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
