package innkeeper.shell.client;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The host that a command means: its DATA_DIR, and how bin/innkeeper came to it (lib/hosts.sh). */
final class TargetHost {

  private static final String REGISTERED = "host ";

  /** Set by {@code --socket}. */
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

  /** A host of another machine. */
  static TargetHost at(FarHost far) {
    return new TargetHost("", "", far);
  }

  /** The host of another machine that is meant; null for one of this. */
  FarHost far() {
    return far;
  }

  /**
   * @throws Client.Mistake if DATA_DIR cannot be one
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
      throw new Client.Mistake("DATA_DIR=" + meant.dataDir + " is no path; allowed: a directory");
    }
    return meant;
  }

  /** As it was given. */
  String dataDir() {
    return dataDir;
  }

  Path socket() {
    if (ofGroup()) {
      return Path.of(System.getenv(SOCKET));
    }
    return Path.of(dataDir).resolve("run").resolve("shell.sock");
  }

  /** Whether a socket was named instead of a DATA_DIR: the one of a group. */
  boolean ofGroup() {
    return !System.getenv().getOrDefault(SOCKET, "").isEmpty();
  }

  /** The file that names DATA_DIR, "" if it is not from a file. */
  String settings() {
    return why.startsWith("/") ? why : "";
  }

  /** The number of the user who must listen at the socket of a registered host; "" for any. */
  String listener() {
    return why.startsWith(REGISTERED) ? why.substring(REGISTERED.length()) : "";
  }
}
