package innkeeper.shell.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The supported formats, and the detection of a file's format. */
public final class Imports {

  /** The formats that can be imported. */
  public enum Format {
    PROCFILE,
    SUPERVISORD,
    PM2;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Format> of(String word) {
      for (Format format : values()) {
        if (format.word().equals(word)) {
          return Optional.of(format);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Detects the format from the file's name, else from its content; empty if neither is conclusive.
   */
  public Optional<Format> guess(String file, String text) {
    String name = file.substring(file.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (name.startsWith("procfile") || name.endsWith(".procfile")) {
      return Optional.of(Format.PROCFILE);
    }
    if (name.endsWith(".json")) {
      return Optional.of(Format.PM2);
    }
    if (text.contains("[program:")) {
      return Optional.of(Format.SUPERVISORD);
    }
    String start = text.strip();
    if (start.startsWith("{") || start.startsWith("[{")) {
      return Optional.of(Format.PM2);
    }
    if (name.endsWith(".conf") || name.endsWith(".ini")) {
      return Optional.of(Format.SUPERVISORD);
    }
    return Optional.empty();
  }

  /** Returns whether a file is a program, which would have to be executed to be read. */
  public static boolean isProgram(String file) {
    return file.endsWith(".js")
        || file.endsWith(".cjs")
        || file.endsWith(".mjs")
        || file.endsWith(".ts");
  }

  public Converted procfile(String file, String text) {
    return withInput(Procfile.read(file, text));
  }

  /** A file that another file includes. */
  public record Included(String file, Path directory, String text) {}

  /** Finds the files that an {@code [include]} names. */
  @FunctionalInterface
  public interface Includes {
    /**
     * @param pattern a path, relative or absolute, with {@code * ? [...]}
     * @throws IOException with the file that could not be read
     */
    List<Included> matching(String pattern) throws IOException;
  }

  /**
   * @param here the directory of the file
   * @param environment is called only if the file names a variable
   */
  public Converted supervisord(
      String file,
      String text,
      Path here,
      Supplier<Map<String, String>> environment,
      Includes includes) {
    return withInput(Supervisord.read(new Included(file, here, text), environment, includes));
  }

  /**
   * @param json the parsed file
   * @param processors the number of instances for {@code instances: "max"}
   */
  public Converted pm2(String file, Object json, int processors) {
    return withInput(Pm2.read(file, json, processors));
  }

  private static Converted withInput(Converted converted) {
    if (!converted.definitions().isEmpty()) {
      converted.note(
          0,
          "standard input is /dev/null here and stays open there; a program that waits for input"
              + " needs \"stdin\": \"open\"");
    }
    return converted;
  }
}
