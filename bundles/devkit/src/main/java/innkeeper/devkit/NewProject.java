package innkeeper.devkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates a project from the templates of its kind. */
final class NewProject {

  private static final Pattern PLACE =
      Pattern.compile("@(name|Name|package|home|version|title|imports|libraries|try)@");

  private static final String LIBRARY =
      """
          <dependency>
            <groupId>innkeeper.platform</groupId>
            <artifactId>%s</artifactId>
            <version>${innkeeper.version}</version>
            <scope>system</scope>
            <systemPath>${innkeeper.home}/platform/%s.jar</systemPath>
          </dependency>
      """;

  private final Path home;
  private final BundleKind kind;
  private final BundleName name;
  private final boolean plain;

  NewProject(Path home, BundleKind kind, BundleName name, boolean plain) {
    this.home = home;
    this.kind = kind;
    this.name = name;
    this.plain = plain;
  }

  /**
   * Creates the project.
   *
   * @param parent the folder in which it is created, as a folder of the bundle's name
   * @return that folder
   * @throws RefusedException if it exists already; nothing was written
   */
  Path in(Path parent) throws RefusedException, IOException {
    Path project = parent.resolve(name.name());
    if (Files.exists(project)) {
      throw new RefusedException(
          project + " is there already; nothing was written. Take another NAME or --in DIR");
    }
    if (!home.toString().matches("[^\"'`$\\\\<>&|@\\p{Cntrl}]+")) {
      throw new RefusedException(
          "the release lies in " + home + ", which a script cannot name; move it elsewhere");
    }
    Path form = BundleKind.templates(home).resolve("project").resolve(plain ? "plain" : "maven");
    try (Stream<Path> files = Files.walk(form)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        write(file, project.resolve(form.relativize(file).toString()));
      }
    }
    String pack = name.pack();
    try (Stream<Path> files = Files.list(kind.folder())) {
      for (Path file :
          (Iterable<Path>) files.filter(f -> f.toString().endsWith(".java"))::iterator) {
        String target = filled(file.getFileName().toString());
        String part = target.endsWith("Test.java") ? "test" : "main";
        write(file, project.resolve("src/" + part + "/java/" + pack + "/" + target));
      }
    }
    return project;
  }

  private void write(Path template, Path target) throws IOException {
    Files.createDirectories(target.toAbsolutePath().getParent());
    String text =
        Files.readString(template)
            .lines()
            .map(this::ofThisForm)
            .filter(line -> line != null)
            .map(this::filled)
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(target, text);
    if (target.toString().endsWith(".sh")) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /**
   * Returns the line without its mark; null if it is marked for the other form. A mark looks like
   * this: {@code //maven import …}.
   */
  private String ofThisForm(String line) {
    for (String form : new String[] {"maven", "plain"}) {
      String mark = "//" + form;
      if (line.startsWith(mark)) {
        boolean ours = form.equals(plain ? "plain" : "maven");
        return ours ? line.substring(Math.min(line.length(), mark.length() + 1)) : null;
      }
    }
    return line;
  }

  private String filled(String line) {
    Map<String, String> values =
        Map.of(
            "name", name.name(),
            "Name", name.type(),
            "package", name.pack(),
            "home", home.toString(),
            "version", System.getProperty("innkeeper.version", ""),
            "title", kind.title(),
            "imports", kind.imports(),
            "libraries", libraries(),
            "try", kind.tryIt());
    String text = line;
    // A value may contain the name of the bundle, so the line is filled twice.
    for (int i = 0; i < 2; i++) {
      text =
          PLACE
              .matcher(text)
              .replaceAll(place -> Matcher.quoteReplacement(values.get(place.group(1))));
    }
    return text;
  }

  private String libraries() {
    return kind.libraries().stream()
        .map(library -> LIBRARY.formatted(library, library))
        .collect(Collectors.joining());
  }
}
