package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.common.file.Durable;
import innkeeper.common.file.FileDigest;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.Requirements;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.JarManifest;
import innkeeper.host.jar.SnapshotVersion;
import innkeeper.host.jar.WholeJar;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs a jar so that FileInstall never sees an incomplete file: copies it under another name,
 * forces it to disk, renames it. The replaced file is kept in {@code previous/} and is restored if
 * the new one does not serve. One installation at a time.
 */
final class Installation {

  private static final Logger LOG = LoggerFactory.getLogger(Installation.class);
  private static final int BACK_LOOKS = 250;

  private final BundleContext context;
  private final Folders folders;
  private final BundleView view;
  private final Deployment deployment;
  private final Requirements requirements;
  private final Admission admission;

  Installation(BundleContext context, Folders folders, BundleView view, Deployment deployment) {
    this.context = context;
    this.folders = folders;
    this.view = view;
    this.deployment = deployment;
    this.requirements = new Requirements(context);
    this.admission = new Admission(context, folders);
  }

  synchronized Surface install(Path jar, String sha256, boolean acceptMissing) {
    checkDigest(jar, sha256);
    JarManifest manifest = read(jar);
    Path folder = folders.data().resolve(manifest.folder());
    Path target = folder.resolve(manifest.fileName());
    check(jar, manifest, target);
    List<Path> replaced = new ArrayList<>();
    for (Path users : List.of(folders.surfaces(), folders.plugins())) {
      replaced.addAll(jarsOf(users, ".jar", manifest.name()));
    }
    replaced.remove(target);
    place(jar, target);
    try {
      deployment.deploy(target, replaced, acceptMissing);
    } catch (SurfaceException e) {
      String undone = folders.name(target) + " was taken out again" + serves(manifest.name());
      throw new SurfaceException(e.getMessage() + " (" + undone + ")", e);
    }
    return view.surface(deployment.at(target).orElseThrow());
  }

  /**
   * Puts a jar in a bundle's place until the host's next start. Without a jar, restores the
   * bundle's own file.
   *
   * @param nameOrId symbolic name or number; of several bundles of one name, the active one
   */
  synchronized Surface update(String nameOrId, Optional<Path> jar) {
    Bundle bundle = find(nameOrId);
    String name = bundle.getSymbolicName();
    Path place =
        BundleView.file(bundle)
            .orElseThrow(
                () ->
                    new SurfaceException(
                        "%s is a part of the platform, which changes with a release only: %s"
                            .formatted(name, "innkeeper upgrade")));
    Path content = jar.orElse(place);
    JarManifest manifest = read(content);
    if (!manifest.name().equals(name)) {
      throw new SurfaceException(
          "%s is %s %s, not %s; nothing was changed. To add it: innkeeper install %s"
              .formatted(content, manifest.name(), manifest.version(), name, content));
    }
    check(content, manifest, place);
    deployment.replace(place, content);
    return view.surface(deployment.at(place).orElseThrow());
  }

  private Bundle find(String nameOrId) {
    return Arrays.stream(context.getBundles())
        .filter(
            bundle ->
                nameOrId.equals(bundle.getSymbolicName())
                    || nameOrId.equals(String.valueOf(bundle.getBundleId())))
        .filter(bundle -> !Requirements.isProbe(bundle))
        .max(
            Comparator.comparing((Bundle bundle) -> bundle.getState() == Bundle.ACTIVE)
                .thenComparing(Bundle::getVersion, SnapshotVersion.ORDER))
        .orElseThrow(
            () ->
                new SurfaceException(
                    "no bundle is called or numbered " + nameOrId + "; see: innkeeper lb -s"));
  }

  private static JarManifest read(Path jar) {
    try {
      return WholeJar.read(jar);
    } catch (SurfaceException e) {
      String why = e.getMessage();
      throw new SurfaceException(why.startsWith(jar + " ") ? why : jar + " is " + why, e);
    }
  }

