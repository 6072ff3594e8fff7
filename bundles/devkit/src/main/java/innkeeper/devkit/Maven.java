package innkeeper.devkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Calls Maven. A new JVM for each build takes seconds, so Maven runs within this one if its
 * installation has the usual form. Maven's start script only calls the same classes. Otherwise
 * Maven is called as a program.
 */
final class Maven {

  private static final String LAUNCHER = "org.codehaus.plexus.classworlds.launcher.Launcher";

  /** Maven's output and its exit status. */
  record Said(int status, String out) {}

  private final Path program;
  private final Path dir;
  private final Optional<Path> home;
  private Object world;
  private ClassLoader realm;

  private Maven(Path program, Path dir, Optional<Path> home) {
    this.program = program;
    this.dir = dir;
    this.home = home;
  }

  /**
   * Returns the project's mvnw, or mvn of the PATH.
   *
   * @throws RefusedException if neither exists
   */
  static Maven find(Path dir) throws RefusedException, IOException {
    Path wrapper = dir.resolve("mvnw");
    if (Files.isExecutable(wrapper)) {
      return new Maven(wrapper, dir, Optional.empty());
    }
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
      Path program = Path.of(folder).resolve("mvn");
      if (Files.isExecutable(program)) {
        Path home = program.toRealPath().getParent().getParent();
        boolean usual = Files.exists(home.resolve("bin/m2.conf")) && launcher(home).isPresent();
        return new Maven(program, dir, usual ? Optional.of(home) : Optional.empty());
      }
    }
    throw new RefusedException(dir + " has a pom.xml, but no mvn is on the PATH");
  }

  private static Optional<Path> launcher(Path home) throws IOException {
    if (!Files.isDirectory(home.resolve("boot"))) {
      return Optional.empty();
    }
    try (Stream<Path> jars = Files.list(home.resolve("boot"))) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith("plexus-classworlds"))
          .findFirst();
    }
  }

  Said run(List<String> words) throws IOException {
    if (home.isEmpty()) {
      return called(words);
    }
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    PrintStream stdout = System.out;
    PrintStream stderr = System.err;
    try {
      int status = within(words, out);
      return new Said(status, said.toString(StandardCharsets.UTF_8));
    } catch (InvocationTargetException e) {
      throw new IOException("Maven failed: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      // This version of Maven has other classes, so it is started as a program.
      return called(words);
    } finally {
      System.setOut(stdout);
      System.setErr(stderr);
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private int within(List<String> words, PrintStream out)
      throws IOException, ReflectiveOperationException {
    if (realm == null) {
      load(home.get());
    }
    Thread.currentThread().setContextClassLoader(realm);
    Class<?> type = realm.loadClass("org.apache.maven.cli.MavenCli");
    Object cli = type.getConstructor(world.getClass()).newInstance(world);
    // Maven's log goes to System.out, regardless of the streams that it is given.
    System.setOut(out);
    System.setErr(out);
    Object status =
        type.getMethod("doMain", String[].class, String.class, PrintStream.class, PrintStream.class)
            .invoke(cli, words.toArray(new String[0]), dir.toString(), out, out);
    return (Integer) status;
  }

  /** Loads Maven's classes, the way bin/mvn does. */
  private void load(Path maven) throws IOException, ReflectiveOperationException {
    Path conf = maven.resolve("bin/m2.conf");
    System.setProperty("maven.home", maven.toString());
    System.setProperty("classworlds.conf", conf.toString());
    System.setProperty("maven.multiModuleProjectDirectory", dir.toString());
    System.setProperty("style.color", "never");
    URL jar = launcher(maven).orElseThrow().toUri().toURL();
    ClassLoader loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    Class<?> type = loader.loadClass(LAUNCHER);
    Object launcher = type.getConstructor().newInstance();
    type.getMethod("setSystemClassLoader", ClassLoader.class).invoke(launcher, loader);
    try (InputStream in = Files.newInputStream(conf)) {
      type.getMethod("configure", InputStream.class).invoke(launcher, in);
    }
    world = type.getMethod("getWorld").invoke(launcher);
    realm = (ClassLoader) type.getMethod("getMainRealm").invoke(launcher);
  }

  private Said called(List<String> words) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(words);
    Process process =
        new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Said(process.waitFor(), said);
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while Maven ran", e);
    }
  }
}
