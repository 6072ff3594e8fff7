package innkeeper.host.socket;

import innkeeper.host.socket.BoundSocket.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What this process listens on, read back from the kernel: the tables in /proc/self/net joined with
 * our own descriptors. Elsewhere than on Linux nothing can be said. Safe for many threads.
 */
public final class BoundSockets {

  private static final String ESTABLISHED = "01";

  /** TCP_LISTEN. */
  private static final String LISTENS = "0A";

  /** TCP_CLOSE, which is what the kernel calls a UDP socket that is connected to nobody. */
  private static final String UNCONNECTED = "07";

  private static final int UNIX_INODE = 6;

  private static final long TRUSTED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private record Row(String local, String state, String inode) {}

  private final Path proc;

  /**
   * Own sockets of which no more can become: TCP ones that listen or are connected, and Unix ones,
   * which are empty here. The kernel walks through all places of its table to make the list of TCP
   * sockets, some 4 ms each. So it is asked only when there is a socket that is not among these,
   * and once a minute: who chooses a path for a Unix socket can write what looks like a row.
   */
  private final Map<String, Optional<BoundSocket>> settled = new HashMap<>();

  private long listedAt = System.nanoTime() - TRUSTED_NANOS;

  /** Of this process. */
  public BoundSockets() {
    this(Path.of("/proc/self"));
  }

  BoundSockets(Path proc) {
    this.proc = proc;
  }

  /** All of them; none where there is no /proc. */
  public synchronized List<BoundSocket> read() throws IOException {
    Set<String> own = ownInodes();
    settled.keySet().retainAll(own);
    List<BoundSocket> bound = new ArrayList<>();
    Set<String> unknown = new HashSet<>(own);
    for (Row row : rows(own, "udp", "udp6")) {
      unknown.remove(row.inode());
      if (row.state().equals(UNCONNECTED)) {
        bound.add(socket(Protocol.UDP, row));
      }
    }
    unknown.removeAll(settled.keySet());
    if (!unknown.isEmpty()) {
      unixSockets().stream().filter(own::contains).forEach(i -> settled.put(i, Optional.empty()));
      unknown.removeAll(settled.keySet());
    }
    if (!unknown.isEmpty() || System.nanoTime() - listedAt > TRUSTED_NANOS) {
      listedAt = System.nanoTime();
      for (Row row : rows(own, "tcp", "tcp6")) {
        if (row.state().equals(LISTENS)) {
          settled.put(row.inode(), Optional.of(socket(Protocol.TCP, row)));
        } else if (row.state().equals(ESTABLISHED)) {
          settled.put(row.inode(), Optional.empty());
        }
      }
    }
    settled.values().forEach(socket -> socket.ifPresent(bound::add));
    return bound;
  }

  /** Those of our own sockets. */
  private List<Row> rows(Set<String> own, String... tables) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String table : own.isEmpty() ? new String[0] : tables) {
      for (String[] columns : table(table)) {
        if (own.contains(columns[9])) {
          rows.add(new Row(columns[1], columns[3], columns[9]));
        }
      }
    }
    return rows;
  }

  private List<String> unixSockets() throws IOException {
    return table("unix").stream().map(columns -> columns[UNIX_INODE]).toList();
  }

  /** The columns of each line below the heading; none where the kernel has no such table. */
  private List<String[]> table(String name) throws IOException {
    Path file = proc.resolve("net").resolve(name);
    if (!Files.exists(file)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.skip(1).map(line -> line.trim().split(" +")).toList();
    }
  }

  private static BoundSocket socket(Protocol protocol, Row row) throws UnknownHostException {
    String[] local = row.local().split(":");
    return new BoundSocket(
        protocol, address(local[0]), Integer.parseInt(local[1], 16), row.inode());
  }

  /** Words of four bytes, each with its lowest byte first; ::ffff:127.0.0.1 is 127.0.0.1. */
  private static InetAddress address(String hex) throws UnknownHostException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    byte[] inOrder = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      inOrder[i] = bytes[i / 4 * 4 + 3 - i % 4];
    }
    return InetAddress.getByAddress(inOrder);
  }

  private Set<String> ownInodes() throws IOException {
    Set<String> inodes = new HashSet<>();
    Path descriptors = proc.resolve("fd");
    if (!Files.isDirectory(descriptors)) {
      return inodes;
    }
    try (Stream<Path> entries = Files.list(descriptors)) {
      for (Path descriptor : (Iterable<Path>) entries::iterator) {
        String target = target(descriptor);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    }
    return inodes;
  }

  private static String target(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (NoSuchFileException e) {
      return ""; // closed since it was listed
    }
  }
}
