package innkeeper.system;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real sshd on a free port of 127.0.0.1, with keys of its own, and an {@code ssh} that knows it.
 * Each box is the same login with another environment, as if it were another machine.
 */
final class Sshd implements AutoCloseable {

  private static final Path DAEMON = Path.of("/usr/sbin/sshd");
  private static final Path CLIENT = Path.of("/usr/bin/ssh");

  private final Path folder;
  private final int port = HostProcess.freePort();
  private final Process process;

  /** Whether this machine has both; says so if not. */
  static boolean installed() {
    boolean there = Files.isExecutable(DAEMON) && Files.isExecutable(CLIENT);
    if (!there) {
      System.err.println("SKIPPED: needs sshd and ssh (apt install openssh-server openssh-client)");
    }
    return there;
  }

  /**
   * @param folder is made
   */
  Sshd(Path folder) throws Exception {
    this.folder = Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    for (String key : List.of("host", "user")) {
      Programs.run(
              folder,
              Map.of(),
              List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder + "/" + key))
          .ok();
    }
    script(
        "login",
        "printf '%s\\n' \"$SSH_ORIGINAL_COMMAND\" >>" + folder + "/commands",
        "[ -z \"${BOX_HOME:-}\" ] || export HOME=$BOX_HOME XDG_RUNTIME_DIR=$BOX_RUN PATH=$BOX_PATH",
        "exec \"${BOX_SHELL:-sh}\" -c \"$SSH_ORIGINAL_COMMAND\"");
    Files.writeString(
        folder.resolve("sshd_config"),
        String.join(
            "\n",
            "ListenAddress 127.0.0.1",
            "Port " + port,
            "HostKey " + folder.resolve("host"),
            "AuthorizedKeysFile " + folder.resolve("user.pub"),
            "PidFile none",
            "StrictModes no",
            "UsePAM no",
            "PasswordAuthentication no",
            "PermitRootLogin prohibit-password",
            "AcceptEnv BOX_*",
            "ForceCommand " + folder.resolve("login"),
            ""));
    Files.createDirectory(folder.resolve("bin"));
    script(
        "bin/ssh",
        "printf '%s ' \"$@\" >>" + folder + "/arguments",
        "exec " + CLIENT + " -F " + folder.resolve("config") + " \"$@\"");
    Files.writeString(
        folder.resolve("config"),
        String.join(
            "\n",
            "HostName 127.0.0.1",
            "User " + System.getProperty("user.name"),
            "IdentityFile " + folder.resolve("user"),
            "IdentitiesOnly yes",
            "StrictHostKeyChecking no",
            "LogLevel ERROR",
            "UserKnownHostsFile /dev/null",
            ""));
    if (Files.isWritable(Path.of("/run"))) {
      Files.createDirectories(Path.of("/run/sshd")); // Debian's sshd wants it, empty
    }
    process =
        new ProcessBuilder(DAEMON.toString(), "-D", "-e", "-f", folder + "/sshd_config")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    HostProcess.await("sshd listens", this::listens);
  }

  private boolean listens() {
    if (!process.isAlive()) {
      throw new AssertionError("sshd ended, see " + folder.resolve("said"));
    }
    try {
      new Socket("127.0.0.1", port).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void script(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** Adds a box, on which that host's user logs in. */
  Sshd box(String name, HostProcess of) throws IOException {
    return box(name, of, HostProcess.HOME.resolve("bin") + ":" + System.getenv("PATH"), "sh");
  }

  /** The same with another PATH and another login shell. */
  Sshd box(String name, HostProcess of, String path, String shell) throws IOException {
    String env = "BOX_HOME=%s BOX_RUN=%s BOX_PATH=%s BOX_SHELL=%s";
    return box(name, port, "  SetEnv " + env.formatted(of.scratch(), of.memory(), path, shell));
  }

  /** Adds a box at that port, where something else may listen. */
  Sshd box(String name, int at) throws IOException {
    return box(name, at, "");
  }

  private Sshd box(String name, int at, String more) throws IOException {
    Files.writeString(
        folder.resolve("config"),
        "Host " + name + "\n  Port " + at + "\n" + more + "\n",
        StandardOpenOption.APPEND);
    return this;
  }

  /** PATH with the ssh that knows the boxes. */
  String path() {
    return folder.resolve("bin") + ":" + System.getenv("PATH");
  }

  /** All that argv of ssh and of the login shells held so far. */
  String commands() throws IOException {
    return Files.readString(folder.resolve("arguments"))
        + Files.readString(folder.resolve("commands"));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
