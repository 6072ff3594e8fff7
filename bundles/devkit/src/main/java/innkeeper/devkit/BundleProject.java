package innkeeper.devkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A project that builds one bundle. Not safe for many threads. */
interface BundleProject {

  record Built(Path jar, String name, String version) {}

  /** Returns {@code Maven} or {@code plain JDK}. */
  String form();

  /**
   * Builds the bundle, without its tests.
   *
   * @throws RefusedException with the compiler's messages
   */
  Built build() throws RefusedException, IOException;

  /** Makes later builds faster; called once, after the first successful build. */
  default void warmUp() throws IOException {}

  /**
   * Returns the project in a folder.
   *
   * @throws RefusedException if the folder has no project
   */
  static BundleProject of(Path home, Path dir) throws RefusedException, IOException {
    if (Files.exists(dir.resolve("pom.xml"))) {
      return MavenProject.of(dir);
    }
    if (Files.exists(dir.resolve("manifest"))) {
      return new PlainProject(home, dir);
    }
    throw new RefusedException(
        dir + " has neither a pom.xml nor a manifest; make a project with: innkeeper bundle new");
  }
}
