package innkeeper.host.jar;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Checks that a jar is complete: it ends where its directory says, and every entry matches its
 * checksum. Half a copy and appended bytes fail this check. Java's own reader checks neither until
 * it must. If the jar is signed, the signature must cover and match every entry. Any signer is
 * accepted.
 */
public final class WholeJar {

  private WholeJar() {}

  /**
   * Checks the jar and returns its manifest with the names of the signers.
   *
   * @throws NotYetException if the jar is incomplete or damaged
   * @throws SurfaceException that names the fault
   */
  public static JarManifest read(Path jar) {
    try {
      if (checkEntries(jar)) {
        checkSignature(jar);
      }
      return JarManifest.read(jar);
    } catch (SecurityException e) {
      throw new SurfaceException(
          "a jar whose signature does not fit its content: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new NotYetException("no whole jar: " + e.getMessage(), e);
    }
  }

  /**
   * Unpacks every entry, within the limits.
   *
   * @return whether the jar has a signature to check
   */
  private static boolean checkEntries(Path jar) throws IOException {
    boolean signed = false;
    JarLimits limits = JarLimits.of(jar);
    try (ZipFile zip = JarLimits.open(jar)) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        signed |= entry.getName().toUpperCase(Locale.ROOT).matches("META-INF/[^/]*\\.SF");
        CRC32 sum = new CRC32();
        try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
          limits.read(entry.getName(), in);
        }
        if (sum.getValue() != entry.getCrc()) {
          throw new IOException(entry.getName() + " is damaged");
        }
      }
    }
    return signed;
  }

  private static void checkSignature(Path jar) throws IOException {
    Set<String> signers = new TreeSet<>();
    List<String> bare = new ArrayList<>();
    try (JarFile zip = new JarFile(jar.toFile(), true)) {
      for (JarEntry entry : Collections.list(zip.entries())) {
        try (InputStream in = zip.getInputStream(entry)) {
          in.transferTo(OutputStream.nullOutputStream());
        }
        if (entry.getCodeSigners() != null) {
          signers.add(subject(entry));
        } else if (!entry.isDirectory() && !isSignature(entry.getName())) {
          bare.add(entry.getName());
        }
      }
    }
    if (!signers.isEmpty() && !bare.isEmpty()) {
      throw new SurfaceException(
          ("a jar that was changed after it was signed: the signature of %s does not" + " cover %s")
              .formatted(String.join(" and ", signers), bare.get(0)));
    }
  }

  private static String subject(JarEntry entry) {
    return entry.getCodeSigners()[0].getSignerCertPath().getCertificates().get(0)
            instanceof X509Certificate certificate
        ? certificate.getSubjectX500Principal().getName()
        : "?";
  }

  /**
   * Returns whether the entry is a part of the signature itself, which a signature cannot cover.
   */
  static boolean isSignature(String name) {
    return name.toUpperCase(Locale.ROOT)
        .matches("META-INF/(MANIFEST\\.MF|SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");
  }
}
