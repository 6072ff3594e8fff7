package innkeeper.xmlrpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The client's end of a connection. A write is usually the only way to notice that a reader has
 * gone. A log's stream must contain only the log, so this class asks Linux instead.
 *
 * @param ours the port of this host that the client connected to
 * @param theirs the client's own port
 */
record ClientConnection(int ours, int theirs) {

  private static final String ESTABLISHED = "01";

  /** Returns whether the connection is open; true also if that is unknown. */
  boolean listens() {
    String local = String.format(Locale.ROOT, ":%04X", ours);
    String remote = String.format(Locale.ROOT, ":%04X", theirs);
    boolean told = false;
    for (String table : new String[] {"tcp", "tcp6"}) {
      try {
        for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
          String[] f = line.strip().split("\\s+");
          if (f.length > 3 && f[1].endsWith(local) && f[2].endsWith(remote)) {
            return f[3].equals(ESTABLISHED);
          }
        }
        told = true;
      } catch (IOException e) {
        // This platform has no table of sockets in /proc.
      }
    }
    return !told;
  }
}
