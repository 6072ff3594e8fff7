package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.jar.JarManifest;
import java.nio.file.Path;
import org.osgi.framework.Bundle;

/** Other content in a bundle's place, until the host's next start; its file stays as it is. */
final class Replacement {

  private final Deployer deployer;
  private final FileBundles bundles;

  Replacement(Deployer deployer, FileBundles bundles) {
    this.deployer = deployer;
    this.bundles = bundles;
  }

  /**
   * Returns once it serves.
   *
   * @param jar the bundle's own file
   * @param name its symbolic name, which the content must have too
   * @param acceptMissing whether it may lack services that the version before gave
   * @throws SurfaceException that says why it does not; what came with the file serves again
   */
  JarManifest put(Path jar, Path content, String name, boolean acceptMissing) {
    Attempt attempt = null;
    try {
      attempt = deployer.begin(jar, content, name, acceptMissing, false);
      deployer.await(attempt);
      return attempt.manifest();
    } catch (SurfaceException e) {
      throw new SurfaceException(e.getMessage() + putBack(jar, name, attempt), e);
    }
  }

  /**
   * What came with the bundle's own file serves again, unless nothing was touched.
   *
   * @param failed null where it was not let in
   * @return that, in words
   */
  private String putBack(Path jar, String name, Attempt failed) {
    boolean serves = bundles.at(jar).filter(b -> b.getState() == Bundle.ACTIVE).isPresent();
    if (failed == null && serves) {
      return "";
    }
    try {
      deployer.await(deployer.begin(jar, jar, name, true, false));
      return " (what came with its file serves again)";
    } catch (SurfaceException e) {
      return " (what came with its file does not serve either: " + e.getMessage() + ")";
    } finally {
      if (failed != null) {
        failed.mendAfter();
      }
    }
  }
}
