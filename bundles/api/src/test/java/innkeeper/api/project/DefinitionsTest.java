package innkeeper.api.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionsTest {

  private static final Path HERE = Path.of("/srv/here");

  @Test
  void whatIsLeftOutGetsItsDefault() {
    ProjectDefinition d = read(Map.of("channelId", "c1", "command", List.of("run")));
    assertEquals("c1", d.name());
    assertEquals(HERE, d.directory());
    assertEquals(RestartPolicy.ON_FAILURE, d.restart());
    assertEquals("TERM", d.stopSignal());
    assertEquals(10, d.stopSeconds().toSeconds());
    assertEquals(1, d.startTime().toSeconds());
    assertTrue(d.autostart());
    assertEquals(LogPolicy.DEFAULT, d.log());
  }

  @Test
  void aDefinitionComesBackFromItsJsonFormAsItWas() {
    ProjectDefinition d =
        read(
            Map.of(
                "channelId",
                "c1",
                "name",
                "web",
                "command",
                List.of("run", "a b", ""),
                "directory",
                "sub/../www",
                "env",
                Map.of("API_TOKEN", "hush"),
                "envFile",
                "secret.env",
                "port",
                8080,
                "restart",
                "always",
                "health",
                Map.of("tcp", "8080", "periodSeconds", 0.5, "failures", 5),
                "log",
                Map.of("maxBytes", 8192, "whenFull", "drop")));
    assertEquals(Path.of("/srv/here/www"), d.directory());
    assertEquals(d, Definitions.fromMap(Definitions.toMap(d, false), Path.of("/elsewhere")));
    assertFalse(Definitions.toMap(d, true).toString().contains("hush"));
    assertFalse(d.toString().contains("hush"));
  }

  @Test
  void everyMistakeIsNamedAtOnce() {
    Map<String, Object> map = new HashMap<>();
    map.put("channelId", "a b");
    map.put("command", List.of());
    map.put("restart", "sometimes");
    map.put("port", 70000);
    map.put("stopSignal", "SIGWINCH");
    map.put("health", Map.of("http", "ftp://x", "often", 1));
    map.put("nice", 1.5);
    map.put("colour", "red");
    List<String> mistakes = assertThrows(DefinitionException.class, () -> read(map)).mistakes();
    for (String word :
        Arrays.asList(
            "channelId",
            "command",
            "restart",
            "port",
            "stopSignal",
            "health.http",
            "health.often",
            "nice",
            "unknown member colour")) {
      assertTrue(mistakes.stream().anyMatch(m -> m.contains(word)), word + " in " + mistakes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", ".x", "a/b", "a\0b", "main", "ä", " a", "a\n"})
  void anIdThatCouldBeAnythingElseIsRefused(String id) {
    assertThrows(
        DefinitionException.class, () -> read(Map.of("channelId", id, "command", List.of("x"))));
  }

  @Test
  void aMistakeInAnEnvironmentValueDoesNotShowTheValue() {
    DefinitionException e =
        assertThrows(
            DefinitionException.class,
            () ->
                read(
                    Map.of(
                        "channelId", "c", "command", List.of("x"), "env", Map.of("TOKEN", 4711))));
    assertTrue(e.getMessage().contains("TOKEN"));
    assertFalse(e.getMessage().contains("4711"));
  }

  @Test
  void aMistakeIsOneLineHoweverLongTheValue() {
    String big = "x".repeat(100_000);
    for (Map<String, Object> map :
        List.<Map<String, Object>>of(
            Map.of("channelId", big, "command", List.of("run")),
            Map.of("channelId", "c1", "command", List.of("run"), "stopSignal", big),
            Map.of("channelId", "c1", "command", Map.of("a", big)),
            Map.of("channelId", "c1", "command", List.of("run"), big, 1),
            Map.of("channelId", "c1", "command", List.of("run"), "env", Map.of(big + "-", "v")))) {
      for (String mistake : assertThrows(DefinitionException.class, () -> read(map)).mistakes()) {
        assertTrue(mistake.length() < 500, mistake);
      }
    }
    List<String> among =
        Definitions.mistakesAmong(
            List.of(
                read(Map.of("channelId", "c1", "command", List.of("r"), "after", List.of(big)))));
    assertTrue(among.get(0).length() < 500, among.get(0));
  }

  @Test
  void namesUsedTwiceStrangersAndCirclesShowAmongAll() {
    List<String> mistakes =
        Definitions.mistakesAmong(
            List.of(
                after("a", "b"),
                after("b", "c"),
                after("c", "a"),
                after("d", "nobody"),
                read(Map.of("channelId", "e", "name", "a", "command", List.of("x")))));
    assertTrue(mistakes.stream().anyMatch(m -> m.contains("circle")), mistakes::toString);
    assertTrue(mistakes.stream().anyMatch(m -> m.contains("nobody")), mistakes::toString);
    assertTrue(mistakes.stream().anyMatch(m -> m.contains("name a")), mistakes::toString);
    assertEquals(List.of(), Definitions.mistakesAmong(List.of(after("x", "y"), after("y"))));
  }

  private static ProjectDefinition after(String id, String... before) {
    return read(Map.of("channelId", id, "command", List.of("x"), "after", List.of(before)));
  }

  private static ProjectDefinition read(Map<String, ?> map) {
    return Definitions.fromMap(map, HERE);
  }

  @Test
  void aTcpProbeNamesAPortThatThereCanBe() {
    for (String target : List.of("0", "65536", "host:0", "99999", "a b:80", "")) {
      assertThrows(
          DefinitionException.class,
          () ->
              read(
                  Map.of(
                      "channelId", "c1", "command", List.of("x"), "health", Map.of("tcp", target))),
          target);
    }
    read(Map.of("channelId", "c1", "command", List.of("x"), "health", Map.of("tcp", "host:65535")));
  }

  private static Map<String, Object> probed(String kind, Object target) {
    Map<String, Object> health = new HashMap<>();
    health.put(kind, target);
    return Map.of("channelId", "c1", "command", List.of("x"), "health", health);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http:http://127.0.0.1:1/<x>",
        "http:http://[::1",
        "http:http://127.0.0.1/%zz",
        "http:http://127.0.0.1:99999/",
        "http:http://127.0.0.1:99999999999/",
        "http:http://127.0.0.1:0/",
        "http:http://999.1.1.1/",
        "http:http://a b/",
        "http:http://",
        "http:ftp://127.0.0.1/",
        "tcp:999.1.1.1:80",
        "tcp:host",
        "tcp:host:80/path",
        "tcp:-1",
        "exec: ",
        "exec:a\0b",
        "logLine:two\nlines"
      })
  void aProbeThatCannotBeAskedIsRefusedWithItsValueAndWhatIsAllowed(String probe) {
    String kind = probe.substring(0, probe.indexOf(':'));
    String target = probe.substring(kind.length() + 1);
    Map<String, Object> map = probed(kind, target);
    String mistake = assertThrows(DefinitionException.class, () -> read(map)).getMessage();
    assertTrue(mistake.contains("health." + kind + " is " + target + "; allowed: "), mistake);
    ProjectDefinition stored = Definitions.fromStored(map, unknown -> {});
    assertEquals(
        target, stored.health().orElseThrow().target(), "0.1.0 accepted it, its project stays");
    assertTrue(stored.health().orElseThrow().wantsOther().isPresent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "tcp", "exec", "logLine"})
  void aProbeWhoseTargetIsNoTextIsRefused(String kind) {
    for (Object target : Arrays.asList(null, true, List.of("a", "b"))) {
      assertThrows(DefinitionException.class, () -> read(probed(kind, target)), kind + target);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http:http://127.0.0.1:8080",
        "http:https://example.org/a?b=c%20d",
        "http:http://[::1]:65535/",
        "tcp:[::1]:80",
        "tcp:localhost:1",
        "tcp:8080",
        "exec:curl -f http://x | grep '<y>'",
        "logLine:<ready> 100%"
      })
  void aProbeThatCanBeAskedIsTaken(String probe) {
    String kind = probe.substring(0, probe.indexOf(':'));
    read(probed(kind, probe.substring(kind.length() + 1)));
  }

  @Test
  void clashesAreKnownWithoutTheDefinitionsThatAreMissing() {
    ProjectDefinition a =
        read(Map.of("channelId", "a", "command", List.of("x"), "after", List.of("b", "gone")));
    ProjectDefinition b =
        read(Map.of("channelId", "b", "command", List.of("x"), "after", List.of("a")));
    List<String> clashes = Definitions.clashesAmong(List.of(a, b, b));
    assertEquals(2, clashes.size(), clashes.toString());
    assertTrue(clashes.get(0).contains("defined twice"), clashes.get(0));
    assertTrue(clashes.get(1).contains("circle"), clashes.get(1));
    assertTrue(Definitions.mistakesAmong(List.of(a, b)).stream().anyMatch(m -> m.contains("gone")));
  }

  @Test
  void secretVariablesComeBackAndAreMasked() {
    ProjectDefinition d =
        read(
            Map.of(
                "channelId",
                "c1",
                "command",
                List.of("run"),
                "secretEnv",
                Map.of("GREETING", "hush"),
                "secretFiles",
                Map.of("LICENCE", "etc/../licence")));
    assertEquals(HERE.resolve("licence"), d.secretFiles().get("LICENCE"));
    assertEquals(d, Definitions.fromMap(Definitions.toMap(d, false), Path.of("/elsewhere")));
    assertFalse(Definitions.toMap(d, true).toString().contains("hush"));
  }

  @Test
  void aSecretVariableHasOneValueAndNoMistakeNamesIt() {
    DefinitionException e =
        assertThrows(
            DefinitionException.class,
            () ->
                read(
                    Map.of(
                        "channelId",
                        "c1",
                        "command",
                        List.of("run"),
                        "env",
                        Map.of("A", "x"),
                        "secretEnv",
                        Map.of("A", "hush", "B", 7, "C", "hush"),
                        "secretFiles",
                        Map.of("C", "licence", "D", ""))));
    assertEquals(
        List.of(
            "c1: secretEnv B has a value that is not a text; allowed: a text",
            "c1: secretFiles D is empty; allowed: the path of a file",
            "c1: secretEnv A is named twice; allowed: one of env, secretEnv, secretFiles",
            "c1: secretEnv C is named twice; allowed: one of env, secretEnv, secretFiles"),
        e.mistakes().stream()
            .sorted(java.util.Comparator.comparing(m -> m.contains("twice") ? m : ""))
            .toList());
  }

  @Test
  void aPlainDefinitionIsWrittenWithTheMembersThatEveryReleaseReads() {
    Map<String, Object> map =
        Definitions.toMap(
            read(Map.of("channelId", "a", "command", List.of("x"), "health", Map.of("tcp", "1"))),
            false);
    assertEquals(
        Set.of(
            ("channelId name command directory env envFile port autostart restart stopSignal"
                    + " stopSeconds startSeconds health after nice memoryMaxBytes log")
                .split(" ")),
        map.keySet());
    assertEquals(
        Set.of(
            "tcp",
            "liveness",
            "periodSeconds",
            "timeoutSeconds",
            "failures",
            "initialDelaySeconds"),
        ((Map<?, ?>) map.get("health")).keySet());
    assertEquals(Set.of("maxBytes", "maxFiles", "whenFull"), ((Map<?, ?>) map.get("log")).keySet());
  }

  @Test
  void limitsAndAScheduleComeBackFromTheirJsonForm() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
    map.put("memoryRestartBytes", 5_000_000);
    map.put("memoryMaxBytes", 6_000_000);
    map.put("cpuQuota", 150);
    map.put("tasksMax", 20);
    map.put("umask", "027");
    map.put("limitNofile", 4096);
    map.put("restart", "on-failure");
    map.put("stdin", "open");
    map.put(
        "schedule",
        Map.of("calendar", "Mon..Fri 03:00", "timeZone", "Europe/Berlin", "missed", "run"));
    ProjectDefinition d = read(map);
    assertEquals(new ServerLimits(5_000_000, 150, 20, "027", 4096), d.limits());
    assertEquals(d, read(Definitions.toMap(d, false)));
    assertEquals("run", d.schedule().orElseThrow().missed().word());
    assertFalse(d.autostart(), "a job begins when it is due");
    assertTrue(d.stdinOpen());
  }

  @Test
  void aJobIsNotRestartedUnlessItSaysSo() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
    assertEquals(RestartPolicy.ON_FAILURE, read(map).restart());
    map.put("schedule", Map.of("calendar", "daily", "action", "restart"));
    assertEquals(RestartPolicy.ON_FAILURE, read(map).restart());
    map.put("schedule", Map.of("calendar", "daily"));
    assertEquals(RestartPolicy.NEVER, read(map).restart());
    assertEquals(RestartPolicy.ON_FAILURE, Definitions.fromStored(map, unknown -> {}).restart());
    map.put("restart", "on-failure");
    assertEquals(RestartPolicy.ON_FAILURE, read(map).restart());
  }

  @Test
  void whatLinuxCannotStartIsRefused() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a"));
    String most = "x".repeat((128 << 10) - 1);
    map.put("command", List.of("run", most));
    assertEquals(most, read(map).command().get(1));
    map.put("command", List.of("run", most + "x"));
    assertMistake(map, "a word has 131072 bytes; allowed: 131071");
    map.put("command", List.of("run"));
    map.put("env", Map.of("V", most.substring(2)));
    assertEquals(1, read(map).env().size());
    map.put("env", Map.of("V", most));
    assertMistake(map, "V has 131073 bytes; allowed: 131071");
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      many.put("V" + i, "x".repeat(200));
    }
    map.put("env", many);
    assertMistake(map, "at most 2031616 together");
  }

  private static void assertMistake(Map<String, Object> map, String part) {
    String said = assertThrows(DefinitionException.class, () -> read(map)).getMessage();
    assertTrue(said.contains(part), said);
  }

  @Test
  void whatAnEngineShallDoComesBackAndIsNotWrittenWhereNothingWasSaid() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
    assertFalse(Definitions.toMap(read(map), false).containsKey("deploy"));
    map.put(
        "deploy",
        Map.of("replicas", 3, "constraints", List.of("node.role==worker"), "image", "api:1.2"));
    ProjectDefinition d = read(map);
    assertEquals(
        new EngineDeployment(3, List.of("node.role==worker"), Optional.of("api:1.2")), d.deploy());
    assertEquals(d, read(Definitions.toMap(d, false)));
    map.put("deploy", Map.of("replicas", 0, "constraints", List.of("no"), "imgae", "x"));
    assertEquals(
        List.of(
            "a: deploy.replicas is 0; allowed: a whole number from 1 to 10000",
            "a: deploy.constraints is no; allowed: texts such as node.labels.disk==ssd",
            "a: unknown member deploy.imgae; did you mean deploy.image?"),
        assertThrows(DefinitionException.class, () -> read(map)).mistakes());
  }

  @Test
  void aRestartByMemoryNeedsAServerThatMayRestartAndIsNotKilledBefore() {
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("restart", "never"), Map.of("memoryMaxBytes", 5_000_000))) {
      Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
      map.put("memoryRestartBytes", 5_000_000);
      map.putAll(wrong);
      assertTrue(
          assertThrows(DefinitionException.class, () -> read(map))
              .getMessage()
              .startsWith("a: memoryRestartBytes is 5000000; allowed: "));
    }
  }

  @Test
  void successCodesAreExitCodes() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
    assertEquals(List.of(0), read(map).successCodes());
    assertFalse(Definitions.toMap(read(map), false).containsKey("successCodes"));
    map.put("successCodes", List.of(0, 143));
    assertEquals(List.of(0, 143), read(Definitions.toMap(read(map), false)).successCodes());
    assertFalse(
        read(map).needsRestartAfter(read(Map.of("channelId", "a", "command", List.of("x")))));
    map.put("successCodes", List.of(256));
    assertMistake(map, "successCodes is 256; allowed: whole numbers from 0 to 255");
    map.put("successCodes", 2);
    assertMistake(map, "successCodes is 2; allowed: an array of whole numbers");
  }

  @Test
  void everyMistakeOfAScheduleIsNamed() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
    map.put(
        "schedule",
        Map.of("calendar", "25:00", "timeZone", "Mars", "jitterSeconds", -1, "actoin", "start"));
    DefinitionException refused = assertThrows(DefinitionException.class, () -> read(map));
    assertEquals(
        List.of(
            "a: schedule.calendar is \"25\" in \"25:00\"; allowed: a number from 0 to 23",
            "a: schedule.jitterSeconds is -1; allowed: a whole number from 0 to 86400",
            "a: schedule.timeZone is Mars; allowed: a time zone such as Europe/Berlin or UTC",
            "a: unknown member schedule.actoin; did you mean schedule.action?"),
        refused.mistakes().stream().sorted().toList());
  }

  @Test
  void aServerThatNeverEndsByItselfIsNoJob() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
    map.put("restart", "always");
    map.put("schedule", Map.of("calendar", "daily"));
    assertEquals(
        List.of("a: schedule.action is start; allowed: restart, where restart is always"),
        assertThrows(DefinitionException.class, () -> read(map)).mistakes());
    map.put("schedule", Map.of("calendar", "daily", "action", "restart"));
    assertTrue(read(map).autostart());
  }

  @Test
  void onlyWhatANewProcessTakesUpNeedsARestart() {
    Map<String, Object> map = new HashMap<>(Map.of("channelId", "a", "command", List.of("x")));
    ProjectDefinition plain = read(map);
    map.put("memoryRestartBytes", 5_000_000);
    map.put("restart", "on-failure");
    map.put("schedule", Map.of("calendar", "daily"));
    assertFalse(read(map).needsRestartAfter(plain));
    map.put("umask", "077");
    assertTrue(read(map).needsRestartAfter(plain));
  }

  @Test
  void aCommandThatIsNoArrayOfTextsIsOneMistake() {
    for (Object command : List.of("python app.py", List.of(1), List.of(), List.of("", "x"))) {
      DefinitionException mistake =
          assertThrows(
              DefinitionException.class, () -> read(Map.of("channelId", "c1", "command", command)));
      assertEquals(1, mistake.getMessage().lines().count(), mistake.getMessage());
    }
  }
}
