package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Ansible role, run by the Ansible of this machine against this machine. Where systemd is not
 * process 1 a stand-in for systemctl starts what the unit says.
 */
@Tag("nightly")
class AnsibleIT {

  private static final Path ROLES = HostProcess.HOME.resolve("ansible/roles");

  /** Starts the unit's command with its settings, and answers what Ansible asks. */
  private static final String SYSTEMCTL =
      """
      case $1 in --no-*) shift ;; esac
      lives() { [ -f pid ] && kill -0 "$(cat pid)" 2>/dev/null; }
      cd DIR || exit 1
      case $1 in
        show)
          echo LoadState=loaded
          if lives; then echo ActiveState=active; else echo ActiveState=inactive; fi ;;
        is-enabled) if [ -f enabled ]; then echo enabled; else echo disabled; exit 1; fi ;;
        enable) touch enabled ;;
        start | restart)
          if lives; then kill "$(cat pid)"; while lives; do sleep 0.1; done; fi
          name=${2#innkeeper@}
          set -a && . etc/"${name%.service}".env && set +a
          command=$(sed -n 's/^ExecStart=//p' units/innkeeper@.service)
          eval "setsid $command >host.out 2>&1 & echo \\$! >pid" ;;
      esac
      exit 0
      """;

  @TempDir private Path dir;
  private final Map<String, String> env = new HashMap<>();
  private String user;
  private int port;

  @BeforeEach
  void prepare() throws Exception {
    Programs.need("ansible-playbook");
    user = Files.getOwner(Path.of("/proc/self")).getName();
    boolean root = user.equals("root");
    if (!root) {
      System.err.println("SKIPPED: the role installs as root");
    }
    Assumptions.assumeTrue(root, "SKIPPED: the role installs as root");
    port = HostProcess.freePort();
    Path bin = dir.resolve("bin");
    Programs.standIn(bin, "systemctl", SYSTEMCTL.replace("DIR", dir.toString()));
    Files.createDirectories(dir.resolve("units"));
    env.put("PATH", bin + ":" + System.getenv("PATH"));
    env.put("XDG_RUNTIME_DIR", Files.createDirectory(dir.resolve("runtime")).toString());
    env.put("INNKEEPER_ARCHIVES", "off");
    env.put("ANSIBLE_ROLES_PATH", ROLES.toString());
    for (String folder : "HOME LOCAL_TEMP REMOTE_TEMP".split(" ")) {
      env.put("ANSIBLE_" + folder, dir.resolve("ansible").toString());
    }
  }

