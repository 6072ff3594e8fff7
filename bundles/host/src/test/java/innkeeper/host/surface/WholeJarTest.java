package innkeeper.host.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.jar.WholeJar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeJarTest {

  private static final int CONTENT = 10_000;

  @TempDir Path temp;
  private Path jar;
  private byte[] whole;

  @BeforeEach
  void make() throws IOException {
    jar = temp.resolve("some.jar");
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", "some.bundle;singleton:=true");
    main.putValue("Bundle-Version", "1.2.3");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] noise = new byte[CONTENT];
    new Random(8).nextBytes(noise);
    try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
      out.putNextEntry(new ZipEntry("some/content"));
      out.write(noise);
    }
    whole = bytes.toByteArray();
  }

  @Test
  void aWholeJarIsRead() throws IOException {
    Files.write(jar, whole);
    assertEquals("some.bundle-1.2.3.jar", WholeJar.read(jar).fileName());
  }

  @Test
  void aPartOfAJarIsNotAWholeJar() throws IOException {
    for (int length = 0; length < whole.length; length += 101) {
      Files.write(jar, Arrays.copyOf(whole, length));
      assertThrows(SurfaceException.class, () -> WholeJar.read(jar), "length " + length);
    }
  }

  @Test
  void aJarOfFullLengthWithoutItsEndIsNotWhole() throws IOException {
    byte[] half = Arrays.copyOf(Arrays.copyOf(whole, whole.length / 2), whole.length);
    refused(half, "end is missing");
  }

  @Test
  void bytesAfterTheEndAreNoticed() throws IOException {
    refused(Arrays.copyOf(whole, whole.length + 7), "follow its end");
  }

  @Test
  void aByteThatChangedIsNoticed() throws IOException {
    byte[] changed = whole.clone();
    changed[whole.length / 2] ^= 1;
    refused(changed, "no whole jar");
  }

  private void refused(byte[] bytes, String why) throws IOException {
    Files.write(jar, bytes);
    SurfaceException refused = assertThrows(SurfaceException.class, () -> WholeJar.read(jar));
    assertTrue(refused.getMessage().contains(why), refused.getMessage());
  }

  @Test
  void aSignedJarIsReadAndRefusedOnceItWasChanged() throws Exception {
    Files.write(jar, whole);
    Path store = temp.resolve("keys");
    run(
        "keytool",
        "-genkeypair -keyalg EC -alias me -dname CN=Me -storepass secret1 -keystore " + store);
    run("jarsigner", "-storepass secret1 -keystore " + store + " " + jar + " me");
    assertEquals("some.bundle", WholeJar.read(jar).name());
    Path changed = temp.resolve("changed.jar");
    copy(jar, changed, name -> name.equals("some/content") ? new byte[3] : null, "");
    String damaged =
        assertThrows(SurfaceException.class, () -> WholeJar.read(changed)).getMessage();
    assertTrue(damaged.contains("signature does not fit"), damaged);
    copy(jar, changed, name -> null, "some/more");
    String added = assertThrows(SurfaceException.class, () -> WholeJar.read(changed)).getMessage();
    assertTrue(added.contains("does not cover some/more"), added);
  }

  private static void copy(
      Path from, Path to, java.util.function.Function<String, byte[]> other, String more)
      throws IOException {
    try (java.util.zip.ZipInputStream in =
            new java.util.zip.ZipInputStream(Files.newInputStream(from));
        java.util.zip.ZipOutputStream out =
            new java.util.zip.ZipOutputStream(Files.newOutputStream(to))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] content = in.readAllBytes();
        byte[] changed = other.apply(entry.getName());
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(changed == null ? content : changed);
      }
      if (!more.isEmpty()) {
        out.putNextEntry(new ZipEntry(more));
        out.write(1);
      }
    }
  }

  private static void run(String tool, String words) throws Exception {
    java.util.List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(Arrays.asList(words.split(" ")));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), said);
  }
}
