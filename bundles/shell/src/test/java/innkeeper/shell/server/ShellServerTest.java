package innkeeper.shell.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.CleanText;
import innkeeper.api.settings.Settings;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.shell.cli.Services;
import innkeeper.shell.command.Commands;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client does to the server, or memory does to both, harms no other client. */
@Timeout(60)
class ShellServerTest {

  @TempDir Path temp;

  private ShellServer server;

  /** Returns services whose every use throws OutOfMemoryError. */
  private static Services exhausted() {
    Settings settings =
        (Settings)
            Proxy.newProxyInstance(
                Settings.class.getClassLoader(),
                new Class<?>[] {Settings.class},
                (proxy, method, arguments) -> {
                  throw new OutOfMemoryError("no heap, for once");
                });
    return new Services(settings, Duration.ZERO);
  }

  private void open(ShellServer.Admission admission) throws IOException {
    System.getProperties().put(CleanText.FUNCTION, UnaryOperator.<String>identity());
    Commands commands = new Commands(exhausted(), Clock.systemUTC());
    server = new ShellServer(temp.resolve("shell.sock"), new Dispatcher(commands, null, null));
    server.open(admission);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private SocketChannel greet(String... words) throws IOException {
    SocketChannel client =
        SocketChannel.open(UnixDomainSocketAddress.of(temp.resolve("shell.sock")));
    List<byte[]> bytes =
        List.of(words).stream().map(w -> w.getBytes(StandardCharsets.UTF_8)).toList();
    byte[] hello = new Hello(0, 80, "/tmp", "", bytes).encode();
    client.write(ByteBuffer.wrap(Frame.encode(Frame.HELLO, hello, 0, hello.length)));
    return client;
  }

  private static String answer(SocketChannel client) throws IOException {
    StringBuilder types = new StringBuilder();
    DataInputStream in = new DataInputStream(Channels.newInputStream(client));
    try {
      while (true) {
        types.append((char) in.readByte());
        byte[] payload = new byte[in.readInt()];
        in.readFully(payload);
        if (types.charAt(types.length() - 1) == Frame.ERR) {
          types.append('(').append(new String(payload, StandardCharsets.UTF_8)).append(')');
        }
      }
    } catch (EOFException end) {
      return types.toString();
    }
  }

  @Test
  void anErrorInTheServersLoopEndsOneClientAndTheNextIsServed() throws Exception {
    AtomicInteger came = new AtomicInteger();
    open(
        channel -> {
          if (came.incrementAndGet() == 1) {
            throw new OutOfMemoryError("no heap, for once");
          }
          return Peer.of("0");
        });
    try (SocketChannel first = greet("version")) {
      assertEquals("", answer(first));
    }
    try (SocketChannel second = greet("version")) {
      assertTrue(answer(second).startsWith("A"), "taken");
    }
    assertEquals(2, came.get());
  }

  @Test
  void anErrorInACommandIsReportedToItsClient() throws Exception {
    open(channel -> Peer.of("0"));
    try (SocketChannel client = greet("version")) {
      String answer = answer(client);
      assertTrue(
          answer.startsWith("AE(innkeeper: shell: failed inside the host: OutOfMemoryError"),
          answer);
      assertTrue(answer.endsWith("X"), answer);
    }
  }

  @Test
  void aRemovedSocketIsCreatedAgainAndConnectionsContinue() throws Exception {
    open(channel -> Peer.of("0"));
    Path socket = temp.resolve("shell.sock");
    try (SocketChannel before =
        SocketChannel.open(UnixDomainSocketAddress.of(temp.resolve("shell.sock")))) {
      Files.delete(socket);
      while (!Files.exists(socket)) {
        Thread.sleep(20);
      }
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(socket);
      while (rights.size() > 2) {
        Thread.sleep(20);
        rights = Files.getPosixFilePermissions(socket);
      }
      try (SocketChannel after = greet("version")) {
        assertTrue(answer(after).startsWith("A"), "taken");
      }
      byte[] hello = new Hello(0, 80, "/tmp", "", List.of("version".getBytes())).encode();
      before.write(ByteBuffer.wrap(Frame.encode(Frame.HELLO, hello, 0, hello.length)));
      assertTrue(answer(before).startsWith("A"), "the old connection");
    }
    server.close();
    assertFalse(Files.exists(socket), "the new one is taken away at the end");
  }
}
