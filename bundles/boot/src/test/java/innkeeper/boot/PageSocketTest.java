package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageSocketTest {

  @TempDir Path temp;
  private Path directory;
  private Path socket;

  @BeforeEach
  void names() {
    directory = temp.resolve("page");
    socket = directory.resolve("admin.sock");
  }

  private void refused(String why) {
    Main.Refusal refusal = assertThrows(Main.Refusal.class, () -> PageSocket.prepare(socket));
    assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(socket.toString()), refusal.getMessage());
  }

  @Test
  void aMissingDirectoryIsMadeForTheOwnerAlone() throws Exception {
    PageSocket.prepare(socket);
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
    assertFalse(Files.exists(socket));
  }

  @Test
  void aDirectoryThatOthersMayEnterIsRefused() throws Exception {
    Files.createDirectory(directory);
    for (String mode : new String[] {"rwxr-xr-x", "rwx--x---", "rwxrwx---"}) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
      refused("chmod 700");
    }
  }

  @Test
  void aPathWithoutADirectoryIsRefused() {
    socket = temp.resolve("none/none/admin.sock");
    refused("cannot be made");
  }

  @Test
  void aFileAtThePathIsNotRemoved() throws Exception {
    PageSocket.prepare(socket);
    Files.writeString(socket, "mine");
    refused("is a file");
    assertEquals("mine", Files.readString(socket));
  }

  @Test
  void aSocketInUseIsNotRemoved() throws Exception {
    PageSocket.prepare(socket);
    try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      other.bind(UnixDomainSocketAddress.of(socket));
      refused("is in use");
      assertTrue(Files.exists(socket));
    }
  }

  @Test
  void aSocketWithoutAServerIsRemoved() throws Exception {
    PageSocket.prepare(socket);
    ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    dead.bind(UnixDomainSocketAddress.of(socket));
    dead.close();
    assertTrue(Files.exists(socket));
    PageSocket.prepare(socket);
    assertFalse(Files.exists(socket));
  }
}
