package innkeeper.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.SocketFile;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The time limit of the first answer, and the errors of a host on this machine. */
@Timeout(60)
class LocalHostTest {

  private static final Hello HELLO = new Hello(0, 0, "/", "", List.of("status".getBytes()));

  @TempDir private Path data;
  private ServerSocketChannel server;
  private final List<SocketChannel> filling = new ArrayList<>();

  @BeforeEach
  void listen() throws IOException {
    Path run = Files.createDirectory(data.resolve("run"));
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(run.resolve("shell.sock")), 1);
  }

  @AfterEach
  void close() throws IOException {
    for (SocketChannel channel : filling) {
      channel.close();
    }
    server.close();
  }

  private LocalHost meant(String why) {
    return new LocalHost(data.toString(), why);
  }

  @Test
  void aHostThatAcceptsAConnectionButDoesNotAnswerTimesOut() {
    NoHost silent = assertThrows(NoHost.class, () -> meant("").open(HELLO, 0, 200));
    assertTrue(silent.getMessage().contains("did not answer within 1 s"), silent.getMessage());
    assertTrue(
        silent.getMessage().endsWith("tail -n 20 " + data.resolve("bot.log")), silent.getMessage());
  }

  @Test
  void aHostThatASignalStoppedIsReportedAtOnce() throws Exception {
    Path script = Files.writeString(data.resolve("innkeeper"), "kill -STOP $$; read word");
    Process host = new ProcessBuilder("/bin/sh", script.toString(), "run").start();
    try {
      Files.writeString(data.resolve("run/host.lock"), host.pid() + "\n");
      Path stat = Path.of("/proc/" + host.pid() + "/stat");
      while (!Files.readString(stat).contains(") T ")) {
        Thread.sleep(5);
      }
      NoHost stopped = assertThrows(NoHost.class, () -> meant("").open(HELLO, 0, 60_000));
      assertTrue(stopped.getMessage().contains("is stopped by a signal"), stopped.getMessage());
      assertTrue(stopped.getMessage().endsWith("kill -CONT " + host.pid()), stopped.getMessage());
    } finally {
      host.destroyForcibly().waitFor();
    }
  }

  @Test
  void aHostWithAFullConnectionQueueTimesOut() throws Exception {
    // The kernel takes one more than the backlog, then lets connects wait.
    for (int i = 0; i < 2; i++) {
      filling.add(SocketChannel.open(UnixDomainSocketAddress.of(meant("").socket())));
    }
    NoHost full = assertThrows(NoHost.class, () -> meant("").open(HELLO, 0, 200));
    assertTrue(
        full.getMessage().contains("did not accept the connection within 1 s"), full.getMessage());
  }

  @Test
  void onlyTheFirstAnswerHasATimeLimit() throws Exception {
    CompletableFuture<Void> go = new CompletableFuture<>();
    Thread host =
        new Thread(
            () -> {
              try (SocketChannel client = server.accept()) {
                client.write(ByteBuffer.wrap(Frame.encode(Frame.TAKEN, new byte[0], 0, 0)));
                go.join();
                client.write(ByteBuffer.wrap(Frame.encode(Frame.EXIT, new byte[4], 0, 4)));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    host.start();
    try (HostConnection link = meant("").open(HELLO, 0, 100)) {
      // Longer than a first answer may take, and the alarm's margin.
      Thread.sleep(900);
      go.complete(null);
      assertEquals(0, link.receive().number());
    }
    host.join();
  }

  @Test
  void aRegisteredHostOfTheSameUserPassesTheCheckOfItsListener() throws Exception {
    int own = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    NoHost silent = assertThrows(NoHost.class, () -> meant("host " + own).open(HELLO, 0, 200));
    assertTrue(silent.getMessage().contains("did not answer"), silent.getMessage());
  }

  @Test
  void aSocketWithALongPathIsBoundAndConnected() throws Exception {
    Path deep = data;
    for (int i = 0; i < 4; i++) {
      deep = Files.createDirectory(deep.resolve("d".repeat(90)));
    }
    Path socket = deep.resolve("s.sock");
    try (ServerSocketChannel far = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      SocketFile.use(socket, address -> far.bind(address, 4));
      assertTrue(Files.exists(socket));
      SocketFile.use(socket, client::connect);
      assertTrue(client.isConnected());
    }
  }
}
