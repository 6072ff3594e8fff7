package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code service install} and {@code remove}, with stand-ins for what would start it. */
class ServiceIT {

  @TempDir private Path dir;
  private Path bin;
  private Path unit;
  private Path settings;
  private final Map<String, String> env = new LinkedHashMap<>();

  @BeforeEach
  void standIns() throws Exception {
    bin = dir.resolve("bin");
    Programs.standIn(bin, "systemctl", "exit 0\n");
    Programs.standIn(bin, "loginctl", "echo no\n");
    env.put("PATH", bin + ":" + System.getenv("PATH"));
    env.put("HOME", dir.toString());
    env.put("XDG_RUNTIME_DIR", dir.toString());
    env.put("XDG_CONFIG_HOME", dir.resolve("conf ig").toString());
    env.put("DATA_DIR", dir.resolve("my data").toString());
    unit = dir.resolve("conf ig/systemd/user/innkeeper.service");
    settings = dir.resolve("conf ig/innkeeper.env");
  }

  private Programs.Said service(String action) throws Exception {
    String command = HostProcess.HOME.resolve("bin/innkeeper").toString();
    return Programs.run(dir, env, List.of(command, "service", action));
  }

  @Test
  void installWritesAndStartsAUnitOfTheUsersOwnAndSaysWhatEndsAtLogout() throws Exception {
    Programs.Said said = service("install").ok();
    assertEquals(
        "systemctl --user daemon-reload\nsystemctl --user enable --now innkeeper.service\n",
        Programs.calls(bin)
            .replaceAll(
                "loginctl.*\n|systemctl (is-system-running|--version|--user show-env.*)\n", ""));
    assertTrue(said.out().contains("loginctl enable-linger"), said.out());
    String text = Files.readString(unit);
    assertTrue(text.contains("ExecStart=\"" + HostProcess.HOME + "/bin/innkeeper\" run\n"), text);
    for (String line :
        "Type=notify NotifyAccess=main Restart=always KillMode=process WatchdogSec=120 Delegate=yes"
            .split(" ")) {
      assertTrue(text.contains("\n" + line + "\n"), line);
    }
    assertTrue(
        Files.readString(settings).contains("DATA_DIR=\"" + env.get("DATA_DIR") + "\"\n"),
        Files.readString(settings));
  }

  @Test
  void theHostGetsASubgroupOfItsOwnWhereSystemdKnowsThat() throws Exception {
    for (int version : new int[] {252, 254}) {
      Programs.standIn(bin, "systemctl", "echo 'systemd " + version + " (" + version + ".1)'\n");
      service("install").ok();
      assertEquals(
          version == 254,
          Files.readString(unit).contains("\nDelegateSubgroup=innkeeper-host\n"),
          "systemd " + version);
    }
  }

  @Test
  void theUnitIsValid() throws Exception {
    Programs.need("systemd-analyze");
    service("install").ok();
    assertValid(unit, "--user");
  }

  /** Verifies a unit; warnings about other units of this machine do not count. */
  private void assertValid(Path file, String manager) throws Exception {
    List<String> command = List.of("systemd-analyze", manager, "--man=no", "--recursive-errors=no");
    Programs.Said said =
        Programs.run(
            dir,
            env,
            Stream.concat(command.stream(), Stream.of("verify", file.toString())).toList());
    String name = file.getFileName().toString();
    assertEquals(List.of(), said.out().lines().filter(line -> line.contains(name)).toList());
    assertEquals(0, said.status(), said.out());
  }

  /** What a unit takes from its servers is in its comments; it must not become less by accident. */
  @ParameterizedTest
  @CsvSource({"innkeeper.service,37", "innkeeper@root.service,43"})
  void theUnitsOfTheSystemAreValidAndHardened(String name, int exposure) throws Exception {
    Programs.need("systemd-analyze");
    String shipped = name.replace("root", "");
    String text =
        Files.readString(HostProcess.HOME.resolve("service/system").resolve(shipped))
            .replace("/usr/share/innkeeper", HostProcess.HOME.toString());
    Path file = Files.writeString(dir.resolve(name), text);
    assertValid(file, "--system");
    // The score is ten times what is printed; higher than the threshold is status 1.
    Programs.run(
            dir,
            env,
            List.of(
                "systemd-analyze",
                "security",
                "--no-pager",
                "--offline=true",
                "--threshold=" + exposure,
                file.toString()))
        .ok();
  }

  @Test
  void whatTheUserSetSurvivesAnotherInstall() throws Exception {
    service("install").ok();
    Files.writeString(settings, "ADMIN_PORT=4711\n");
    env.put("ADMIN_PORT", "4560");
    String said = service("install").ok().out();
    assertEquals("ADMIN_PORT=4711\n", Files.readString(settings));
    assertTrue(said.contains("kept " + settings), said);
    assertTrue(said.contains("ADMIN_PORT=4711 (ADMIN_PORT=4560 of this terminal is not"), said);
  }

