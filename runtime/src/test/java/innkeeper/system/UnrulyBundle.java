package innkeeper.system;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A bundle {@code unruly.NAME} with an activator of its own, compiled when it is wanted. */
final class UnrulyBundle {

  private final String name;
  private final Map<String, String> headers = new TreeMap<>();
  private String version = "1.0.0";
  private String start = "";
  private String stop = "";
  private String members = "";
  private String imports = "";

  private UnrulyBundle(String name) {
    this.name = name;
  }

  static UnrulyBundle named(String name) {
    return new UnrulyBundle(name);
  }

  UnrulyBundle version(String value) {
    version = value;
    return this;
  }

  /** Statements of the activator's start; {@code c} is the context. */
  UnrulyBundle start(String statements) {
    start = statements;
    return this;
  }

  UnrulyBundle stop(String statements) {
    stop = statements;
    return this;
  }

  /** Methods and fields of the activator. */
  UnrulyBundle members(String text) {
    members = text;
    return this;
  }

  /** Classes and packages that the members name, such as {@code java.util.*}. */
  UnrulyBundle imports(String... names) {
    for (String one : names) {
      imports += "import " + one + ";";
    }
    return this;
  }

  UnrulyBundle header(String key, String value) {
    headers.put(key, value);
    return this;
  }

  /** A file of its own in that folder. */
  Path jar(Path scratch) throws IOException {
    Path tree = Files.createTempDirectory(scratch, name);
    Path source = Files.createDirectories(tree.resolve("unruly/" + name)).resolve("Main.java");
    Files.writeString(
        source,
        "package unruly."
            + name
            + "; import org.osgi.framework.*; import java.net.*; import java.io.*;"
            + imports
            + "public class Main implements BundleActivator {"
            + "static Object keep;"
            + members
            + "public void start(BundleContext c) throws Exception {"
            + start
            + "} public void stop(BundleContext c) throws Exception {"
            + stop
            + "}}");
    compile(source);
    Path jar = tree.resolve(name + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out, manifest());
        Stream<Path> classes = Files.list(source.getParent())) {
      for (Path file :
          (Iterable<Path>) classes.filter(f -> f.toString().endsWith(".class"))::iterator) {
        zip.putNextEntry(new JarEntry("unruly/" + name + "/" + file.getFileName()));
        Files.copy(file, zip);
      }
    }
    return jar;
  }

  private static void compile(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                said,
                null,
                null,
                List.of("-proc:none", "--release", "17", "-cp", classPath()),
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
            .call();
    if (!compiled) {
      throw new AssertionError(said.toString());
    }
  }

  private static String classPath() throws IOException {
    try (Stream<Path> platform = Files.list(HostProcess.HOME.resolve("platform"))) {
      List<String> jars = new java.util.ArrayList<>(platform.map(Path::toString).toList());
      jars.add(HostProcess.HOME.resolve("lib/felix.jar").toString());
      return String.join(":", jars);
    }
  }

  private Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", "unruly." + name);
    main.putValue("Bundle-Version", version);
    main.putValue("Bundle-Activator", "unruly." + name + ".Main");
    main.putValue("Import-Package", "org.osgi.framework");
    headers.forEach(main::putValue);
    return manifest;
  }
}
