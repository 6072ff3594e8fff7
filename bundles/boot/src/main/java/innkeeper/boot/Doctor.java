package innkeeper.boot;

import innkeeper.boot.settings.Environment;
import innkeeper.boot.settings.UnitSettings;
import innkeeper.common.net.LoopbackPort;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks the set-up without starting anything, and reports what to fix. */
final class Doctor {

  private final PrintStream out;
  private boolean well = true;

  private Doctor(PrintStream out) {
    this.out = out;
  }

  /** Prints the findings and returns whether a host would start and work correctly here. */
  static boolean examine(Map<String, String> env, Path home, PrintStream out) throws IOException {
    UnitSettings unit = UnitSettings.read(env);
    Environment environment = Environment.read(env, home);
    if (environment.mistakes().isEmpty() && unit.of(environment.dataDir())) {
      // The unit's host runs with these settings, even if this terminal has others.
      Map<String, String> both = new HashMap<>(env);
      both.putAll(unit.values());
      environment = Environment.read(both, home);
    }
    Doctor doctor = new Doctor(out);
    doctor.java();
    doctor.release(environment);
    for (String mistake : environment.mistakes()) {
      doctor.say(false, mistake, "fix the variable or conf/innkeeper.config");
    }
    if (environment.mistakes().isEmpty()) {
      doctor.meant(environment.dataDir());
      doctor.data(environment.dataDir());
      doctor.port(environment.adminPort(), environment.adminSocket().isPresent());
    }
    for (ServiceSetup.Finding finding : new ServiceSetup(Path.of("/"), home, env, unit).look()) {
      doctor.say(finding.fine(), finding.what(), finding.mend());
    }
    doctor.programs();
    doctor.memory();
    return doctor.well;
  }

  /** Prints which host a command refers to; lib/hosts.sh has found it. */
  private void meant(Path dataDir) {
    String why = System.getProperty("innkeeper.meant", "");
    String because =
        switch (why.split(" ")[0]) {
          case "", "DATA_DIR" -> "DATA_DIR of this environment names it";
          case "--data" -> "--data names it";
          case "host" -> "the one host of yours that runs is there";
          case "several" -> "the default; several hosts of yours run, and --data names one of them";
          case "default" -> "the default, for no host of yours runs and no unit has settings";
          default -> why + " names it, and no host of yours runs";
        };
    say(true, "a command means DATA_DIR=" + dataDir + ": " + because, "");
  }

  private void java() {
    int version = Runtime.version().feature();
    say(
        version >= 17,
        "java " + Runtime.version(),
        "install a Java runtime (JRE), 17 or newer, and set JAVA_HOME");
  }

  /**
   * Prints the release that bin/innkeeper has chosen. An upgraded release lies under
   * DATA_DIR/releases.
   */
  private void release(Environment environment) {
    Path home = environment.home();
    Path folder = home.getParent();
    boolean upgraded = folder != null && folder.endsWith("releases");
    say(true, "release " + home.getFileName() + " in " + home, "");
    if (upgraded && Files.exists(folder.resolve("current"))) {
      try {
        List<String> current = Files.readAllLines(folder.resolve("current"));
        out.println("      in place of " + current.get(1) + "; innkeeper upgrade --back undoes it");
      } catch (IOException | IndexOutOfBoundsException e) {
        say(false, folder + "/current cannot be read: " + e, "remove it");
      }
    }
  }

  private void data(Path dir) {
    say(
        !Files.isDirectory(dir) || Files.isWritable(dir),
        "DATA_DIR can be written",
        "give this user the directory: chown -R \"$USER\" " + dir);
  }

  private void port(int port, boolean socket) {
    if (port == 0) {
      String served = socket ? "page and API on ADMIN_SOCKET alone" : "no page, no API";
      say(true, "ADMIN_PORT=0: " + served + ", no TCP socket", "");
    } else {
      boolean free = LoopbackPort.free(port);
      out.println(
          (free ? "ok    " : "note  ")
              + "ADMIN_PORT="
              + port
              + (free ? " is free" : " is in use; that is right if a host runs already"));
    }
  }

  private void programs() {
    List<String> missing = new ArrayList<>();
    for (String program : new String[] {"sh", "mkfifo", "setsid", "kill"}) {
      if (!onPath(program)) {
        missing.add(program);
      }
    }
    say(
        missing.isEmpty(),
        missing.isEmpty() ? "sh, mkfifo, setsid, kill are there" : "missing: " + missing,
        "install coreutils and util-linux; without them servers end with the host");
  }

  private void memory() {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    boolean tmpfs =
        (runtime != null && Files.isWritable(Path.of(runtime)))
            || Files.isWritable(Path.of("/dev/shm"));
    say(
        tmpfs,
        "a tmpfs for what is read but not yet written",
        "set XDG_RUNTIME_DIR or mount /dev/shm; without it a crash may lose up to 64 KiB of output");
  }

  private static boolean onPath(String program) {
    for (String dir :
        System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(File.pathSeparator)) {
      if (!dir.isEmpty() && Files.isExecutable(Path.of(dir, program))) {
        return true;
      }
    }
    return false;
  }

  private void say(boolean fine, String what, String mend) {
    well &= fine;
    out.println((fine ? "ok    " : "WRONG ") + what + (fine ? "" : "\n      fix: " + mend));
  }
}