  @Test
  void withoutSystemdNothingIsWrittenAndTheCommandForAnotherManagerIsSaid() throws Exception {
    Programs.standIn(bin, "systemctl", "echo offline; exit 1\n");
    Programs.Said said = service("install");
    assertEquals(1, said.status());
    assertFalse(Files.exists(unit), said.out());
    assertFalse(Files.exists(settings), said.out());
    String run = said.out().lines().filter(l -> l.startsWith("  ")).findFirst().orElseThrow();
    assertEquals(
        "  " + HostProcess.HOME + "/bin/innkeeper --data '" + env.get("DATA_DIR") + "' run", run);
    env.put("ADMIN_PORT", "no port");
    assertEquals(78, Programs.run(dir, env, List.of("sh", "-c", run)).status(), "it is a command");
  }

  @Test
  void aUnitThatDoesNotStartIsSaidAndTheOfferedCommandUndoesIt() throws Exception {
    Programs.standIn(bin, "systemctl", "case $* in *enable*) exit 1 ;; esac\n");
    Programs.Said said = service("install");
    assertEquals(1, said.status());
    assertTrue(said.out().contains("journalctl --user -u innkeeper.service"), said.out());
    String undo = said.out().lines().filter(l -> l.endsWith("remove")).findFirst().orElseThrow();
    Programs.run(dir, env, List.of("sh", "-c", undo)).ok();
    assertFalse(Files.exists(unit));
  }

  @Test
  void whoeverHasNoSessionIsToldHowToGetOne() throws Exception {
    Programs.standIn(bin, "systemctl", "exit 1\n");
    env.put("XDG_RUNTIME_DIR", "");
    Programs.Said said = service("install");
    assertEquals(1, said.status());
    assertTrue(said.out().contains("XDG_RUNTIME_DIR=/run/user/"), said.out());
    assertFalse(Files.exists(unit), said.out());
  }

  @Test
  void helpIsThereBeforeAnyHostRuns() throws Exception {
    String command = HostProcess.HOME.resolve("bin/innkeeper").toString();
    Programs.Said said = Programs.run(dir, env, List.of(command, "help")).ok();
    assertTrue(said.out().contains("  run           the host in the foreground"), said.out());
    assertTrue(said.out().contains("  status "), said.out());
  }

  @Test
  void removeUndoesItAndKeepsSettingsAndData() throws Exception {
    service("install").ok();
    service("remove").ok();
    assertFalse(Files.exists(unit));
    assertTrue(Files.exists(settings));
    assertTrue(Files.isDirectory(dir.resolve("my data")));
    assertTrue(Programs.calls(bin).contains("systemctl --user disable --now innkeeper.service\n"));
    assertEquals(1, service("remove").status());
  }

  /** Prints each datagram with the pid that the kernel says it is from, as systemd looks at it. */
  private static final String RECEIVER =
      """
      import socket, struct, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
      s.bind(sys.argv[1])
      while True:
          data, more, _, _ = s.recvmsg(65536, socket.CMSG_SPACE(12))
          pid = struct.unpack("3i", more[0][2])[0]
          print(pid, data.decode().replace("\\n", " "), flush=True)
      """;

  @Test
  void theHostItselfNotifiesOfEachStepThroughARestartToo() throws Exception {
    Programs.need("python3");
    Path socket = dir.resolve("notify");
    Path said = dir.resolve("said");
    Process receiver =
        new ProcessBuilder("python3", "-c", RECEIVER, socket.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try (HostProcess host = new HostProcess()) {
      HostProcess.await("the receiver listens", () -> Files.exists(socket));
      host.with("NOTIFY_SOCKET", socket.toString()).with("WATCHDOG_USEC", "400000").start();
      String pid = host.process().pid() + " ";
      host.cli("restart-host").ok();
      HostProcess.await("the next host is ready", () -> times(said, pid + "READY=1") == 2);
      HostProcess.await(
          "its status came", () -> times(said, pid + "STATUS=0 projects, 0 ready") > 0);
      int before = times(said, pid + "WATCHDOG=1");
      HostProcess.await("it answers", () -> times(said, pid + "WATCHDOG=1") > before + 2);
      host.stop();
      HostProcess.await("it said that it stops", () -> times(said, pid + "STOPPING=1") == 1);
      List<String> lines = Files.readAllLines(said);
      assertTrue(lines.stream().allMatch(line -> line.startsWith(pid)), lines::toString);
      List<String> steps =
          lines.stream()
              .map(line -> line.split(" ")[1])
              .filter(word -> word.matches("(READY|RELOADING|STOPPING)=1"))
              .toList();
      assertEquals(List.of("READY=1", "RELOADING=1", "READY=1", "STOPPING=1"), steps);
      int stops = lines.indexOf(pid + "STOPPING=1 STATUS=stops the servers, then itself");
      assertTrue(stops > 0, lines::toString);
      List<String> after = lines.subList(stops + 1, lines.size());
      assertFalse(after.toString().contains("STATUS="), after::toString);
    } finally {
      receiver.destroyForcibly().waitFor();
    }
  }

  private static int times(Path said, String begin) {
    try {
      return (int) Files.readAllLines(said).stream().filter(l -> l.startsWith(begin)).count();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }
}
