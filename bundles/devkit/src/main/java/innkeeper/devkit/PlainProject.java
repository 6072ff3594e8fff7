package innkeeper.devkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A project of sources and a manifest. This JDK compiles it, with the same result as the project's
 * build.sh.
 */
final class PlainProject implements BundleProject {

  private final Path home;
  private final Path dir;
  private final JavaCompiler compiler;

  /** The file manager of all builds, which reads the jars' directories once. */
  private final StandardJavaFileManager files;

  PlainProject(Path home, Path dir) throws RefusedException {
    this.home = home;
    this.dir = dir;
    this.compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new RefusedException(
          System.getProperty("java.home") + " is a JRE without a compiler; set JAVA_HOME to a JDK");
    }
    this.files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
  }

  @Override
  public String form() {
    return "plain JDK";
  }

  @Override
  public Built build() throws RefusedException, IOException {
    Manifest manifest = manifest();
    Attributes main = manifest.getMainAttributes();
    String name = String.valueOf(main.getValue("Bundle-SymbolicName")).split(";")[0].strip();
    String version = main.getValue("Bundle-Version");
    if (main.getValue("Bundle-SymbolicName") == null || version == null) {
      throw new RefusedException(
          dir.resolve("manifest") + " lacks Bundle-SymbolicName or Bundle-Version");
    }
    Path classes = dir.resolve("target/dev/classes");
    remove(classes);
    Files.createDirectories(classes);
    compile(classes);
    Path jar = dir.resolve("target/dev").resolve(name + "-" + version + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream to = new JarOutputStream(out, manifest)) {
      copy(classes, to);
      copy(dir.resolve("src/main/resources"), to);
    }
    return new Built(jar, name, version);
  }

  /** Reads the manifest like the tool jar: a last line without a line end counts too. */
  private Manifest manifest() throws IOException, RefusedException {
    String text = Files.readString(dir.resolve("manifest")).stripTrailing() + "\n";
    Manifest manifest = new Manifest();
    try (InputStream in = new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      manifest.read(in);
    } catch (IOException e) {
      throw new RefusedException(dir.resolve("manifest") + " is not a manifest: " + e.getMessage());
    }
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    return manifest;
  }

  private void compile(Path classes) throws IOException, RefusedException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> all = Files.walk(dir.resolve("src/main/java"))) {
      all.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
    }
    List<String> options =
        List.of(
            "--release", "17", "-encoding", "UTF-8", "-cp", libraries(), "-d", classes.toString());
    StringWriter said = new StringWriter();
    boolean compiled =
        compiler
            .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
            .call();
    if (!compiled) {
      throw new RefusedException("it does not compile:\n" + said);
    }
  }

  private String libraries() throws IOException {
    List<String> jars = new ArrayList<>();
    for (String folder : List.of("platform", "lib")) {
      try (Stream<Path> all = Files.list(home.resolve(folder))) {
        all.map(Path::toString).filter(file -> file.endsWith(".jar")).sorted().forEach(jars::add);
      }
    }
    return String.join(":", jars);
  }

  private static void copy(Path folder, JarOutputStream to) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile).sorted()::iterator) {
        to.putNextEntry(new JarEntry(folder.relativize(file).toString()));
        Files.copy(file, to);
        to.closeEntry();
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }
}
