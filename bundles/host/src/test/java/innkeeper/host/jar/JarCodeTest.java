package innkeeper.host.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarCodeTest {

  private static final String QUIET_NET = "opens no connection, as far as its code shows";
  private static final String QUIET_PROCESS = "starts no process, as far as its code shows";

  @TempDir private Path dir;

  static final class Quiet {
    /** Many constants of all kinds: a long takes two places in the pool. */
    static String text(int i, double d, long l) {
      Function<String, String> twice = s -> s + s;
      return twice.apply("x" + i + d * 2.5 + l * 12345678901L + 'c' + 1.5f);
    }

    static String host(URL url) {
      return url.getHost();
    }
  }

  static final class Connects {
    static void connect() throws IOException {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress("127.0.0.1", 1));
      }
    }
  }

  static final class Fetches {
    static InputStream fetch(URL url) throws IOException {
      return url.openStream();
    }
  }

  static final class Runs {
    static Process run() throws IOException {
      return Runtime.getRuntime().exec(new String[] {"true"});
    }
  }

  static final class ByName {
    static Class<?> load(String name) throws ClassNotFoundException {
      return Class.forName(name);
    }
  }

  @Test
  void codeThatOpensAndStartsNothingIsCalledSo() throws Exception {
    assertEquals(List.of("imports no package", QUIET_NET, QUIET_PROCESS), words("", Quiet.class));
  }

  @Test
  void connectionsAndProcessesAreNamedWithTheClassThatMakesThem() throws Exception {
    assertEquals(
        List.of(
            "imports no package",
            "opens connections: innkeeper.host.jar.JarCodeTest$Connects (java.net.Socket),"
                + " innkeeper.host.jar.JarCodeTest$Fetches (java.net.URL.openStream)",
            "starts processes: innkeeper.host.jar.JarCodeTest$Runs (java.lang.Runtime.exec)"),
        words("", Connects.class, Fetches.class, Runs.class, Quiet.class));
  }

  @Test
  void codeThatIsCalledByNameIsAReasonToDoubt() throws Exception {
    List<String> words = words("", ByName.class);
    assertTrue(words.get(3).startsWith("calls code by name, so it can do more"), words::toString);
  }

  @Test
  void aJarInsideIsLookedAtToo() throws Exception {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(inner)) {
      add(out, Runs.class);
    }
    Path jar = dir.resolve("outer.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest(""))) {
      out.putNextEntry(new JarEntry("lib/inner.jar"));
      out.write(inner.toByteArray());
    }
    assertTrue(JarCode.read(jar).words().get(2).startsWith("starts processes: "));
  }

  @Test
  void importsAreNamedWithoutVersions() throws Exception {
    assertEquals(
        "imports a.b, c.d, e.f, whatever it asks for of *, all of the bundle g",
        words(
                "Import-Package: c.d;e.f;version=\"[1,2)\",a.b;resolution:=optional\n"
                    + "DynamicImport-Package: *\nRequire-Bundle: g;bundle-version=\"1.0\"\n")
            .get(0));
  }

  @Test
  void aClassThatIsNoneIsCounted() throws Exception {
    Path jar = dir.resolve("odd.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest(""))) {
      out.putNextEntry(new JarEntry("Odd.class"));
      out.write(new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 61, 0, 9});
    }
    assertEquals("1 class could not be looked at", JarCode.read(jar).words().get(3));
  }

  private List<String> words(String headers, Class<?>... classes) throws IOException {
    Path jar = dir.resolve("bundle.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest(headers))) {
      for (Class<?> type : classes) {
        add(out, type);
      }
    }
    return JarCode.read(jar).words();
  }

  private static Manifest manifest(String headers) throws IOException {
    return new Manifest(new ByteArrayInputStream(("Manifest-Version: 1.0\n" + headers).getBytes()));
  }

  private static void add(JarOutputStream out, Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    out.putNextEntry(new JarEntry(file));
    try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
      in.transferTo(out);
    }
  }
}
