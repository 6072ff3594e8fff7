package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class LaunchIT {

  @Test
  void everyMistakeInTheEnvironmentIsNamedAndNothingIsMade() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.with("ADMIN_PORT", "70000").with("LOG_LEVEL", "loud").launch();
      assertEquals(78, host.waitFor());
      assertEquals(2, host.console().lines().count(), host::console);
      assertTrue(host.console().contains("ADMIN_PORT=70000"), host::console);
      assertTrue(host.console().contains("LOG_LEVEL=loud"), host::console);
      assertFalse(Files.exists(host.data()));
    }
  }

  @Test
  void aSecondHostOnTheSameDirectoryIsTurnedAwayAndTheFirstStays() throws Exception {
    try (HostProcess first = HostProcess.running();
        HostProcess second = new HostProcess()) {
      second.with("DATA_DIR", first.data().toString()).launch();
      assertEquals(69, second.waitFor());
      assertEquals(1, second.console().lines().count(), second::console);
      String offer = second.console().substring(second.console().indexOf("it runs: ") + 9);
      first.offered(offer).ok();
      assertEquals(200, first.get("/api/health").statusCode());
      Files.delete(first.data().resolve("run/host.lock"));
      second.launch();
      assertEquals(69, second.waitFor(), "without the lock's file");
      Path moved = first.data().resolveSibling("moved");
      Files.move(first.data(), moved);
      assertEquals(78, first.waitFor(), "its DATA_DIR was renamed");
      assertFalse(Files.exists(first.data()), "nothing comes back at the old path");
      Files.move(moved, first.data());
    }
  }

  @Test
  void aPortInUseIsSaidAndLeavesTheOtherAlone() throws Exception {
    try (HostProcess host = new HostProcess();
        ServerSocket taken = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
      host.with("ADMIN_PORT", String.valueOf(taken.getLocalPort())).launch();
      assertEquals(69, host.waitFor());
      assertTrue(host.console().contains("ADMIN_PORT=" + taken.getLocalPort()), host::console);
    }
  }

  @Test
  void aPortTakenDuringTheStartIsServedOnceItIsFree() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.launch();
      // The host has looked at its port by then, and binds it more than a second later.
      Path looked = host.data().resolve("run/cache/bundle0");
      HostProcess.await("the framework starts", () -> Files.exists(looked));
      try (ServerSocket other = new ServerSocket()) {
        other.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), host.port()));
        String said = "another process took ADMIN_PORT=" + host.port();
        HostProcess.await(said, () -> host.console().contains(said));
        assertFalse(host.console().contains(" ready "), host::console);
        assertFalse(host.console().contains("\tat "), "no stack trace");
      }
      HostProcess.await("host is ready", () -> host.console().contains(" ready "));
      assertEquals(200, host.get("/api/health").statusCode());
      assertEquals(0, host.stop());
    }
  }

  @Test
  void whoStartsASecondHostBesideTheirOwnIsToldOfTheFirst() throws Exception {
    try (HostProcess first = HostProcess.running();
        HostProcess second = new HostProcess()) {
      second
          .with("XDG_RUNTIME_DIR", first.memory().toString())
          .with("ADMIN_PORT", String.valueOf(first.port()))
          .launch();
      assertEquals(69, second.waitFor());
      String before = " is in use on 127.0.0.1 by a host of yours: ";
      assertTrue(second.console().contains(before), second::console);
      String offer = second.console().substring(second.console().indexOf(before));
      first.offered(offer.substring(before.length())).ok();
    }
  }

  @Test
  void readyIsSaidOnceWithTheAddressAndTermIsACleanStop() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      assertEquals(1, host.console().lines().filter(l -> l.contains(" ready ")).count());
      assertTrue(host.console().contains("http://127.0.0.1:" + host.port()), host::console);
      assertEquals(0, host.stop());
      assertFalse(Files.exists(host.data().resolve("bot.db-wal")), "the database is closed");
    }
  }

  @Test
  void everythingUnderDataDirIsTheOwnersAlone() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "quiet", "--", "/bin/sleep", "600").ok();
      host.awaitState("quiet", "RUNNING");
      assertEquals("rwx------", permissions(host.data()));
      for (String dir : new String[] {"logs", "backups", "run", "conf", "surfaces", "plugins"}) {
        assertEquals("rwx------", permissions(host.data().resolve(dir)), dir);
      }
      for (String file : new String[] {"bot.log", "bot.db", "run/quiet.json", "run/quiet.out"}) {
        assertEquals("rw-------", permissions(host.data().resolve(file)), file);
      }
    }
  }

  private static String permissions(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
