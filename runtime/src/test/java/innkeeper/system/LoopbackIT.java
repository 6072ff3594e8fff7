package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoopbackIT {

  @Test
  void nothingIsEverBoundButLoopbackFromTheFirstInstructionToTheLast() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/strace")),
        "SKIPPED: strace is not installed, the trace of every bind cannot be taken");
    try (HostProcess host = new HostProcess()) {
      Path trace = host.scratch().resolve("trace");
      host.under("/usr/bin/strace", "-f", "-qq", "-e", "trace=bind,listen", "-o", trace.toString());
      Files.createDirectories(host.data().resolve("conf"));
      hostile(host, "org.apache.felix.http.config");
      hostile(host, "org.apache.felix.http-second.config");
      host.start();
      ProcessHandle.of(host.pid()).ifPresent(ProcessHandle::destroy);
      host.waitFor();
      List<String> binds =
          Files.readAllLines(trace).stream()
              .filter(
                  l -> l.contains("bind(") && !l.contains("AF_UNIX") && !l.contains("AF_NETLINK"))
              .toList();
      assertFalse(binds.isEmpty());
      for (String bind : binds) {
        assertTrue(bind.contains("127.0.0.1"), bind);
        assertTrue(bind.contains("htons(" + host.port() + ")"), bind);
      }
    }
  }

  @Test
  void aHostileConfigurationDroppedIntoTheWatchedFolderChangesNothing() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      Set<String> before = listening(host.pid());
      assertEquals(Set.of("0100007F:" + hex(host.port())), before);
      hostile(host, "org.apache.felix.http.config");
      hostile(host, "org.apache.felix.http-second.config");
      HostProcess.await("the host saw it", () -> host.console().contains("org.apache.felix.http"));
      assertEquals(before, listening(host.pid()));
      HostProcess.await("the page still answers", () -> answers(host));
      Files.delete(host.data().resolve("conf/org.apache.felix.http.config"));
      Files.delete(host.data().resolve("conf/org.apache.felix.http-second.config"));
      HostProcess.await(
          "the page answers after they went",
          () -> listeningQuietly(host.pid()).equals(before) && answers(host));
    }
  }

  @Test
  void portZeroMeansNoTcpSocketAtAll() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.with("ADMIN_PORT", "0").start();
      assertEquals(Set.of(), listening(host.pid()));
      assertTrue(host.cli("health", "--json").ok().out().contains("\"status\""));
      assertEquals(Set.of(), listening(host.pid()));
    }
  }

  private static boolean answers(HostProcess host) {
    try {
      return host.get("/api/health").statusCode() == 200;
    } catch (java.io.IOException e) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void hostile(HostProcess host, String name) throws Exception {
    Path aside = host.scratch().resolve(name);
    Files.writeString(
        aside,
        "org.apache.felix.http.host=\"0.0.0.0\"\norg.osgi.service.http.port=\""
            + HostProcess.freePort()
            + "\"\n");
    Files.move(aside, host.data().resolve("conf/" + name));
  }

  private static String hex(int port) {
    return String.format("%04X", port);
  }

  private static Set<String> listeningQuietly(long pid) {
    try {
      return listening(pid);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Local addresses of the process's listening TCP sockets, as /proc has them. */
  private static Set<String> listening(long pid) throws Exception {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> fds = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path fd : (Iterable<Path>) fds::iterator) {
        try {
          String target = Files.readSymbolicLink(fd).toString();
          if (target.startsWith("socket:[")) {
            inodes.add(target.substring(8, target.length() - 1));
          }
        } catch (java.nio.file.NoSuchFileException e) {
          continue; // closed since it was listed
        }
      }
    }
    Set<String> local = new HashSet<>();
    for (String table : new String[] {"tcp", "tcp6"}) {
      List<String> lines = new ArrayList<>(Files.readAllLines(Path.of("/proc/net/" + table)));
      for (String line : lines.subList(1, lines.size())) {
        String[] columns = line.trim().split("\\s+");
        if (columns[3].equals("0A") && inodes.contains(columns[9])) {
          local.add(columns[1]);
        }
      }
    }
    return local;
  }
}
