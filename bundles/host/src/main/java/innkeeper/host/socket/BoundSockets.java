package innkeeper.host.socket;

import innkeeper.host.socket.BoundSocket.Protocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
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
 * Reads from the kernel on which sockets this process listens: it joins the tables in
 * /proc/self/net with our own descriptors. On systems other than Linux it finds no socket. Safe for
 * many threads.
 */
public final class BoundSockets {

  private static final String ESTABLISHED = "01";

  /** The kernel's state TCP_LISTEN. */
  private static final String LISTENS = "0A";

  /** The kernel's state TCP_CLOSE, which is also the state of an unconnected UDP socket. */
  private static final String UNCONNECTED = "07";

  private static final int INODE = 9;

  private static final int UNIX_INODE = 6;

  private static final long TRUSTED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private record Row(BoundSocket socket, String state) {}

  private final Path proc;

  /**
   * Our sockets that cannot change their role: TCP sockets that listen or are connected, and Unix
   * sockets, which are empty here. The kernel walks its whole table to list TCP sockets, about 4 ms
   * each time. So the list is read only if another socket exists, and once a minute in any case.
   * The minute matters because a path of a Unix socket can imitate a row of the table.
   */
  private final Map<String, Optional<BoundSocket>> settled = new HashMap<>();

  private long listedAt = System.nanoTime() - TRUSTED_NANOS;

  public BoundSockets() {
    this(Path.of("/proc/self"));
  }

  BoundSockets(Path proc) {
    this.proc = proc;
  }

  /**
   * Returns all sockets of this process that others can send to; an empty list on systems without
   * /proc.
   *
   * @throws IOException if the kernel's tables cannot be read, or if a line of the IP tables has an
   *     unknown form: it may concern a socket of this process
   */
  public synchronized List<BoundSocket> read() throws IOException {
    Set<String> own = ownInodes();
    settled.keySet().retainAll(own);
    List<BoundSocket> bound = new ArrayList<>();
    Set<String> unknown = new HashSet<>(own);
    for (Row row : rows(own, "udp", "udp6")) {
      unknown.remove(row.socket().inode());
      if (row.state().equals(UNCONNECTED)) {
        bound.add(row.socket());
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
          settled.put(row.socket().inode(), Optional.of(row.socket()));
        } else if (row.state().equals(ESTABLISHED)) {
          settled.put(row.socket().inode(), Optional.empty());
        }
      }
    }
    settled.values().forEach(socket -> socket.ifPresent(bound::add));
    return bound;
  }

  /** Returns the rows of /proc/net tables that describe sockets of this process. */
  private List<Row> rows(Set<String> own, String... tables) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String table : own.isEmpty() ? new String[0] : tables) {
      for (String[] columns : table(table)) {
        if (columns.length <= INODE) {
          throw notUnderstood(table, columns);
        }
        if (own.contains(columns[INODE])) {
          rows.add(row(table, columns));
        }
      }
    }
    return rows;
  }

  /**
   * Returns the inodes in the table of Unix sockets. Any user's path may end a line here, and may
   * contain line ends. The rest of such a path is skipped or counts as a line: see {@link
   * #settled}.
   */
  private List<String> unixSockets() throws IOException {
    return table("unix").stream()
        .filter(columns -> columns.length > UNIX_INODE)
        .map(columns -> columns[UNIX_INODE])
        .toList();
  }

  /**
   * Returns the columns of each line below the heading; an empty list if the kernel has no such
   * table.
   */
  private List<String[]> table(String name) throws IOException {
    Path file = proc.resolve("net").resolve(name);
    if (!Files.exists(file)) {
      return List.of();
    }
    // Paths in the table of Unix sockets may contain bytes of any encoding.
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines
          .skip(1)
          .filter(line -> !line.isBlank())
          .map(line -> line.trim().split(" +"))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Row row(String table, String[] columns) throws IOException {
    try {
      String[] local = columns[1].split(":");
      int port = Integer.parseInt(local[1], 16);
      Protocol protocol = table.startsWith("udp") ? Protocol.UDP : Protocol.TCP;
      return new Row(
          new BoundSocket(protocol, address(local[0]), port, columns[INODE]), columns[3]);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | UnknownHostException e) {
      throw notUnderstood(table, columns);
    }
  }

  private static IOException notUnderstood(String table, String[] columns) {
    return new IOException(
        "/proc/net/" + table + " has a line of another form: " + String.join(" ", columns));
  }

  /**
   * Parses an address: words of four bytes, each with its lowest byte first. ::ffff:127.0.0.1
   * becomes 127.0.0.1.
   */
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
      return ""; // closed since the listing
    }
  }
}
