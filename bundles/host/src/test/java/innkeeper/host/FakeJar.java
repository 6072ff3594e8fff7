package innkeeper.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A jar with a manifest alone. */
public final class FakeJar {

  private FakeJar() {}

  public static Path write(Path jar, Map<String, String> headers) throws IOException {
    return write(jar, headers, Map.of());
  }

  /** A jar with files, by their names. */
  public static Path write(Path jar, Map<String, String> headers, Map<String, byte[]> files)
      throws IOException {
    Files.createDirectories(jar.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    headers.forEach(manifest.getMainAttributes()::putValue);
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream content = new JarOutputStream(out, manifest)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        content.putNextEntry(new JarEntry(file.getKey()));
        content.write(file.getValue());
      }
    }
    return jar;
  }

  public static Path bundle(Path jar, String name, String version) throws IOException {
    return write(
        jar,
        Map.of(
            "Bundle-ManifestVersion", "2",
            "Bundle-SymbolicName", name,
            "Bundle-Version", version));
  }
}
