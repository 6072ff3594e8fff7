package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.Requirements;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.JarManifest;
import innkeeper.host.jar.NotYetException;
import innkeeper.host.jar.SnapshotVersion;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Decides whether a jar can be deployed beside the present bundles, before anything is changed. */
final class Admission {

  private final BundleContext context;
  private final Folders folders;

  Admission(BundleContext context, Folders folders) {
    this.context = context;
    this.folders = folders;
  }

  /**
   * Checks a new jar against the present bundles.
   *
   * @param place the path where it lies or will lie
   * @throws NotYetException if a bundle of the same name and version is present
   * @throws SurfaceException with the reason if it can never be deployed here
   */
  void check(JarManifest newcomer, Path place) {
    if (!newcomer.fragmentOf().isEmpty()) {
      throw new SurfaceException(
          ("%s is a fragment of %s (Fragment-Host); Innkeeper does not support fragments: put its"
                  + " content into a bundle")
              .formatted(place.getFileName(), newcomer.fragmentOf()));
    }
    for (Bundle other : BundleView.versions(context, newcomer.name())) {
      if (Requirements.isProbe(other) || at(other, place)) {
        continue;
      }
      if (!SingletonBundles.isSurface(other)) {
        throw new SurfaceException(
            ("%s is a part of the platform (%s), which changes with a release only: innkeeper"
                    + " upgrade; a bundle that needs another version carries it inside")
                .formatted(newcomer.name(), other.getVersion()));
      }
      if (other.getVersion().equals(newcomer.version())) {
        throw new NotYetException(
            ("%s %s is there already (%s), and no two bundles can have one name and version; give"
                    + " the new one a higher Bundle-Version, or put it in that one's place:"
                    + " innkeeper update %s FILE")
                .formatted(newcomer.name(), newcomer.version(), origin(other), newcomer.name()));
      }
    }
  }

  /**
   * Returns why a jar that was put there by hand must wait: a newer jar of the user's is active.
   * Returns "" if it need not wait.
   */
  String outranked(JarManifest newcomer, Path place) {
    for (Bundle other : BundleView.versions(context, newcomer.name())) {
      Optional<Path> file = BundleView.file(other).filter(folders::isUsers);
      if (file.isPresent()
          && !at(other, place)
          && other.getState() == Bundle.ACTIVE
          && SnapshotVersion.ORDER.compare(other.getVersion(), newcomer.version()) > 0) {
        return ("%s %s waits: %s (%s) is newer and serves; to go back to this one take that file out,"
                + " or innkeeper install this one")
            .formatted(
                newcomer.name(), newcomer.version(), other.getVersion(), folders.name(file.get()));
      }
    }
    return "";
  }

  private static boolean at(Bundle bundle, Path place) {
    return BundleView.file(bundle).filter(place::equals).isPresent();
  }

  private String origin(Bundle bundle) {
    Optional<Path> file = BundleView.file(bundle);
    if (file.isEmpty()) {
      return bundle.getLocation();
    }
    return folders.isReleases(file.get()) ? "the release's" : folders.name(file.get());
  }
}
