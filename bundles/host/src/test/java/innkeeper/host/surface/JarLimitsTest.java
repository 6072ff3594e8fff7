package innkeeper.host.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.jar.JarManifest;
import innkeeper.host.jar.WholeJar;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars that unpack to more than they should: refused by what they say, and by what they hold. */
class JarLimitsTest {

  private static final int MIB = 1 << 20;
  private static final String MANIFEST =
      "Manifest-Version: 1.0\nBundle-ManifestVersion: 2\nBundle-SymbolicName: bomb\n";

  /** Generous: unpacking what these jars hold would take far longer. */
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir Path temp;

  @Test
  void aJarThatDeclaresGigabytesIsRefusedWithoutUnpacking() throws IOException {
    Path jar = jar(zeros(8 * MIB, 1));
    // The directory's entry says 4 GiB; what is really there is not even looked at.
    say(jar, 0xFFFF_FFF0L);
    refused(jar, "a jar that unpacks to 4294967");
  }

  @Test
  void aJarThatUnpacksToFarMoreThanItsSizeIsRefused() throws IOException {
    refused(jar(zeros(MIB, 24)), "more than 100 times its");
  }

  @Test
  void anEntryThatHoldsMoreThanItSaysIsRefused() throws IOException {
    Path jar = jar(zeros(24 * MIB, 1));
    say(jar, 100);
    refused(jar, "more than 100 times its");
  }

  @Test
  void theContentOfAnInnerJarCountsToo() throws IOException {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(inner)) {
      zeros(MIB, 24).write(out);
    }
    Path jar =
        jar(
            out -> {
              out.putNextEntry(new ZipEntry("lib/inner.jar"));
              out.write(inner.toByteArray());
            });
    refused(jar, "more than 100 times its");
  }

  @Test
  void aJarOfMoreEntriesThanItsEndCanCountIsRefused() throws IOException {
    Path jar =
        jar(
            out -> {
              for (int i = 0; i < 66_000; i++) {
                out.putNextEntry(new ZipEntry("e" + i));
              }
            });
    refused(jar, "a jar of 65535 entries");
  }

  @Test
  void aManifestOfGigabytesIsNotReadIntoMemory() throws IOException {
    Path jar = temp.resolve("some.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      out.write(MANIFEST.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      out.write(new byte[5 * MIB]);
    }
    refused(jar, "a jar whose manifest or signature unpacks to");
    assertThrows(SurfaceException.class, () -> JarManifest.read(jar));
  }

  @Test
  void aDirectoryIsRefused() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("folder.jar"));
    refused(folder, "is not a file");
  }

  @Test
  void aLargeJarOfOrdinaryContentPasses() throws IOException {
    byte[] noise = new byte[MIB];
    new java.util.Random(4).nextBytes(noise);
    Path jar =
        jar(
            out -> {
              for (int i = 0; i < 17; i++) {
                out.putNextEntry(new ZipEntry("noise" + i));
                out.write(noise);
              }
            });
    assertEquals("bomb", WholeJar.read(jar).name());
  }

  private interface Content {
    void write(JarOutputStream out) throws IOException;
  }

  private static Content zeros(int bytes, int entries) {
    return out -> {
      byte[] piece = new byte[MIB];
      for (int i = 0; i < entries; i++) {
        out.putNextEntry(new ZipEntry("zeros" + i));
        for (int done = 0; done < bytes; done += MIB) {
          out.write(piece);
        }
      }
    };
  }

  private Path jar(Content content) throws IOException {
    Path jar = temp.resolve("some.jar");
    Manifest manifest =
        new Manifest(
            new java.io.ByteArrayInputStream(
                MANIFEST.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    // Unbuffered, a jar of many entries takes ten million writes.
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(jar));
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      content.write(out);
    }
    return jar;
  }

  /** Has the last entry of the jar's directory say another size. */
  private static void say(Path jar, long size) throws IOException {
    byte[] bytes = Files.readAllBytes(jar);
    ByteBuffer at = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int last = bytes.length - 4;
    while (at.getInt(last) != 0x02014b50) {
      last--;
    }
    at.putInt(last + 24, (int) size);
    Files.write(jar, bytes);
  }

  private static void refused(Path jar, String why) {
    SurfaceException e =
        assertTimeout(SOON, () -> assertThrows(SurfaceException.class, () -> WholeJar.read(jar)));
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }
}
