package innkeeper.cli.far;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FarHostsTest {

  @TempDir private Path temp;

  private static List<String> names(List<Transport> hosts) {
    return hosts.stream().map(Transport::name).toList();
  }

  @Test
  void severalHostsAreNamedWithCommasOrInAFile() throws Exception {
    assertEquals(List.of("a", "me@b"), names(FarHosts.of("a, me@b", "")));
    Path file = Files.writeString(temp.resolve("fleet"), "# ours\n\n a \nssh://b:22/data\n");
    assertEquals(List.of("a", "ssh://b:22/data"), names(FarHosts.in(file, "")));
    Files.writeString(file, "a\n-b\n");
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> FarHosts.in(file, ""));
    assertTrue(wrong.getMessage().contains("fleet line 2: "), wrong.getMessage());
    Files.writeString(file, "# none\n");
    assertThrows(IllegalArgumentException.class, () -> FarHosts.in(file, ""));
  }

  @Test
  void aHostWithCharactersThatSshOrAShellInterpretsIsRefused() {
    for (String word :
        List.of(
            "-oProxyCommand=x", "me@-x", "ssh://-x", "", "a;b", "$(a)", "a b", "a/b", "ftp://a")) {
      assertThrows(IllegalArgumentException.class, () -> FarHosts.of(word, ""), word);
      assertThrows(IllegalArgumentException.class, () -> FarHosts.of("a," + word, ""), word);
    }
  }

  @Test
  void theUrlsPathIsTheDataDirAndOverridesTheOption() {
    assertEquals("data=/srv/inn", FarHosts.of("ssh://me@b:22/srv/inn", "data=/x").get(0).which());
    assertEquals("data=/x", FarHosts.of("ssh://b/", "data=/x").get(0).which());
    assertTrue(
        FarHosts.of("ssh://me@b:22/srv/inn", "").get(0).command(true).contains("ssh://me@b:22"));
  }

  @Test
  void aContainerIsReachedByTheExecOfDocker() {
    Transport box = FarHosts.of("docker://web-1/data", "data=/x").get(0);
    assertEquals(
        List.of("docker", "exec", "-i", "web-1", "innkeeper", "dial-stdio"), box.command(true));
    assertEquals("data=/data", box.which());
    assertEquals("data=/x", FarHosts.of("docker://web-1", "data=/x").get(0).which());
    assertThrows(IllegalArgumentException.class, () -> FarHosts.of("docker://-x", ""));
  }

  @Test
  void anUnattendedSshAsksNoQuestion() {
    Transport box = FarHosts.of("box", "").get(0);
    assertTrue(box.command(false).contains("BatchMode=yes"), box.command(false).toString());
    assertTrue(!box.command(true).contains("BatchMode=yes"), box.command(true).toString());
  }
}
