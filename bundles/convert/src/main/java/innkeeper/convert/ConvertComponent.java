package innkeeper.convert;

import innkeeper.api.convert.DefinitionFormats;
import innkeeper.api.convert.Exported;
import innkeeper.api.convert.ForeignFile;
import innkeeper.api.convert.ForeignFiles;
import innkeeper.api.convert.Imported;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.convert.exports.ExportFormats;
import innkeeper.convert.imports.ImportFormats;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.osgi.service.component.annotations.Component;

/** Publishes the conversions. They have no state. */
@Component
public final class ConvertComponent implements DefinitionFormats {

  @Override
  public Optional<String> detect(String name, String text) {
    return ImportFormats.detect(name, text);
  }

  @Override
  public Imported read(String format, ForeignFile file, ForeignFiles others) throws IOException {
    return ImportFormats.read(format, file, others, Runtime.getRuntime().availableProcessors());
  }

  @Override
  public Exported write(
      String format,
      List<ProjectDefinition> definitions,
      Predicate<String> secret,
      String release) {
    return ExportFormats.write(format, definitions, secret, release);
  }
}
