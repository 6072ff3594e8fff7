package innkeeper.admin.http;

import innkeeper.api.audit.Actor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the user and the process at the other end of a loopback connection, on Linux. The table
 * /proc/net/tcp holds user and socket; /proc/PID/fd holds the sockets of a process. The peer of a
 * tunnel is reported as it is: sshd. A field that cannot be found stays empty.
 *
 * <p>A request waits for the result, so each connection is looked up once. The youngest processes
 * are searched first, because the client often is a command that has just started.
 */
public final class LoopbackPeer {

  private static final long LONGEST_NANOS = 250_000_000;

  private static final int REMEMBERED = 128;

  private final Path proc;

  /** Results by connection. It is emptied when it holds more than can be open at once. */
  private final Map<String, Actor> known = new ConcurrentHashMap<>();

  public LoopbackPeer() {
    this(Path.of("/proc"));
  }

  LoopbackPeer(Path proc) {
    this.proc = proc;
  }

  private record Socket(String uid, String inode) {}

  /**
   * Returns the actor at the other end of the connection.
   *
   * @param connection identifies the connection
   * @param peerPort the client's port
   * @param ourPort the port that the client has connected to
   */
  public Actor actor(String connection, int peerPort, int ourPort) {
    Actor remembered = known.get(connection);
    if (remembered != null) {
      return remembered;
    }
    if (known.size() >= REMEMBERED) {
      known.clear();
    }
    Actor actor = actor(peerPort, ourPort);
    known.put(connection, actor);
    return actor;
  }

  private Actor actor(int peerPort, int ourPort) {
    return socket("net/tcp", peerPort, ourPort)
        .or(() -> socket("net/tcp6", peerPort, ourPort))
        .map(s -> new Actor(Actor.Via.HTTP, s.uid(), program(s.inode())))
        .orElse(Actor.of(Actor.Via.HTTP));
  }

  private Optional<Socket> socket(String table, int peerPort, int ourPort) {
    // A table may hold thousands of lines, so only a line with the wanted ports is split.
    String local = String.format(Locale.ROOT, ":%04X ", peerPort);
    String remote = String.format(Locale.ROOT, ":%04X ", ourPort);
    try {
      String all = new String(Files.readAllBytes(proc.resolve(table)), StandardCharsets.ISO_8859_1);
      for (int at = all.indexOf(local); at >= 0; at = all.indexOf(local, at + 1)) {
        int begin = all.lastIndexOf('\n', at) + 1;
        int end = all.indexOf('\n', at);
        String[] f = all.substring(begin, end < 0 ? all.length() : end).strip().split("\\s+");
        if (f.length > 9 && (f[1] + " ").endsWith(local) && (f[2] + " ").endsWith(remote)) {
          return Optional.of(new Socket(f[7], f[9]));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      // This platform has no table of sockets in /proc, so the peer is unknown.
      return Optional.empty();
    }
  }

  private String program(String inode) {
    String wanted = "socket:[" + inode + "]";
    long deadline = System.nanoTime() + LONGEST_NANOS;
    for (Path process : youngestFirst()) {
      if (System.nanoTime() > deadline) {
        return "";
      }
      if (holds(process, wanted)) {
        return name(process);
      }
    }
    return "";
  }

  private List<Path> youngestFirst() {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      processes.forEach(all::add);
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    // The number with more digits is higher.
    all.sort(
        Comparator.comparingInt((Path p) -> p.getFileName().toString().length())
            .thenComparing(Comparator.naturalOrder())
            .reversed());
    return all;
  }

  private static boolean holds(Path process, String wanted) {
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        if (target(descriptor).equals(wanted)) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException e) {
      // The process belongs to another user, or has just ended.
      return false;
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      // The descriptor was closed between listing and reading.
      return "";
    }
  }

  /**
   * Returns the process's name, which the kernel limits to 15 characters. Unusual characters are
   * replaced.
   */
  private static String name(Path process) {
    try {
      return Files.readString(process.resolve("comm")).strip().replaceAll("[^A-Za-z0-9 ._+-]", "?");
    } catch (IOException e) {
      return "";
    }
  }
}
