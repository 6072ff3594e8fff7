package innkeeper.shell.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds out from /proc which process listens on a TCP port. The kernel shows the descriptors of a
 * process to its own user and to root only. For another user's process, only the user of the port
 * is known.
 */
record PortHolder(Path proc, PortHolder.Pause pause) {

  /** The state TCP_LISTEN in /proc/net/tcp. */
  private static final String LISTEN = "0A";

  /** The variable that the supervisor sets for each server: channelId, slash, further data. */
  private static final String MARK = "INNKEEPER_SERVER=";

  private static final long AGAIN_MS = 100;

  /** Pauses between two scans; a test ends a process meanwhile. */
  interface Pause {
    void take() throws InterruptedException;
  }

  PortHolder(Path proc) {
    this(proc, () -> Thread.sleep(AGAIN_MS));
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
            (process, ports) ->
                ports.forEach(
                    port -> {
                      String channelId =
                          first(process, PortHolder::channelIds).stream().findFirst().orElse("");
                      if (channelId.equals(projects.get(port))) {
                        own.add(port);
                      } else {
                        strangers.put(port, name(process, channelId));
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

  private Map<Path, Set<Integer>> holders(Map<String, Socket> listening) {
    Map<Path, Set<Integer>> holders = new HashMap<>();
    for (Path process : files(proc, "[0-9]*")) {
      Set<Integer> ports =
          first(process, task -> files(task.resolve("fd"), "*")).stream()
              .map(descriptor -> listening.get(target(descriptor)))
              .filter(Objects::nonNull)
              .map(Socket::port)
              .collect(Collectors.toSet());
      holders.put(process, ports);
    }
    return holders;
  }

  /**
   * Returns what the kernel shows of a process. If its main thread has ended, the other threads
   * still show it.
   */
  private static <T> List<T> first(Path process, Function<Path, List<T>> shown) {
    List<T> own = shown.apply(process);
    return own.isEmpty()
        ? files(process.resolve("task"), "*").stream()
            .flatMap(t -> shown.apply(t).stream())
            .toList()
        : own;
  }

  /** Returns the files of a directory as far as they can be read: a process may just end. */
  private static List<Path> files(Path directory, String pattern) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, pattern)) {
      all.forEach(files::add);
    } catch (IOException | DirectoryIteratorException e) {
      return files; // The process belongs to another user, or has just ended.
    }
    return files;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // The process has just closed it.
    }
  }

  /** Returns the channelId of the project whose server it is; an empty list for other processes. */
  private static List<String> channelIds(Path task) {
    return Stream.of(text(task.resolve("environ")).split("\0"))
        .filter(variable -> variable.startsWith(MARK))
        .map(variable -> variable.substring(MARK.length()))
        .map(mark -> mark.substring(0, Math.max(0, mark.indexOf('/'))))
        .toList();
  }

  private static String name(Path process, String channelId) {
    String program = text(process.resolve("comm")).strip().replaceAll("[^A-Za-z0-9 ._+-]", "?");
    String what = program.isEmpty() ? "a process" : program;
    return (channelId.isEmpty() ? what : "the server of project " + channelId)
        + " (pid "
        + process.getFileName()
        + ")";
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
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
