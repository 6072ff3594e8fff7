package innkeeper.cli;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The host that a command addresses: its DATA_DIR, and how bin/innkeeper found it (lib/hosts.sh).
 */
final class TargetHost {

  private static final String REGISTERED = "host ";

  /** The environment variable that {@code --socket} sets. */
  private static final String SOCKET = "INNKEEPER_SOCKET";

  private final String dataDir;
  private final String why;
  private final FarHost far;

  TargetHost(String dataDir, String why) {
    this(dataDir, why, null);
  }

  private TargetHost(String dataDir, String why, FarHost far) {
    this.dataDir = dataDir;
    this.why = why;
    this.far = far;
  }

  /** Returns a target on another machine. */
  static TargetHost at(FarHost far) {
    return new TargetHost("", "", far);
  }

  /** Returns the target on another machine; null if the host is on this machine. */
  FarHost far() {
    return far;
  }

  /**
   * @throws Client.Mistake if DATA_DIR is not usable
   */
  static TargetHost read() throws Client.Mistake {
    String dataDir = System.getenv("DATA_DIR");
    String why = System.getProperty("innkeeper.meant", "");
    TargetHost meant = new TargetHost(dataDir == null ? "./data" : dataDir, why);
    if (meant.dataDir.isEmpty()) {
      throw new Client.Mistake("DATA_DIR is empty; allowed: a directory (default ./data)");
    }
    try {
      if (new File(meant.dataDir).isFile()) {
        throw new Client.Mistake("DATA_DIR=" + meant.dataDir + " is a file; allowed: a directory");
      }
      meant.socket();
    } catch (InvalidPathException e) {
      throw new Client.Mistake(
          "DATA_DIR=" + meant.dataDir + " is not a path; allowed: a directory");
    }
    return meant;
  }

  /** Returns DATA_DIR as the user gave it. */
  String dataDir() {
    return dataDir;
  }

  Path socket() {
    if (ofGroup()) {
      return Path.of(System.getenv(SOCKET));
    }
    return Path.of(dataDir).resolve("run").resolve("shell.sock");
  }

  /** Returns whether a group's socket was named instead of a DATA_DIR. */
  boolean ofGroup() {
    return !System.getenv().getOrDefault(SOCKET, "").isEmpty();
  }

  /** Returns the settings file that names DATA_DIR; "" if no file names it. */
  String settings() {
    return why.startsWith("/") ? why : "";
  }

  /** Returns the uid that must listen at the socket of a registered host; "" for any. */
  String listener() {
    return why.startsWith(REGISTERED) ? why.substring(REGISTERED.length()) : "";
  }
}
