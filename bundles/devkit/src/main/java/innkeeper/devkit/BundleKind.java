package innkeeper.devkit;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * One extension point with the templates of its first project, in one folder.
 *
 * @param folder below devkit/templates
 * @param title one sentence
 * @param imports the packages that its code needs, as in Import-Package
 * @param libraries jars of platform/, beside the API, that it is compiled against
 * @param tryIt how to see it work, in Markdown
 */
record BundleKind(Path folder, String title, String imports, List<String> libraries, String tryIt) {

  private static final String FILE = "kind.properties";

  static Path templates(Path home) {
    return home.resolve("devkit/templates");
  }

  static BundleKind of(Path home, String name) throws RefusedException, IOException {
    Path folder = templates(home).resolve(name);
    if (!name.matches("[a-z-]+") || !Files.exists(folder.resolve(FILE))) {
      throw new WrongUsageException("KIND is " + name + "; allowed: " + names(home));
    }
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
      properties.load(in);
    }
    return new BundleKind(
        folder,
        properties.getProperty("title"),
        properties.getProperty("imports"),
        Stream.of(properties.getProperty("libraries", "").split(" "))
            .filter(library -> !library.isEmpty())
            .toList(),
        properties.getProperty("try"));
  }

  static String names(Path home) {
    try (Stream<Path> folders = Files.list(templates(home))) {
      return String.join(
          ", ",
          folders
              .filter(folder -> Files.exists(folder.resolve(FILE)))
              .map(folder -> folder.getFileName().toString())
              .sorted()
              .toList());
    } catch (IOException e) {
      return "none; " + templates(home) + " cannot be read";
    }
  }
}
