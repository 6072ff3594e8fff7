package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.jar.JarManifest;
import java.nio.file.Path;
import org.osgi.framework.Bundle;

/**
 * Puts other content in a bundle's place until the host's next start. The bundle's file stays
 * unchanged.
 */
final class Replacement {

  private final Deployer deployer;
  private final FileBundles bundles;

  Replacement(Deployer deployer, FileBundles bundles) {
    this.deployer = deployer;
    this.bundles = bundles;
  }

  /**
   * Puts the content in place and waits until it serves.
   *
   * @param jar the bundle's own file
   * @param name its symbolic name, which the content must have too
   * @param acceptMissing whether it may lack services that the previous version provided
   * @throws SurfaceException with the reason if it does not serve; the bundle's own file serves
   *     again
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
   * Restores the bundle's own file, unless nothing was changed.
   *
   * @param failed the failed attempt; null if the content was refused
   * @return the outcome in words; "" if nothing was changed
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
