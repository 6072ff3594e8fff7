package innkeeper.common.file;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/** Reads and replaces small files of properties, in UTF-8. */
public final class PropertiesFile {

  private PropertiesFile() {}

  /**
   * Reads a file. A missing file has no properties.
   *
   * @throws IllegalArgumentException if an escape in it is malformed, as in a half-written file
   */
  public static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(file)));
    } catch (NoSuchFileException missing) {
      return new Properties();
    }
    return properties;
  }

  /** Replaces a file's content atomically. After a power failure it may have its old content. */
  public static void write(Path file, Properties properties) throws IOException {
    Path half = file.resolveSibling("." + file.getFileName());
    Files.writeString(half, text(properties));
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Replaces a file's content atomically, and forces it to disk. */
  public static void writeDurably(Path file, Properties properties) throws IOException {
    Durable.write(file, text(properties).getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Properties properties) throws IOException {
    StringWriter text = new StringWriter();
    properties.store(text, null);
    return text.toString();
  }
}
