package innkeeper.host.jar;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.osgi.framework.Version;

/**
 * The manifest of a jar, checked before the jar is used.
 *
 * @param fragmentOf the symbolic name in its Fragment-Host header; "" for a bundle
 */
public record JarManifest(String name, Version version, String fragmentOf) {

  /**
   * Reads and checks the manifest of a jar.
   *
   * @throws SurfaceException that names the missing or wrong header
   */
  public static JarManifest read(Path jar) {
    try (ZipFile zip = JarLimits.open(jar)) {
      if (zip.getEntry(JarFile.MANIFEST_NAME) == null) {
        throw new SurfaceException(jar + " has no manifest; allowed: an OSGi bundle");
      }
      Attributes main = attributes(zip);
      String name = main.getValue("Bundle-SymbolicName");
      if (name == null) {
        throw new SurfaceException(jar + " has no Bundle-SymbolicName; allowed: an OSGi bundle");
      }
      String format = strip(main.getValue("Bundle-ManifestVersion"));
      if (!format.equals("2")) {
        throw new SurfaceException(
            jar
                + (format.isEmpty()
                    ? " has no Bundle-ManifestVersion"
                    : " has the Bundle-ManifestVersion " + format)
                + "; allowed: 2");
      }
      String plain = name.split(";", -1)[0].strip();
      if (!plain.matches("[A-Za-z0-9._-]{1,128}")) {
        throw new SurfaceException(
            ("%s has the Bundle-SymbolicName %s; allowed: letters, digits, . _ -, at" + " most 128")
                .formatted(jar, plain));
      }
      String fragmentOf = strip(main.getValue("Fragment-Host")).split(";", -1)[0].strip();
      return new JarManifest(
          plain, Version.parseVersion(main.getValue("Bundle-Version")), fragmentOf);
    } catch (IOException | IllegalArgumentException e) {
      throw new SurfaceException(jar + " cannot be read as a bundle: " + e.getMessage(), e);
    }
  }

  private static Attributes attributes(ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(JarFile.MANIFEST_NAME);
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(JarLimits.MOST_MANIFEST_BYTES);
      return new Manifest(new ByteArrayInputStream(bytes)).getMainAttributes();
    }
  }

  private static String strip(String value) {
    return value == null ? "" : value.strip();
  }

  public String fileName() {
    return name + "-" + version + ".jar";
  }

  /**
   * Returns the folder for the jar: {@code surfaces} for our bundles, {@code plugins} for all
   * others.
   */
  public String folder() {
    return name.startsWith("innkeeper.") ? "surfaces" : "plugins";
  }
}
