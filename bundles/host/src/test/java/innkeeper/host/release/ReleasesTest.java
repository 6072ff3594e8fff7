package innkeeper.host.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.host.Host.HostException;
import innkeeper.api.host.Host.Release;
import innkeeper.host.FakeJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each host is one {@link Releases} with its own home; they share DATA_DIR. */
class ReleasesTest {

  @TempDir Path temp;
  private Path data;
  private Path installed;

  @BeforeEach
  void make() throws IOException {
    data = Files.createDirectory(temp.resolve("data"));
    installed = release(temp.resolve("innkeeper"), "0.1.0");
  }

  private static Path release(Path home, String version) throws IOException {
    FakeJar.bundle(home.resolve("platform/innkeeper.host.jar"), "innkeeper.host", version);
    Path script = Files.createDirectories(home.resolve("bin")).resolve("innkeeper");
    Files.writeString(script, "#!/bin/sh\n");
    assertTrue(script.toFile().setExecutable(true));
    return home;
  }

  private Path upgraded(String name, String version) throws IOException {
    return release(data.resolve("releases").resolve(name), version);
  }

  /** Put on trial by the one before, then confirmed by itself. */
  private Releases confirmed(Path from, Path to) throws IOException {
    new Releases(data, from).propose(to);
    Releases next = new Releases(data, to);
    assertTrue(next.onTrial());
    next.confirm();
    assertFalse(next.onTrial());
    return next;
  }

  @Test
  void anInstallationIsCalledByItsVersionAndAnUpgradeByItsFolder() throws IOException {
    assertEquals(new Release("0.1.0", "0.1.0", installed), Releases.at(installed));
    Path two = upgraded("0.2.0-abcd", "0.2.0");
    assertEquals(new Release("0.2.0-abcd", "0.2.0", two), Releases.at(two));
  }

  @Test
  void aReleaseOnTrialIsNotCurrentBeforeItIsConfirmed() throws IOException {
    Path two = upgraded("0.2.0-abcd", "0.2.0");
    new Releases(data, installed).propose(two);
    assertTrue(new Releases(data, two).onTrial());
    assertFalse(new Releases(data, installed).onTrial());
    assertFalse(Files.exists(data.resolve("releases/current")));
  }

  @Test
  void aConfirmedReleaseKnowsTheInstallationAndTheOneBefore() throws IOException {
    Path two = upgraded("0.2.0-abcd", "0.2.0");
    Releases now = confirmed(installed, two);
    assertEquals(installed, now.installation());
    assertEquals(Optional.of(installed), now.previous());
    assertEquals(List.of("0.2.0-abcd", "0.1.0"), now.all().stream().map(Release::name).toList());
  }

  @Test
  void aConfirmationRemovesEveryUpgradeButTheOneBefore() throws IOException {
    Path two = upgraded("0.2.0-abcd", "0.2.0");
    confirmed(installed, two);
    Path three = upgraded("0.3.0-abcd", "0.3.0");
    Path four = upgraded("0.4.0-abcd", "0.4.0");
    confirmed(two, four);
    assertTrue(Files.exists(two));
    assertFalse(Files.exists(three));
    assertTrue(Files.exists(installed));
  }

  @Test
  void afterGoingBackToTheInstallationNoReleaseIsCurrent() throws IOException {
    Path two = upgraded("0.2.0-abcd", "0.2.0");
    confirmed(installed, two);
    Releases back = confirmed(two, installed);
    assertFalse(Files.exists(data.resolve("releases/current")));
    assertEquals(installed, back.installation());
  }

  @Test
  void withoutAnotherReleaseThereIsNoWayBack() {
    Upgrade upgrade = new Upgrade(new Releases(data, installed));
    assertThrows(HostException.class, upgrade::before);
  }

  @Test
  void aReleaseThatDoesNotReadWhatThisOneWroteIsRefused() throws IOException {
    Path two = upgraded("0.2.0-abcd", "0.2.0");
    formats(two, "writes.audit=2\nreads.audit=2\n");
    Releases now = confirmed(installed, two);
    String message =
        assertThrows(HostException.class, () -> new Upgrade(now).before()).getMessage();
    assertTrue(message.contains("audit has format 2, it reads 1 at most"), message);
    formats(installed, "writes.audit=1\nreads.audit=2\n");
    assertEquals(installed, new Upgrade(now).before());
    formats(installed, "reads.audit=two\n");
    assertThrows(HostException.class, () -> new Upgrade(now).before());
  }

  private static void formats(Path home, String text) throws IOException {
    Files.createDirectories(home.resolve("lib"));
    Files.writeString(home.resolve("lib/formats.properties"), text);
  }
}
