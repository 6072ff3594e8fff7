package innkeeper.api.convert;

import innkeeper.api.project.ProjectDefinition;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads and writes project definitions in the formats of other tools. The bundle {@code convert}
 * provides the service; a host may run without it. Thread-safe.
 */
public interface DefinitionFormats {

  /**
   * Detects the format of a file from its name, else from its text.
   *
   * @return {@code procfile}, {@code supervisord} or {@code pm2}; empty if neither is conclusive
   */
  Optional<String> detect(String name, String text);

  /**
   * Converts a file. Nothing is applied.
   *
   * @param format a format that {@link #detect} returns
   * @throws IOException with the place, if the text has not the syntax of the format
   * @throws IllegalArgumentException if the format is unknown
   */
  Imported read(String format, ForeignFile file, ForeignFiles others) throws IOException;

  /**
   * Writes one document of all definitions. No secret is in it in clear.
   *
   * @param format {@code swarm}, {@code compose}, {@code kubernetes}, {@code systemd} or {@code
   *     procfile}
   * @param definitions the definitions in clear; secrets occur in their variables only
   * @param secret tests whether a variable NAME=VALUE is a secret
   * @param release the version of this Innkeeper, for the name of its image
   * @throws IllegalArgumentException if the format is unknown
   */
  Exported write(
      String format, List<ProjectDefinition> definitions, Predicate<String> secret, String release);
}
