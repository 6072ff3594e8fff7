package innkeeper.convert.imports;

import innkeeper.api.convert.ForeignFile;
import innkeeper.api.convert.ForeignFiles;
import innkeeper.api.convert.Imported;
import innkeeper.convert.json.Json;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** The formats that can be imported, and the detection of a file's format. */
public final class ImportFormats {

  private static final String PROCFILE = "procfile";
  private static final String SUPERVISORD = "supervisord";
  private static final String PM2 = "pm2";

  private ImportFormats() {}

  public static Optional<String> detect(String file, String text) {
    String name = file.substring(file.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (name.startsWith("procfile") || name.endsWith(".procfile")) {
      return Optional.of(PROCFILE);
    }
    if (name.endsWith(".json")) {
      return Optional.of(PM2);
    }
    if (text.contains("[program:")) {
      return Optional.of(SUPERVISORD);
    }
    String start = text.strip();
    if (start.startsWith("{") || start.startsWith("[{")) {
      return Optional.of(PM2);
    }
    if (name.endsWith(".conf") || name.endsWith(".ini")) {
      return Optional.of(SUPERVISORD);
    }
    return Optional.empty();
  }

  /**
   * @param processors the number of instances for pm2's {@code instances: "max"}
   */
  public static Imported read(String format, ForeignFile file, ForeignFiles others, int processors)
      throws IOException {
    Converted converted =
        switch (format) {
          case PROCFILE -> Procfile.read(file.name(), file.text());
          case SUPERVISORD -> Supervisord.read(file, others);
          case PM2 -> Pm2.read(file.name(), Json.read(file.text(), file.name()), processors);
          default ->
              throw new IllegalArgumentException(
                  "the format is " + format + "; allowed: procfile, supervisord, pm2");
        };
    if (!converted.definitions().isEmpty()) {
      converted.note(
          0,
          "standard input is /dev/null here and stays open there; a program that waits for input"
              + " needs \"stdin\": \"open\"");
    }
    return new Imported(converted.definitions(), converted.notes(), converted.mistakes());
  }
}
