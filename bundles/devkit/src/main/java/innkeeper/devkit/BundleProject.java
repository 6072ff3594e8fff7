package innkeeper.devkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A project that makes one bundle. For one thread. */
interface BundleProject {

  /** What was built. */
  record Built(Path jar, String name, String version) {}

  /** {@code Maven}, or {@code plain JDK}. */
  String form();

  /**
   * Builds it, without its tests.
   *
   * @throws RefusedException with what the compiler says
   */
  Built build() throws RefusedException, IOException;

  /** Makes later builds quicker; called once, after the first one that worked. */
  default void warmUp() throws IOException {}

  /**
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
