package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * {@code --host swarm://STACK top} on a real terminal. The engine is a stand-in for the program
 * docker; the host that it leads to is a real one.
 */
class SwarmTopIT {

  private static final String DOCKER =
      """
      [ "$1" != -H ] || shift 2
      at='"2026-01-01T00:00:00Z"'
      case "$*" in
        "node ls"*) printf '%s\\n' 'n1|one|Ready|Active' 'n2|two|Down|Active' ;;
        "service ls"*) echo s1 ;;
        "service inspect"*) echo 's1|shop_web' ;;
        "stack ps"*) printf '%s\\n' t1 t2 ;;
        "inspect "*)
          echo "t1|s1|1|n1|running|running|$at|$at|c1|"
          echo "t2|s1|2|n2|running|running|$at|$at|c2|"
          ;;
        "exec -i c1 innkeeper dial-stdio") exec env DATA_DIR=@DATA@ @HOME@/bin/innkeeper dial-stdio ;;
        *) echo "docker is asked for $*" >&2 && exit 1 ;;
      esac
      """;

  @Test
  void allTasksAreOneTableThatRefreshesItself() throws Exception {
    Programs.need("script");
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "web", "--", "sleep", "600").ok();
      Path dir = Files.createDirectory(host.scratch().resolve("swarm"));
      String docker =
          DOCKER
              .replace("@DATA@", host.data().toString())
              .replace("@HOME@", HostProcess.HOME.toString());
      Programs.standIn(dir.resolve("bin"), "docker", docker);
      Path engines = Files.writeString(dir.resolve("engines"), "one = unix:///one.sock\n");
      String path = dir.resolve("bin") + ":" + System.getenv("PATH");
      String command =
          HostProcess.HOME + "/bin/innkeeper --engines " + engines + " --host swarm://shop top";

      Programs.Said piped = Programs.run(dir, Map.of("PATH", path), List.of("sh", "-c", command));
      assertEquals(2, piped.status(), piped.out());
      assertTrue(piped.out().contains("a terminal is needed"), piped.out());

      ProcessBuilder script =
          new ProcessBuilder(
              "script", "-qefc", "stty rows 12 cols 110; exec " + command, "/dev/null");
      script.environment().putAll(Map.of("PATH", path, "TERM", "xterm"));
      try (Seat seat = new Seat(script.directory(dir.toFile()).redirectErrorStream(true).start())) {
        seat.see("shop: 2 of 2 tasks run; nodes: one ready, two down; sorted by cpu");
        seat.see("RUNNING");
        seat.see("its node is Down");
        seat.type("o", "sorted by mem");
        host.cli("stop", "web").ok();
        seat.see("STOPPED");
        seat.type("q", "\033[?1049l");
        assertEquals(0, seat.end());
      }
    }
  }
}
