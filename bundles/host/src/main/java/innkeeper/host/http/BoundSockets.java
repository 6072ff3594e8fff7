package innkeeper.host.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What this process listens on, read back from the kernel: /proc/self/net/tcp joined with our own
 * descriptors. Elsewhere than on Linux nothing can be said.
 */
final class BoundSockets {

  private static final String LISTEN = "0A";

  private BoundSockets() {}

  /** One listening socket: {@code 127.0.0.1} or the raw hexadecimal address, and the port. */
  record Bound(String address, int port) {
    boolean loopback() {
      return address.equals("127.0.0.1");
    }

    @Override
    public String toString() {
      return address + ":" + port;
    }
  }

  static List<Bound> read() throws IOException {
    Set<String> own = ownInodes();
    List<Bound> bound = new ArrayList<>();
    for (String table : new String[] {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
      Path path = Path.of(table);
      if (!Files.exists(path)) {
        continue;
      }
      List<String> lines = Files.readAllLines(path);
      for (String line : lines.subList(1, lines.size())) {
        String[] columns = line.trim().split("\\s+");
        if (columns[3].equals(LISTEN) && own.contains(columns[9])) {
          String[] local = columns[1].split(":");
          bound.add(new Bound(address(local[0]), Integer.parseInt(local[1], 16)));
        }
      }
    }
    return bound;
  }

  private static String address(String hex) {
    // A v4 address bound through a v6 socket shows as ::ffff:127.0.0.1.
    boolean loopback = hex.equals("0100007F") || hex.equals("0000000000000000FFFF00000100007F");
    return loopback ? "127.0.0.1" : hex;
  }

  private static Set<String> ownInodes() throws IOException {
    Set<String> inodes = new HashSet<>();
    Path fds = Path.of("/proc/self/fd");
    if (!Files.isDirectory(fds)) {
      return inodes;
    }
    try (Stream<Path> entries = Files.list(fds)) {
      for (Path fd : (Iterable<Path>) entries::iterator) {
        String target;
        try {
          target = Files.readSymbolicLink(fd).toString();
        } catch (java.nio.file.NoSuchFileException e) {
          continue; // closed since it was listed
        }
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring(8, target.length() - 1));
        }
      }
    }
    return inodes;
  }
}
