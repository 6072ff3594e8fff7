package innkeeper.devkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * A project with a pom. Maven builds it by the pom, without tests, within this JVM if that is
 * possible.
 */
final class MavenProject implements BundleProject {

  /** Maven's message about a dependency that it has not fetched yet. */
  private static final String OFFLINE = "in offline mode";

  private final Path dir;
  private final Maven maven;

  /** Whether Maven may fetch missing dependencies; it is set after the first missing one. */
  private boolean online;

  private MavenProject(Path dir, Maven maven) {
    this.dir = dir;
    this.maven = maven;
  }

  static MavenProject of(Path dir) throws RefusedException, IOException {
    return new MavenProject(dir, Maven.find(dir));
  }

  @Override
  public String form() {
    return "Maven";
  }

  @Override
  public Built build() throws RefusedException, IOException {
    Maven.Said said = maven.run(words(false));
    if (said.status() != 0 && said.out().contains(OFFLINE)) {
      online = true;
      said = maven.run(words(true));
    }
    if (said.status() != 0) {
      throw new RefusedException("it does not build:\n" + said.out().stripTrailing());
    }
    return newest();
  }

  private List<String> words(boolean mayFetch) {
    List<String> words = new ArrayList<>(List.of("-q", "-B", "-ntp", "-Dmaven.test.skip=true"));
    if (!mayFetch) {
      words.add("-o");
    }
    words.addAll(List.of("-f", dir.resolve("pom.xml").toString(), "package"));
    return words;
  }

  /**
   * Compiles one class again. Loading and compiling for the first time takes Maven most of its
   * time.
   */
  @Override
  public void warmUp() throws IOException {
    Path source;
    try (Stream<Path> all = Files.walk(dir.resolve("target/classes"))) {
      source = all.filter(file -> file.toString().endsWith(".class")).findFirst().orElse(null);
    }
    if (source != null) {
      Files.delete(source);
      maven.run(words(online));
    }
  }

  /** Returns the bundle that the last build made. */
  private Built newest() throws IOException, RefusedException {
    List<Path> jars;
    try (Stream<Path> all = Files.list(dir.resolve("target"))) {
      jars =
          all.filter(file -> file.toString().endsWith(".jar"))
              .sorted(Comparator.comparing((Path file) -> file.toFile().lastModified()).reversed())
              .toList();
    }
    for (Path jar : jars) {
      Optional<Built> bundle = bundle(jar);
      if (bundle.isPresent()) {
        return bundle.get();
      }
    }
    throw new RefusedException(
        dir.resolve("target")
            + " has no bundle after the build; does the pom have bnd-maven-plugin?");
  }

  private static Optional<Built> bundle(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
      String name = main.getValue("Bundle-SymbolicName");
      return name == null
          ? Optional.empty()
          : Optional.of(
              new Built(jar, name.split(";")[0].strip(), main.getValue("Bundle-Version")));
    }
  }
}
