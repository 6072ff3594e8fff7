package innkeeper.host.release;

import innkeeper.api.host.Host.HostException;
import innkeeper.api.host.Host.Release;
import innkeeper.common.file.Durable;
import innkeeper.common.file.PropertiesFile;
import innkeeper.host.jar.JarManifest;
import innkeeper.host.jar.SnapshotVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The releases in DATA_DIR/releases to which this installation was upgraded. The file {@code
 * current}, read by bin/innkeeper, names the release that runs in place of the installation. The
 * file {@code next} names the release on trial (boot's {@code Trial}). Without {@code current} the
 * installation itself runs.
 */
public final class Releases {

  private static final String CURRENT = "current";
  private static final String NEXT = "next";
  private static final String HOST = "platform/innkeeper.host.jar";

  private final Path folder;
  private final Path home;

  public Releases(Path data, Path home) {
    this.folder = data.resolve("releases");
    this.home = home;
  }

  Path folder() throws IOException {
    Durable.subdirectory(folder);
    return folder;
  }

  public static Release at(Path home) {
    Path folder = home.getParent();
    String version = version(home);
    boolean upgraded = folder != null && folder.endsWith("releases");
    return new Release(upgraded ? home.getFileName().toString() : version, version, home);
  }

  static String version(Path home) {
    return SnapshotVersion.text(JarManifest.read(home.resolve(HOST)).version());
  }

  public Release running() {
    return at(home);
  }

  /**
   * Returns the running release first, then the others with the newest first, and the installation
   * last.
   */
  public List<Release> all() {
    List<Release> all = new ArrayList<>();
    try (Stream<Path> homes = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
      homes
          .filter(h -> Files.isExecutable(h.resolve("bin/innkeeper")))
          .sorted(Comparator.comparing(Releases::modified).reversed())
          .forEach(h -> all.add(at(h)));
    } catch (IOException e) {
      throw new HostException(folder + " cannot be listed: " + e, e);
    }
    all.add(at(installation()));
    all.removeIf(r -> r.home().equals(home));
    all.add(0, running());
    return all;
  }

  private static long modified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      return 0; // deleted meanwhile
    }
  }

  /** Returns the installation, whose start script the user calls. */
  Path installation() {
    List<String> current = current();
    return current.size() > 1 ? Path.of(current.get(1)) : home;
  }

  Optional<Path> previous() {
    List<String> current = current();
    return current.size() > 2 && !current.get(2).isBlank()
        ? Optional.of(Path.of(current.get(2))).filter(p -> !p.equals(home))
        : Optional.empty();
  }

  private List<String> current() {
    try {
      Path file = folder.resolve(CURRENT);
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new HostException(folder + "/current cannot be read: " + e, e);
    }
  }

  /** Puts a release on trial. At its start, boot finds the release named in {@code next}. */
  void propose(Path next) {
    Properties words = new Properties();
    words.setProperty("name", at(next).name());
    words.setProperty("home", next.toString());
    words.setProperty("from", home.toString());
    try {
      PropertiesFile.writeDurably(folder().resolve(NEXT), words);
    } catch (IOException e) {
      throw new HostException("the upgrade cannot be noted in " + folder + ": " + e, e);
    }
  }

  public boolean onTrial() {
    return home.toString().equals(next().getProperty("home"));
  }

  private Properties next() {
    try {
      return PropertiesFile.read(folder.resolve(NEXT));
    } catch (IOException e) {
      return new Properties();
    }
  }

  /**
   * Makes the running release permanent after its trial, and removes older ones except its
   * predecessor.
   */
  public void confirm() throws IOException {
    String from = next().getProperty("from", "");
    Path installation = installation();
    if (current().isEmpty()) {
      installation = Path.of(from);
    }
    if (home.equals(installation)) {
      Files.deleteIfExists(folder.resolve(CURRENT));
    } else {
      Path copy = folder.resolve(".base.jar");
      Files.copy(installation.resolve(HOST), copy, StandardCopyOption.REPLACE_EXISTING);
      Files.move(copy, folder.resolve("base.jar"), StandardCopyOption.ATOMIC_MOVE);
      String lines = home.getFileName() + "\n" + installation + "\n" + from + "\n";
      Durable.write(folder.resolve(CURRENT), lines.getBytes(StandardCharsets.UTF_8));
    }
    Files.deleteIfExists(folder.resolve(NEXT));
    for (Release old : all()) {
      if (old.home().startsWith(folder)
          && !old.home().equals(home)
          && !old.home().toString().equals(from)) {
        Durable.removeTree(old.home());
      }
    }
  }
}