  @AfterEach
  void stop() throws Exception {
    if (Files.exists(dir.resolve("pid"))) {
      ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroy);
      HostProcess.await("the host ended", () -> !HostProcess.alive(pid()));
    }
    if (Files.isDirectory(dir.resolve("data"))) {
      HostProcess.endServers(dir.resolve("data"));
    }
  }

  private long pid() {
    try {
      return Long.parseLong(Files.readString(dir.resolve("pid")).strip());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSecondRunChangesNothingAndCheckModeOnlySaysWhatWouldChange() throws Exception {
    String web = "{channelId: web, command: [sleep, '600'], secretEnv: {TOKEN: hunter2-hunter2}}";
    playbook("7", web);
    assertNotEquals(0, changed(play("--check", "--diff")));
    assertFalse(Files.exists(dir.resolve("data")), "check mode installs nothing");
    assertFalse(Files.exists(dir.resolve("opt")), "check mode installs nothing");

    String first = play("-v");
    assertNotEquals(0, changed(first));
    assertFalse(first.contains("hunter2"), first);
    assertTrue(Files.exists(dir.resolve("enabled")), "it starts with the machine");
    HostProcess.await("web runs", () -> status().contains("RUNNING"));
    Path unit = dir.resolve("units/innkeeper@.service");
    assertTrue(
        Files.readString(unit).contains("ExecStart=\"" + dir.resolve("opt/innkeeper/bin")),
        unit + "");
    assertEquals(
        "BACKUP_KEEP=\"7\"", Files.readAllLines(dir.resolve("data/conf/innkeeper.config")).get(1));
    long host = pid();

    assertEquals(0, changed(play()), "a second run changes nothing");

    playbook("8", "{channelId: api, command: [sleep, '600']}");
    assertEquals(2, changed(play("--check")), "settings and definitions would change");
    assertTrue(status().contains("web"), "check mode changes nothing: " + status());
    assertEquals(2, changed(play()));
    assertTrue(status().contains("api") && !status().contains("web"), status());
    assertEquals(host, pid(), "no restart for settings and definitions");

    playbook("8", "{channelId: api, command: [sleep, '600'], port: 70000}");
    Programs.Said refused = run();
    assertNotEquals(0, refused.status(), refused.out());
    assertTrue(refused.out().contains("70000"), refused.out());
  }

  @Test
  void thePackageIsInstalledOnceAndASecondRunChangesNothing() throws Exception {
    Programs.need("unshare");
    Programs.need("apt-get");
    URI script = getClass().getResource("deb-by-ansible.sh").toURI();
    List<String> command =
        List.of("unshare", "-m", "sh", Path.of(script).toString(), built(".deb").toString());
    Programs.Said said =
        Programs.run(
            dir,
            Map.of(),
            Stream.concat(command.stream(), Stream.of(ROLES.toString(), String.valueOf(port)))
                .toList(),
            300);
    if (said.status() == 77) {
      System.err.println("SKIPPED: no file system can be mounted here: " + said.out());
    }
    Assumptions.assumeTrue(said.status() != 77, "SKIPPED: no mounts");
    assertTrue(said.ok().out().contains("nothing was changed"), said::out);
    List<String> runs = List.of(said.out().split("\n== "));
    assertEquals(4, runs.size(), said::out);
    assertNotEquals(0, changed(runs.get(0)));
    assertNotEquals(0, changed(runs.get(1)));
    assertTrue(runs.get(1).contains("web "), said::out);
    assertEquals(0, changed(runs.get(2)), said::out);
    assertEquals(0, changed(runs.get(3)), said::out);
    assertTrue(said.out().contains("it was removed"), said::out);
  }

  private void playbook(String keep, String definition) throws IOException {
    Files.writeString(
        dir.resolve("play.yml"),
        """
        - hosts: localhost
          connection: local
          gather_facts: false
          roles:
            - role: innkeeper
              innkeeper_package: ARCHIVE
              innkeeper_java_package: ""
              innkeeper_prefix: DIR/opt
              innkeeper_etc: DIR/etc
              innkeeper_unit_dir: DIR/units
              innkeeper_users:
                - name: USER
                  port: PORT
                  data: DIR/data
                  settings: {BACKUP_KEEP: NUMBER, HOST_LABEL: 'box "1"'}
                  prune: true
                  projects: [DEFINITION]
        """
            .replace("ARCHIVE", built(".tar.gz").toString())
            .replace("DIR", dir.toString())
            .replace("USER", user)
            .replace("PORT", String.valueOf(port))
            .replace("NUMBER", keep)
            .replace("DEFINITION", definition));
  }

  private static Path built(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(HostProcess.HOME.getParent())) {
      return files.filter(f -> f.toString().endsWith(suffix)).findFirst().orElseThrow();
    }
  }

  private Programs.Said run(String... options) throws Exception {
    List<String> command =
        Stream.concat(
                Stream.of("ansible-playbook", "-i", "localhost,", "play.yml"), Stream.of(options))
            .toList();
    return Programs.run(dir, env, command, 300);
  }

  private String play(String... options) throws Exception {
    return run(options).ok().out();
  }

  private static int changed(String said) {
    Matcher recap = Pattern.compile("localhost +: ok=\\d+ +changed=(\\d+)").matcher(said);
    assertTrue(recap.find(), said);
    return Integer.parseInt(recap.group(1));
  }

  private String status() {
    String command = dir.resolve("opt/innkeeper/bin/innkeeper").toString();
    String data = dir.resolve("data").toString();
    try {
      return Programs.run(dir, env, List.of(command, "--data", data, "status")).ok().out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
