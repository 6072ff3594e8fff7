package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.boot.ServiceSetup.Finding;
import innkeeper.boot.settings.UnitSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceSetupTest {

  @TempDir private Path root;
  private Path release;
  private Path units;
  private final Map<String, String> env = new TreeMap<>();

  @BeforeEach
  void installation() throws IOException {
    release = root.resolve("opt/inn keeper");
    Path program = release.resolve("bin/innkeeper");
    Files.createDirectories(program.getParent());
    Files.writeString(program, "");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(root.resolve("run/systemd/system"));
    units = Files.createDirectories(root.resolve("home/.config/systemd/user"));
    env.put("HOME", root.resolve("home").toString());
    env.put("USER", "me");
  }

  private List<Finding> look() throws IOException {
    return new ServiceSetup(root, release, env, UnitSettings.read(env)).look();
  }

  private boolean says(String text) throws IOException {
    return look().stream().anyMatch(f -> f.fine() && f.what().contains(text));
  }

  private void unit(String program) throws IOException {
    Files.writeString(
        units.resolve("innkeeper.service"), "[Service]\nExecStart=\"" + program + "\" run\n");
  }

  @Test
  void withoutAUnitTheCommandThatMakesOneIsNamed() throws Exception {
    assertTrue(says("innkeeper service install"), look().toString());
    Files.delete(root.resolve("run/systemd/system"));
    assertTrue(says("systemd does not run here"), look().toString());
    assertFalse(says("innkeeper service install"), look().toString());
  }

  @Test
  void aUnitThatStartsNothingIsWrongAndOneCommandMendsIt() throws Exception {
    unit("/usr/share/gone/bin/innkeeper");
    List<Finding> wrong = look().stream().filter(f -> !f.fine()).toList();
    assertEquals(1, wrong.size(), look().toString());
    assertTrue(wrong.get(0).what().contains("/usr/share/gone/bin/innkeeper, which is not there"));
    assertEquals("'" + release.resolve("bin/innkeeper") + "' service install", wrong.get(0).mend());
    unit(release.resolve("bin/innkeeper").toString());
    assertTrue(look().stream().allMatch(Finding::fine), look().toString());
  }

  @Test
  void lingeringIsSaid() throws Exception {
    unit(release.resolve("bin/innkeeper").toString());
    assertTrue(says("loginctl enable-linger me"), look().toString());
    Files.createDirectories(root.resolve("var/lib/systemd/linger/me"));
    assertTrue(says("lingering is on"), look().toString());
  }

  @Test
  void thePackageIsSaid() throws Exception {
    assertTrue(says("package innkeeper is not installed"), look().toString());
    Files.createDirectories(root.resolve("var/lib/dpkg/info/innkeeper.list"));
    assertTrue(says("package innkeeper is installed"), look().toString());
  }

  @Test
  void theUnitsSettingsAreShownWithDifferencesAndWithoutSecrets() throws Exception {
    Files.writeString(
        root.resolve("home/.config/innkeeper.env"),
        "# ours\nDATA_DIR=\"/srv/my data\"\nADMIN_PORT=4711\nBACKUP_HOOK='copy --password=x'\n");
    env.put("ADMIN_PORT", "4560");
    assertTrue(says("DATA_DIR=/srv/my data"), look().toString());
    assertTrue(says("ADMIN_PORT=4711 (here ADMIN_PORT is 4560)"), look().toString());
    assertFalse(says("password=x"), look().toString());
    assertTrue(UnitSettings.read(env).of(Path.of("/srv/my data")));
    Files.writeString(root.resolve("home/.config/innkeeper.env"), "ADMIN_PORT=4711\n");
    assertTrue(UnitSettings.read(env).of(root.resolve("home/.local/share/innkeeper")));
  }
}
