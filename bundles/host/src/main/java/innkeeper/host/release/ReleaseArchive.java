package innkeeper.host.release;

import innkeeper.api.host.Host.HostException;
import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.common.file.Durable;
import innkeeper.common.file.FileDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.slf4j.LoggerFactory;

/** A release's .tar.gz. It is checked and unpacked beside the running release. */
final class ReleaseArchive {

  private static final long UNPACK_SECONDS = 120;
  private static final List<String> PARTS =
      List.of(
          "bin/innkeeper",
          "conf/config.properties",
          "lib/felix.jar",
          "platform/innkeeper.api.jar",
          "platform/innkeeper.host.jar");
  private static final List<String> SURFACES =
      List.of("store", "supervisor", "logging", "rotation", "backup", "shell");

  private final Path file;
  private final String digest;

  /**
   * @param expected SHA-256 in hex; "" to skip the check
   */
  ReleaseArchive(Path file, String expected) {
    this.file = file;
    try {
      this.digest = FileDigest.sha256(file);
    } catch (IOException e) {
      throw new HostException(file + " cannot be read: " + e, e);
    }
    String why = FileDigest.mismatch(file, digest, expected);
    if (!why.isEmpty()) {
      throw new HostException(why);
    }
  }

  /**
   * Unpacks it as {@code folder/VERSION-DIGEST}.
   *
   * @param running the running release, which stays unchanged
   * @throws HostException that names the fault; all unpacked files are removed
   */
  Path unpack(Path folder, Path running) {
    Path aside = folder.resolve(".incoming");
    try {
      Durable.removeTree(aside);
      Files.createDirectory(aside);
      tar(aside);
      Path root = root(aside);
      check(root);
      Path home = folder.resolve(Releases.version(root) + "-" + digest.substring(0, 8));
      if (home.equals(running)) {
        throw new HostException(home.getFileName() + " runs already");
      }
      Durable.removeTree(home);
      Files.move(root, home, StandardCopyOption.ATOMIC_MOVE);
      return home;
    } catch (IOException e) {
      throw new HostException(file + " could not be unpacked: " + e.getMessage(), e);
    } catch (SurfaceException e) {
      throw new HostException(file + " is not a release of innkeeper: " + e.getMessage(), e);
    } finally {
      removeQuietly(aside);
    }
  }

  /**
   * Unpacks with the system's own tar. It refuses paths outside the folder, and creates links only
   * at the end.
   */
  private void tar(Path aside) throws IOException {
    Path said = aside.resolveSibling(".tar");
    try {
      Process tar =
          new ProcessBuilder(
                  "tar", "-xzf", file.toString(), "--no-same-owner", "-C", aside.toString())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      tar.getOutputStream().close();
      if (!tar.waitFor(UNPACK_SECONDS, TimeUnit.SECONDS)) {
        tar.destroyForcibly();
        throw new HostException(file + " took longer than " + UNPACK_SECONDS + " s to unpack");
      }
      if (tar.exitValue() != 0) {
        String first =
            Files.readString(said)
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("tar gave no reason");
        throw new HostException(file + " could not be unpacked: " + first);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HostException("interrupted while unpacking " + file, e);
    } finally {
      Files.deleteIfExists(said);
    }
  }

  private Path root(Path aside) throws IOException {
    List<Path> all = tree(aside, 1);
    if (all.size() != 1 || !Files.isDirectory(all.get(0), LinkOption.NOFOLLOW_LINKS)) {
      throw new HostException(
          "%s is not a release of innkeeper: it holds %d things, not one folder"
              .formatted(file, all.size()));
    }
    return all.get(0);
  }

  /** Returns what is below a folder, without following links. */
  private static List<Path> tree(Path folder, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(one -> !one.equals(folder)).toList();
    }
  }

  /** Also reports damaged jars, which the framework would skip silently. */
  private void check(Path root) throws IOException {
    for (Path one : tree(root, Integer.MAX_VALUE)) {
      Path name = root.relativize(one);
      if (!Files.isRegularFile(one, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
        throw new HostException(file + " holds " + name + ", which is not a plain file or folder");
      }
      if (one.toString().endsWith(".jar")) {
        try {
          new ZipFile(one.toFile()).close();
        } catch (ZipException e) {
          throw new HostException(
              file + " holds " + name + ", which is not a jar: " + e.getMessage(), e);
        }
      }
    }
    for (String part : PARTS) {
      if (!Files.isRegularFile(root.resolve(part))) {
        throw missing(part);
      }
    }
    if (!Files.isExecutable(root.resolve("bin/innkeeper"))) {
      throw new HostException(file + " holds a bin/innkeeper that cannot be run");
    }
    List<Path> jars = tree(root.resolve("surfaces"), 1);
    for (String surface : SURFACES) {
      String start = "innkeeper." + surface;
      if (jars.stream().noneMatch(j -> j.getFileName().toString().startsWith(start + "-"))) {
        throw missing("surfaces/" + start);
      }
    }
  }

  private HostException missing(String part) {
    return new HostException(file + " is not a release of innkeeper: " + part + " is missing");
  }

  static void removeQuietly(Path tree) {
    try {
      Durable.removeTree(tree);
    } catch (IOException e) {
      LoggerFactory.getLogger(ReleaseArchive.class)
          .warn("left behind path={} reason={}", tree, e.toString());
    }
  }
}
