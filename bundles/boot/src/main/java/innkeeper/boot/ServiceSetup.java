package innkeeper.boot;

import innkeeper.api.settings.SettingsTable;
import innkeeper.boot.settings.UnitSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks everything that starts the host with the machine: unit, the unit's settings, lingering,
 * package. Changes nothing.
 */
final class ServiceSetup {

  private static final String UNIT = "systemd/user/innkeeper.service";

  /** The result of one check; {@code mend} is one command, or "" if nothing is wrong. */
  record Finding(boolean fine, String what, String mend) {}

  private final Path root;
  private final Path home;
  private final Map<String, String> env;
  private final UnitSettings settings;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param root "/" except in tests
   * @param home the home of this release
   * @param env the environment of this command
   * @param settings the unit's settings
   */
  ServiceSetup(Path root, Path home, Map<String, String> env, UnitSettings settings) {
    this.root = root;
    this.home = home;
    this.env = env;
    this.settings = settings;
  }

  List<Finding> look() throws IOException {
    boolean packaged = Files.exists(root.resolve("var/lib/dpkg/info/innkeeper.list"));
    note("package innkeeper is " + (packaged ? "" : "not ") + "installed");
    Path own = UnitSettings.configuration(env).resolve(UNIT);
    Path brought = root.resolve("usr/lib").resolve(UNIT);
    Optional<Path> unit = Optional.of(own).filter(Files::isRegularFile);
    if (unit.isEmpty() && enabled()) {
      unit = Optional.of(brought).filter(Files::isRegularFile);
    }
    if (unit.isPresent()) {
      unit(unit.get());
      linger();
    } else if (!Files.isDirectory(root.resolve("run/systemd/system"))) {
      note("systemd does not run here; have your service manager run: innkeeper --data DIR run");
    } else {
      note(
          "no unit of this user starts a host with the machine; one does after: "
              + "innkeeper service install");
    }
    settings();
    return findings;
  }

  /** Returns whether the unit is enabled; systemctl enable leaves a link. */
  private boolean enabled() {
    Path wanted =
        UnitSettings.configuration(env)
            .resolve("systemd/user/default.target.wants/innkeeper.service");
    return Files.isSymbolicLink(wanted);
  }

  private void unit(Path unit) throws IOException {
    Optional<String> start =
        Files.readAllLines(unit).stream().filter(l -> l.startsWith("ExecStart=")).findFirst();
    Path program = Path.of(start.map(ServiceSetup::program).orElse("/nonexistent"));
    boolean there = Files.isExecutable(program);
    findings.add(
        new Finding(
            there,
            "unit " + unit + " starts " + program + (there ? "" : ", which is not there"),
            "'" + home.resolve("bin/innkeeper") + "' service install"));
    if (there && !program.equals(home.resolve("bin/innkeeper"))) {
      note("this is " + home.resolve("bin/innkeeper") + ", another installation than the unit's");
    }
  }

  /**
   * Returns the first word, parsed like systemd does: possibly quoted, with %% for a per cent sign.
   */
  private static String program(String line) {
    String words = line.substring("ExecStart=".length()).strip();
    boolean quoted = words.startsWith("\"");
    int end = words.indexOf(quoted ? '"' : ' ', 1);
    String word = end < 0 ? words : words.substring(quoted ? 1 : 0, end);
    return word.replace("%%", "%");
  }

  private void linger() {
    String user = env.getOrDefault("USER", System.getProperty("user.name"));
    if (Files.exists(root.resolve("var/lib/systemd/linger").resolve(user))) {
      note("lingering is on: the host runs without a login");
    } else {
      note(
          "lingering is off: the host ends when you log out; unless: loginctl enable-linger "
              + user);
    }
  }

  private void settings() {
    if (settings.values().isEmpty()) {
      note("no settings of a unit in " + settings.file());
      return;
    }
    List<String> said = new ArrayList<>();
    for (Map.Entry<String, String> value : settings.values().entrySet()) {
      if (!shown(value.getKey())) {
        said.add(value.getKey());
        continue;
      }
      String outside = env.getOrDefault(value.getKey(), value.getValue());
      boolean other = !outside.equals(value.getValue());
      String here = other ? " (here %s is %s)".formatted(value.getKey(), outside) : "";
      said.add(value.getKey() + "=" + value.getValue() + here);
    }
    note("the unit's settings in " + settings.file() + ": " + String.join(", ", said));
  }

  /**
   * Returns whether the value may be printed. The command of a hook, or a variable that is not one
   * of our settings, may contain a password.
   */
  private static boolean shown(String name) {
    return SettingsTable.row(name).isPresent() && !name.equals("BACKUP_HOOK");
  }

  private void note(String what) {
    findings.add(new Finding(true, what, ""));
  }
}
