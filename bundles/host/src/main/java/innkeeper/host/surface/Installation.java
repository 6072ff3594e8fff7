package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a jar in so that FileInstall never sees half of it: copied aside, forced, renamed. What it
 * replaces is kept in {@code previous/} and comes back when the newcomer does not serve. One at a
 * time.
 */
final class Installation {

  private static final Logger LOG = LoggerFactory.getLogger(Installation.class);
  private static final long SERVE_MILLIS = 15_000;

  private final BundleContext context;
  private final Path data;
  private final BundleView view;

  Installation(BundleContext context, Path data, BundleView view) {
    this.context = context;
    this.data = data;
    this.view = view;
  }

  synchronized Surface install(Path jar) {
    JarManifest manifest = JarManifest.read(jar);
    Path folder = data.resolve(manifest.folder());
    Path target = folder.resolve(manifest.fileName());
    List<Path> before = jarsOf(folder, manifest.name());
    Path previous = folder.resolve("previous");
    try {
      Path incoming = folder.resolve(".incoming-" + manifest.fileName());
      Files.copy(jar, incoming, StandardCopyOption.REPLACE_EXISTING);
      force(incoming);
      Files.createDirectories(previous);
      if (Files.exists(target)) {
        Files.copy(
            target, previous.resolve(manifest.fileName()), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(incoming, target, StandardCopyOption.ATOMIC_MOVE);
      forceDirectory(folder);
    } catch (IOException e) {
      throw new SurfaceException(jar + " could not be copied to " + target + ": " + e, e);
    }
    String why = awaitServing(manifest, target);
    if (why.isEmpty()) {
      setAside(before, target, previous);
      return view.surface(bundleAt(target).orElseThrow());
    }
    undo(manifest, target, previous, before);
    throw new SurfaceException(
        manifest.name()
            + " "
            + manifest.version()
            + " did not come to serve and was taken out"
            + " again: "
            + why);
  }

  synchronized void uninstall(String name) {
    for (String folder : new String[] {"surfaces", "plugins"}) {
      List<Path> jars = jarsOf(data.resolve(folder), name);
      if (!jars.isEmpty()) {
        jars.forEach(this::remove);
        return;
      }
    }
    throw new SurfaceException(
        name + " was not installed by the user; innkeeper surfaces lists what was");
  }

  private String awaitServing(JarManifest manifest, Path target) {
    long deadline = System.nanoTime() + SERVE_MILLIS * 1_000_000;
    String why = "FileInstall has not picked it up";
    while (System.nanoTime() < deadline) {
      Optional<Bundle> bundle = bundleAt(target);
      if (bundle.isPresent() && bundle.get().getVersion().equals(manifest.version())) {
        why = view.why(bundle.get());
        if (why.isEmpty()) {
          return "";
        }
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "interrupted";
      }
    }
    return why;
  }

  private void undo(JarManifest manifest, Path target, Path previous, List<Path> before) {
    Path kept = previous.resolve(manifest.fileName());
    try {
      if (before.contains(target) && Files.exists(kept)) {
        Files.move(kept, target, StandardCopyOption.ATOMIC_MOVE);
      } else {
        remove(target);
      }
      forceDirectory(target.getParent());
    } catch (IOException e) {
      LOG.error("replaced version could not be put back file={}", target, e);
    }
  }

  private void setAside(List<Path> before, Path target, Path previous) {
    for (Path old : before) {
      if (!old.equals(target)) {
        try {
          Files.move(old, previous.resolve(old.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
          LOG.error("replaced version could not be set aside file={}", old, e);
        }
      }
    }
  }

  private void remove(Path jar) {
    try {
      Optional<Bundle> bundle = bundleAt(jar);
      Files.deleteIfExists(jar);
      if (bundle.isPresent()) {
        bundle.get().uninstall();
      }
    } catch (IOException | BundleException e) {
      throw new SurfaceException(jar + " could not be taken out: " + e.getMessage(), e);
    }
  }

  private Optional<Bundle> bundleAt(Path jar) {
    for (Bundle bundle : context.getBundles()) {
      if (BundleView.file(bundle).filter(jar::equals).isPresent()) {
        return Optional.of(bundle);
      }
    }
    return Optional.empty();
  }

  private static List<Path> jarsOf(Path folder, String name) {
    List<Path> jars = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return jars;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".jar") && Files.isRegularFile(file)) {
          try {
            if (JarManifest.read(file).name().equals(name)) {
              jars.add(file);
            }
          } catch (SurfaceException e) {
            LOG.warn("file is no bundle file={} reason={}", file, e.getMessage());
          }
        }
      }
    } catch (IOException e) {
      throw new SurfaceException(folder + " could not be listed: " + e, e);
    }
    return jars;
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
