package innkeeper.common.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The numbers of the formats that a release writes in DATA_DIR and of the newest ones that it
 * reads, from a file such as its lib/formats.properties. Without a number, a format has number 1.
 */
public record ReleaseFormats(Properties numbers) {

  private static final String WRITES = "writes.";

  /** A format that is newer than the newest one that a release reads. */
  public record Unread(String name, int number, int most) {}

  /** Returns the formats of a release; a release without the file has number 1 of everything. */
  public static ReleaseFormats of(Path home) throws IOException {
    return read(home.resolve("lib/formats.properties"));
  }

  /**
   * @throws IOException if the file cannot be read, or if one of its numbers is not a number
   */
  public static ReleaseFormats read(Path file) throws IOException {
    try {
      ReleaseFormats formats = new ReleaseFormats(PropertiesFile.read(file));
      formats.numbers.stringPropertyNames().stream()
          .filter(key -> key.matches("(reads|writes)\\..*"))
          .forEach(formats::number);
      return formats;
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private int number(String key) {
    return Integer.parseInt(numbers.getProperty(key, "1"));
  }

  /** Returns the newest number of this format that the release reads. */
  public int reads(String name) {
    return number("reads." + name);
  }

  /** Returns the number of each format that the release writes, by name. */
  public Map<String, Integer> written() {
    Map<String, Integer> written = new TreeMap<>();
    for (String key : numbers.stringPropertyNames()) {
      if (key.startsWith(WRITES)) {
        written.put(key.substring(WRITES.length()), number(key));
      }
    }
    return written;
  }

  /** Returns a format of these that the release does not read; empty if it reads all of them. */
  public Optional<Unread> unread(Map<String, Integer> formats) {
    return formats.entrySet().stream()
        .map(one -> new Unread(one.getKey(), one.getValue(), reads(one.getKey())))
        .filter(one -> one.number() > one.most())
        .findFirst();
  }
}
