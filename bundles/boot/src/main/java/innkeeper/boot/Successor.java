package innkeeper.boot;

import innkeeper.boot.libc.Descriptors;
import innkeeper.boot.libc.Libc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The next host, which this process becomes: the same pid with another program (execve). A
 * terminal, nohup or systemd that started the host sees one process throughout. It can always
 * signal that process and gets its true exit status. The lock belongs to the process and is never
 * released. Jenkins restarts itself in the same way.
 */
final class Successor {

  private final Libc libc;
  private final Path run;
  private final List<String> command;

  private Successor(Libc libc, Path run, List<String> command) {
    this.libc = libc;
    this.run = run;
    this.command = command;
  }

  /**
   * Makes all checks that are possible before the step.
   *
   * @param home the home of the release to run
   * @throws IOException with one line that gives the reason if the step is impossible
   */
  static Successor prepare(Path home, Path run, RunOptions options) throws IOException {
    Path program = home.resolve("bin/innkeeper");
    if (!Files.isExecutable(program)) {
      throw new IOException(program + " is not a program that can be run");
    }
    if (!Files.isDirectory(Path.of("/proc/self/fd"))) {
      throw new IOException("only Linux lets a host become the next one; stop it and start it");
    }
    List<String> command = new ArrayList<>();
    String mask = System.getProperty("innkeeper.umask", "");
    if (mask.matches("[0-7]{1,4}")) {
      // Our umask is stricter than the one of our caller, which the servers must get.
      command.addAll(List.of("/bin/sh", "-c", "umask \"$0\" && exec \"$@\"", mask));
    }
    command.addAll(List.of(program.toString(), "run", "--here"));
    command.addAll(options.words());
    try {
      return new Successor(Libc.load(run), run, command);
    } catch (LinkageError e) {
      throw new IOException("the C library cannot be called: " + e.getMessage(), e);
    }
  }

  /** Replaces this program; returns only if that failed. */
  void become() {
    // These files stay open, because closing one would release the lock on it.
    Set<String> locks = Set.of(run.resolve(HostLock.NAME).toString(), run.getParent().toString());
    try {
      Descriptors.of("self")
          .forEach(
              (number, target) -> {
                if (number > 2) {
                  libc.closeOnExec(number, !locks.contains(target));
                }
              });
    } catch (IOException e) {
      System.err.println("descriptors could not be listed, the next host inherits them: " + e);
    }
    libc.execute(command.toArray(new String[0]));
  }
}
