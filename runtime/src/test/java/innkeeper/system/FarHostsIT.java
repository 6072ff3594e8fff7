package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Two hosts, each on a box of its own that only a real sshd reaches. */
@EnabledIf("innkeeper.system.Sshd#installed")
class FarHostsIT {

  private static final String SECRET = "pA55-of-the-far-host";

  private static HostProcess one;
  private static HostProcess two;
  private static Sshd sshd;
  private static Path here;

  @BeforeAll
  static void start() throws Exception {
    here = Files.createTempDirectory("innkeeper-far");
    one = HostProcess.running();
    two = new HostProcess();
    two.with("ADMIN_PORT", "0").with("ADMIN_SOCKET", two.scratch() + "/page/admin.sock").start();
    sshd = new Sshd(here.resolve("ssh")).box("one", one).box("two", two);
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable each : new AutoCloseable[] {sshd, one, two}) {
      if (each != null) {
        each.close();
      }
    }
    if (here != null) {
      HostProcess.remove(here);
    }
  }

  private static List<String> command(String... words) {
    List<String> command = new ArrayList<>(List.of("env", "-u", "DATA_DIR", "-u", "JAVA_OPTS"));
    command.add(HostProcess.HOME.resolve("bin/innkeeper").toString());
    command.addAll(List.of(words));
    return command;
  }

  private static Map<String, String> env() {
    return Map.of("HOME", here.toString(), "PATH", sshd.path(), "XDG_RUNTIME_DIR", here.toString());
  }

  /** Out and err together. */
  private static Programs.Said far(String... words) throws Exception {
    return Programs.run(here, env(), command(words));
  }

  private static Process left(String... words) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command(words)).directory(here.toFile()).redirectErrorStream(true);
    builder.environment().putAll(env());
    return builder.start();
  }

  private static Seat seat(String... words) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            "script",
            "-qefc",
            "stty cols 100; exec " + String.join(" ", command(words)),
            "/dev/null");
    builder.directory(here.toFile()).redirectErrorStream(true);
    builder.environment().putAll(env());
    builder.environment().put("TERM", "xterm");
    return new Seat(builder.start());
  }

  private static boolean dialled(HostProcess host) {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .anyMatch(line -> line.contains("dial.pl " + host.data()));
  }

  @Test
  void wordsSurviveEveryLoginShellAndSecretsAreInNoArgv() throws Exception {
    List<String> words =
        List.of("/bin/echo", "it's", "$HOME `id` \\", "\"; exit 7", "two\nlines", "*", "!!", "é ~");
    String path = HostProcess.HOME.resolve("bin") + ":" + System.getenv("PATH");
    for (String shell : List.of("sh", "bash", "zsh", "fish", "csh")) {
      if (!Programs.installed(shell)) {
        System.err.println("SKIPPED: no " + shell + " to log in with");
        continue;
      }
      sshd.box("by-" + shell, one, path, shell);
      List<String> add =
          new ArrayList<>(List.of("--host", "by-" + shell, "add", shell, "--no-autostart"));
      add.addAll(List.of("--dir", "/", "--secret-env", "TOKEN=" + SECRET, "--"));
      add.addAll(words);
      far(add.toArray(String[]::new)).ok();
      List<?> defined = Json.list(one.cli("export").ok().out());
      assertTrue(
          defined.stream()
              .map(Map.class::cast)
              .anyMatch(d -> d.get("channelId").equals(shell) && d.get("command").equals(words)),
          shell + ": " + defined);
    }
    assertFalse(sshd.commands().contains(SECRET), sshd.commands());
    assertTrue(sshd.commands().contains("dial-stdio"), sshd.commands());
    String audit = one.cli("audit", "-n", "1", "--json").ok().out();
    assertTrue(audit.contains("sshd"), "the caller is that of the far side: " + audit);
  }

  @Test
  void pathsAreTheFarSidesAndNamedFilesAreSent() throws Exception {
    Programs.Said relative = far("--host", "one", "add", "here", "--", "true");
    assertEquals(2, relative.status(), relative.out());
    assertTrue(relative.out().contains("--dir"), relative.out());
    Files.writeString(
        here.resolve("projects.json"),
        "[{\"channelId\":\"sent\",\"command\":[\"true\"],\"directory\":\"/\",\"autostart\":false}]");
    assertTrue(far("--host", "one", "apply", "projects.json").ok().out().contains("added sent"));
    Path jar = Files.copy(HostProcess.optional("innkeeper.xmlrpc"), here.resolve("sent.jar"));
    far("--host", "two", "install", jar.getFileName().toString()).ok();
    assertTrue(two.cli("surfaces").ok().out().contains("innkeeper.xmlrpc"));
  }

  @Tag("nightly")
  @Test
  void aFollowedLogATopAndAShellEndAsTheyWould() throws Exception {
    Programs.need("script");
    HostProcess.assumeHeard(2);
    new Feed(one, "talks").say("over the wire");
    try (Seat log = seat("--host", "one", "logs", "talks", "-f")) {
      log.see("over the wire");
      long asked = System.nanoTime();
      log.type("\003", "");
      assertEquals(130, log.end());
      HostProcess.await("the far command's end", () -> !dialled(one));
      assertTrue(System.nanoTime() - asked < 30_000_000_000L, "it does not hang");
    }
    try (Seat top = seat("--host", "one", "top")) {
      top.see("q quit");
      top.type("q", "\033[?1049l");
      assertEquals(0, top.end());
    }
    try (Seat shell = seat("--host", "one", "shell")) {
      shell.see("inn> ");
      shell.type("status talks\r", "RUNNING");
      shell.type("exit\r", "exit");
      assertEquals(0, shell.end());
    }
    Process killed = left("--host", "one", "logs", "talks", "-f");
    HostProcess.await("the far command", () -> dialled(one));
    killed.destroyForcibly();
    HostProcess.await("the far command ends with a client that was killed", () -> !dialled(one));
    assertTrue(far("--host", "one", "restart-host").ok().out().contains("innkeeper"));
  }

  @Test
  void whatIsNotThereIsToldInOneLine() throws Exception {
    try (HostProcess none = new HostProcess()) {
      sshd.box("empty", none);
      sshd.box("bare", none, "/usr/bin:/bin", "sh");
      sshd.box("closed", HostProcess.freePort());
      told(69, "empty: no host runs", "--host", "empty", "status");
      told(69, "bare: no innkeeper is found there", "--host", "bare", "status");
      told(69, "closed: ssh could not connect", "--host", "closed", "status");
      Path other = here.resolve("other");
      String dial =
          "while read -r line && [ -n \"$line\" ]; do :; done; exec perl %s %s 0.0.9 default";
      Programs.standIn(
          other,
          "innkeeper",
          dial.formatted(
              HostProcess.HOME.resolve("lib/dial.pl"), one.data().resolve("run/shell.sock")));
      sshd.box("other", none, other + ":" + System.getenv("PATH"), "sh");
      String said = far("--host", "other", "version").ok().out();
      assertTrue(said.contains("other: runs release 0.0.9, this is "), said);
      assertEquals(2, said.lines().count(), said);
      told(2, "not beginning with -", "--host", "-oProxyCommand=x", "status");
      told(2, "not beginning with -", "--host", "one,-x", "status");
      told(2, "run is for this machine", "--host", "one", "run");
      told(1, "unknown project none", "--host", "one", "stop", "none");
    }
  }

  private static void told(int status, String what, String... words) throws Exception {
    Programs.Said said = far(words);
    assertEquals(status, said.status(), said.out());
    assertTrue(said.out().contains(what), said.out());
    assertEquals(1, said.out().lines().count(), said.out());
  }

  @Test
  void whatNeedsNoHostRunsThereAndALimitedLoginReachesNothingElse() throws Exception {
    assertTrue(far("--host", "two", "hosts").ok().out().contains(two.data().toString()));
    String data = one.data().toString();
    one.cli("add", "only-here", "--no-autostart", "--", "true").ok();
    assertTrue(far("--host", "two", "--data", data, "status").ok().out().contains("only-here"));
    Path pinned = here.resolve("pinned");
    Files.writeString(pinned, "#!/bin/sh\nexec innkeeper --data " + two.data() + " dial-stdio\n");
    Files.setPosixFilePermissions(pinned, PosixFilePermissions.fromString("rwx------"));
    String path = HostProcess.HOME.resolve("bin") + ":" + System.getenv("PATH");
    sshd.box("pinned", one, path, pinned.toString());
    far("--host", "pinned", "status").ok();
    String refusal = "this login is for one host and its shell alone";
    told(69, refusal, "--host", "pinned", "--data", data, "status");
    told(69, refusal, "--host", "pinned", "restore", "latest", "--yes");
    Programs.standIn(here.resolve("no-perl"), "perl", "exit 1");
    sshd.box("no-perl", one, here.resolve("no-perl") + ":" + path, "sh");
    assertTrue(far("--host", "no-perl", "status").ok().out().contains("only-here"));
  }

  @Test
  void severalAreReadAtOnceAndWhoIsSilentIsNamed() throws Exception {
    one.cli("add", "a", "--no-autostart", "--", "true").ok();
    two.cli("add", "b", "--no-autostart", "--", "true").ok();
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getByName("127.0.0.1"))) {
      sshd.box("mute", silent.getLocalPort());
      Files.writeString(here.resolve("fleet"), "# ours\none\n\nmute\ntwo\n");
      Programs.Said all = answer("one   a ", "--hosts", "fleet", "status");
      assertEquals(69, all.status(), all.out());
      assertTrue(all.out().contains("one   a "), all.out());
      assertTrue(all.out().contains("two   b "), all.out());
      assertTrue(all.out().contains("mute  innkeeper: did not answer within "), all.out());
      Process words = left("--host", "mute", "completion", "--words", "project");
      assertEquals(69, words.waitFor());
    }
    String json = answer("\"b\"", "--host", "one,two", "status", "--json").ok().out();
    List<Map<?, ?>> found = new ArrayList<>();
    json.lines().forEach(line -> found.add(Json.read(line)));
    assertTrue(found.stream().anyMatch(p -> has(p, "one", "a")), json);
    assertTrue(found.stream().anyMatch(p -> has(p, "two", "b")), json);
    told(2, "is not for several hosts", "--host", "one,two", "stop", "a");
  }

  /**
   * Repeats a command until it prints a text: on a busy machine ssh takes longer than the client
   * waits.
   */
  private static Programs.Said answer(String text, String... words) throws Exception {
    Programs.Said said = far(words);
    for (int tries = 0; tries < 10 && !said.out().contains(text); tries++) {
      said = far(words);
    }
    return said;
  }

  private static boolean has(Map<?, ?> project, String host, String id) {
    return project.get("host").equals(host) && project.get("channelId").equals(id);
  }

  @Test
  void aTunnelLeadsToThePageUntilItsCommandEnds() throws Exception {
    for (String box : List.of("one", "two")) {
      Process tunnel = left("page", box);
      String url = tunnel.inputReader().readLine();
      HttpRequest page = HttpRequest.newBuilder(URI.create(url)).build();
      assertEquals(
          200, HttpClient.newHttpClient().send(page, BodyHandlers.ofString()).statusCode());
      tunnel.destroyForcibly();
      int port = URI.create(url).getPort();
      HostProcess.await("the tunnel's end", () -> free(port));
    }
  }

  private static boolean free(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      return probe.isBound();
    } catch (java.io.IOException e) {
      return false;
    }
  }
}
