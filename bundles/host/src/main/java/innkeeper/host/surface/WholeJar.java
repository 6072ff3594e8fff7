package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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

/**
 * Whether a jar is all there: it ends where its directory says (half a copy and appended bytes do
 * not), and every entry unpacks to its checksum. Java's own reader looks at neither until it must.
 * Where it is signed, the signature covers every entry and fits each; who the signer is, the user
 * is told and must know.
 */
final class WholeJar {

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;

  private WholeJar() {}

  /**
   * @throws SurfaceException that says what is wrong with it
   */
  static JarManifest read(Path jar) {
    try {
      checkEnd(jar);
      Set<String> signers = new TreeSet<>();
      List<String> bare = new ArrayList<>();
      try (JarFile zip = new JarFile(jar.toFile(), true)) {
        for (JarEntry entry : Collections.list(zip.entries())) {
          CRC32 sum = new CRC32();
          try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
            in.transferTo(OutputStream.nullOutputStream());
          }
          if (sum.getValue() != entry.getCrc()) {
            throw new IOException(entry.getName() + " is damaged");
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
            "a jar that was changed after it was signed: the signature of "
                + String.join(" and ", signers)
                + " does not cover "
                + bare.get(0));
      }
      return JarManifest.read(jar).signedBy(String.join(" and ", signers));
    } catch (SecurityException e) {
      throw new SurfaceException(
          "a jar whose signature does not fit its content: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new SurfaceException("no whole jar: " + e.getMessage(), e);
    }
  }

  private static String subject(JarEntry entry) {
    return entry.getCodeSigners()[0].getSignerCertPath().getCertificates().get(0)
            instanceof X509Certificate certificate
        ? certificate.getSubjectX500Principal().getName()
        : "?";
  }

  /** What a signature consists of cannot be covered by it. */
  private static boolean isSignature(String name) {
    return name.toUpperCase(Locale.ROOT)
        .matches("META-INF/(MANIFEST\\.MF|SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");
  }

  private static void checkEnd(Path jar) throws IOException {
    try (FileChannel file = FileChannel.open(jar)) {
      int length = (int) Math.min(file.size(), END_BYTES + 65_535);
      ByteBuffer tail = ByteBuffer.allocate(length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
      file.read(tail, file.size() - length);
      for (int at = length - END_BYTES; at >= 0; at--) {
        if (tail.getInt(at) == END_SIGNATURE) {
          int comment = Short.toUnsignedInt(tail.getShort(at + 20));
          if (at + END_BYTES + comment != length) {
            throw new IOException("bytes stand behind its end");
          }
          return;
        }
      }
      throw new IOException("its end is missing");
    }
  }
}
