package innkeeper.boot;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks the set-up without starting anything, and says what to mend. */
final class Doctor {

  private final PrintStream out;
  private boolean well = true;

  private Doctor(PrintStream out) {
    this.out = out;
  }

  /** Whether a host would start and keep its promises here. */
  static boolean examine(Environment environment, PrintStream out) {
    Doctor doctor = new Doctor(out);
    doctor.java();
    doctor.release(environment);
    for (String mistake : environment.mistakes()) {
      doctor.say(false, mistake, "mend the variable or conf/innkeeper.config");
    }
    if (environment.mistakes().isEmpty()) {
      doctor.data(environment.dataDir());
      doctor.port(environment.adminPort());
    }
    doctor.programs();
    doctor.memory();
    return doctor.well;
  }

  private void java() {
    int version = Runtime.version().feature();
    say(version >= 17, "java " + Runtime.version(), "install a JDK from 17 on and set JAVA_HOME");
  }

  /** bin/innkeeper has chosen already: an upgrade's release lies under DATA_DIR/releases. */
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
    say(true, "DATA_DIR=" + dir, "");
    say(
        !Files.isDirectory(dir) || Files.isWritable(dir),
        "DATA_DIR can be written",
        "give this user the directory: chown -R \"$USER\" " + dir);
  }

  private void port(int port) {
    if (port == 0) {
      say(true, "ADMIN_PORT=0: no page, no API, no TCP socket", "");
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
    out.println((fine ? "ok    " : "WRONG ") + what + (fine ? "" : "\n      mend: " + mend));
  }
}
