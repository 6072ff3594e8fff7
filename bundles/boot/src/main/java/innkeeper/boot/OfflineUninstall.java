package innkeeper.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Implements {@code innkeeper uninstall NAME --offline}: removes a user's jar while no host runs,
 * for a host that does not start with it. Exit statuses: 0 done, 1 refused, 2 usage, 78 DATA_DIR is
 * wrong.
 */
public final class OfflineUninstall {

  private static final int MOST_MANIFEST_BYTES = 4 << 20;

  private final Path home;
  private final PrintStream out;
  private final PrintStream err;

  OfflineUninstall(Path home, PrintStream out, PrintStream err) {
    this.home = home;
    this.out = out;
    this.err = err;
  }

  public static void main(String... args) {
    Path home = Path.of(System.getProperty("innkeeper.home", ".")).toAbsolutePath();
    String data = System.getenv().getOrDefault("DATA_DIR", "./data");
    System.exit(new OfflineUninstall(home, System.out, System.err).run(data, args));
  }

  int run(String dataDir, String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    words.remove("uninstall");
    words.remove("--offline");
    if (words.size() != 1 || words.get(0).startsWith("-")) {
      err.println("usage: innkeeper uninstall NAME --offline");
      return Exit.USAGE;
    }
    String several = System.getProperty("innkeeper.several", "");
    if (!several.isEmpty()) {
      err.println(several);
      return Exit.USAGE;
    }
    String name = words.get(0);
    try {
      Path data = Path.of(dataDir);
      if (dataDir.isEmpty() || !Files.isDirectory(data.resolve("run"))) {
        return fail(
            Exit.CONFIGURATION,
            "DATA_DIR="
                + dataDir
                + " is not a host's directory; allowed: one that a host has run on");
      }
      return run(data.toRealPath(), name);
    } catch (InvalidPathException e) {
      return fail(Exit.CONFIGURATION, "DATA_DIR=" + dataDir + " is not a path");
    } catch (IOException e) {
      return fail(Exit.FAILED, name + " was not taken out: " + e);
    }
  }

  private int run(Path data, String name) throws IOException {
    HostLock lock = new HostLock(data);
    if (!lock.take()) {
      return fail(
          Exit.FAILED,
          ("a host%s runs on DATA_DIR=%s; if it takes no commands, end it (its servers"
                  + " run on) and try again; else ask it: %s")
              .formatted(lock.holder(), data, ShellQuoting.of(data, "uninstall", name)));
    }
    UserJars jars = new UserJars(data);
    Map<String, Path> found = named(name, jars.all());
    found.putAll(named(name, jars.failed()));
    if (found.isEmpty()) {
      return fail(Exit.FAILED, "nothing of yours is called " + name + there(jars.all()));
    }
    for (Path copy : named(name, jars.previous()).values()) {
      Files.delete(copy);
    }
    Map<String, String> names = new TreeMap<>();
    for (Map.Entry<String, Path> jar : found.entrySet()) {
      names.put(jar.getKey(), symbolicName(jar.getValue()));
      Files.delete(jar.getValue());
      Files.deleteIfExists(jars.previous(jar.getKey()));
      jars.leaveNote("surface.uninstall", "ok", jar.getKey(), "without a host");
    }
    for (Map.Entry<String, String> jar : names.entrySet()) {
      out.println("uninstalled " + jar.getKey() + afterwards(jar.getValue(), jars));
    }
    return 0;
  }

  private static Map<String, Path> named(String name, Map<String, Path> jars) {
    Map<String, Path> found = new TreeMap<>();
    jars.forEach(
        (key, file) -> {
          if (name.equals(key)
              || name.equals(file.getFileName().toString())
              || name.equals(symbolicName(file))) {
            found.put(key, file);
          }
        });
    return found;
  }

  private static String there(Map<String, Path> jars) {
    StringBuilder words = new StringBuilder();
    jars.forEach(
        (key, file) -> {
          String name = symbolicName(file);
          words
              .append(words.length() == 0 ? "; there is: " : ", ")
              .append(name.isEmpty() ? key : name + " (" + key + ")");
        });
    return words.length() == 0 ? "; you have no jar there" : words.toString();
  }

  /** Returns what the next host runs under that name. */
  private String afterwards(String name, UserJars jars) throws IOException {
    if (name.isEmpty()) {
      return "";
    }
    Map<String, Path> left = named(name, jars.all());
    if (!left.isEmpty()) {
      return "; the next start runs " + String.join(" or ", left.keySet());
    }
    for (String folder : UserJars.FOLDERS) {
      for (Path jar : UserJars.files(home.resolve(folder), ".jar")) {
        if (name.equals(symbolicName(jar))) {
          return "; the next start runs the release's own, " + jar.getFileName();
        }
      }
    }
    return "; the release has none of that name";
  }

  /**
   * Returns the symbolic name from the manifest; "" if the file is not a bundle. Such a file is
   * found by its file name only.
   */
  private static String symbolicName(Path jar) {
    try (ZipFile zip = new ZipFile(jar.toFile(), StandardCharsets.UTF_8)) {
      ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
      if (entry == null || entry.getSize() > MOST_MANIFEST_BYTES) {
        return "";
      }
      try (InputStream in = zip.getInputStream(entry)) {
        byte[] bytes = in.readNBytes(MOST_MANIFEST_BYTES);
        Attributes main = new Manifest(new java.io.ByteArrayInputStream(bytes)).getMainAttributes();
        String name = main.getValue("Bundle-SymbolicName");
        return name == null ? "" : name.split(";")[0].strip();
      }
    } catch (IOException | IllegalArgumentException e) {
      return ""; // not a bundle
    }
  }

  private int fail(int status, String why) {
    err.println("innkeeper: " + why);
    return status;
  }
}
