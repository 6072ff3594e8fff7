package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SetCommandTest extends ShellFixture {

  @BeforeEach
  void open() throws Exception {
    assertEquals(
        0, cli("add", "web", "--port", "80", "--env", "A=1", "--", "serve", "a b").status());
  }

  private ProjectDefinition web() {
    return shell.services.supervisor.definitions.get("web");
  }

  /** What the definition would be with these members, and the others as they are. */
  private static ProjectDefinition with(ProjectDefinition before, Map<String, ?> members) {
    Map<String, Object> map = new LinkedHashMap<>(Definitions.toMap(before, false));
    map.putAll(members);
    return Definitions.fromMap(map, Path.of("/"));
  }

  private void wrong(String part, String... words) throws Exception {
    ProjectDefinition before = web();
    Cli.Result result = cli(words);
    assertTrue(result.status() == 2 || result.status() == 1, result.toString());
    assertTrue(result.err().contains(part), result.err());
    assertEquals(before, web());
  }

  @Test
  void setChangesTheMembersThatItNamesAndNoOthers() throws Exception {
    ProjectDefinition before = web();
    Cli.Result result =
        cli(
            "set",
            "web",
            "stopSeconds=2.5",
            "health.tcp=80",
            "env.MODE=a=b",
            "log={\"maxFiles\": 3}");
    assertEquals(0, result.status(), result.err());
    assertEquals(
        with(
            before,
            Map.of(
                "stopSeconds", 2.5,
                "health", Map.of("tcp", "80"),
                "env", Map.of("A", "1", "MODE", "a=b"),
                "log", Map.of("maxFiles", 3))),
        web());
    for (String part :
        List.of("web: stopSeconds: 10 -> 2.5", "web: health.tcp: none -> 80", "web: env.MODE: ")) {
      assertTrue(result.out().contains(part), result.out());
    }
  }

  @Test
  void aProbeGetsAnotherKindAndKeepsItsTimes() throws Exception {
    assertEquals(0, cli("set", "web", "health.tcp=80", "health.periodSeconds=5").status());
    ProjectDefinition before = web();
    assertEquals(0, cli("set", "web", "health.http=http://127.0.0.1:80/").status());
    assertEquals(before.health().get().period(), web().health().get().period());
    assertEquals("http://127.0.0.1:80/", web().health().get().target());
    assertEquals(0, cli("unset", "web", "health").status());
    assertTrue(web().health().isEmpty());
  }

  @Test
  void unsetTakesMembersBackToTheirDefaults() throws Exception {
    ProjectDefinition before = web();
    Cli.Result result = cli("unset", "web", "port", "env.A");
    assertEquals(0, result.status(), result.err());
    Map<String, Object> map = new LinkedHashMap<>(Definitions.toMap(before, false));
    map.remove("port");
    map.remove("env");
    assertEquals(Definitions.fromMap(map, Path.of("/")), web());
    assertTrue(result.out().contains("dropped port: 80"), result.out());
  }

  @Test
  void textsAreWrittenAsTheyAreAndPathsFromTheCallersDirectory() throws Exception {
    assertEquals(
        0, cli("set", "web", "name=123", "umask=027", "directory=sub", "restart=never").status());
    assertEquals("123", web().name());
    assertEquals("027", web().limits().umask());
    assertEquals(temp.resolve("sub"), web().directory());
    assertEquals(0, cli("set", "123", "command=[\"x\", \"y z\"]", "stdin=open").status());
    assertEquals(List.of("x", "y z"), web().command());
    assertTrue(web().stdinOpen());
  }

  @Test
  void aMistakeNamesTheMemberAndChangesNothing() throws Exception {
    wrong("unknown member stopSecond; did you mean stopSeconds?", "set", "web", "stopSecond=3");
    wrong("unknown member health.udp", "set", "web", "health.udp=3", "stopSeconds=4");
    wrong("unknown member port.x; port has no members", "set", "web", "port.x=3");
    wrong("port is 70000; allowed: a whole number from 1 to 65535", "set", "web", "port=70000");
    wrong("port is eighty; allowed: a whole number", "set", "web", "port=eighty");
    wrong("channelId never changes", "set", "web", "channelId=other");
    wrong("allowed: MEMBER=VALUE", "set", "web", "port");
    wrong("MEMBER=VALUE is missing", "set", "web");
    wrong("unknown project wbe", "set", "wbe", "port=1");
    wrong("health.tcp is not set", "unset", "web", "health.tcp");
    wrong("command is missing", "unset", "web", "command");
    wrong("the mask [REDACTED]", "set", "web", "env.A=[REDACTED]");
    Cli.Result secret = cli("set", "web", "hunter2");
    assertTrue(!secret.err().contains("hunter2"), secret.err());
  }

  @Test
  void aDryRunSaysWhatWouldChange() throws Exception {
    ProjectDefinition before = web();
    Cli.Result result = cli("set", "web", "port=81", "--dry-run");
    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().contains("web: port: 80 -> 81"), result.out());
    assertEquals(before, web());
  }
}
