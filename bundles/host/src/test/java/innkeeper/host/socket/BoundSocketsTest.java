package innkeeper.host.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.host.socket.BoundSocket.Protocol;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundSocketsTest {

  private static final String TCP = "  sl  local_address rem_address   st ...\n";
  private static final String ROW =
      "   0: 00000000:11D0 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 77"
          + " 1 0\n";

  @TempDir private Path proc;

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @BeforeEach
  void onLinux() {
    assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "SKIPPED: no /proc/self/net");
  }

  @Test
  void aListenerOnLoopbackIsSeenAndIsLoopback() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
      assertTrue(only(Protocol.TCP, socket.getLocalPort()).loopback());
    }
  }

  @Test
  void aListenerOnEveryAddressIsNotLoopback() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      assertFalse(only(Protocol.TCP, socket.getLocalPort()).loopback());
    }
    try (ServerSocketChannel channel = ServerSocketChannel.open()) {
      channel.bind(new InetSocketAddress(0));
      assertFalse(only(Protocol.TCP, channel.socket().getLocalPort()).loopback());
    }
  }

  @Test
  void anUnconnectedDatagramSocketIsListedAndAConnectedOneIsNot() throws Exception {
    try (DatagramSocket socket = new DatagramSocket()) {
      assertFalse(only(Protocol.UDP, socket.getLocalPort()).loopback());
      socket.connect(LOOPBACK, 9);
      assertEquals(List.of(), of(Protocol.UDP, socket.getLocalPort()));
    }
  }

  @Test
  void aConnectedSocketIsNotAListener() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK);
        java.net.Socket client = new java.net.Socket(LOOPBACK, socket.getLocalPort())) {
      assertEquals(List.of(), of(Protocol.TCP, client.getLocalPort()));
    }
  }

  @Test
  void aSocketIsListedFromListeningUntilItIsClosed() throws Exception {
    BoundSockets sockets = new BoundSockets();
    List<BoundSocket> before = sockets.read();
    try (ServerSocketChannel channel = ServerSocketChannel.open()) {
      assertEquals(Set.copyOf(before), Set.copyOf(sockets.read()));
      channel.bind(new InetSocketAddress(LOOPBACK, 0));
      int port = channel.socket().getLocalPort();
      List<BoundSocket> bound = sockets.read();
      assertEquals(before.size() + 1, bound.size());
      assertTrue(bound.stream().anyMatch(s -> s.port() == port && s.loopback()));
      assertEquals(Set.copyOf(bound), Set.copyOf(sockets.read()));
    }
    assertEquals(Set.copyOf(before), Set.copyOf(sockets.read()));
  }

  @Test
  void aDatagramSocketThatIsConnectedLaterIsNotListed() throws Exception {
    BoundSockets sockets = new BoundSockets();
    try (DatagramSocket socket = new DatagramSocket()) {
      int port = socket.getLocalPort();
      assertTrue(sockets.read().stream().anyMatch(s -> s.port() == port));
      socket.connect(LOOPBACK, 9);
      assertFalse(sockets.read().stream().anyMatch(s -> s.port() == port));
    }
  }

  /** A process of its own below a directory, which has one socket, with inode 77. */
  private BoundSockets proc(String table, String text) throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.createDirectories(proc.resolve("fd"));
    Path descriptor = proc.resolve("fd/5");
    Files.deleteIfExists(descriptor);
    Files.createSymbolicLink(descriptor, Path.of("socket:[77]"));
    Files.writeString(proc.resolve("net").resolve(table), text, StandardCharsets.ISO_8859_1);
    return new BoundSockets(proc);
  }

  @Test
  void aSocketWhosePathHasALineEndOrAnyBytesHidesNoListener() throws Exception {
    proc(
        "unix",
        """
        Num       RefCount Protocol Flags    Type St Inode Path
        0000: 00000002 00000000 00010000 0001 01 12 /tmp/x
        y

         \u00e4\u00ff 1 2
        0000: 00000002 00000000 00010000 0001 01 13
        """);
    List<BoundSocket> bound = proc("tcp", TCP + ROW).read();
    assertEquals(List.of("TCP 0.0.0.0:4560"), bound.stream().map(BoundSocket::toString).toList());
  }

  @Test
  void aTableInAnUnknownFormIsAnError() throws Exception {
    for (String row :
        List.of("  0: x", ROW.replace("11D0", "port"), ROW.replace("00000000:1", "0:1"))) {
      BoundSockets sockets = proc("tcp", TCP + row);
      String why = assertThrows(IOException.class, sockets::read).getMessage();
      assertTrue(why.startsWith("/proc/net/tcp has a line of another form: 0: "), why);
    }
  }

  private static BoundSocket only(Protocol protocol, int port) throws Exception {
    List<BoundSocket> found = of(protocol, port);
    assertEquals(1, found.size(), "sockets at " + port);
    return found.get(0);
  }

  private static List<BoundSocket> of(Protocol protocol, int port) throws Exception {
    return new BoundSockets()
        .read().stream().filter(s -> s.protocol() == protocol && s.port() == port).toList();
  }

  @Test
  void anAddressIsWrittenAsOtherToolsWriteIt() throws Exception {
    for (String address :
        List.of("127.0.0.1", "[::]", "[::1]", "[fe80::1:2:3:4]", "[2001:db8::]")) {
      InetAddress of = InetAddress.getByName(address);
      assertEquals("TCP " + address + ":80", new BoundSocket(Protocol.TCP, of, 80, "1").toString());
    }
  }
}