  private void check(Path jar, JarManifest manifest, Path place) {
    admission.check(manifest, place);
    List<String> missing = requirements.of(jar, manifest.name());
    if (!missing.isEmpty()) {
      throw new SurfaceException(
          "%s %s cannot be resolved here, nothing was changed: missing %s"
              .formatted(manifest.name(), manifest.version(), String.join(", ", missing)));
    }
  }

  private static void checkDigest(Path jar, String expected) {
    try {
      String why =
          FileDigest.mismatch(jar, expected.isEmpty() ? "" : FileDigest.sha256(jar), expected);
      if (!why.isEmpty()) {
        throw new SurfaceException(why);
      }
    } catch (IOException e) {
      throw new SurfaceException(jar + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void place(Path jar, Path target) {
    Path incoming = target.resolveSibling(".incoming-" + target.getFileName());
    try {
      Files.createDirectories(target.getParent());
      Files.copy(jar, incoming, StandardCopyOption.REPLACE_EXISTING);
      Durable.rename(incoming, target);
    } catch (IOException e) {
      String why = e instanceof FileSystemException f ? reason(f) : e.toString();
      try {
        Files.deleteIfExists(incoming);
      } catch (IOException left) {
        LOG.debug("half a copy could not be removed file={}", incoming, left);
      }
      throw new SurfaceException(
          "%s could not be copied to %s: %s; nothing was changed. The host must be able to write there."
              .formatted(jar, target.getParent(), why),
          e);
    }
  }

  private static String reason(FileSystemException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e.getReason() == null ? e.toString() : e.getReason();
  }

  /**
   * Waits until a version of this bundle is active again.
   *
   * @return a phrase with its version; "" if none became active
   */
  private String serves(String name) {
    for (int i = 0; i < BACK_LOOKS; i++) {
      List<Bundle> versions = BundleView.versions(context, name);
      for (Bundle bundle : versions) {
        if (bundle.getState() == Bundle.ACTIVE) {
          return ", " + bundle.getVersion() + " serves again";
        }
      }
      if (i > 0 && versions.isEmpty()) {
        return "";
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "";
      }
    }
    return "";
  }

  /**
   * Removes all versions of a bundle that the user installed, with their copies. Waits until the
   * release's version is active again.
   *
   * @param name the symbolic name, or the name of one file
   */
  synchronized void uninstall(String name) {
    Set<Path> jars = new LinkedHashSet<>();
    for (Path folder : List.of(folders.surfaces(), folders.plugins())) {
      jars.addAll(jarsOf(folder, ".jar", name));
      jars.addAll(jarsOf(folder, ".jar.failed", name));
      jars.addAll(jarsOf(folder.resolve("previous"), ".jar", name));
    }
    Set<String> names = new LinkedHashSet<>(List.of(name));
    for (Bundle bundle : context.getBundles()) {
      Optional<Path> file = BundleView.file(bundle).filter(folders::isUsers);
      if (file.isPresent() && name.equals(bundle.getSymbolicName())) {
        jars.add(file.get());
      } else if (file.filter(jars::contains).isPresent()) {
        names.add(bundle.getSymbolicName());
      }
    }
    if (jars.stream().allMatch(jar -> jar.getParent().endsWith("previous"))) {
      throw new SurfaceException(
          name + " was not installed by the user; innkeeper surfaces lists what was");
    }
    deployment.remove(jars);
    for (String removed : names) {
      boolean others =
          BundleView.versions(context, removed).stream()
              .anyMatch(bundle -> BundleView.file(bundle).filter(jars::contains).isEmpty());
      if (others) {
        serves(removed);
      }
    }
  }

  private static List<Path> jarsOf(Path folder, String suffix, String name) {
    List<Path> jars = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return jars;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(suffix) && !Files.isDirectory(file)) {
          try {
            if (file.getFileName().toString().equals(name)
                || JarManifest.read(file).name().equals(name)) {
              jars.add(file);
            }
          } catch (SurfaceException e) {
            LOG.warn("file is not a bundle file={} reason={}", file, e.getMessage());
          }
        }
      }
    } catch (IOException e) {
      throw new SurfaceException(folder + " could not be listed: " + e, e);
    }
    return jars;
  }
}
