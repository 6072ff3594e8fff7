package innkeeper.xmlrpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The other end of a connection. A reader that has gone shows only when it is written to, and
 * nothing may be written into a log's text just to find out; so Linux is asked.
 *
 * @param ours the port it asked at
 * @param theirs its own
 */
record ClientConnection(int ours, int theirs) {

  private static final String ESTABLISHED = "01";

  /** True as well where it cannot be told. */
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
        // No such table on this platform.
      }
    }
    return !told;
  }
}
