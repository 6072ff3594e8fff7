package innkeeper.admin.http;

import innkeeper.api.audit.Actor;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Who holds the other end of a loopback connection, as Linux tells it: /proc/net/tcp gives user and
 * socket, /proc/PID/fd the process. Through a tunnel that is sshd, honestly. What cannot be told is
 * left empty.
 */
public final class Peer {

  private static final long LONGEST_NANOS = 50_000_000;

  private final Path proc;

  public Peer() {
    this(Path.of("/proc"));
  }

  Peer(Path proc) {
    this.proc = proc;
  }

  private record Socket(String uid, String inode) {}

  /**
   * @param peerPort the asker's port
   * @param ourPort the port it asked at
   */
  public Actor actor(int peerPort, int ourPort) {
    Optional<Socket> socket = socket("net/tcp", peerPort, ourPort);
    if (socket.isEmpty()) {
      socket = socket("net/tcp6", peerPort, ourPort);
    }
    return socket
        .map(s -> new Actor(Actor.Via.HTTP, s.uid(), program(s.inode())))
        .orElse(Actor.of(Actor.Via.HTTP));
  }

  private Optional<Socket> socket(String table, int peerPort, int ourPort) {
    String local = String.format(Locale.ROOT, ":%04X", peerPort);
    String remote = String.format(Locale.ROOT, ":%04X", ourPort);
    try (BufferedReader reader = Files.newBufferedReader(proc.resolve(table))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] f = line.strip().split("\\s+");
        if (f.length > 9 && f[1].endsWith(local) && f[2].endsWith(remote)) {
          return Optional.of(new Socket(f[7], f[9]));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      // No such table on this platform: nobody can tell.
      return Optional.empty();
    }
  }

  private String program(String inode) {
    String wanted = "socket:[" + inode + "]";
    long deadline = System.nanoTime() + LONGEST_NANOS;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        if (System.nanoTime() > deadline) {
          return "";
        }
        if (holds(process, wanted)) {
          return name(process);
        }
      }
      return "";
    } catch (IOException e) {
      return "";
    }
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
      // Another user's process, or one that has just ended.
      return false;
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      // Closed between listing and reading.
      return "";
    }
  }

  /** At most 15 characters by the kernel; whatever is no plain character is replaced. */
  private static String name(Path process) {
    try {
      return Files.readString(process.resolve("comm")).strip().replaceAll("[^A-Za-z0-9 ._+-]", "?");
    } catch (IOException e) {
      return "";
    }
  }
}
