package innkeeper.devkit;

import innkeeper.devkit.BundleProject.Built;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.jar.JarFile;

/**
 * Builds and updates a bundle at each save, and shows its log. The loop's own messages begin with
 * {@code --}.
 */
final class DevLoop {

  private final Path dir;
  private final BundleProject project;
  private final HostCommands host;
  private final boolean remove;
  private final PrintStream out = System.out;
  private final BundleLog log;
  private volatile Built last;

  DevLoop(Path dir, BundleProject project, HostCommands host, boolean remove) {
    this.dir = dir;
    this.project = project;
    this.host = host;
    this.remove = remove;
    this.log = new BundleLog(host, out, ZoneId.systemDefault());
  }

  /** Runs until the program ends, by Ctrl-C. */
  void run() throws IOException, InterruptedException, RefusedException {
    HostCommands.Said there = host.run("surfaces");
    if (!there.ok()) {
      throw new RefusedException("a bundle is developed in a running host: " + there.out());
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end"));
    log.start();
    try (SourceWatch saves = new SourceWatch(dir)) {
      out.println("-- builds " + dir + " (" + project.form() + ") at each save; Ctrl-C ends it");
      boolean warm = false;
      String what = "the start";
      for (long since = System.currentTimeMillis(); ; since = saves.await()) {
        if (update(since, what) && !warm) {
          project.warmUp();
          warm = true;
        }
        what = "the save";
      }
    }
  }

  /** Builds and installs the bundle. Returns whether it serves now. */
  private boolean update(long since, String what) throws IOException, InterruptedException {
    try {
      Built built = project.build();
      long builtAt = System.currentTimeMillis();
      log.of(built.name(), activator(built.jar()));
      HostCommands.Said said = host.run("install", built.jar().toString());
      if (!said.ok()) {
        out.println("-- not updated: " + said.out().replace("\n", "\n   "));
        return false;
      }
      out.printf(
          "-- %s %s is active, %d ms after %s (built after %d ms)%n",
          built.name(), built.version(), System.currentTimeMillis() - since, what, builtAt - since);
      boolean replaced = last != null;
      last = built;
      if (replaced) {
        out.println("-- leaks: " + leaks(built.name()));
      }
      return true;
    } catch (RefusedException e) {
      out.println(
          "-- "
              + e.getMessage().stripTrailing()
              + (last == null ? "" : "\n-- the bundle before runs on"));
      return false;
    }
  }

  private String leaks(String name) throws IOException, InterruptedException {
    HostCommands.Said said = host.run("surfaces", name, "--leaks");
    return said.ok() && !said.out().contains("\n") && said.out().startsWith(name + ": ")
        ? "none"
        : said.out().replace("\n", "\n          ");
  }

  private static String activator(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      String activator = file.getManifest().getMainAttributes().getValue("Bundle-Activator");
      return activator == null ? "" : activator.strip();
    }
  }

  /** Cleans up after Ctrl-C, or another signal that ends the program. */
  private void end() {
    log.close();
    Built built = last;
    if (built == null) {
      return;
    }
    if (!remove) {
      out.println(
          "-- " + built.name() + " stays; to take it out: innkeeper uninstall " + built.name());
      return;
    }
    try {
      HostCommands.Said said = host.run("uninstall", built.name());
      out.println("-- " + (said.ok() ? built.name() + " was taken out" : said.out()));
    } catch (IOException e) {
      out.println("-- " + built.name() + " could not be taken out: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
