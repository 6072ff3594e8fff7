package innkeeper.boot;

import innkeeper.boot.libc.DirectoryLock;
import innkeeper.boot.libc.Libc;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The next host, which this process becomes: same pid, another program (execve). A terminal, nohup,
 * systemd or whoever else started the host sees one process throughout, can signal it throughout,
 * and gets the true exit status; the lock, which belongs to the process, is never let go. Jenkins
 * restarts itself the same way.
 */
final class Successor {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final Libc libc;
  private final Path run;
  private final List<String> command;

  private Successor(Libc libc, Path run, List<String> command) {
    this.libc = libc;
    this.run = run;
    this.command = command;
  }

  /**
   * All that can be found out beforehand.
   *
   * @param home of the release that shall run
   * @throws IOException with one line that says why it cannot
   */
  static Successor prepare(Path home, Path run, RunOptions options) throws IOException {
    Path program = home.resolve("bin/innkeeper");
    if (!Files.isExecutable(program)) {
      throw new IOException(program + " is no program that can be run");
    }
    if (!Files.isDirectory(DESCRIPTORS)) {
      throw new IOException("only Linux lets a host become the next one; stop it and start it");
    }
    List<String> command = new ArrayList<>();
    String mask = System.getProperty("innkeeper.umask", "");
    if (mask.matches("[0-7]{1,4}")) {
      // Ours is stricter than the one we were called with, which the servers get.
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

  /** Does it; returns only if it failed. */
  void become() {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : open) {
        int number = Integer.parseInt(descriptor.getFileName().toString());
        if (number > 2) {
          libc.closeOnExec(number, !isLock(descriptor));
        }
      }
    } catch (IOException e) {
      System.err.println("descriptors could not be listed, the next host inherits them: " + e);
    }
    libc.execute(command.toArray(new String[0]));
  }

  /** Closing the descriptors of the locks would release them. */
  private boolean isLock(Path descriptor) {
    return DirectoryLock.isOf(descriptor, run.resolve(HostLock.NAME))
        || DirectoryLock.isOf(descriptor, run.getParent());
  }
}
