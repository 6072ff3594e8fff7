package innkeeper.shell.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The formats, and which one a file is of. */
public final class Imports {

  /** What can be imported. */
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

  /** By the file's name, else by what is in it; empty when neither tells. */
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

  /** Whether a file is a program that would have to be run to be read. */
  public static boolean isProgram(String file) {
    return file.endsWith(".js")
        || file.endsWith(".cjs")
        || file.endsWith(".mjs")
        || file.endsWith(".ts");
  }

  public Converted procfile(String file, String text) {
    return withInput(Procfile.read(file, text));
  }

  /** A file that another one includes. */
  public record Included(String file, Path directory, String text) {}

  /** Finds what an {@code [include]} names. */
  @FunctionalInterface
  public interface Includes {
    /**
     * @param pattern a path, relative or not, with {@code * ? [...]}
     * @throws IOException that says what could not be read
     */
    List<Included> matching(String pattern) throws IOException;
  }

  /**
   * @param here the directory the file lies in
   * @param environment asked only if the file names a variable
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
   * @param json as read
   * @param processors what {@code instances: "max"} means
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
