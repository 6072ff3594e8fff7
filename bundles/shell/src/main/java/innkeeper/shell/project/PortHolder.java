package innkeeper.shell.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds out from /proc which process listens on a TCP port. The kernel shows the descriptors of a
 * process to its own user and to root only. For another user's process, only the user of the port
 * is known.
 */
final class PortHolder {

  /** The state TCP_LISTEN in /proc/net/tcp. */
  private static final String LISTEN = "0A";

  /** The variable that the supervisor sets for each server: channelId, slash, further data. */
  private static final String MARK = "INNKEEPER_SERVER=";

  private static final long AGAIN_MS = 100;

  private final Path proc;
  private final Pause pause;

  /** Pauses between two scans; a test ends a process meanwhile. */
  interface Pause {
    void take() throws InterruptedException;
  }

  PortHolder(Path proc) {
    this(proc, () -> Thread.sleep(AGAIN_MS));
  }

  PortHolder(Path proc, Pause pause) {
    this.proc = proc;
    this.pause = pause;
  }

  /**
   * Finds the processes that listen on these ports and are not the project's own server.
   *
   * @param projects channelIds by port
   * @return by port a phrase such as {@code nginx (pid 812)}; a port that is free, own or unknown
   *     is missing
   */
  Map<Integer, String> strangers(Map<Integer, String> projects) throws InterruptedException {
    Map<Integer, String> first = look(projects);
    if (first.isEmpty()) {
      return first;
    }
    // The project's own server may have ended between the scan of sockets and that of
    // descriptors.
    pause.take();
    Map<Integer, String> again = look(projects);
    again.keySet().retainAll(first.keySet());
    return again;
  }

  private Map<Integer, String> look(Map<Integer, String> projects) {
    Map<String, Socket> listening = new HashMap<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      try (Stream<String> lines = Files.lines(proc.resolve(table), StandardCharsets.ISO_8859_1)) {
        lines
            .skip(1)
            .map(PortHolder::listening)
            .flatMap(Optional::stream)
            .filter(socket -> projects.containsKey(socket.port()))
            .forEach(socket -> listening.put("socket:[" + socket.inode() + "]", socket));
      } catch (IOException | java.io.UncheckedIOException e) {
        continue; // This table is missing, so its ports are unknown.
      }
    }
    Map<Integer, String> strangers = new HashMap<>();
    if (listening.isEmpty()) {
      return strangers;
    }
    Set<Integer> own = new HashSet<>();
    holders(listening)
        .forEach(
            (pid, ports) ->
                ports.forEach(
                    port -> {
                      String channelId = channelId(pid);
                      if (channelId.equals(projects.get(port))) {
                        own.add(port);
                      } else {
                        strangers.put(port, name(pid, channelId));
                      }
                    }));
    listening
        .values()
        .forEach(s -> strangers.putIfAbsent(s.port(), "a process of user " + user(s.uid())));
    strangers.keySet().removeAll(own);
    return strangers;
  }

  private record Socket(int port, String uid, String inode) {}

  /** Parses a line: {@code sl local rem st queues timers retrnsmt uid timeout inode}. */
  private static Optional<Socket> listening(String line) {
    String[] fields = line.strip().split("\\s+");
    if (fields.length < 10 || !fields[3].equals(LISTEN)) {
      return Optional.empty();
    }
    try {
      int port = Integer.parseInt(fields[1].substring(fields[1].lastIndexOf(':') + 1), 16);
      return Optional.of(new Socket(port, fields[7], fields[9]));
    } catch (NumberFormatException e) {
      return Optional.empty(); // The line has another form, so the socket is unknown.
    }
  }

  private Map<String, Set<Integer>> holders(Map<String, Socket> listening) {
    Map<String, Set<Integer>> holders = new HashMap<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        Set<Integer> ports = ports(process, listening);
        if (!ports.isEmpty()) {
          holders.put(process.getFileName().toString(), ports);
        }
      }
    } catch (IOException e) {
      return holders; // The results so far remain valid.
    }
    return holders;
  }

  private static Set<Integer> ports(Path process, Map<String, Socket> listening) {
    Set<Integer> ports = new HashSet<>();
    if (ports(process, listening, ports)) {
      return ports;
    }
    // The main thread has ended; the other threads still show the descriptors.
    for (Path thread : threads(process)) {
      ports(thread, listening, ports);
    }
    return ports;
  }

  /** Adds the ports of a task. Returns whether any descriptor of the task is visible. */
  private static boolean ports(Path task, Map<String, Socket> listening, Set<Integer> ports) {
    boolean any = false;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(task.resolve("fd"))) {
      for (Path descriptor : open) {
        any = true;
        Socket socket = listening.get(Files.readSymbolicLink(descriptor).toString());
        if (socket != null) {
          ports.add(socket.port());
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      return any; // The process belongs to another user, or has just ended.
    }
    return any;
  }

  private static List<Path> threads(Path process) {
    List<Path> threads = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(process.resolve("task"))) {
      all.forEach(threads::add);
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      return threads; // The process has just ended.
    }
    return threads;
  }

  /** Returns the channelId of the project whose server it is; "" for other processes. */
  private String channelId(String pid) {
    for (String variable : environ(pid).split("\0")) {
      if (variable.startsWith(MARK)) {
        String mark = variable.substring(MARK.length());
        return mark.substring(0, Math.max(0, mark.indexOf('/')));
      }
    }
    return "";
  }

  private String environ(String pid) {
    String own = text(pid, "environ");
    if (!own.isEmpty()) {
      return own;
    }
    return threads(proc.resolve(pid)).stream()
        .map(thread -> text(pid, "task/" + thread.getFileName() + "/environ"))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  private String name(String pid, String channelId) {
    String program = text(pid, "comm").strip().replaceAll("[^A-Za-z0-9 ._+-]", "?");
    return channelId.isEmpty()
        ? (program.isEmpty() ? "a process" : program) + " (pid " + pid + ")"
        : "the server of project " + channelId + " (pid " + pid + ")";
  }

  private String text(String pid, String file) {
    try {
      return Files.readString(proc.resolve(pid).resolve(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // The process has ended, or belongs to another user.
    }
  }

  private static String user(String uid) {
    try (Stream<String> users = Files.lines(Path.of("/etc/passwd"), StandardCharsets.ISO_8859_1)) {
      return users
          .map(line -> line.split(":"))
          .filter(fields -> fields.length > 2 && fields[2].equals(uid))
          .map(fields -> fields[0])
          .findFirst()
          .orElse(uid);
    } catch (IOException | java.io.UncheckedIOException e) {
      return uid;
    }
  }
}
